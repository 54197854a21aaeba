"""Which pawns stand on which places of a board, and which on none."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.board import Board
from hardware.simulated.scene import Pawn


def places_of(board: Board, pawns: Iterable[Pawn]) -> tuple[dict[str, Pawn], list[Pawn]]:
    """Return the pawn on each occupied place, in the board's order, and the pawns on none.

    A pawn stands on the nearest place that can hold it if it stands within it; of two, the nearer
    one counts, or the upper one. A piece beneath another, without a place of its own, is on no
    place, but not amiss. A pawn that has fallen over is on no place.
    """
    nearest: dict[str, Pawn] = {}
    pawns = tuple(pawns)
    standing = (pawn for pawn in pawns if pawn.lying_deg is None)
    off = [pawn for pawn in pawns if pawn.lying_deg is not None]
    for distance, name, pawn in sorted((_nearest(board, pawn) for pawn in standing), key=_order):
        top = nearest.get(name)
        if top is not None and top.sunk_mm < 0 <= pawn.sunk_mm:
            continue
        if top is not None or distance > board.by_name[name].radius_mm:
            off.append(pawn)
        else:
            nearest[name] = pawn
    return {place: nearest[place] for place in board.by_name if place in nearest}, off


def _nearest(board: Board, pawn: Pawn) -> tuple[float, str, Pawn]:
    return (*board.nearest(pawn.colour, pawn.x_mm, pawn.y_mm), pawn)


def _order(found: tuple[float, str, Pawn]) -> tuple[bool, float]:
    return found[2].sunk_mm >= 0, found[0]
