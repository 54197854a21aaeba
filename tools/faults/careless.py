"""Pieces put down carelessly: towards the edge of their places, never into each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.board import Board
from hardware.simulated.scene import Pawn

_EDGE: Final = 0.8
"""A piece this far from the middle, in radii of its place, still stands on it."""


def place_carelessly(
    pawns: Sequence[Pawn], board: Board, strength: float, rng: np.random.Generator
) -> tuple[Pawn, ...]:
    """Return the pieces, each pushed any way by up to ``strength`` of the room its place has.

    A piece that would run into another stops before it. Pieces in a hole, on a flat piece, and flat
    pieces stay: moved, they would stand elsewhere.
    """
    pushed = list(pawns)
    for number, pawn in enumerate(pawns):
        angle = float(rng.uniform(0, 2 * math.pi))
        if not _is_fixed(pawn, board):
            others = [other for at, other in enumerate(pushed) if at != number]
            pushed[number] = _push(pawn, board, strength, angle, others)
    return tuple(pushed)


def _is_fixed(pawn: Pawn, board: Board) -> bool:
    kind = board.kind_of(pawn.colour)
    return pawn.sunk_mm != 0 or pawn.lying_deg is not None or kind is None or kind.flat


def _push(pawn: Pawn, board: Board, strength: float, angle: float, others: Sequence[Pawn]) -> Pawn:
    place = min(
        board.places, key=lambda spot: math.hypot(spot.x_mm - pawn.x_mm, spot.y_mm - pawn.y_mm)
    )
    for share in (1.0, 0.6, 0.3):
        push = share * strength * _EDGE * place.radius_mm
        x_mm = pawn.x_mm + push * math.cos(angle)
        y_mm = pawn.y_mm + push * math.sin(angle)
        away = math.hypot(x_mm - place.x_mm, y_mm - place.y_mm)
        if away > _EDGE * place.radius_mm:
            x_mm = place.x_mm + (x_mm - place.x_mm) * _EDGE * place.radius_mm / away
            y_mm = place.y_mm + (y_mm - place.y_mm) * _EDGE * place.radius_mm / away
        if _is_free(x_mm, y_mm, pawn, board, others):
            return replace(pawn, x_mm=x_mm, y_mm=y_mm)
    return pawn


def _is_free(x_mm: float, y_mm: float, pawn: Pawn, board: Board, others: Sequence[Pawn]) -> bool:
    """Whether a piece has room here between the others."""
    return all(
        math.hypot(other.x_mm - x_mm, other.y_mm - y_mm)
        > (_diameter(pawn, board) + _diameter(other, board)) / 2
        for other in others
    )


def _diameter(pawn: Pawn, board: Board) -> float:
    kind = board.kind_of(pawn.colour)
    return kind.diameter_mm if kind else 0.0
