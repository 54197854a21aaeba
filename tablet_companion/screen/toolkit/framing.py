"""Which part of the board a rectangle of the screen shows: millimetres to pixels."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

from hardware.board import Board, BoardPlace
from tablet_companion.games.core import Place
from tablet_companion.screen.toolkit.drawing import Box, Point

_MARGIN_MM: Final = 7.0
"""Of the board, around everything that is played on: marks reach over the outermost places."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of the screen that shows part of the board, or all of it.

    ``middle_mm`` is what the rectangle's centre shows; ``turns`` counts quarter turns clockwise.
    """

    box: Box
    middle_mm: Point
    px_per_mm: float
    turns: int

    def at(self, x_mm: float, y_mm: float) -> Point:
        """Return where a point of the board is on the screen."""
        dx, dy = x_mm - self.middle_mm[0], y_mm - self.middle_mm[1]
        for _ in range(self.turns % 4):
            dx, dy = -dy, dx
        x, y = self.box.centre
        return x + dx * self.px_per_mm, y + dy * self.px_per_mm


@dataclass(frozen=True, slots=True)
class Field:
    """The part of a board that is played on, in millimetres: its middle and its two sides."""

    middle_mm: Point
    size_mm: tuple[float, float]

    def aspect(self, turns: int = 0) -> float:
        """Return width over height as it is shown after so many quarter turns."""
        width, height = self.size_mm if turns % 2 == 0 else self.size_mm[::-1]
        return width / height


@functools.lru_cache(maxsize=8)
def _field(
    places: tuple[BoardPlace, ...],
    card: tuple[float, float, float, float] | None,
    inside: tuple[tuple[float, float], tuple[float, float]],
) -> Field:
    reach = [(p.x_mm, p.y_mm, p.radius_mm, p.radius_mm) for p in places]
    reach += [card] if card is not None else []
    ends = []
    for axis, (first, last) in enumerate(inside):
        low = min((one[axis] - one[2 + axis] for one in reach), default=first)
        high = max((one[axis] + one[2 + axis] for one in reach), default=last)
        ends.append(
            (min(low, max(first, low - _MARGIN_MM)), max(high, min(last, high + _MARGIN_MM)))
        )
    (left, right), (top, bottom) = ends
    return Field(((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top))


def field(board: Board) -> Field:
    """Return what is shown of a board: places and pile, without the printed markers around them.

    A table of cards is shown whole, as cards are wider than the places they lie on.
    """
    if board.cards is not None:
        return Field((board.size_mm[0] / 2, board.size_mm[1] / 2), board.size_mm)
    pile = board.discard
    card = pile and (pile.x_mm, pile.y_mm, pile.card_mm[0] / 2, pile.card_mm[1] / 2)
    return _field(board.places, card, _between_markers(board))


def _between_markers(board: Board) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return how far the board reaches in both directions without the markers at its rim."""
    ends = []
    for axis, whole in enumerate(board.size_mm):
        low, high = 0.0, whole
        for marker in board.markers:
            at, half = (marker.x_mm, marker.y_mm)[axis], marker.size_mm / 2
            if at < whole / 8:
                low = max(low, at + half)
            elif at > whole * 7 / 8:
                high = min(high, at - half)
        ends.append((low, high))
    return ends[0], ends[1]


def whole(board: Board, room: Box, turns: int = 0) -> Frame:
    """Return a frame that shows all that is played on, as large as a room allows, in its middle."""
    shown = field(board)
    width, height = shown.size_mm if turns % 2 == 0 else shown.size_mm[::-1]
    scale = min(room.w / width, room.h / height)
    w, h = int(width * scale), int(height * scale)
    box = Box(room.x + (room.w - w) // 2, room.y + (room.h - h) // 2, w, h)
    return Frame(box, shown.middle_mm, scale, turns)


def close_up(board: Board, room: Box, place: Place, finger_px: int, turns: int = 0) -> Frame:
    """Return a frame around a place in which a finger tells every place from its neighbours."""
    middle = board.by_name[place]
    scale = max(finger_px / least_distance_mm(board.places), whole(board, room, turns).px_per_mm)
    seen_mm = room.w / scale, room.h / scale
    across, down = seen_mm if turns % 2 == 0 else seen_mm[::-1]
    width, height = board.size_mm
    inside = _within(middle.x_mm, across, width), _within(middle.y_mm, down, height)
    return Frame(room, inside, scale, turns)


def _within(middle: float, seen: float, length: float) -> float:
    """Return a middle moved so that nothing beyond the board's edges is seen, where possible."""
    if seen >= length:
        return length / 2
    return min(max(middle, seen / 2), length - seen / 2)


@functools.cache
def least_distance_mm(places: tuple[BoardPlace, ...]) -> float:
    """Return the distance of the two places nearest to each other, but for those in one spot."""
    points = [*dict.fromkeys(complex(place.x_mm, place.y_mm) for place in places)]
    pairs = (abs(a - b) for n, a in enumerate(points) for b in points[:n])
    return min(pairs, default=1e3)
