"""What is printed for a game of loose cards: cards, and no board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hardware.board import Board
from hardware.loose_cards import LooseCards
from hardware.printing import loose_cards, pdf
from tablet_companion.kit import File

ACCUSATIONS_EACH: Final = 4
"""The number of prints of each of the other loose cards."""


def files(game: str, cards: LooseCards, drawn: Mapping[str, str]) -> Iterator[File]:
    """Yield the sheets to cut out, made of what ``drawings`` returns."""
    pairs = [(drawn[f"face-{name}"], drawn[f"back-{name}"]) for name in cards.faces]
    yield f"{game}-table-cards.pdf", pdf.cards_pdf(pairs, cards.size_mm)
    pairs = [(drawn[f"twin-{name}"], drawn["twin-back"]) for name in cards.faces]
    yield f"{game}-hand-cards.pdf", pdf.cards_pdf(pairs, cards.size_mm[::-1])
    beside = [f"player-{name}" for name in cards.others]
    beside += [f"accusation-{name}" for name in cards.others for _ in range(ACCUSATIONS_EACH)]
    alike = [(drawn[name], drawn[name]) for name in beside]
    yield f"{game}-player-cards.pdf", pdf.cards_pdf(alike, cards.size_mm)


def drawings(board: Board, cards: LooseCards) -> dict[str, str]:
    """Return every drawing once, by the end of its file's name.

    They are faces and backs of the table's cards, the hands' twins of them, and a player's card and
    an accusation card for every colour.
    """
    size, drawn = cards.size_mm, {"twin-back": loose_cards.twin_back_svg(cards.size_mm)}
    for name in cards.faces:
        drawn[f"face-{name}"] = loose_cards.face_svg(cards, name)
        drawn[f"back-{name}"] = loose_cards.back_svg(cards, name)
        drawn[f"twin-{name}"] = loose_cards.twin_svg(size, name)
    for name in cards.others:
        rgb = board.pawn.rgb(name)
        drawn[f"player-{name}"] = loose_cards.player_svg(size, name, rgb)
        drawn[f"accusation-{name}"] = loose_cards.accusation_svg(cards, name, rgb)
    return drawn
