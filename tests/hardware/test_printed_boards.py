"""Every game's printed board can be found and read: markers decode, spots are calm and light."""

from __future__ import annotations

import functools

import cv2
import msgspec
import numpy as np
import pytest

from hardware.board import Board
from hardware.ports import Picture
from hardware.printing.raster import DrawingError, render_board
from tablet_companion.kit import printed

PX_PER_MM = 3.0
BOARDS = [name for name, _ in printed.titles() if printed.board(name).cards is None]
MARKED = [name for name in BOARDS if printed.board(name).markers]


@functools.cache
def picture(name: str) -> Picture:
    """Return a game's board as it is printed."""
    return render_board(printed.board(name), PX_PER_MM)


def disc(board: Board, name: str, of: Picture) -> Picture:
    """Return the pixels in the middle of a place."""
    place = board.by_name[name]
    at = int(place.x_mm * PX_PER_MM), int(place.y_mm * PX_PER_MM)
    mask = np.zeros(of.shape[:2], np.uint8)
    cv2.circle(mask, at, int(place.radius_mm * PX_PER_MM * 0.6), 255, -1)
    return of[mask > 0]


@pytest.mark.parametrize("name", MARKED)
def test_every_marker_of_the_print_decodes(name: str) -> None:
    """The markers of the board's file are found in its picture, each where it should be."""
    board = printed.board(name)
    dictionaries = {marker.dictionary for marker in board.markers}
    (dictionary,) = (getattr(cv2.aruco, name) for name in dictionaries)
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary))
    corners, ids, _ = finder.detectMarkers(picture(name))
    seen = {
        int(number): found[0].mean(axis=0) / PX_PER_MM
        for number, found in zip(ids.ravel(), corners, strict=True)
    }
    for marker in board.markers:
        assert abs(seen[marker.id] - (marker.x_mm, marker.y_mm)).max() < 0.5, marker


@pytest.mark.parametrize("name", ["agent", "pocket_ops"])
def test_places_are_calm_and_light(name: str) -> None:
    """Where pieces stand nothing is drawn but paper; a home's symbol lies under the case."""
    board, whole = printed.board(name), picture(name)
    cases = {(place.x_mm, place.y_mm) for place in board.places if place.holds == ("case",)}
    for place in board.places:
        if (place.x_mm, place.y_mm) in cases:
            continue
        pixels = disc(board, place.name, whole).astype(float).mean(axis=1)
        assert np.median(pixels) > 200, place
        assert (pixels < 160).mean() < 0.35, place


def test_a_map_has_a_spot_on_every_case() -> None:
    """In every city of Agent's board somebody can stand where the case lies."""
    board = printed.board("agent")
    spots = {(place.x_mm, place.y_mm) for place in board.places if place.holds == ("figure",)}
    cases = [place for place in board.places if place.holds == ("case",)]
    assert len(cases) == 32
    assert all((place.x_mm, place.y_mm) in spots for place in cases)


def test_what_the_renderer_cannot_draw_is_an_error_in_words() -> None:
    """Its panic is no exception as others are, and would end the program."""
    board = printed.board("agent_dog")
    places = [msgspec.structs.replace(place, radius_mm=1e9) for place in board.places]
    with pytest.raises(DrawingError, match="sizes in the board file"):
        render_board(msgspec.structs.replace(board, places=tuple(places)), 2.5)
