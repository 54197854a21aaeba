"""What is printed for a game of loose cards: cards, and no board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.board import Board
from hardware.loose_cards import LooseCards
from hardware.printing import loose_cards, pdf, raster
from tablet_companion.kit import File

ACCUSATIONS_EACH: Final = 4
"""The number of prints of each of the other loose cards."""


def files(
    game: str, board: Board, cards: LooseCards, *, svg: bool, png_px_per_mm: float | None
) -> Iterator[File]:
    """Yield the names and contents of the files: sheets to cut out, and single drawings."""
    twins = drawings_of_twins(cards)
    beside = drawings_beside(board, cards)
    table = drawings_of_table(cards)
    blank = loose_cards.twin_back_svg(cards.size_mm)
    pairs = [(table[f"face-{name}"], table[f"back-{name}"]) for name in cards.faces]
    yield f"{game}-table-cards.pdf", pdf.backed_cards_pdf(pairs, cards.size_mm)
    turned = cards.size_mm[1], cards.size_mm[0]
    pairs = [(drawing, blank) for drawing in twins.values()]
    yield f"{game}-hand-cards.pdf", pdf.backed_cards_pdf(pairs, turned)
    pairs = [
        (drawing, drawing)
        for name, drawing in beside.items()
        for _ in range(1 if name.startswith("player") else ACCUSATIONS_EACH)
    ]
    yield f"{game}-player-cards.pdf", pdf.backed_cards_pdf(pairs, cards.size_mm)
    for name, drawing in {**table, **twins, "twin-back": blank, **beside}.items():
        if svg:
            yield f"{game}-{name}.svg", drawing.encode()
        if png_px_per_mm:
            yield f"{game}-{name}.png", raster.render_png(drawing, png_px_per_mm)


def drawings_of_table(cards: LooseCards) -> dict[str, str]:
    """Return faces and backs of the table's cards, by file name."""
    faces = {f"face-{name}": loose_cards.face_svg(cards, name) for name in cards.faces}
    return faces | {f"back-{name}": loose_cards.back_svg(cards, name) for name in cards.faces}


def drawings_of_twins(cards: LooseCards) -> dict[str, str]:
    """Return the faces of the hands' cards, by file name."""
    return {f"twin-{name}": loose_cards.twin_svg(cards.size_mm, name) for name in cards.faces}


def drawings_beside(board: Board, cards: LooseCards) -> dict[str, str]:
    """Return a player's card and an accusation card for every colour, by file name."""
    pawn = board.pawn
    players = {
        f"player-{name}": loose_cards.player_svg(cards.size_mm, name, pawn.rgb(name))
        for name in cards.others
    }
    accusations = {
        f"accusation-{name}": loose_cards.accusation_svg(cards, name, pawn.rgb(name))
        for name in cards.others
    }
    return players | accusations
