"""Maps a part of the board to a rectangle of the screen: millimetres to pixels."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hardware.board import Board, BoardPlace
from tablet_companion.games.core import Place
from tablet_companion.screen.toolkit.drawing import Box, Point

_MARGIN_MM: Final = 7.0
"""The margin of the board round its places, as marks reach over the outermost ones."""
_BESIDE_CARDS_MM: Final = 1.0
"""The margin of the table round its cards."""
_LARGER: Final = 1.07
"""How much larger a board has to be for it to be turned."""
_ABOUT_MM: Final = 160.0
"""The part of a board that is shown round a close-up, for orientation."""


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

    def outline(self, size_mm: Point) -> Box:
        """Return the outline of the whole board on the screen, even beyond the rectangle."""
        ends = self.at(0, 0), self.at(*size_mm)
        (left, right), (top, bottom) = (sorted(map(round, one)) for one in zip(*ends, strict=True))
        return Box(left, top, right - left, bottom - top)

    def turned(self, size: Point) -> Point:
        """Return the width and the height of a thing on the board as the screen shows them."""
        return size if self.turns % 2 == 0 else (size[1], size[0])


@dataclass(frozen=True, slots=True)
class Field:
    """The part of a board that is played on, in millimetres: its middle and its two sides."""

    middle_mm: Point
    size_mm: tuple[float, float]

    def aspect(self, turns: int = 0) -> float:
        """Return width over height as it is shown after this many quarter turns."""
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
    """Return the visible part of a board: places and pile, without the printed markers round them.

    On a table of cards, these are wider than the places they lie on.
    """
    if board.cards is not None:
        return _laid(board.places, board.cards.size_mm)
    pile = board.discard
    card = pile and (pile.x_mm, pile.y_mm, pile.card_mm[0] / 2, pile.card_mm[1] / 2)
    return _field(board.places, card, _between_markers(board))


@functools.lru_cache(maxsize=8)
def _laid(places: tuple[BoardPlace, ...], card_mm: tuple[float, float]) -> Field:
    ends = []
    for n, spots in enumerate(([p.x_mm for p in places], [p.y_mm for p in places])):
        half = card_mm[n] / 2 + _BESIDE_CARDS_MM
        ends.append((min(spots) - half, max(spots) + half))
    (left, right), (top, bottom) = ends
    return Field(((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top))


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


def turns_for(board: Board, room: Box) -> int:
    """Return the quarter turns under which a board is larger in a room; none if it hardly is."""
    plain, turned = (frame_whole(board, room, turns).px_per_mm for turns in (0, 1))
    return int(turned > _LARGER * plain)


def frame_whole(board: Board, room: Box, turns: int = 0) -> Frame:
    """Return a frame that shows all places, as large as a room allows, in its middle.

    Where the room is longer than that, more of the board is seen, as far as its markers.
    """
    shown, limits = field(board), _between_markers(board)
    room_px = (room.w, room.h) if turns % 2 == 0 else (room.h, room.w)
    scale = min(px / mm for px, mm in zip(room_px, shown.size_mm, strict=True))
    longest = [
        max(shown.size_mm[n], min(room_px[n] / scale, limits[n][1] - limits[n][0])) for n in (0, 1)
    ]
    x, y = (
        min(max(shown.middle_mm[n], limits[n][0] + longest[n] / 2), limits[n][1] - longest[n] / 2)
        if longest[n] > shown.size_mm[n]
        else shown.middle_mm[n]
        for n in (0, 1)
    )
    w, h = (int(mm * scale) for mm in (longest if turns % 2 == 0 else longest[::-1]))
    box = Box(room.x + (room.w - w) // 2, room.y + (room.h - h) // 2, w, h)
    return Frame(box, (x, y), scale, turns)


def close_up(board: Board, room: Box, place: Place, finger_px: int, turns: int = 0) -> Frame:
    """Return a frame round a place, large enough for a finger to select any place in it."""
    middle = board.by_name[place]
    scale = max(
        finger_px / least_distance_mm(board.places), frame_whole(board, room, turns).px_per_mm
    )
    seen_mm = room.w / scale, room.h / scale
    across, down = seen_mm if turns % 2 == 0 else seen_mm[::-1]
    width, height = board.size_mm
    x = _held(middle.x_mm, across, width / 2, width)
    y = _held(middle.y_mm, down, height / 2, height)
    return Frame(room, (x, y), scale, turns)


def frame_near(board: Board, room: Box, place: Place | None, finger_px: int, turns: int) -> Frame:
    """Return a frame round a place as a close-up, or of the whole board without a place."""
    if place is None:
        return frame_whole(board, room, turns)
    return close_up(board, room, place, finger_px, turns)


def frame_places(board: Board, room: Box, places: Iterable[Place], turns: int) -> Frame:
    """Return a frame that fills a room with the area of some places; at most the whole board.

    Unknown places are ignored; without any the whole board is shown.
    """
    seen = [one for place in places for one in board.areas.get(place, ())]
    smallest = frame_whole(board, room, turns)
    if not seen:
        return smallest
    low = min(one.x_mm for one in seen), min(one.y_mm for one in seen)
    high = max(one.x_mm for one in seen), max(one.y_mm for one in seen)
    across, down = (room.w, room.h) if turns % 2 == 0 else (room.h, room.w)
    least = _ABOUT_MM + high[0] - low[0], _ABOUT_MM + high[1] - low[1]
    scale = max(smallest.px_per_mm, min(across / least[0], down / least[1]))
    shown = field(board)
    middle = tuple(
        _held((low[n] + high[n]) / 2, (across, down)[n] / scale, shown.middle_mm[n],
              shown.size_mm[n])
        for n in (0, 1)
    )  # fmt: skip
    return Frame(room, (middle[0], middle[1]), scale, turns)


def _held(middle: float, seen: float, centre: float, length: float) -> float:
    """Return a middle moved so that nothing beyond a length about a centre is seen, if possible."""
    free = max(0.0, (length - seen) / 2)
    return min(max(middle, centre - free), centre + free)


@functools.cache
def least_distance_mm(places: tuple[BoardPlace, ...]) -> float:
    """Return the distance of the two places nearest to each other, but for those in one spot."""
    points = [*dict.fromkeys(complex(place.x_mm, place.y_mm) for place in places)]
    pairs = (abs(a - b) for n, a in enumerate(points) for b in points[:n])
    return min(pairs, default=1e3)
