"""A board of another make is taught by touch: how it is laid out, what is learnt of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from calibration.taught.model import read_calibration
from hardware.boardfile import read_board
from hardware.simulated.render import Renderer
from tablet_companion.config import TAUGHT, taught_folder
from tablet_companion.games.core import Message
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.setup.checks.change_detection import BareBoard
from tablet_companion.setup.checks.seen_colours import find_direction, look_at_print, read_sides
from tablet_companion.setup.geometry.sketch import Plan, Shape, sketch_dog
from tablet_companion.setup.pages.outline import CornersStep, SizeStep
from tablet_companion.setup.pages.placing import PlacesStep
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.teaching import Teaching
from tests.conftest import Prints
from tests.setup import boxed
from tests.setup.owner import Owner
from tests.setup.photograph import photograph
from tests.setup.shown import resume_show_step, show_both

SIZE = (400.0, 400.0)
FOUR = ("red", "blue", "green", "yellow")


@pytest.mark.parametrize("game", ["dog", "agent_dog"])
def test_play_goes_round_as_the_game_says(game: str) -> None:
    """Nobody sees on a print which way; laid out the other way, every move would be refused."""
    teaching = Teaching(printed.board(game))
    turns = []
    for laid in (teaching.lay_own(), teaching.lay_out()):
        track = laid[1].points[:64]
        (x, y), (to_x, to_y) = track.T, np.roll(track, -1, axis=0).T
        turns.append(bool((x * to_y - to_x * y).sum() > 0))
    assert turns[0] == turns[1]


def test_the_colours_of_a_print_tell_which_way_round_it_is() -> None:
    """Laid out the other way, they are against it, by a lamp, too; grey ones tell nothing."""
    own, (board, renderer) = printed.board("dog"), boxed.lay_make(boxed.MAKES[0])
    picture, corners = photograph(board, renderer)
    pose = Teaching(own, picture, corners, size_mm=board.size_mm).pose()
    spots = {place.name: (430 - place.x_mm, place.y_mm) for place in board.places}
    lamp = (picture * np.array([0.4, 0.6, 0.8])).astype(np.uint8)
    grey = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    for shown, way in ((picture, {-1}), (lamp, {-1}), (grey, set[int]())):
        sides = read_sides(own, spots, look_at_print(shown, pose, board.size_mm))
        assert {find_direction(each) for each in sides} == way


@pytest.mark.parametrize("coloured", [True, False])
def test_starts_are_where_they_are_printed_in_colour(coloured: bool) -> None:
    """Two spaces past the middle of a side they were laid out in the middle all the same."""
    board, ground = (
        boxed.make_board(boxed.MAKES[2]),
        boxed.draw_ground(boxed.MAKES[2], boxed.make_board(boxed.MAKES[2])),
    )
    if not coloured:
        spaces = [p for p in board.places if p.kind == "start"]
        plain = [msgspec.structs.replace(place, colour=None) for place in spaces]
        bare = msgspec.structs.replace(board, places=tuple(plain))
        boxed.draw_places(boxed.MAKES[2], bare, ground, boxed.COLOURS_BGR)
    picture, corners = photograph(board, Renderer(board, ground, boxed.PX_PER_MM, {}))
    teaching = Teaching(printed.board("dog"), picture, corners, size_mm=board.size_mm)
    plan, *_ = teaching.propose()
    assert plan is not None
    assert plan.start == (boxed.MAKES[2].plan.start if coloured else 0)


def test_colours_in_an_order_that_the_game_has_not_are_told(tmp_path: Path) -> None:
    """The page says to go by the rings; before, not a word was said of it."""
    make = boxed.MAKES[1]
    board, ground = boxed.make_board(make), boxed.draw_ground(make, boxed.make_board(make))
    inks = boxed.COLOURS_BGR | {
        "blue": boxed.COLOURS_BGR["green"],
        "green": boxed.COLOURS_BGR["blue"],
    }
    for shown, told in ((boxed.COLOURS_BGR, False), (inks, True)):
        boxed.draw_places(make, board, ground, shown)
        picture, corners = photograph(board, Renderer(board, ground, boxed.PX_PER_MM, {}))
        teaching = Teaching(printed.board(make.game), picture, corners, size_mm=board.size_mm)
        teaching.lay(teaching.propose())
        step = PlacesStep(Owner(make, tmp_path).desk, teaching)
        assert ("in another order" in str(step.page())) == told


def test_a_printed_board_that_has_no_plan_is_laid_out_as_it_is(prints: Prints) -> None:
    """Its sides are none of ours; the page leads from it to the plans, and back."""
    kit = prints("dog")
    picture, corners = photograph(kit.board, kit.renderer)
    teaching = Teaching(kit.board, picture, corners, size_mm=kit.board.size_mm)
    laid = teaching.propose()
    assert laid[0] is None
    assert teaching.is_printed(laid)
    teaching.lay(laid)
    step = PlacesStep(Owner(boxed.MAKES[0]).desk, teaching)
    shapes = set()
    for _ in range(5):
        step.obey(Does("shape"))
        shapes.add(teaching.plan and teaching.plan.shape)
    assert shapes == {None, *Shape}
    assert teaching.plan is None


def test_an_oblong_board_is_laid_out_as_quickly(tmp_path: Path) -> None:
    """Its track is stretched as it is, and its nests are found in rows."""
    owner = Owner(boxed.OBLONG, tmp_path)
    while not isinstance(owner.wizard.step, ShowStep):
        owner.do(owner.wizard.step)
    assert owner.touches + owner.drags <= 23, (owner.touches, owner.drags)
    truth, board = owner.board.by_name, owner.teaching.board()
    off = [
        np.hypot(place.x_mm - truth[place.name].x_mm, place.y_mm - truth[place.name].y_mm)
        for place in board.places
    ]
    assert max(off) < 2.7, max(off)  # the lens bends 1.7 of it


def test_nests_of_any_form_are_laid_out(tmp_path: Path) -> None:
    """Where they are neither squares nor rows, each spot has a handle of its own."""
    owner = Owner(boxed.ZIGZAG, tmp_path)
    while not isinstance(owner.wizard.step, ShowStep):
        owner.do(owner.wizard.step)
    truth = boxed.make_board(boxed.ZIGZAG).by_name
    for place in owner.teaching.board().places:
        there = truth[place.name]
        assert np.hypot(place.x_mm - there.x_mm, place.y_mm - there.y_mm) < 2.5, place.name
    assert owner.touches + owner.drags <= 24


def test_no_print_is_taken_for_that_of_two_places() -> None:
    """A row over a nest in a zigzag shrank to a heap on one of its spots."""
    owner = Owner(boxed.ZIGZAG)
    teaching = Teaching(owner.desk.board, owner.picture(), size_mm=boxed.ZIGZAG.sides_mm)
    board = np.array([(0, 0), (460, 0), (460, 460), (0, 460)])
    teaching.corners = [(x, y) for x, y in owner.fit().project(board).tolist()]
    teaching.lay((boxed.ZIGZAG.plan, boxed.true_sketch(boxed.ZIGZAG), boxed.ZIGZAG.radius_mm))
    teaching.replan(replace(boxed.ZIGZAG.plan, apart=False, rows=True))
    assert teaching.sketch is not None
    middle, last = teaching.sketch.handles[-3:-1].mean(axis=0), len(teaching.sketch.handles) - 2
    for off, half in (((4, -4), (8, 8)), ((4, 4), (0, 8)), ((-4, 4), (0, 8))):
        ends = [tuple(middle + np.array(off) + np.array(half) * way) for way in (-1, 1)]
        teaching.sketch = teaching.sketch.moved(last - 1, ends[0]).moved(last, ends[1])
        one, other = teaching.settle().handles[-3:-1]
        assert np.linalg.norm(one - other) > 12, off


@pytest.mark.parametrize("alike", [True, False])
def test_spots_get_handles_of_their_own_where_they_are(alike: bool) -> None:
    """Nothing moves, whoever sits where; the two ends stay when they are given up again."""
    teaching = Teaching(printed.board("dog"))
    for rows in (False, True):
        plan = Plan(Shape.CROSS, turned=1, nest=2, mirrored=True, rows=rows, alike=alike)
        teaching.lay((plan, sketch_dog(plan, SIZE, FOUR), 7.0))
        assert teaching.sketch is not None
        points = teaching.sketch.points
        for one in (replace(plan, rows=False, apart=True), plan):
            teaching.replan(one)
            assert np.allclose(teaching.sketch.points, points, atol=1e-6)


def test_the_height_follows_the_width_until_it_is_told(tmp_path: Path) -> None:
    """Of an oblong board as of a square one; it is not changed once somebody has measured it."""
    owner = Owner(boxed.OBLONG, tmp_path)
    owner.do(owner.wizard.step)
    sizes = []
    for does in (("width", 10.0), ("width", 90.0), ("height", 20.0), ("width", 10.0)):
        owner.wizard.step.obey(Does(*does))
        sizes.append(owner.teaching.size_mm)
    assert sizes == [(410, 330), (500, 400), (500, 420), (510, 420)]


def test_rings_on_one_another_lead_nowhere() -> None:
    """A row that was squeezed together says so; nothing is dragged that is being settled."""
    owner = Owner(boxed.MAKES[0])
    teaching = Teaching(owner.desk.board, owner.picture())
    teaching.corners = [(320.0, 30.0), (960.0, 30.0), (960.0, 670.0), (320.0, 670.0)]
    teaching.lay(teaching.lay_out())
    step = PlacesStep(owner.desk, teaching)
    step.obey(Does("on"))
    assert step.trouble is None
    step.stop()
    assert teaching.sketch is not None
    step.move("2", step.handles()["1"])
    step.done = False
    step.obey(Does("on"))
    assert not step.done
    assert step.trouble == Message("Two places lie on one another. Drag them apart.")
    step.start(lambda: teaching.sketch, lambda _: None)
    frame = step.frame()
    assert frame is not None
    step.press(*frame.at(step.handles()["0"]))
    assert step.held is None


def test_ticks_are_for_all_four_sides() -> None:
    """A touch makes a space a hole on every side, more touches a meeting point and a space."""
    teaching = Teaching(printed.board("agent_dog"))
    was = teaching.kind_of("T5")
    for _ in range(3):
        teaching.change_kind("T5")
        assert len({teaching.kind_of(f"T{5 + 16 * side}") for side in range(4)}) == 1
    assert teaching.kind_of("T5") == was
    teaching.change_kind("T0")
    assert teaching.kind_of("T0") == "start"


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Owner:
    """Return somebody who has taught a round board of another make, its cards left out."""
    found = Owner(boxed.MAKES[0], tmp_path_factory.mktemp("taught"), cards=1)
    found.teach()
    return found


def test_a_board_is_taught_in_few_touches(owner: Owner) -> None:
    """Under ten minutes, and within fourteen touches besides those that leave cards out.

    Its colours run the other way than on the game's own board, and were found so.
    """
    left_out = len(printed.drawings(owner.make.game)) - 1
    assert owner.touches + owner.drags - left_out <= 14
    assert owner.minutes < 10


def test_the_places_are_where_they_are_printed(owner: Owner) -> None:
    """Every place is within a third of a space of the truth, and the game can be played on it."""
    folder = taught_folder(owner.make.game, owner.desk.platform.folder)
    board = read_board(folder / "board.toml")
    areas_of(board, owner.make.game)
    truth = boxed.make_board(owner.make).by_name
    off = [
        np.hypot(place.x_mm - truth[place.name].x_mm, place.y_mm - truth[place.name].y_mm)
        for place in board.places
        if place.kind != "nest"  # whose spots may be counted in another order
    ]
    assert max(off) < 2.5, max(off)


def test_what_was_taught_can_be_read(owner: Owner) -> None:
    """The calibration is where the program looks, and nothing it was taught with is doubtful."""
    folder = taught_folder(owner.make.game, owner.desk.platform.folder)
    found = read_calibration(folder / TAUGHT)
    assert found.board.size_mm == (owner.make.size_mm, owner.make.size_mm)
    assert list(found.faces_png) == [next(iter(printed.drawings(owner.make.game)))]


@pytest.fixture(scope="module")
def bare() -> tuple[Owner, BareBoard]:
    """Return somebody at an empty board, and the board as it was."""
    owner = Owner(boxed.MAKES[0])
    return owner, BareBoard.of(owner.board, owner.fit(), owner.picture())


def test_a_hand_is_waited_for(bare: tuple[Owner, BareBoard]) -> None:
    """A hand that rests over the edge is no position; pieces and a card inside are none."""
    owner, was = bare
    owner.table.set_up({"red.N1": ("red", False), "T0": ("red", False)})
    owner.table.lay(next(iter(printed.drawings(owner.make.game))))
    assert not was.has_hand(owner.picture())
    assert was.has_card(owner.picture())
    assert was.find_filled(owner.picture(), ["red.N1", "T0", "T1", "blue.N1"]) == {"red.N1", "T0"}
    owner.table.hand_in("blue.N1")
    assert was.has_hand(owner.picture())
    owner.table.hand_out()


def test_a_card_that_lies_exactly_on_another_is_noticed() -> None:
    """Even if it is an eight on a three, whose faces hardly differ; the same one again is not."""
    shots = []
    for card in ("3", "8", "3"):
        owner = Owner(boxed.MAKES[0])  # the same table, to the hair
        owner.table.lay(card)
        shots.append(owner.picture())
    before = BareBoard.of(owner.board, owner.fit(), shots[0])
    assert [before.has_card(shot) for shot in shots[1:]] == [True, False]


def test_a_pile_that_was_taken_away_is_no_card() -> None:
    """The card before is lifted off: nothing is taken until another one lies there."""
    owner = Owner(boxed.MAKES[0])
    step = resume_show_step(owner)
    first, second, *_ = printed.drawings(owner.make.game)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "the first card is not taken")
    owner.table.clear_pile()
    owner.pass_time(6)
    assert step.ask.card == second
    owner.table.lay(second)
    owner.until(lambda: step.ask.card not in (first, second), "the second card is not taken")


@pytest.mark.parametrize(("off", "stays"), [(2.0, True), (60.0, False)])
def test_a_corner_that_was_touched_in_passing_costs_nothing(off: float, stays: bool) -> None:
    """Going back to look, a finger moves a ring: what was chosen, told and shown stays.

    The corner is moved in the pictures, too. One that was set elsewhere begins another outline.
    """
    owner = Owner(boxed.MAKES[2])
    teaching = show_both(owner)
    teaching.outlined, teaching.left_out = list(teaching.corners), {"card_2"}
    shown = set(teaching.shown)
    teaching.size_mm = told = (teaching.size_mm[0], teaching.size_mm[1] + 1)
    pages = (CornersStep, SizeStep, PlacesStep, ShowStep)
    owner.open(Wizard(owner.desk, [page(owner.desk, teaching) for page in pages]))
    corners = owner.wizard.step
    assert isinstance(corners, CornersStep)
    frame, (x, y) = corners.frame(), teaching.corners[1]
    assert frame is not None
    owner.pull(frame.at((x, y)), frame.at((x - off, y)))
    owner.touch(Does("on"))
    if not stays:
        owner.touch(Does("keep"))  # the edge is seen elsewhere
    assert (teaching.size_mm == told) == stays
    if stays:
        owner.touch(Does("on"))
        owner.until(lambda: isinstance(owner.wizard.step, PlacesStep), "it works on")
        assert teaching.plan == owner.make.plan
    assert teaching.follow_outline() == stays
    assert set(teaching.shown) == (shown if stays else set())
    assert teaching.left_out == ({"card_2"} if stays else set())
    for line, _ in teaching.shown.values():
        assert np.allclose(line["corners"][1], (x - off, y), atol=0.1)
