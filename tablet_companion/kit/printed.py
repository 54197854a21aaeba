"""The printed parts of a game: its own board and its deck, and their appearance."""

from __future__ import annotations

import contextlib
import functools
from importlib import resources
from typing import Annotated

import msgspec

from calibration.learning.learn import trust_print
from calibration.surfaces.faces import FACE_PX_PER_MM
from calibration.taught.model import Calibration, draw_reference
from hardware import formats
from hardware.board import Board, BoardError
from hardware.boardfile import parse_board
from hardware.errors import CompanionError
from hardware.ports import Picture
from hardware.printing.cards import card_svg
from hardware.printing.loose_cards import BACK, back_svg, face_svg
from hardware.printing.raster import render
from hardware.printing.roomcards import room_faces
from tablet_companion import games


class NothingPrintedError(CompanionError):
    """A game that has no board of its own."""


class DeckError(CompanionError):
    """A game whose file of cards cannot be used."""


_FEW = msgspec.Meta(ge=0, le=1000)
"""Far more cards, and stops of a route, than any deck has."""


class DeckCard(msgspec.Struct, frozen=True):
    """One entry of a deck: a face, how many cards have it, and what ``card_svg`` draws it with."""

    face: str
    count: Annotated[int, _FEW]
    colour: str | None = None
    steps: Annotated[int, _FEW] | None = None
    start: bool = False


class _Deck(msgspec.Struct):
    """The file: the cards."""

    cards: tuple[DeckCard, ...]


def board(game: str) -> Board:
    """Return a game's own board; raises UnknownGame, NothingPrintedError or BoardError."""
    text = _data(game, "board.toml")
    if text is None:
        raise NothingPrintedError(
            f"{game} has no board of its own to print (no board.toml in its folder)."
        )
    found = _parsed(text, f"{game}/board.toml")
    if found.game != game:
        raise BoardError(
            f'{game}/board.toml is the board of {found.game or "no game"}: write game = "{game}".'
        )
    return found


def find_board(game: str) -> Board | None:
    """Return a game's own board; None without one that can be used: printing it says why."""
    with contextlib.suppress(NothingPrintedError, BoardError):
        return board(game)
    return None


@functools.lru_cache(maxsize=16)
def _parsed(text: str, source: str) -> Board:
    """Return the board of a text; kept, as many ask for it and it caches what it works out."""
    return parse_board(text, source=source)


def titles() -> tuple[tuple[str, str], ...]:
    """Return the names and titles of the games that can be played; one that fails is left out."""
    found = []
    for name in games.names():
        with contextlib.suppress(games.BrokenGame):  # opening it by its name says why
            found.append((name, games.load(name).title))
    return tuple(found)


def deck(game: str) -> tuple[DeckCard, ...]:
    """Return the entries of a game's deck; empty for a game without cards. Raises DeckError."""
    text = _data(game, "deck.toml")
    if text is None:
        return ()
    with formats.explain(f"{game}/deck.toml: this", DeckError):
        tables = formats.parse_toml(text)
    try:
        return msgspec.convert(tables, _Deck).cards
    except msgspec.ValidationError as error:
        reason = formats.shorten(str(error))
        raise DeckError(f"{game}/deck.toml is not a deck ({reason}); mend it there.") from error


def card(entry: DeckCard) -> str:
    """Return the drawing (SVG) of one entry of a deck."""
    return card_svg(entry.face, colour=entry.colour, steps=entry.steps, start=entry.start)


def drawings(game: str) -> dict[str, str]:
    """Return the drawings (SVG) of the cards that are read on a game's board.

    They are its deck, or the room cards of a base, by names such as ``red.A``.
    """
    entries = deck(game)
    if entries or _data(game, "board.toml") is None:
        return {entry.face: card(entry) for entry in entries}
    own = board(game)
    return room_faces(own) if own.discard is not None else {}


def faces(game: str, px_per_mm: float = FACE_PX_PER_MM) -> dict[str, Picture]:
    """Return the pictures of those cards."""
    return {face: render(svg, px_per_mm) for face, svg in drawings(game).items()}


def loose_card_faces(own: Board, px_per_mm: float) -> dict[str, Picture]:
    """Return the pictures of a board's loose cards, faces and backs; empty if it has none."""
    cards = own.cards
    if cards is None:
        return {}
    drawings = {name: face_svg(cards, name) for name in cards.faces}
    drawings |= {f"{name}{BACK}": back_svg(cards, name) for name in cards.faces}
    return {name: render(drawing, px_per_mm) for name, drawing in drawings.items()}


def calibration(game: str, other: Board | None = None) -> Calibration:
    """Return the calibration of a game's print, or of another board's, without a photograph."""
    own = other or board(game)
    return trust_print(own, draw_reference(own), faces(game))


def _data(game: str, name: str) -> str | None:
    """Return a file of the game's folder; raises UnknownGame if there is no such game."""
    games.load(game)
    file = resources.files(games.package(game)).joinpath(name)
    return file.read_text(encoding="utf-8") if file.is_file() else None
