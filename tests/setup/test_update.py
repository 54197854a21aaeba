"""A newer version is offered in the set-up, begun by one touch, and its end is told."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.updates import Outcome, Updates
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import Text
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.pages.firststart import GameStep, LanguageStep
from tablet_companion.setup.pages.route import plan_steps
from tablet_companion.setup.pages.update import UpdateStep
from tablet_companion.setup.pages.wizard import STICK_S, Wizard
from tablet_companion.setup.pages.work import SlowStep
from tablet_companion.setup.parts.pageparts import Does
from tests.expected import present
from tests.patience import wait_for
from tests.setup.keys import list_keys, no_camera

BOARD = printed.board("dog")


def desk(room: Path, systemd: str) -> Desk:
    """Return a set-up on a machine whose ``systemctl`` does this."""
    command = room / "systemctl"
    command.write_text(f"#!/bin/sh\n{systemd}\n")
    command.chmod(0o755)
    updates = Updates(room, (str(command),))
    platform = SetupPlatform(ManualClock(), no_camera, folder=room, updates=updates)
    return Desk(Settings(), room / "settings.toml", games.load("dog"), BOARD, platform)


def offered(desk: Desk) -> UpdateStep | None:
    """Return the page of the update, None if the set-up leaves it out."""
    return next((step for step in plan_steps(desk) if isinstance(step, UpdateStep)), None)


def keys(step: UpdateStep) -> list[str]:
    """Return what the page's keys do."""
    return [does.what for _, does in list_keys(step)]


def test_without_a_stick_there_is_no_such_page(tmp_path: Path) -> None:
    """Nobody is asked about what is not there."""
    assert offered(desk(tmp_path, "exit 0")) is None


def test_a_touch_begins_it(tmp_path: Path) -> None:
    """From then on no key interferes; systemd ends the program."""
    (tmp_path / "version").write_text("1.6")
    step = present(offered(desk(tmp_path, f'echo "$@" >"{tmp_path}/asked"')))
    assert keys(step) == ["back", "on", "update"]
    step.obey(Does("update"))
    assert (tmp_path / "asked").read_text() == "tablet-companion-update.service\n"
    assert keys(step) == []
    # A damaged package is not installed, and this program goes on.
    (tmp_path / "result").write_text("failed")
    (tmp_path / "version").unlink()
    assert keys(step) == ["back", "on"], "the page can never be left"
    step.obey(Does("back"))
    step.enter()
    (tmp_path / "version").write_text("1.7")
    assert "update" in keys(step), "the next stick is offered"


def test_the_page_says_that_nobody_signed_it(tmp_path: Path) -> None:
    """People can compare the beginning of its checksum with that of the package they wanted."""
    (tmp_path / "version").write_text("1.6")
    (tmp_path / "fingerprint").write_text("89ab cdef 0123 4567 \n")
    step = present(offered(desk(tmp_path, "exit 0")))
    written = " ".join(one.text for one in step.page().items if isinstance(one, Text))
    assert "It is not signed" in written
    assert "89ab cdef 0123 4567." in written


def test_a_refused_update_can_be_left(tmp_path: Path) -> None:
    """The page stays, says so, and all its keys are there."""
    (tmp_path / "version").write_text("1.6")
    step = present(offered(desk(tmp_path, "exit 1")))
    before = step.page()
    step.obey(Does("update"))
    assert step.page() != before
    assert keys(step) == ["back", "on", "update"]


@pytest.mark.parametrize("outcome", list(Outcome))
def test_what_became_of_it_is_told(tmp_path: Path, outcome: str) -> None:
    """After the start that follows, the page says it and leads on."""
    (tmp_path / "result").write_text(outcome)
    step = present(offered(desk(tmp_path, "exit 0")))
    step.obey(Does("on"))
    assert step.done


def test_a_stick_that_is_plugged_in_meanwhile_is_offered_at_once(tmp_path: Path) -> None:
    """Whichever way its page is left, the one that it came upon is open again; it comes once."""
    at_desk = desk(tmp_path, "exit 0")
    for left in ("on", "back"):
        wizard = Wizard(at_desk, [LanguageStep(at_desk), GameStep(at_desk), BoardStep(at_desk)])
        wizard.step.obey(Does("on"))
        wizard.look()
        (tmp_path / "version").write_text("1.6")
        pass_time(wizard)
        assert isinstance(wizard.step, UpdateStep)
        assert "update" in keys(wizard.step)
        wizard.step.obey(Does(left))
        pass_time(wizard)
        assert isinstance(wizard.step, GameStep)
        pass_time(wizard)
        assert isinstance(wizard.step, GameStep), "it is offered again and again"
        (tmp_path / "version").unlink()


@pytest.mark.parametrize("outcome", [Outcome.DAMAGED, Outcome.NO_ROOM, Outcome.NOT_NEWER])
def test_a_stick_whose_update_cannot_be_offered_is_told_of(
    tmp_path: Path, outcome: Outcome
) -> None:
    """Plugged in while a page is open, it has to be said why no offer comes.

    Once told, the page is open again; the same stick plugged in once more is told of again.
    """
    at_desk = desk(tmp_path, "exit 0")
    wizard = Wizard(at_desk, [LanguageStep(at_desk), GameStep(at_desk)])
    for _ in range(2):
        (tmp_path / "result").write_text(outcome)
        pass_time(wizard)
        assert isinstance(wizard.step, UpdateStep)
        wizard.step.obey(Does("back"))
        pass_time(wizard)
        assert isinstance(wizard.step, LanguageStep)
        (tmp_path / "result").unlink()
        pass_time(wizard)
        assert isinstance(wizard.step, LanguageStep), "there is nothing to tell"


def test_a_page_that_works_is_not_interrupted(tmp_path: Path) -> None:
    """A board that is being learnt would be learnt again; the stick is offered afterwards."""
    at_desk, over = desk(tmp_path, "exit 0"), threading.Event()
    step = SlowStep(at_desk)
    wizard = Wizard(at_desk, [step])
    step.start(over.wait, lambda _: None)
    (tmp_path / "version").write_text("1.6")
    pass_time(wizard)
    assert wizard.step is step
    over.set()
    wait_for(step.work.found if step.work else None)
    pass_time(wizard)
    assert isinstance(wizard.step, UpdateStep)


def pass_time(wizard: Wizard) -> None:
    """Let a second pass."""
    wizard.desk.platform.clock.advance(STICK_S)  # type: ignore[attr-defined]  # a manual clock
    wizard.look()
