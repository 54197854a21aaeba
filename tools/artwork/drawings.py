"""All files of artwork, by name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from hardware.board import Board
from hardware.printing.artwork import mark_for
from hardware.printing.roomcards import ROOM_CARD_MM
from hardware.printing.svg import document, element, path, write_transform
from tools.artwork import worldmap
from tools.artwork.characters import COUNT, HEIGHT, character
from tools.artwork.emblems import EMBLEMS, SPY
from tools.artwork.floorplan import draw_floorplan
from tools.artwork.roomcards import draw_room_cards
from tools.artwork.titleblock import seal
from tools.artwork.townboard import draw_town_board

Pieces = Mapping[str, str]


def draw_artwork(boards: Iterable[Board]) -> dict[str, str]:
    """Return every file's text by its name, for the boards that are printed."""
    emblems = {name: path(data) for name, data in EMBLEMS.items()}
    emblems |= {"spy": path(SPY), "seal": seal()}
    printed = [board for board in boards if board.cards is None]
    return {
        **{f"board-{board.game}": draw_board(board) for board in printed},
        **{f"names-{board.game}": draw_names(board) for board in printed if board.lines},
        "figures": _piece_set(
            {str(n): character(n) for n in range(1, COUNT + 1)}, HEIGHT, "Figures"
        ),
        "emblems": _piece_set(emblems, 44.0, "Emblems", fill_rule="evenodd"),
        "room_cards": _piece_set(draw_room_cards(), max(ROOM_CARD_MM) + 2, "Room cards"),
    }


def draw_board(board: Board) -> str:
    """Return the sheet of a board: all of it but its markers.

    A board with lines between its areas is a map of the world; a base is a floor plan; every other
    board lies on a town.
    """
    draw = worldmap.draw_worldmap if board.lines else draw_town_board
    if board.game == "pocket_ops":
        draw = draw_floorplan
    return document(*board.size_mm, [mark_for(board), *draw(board)], title=board.name)


def draw_names(board: Board) -> str:
    """Return the names on a board, one piece for each language; all lie on one another."""
    names = worldmap.draw_names(board).items()
    drawn = [element("g", content, id=language) for language, content in names]
    return document(*board.size_mm, drawn, title=f"{board.name}: names")


def _piece_set(pieces: Pieces, cell_mm: float, title: str, **style: str | float) -> str:
    """Return a file of pieces, each in a cell of its own and on a line of its own."""
    columns = math.ceil(math.sqrt(len(pieces)))
    rows = math.ceil(len(pieces) / columns)
    drawn = [
        element(
            "g",
            piece,
            id=name,
            transform=write_transform(
                (k % columns + 0.5) * cell_mm, (k // columns + 0.5) * cell_mm
            ),
            **style,
        )
        for k, (name, piece) in enumerate(pieces.items())
    ]
    return document(columns * cell_mm, rows * cell_mm, drawn, title=title)
