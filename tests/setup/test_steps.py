"""Every page of the set-up while the camera is pulled out, in each language, after a kill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import ManualClock
from hardware.ports import Frame
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.games.core import Message
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.setup.pages.desk import Desk, SetupPlatform, Step
from tablet_companion.setup.pages.resuming import ResumeStep
from tablet_companion.setup.pages.route import plan_steps, plan_teaching
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wizard import KEPT_S, Wizard
from tablet_companion.setup.pages.work import SlowStep, TeachStep
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.design import Design
from tablet_companion.setup.teaching.teaching import Teaching
from tests.amounts import sampled
from tests.setup.boxed import MAKES
from tests.setup.handed_over import hand_over
from tests.setup.keys import list_keys, no_camera
from tests.setup.owner import Owner
from tests.setup.shown import show_both

PULLED = Message("The camera is unplugged; plug it in again.")


def plan_all(desk: Desk, owner: Owner) -> list[Step]:
    """Return every step, with a board of which the empty board and the pieces were shown."""
    taught = show_both(owner)
    design = Design(desk.board, still=taught.still, corners=list(taught.corners))
    design.lay(design.lay_out())
    return [*plan_steps(desk), *plan_teaching(desk, taught), *plan_teaching(desk, design)]


FIRST = "Language Screen Game Camera Buttons Lamps Doctor Board"
TAUGHT = "Corners Size Places Show Learn"
NEW = "Corners Size Design Show Colours Keep"
NAMES = [f"{name}Step" for name in f"{FIRST} {TAUGHT} {NEW}".split()]
STEPS = [(name, NAMES[:at].count(name)) for at, name in enumerate(NAMES)]
"""Every page, and how many of its name come before it: a board of another make, then a new one."""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Desk]]:
    """Return what switches the machine on: a desk whose frames are handed over."""
    monkeypatch.setattr(SlowStep, "start", lambda *_: None)  # what it would find comes never
    factory = MockFactory(pin_class=MockPWMPin)

    def switch_on() -> Desk:
        platform = SetupPlatform(ManualClock(), no_camera, tuple, lambda: factory, tmp_path)
        make = MAKES[0]
        desk = Desk(
            Settings(camera="usb:0"), tmp_path / "settings.toml", games.load(make.game),
            printed.board(make.game), platform,
        )  # fmt: skip
        hand_over(desk)
        return desk

    yield switch_on
    factory.reset()


@pytest.fixture(scope="module")
def owner() -> Owner:
    """Return somebody at a table with a boxed board."""
    return Owner(MAKES[0])


def open_step(desk: Desk, owner: Owner, name: str, number: int) -> Wizard:
    """Return the pages from this step on, shown a picture."""
    steps = plan_all(desk, owner)
    found = [at for at, step in enumerate(steps) if type(step).__name__ == name]
    wizard = Wizard(desk, steps[found[number] :])
    let_see(wizard, owner)
    return wizard


def let_see(wizard: Wizard, owner: Owner, seconds: float = 1.0) -> None:
    """Let the camera send a picture after a while."""
    clock = wizard.desk.platform.clock
    clock.advance(seconds)  # type: ignore[attr-defined]  # a manual clock
    wizard.desk.feed.trouble = None
    wizard.desk.feed.frame = Frame(owner.picture(), clock.now_s(), "")
    wizard.look()


def read_page(step: Step) -> tuple[list[str], list[Does]]:
    """Return what a page says, and what its keys do."""
    said = [text.text for text in texts(step.page().items)]
    return said, [does for _, does in list_keys(step)]


@sampled(4)
@pytest.mark.parametrize(("name", "number"), STEPS)
def test_a_camera_that_is_pulled_out_and_plugged_in_again_costs_nothing(
    room: Callable[[], Desk], owner: Owner, name: str, number: int
) -> None:
    """The same page goes on; a way back or on is there all the time."""
    wizard = open_step(room(), owner, name, number)
    step, before = wizard.step, read_page(wizard.step)
    feed = wizard.desk.feed
    feed.frame, feed.trouble = None, PULLED
    wizard.look()
    assert wizard.step is step
    _, keys = read_page(step)
    assert {does.what for does in keys} & {"on", "back"}, "nobody can leave the page"
    let_see(wizard, owner)
    assert wizard.step is step
    assert read_page(step) == before
    wizard.close()


@sampled(6)
@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize(("name", "number"), STEPS)
def test_a_language_that_is_changed_on_any_page_is_spoken_at_once(
    room: Callable[[], Desk], owner: Owner, name: str, number: int, language: str
) -> None:
    """The page says what it says to those who began in that language; no key is lost."""
    wizard = open_step(room(), owner, name, number)
    _, keys = read_page(wizard.step)
    wizard.desk.change(lambda s: msgspec.structs.replace(s, language=language))
    changed = read_page(wizard.step)
    wizard.close()
    desk = room()
    desk.change(lambda s: msgspec.structs.replace(s, language=language))
    other = open_step(desk, owner, name, number)
    assert changed == read_page(other.step)
    assert changed[1] == keys
    other.close()


@sampled(4)
@pytest.mark.parametrize(("name", "number"), STEPS)
def test_a_program_that_is_killed_on_any_page_loses_nothing_confirmed(
    room: Callable[[], Desk], owner: Owner, name: str, number: int
) -> None:
    """A page that teaches is reached again by one touch, with the same board; others begin."""
    wizard = open_step(room(), owner, name, number)
    x, y = wizard.desk.look.theme.size
    if isinstance(wizard.step, TeachStep):
        for shown, (_, picture) in wizard.step.teaching.shown.items():
            wizard.desk.kept.write_picture(shown, picture)
    wizard.press(x / 2, y / 2)
    wizard.release()
    let_see(wizard, owner, KEPT_S)
    step, desk = wizard.step, room()  # no page is left, nothing is closed
    again = Wizard(desk, plan_steps(desk))
    if not isinstance(step, TeachStep):
        assert not isinstance(again.step, ResumeStep)
        return
    assert isinstance(again.step, ResumeStep)
    again.step.obey(Does("resume"))
    again.look()
    there = again.step
    assert isinstance(there, TeachStep)
    assert type(there) is type(step)
    assert describe(there.teaching) == describe(step.teaching)
    assert not isinstance(there, ShowStep) or there.ask.name == step.ask.name


def describe(teaching: Teaching) -> object:
    """Return what people have told of a board, with the names of its pictures."""
    board = teaching.board() if teaching.sketch is not None else None
    return teaching.corners, teaching.size_mm, teaching.kinds, sorted(teaching.shown), board
