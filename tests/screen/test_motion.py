"""Pieces slide along the track to where they are, and nothing else is made up."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest

from hardware.clock import ManualClock
from tablet_companion.app.pages.display import Display
from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.motion import SLIDE_S, find_slides, trail_at
from tests.referee.bench import Bench
from tests.screen.kept_pages import Screen
from tests.screen.looks import BOARD, look

RED, GREEN, DARK = Piece("red"), Piece("green"), Piece(HIDDEN)


def spots(**standing: str) -> dict[Place, Piece]:
    """Return pieces by place."""
    return {Place(place): Piece(piece) for place, piece in standing.items()}


def test_a_piece_follows_the_track() -> None:
    """From one place to the fifth after it, it passes the four between, however the board bends."""
    (slide,) = find_slides(BOARD, spots(T62="red"), spots(T3="red"))
    passed = [BOARD.by_name[name] for name in ("T62", "T63", "T0", "T1", "T2", "T3")]
    assert slide.path_mm == tuple((place.x_mm, place.y_mm) for place in passed)
    assert trail_at(slide, 1.0) == slide.path_mm
    assert trail_at(slide, 0.0)[-1] == slide.path_mm[0]


def test_it_goes_steadily() -> None:
    """Later is farther along the way, never a jump of more than a few millimetres in a frame."""
    (slide,) = find_slides(BOARD, spots(T10="red"), spots(T15="red"))
    frames = [trail_at(slide, n / 18)[-1] for n in range(19)]
    steps = [math.dist(one, other) for one, other in itertools.pairwise(frames)]
    whole = sum(math.dist(one, other) for one, other in itertools.pairwise(slide.path_mm))
    assert max(steps) < whole / 8


def test_captured_pieces_go_to_their_nest() -> None:
    """Both go: the one that moves and the one that it captures, each as itself."""
    nest = next(Place(place.name) for place in BOARD.places if place.area == "green.nest")
    before, after = spots(T0="red", T5="green"), {Place("T5"): RED, nest: GREEN}
    found = {slide.piece: slide.target for slide in find_slides(BOARD, before, after)}
    assert found == {RED: "T5", GREEN: nest}


def test_a_piece_that_is_turned_over_is_the_one_that_left() -> None:
    """It slides as it looked before; what lies there afterwards is drawn when it has arrived."""
    (slide,) = find_slides(BOARD, spots(T0="red"), spots(T6="hidden"))
    assert (slide.piece, slide.target) == (RED, "T6")


def test_what_cannot_be_told_is_not_shown() -> None:
    """Two turned-over pieces that change places look as before: nothing moves."""
    same = {Place("T6"): DARK, Place("T10"): DARK}
    assert find_slides(BOARD, same, same) == ()


@pytest.mark.parametrize("moves", [True, False])
def test_an_accepted_move_slides_for_as_long_as_is_said(*, moves: bool) -> None:
    """Pages follow one another until the time is over; none at all if nothing is to move."""
    clock, screen, bench = ManualClock(), Screen(), Bench()
    display = Display(screen, replace(look("7 inches"), motion=moves), clock)  # type: ignore[arg-type]  # all that is used
    display.show(bench.panel)
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=2)
    display.show(bench.panel)
    shown = len(screen.pages)
    for _ in range(12):
        clock.advance(SLIDE_S / 10)
        display.tick()
    assert (len(screen.pages) - shown > 5) is moves
    assert screen.pages[-1] == scenes.page(bench.panel, replace(look("7 inches"), motion=moves))
    shown = len(screen.pages)
    display.tick()
    assert len(screen.pages) == shown, "nothing is painted while nothing moves"


def test_a_touch_does_not_wait() -> None:
    """While pieces slide every key means what it means at rest."""
    clock, screen, bench = ManualClock(), Screen(), Bench()
    display = Display(screen, look("7 inches"), clock)  # type: ignore[arg-type]  # all that is used
    display.show(bench.panel)
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=2)
    display.show(bench.panel)
    clock.advance(SLIDE_S * 0.9)
    display.tick()
    rest = scenes.page(bench.panel, look("7 inches"))
    assert screen.pages[-1] != rest
    assert screen.pages[-1].touches == rest.touches
