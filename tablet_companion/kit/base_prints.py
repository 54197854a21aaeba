"""What is printed for a base besides its board: tokens and room cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hardware.board import Board
from hardware.printing import pdf, roomcards, tokens
from hardware.printing.places import inks
from tablet_companion.games.core import Card
from tablet_companion.kit import File
from tablet_companion.screen.words.wording import words

SPECIALIST: Final = "specialist"
"""The kind of piece of which every colour has one token for each emblem."""

Sides = tuple[str, str]
"""The drawings of a face and of its back."""


def files(game: str, board: Board, language: str) -> Iterator[File]:
    """Yield the sheets of tokens and of cards, to be printed on both sides and cut out.

    Raises WordsError for an unknown language.
    """
    cells = tokens.cell_mm(board.pieces[SPECIALIST])
    pairs = [sides for _, sides in tokens_of(board, language)]
    yield f"{game}-tokens.pdf", pdf.cards_pdf(pairs, cells)
    pairs = [sides for _, sides in cards_of(board)]
    yield f"{game}-cards.pdf", pdf.cards_pdf(pairs, roomcards.ROOM_CARD_MM)


def drawings(board: Board, language: str) -> dict[str, str]:
    """Return every drawing once, by the end of its file's name."""
    named: dict[str, str] = {}
    for name, (face, back) in (*tokens_of(board, language), *cards_of(board)):
        named[name] = face
        named[f"{name.rpartition('-')[0]}-back"] = back
    return named


def tokens_of(board: Board, language: str) -> Sequence[tuple[str, Sides]]:
    """Return the tokens: one of every specialist in every colour, named as in a language."""
    kind, said = board.pieces[SPECIALIST], words(language, board)
    return [
        (
            f"token-{_owner(colour)}-{emblem}",
            (
                tokens.token_svg(kind, colour, emblem, said.card(Card(emblem))),
                tokens.token_back_svg(kind, colour),
            ),
        )
        for colour in kind.colours
        for emblem in tokens.EMBLEMS
    ]


def cards_of(board: Board) -> Sequence[tuple[str, Sides]]:
    """Return the cards: one of every room for every player, and the access code."""
    ink = inks(board)
    guesses = []
    for name, face in roomcards.room_faces(board).items():
        player, _, room = name.partition(".")
        back = roomcards.room_back_svg(player, ink[player])
        guesses.append((f"room-{player}-{room}", (face, back)))
    return [*guesses, ("code-face", (roomcards.code_svg(), roomcards.code_svg()))]


def _owner(colour: str) -> str:
    """Return the owner of a colour of specialists: ``red`` for ``red.specialist``."""
    return colour.partition(".")[0]
