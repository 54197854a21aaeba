"""What people do to a board while its pictures are taken: nothing wrong is learnt of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.ports import Camera, Frame, Picture
from hardware.simulated.scene import Light
from hardware.simulated.things import cup
from tablet_companion.games.core import Card
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import Polygon
from tablet_companion.screen.words.wording import words
from tablet_companion.setup.checks.seen_colours import find_mixed
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.pages.showing import STOOD_S
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.parts.picture_frame import frame_points, size_of
from tablet_companion.setup.teaching.doubts import doubt_card, doubt_colours
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.setup.teaching.wanted_pictures import first_position
from tests.amounts import sampled
from tests.patience import wait_for
from tests.setup.boxed import MAKES
from tests.setup.keys import list_keys, read
from tests.setup.owner import Owner
from tests.setup.shown import make_show_step, resume_show_step

DIM = Light(brightness=0.4, gain_bgr=(0.6, 0.9, 1.1), shade_strength=0.3)


@sampled(3)
@pytest.mark.parametrize(("make", "quarters"), [(0, 2), (1, 1), (2, 3)])
def test_a_board_that_is_turned_round_is_followed(make: int, quarters: int) -> None:
    """Its nests and tracks lie on each other then, so that only its colours tell how it lies."""
    owner = Owner(MAKES[make])
    step = resume_show_step(owner)
    first, second, *_ = printed.drawings(owner.make.game)
    owner.table.bump(0, 0, 90 * quarters)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "the board that was turned is not found")
    side = owner.board.size_mm[0]
    true = owner.table.pose.project([(0, 0), (side, 0), (side, side), (0, side)])
    assert np.abs(step.teaching.corners_in(f"card_{first}") - true).max() < 3


def test_a_board_that_is_turned_before_it_is_set_out_still_waits_for_the_pieces() -> None:
    """Nests of other colours are no pieces."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner, set_out=False)
    owner.table.bump(0, 0, 90)
    owner.pass_time(6)
    owner.until(lambda: step.work is None, "the board is looked for")
    owner.pass_time(6)
    assert step.ask.name == "start", "nothing was set out"
    owner.table.set_up({name: (piece, False) for name, piece in step.ask.pieces.items()})
    owner.until(lambda: step.ask.card is not None, "the pieces are not seen")


def test_a_board_that_is_pushed_is_followed() -> None:
    """It is looked for, and its corners are noted where they are; a hand over it is waited for."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner)
    first, second, *_ = printed.drawings(owner.make.game)
    owner.table.bump(14, -9, 6)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "the board that was pushed is not found")
    side = owner.board.size_mm[0]
    true = owner.table.pose.project([(0, 0), (side, 0), (side, side), (0, side)])
    assert np.abs(step.teaching.corners_in(f"card_{first}") - true).max() < 3
    owner.table.bump(-10, 3, -2)
    owner.table.lay(second)
    owner.table.hand_in("T5")
    owner.pass_time(6)
    wait_for(step.work.found if step.work else None)
    owner.pass_time(1)
    assert step.ask.card == second, "a hand is no part of the board"
    assert "Take your hands away" in read(step)
    edges = [item.points for item in step.page().items if isinstance(item, Polygon)]
    frame = frame_points(size_of(owner.picture()), step.body, step._tracker.corners)
    assert np.abs(np.array(edges) - [frame.at(corner) for corner in true]).max() < 3
    owner.table.hand_out()
    owner.until(lambda: step.ask.card != second, "the board that was pushed is not found")
    assert not any(isinstance(item, Polygon) for item in step.page().items)


@dataclass
class OtherCamera:
    """A camera that delivers what another one sees, in its own way."""

    camera: Camera
    deliver: Callable[[Picture], Picture]

    def capture(self) -> Frame:
        """Return the next picture."""
        frame = self.camera.capture()
        return replace(frame, picture=np.ascontiguousarray(self.deliver(frame.picture)))

    def close(self) -> None:
        """Let go of the table."""


def _make_narrow(picture: Picture) -> Picture:
    """Return a picture of a camera whose pictures are four by three."""
    high, wide = picture.shape[:2]
    beside = (wide - high * 4 // 3) // 2
    return np.asarray(cv2.resize(picture[:, beside : wide - beside], (640, 480)), np.uint8)


def _make_upright(picture: Picture) -> Picture:
    """Return a picture of a camera that was turned by a quarter."""
    return np.asarray(np.rot90(picture), np.uint8)


@sampled(2)
@pytest.mark.parametrize("set_out", [False, True])
@pytest.mark.parametrize("deliver", [_make_narrow, _make_upright])
def test_another_camera_goes_on_where_the_first_was(
    deliver: Callable[[Picture], Picture], set_out: bool
) -> None:
    """Its pictures have another size, or stand upright; the board is where it is in them."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner, set_out=set_out)
    asked, whole = step.ask, size_of(owner.picture())
    owner._camera = OtherCamera(owner._camera, deliver)  # type: ignore[assignment]  # of another make
    owner._kept = None, None
    owner.table.set_up({name: (piece, False) for name, piece in asked.pieces.items()})
    if asked.card is not None:
        owner.table.lay(asked.card)
    owner.until(lambda: step.ask != asked, f"the other camera does not help: {read(step)}")
    assert size_of(step.teaching.shown[asked.name][1]) == whole


def test_nothing_is_taken_in_the_dark() -> None:
    """Neither an empty board nor pieces set out: the page says what is wrong, as for the camera."""
    owner = Owner(MAKES[0])
    day = owner.table.light
    owner.table.light = replace(day, brightness=0.02)
    step = make_show_step(owner, set_out=False)
    owner.pass_time(6)
    assert step.ask.name == "empty"
    assert "nothing but black" in read(step)
    owner.table.light = day
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    owner.table.light = replace(day, brightness=0.02)
    owner.pass_time(6)
    assert step.work is None
    assert (step.ask.name, step.doubt) == ("start", None)
    assert "nothing but black" in read(step)


def test_the_corners_are_not_set_in_the_dark() -> None:
    """The page says what is wrong, and takes the first picture in which a board can be seen."""
    owner = Owner(MAKES[0])
    day = owner.table.light
    owner.table.light = replace(day, brightness=0.02)
    step = CornersStep(owner.desk, Teaching(owner.desk.board))
    owner.open(Wizard(owner.desk, [step]))
    owner.pass_time(2)
    assert step.teaching.still is None
    assert "nothing but black" in read(step)
    owner.touch(Does("take"))
    assert step.teaching.still is not None, "who knows better goes on"
    owner.touch(Does("again"))
    owner.pass_time(1)
    assert step.teaching.still is None
    owner.table.light = day
    owner.pass_time(1)
    assert step.teaching.still is not None


def test_pieces_that_were_never_taken_off_are_asked_about() -> None:
    """All of them stand where they belong, so that nothing changes: the page has the way out."""
    owner = Owner(MAKES[0])
    start = first_position(owner.desk.game, Teaching(owner.desk.board))
    owner.table.set_up({name: (piece, False) for name, piece in start.items()})
    step = make_show_step(owner, set_out=False)
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    assert "Did they stand there before?" not in read(step), "they may only be fetched"
    owner.pass_time(STOOD_S + 2)
    assert "Did they stand there before?" in read(step)
    owner.touch(Does("bare"))
    assert step.ask.name == "empty"


def test_a_picture_that_was_taken_too_soon_is_taken_again() -> None:
    """Nobody has to take everything off again who touched “Take it now” before setting out."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner, set_out=False)
    owner.touch(Does("take", "start"))
    owner.until(lambda: step.doubt is not None, "nothing is asked")
    owner.touch(Does("again"))
    start = {name: (piece, False) for name, piece in step.ask.pieces.items()}
    owner.table.set_up(start)
    owner.until(lambda: step.ask.card is not None, "the pieces are not taken")


@sampled(2)
@pytest.mark.parametrize("before", ["start", "card"])
def test_a_cup_that_was_put_down_meanwhile_is_asked_about(before: str) -> None:
    """The places beneath it would be learnt as empty ones, once; then it may stay."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner, set_out=before == "card")
    start = {name: (piece, False) for name, piece in step.ask.pieces.items()}
    side = owner.board.size_mm[0]
    if before == "start":
        owner.table.set_up(start)
    else:
        owner.table.lay(step.ask.card or "")
    owner.table.leave(cup(side / 2, side / 5))
    owner.until(lambda: step.doubt is not None, "the cup is not noticed")
    assert "Does something lie here" in read(step)
    while step.doubt is not None:
        owner.touch(Does("keep"))
    card = step.ask.card
    owner.table.lay(card or "")
    owner.until(lambda: step.ask.card != card, "it is asked about again")


def test_a_doubt_that_was_not_answered_is_not_forgotten() -> None:
    """A page that comes between, about a stick or a full disk, has the picture taken again."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner, set_out=False)
    step.teaching.show("start", owner.picture(), step.ask.pieces)
    step._doubts = [doubt_card("2", Card("3"))]
    step.leave()
    step.enter()
    assert step.ask.name == "start"
    assert "start" not in step.teaching.shown


@sampled(2)
@pytest.mark.parametrize("make", [0, 1])
def test_pieces_in_the_places_of_another_colour_are_asked_about(make: int) -> None:
    """Else red would be learnt as blue; in their own places nothing is asked, in any light."""
    owner = Owner(MAKES[make])
    outline = owner.board, owner.fit()
    right = first_position(owner.desk.game, Teaching(owner.desk.board))
    wrong = {"red": "blue", "blue": "red"}
    for light in (Light(), DIM):
        owner.table.light = light
        owner.table.set_up({})
        pictures = [owner.picture()]
        for names in ({}, wrong):
            laid = {at: (names.get(one, one), False) for at, one in right.items()}
            owner.table.set_up(laid)
            pictures.append(owner.picture())
        empty, well, badly = pictures
        assert find_mixed(*outline, (empty, well), right) == set()
        mixed = find_mixed(*outline, (empty, badly), right)
        assert mixed == {at for at, one in right.items() if one in wrong}
    doubt = next(doubt_colours(mixed, right, badly))
    assert "mixed up" in words("en", owner.board).say(doubt.say)
    assert len({right[at] for at in doubt.places}) == 1, "rings on all nests tell nothing"
    assert Does("rings") in [does for _, does, _ in doubt.keys], "the layout's colours may be wrong"


def test_a_picture_that_was_taken_stays_unless_it_is_not_wanted() -> None:
    """Who goes back is shown it; nothing is taken by itself, and the way on leads past it."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner)
    card = step.ask.card
    empty = step.teaching.shown["empty"]
    owner.touch(Does("back"))
    owner.touch(Does("back"))
    owner.pass_time(6)
    assert step.ask.name == "empty", "the board is not empty, and was taken for it"
    assert step.teaching.shown["empty"] is empty
    owner.touch(Does("on"))
    assert step.ask.card == card, "what comes next is what was not shown yet"


def test_an_empty_board_cannot_be_left_out() -> None:
    """All that comes after is told by it: without it pictures of nothing would be taken."""
    owner = Owner(MAKES[0])
    step = make_show_step(owner, set_out=False)
    assert "skip" not in [does.what for _, does in list_keys(step)]


def test_who_comes_back_finds_what_was_shown(tmp_path: Path) -> None:
    """From the learning back and on again nothing is asked a second time; nor are rings lost."""
    owner = Owner(MAKES[0], tmp_path)
    step = resume_show_step(owner)
    owner.touch(Does("skip", step.ask.name))
    asked, shown = step.ask, set(step.teaching.shown)
    step.leave()
    step.enter()
    assert (step.ask, set(step.teaching.shown)) == (asked, shown)
    step.teaching.corners[0] = (1.0, 2.0)
    step.leave()
    step.enter()
    assert (step.ask.name, step.teaching.shown) == ("empty", {})


@sampled(2)
@pytest.mark.parametrize("brightness", [0.6, 1.25])
def test_a_lamp_that_is_switched_is_no_hand(brightness: float) -> None:
    """It is said, and what comes next is taken without a touch; nothing is taken for pieces."""
    owner = Owner(MAKES[0])
    step = resume_show_step(owner, set_out=False)
    owner.table.light = replace(owner.table.light, brightness=brightness)
    owner.pass_time(6)
    assert step.ask.name == "start", "an empty board was taken for the pieces set out"
    assert "The light changed; I go on in it. Set out the pieces" in read(step)
    owner.table.set_up({name: (piece, False) for name, piece in step.ask.pieces.items()})
    owner.table.hand_in("T5")
    owner.pass_time(6)
    assert step.ask.name == "start", "a hand is none of the light's"
    owner.table.hand_out()
    owner.until(lambda: "start" in step.teaching.shown, "the pieces are not seen in this light")
    assert "The light changed" not in read(step), "from now on this is the light"


def test_a_light_that_cannot_be_followed_leads_to_the_empty_board() -> None:
    """A lamp close to one side burns a part of it: one sentence says what to do, with its key."""
    owner = Owner(MAKES[2])
    step = resume_show_step(owner)
    owner.table.light = replace(
        owner.table.light, shade_strength=0.6, shade_deg=150, brightness=1.4
    )
    owner.pass_time(6)
    owner.until(lambda: step.work is None, "the board is looked for")
    assert "Switch it back, or show the board empty again" in read(step)
    owner.touch(Does("bare"))
    assert step.ask.name == "empty"
