"""Every lamp, tone, button and the camera is tried, one at a time, and left as it should be."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.cameras import open_camera
from hardware.clock import ManualClock
from hardware.ports import Lamp
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from tablet_companion.app.devices import Devices
from tablet_companion.app.inbox import Inbox, Pushed
from tablet_companion.commands.selftest import bench_of, go_through
from tablet_companion.config import ButtonPins, GpioSettings, Settings
from tablet_companion.selftest import parts_of
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.buttons import WAIT_S
from tablet_companion.selftest.course import Part, Reply, Verdict
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
        self.inbox: Inbox = SimpleQueue()
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.devices = Devices(settings, lambda: self.pins, self.inbox, self.clock)
        self.bench = bench_of(
            settings, "agent_dog", self.devices, self.inbox, out, clock=self.clock
        )
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

    def run(self, *replies: Reply, parts: tuple[Part, ...] | None = None) -> int:
        """Go through everything; with replies somebody is there, who gives them in turn."""
        said = iter(replies)
        wanted = parts_of(self.bench) if parts is None else parts
        return go_through(wanted, self.clock, self.pause, (lambda: next(said)) if replies else None)


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Return a table with three lamps, two buttons and no sound."""
    rig = Rig(Settings(sound=False, gpio=GPIO))
    yield rig
    rig.devices.close()


def only(rig: Rig, kind: str) -> tuple[Part, ...]:
    """Return the parts of one kind."""
    return tuple(part for part in parts_of(rig.bench) if part.name.startswith(kind))


def test_every_lamp_flashes_three_times_and_alone(rig: Rig) -> None:
    """In the order of their names, each three times, dark between and after."""
    assert rig.run(parts=only(rig, "lamp")) == 0
    flashes = [shining for shining in rig.lit if shining]
    one_by_one = [frozenset([lamp]) for lamp in sorted(PINS) for _ in range(3)]
    assert flashes == one_by_one
    assert not rig.lit[-1]


def test_what_a_person_says_decides(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """Yes is well, no is a failure, again repeats; the report names each lamp."""
    lamps = only(rig, "lamp")
    assert rig.run(Reply.YES, Reply.AGAIN, Reply.NO, Reply.YES, parts=lamps) == 1
    assert len([shining for shining in rig.lit if shining]) == 12
    report = capsys.readouterr().out
    assert "OK    lamp accepted" in report
    assert "fail  lamp objection         not so: it flashes 3 times" in report


def test_a_button_has_to_be_pressed(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """The right one is well; another, or none in time, is a failure with a hint."""
    confirm, take_back = rig.pins.pin(22), rig.pins.pin(23)
    rig.at = {1.0: confirm.drive_low, 1.5: confirm.drive_high}
    assert rig.run(parts=only(rig, "button confirm")) == 0
    rig.at = {rig.clock.now_s() + 1: take_back.drive_low}
    assert rig.run(parts=only(rig, "button confirm")) == 1
    assert "take_back came instead; are two pins swapped" in capsys.readouterr().out
    before_s = rig.clock.now_s()
    assert rig.run(parts=only(rig, "button take_back")) == 1
    assert rig.clock.now_s() - before_s == pytest.approx(WAIT_S, abs=0.1)
    assert "nothing came; is its wire" in capsys.readouterr().out


def test_an_earlier_press_does_not_count(rig: Rig) -> None:
    """Whoever played with the buttons before is asked to press all the same."""
    rig.inbox.put(Pushed("confirm"))
    assert rig.run(parts=only(rig, "button confirm")) == 1


def test_every_melody_sounds_and_ends(rig: Rig) -> None:
    """Each begins with a pitch and ends in silence, and they differ."""
    heard: list[float] = []

    class Ear:
        """Notes pitches."""

        def sound(self, pitch_hz: float) -> None:
            """Note it."""
            if not heard or heard[-1] != pitch_hz:
                heard.append(pitch_hz)

        def close(self) -> None:
            """Do nothing."""

    bench = dataclasses.replace(
        rig.bench, sounder=Ear(), settings=Settings(sound=True, gpio=GpioSettings())
    )
    parts = parts_of(bench)
    assert [part.name for part in parts] == [
        "tone accepted",
        "tone objection",
        "tone question",
        "tone your turn",
    ]
    assert rig.run(parts=parts) == 0
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


def camera_only(bench: Bench, kit: Print, folder: Path) -> tuple[Part, ...]:
    """Return the camera's part, looking at a folder's pictures with what is learnt already."""
    settings = Settings(sound=False, camera=f"folder:{folder}")
    return parts_of(dataclasses.replace(bench, settings=settings, model=lambda: kit.learnt))


def test_the_places_found_in_the_picture_are_counted_and_drawn(
    kit: Print, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sixteen pawns are seen, the drawing is where it was wanted."""
    out = tmp_path / "seen.png"
    rig = Rig(Settings(sound=False), out)
    assert rig.run(parts=camera_only(rig.bench, kit, table)) == 0
    said = capsys.readouterr().out
    assert "the board is found within" in said
    assert "16 with a piece" in said
    assert cv2.imread(str(out)) is not None


def test_a_camera_that_fails_is_told_by_its_sentence(
    kit: Print, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No camera, and a picture without a board, are failures."""
    rig = Rig(Settings(sound=False))
    assert rig.run(parts=camera_only(rig.bench, kit, tmp_path)) == 1
    assert "There is no picture in" in capsys.readouterr().out
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((480, 640, 3), 120, np.uint8))
    assert rig.run(parts=camera_only(rig.bench, kit, tmp_path)) == 1
    assert "fail  camera" in capsys.readouterr().out


def test_the_camera_is_closed_again(rig: Rig, kit: Print, table: Path) -> None:
    """Whoever runs next finds it free."""
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

    bench = dataclasses.replace(rig.bench, camera=lambda _: Noted())
    (part,) = camera_only(bench, kit, table)
    outcome = part.step(0)
    assert outcome is not None
    assert outcome.verdict is Verdict.GOOD
    assert closed == [True]
