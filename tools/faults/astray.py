"""Foreign objects on a board and pawns that are knocked over: where they come to lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.board import Board
from hardware.simulated.fallen import fell_pawn
from hardware.simulated.scene import Pawn, Scene, Thing
from tools.faults.things import coin, die, ring

MAX_FALLEN: Final = 4
"""The number of pawns knocked over at full strength."""
_TRIES: Final = 60
_APART_MM: Final = 4.0
_EDGE_MM: Final = 20.0


def add_things(scene: Scene, board: Board, number: int, rng: np.random.Generator) -> Scene:
    """Return a scene with this many of a die, a coin and a ring where no pawn stands.

    Every second thing is near a place, so that it lies half on it.
    """
    left: list[Thing] = []
    for make in (die, coin, ring):
        for _ in range(_TRIES):
            x_mm, y_mm = _somewhere(board, rng)
            thing = make(x_mm, y_mm)
            if _has_room(thing.x_mm, thing.y_mm, thing.size_mm / 2, board, [*scene.pawns, *left]):
                left.append(replace(thing, angle_deg=float(rng.uniform(0, 90))))
                break
    return replace(scene, things=(*scene.things, *left[:number]))


def add_fallen(
    pawns: Sequence[Pawn], board: Board, number: int, rng: np.random.Generator
) -> tuple[Pawn, ...]:
    """Return the pawns, with this many of those that can fall lying where there is room."""
    left = list(pawns)
    fallen = 0
    for index in rng.permutation(len(left)).tolist():
        pawn, kind = left[index], board.kind_of(left[index].colour)
        if fallen == number:
            break
        if kind is None or kind.flat or pawn.sunk_mm != 0:
            continue
        others = [other for other in left if other is not pawn]
        for angle in rng.uniform(0, 360, _TRIES // 5).tolist():
            lying = fell_pawn(pawn, kind, angle)
            if _has_room(lying.x_mm, lying.y_mm, kind.height_mm / 2, board, others):
                left[index] = lying
                fallen += 1
                break
    return tuple(left)


def _somewhere(board: Board, rng: np.random.Generator) -> tuple[float, float]:
    """Return a point of the board: near a place, or anywhere."""
    width, height = board.size_mm
    if rng.uniform() < 0.5:
        spot = board.places[int(rng.integers(len(board.places)))]
        away, angle = rng.uniform(0, spot.radius_mm), rng.uniform(0, 2 * math.pi)
        return spot.x_mm + away * math.cos(angle), spot.y_mm + away * math.sin(angle)
    x_mm, y_mm = rng.uniform((_EDGE_MM, _EDGE_MM), (width - _EDGE_MM, height - _EDGE_MM))
    return float(x_mm), float(y_mm)


def _has_room(
    x_mm: float, y_mm: float, radius_mm: float, board: Board, others: Sequence[Pawn | Thing]
) -> bool:
    """Whether something round has room here: on the board, off the pile, clear of all others."""
    width, height = board.size_mm
    pile = board.discard
    spread = [(each.x_mm, each.y_mm, _radius(each, board)) for each in others]
    if pile is not None:
        spread.append((pile.x_mm, pile.y_mm, math.hypot(*pile.card_mm) / 2))
    on_board = _EDGE_MM <= x_mm <= width - _EDGE_MM and _EDGE_MM <= y_mm <= height - _EDGE_MM
    return on_board and all(
        math.hypot(other_x - x_mm, other_y - y_mm) > radius_mm + reach + _APART_MM
        for other_x, other_y, reach in spread
    )


def _radius(each: Pawn | Thing, board: Board) -> float:
    if isinstance(each, Thing):
        return each.size_mm / 2
    kind = board.kind_of(each.colour)
    assert kind is not None, "the table refuses colours that the board does not have"
    return (kind.diameter_mm if each.lying_deg is None else kind.height_mm) / 2
