"""The board of another game than the chosen one lies under the camera: it is said, not learnt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.finding.fiducials import find_fiducials
from hardware.board import Board
from hardware.ports import Frame, Picture
from hardware.simulated.render import Renderer
from tablet_companion.config import Settings
from tablet_companion.kit import printed, recognising
from tablet_companion.kit.recognising import find_other_game
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.camera_page import CameraStep
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.firststart import GameStep
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.pages.placing import PlacesStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.teaching.teaching import Teaching
from tests.amounts import sampled
from tests.conftest import Prints
from tests.setup.boxed import MAKES, Make, lay_make, lay_motley
from tests.setup.handed_over import PRINTED, finish, make_desk, touch
from tests.setup.keys import list_keys, read
from tests.setup.photograph import photograph


@pytest.fixture
def dog_picture(prints: Prints) -> Picture:
    """Return a picture of DOG's printed board."""
    kit = prints("dog")
    return photograph(kit.board, kit.renderer)[0]


@sampled(2)
@pytest.mark.parametrize("lies", PRINTED)
def test_a_printed_board_tells_whose_it_is(prints: Prints, lies: str) -> None:
    """With any other game chosen it is named; with its own, nothing is."""
    kit = prints(lies)
    picture, _ = photograph(kit.board, kit.renderer)
    found = {game: find_other_game(picture, game) for game in PRINTED}
    assert found == {game: None if game == lies else lies for game in PRINTED}


def test_a_game_with_a_broken_board_keeps_no_other_from_being_recognised(
    dog_picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody’s own game has a mistake in its board’s file; that is not this table’s trouble."""
    whole = printed._data

    def read(game: str, name: str) -> str | None:
        return "places = 3" if (game, name) == ("wink", "board.toml") else whole(game, name)

    monkeypatch.setattr(printed, "_data", read)
    recognising._list_boards.cache_clear()
    try:
        assert find_other_game(dog_picture, "agent") == "dog"
    finally:
        recognising._list_boards.cache_clear()


def test_a_few_markers_that_agree_by_chance_are_no_board(dog_picture: Picture) -> None:
    """Markers of the same numbers lie elsewhere on other boards; no camera is made of three."""
    find_fiducials(dog_picture, printed.board("dog"))
    for game in ("agent", "pocket_ops"):
        with pytest.raises(RegistrationError, match="not where the board"):
            find_fiducials(dog_picture, printed.board(game))


def test_the_camera_page_names_the_other_game(tmp_path: Path, dog_picture: Picture) -> None:
    """One touch takes that game; then the page says no more of it."""
    desk = make_desk(tmp_path, "agent")
    step = CameraStep(desk)
    wizard = Wizard(desk, [step])
    desk.platform.clock.advance(9)  # type: ignore[attr-defined]  # a manual clock
    desk.feed.frame = Frame(dog_picture, 9.0, "")
    wizard.look()
    finish(wizard)
    assert "This is the board of DOG, but Agent is chosen." in read(step)
    touch(wizard, "play")
    desk.platform.clock.advance(9)  # type: ignore[attr-defined]  # as above
    wizard.look()
    finish(wizard)
    assert desk.game.name == "dog"
    assert "is chosen" not in read(step)


def test_the_corners_of_another_games_print_are_not_asked_for(
    tmp_path: Path, dog_picture: Picture
) -> None:
    """There is no way on with it; one touch takes that game, whose board need not be taught."""
    desk = make_desk(tmp_path, "agent")
    wizard = Wizard(desk, [BoardStep(desk)])
    touch(wizard, "teach")
    assert isinstance(wizard.step, CornersStep)
    desk.feed.frame = Frame(dog_picture, 1.0, "")
    wizard.look()
    finish(wizard)
    assert "This is the board of DOG" in read(wizard.step)
    assert "on" not in [does.what for _, does in list_keys(wizard.step)]
    touch(wizard, "play")
    assert isinstance(wizard.step, BoardStep)
    assert desk.game.name == "dog"


def test_a_board_that_is_not_printed_by_us_is_asked_about(
    tmp_path: Path, dog_picture: Picture
) -> None:
    """Going on with a boxed one offers to teach it; with ours, or no board, the page is left."""
    foreign = photograph(*lay_make(MAKES[1]))[0]
    table = np.full((720, 1280, 3), 120, np.uint8)
    for lies, asks in ((foreign, True), (dog_picture, False), (table, False), (None, False)):
        desk = make_desk(tmp_path, "dog")
        wizard = Wizard(desk, [BoardStep(desk)])
        desk.feed.frame = None if lies is None else Frame(lies, 1.0, "")
        wizard.look()
        touch(wizard, "on")
        assert wizard.open == asks
        if asks:
            assert "printed board of DOG" in read(wizard.step)
            touch(wizard, "back")
            touch(wizard, "on")
            touch(wizard, "on")  # it is printed, its border cut off
            assert not wizard.open
    desk = make_desk(tmp_path, "dog")
    desk.settings = Settings(camera="", calibration=tmp_path / "mine.json")
    wizard = Wizard(desk, [BoardStep(desk)])
    desk.feed.frame = Frame(foreign, 1.0, "")
    wizard.look()
    touch(wizard, "on")
    assert not wizard.open, "it was taught"


def test_the_page_does_not_stand_still_while_a_board_is_looked_at(
    tmp_path: Path, dog_picture: Picture
) -> None:
    """It says what it does, and whoever stops it stays there; before, touches waited for it."""
    desk = make_desk(tmp_path, "dog")
    wizard = Wizard(desk, [BoardStep(desk)])
    desk.feed.frame = Frame(dog_picture, 1.0, "")
    wizard.look()
    for what in ("on", "stop"):
        box = next(box for box, does in list_keys(wizard.step) if does.what == what)
        wizard.press(*box.centre)
        assert wizard.open
        assert ("I am looking at your board" in read(wizard.step)) == (what == "on")
    assert "Which board do you play on?" in read(wizard.step)
    touch(wizard, "on")
    assert not wizard.open


def test_who_wants_none_of_the_games_is_led_to_a_new_board(tmp_path: Path) -> None:
    """Not to teach theirs as the board of a game that they turned down; a game chosen later is."""
    foreign = photograph(*lay_make(MAKES[1]))[0]
    desk = make_desk(tmp_path, "agent_dog")
    wizard = Wizard(desk, [GameStep(desk), BoardStep(desk)])
    for key, wanted in (("none", "new"), ("on", "teach")):
        touch(wizard, key)
        desk.feed.frame = Frame(foreign, 1.0, "")
        wizard.look()
        touch(wizard, "on")
        assert "printed board of Agent DOG" in read(wizard.step)
        assert [does.what for _, does in list_keys(wizard.step)] == ["back", "on", wanted]
        for _ in range(2):
            touch(wizard, "back")


def propose(desk: Desk, board: Board, renderer: Renderer, missed: float = 0.0) -> Teaching:
    """Return a board that is taught as far as its rings, which are as they were proposed.

    One of its corners was missed by this share of a side, across and down.
    """
    picture, corners = photograph(board, renderer)
    beside = missed * np.hypot(*np.subtract(corners[1], corners[0]))
    corners[2] = corners[2][0] - beside, corners[2][1] - beside
    teaching = Teaching(desk.board, picture, corners, size_mm=board.size_mm)
    laid = teaching.propose()
    teaching.found = teaching.is_printed(laid)
    teaching.lay(laid)
    return teaching


def place(desk: Desk, teaching: Teaching) -> Wizard:
    """Return the page of the rings, after that of the game."""
    wizard = Wizard(desk, [GameStep(desk), PlacesStep(desk, teaching)])
    touch(wizard, "on")
    assert isinstance(wizard.step, PlacesStep)
    return wizard


def test_a_boxed_board_of_another_game_is_said(tmp_path: Path) -> None:
    """It is said at once, and asked about before it is taken; the answer may be another game.

    Spaces that are hardly to be seen on the print are no reason to stop anybody who knows better.
    """
    desk = make_desk(tmp_path, "dog")
    teaching = propose(desk, *lay_motley())
    wizard = place(desk, teaching)
    assert "I do not find the spaces of DOG here" in read(wizard.step)
    touch(wizard, "on")
    assert "Is this the board of DOG?" in read(wizard.step)
    touch(wizard, "stay")
    assert "I do not find the spaces of DOG here" in read(wizard.step)
    touch(wizard, "on")
    touch(wizard, "choose")
    assert isinstance(wizard.step, GameStep)
    wizard = place(desk, teaching)
    touch(wizard, "on")
    touch(wizard, "keep")
    assert not wizard.open


def test_another_game_chosen_at_the_rings_keeps_the_corners(tmp_path: Path) -> None:
    """It is the same board: picture, corners and size are there again, and nothing is asked."""
    desk = make_desk(tmp_path, "agent")
    teaching = propose(desk, *lay_make(MAKES[0]))
    wizard = place(desk, teaching)
    touch(wizard, "on")
    touch(wizard, "choose")
    desk.kept.write("agent", "PlacesStep", teaching)
    desk.choose(MAKES[0].game)
    wizard = Wizard(desk, [BoardStep(desk)])
    touch(wizard, "teach")
    assert isinstance(wizard.step, CornersStep)
    now = wizard.step.teaching
    assert now is not teaching
    assert now.own.name == desk.board.name
    assert (now.still, now.corners, now.size_mm) == (
        teaching.still,
        teaching.corners,
        teaching.size_mm,
    )


def test_a_corner_beside_the_print_is_asked_about_before_anything_is_shown(tmp_path: Path) -> None:
    """One touch puts it where the print has it, or leads back to it; who trusts it goes on."""
    desk = make_desk(tmp_path, MAKES[0].game)
    teaching = propose(desk, *lay_make(MAKES[0]), missed=0.008)
    right = photograph(*lay_make(MAKES[0]))[1]
    side = np.hypot(*np.subtract(right[1], right[0]))
    for answer in ("corners", "keep", "there"):
        steps = [GameStep(desk), CornersStep(desk, teaching), PlacesStep(desk, teaching)]
        wizard = Wizard(desk, steps)
        for _ in range(3):
            touch(wizard, "on")
        assert re.search(r"The corners lie up to \d+ mm beside where the print", read(wizard.step))
        touch(wizard, answer)
        finish(wizard)
        assert isinstance(wizard.step, CornersStep) if answer == "corners" else not wizard.open
    assert not teaching.measure_missed_mm()
    off = np.linalg.norm(np.subtract(teaching.corners, right), axis=1)
    assert np.ptp(off) < 0.003 * side, "all may lie as far out, as the rings do"


SETTLED_MM: Final = 5.0
"""From so far off, “Fit to the print” draws rings onto it."""


@sampled(3)
@pytest.mark.parametrize("make", MAKES, ids=lambda make: make.name)
def test_the_right_boxed_board_is_not_asked_about(tmp_path: Path, make: Make) -> None:
    """Not even before its rings were dragged anywhere; those of its nests lie on its nests."""
    desk = make_desk(tmp_path, make.game)
    teaching = propose(desk, *lay_make(make))
    nests, laid = (
        np.array([(place.x_mm, place.y_mm) for place in board.places if place.kind == "nest"])
        for board in (lay_make(make)[0], teaching.board())
    )
    apart_mm = np.linalg.norm(nests[:, None] - laid[None], axis=2).min(axis=1)
    assert apart_mm.max() < SETTLED_MM, apart_mm
    wizard = place(desk, teaching)
    assert "I do not find" not in read(wizard.step)
    touch(wizard, "on")
    assert not wizard.open
