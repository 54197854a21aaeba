"""A plug pulled while a board is taught costs one step: what was told and shown is there again."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest

from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.games.core import Card
from tablet_companion.kit import printed
from tablet_companion.setup.geometry.layouts import Wanted
from tablet_companion.setup.geometry.sketch import Plan, Shape
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.designing import DesignStep
from tablet_companion.setup.pages.desk import Desk, SetupPlatform, Step
from tablet_companion.setup.pages.firststart import LanguageStep
from tablet_companion.setup.pages.learning import LearnStep
from tablet_companion.setup.pages.outline import CornersStep, SizeStep
from tablet_companion.setup.pages.placing import PlacesStep
from tablet_companion.setup.pages.resuming import ResumeStep
from tablet_companion.setup.pages.route import plan_steps
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wizard import KEPT_S, Wizard
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching import doubts
from tablet_companion.setup.teaching.design import Design
from tablet_companion.setup.teaching.kept import KeptTeaching
from tablet_companion.setup.teaching.teaching import Teaching
from tests.setup.boxed import MAKES
from tests.setup.handed_over import no_camera
from tests.setup.keys import list_keys, read, touch
from tests.setup.owner import Owner
from tests.setup.shown import make_show_step

Taught = TypeVar("Taught", bound=Teaching)


def start_again(folder: Path) -> Wizard:
    """Return the pages after a start of the machine."""
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=folder)
    desk = Desk(
        Settings(camera="", set_up=False),
        folder / "settings.toml",
        games.load("agent"),
        printed.board("agent"),
        platform,
    )
    return Wizard(desk, plan_steps(desk))


@pytest.mark.usefixtures("quick")
def test_a_plug_pulled_between_two_cards_costs_one_step(tmp_path: Path) -> None:
    """The next start offers to go on, and asks for the card that was not taken yet."""
    owner = Owner(MAKES[0], tmp_path)
    step = make_show_step(owner)
    first, second, third, *_ = printed.drawings(owner.make.game)
    owner.touch(Does("skip", step.ask.name))
    owner.table.lay(second)
    owner.until(lambda: step.ask.card == third, "the card is not taken")

    wizard = start_again(tmp_path)
    assert isinstance(wizard.step, ResumeStep)
    said = read(wizard.step)
    assert "pictures taken: 3" in said
    touch(wizard, Does("resume"))
    assert wizard.desk.game.name == owner.make.game
    again = wizard.step
    assert isinstance(again, ShowStep)
    assert again.ask.card == third
    assert again.teaching.shown.keys() == {"empty", "start", f"card_{second}"}
    for name, (line, picture) in step.teaching.shown.items():
        assert again.teaching.shown[name][0] == line
        assert (again.teaching.shown[name][1] == picture).all()
    assert again.teaching.sketch is not None
    assert np.allclose(again.teaching.sketch.points, step.teaching.sketch.points)
    touch(wizard, Does("back"))
    assert again.ask.card == second, "cards before can be shown again"
    del first


@pytest.mark.usefixtures("quick")
def test_a_picture_that_was_half_written_is_asked_for_again(tmp_path: Path) -> None:
    """A damaged file costs its own picture and no other."""
    owner = Owner(MAKES[0], tmp_path)
    make_show_step(owner)
    (tmp_path / "teaching" / "start.png").write_bytes(b"\x89PNG")
    wizard = start_again(tmp_path)
    touch(wizard, Does("resume"))
    assert isinstance(wizard.step, ShowStep)
    assert wizard.step.ask.name == "start"


@pytest.mark.usefixtures("quick")
def test_a_plug_pulled_while_a_picture_is_in_doubt_has_it_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody has confirmed is not taken for confirmed, even if it was so before."""
    owner = Owner(MAKES[0], tmp_path)
    step = make_show_step(owner)
    first, second, *_ = printed.drawings(owner.make.game)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "the card is not taken")
    doubt = doubts.doubt_card(first, Card(second))
    monkeypatch.setattr(doubts, "doubt_face", lambda *_: ((doubt,), {}))
    owner.touch(Does("back"))
    owner.touch(Does("again"))
    owner.wizard.press(*key_of(step, "take"))
    assert f"card_{first}" not in shown_again(tmp_path), "it is overwritten at any moment"
    owner.until(lambda: step.doubt is not None, "the picture is not looked at")
    owner.pass_time(2 * KEPT_S)
    assert f"card_{first}" not in shown_again(tmp_path), "nobody has said that it is right"


def key_of(step: Step, does: str) -> tuple[float, float]:
    """Return the middle of the key that does this."""
    return next(box.centre for box, meant in list_keys(step) if meant.what == does)


def shown_again(folder: Path) -> set[str]:
    """Return the pictures that the next start takes for confirmed."""
    kept = KeptTeaching(folder / "teaching").read()
    return set() if kept is None else set(kept.teaching.shown)


def picture() -> Any:
    """Return a small picture with something on it."""
    return cv2.circle(np.full((60, 80, 3), 90, np.uint8), (40, 30), 20, (0, 0, 200), -1)


def square(teaching: Taught) -> Taught:
    """Return the board with its corners set."""
    teaching.still = picture()
    teaching.corners = [(10.0, 5.0), (70.0, 5.0), (70.0, 55.0), (10.0, 55.0)]
    return teaching


def test_corners_rings_and_kinds_are_kept_as_well(tmp_path: Path) -> None:
    """A board that is only being laid out comes back on the page that was reached."""
    teaching = square(Teaching(printed.board("agent_dog")))
    teaching.lay(teaching.lay_out())
    for plan in (Plan(Shape.CROSS), Plan(Shape.CROSS, alike=False)):
        teaching.replan(plan)
    teaching.change_kind("T5")
    kept = KeptTeaching(tmp_path / "teaching")
    kept.write("agent_dog", PlacesStep.__name__, teaching)
    wizard = start_again(tmp_path)
    touch(wizard, Does("resume"))
    assert isinstance(wizard.step, PlacesStep)
    again = wizard.step.teaching
    assert (again.plan, again.kinds) == (teaching.plan, teaching.kinds)
    assert again.corners == teaching.corners
    assert again.board() == teaching.board()


def test_a_new_board_is_kept_too(tmp_path: Path) -> None:
    """Its grid, its rings and its colours."""
    design = Design(
        printed.board("agent"), wanted=Wanted(points=((50.0, 60.0), (99.0, 80.0)), mirror="x"),
        share=0.3, colours=("red", "blue"),
    )  # fmt: skip
    square(design)
    kept = KeptTeaching(tmp_path)
    kept.write("agent", "DesignStep", design)
    found = kept.read()
    assert found is not None
    assert isinstance(found.teaching, Design)
    assert found.teaching.board() == design.board()


def test_what_was_touched_on_a_page_is_kept_before_it_is_left(tmp_path: Path) -> None:
    """Thirty points that were touched are not touched again after the plug was pulled."""
    design = Design(printed.board("agent"), wanted=Wanted(points=()))
    square(design)
    design.lay(design.lay_out())
    wizard = start_again(tmp_path)
    step = DesignStep(wizard.desk, design)
    wizard = Wizard(wizard.desk, [step])
    frame = step.frame()
    assert frame is not None
    for pixel in ((30, 20), (50, 40)):
        wizard.press(*frame.at(pixel))
        wizard.release()
    wizard.look()
    assert not (tmp_path / "teaching").exists(), "each touch waits for the disk"
    wizard.desk.platform.clock.advance(KEPT_S)  # type: ignore[attr-defined]  # a manual clock
    wizard.look()
    again = start_again(tmp_path)
    assert "A new board; pictures taken: 0." in read(again.step)
    touch(again, Does("resume"))
    assert isinstance(again.step, DesignStep)
    assert again.step.teaching.spots() == design.spots()
    assert len(again.step.teaching.wanted.points or ()) == 2


def test_what_nobody_wants_any_more_is_gone(tmp_path: Path) -> None:
    """It can be thrown away, or left for later; once the board is learnt nothing is offered."""
    kept = KeptTeaching(tmp_path / "teaching")
    teaching = square(Teaching(printed.board("agent")))
    kept.write("agent", "SizeStep", teaching)
    wizard = start_again(tmp_path)
    touch(wizard, Does("on"))
    assert isinstance(wizard.step, LanguageStep)
    wizard = start_again(tmp_path)
    touch(wizard, Does("forget"))
    assert (tmp_path / "teaching").exists(), "one touch is not enough"
    touch(wizard, Does("stay"))
    touch(wizard, Does("forget"))
    touch(wizard, Does("forget", "sure"))
    assert isinstance(wizard.step, LanguageStep)
    assert not (tmp_path / "teaching").exists()
    kept.write("agent", "LearnStep", teaching)
    step = LearnStep(wizard.desk, teaching)
    step.found = printed.calibration("agent")
    step.obey(Does("on"))
    assert not isinstance(start_again(tmp_path).step, ResumeStep)


def test_half_a_board_that_was_thrown_away_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the program is killed while its files are deleted."""
    kept = KeptTeaching(tmp_path / "teaching")
    teaching = square(Teaching(printed.board("agent"), picture()))
    kept.write("agent", "SizeStep", teaching)
    assert kept.read() is not None
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    kept.forget()
    assert kept.read() is None


@pytest.mark.parametrize("key", ["on", "forget"])
def test_who_comes_back_from_a_kept_board_can_still_leave_it(tmp_path: Path, key: str) -> None:
    """Back leads to the pages before the one that was reached, then to the question again."""
    teaching = square(Teaching(printed.board("agent")))
    KeptTeaching(tmp_path / "teaching").write("agent", "SizeStep", teaching)
    wizard = start_again(tmp_path)
    touch(wizard, Does("resume"))
    assert isinstance(wizard.step, SizeStep)
    touch(wizard, Does("back"))
    assert isinstance(wizard.step, CornersStep), "the corners cannot be mended any more"
    touch(wizard, Does("back"))
    assert isinstance(wizard.step, ResumeStep)
    touch(wizard, Does(key))
    if key == "forget":
        touch(wizard, Does("forget", "sure"))
    assert isinstance(wizard.step, LanguageStep)
    wizard.close()


@pytest.mark.parametrize("wants", ["teach", "new"])
def test_another_board_does_not_replace_a_kept_one_unasked(tmp_path: Path, wants: str) -> None:
    """Who left it for later and then teaches another is asked first; there is a way back."""
    kept = KeptTeaching(tmp_path / "teaching")
    kept.write("agent_dog", "SizeStep", square(Teaching(printed.board("agent_dog"))))
    desk = start_again(tmp_path).desk
    wizard = Wizard(desk, [BoardStep(desk)])
    touch(wizard, Does(wants))
    assert isinstance(wizard.step, ResumeStep)
    touch(wizard, Does("back"))
    assert isinstance(wizard.step, BoardStep)
    touch(wizard, Does(wants))
    touch(wizard, Does("resume"))
    assert isinstance(wizard.step, SizeStep)
    assert desk.game.name == "agent_dog"
    touch(wizard, Does("back"))
    touch(wizard, Does("back"))
    touch(wizard, Does("forget"))
    touch(wizard, Does("forget", "sure"))
    assert isinstance(wizard.step, CornersStep)
    assert kept.read() is None
    wizard.close()


@pytest.mark.parametrize("harm", [b"", b"{", b'{"game": "none"}', b"\xff"])
def test_what_cannot_be_read_is_left_alone(tmp_path: Path, harm: bytes) -> None:
    """The set-up begins as it does without it."""
    folder = tmp_path / "teaching"
    KeptTeaching(folder).write("agent", "SizeStep", square(Teaching(printed.board("agent"))))
    (folder / "teaching.json").write_bytes(harm)
    assert isinstance(start_again(tmp_path).step, LanguageStep)


def test_handles_of_another_plan_are_left_alone(tmp_path: Path) -> None:
    """Who takes such a board up again would otherwise meet the program's end at its places."""
    folder = tmp_path / "teaching"
    teaching = square(Teaching(printed.board("dog")))
    teaching.lay(teaching.lay_out())
    KeptTeaching(folder).write("dog", "PlacesStep", teaching)
    state = json.loads((folder / "teaching.json").read_bytes())
    assert KeptTeaching(folder).read() is not None
    for handles in (state["handles"][1:], [*state["handles"], [1.0, 2.0]], []):
        (folder / "teaching.json").write_text(json.dumps(state | {"handles": handles}))
        assert KeptTeaching(folder).read() is None
    (folder / "teaching.json").write_text(json.dumps(state | {"plan": None}))
    assert KeptTeaching(folder).read() is None


def test_a_full_disk_ends_nothing(tmp_path: Path) -> None:
    """What cannot be written is known until the end."""
    (tmp_path / "teaching").write_text("in the way")
    kept = KeptTeaching(tmp_path / "teaching")
    kept.write("agent", "SizeStep", square(Teaching(printed.board("agent"))))
    kept.write_picture("empty", picture())


def test_a_disk_that_is_full_while_a_board_is_taught_is_said(tmp_path: Path) -> None:
    """Once, before the page that is open; the teaching goes on where it was."""
    (tmp_path / "teaching").write_text("in the way")
    wizard = start_again(tmp_path)
    wizard = Wizard(wizard.desk, [SizeStep(wizard.desk, square(Teaching(printed.board("agent"))))])
    touch(wizard, Does("width", 10.0))
    for _ in range(3):
        wizard.desk.platform.clock.advance(KEPT_S)  # type: ignore[attr-defined]  # a manual clock
        wizard.look()
    said = read(wizard.step)
    assert "This cannot be saved" in said
    touch(wizard, Does("on"))
    assert isinstance(wizard.step, SizeStep)
    assert wizard.step.teaching.size_mm[0] == 410
    (tmp_path / "teaching").unlink()
    wizard.step.keep()
    assert not wizard.desk.is_unsaved


def test_what_a_full_disk_refused_is_written_once_there_is_room(tmp_path: Path) -> None:
    """A picture taken meanwhile is not asked for again, and the disk is complained of once."""
    folder = tmp_path / "teaching"
    folder.write_text("in the way")
    kept, teaching = KeptTeaching(folder), square(Teaching(printed.board("agent")))
    teaching.shown["empty"] = {"picture": "empty.png", "card": None, "pieces": {}}, picture()
    kept.write_picture("empty", teaching.shown["empty"][1])
    folder.unlink()
    kept.write("agent", "ShowStep", teaching)
    assert not kept.unwritten
    again = KeptTeaching(folder).read()
    assert again is not None
    assert (again.teaching.shown["empty"][1] == picture()).all()


def test_nothing_is_unsaved_of_a_board_that_nobody_wants_any_more(tmp_path: Path) -> None:
    """A later board that cannot be saved is said then."""
    (tmp_path / "teaching").write_text("in the way")
    kept = KeptTeaching(tmp_path / "teaching")
    kept.write_picture("empty", picture())
    assert kept.unwritten
    kept.forget()
    assert not kept.unwritten


@pytest.mark.parametrize("step", range(0, 80, 2))
def test_a_board_may_be_forgotten_at_any_step_of_another_thread(
    step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page forgets the board while its picture is written, or waits until it is."""
    monkeypatch.setattr("tablet_companion.setup.teaching.kept.write_durably", lambda *_: None)
    kept, shown, left = KeptTeaching(tmp_path / "teaching"), np.zeros((2, 2, 3), np.uint8), step

    def forget_if_free(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code is not KeptTeaching._put_waiting.__code__:
            return None
        frame.f_trace_opcodes = True
        left -= event == "opcode"
        if left < 0 and kept._lock.acquire(blocking=False):
            kept._lock.release()
            left = 1000
            kept.forget()
        return forget_if_free

    before = sys.gettrace()
    sys.settrace(forget_if_free)
    try:
        kept.write_picture("empty", shown)
    finally:
        sys.settrace(before)
    assert not kept._waiting


def test_a_full_disk_is_logged_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not at every touch: a stick or a card that is full has no room for such a log, either."""
    (tmp_path / "teaching").write_text("in the way")
    kept = KeptTeaching(tmp_path / "teaching")
    for _ in range(3):
        kept.write("agent", "SizeStep", square(Teaching(printed.board("agent"))))
    assert capsys.readouterr().err.count("cannot be written") == 1
