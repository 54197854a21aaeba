"""Every lamp, tone, button and the camera is tried, one at a time, and left as it should be."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.cameras import open_camera
from hardware.clock import ManualClock
from hardware.fanout import AllLamps
from hardware.ports import Lamp
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from tablet_companion.app.start.under_test import open_under_test
from tablet_companion.config import ButtonPins, GpioSettings, Settings
from tablet_companion.measure.reading_sheet import sheet_writer
from tablet_companion.selfcheck.actuators import Actuators
from tablet_companion.selfcheck.checks import PRESS_S, Check, Equipment, list_checks
from tablet_companion.selfcheck.console import Console, Reply, TableUnderTest
from tablet_companion.simulator.house import House, Print

PINS = {ACCEPTED: 17, OBJECTION: 27, turn_lamp("red"): 5}
GPIO = GpioSettings(
    turn={"red": 5}, accepted=17, objection=27, buttons=ButtonPins(confirm=22, take_back=23)
)


class Rig:
    """A table on mock pins; time passes only while the self-test pauses."""

    def __init__(self, settings: Settings, out: Path | None = None) -> None:
        """Open its things."""
        self.clock = ManualClock()
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.opened = ExitStack()
        opening = open_under_test(
            settings, "agent_dog", self.clock, sheet_writer(out), pins=lambda: self.pins
        )
        self.table: TableUnderTest = self.opened.enter_context(opening)
        self.lit: list[frozenset[Lamp]] = []
        self.pitches: list[float] = []
        self.at: dict[float, Callable[[], None]] = {}

    def pause(self, seconds: float) -> None:
        """Let time pass, note what shines, and do what a test planned for this moment."""
        self.clock.advance(seconds)
        shining = frozenset(lamp for lamp, pin in PINS.items() if self.pins.pin(pin).state)
        if not self.lit or self.lit[-1] != shining:
            self.lit.append(shining)
        for moment in [moment for moment in self.at if moment <= self.clock.now_s()]:
            self.at.pop(moment)()

    def run(self, *replies: Reply, checks: tuple[Check, ...] | None = None) -> int:
        """Go through everything; with replies somebody is there, who gives them in turn."""
        said = iter(replies)
        wanted = everything(self.table) if checks is None else checks
        ask = (lambda: next(said)) if replies else None
        return Console(self.table, self.clock, self.pause, ask).run(wanted)


def everything(table: TableUnderTest) -> tuple[Check, ...]:
    """Return all that is tried at a table."""
    return list_checks(table.equipment)


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Return a table with three lamps, two buttons and no sound."""
    rig = Rig(Settings(sound=False, gpio=GPIO))
    yield rig
    rig.opened.close()


def only(rig: Rig, kind: str) -> tuple[Check, ...]:
    """Return the checks of one kind."""
    return tuple(check for check in everything(rig.table) if check.name.startswith(kind))


def test_every_lamp_flashes_three_times_and_alone(rig: Rig) -> None:
    """In the order of their names, each three times, dark between and after."""
    assert rig.run(checks=only(rig, "lamp")) == 0
    flashes = [shining for shining in rig.lit if shining]
    one_by_one = [frozenset([lamp]) for lamp in sorted(PINS) for _ in range(3)]
    assert flashes == one_by_one
    assert not rig.lit[-1]


def test_what_a_person_says_decides(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """Yes is well, no is a failure, again repeats; the report names each lamp."""
    lamps = only(rig, "lamp")
    assert rig.run(Reply.YES, Reply.AGAIN, Reply.NO, Reply.YES, checks=lamps) == 1
    assert len([shining for shining in rig.lit if shining]) == 12
    report = re.sub(" +", " ", capsys.readouterr().out)
    assert "OK lamp accepted" in report
    assert "mend lamp objection not so: it flashes 3 times" in report


def test_a_button_has_to_be_pressed(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """The right one is well; another, or none in time, is a failure with a hint."""
    confirm, take_back = rig.pins.pin(22), rig.pins.pin(23)
    rig.at = {1.0: confirm.drive_low, 1.5: confirm.drive_high}
    assert rig.run(checks=only(rig, "button confirm")) == 0
    rig.at = {rig.clock.now_s() + 1: take_back.drive_low}
    assert rig.run(checks=only(rig, "button confirm")) == 1
    assert "take_back came instead; are two pins swapped" in capsys.readouterr().out
    before_s = rig.clock.now_s()
    assert rig.run(checks=only(rig, "button take_back")) == 1
    assert rig.clock.now_s() - before_s == pytest.approx(PRESS_S, abs=0.1)
    assert "nothing came; is its wire" in capsys.readouterr().out


def test_an_earlier_press_does_not_count(rig: Rig) -> None:
    """If you played with the buttons before, you are asked to press all the same."""
    rig.pins.pin(22).drive_low()
    rig.clock.advance(1.0)
    rig.pins.pin(22).drive_high()
    assert rig.run(checks=only(rig, "button confirm")) == 1


def test_every_melody_sounds_and_ends(rig: Rig) -> None:
    """Each begins with a pitch and ends in silence, and they differ."""
    heard: list[float] = []

    class Ear:
        """Notes pitches."""

        def sound(self, pitch_hz: float) -> None:
            """Note it."""
            if not heard or heard[-1] != pitch_hz:
                heard.append(pitch_hz)

        def set_volume(self, percent: int) -> None:
            """Do nothing."""

        def close(self) -> None:
            """Do nothing."""

    actuators = Actuators(AllLamps(), Ear(), lambda _: None, ())
    table = dataclasses.replace(rig.table, actuators=actuators, equipment=Equipment(sounds=True))
    assert [check.name for check in everything(table)] == [
        "tone accepted",
        "tone objection",
        "tone question",
        "tone your turn",
    ]
    rig.table = table
    assert rig.run() == 0
    assert heard[0] > 0
    assert heard[-1] == 0
    assert sum(pitch > 0 for pitch in heard) == 1 + 2 + 3 + 2


def test_stopped_in_the_middle_everything_is_dark(rig: Rig) -> None:
    """Control-C leaves no lamp burning."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    rig.at = {0.1: interrupt}
    with pytest.raises(KeyboardInterrupt):
        rig.run()
    assert rig.lit[-1] == {ACCEPTED}
    assert not rig.pins.pin(17).state


def test_what_is_not_wired_is_not_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """Without pins, sound and camera nothing is left, and that is said."""
    rig = Rig(Settings(sound=False))
    assert rig.run() == 0
    assert "nothing that could be tried" in capsys.readouterr().out


# --- the camera -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table(kit: Print, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with one picture of a board that is set up."""
    folder = tmp_path_factory.mktemp("pictures")
    house = House(kit, 1)
    house.hands.set_up(kit.game.placement(kit.game.setup({}, kit.game.seats)))
    house.watch(1)
    assert house.picture is not None
    cv2.imwrite(str(folder / "table.png"), house.picture)
    return folder


def watching(rig: Rig, kit: Print, folder: Path) -> Rig:
    """Have a table try its camera alone: a folder's pictures, with what is learnt already."""
    equipment = Equipment(camera=f"folder:{folder}")
    rig.table = dataclasses.replace(rig.table, equipment=equipment, model=lambda: kit.learnt)
    return rig


def test_the_places_found_in_the_picture_are_counted_and_drawn(
    kit: Print, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sixteen pawns are seen, the drawing is where it was wanted."""
    out = tmp_path / "seen.png"
    rig = Rig(Settings(sound=False), out)
    assert watching(rig, kit, table).run() == 0
    said = capsys.readouterr().out
    assert "the board is found within" in said
    assert "16 of them filled" in said
    assert cv2.imread(str(out)) is not None


def test_a_camera_that_fails_is_told_by_its_sentence(
    kit: Print, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No camera, and a picture without a board, are failures."""
    rig = watching(Rig(Settings(sound=False)), kit, tmp_path)
    assert rig.run() == 1
    assert "There is no picture in" in capsys.readouterr().out
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((480, 640, 3), 120, np.uint8))
    assert rig.run() == 1
    assert re.search("mend +camera", capsys.readouterr().out)


def test_the_camera_is_closed_again(rig: Rig, kit: Print, table: Path) -> None:
    """Whatever runs next finds it free."""
    closed: list[bool] = []

    class Noted:
        """A folder's camera that notes its end."""

        def __init__(self) -> None:
            """Open it."""
            self.inner = open_camera(f"folder:{table}", rig.clock)
            self.capture = self.inner.capture

        def close(self) -> None:
            """Note it."""
            closed.append(True)

    watching(rig, kit, table)
    rig.table = dataclasses.replace(rig.table, camera=lambda _: Noted())
    assert rig.run() == 0
    assert closed == [True]
