"""Where names on a map stand."""

from __future__ import annotations

import itertools
import math

from hardware.board import Board, BoardPlace
from tablet_companion.kit import printed
from tools.artwork.labels import Rect, name_spots
from tools.artwork.worldmap import name_rects


def apart(one: Rect, other: Rect) -> float:
    """Return how far two rectangles are from each other."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return math.hypot(across, down)


def test_no_two_printed_names_of_the_map_touch() -> None:
    """Every city has a name, a millimetre and a half or more from any other name."""
    board = printed.board("agent")
    rects = name_rects(board)
    assert set(rects) == set(board.areas)
    gaps = [apart(one, other) for one, other in itertools.combinations(rects.values(), 2)]
    assert min(gaps) >= 1.5


def test_no_printed_name_lies_on_a_place() -> None:
    """From every name it is two and a half millimetres or more to the circle of any place."""
    board = printed.board("agent")
    for rect in name_rects(board).values():
        for place in board.places:
            spot = place.x_mm, place.y_mm, place.x_mm, place.y_mm
            assert apart(rect, spot) - place.radius_mm > 2.5


def row(count: int) -> Board:
    """Return a board with places in a row, 20 mm apart."""
    places = tuple(BoardPlace(str(n), "point", 30.0 + 20.0 * n, 20.0, 5.0) for n in range(count))
    return Board("row", (140.0, 40.0), places)


def test_long_names_of_neighbours_go_above_and_below() -> None:
    """Names half as long again as places are apart find room by turns, and keep their distance."""
    sizes = {str(n): (30.0, 5.0) for n in range(4)}
    found = name_spots(row(4), sizes, apart_mm=2.0)
    assert set(found) == set(sizes)
    rects = [(x - 15, y - 2.5, x + 15, y + 2.5) for x, y in found.values()]
    assert min(apart(one, other) for one, other in itertools.combinations(rects, 2)) >= 2.0
    assert found == name_spots(row(4), sizes, apart_mm=2.0)


def test_what_fits_nowhere_is_left_out() -> None:
    """A name wider than the board has no spot; the others stand where they would without it."""
    sizes = {"0": (150.0, 5.0), "1": (30.0, 5.0)}
    assert name_spots(row(2), sizes) == name_spots(row(2), {"1": sizes["1"]})


def test_who_found_no_room_chooses_first_the_next_time() -> None:
    """A name with more ways than its neighbours, all of them taken, comes first and all fit."""
    places = tuple(
        BoardPlace(name, "point", x, 20.0, 5.0) for name, x in (("a", 15.0), ("b", 45.0))
    )
    board = Board("two", (60.0, 33.0), places)
    sizes = {"a": (28.0, 5.0), "b": (34.0, 5.0)}
    assert set(name_spots(board, sizes)) == {"a", "b"}
