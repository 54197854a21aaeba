"""A board that was shown is learnt; where it stays doubtful, one more picture is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from calibration.taught.model import Calibration
from hardware.errors import CompanionError
from tablet_companion.config import TAUGHT, taught_folder
from tablet_companion.games.core import Message
from tablet_companion.kit import printed
from tablet_companion.setup.pages import learning, left
from tablet_companion.setup.pages.learning import LearnStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.teaching import Teaching
from tests.amounts import sampled
from tests.patience import wait_for
from tests.setup.boxed import MAKES
from tests.setup.keys import list_keys, read
from tests.setup.owner import Owner
from tests.setup.shown import see_corners, show_both


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Owner:
    """Return somebody whose board is learnt at once, one of its places being doubtful."""
    owner = Owner(MAKES[0], tmp_path)
    taught_folder(owner.make.game, tmp_path).mkdir(parents=True)
    monkeypatch.setattr(left, "learn", lambda *_: printed.calibration(owner.make.game))
    monkeypatch.setattr(learning, "find_doubtful", lambda *_: frozenset({"T5"}))
    return owner


def open_step(owner: Owner, teaching: Teaching) -> LearnStep:
    """Return the page, once the board is learnt."""
    step = LearnStep(owner.desk, teaching)
    owner.open(Wizard(owner.desk, [step]))
    owner.wait(step)
    return step


@sampled(2)
@pytest.mark.parametrize("degrees", [6, 90])
def test_one_more_picture_is_taken_of_a_board_that_was_turned(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, degrees: float
) -> None:
    """Not before it was turned, nor while it moves; what is doubtful is then asked again.

    By a quarter it looks nearly the same, and its colours would be learnt in each other's places.
    """
    teaching, learnt = show_both(owner), []

    def learn_again(shown: Teaching, *_: object) -> Calibration:
        learnt.append(sorted(shown.shown))
        return printed.calibration(owner.make.game)

    monkeypatch.setattr(left, "learn", learn_again)
    unsure = iter([frozenset({"T5"}), frozenset()])
    monkeypatch.setattr(learning, "find_doubtful", lambda *_: next(unsure))
    step = open_step(owner, teaching)
    assert step.doubtful == {"T5"}
    owner.touch(Does("more"))
    owner.pass_time(5)
    assert len(learnt) == 1, "a board that nobody has turned shows nothing new"
    owner.table.bump(3.0, -2.0, degrees)
    owner.until(lambda: len(learnt) > 1, "the board that was turned is not found")
    owner.wait(step)
    assert learnt == [["empty", "start"], ["again_1", "empty", "start"]]
    assert np.abs(teaching.corners_in("again_1") - np.array(see_corners(owner))).max() < 3
    assert [does.what for _, does in list_keys(step)] == ["back", "on"]
    kept = owner.desk.kept.read()
    assert kept is not None
    assert "again_1" in kept.teaching.shown, "a pulled plug costs it"


def test_one_more_picture_is_taken_although_the_empty_one_is_lost(owner: Owner) -> None:
    """A harmed file of the empty board ends nothing: the board counts as unturned."""
    teaching = show_both(owner)
    del teaching.shown["empty"]
    open_step(owner, teaching)
    owner.touch(Does("more"))
    owner.table.bump(3.0, -2.0, 6.0)
    owner.until(lambda: "again_1" in teaching.shown, "the picture is not taken")


def test_no_picture_more_is_taken_in_the_dark_or_of_a_hand(owner: Owner) -> None:
    """The page says what is wrong; who knows better takes it by hand."""
    step = open_step(owner, show_both(owner))
    owner.touch(Does("more"))
    day = owner.table.light
    owner.pass_time(2)
    owner.table.light = replace(day, brightness=0.02)
    owner.table.bump(3.0, -2.0, 6.0)
    owner.pass_time(4)
    assert "nothing but black" in read(step)
    owner.table.light = day
    owner.table.hand_in("T5")
    owner.pass_time(3)
    owner.until(lambda: step.work is None, "the board is looked for")
    assert "Take your hands away" in read(step)
    assert "again_1" not in step.teaching.shown
    owner.touch(Does("take"))
    owner.until(lambda: "again_1" in step.teaching.shown, "what is wanted is not taken")


def test_learning_that_nobody_waits_for_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who goes back in the middle plays on the board that was there before."""
    owner = Owner(MAKES[0], tmp_path)
    monkeypatch.setattr(left, "learn", lambda *_: printed.calibration(owner.make.game))
    monkeypatch.setattr(learning, "find_doubtful", lambda *_: frozenset())
    step = LearnStep(owner.desk, Teaching(owner.desk.board))
    owner.open(Wizard(owner.desk, [step]))
    work = step.work
    assert work is not None
    step.obey(Does("back"))
    step.leave()
    wait_for(work.found)
    step.see(None)
    assert not (taught_folder(owner.make.game, tmp_path) / TAUGHT).exists()


def test_a_camera_that_is_pulled_out_is_said_while_one_more_picture_is_waited_for(
    owner: Owner,
) -> None:
    """And the last picture that it sent is no picture of the board that was turned."""
    step = open_step(owner, Teaching(owner.desk.board))
    owner.touch(Does("more"))
    owner.pass_time(1)
    assert Does("take") in [does for _, does in list_keys(step)]
    trouble = Message("The camera is unplugged; plug it in again.")
    owner.desk.feed.frame, owner.desk.feed.trouble = None, trouble
    owner.wizard.look()
    assert Does("take") not in [does for _, does in list_keys(step)]
    shown = read(step)
    assert "unplugged" in shown


@pytest.mark.parametrize("name", ["write_calibration", "replace_folder"])
def test_a_board_that_could_not_be_saved_is_learnt_again_at_a_touch(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Once there is room on the disk; no picture has to be shown or looked at again."""
    folder = taught_folder(owner.make.game, owner.desk.platform.folder)
    with monkeypatch.context() as full:
        full.setattr(left, name, Mock(side_effect=CompanionError("The disk is full.")))
        step = open_step(owner, Teaching(owner.desk.board))
        assert step.trouble is not None
        assert step.found is None
        assert not list(folder.iterdir())
    owner.touch(Does("try"))
    owner.wait(step)
    assert step.trouble is None
    assert (folder / TAUGHT).is_file()


@pytest.mark.parametrize("answer", ["keep", "bare"])
def test_a_piece_that_seems_to_be_left_on_the_empty_board_is_asked_about(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """One touch goes on with the board as it is, the other asks for the empty board again."""

    def find_left(_: Teaching, __: Path, ___: object, note: Callable[[list[str]], None]) -> Any:
        note(["T7"])
        return printed.calibration(owner.make.game)

    monkeypatch.setattr(left, "learn", find_left)
    step = open_step(owner, show_both(owner))
    assert "Was the board empty?" in read(step)
    assert {does.what for _, does in list_keys(step)} == {"back", "bare", "keep"}
    step.obey(Does(answer))
    assert step.done == (answer == "bare")
    assert ("empty" in step.teaching.shown) == (answer == "keep")
    assert "Was the board empty?" not in read(step)
