"""Rings of a new board that lie on nothing printed are told, and those on print are not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, current_thread, main_thread

import msgspec
import numpy as np
import pytest

from calibration.camera.lens import Pose
from hardware.board import Board
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.render import Renderer
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.setup.checks import unprinted
from tablet_companion.setup.checks.unprinted import (
    find_beside_print,
    find_between_print,
    find_off_print,
)
from tablet_companion.setup.geometry.layouts import Wanted, lay_out, make_board
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.designing import DesignStep
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.design import Design
from tests.patience import PATIENCE_S, wait_for
from tests.setup.boxed import MAKES, lay_make
from tests.setup.keys import GAME, list_keys, no_camera, read
from tests.setup.own import MAN, OWN, PX_PER_MM, SIDE_MM, go_on, lay_own
from tests.setup.photograph import photograph


def make_step(folder: Path, kind: str, wanted: Wanted) -> DesignStep:
    """Return the page on which rings are laid out over a board of a kind."""
    picture, corners = photograph(*lay_own(kind))
    desk = Desk(
        Settings(), folder / "s.toml", GAME, printed.board("dog"),
        SetupPlatform(ManualClock(), no_camera, folder=folder),
    )  # fmt: skip
    design = Design(desk.board, picture, corners, size_mm=(SIDE_MM, SIDE_MM), wanted=wanted)
    step = DesignStep(desk, design)
    step.enter()
    return step


@pytest.mark.parametrize("kind", OWN)
def test_rings_on_print_are_taken_at_once(tmp_path: Path, kind: str) -> None:
    """Whatever the layout, the first “Continue” leads on."""
    step = make_step(tmp_path, kind, OWN[kind])
    go_on(step)
    assert step.done


ASTRAY: dict[str, tuple[str, Wanted]] = {
    "a column too many": (
        "hexagons",
        Wanted(points=(*[(65.0 + 90 * n, 70.0) for n in range(4)],
                       *[(110.0 + 90 * n, 153.0) for n in range(3)],
                       *[(65.0 + 90 * n, 237.0) for n in range(4)], (30.0, 20.0))),
    ),
    "the grid of the first page": ("points", Wanted(grid=(8, 8))),
    "a track round it": ("grid", Wanted(track=40)),
}  # fmt: skip


@pytest.mark.parametrize("name", ASTRAY)
def test_rings_on_nothing_are_told_once(tmp_path: Path, name: str) -> None:
    """They turn red and the page says so; touched again without a change, it goes on."""
    step = make_step(tmp_path, *ASTRAY[name])
    go_on(step)
    assert not step.done
    assert "lie on nothing that is printed" in read(step)
    go_on(step)
    assert step.done


@pytest.mark.parametrize("find", ["find_beside_print", "find_between_print"])
def test_rings_beside_their_print_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, find: str
) -> None:
    """The page says so; touched again without a change, it goes on."""
    monkeypatch.setattr(unprinted, find, lambda *_, **__: frozenset({"a1"}))
    step = make_step(tmp_path, "grid", OWN["grid"])
    go_on(step)
    assert not step.done
    assert "beside their print" in read(step)
    go_on(step)
    assert step.done


FINDERS = ("find_off_print", "find_beside_print", "find_between_print")


def test_the_page_goes_on_while_the_print_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stood still for most of a second: no touch was taken, and no camera watched."""
    looked = list[bool]()
    for name in FINDERS:
        find = partial(_note_where, getattr(unprinted, name), looked)
        monkeypatch.setattr(unprinted, name, find)
    step = make_step(tmp_path, "grid", OWN["grid"])
    go_on(step)
    assert step.done
    assert (step.turned, looked) == (1, [False] * len(FINDERS))


def _note_where(find: Callable[..., frozenset[str]], looked: list[bool], *args: object,
                **more: object) -> frozenset[str]:  # fmt: skip
    looked.append(current_thread() is main_thread())
    return find(*args, **more)


@pytest.mark.parametrize("kind", ["grid", "points"])
def test_a_look_at_the_print_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Until then fingers change nothing that is being looked at; afterwards the rings are moved."""
    begun, over = Event(), Event()

    def look(*_: object) -> frozenset[str]:
        begun.set()
        assert over.wait(PATIENCE_S)
        return frozenset()

    step = make_step(tmp_path, kind, OWN[kind])
    frame, spots = step.frame(), step.teaching.spots()
    assert frame is not None
    before = read(step)
    monkeypatch.setattr(unprinted, "find_off_print", look)
    step.obey(Does("on"))
    assert begun.wait(PATIENCE_S)
    step.see(None)
    assert not step.done
    assert [does for _, does in list_keys(step)] == [Does("stop")]
    for at in (step.handles()["0"], (210.0, 300.0)):
        step.press(*frame.at(at))
        step.drag(*frame.at((at[0] + 30, at[1] + 30)))
        step.release()
    assert step.teaching.spots() == spots
    work = step.work
    step.obey(Does("stop"))
    over.set()
    wait_for(work.found if work else None)
    step.see(None)
    assert (step.done, read(step)) == (False, before)


def draw_chequers() -> tuple[Picture, list[Point]]:
    """Return a picture of a board of six by six dark and pale squares, and its corners in it."""
    wanted = Wanted(grid=(6, 6))
    board = make_board(
        "Chequers", (SIDE_MM, SIDE_MM), lay_out((SIDE_MM, SIDE_MM), wanted), {"man": MAN},
        ("space", None, 20.0),
    )  # fmt: skip
    pale = np.indices((6, 6)).sum(axis=0) % 2
    squares = np.array(((40, 60, 90), (190, 215, 225)), np.uint8)[pale]
    side_px = round(SIDE_MM * PX_PER_MM / 6)
    art = squares.repeat(side_px, axis=0).repeat(side_px, axis=1)
    return photograph(board, Renderer(board, art, PX_PER_MM, {}))


STEP_MM = SIDE_MM / 6


@pytest.mark.parametrize(
    ("away_mm", "told"),
    [((0.0, 0.0), False), ((STEP_MM / 2, 0.0), True), ((STEP_MM / 2, STEP_MM / 2), True)],
)
def test_a_layout_half_a_square_beside_is_told(away_mm: tuple[float, float], told: bool) -> None:
    """Edges and corners of squares are alike, too, and as symmetrical."""
    picture, corners = draw_chequers()
    x, y = away_mm
    design = Design(printed.board("dog"), picture, corners, size_mm=(SIDE_MM, SIDE_MM))
    design.wanted = Wanted(  # a column and a row fewer, so that none lies beside the board
        grid=(5, 5), first=(STEP_MM / 2 + x, STEP_MM / 2 + y),
        last=(4.5 * STEP_MM + x, 4.5 * STEP_MM + y),
    )  # fmt: skip
    assert bool(find_between(design)) == told


@pytest.mark.parametrize("kind", ["grid", "hexagons", "track"])
def test_places_between_their_print_are_told(kind: str) -> None:
    """A track that begins half a place farther on, and rows that lie between theirs."""
    picture, corners = photograph(*lay_own(kind))
    design = Design(printed.board("dog"), picture, corners, size_mm=(SIDE_MM, SIDE_MM))
    design.wanted = OWN[kind]
    assert not find_between(design)
    board = design.board()
    between = next(iter(design.list_between()))
    others = (design.spots(), between)
    assert find_between_print(move(board, between), design.pose(), picture, others)


def find_between(design: Design) -> frozenset[str]:
    """Return the places of a layout that lie half-way between their print."""
    others = tuple(design.list_between())
    assert design.still is not None
    return find_between_print(design.board(), design.pose(), design.still, others)


def move(board: Board, away: dict[str, Point]) -> Board:
    """Return a board on which some places lie elsewhere."""
    places = (
        msgspec.structs.replace(place, x_mm=x, y_mm=y)
        for place in board.places
        for x, y in [away.get(place.name, (place.x_mm, place.y_mm))]
    )
    return msgspec.structs.replace(board, places=tuple(places))


def see(
    board: Board,
    laid: tuple[Board, Picture, list[Point]],
    find: Callable[[Board, Pose, Picture], frozenset[str]] = find_off_print,
) -> frozenset[str]:
    """Return the places of a board that are off or beside the print, over another's picture."""
    own, picture, corners = laid
    pose = Design(own, picture, corners, size_mm=own.size_mm).pose()
    return find(board, pose, picture)


def test_single_rings_on_nothing_are_named() -> None:
    """Of a round board three spaces lie in its middle; the others are not named with them."""
    board, renderer = lay_make(MAKES[0])
    laid = (board, *photograph(board, renderer))
    x, y = (side / 2 for side in board.size_mm)
    away = {"T5": (x - 25, y - 30), "T20": (x + 25, y + 30), "T40": (x + 30, y - 20)}
    assert see(move(board, away), laid) == away.keys()


def test_fingers_that_err_are_not_told() -> None:
    """Rings that lie an eighth of their radius beside the print lie on it."""
    board, renderer = lay_own("grid")
    laid = (board, *photograph(board, renderer))
    rng = np.random.default_rng(3)
    for _ in range(4):
        away = {
            place.name: (place.x_mm + off_mm * np.cos(turn), place.y_mm + off_mm * np.sin(turn))
            for place, turn in zip(board.places, rng.uniform(0, 7, 16).tolist(), strict=True)
            for off_mm in [place.radius_mm / 8]
        }
        assert not see(move(board, away), laid)
        assert not see(move(board, away), laid, find_beside_print)


def test_images_of_rings_beside_their_print_are_named() -> None:
    """Where fingers laid out one side, and corners beside the board's shift the other."""
    board, renderer = lay_own("grid")
    laid = (board, *photograph(board, renderer))
    away = {
        place.name: (place.x_mm + 0.35 * place.radius_mm, place.y_mm)
        for place in board.places
        if place.x_mm > SIDE_MM / 2
    }
    told = see(move(board, away), laid, find_beside_print)
    assert told <= away.keys()
    assert len(told) >= len(away) / 2
