"""Which place of the board on the screen a touch means."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

from hardware.board import Board
from tablet_companion.games.core import Place
from tablet_companion.screen.toolkit.drawing import Pick, Touch
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.look import Look

_APART: Final = 0.8
"""Share of a finger's width: places nearer to each other than that are looked at closely first."""
_REACH: Final = 2
"""A touch farther from every place than this many fingers are wide, beyond the place's own radius,
means none: whoever touches the card or the middle of the board lifts no pawn at its edge."""


def pick_place(frame: Frame, board: Board, near: Place | None) -> Touch:
    """Return the touch of a board, seen whole or closely: the nearest place in sight."""
    spots = ((Place(place.name), frame.at(place.x_mm, place.y_mm)) for place in board.places)
    return Touch(frame.box, Pick(tuple(s for s in spots if frame.box.holds(*s[1])), near))


def pick_areas(
    frame: Frame, areas: Collection[Place], look: Look, *, close_up: bool
) -> tuple[Touch, ...]:
    """Return the touch of the places of some areas, if any is in sight.

    Where places of different areas are nearer to each other than a finger is wide, the first touch
    shows them closely: ``close_up`` says that it did, or that the nearest one is meant anyway.
    """
    places = [
        place
        for place in look.board.places
        if place.area in areas and frame.box.holds(*frame.at(place.x_mm, place.y_mm))
    ]
    if not places:
        return ()
    spots = tuple((Place(one.name), frame.at(one.x_mm, one.y_mm)) for one in places)
    widest = max(one.radius_mm for one in places) * frame.px_per_mm
    area_of = {place: look.board.by_name[place].area for place, _ in spots}
    near = _find_gap(sorted((spot, area_of[place]) for place, spot in spots))
    told = close_up or near >= look.theme.finger * _APART
    reach = _REACH * look.theme.finger + widest
    return (Touch(frame.box, Pick(spots, told=told, reach=reach)),)


def _find_gap(spots: Sequence[tuple[tuple[float, float], str]]) -> float:
    """Return how far apart the nearest spots of different areas are, of spots sorted by x."""
    gap = math.inf
    for index, (one, area) in enumerate(spots):
        for other, another in spots[index + 1 :]:
            if other[0] - one[0] >= gap:
                break
            if area != another and one != other:
                gap = min(gap, math.dist(one, other))
    return gap


def find_nearest(pick: Pick, x: float, y: float) -> Place | None:
    """Return the place nearest to a touch, or None if none is within reach."""
    found = min(pick.places, key=lambda spot: math.dist(spot[1], (x, y)), default=None)
    return found[0] if found and math.dist(found[1], (x, y)) <= pick.reach else None
