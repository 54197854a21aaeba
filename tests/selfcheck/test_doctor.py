"""Each thing that can be wrong is found, with its mend; a machine that is well has none."""

from __future__ import annotations

import dataclasses
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.cameras.picamera2 import camera_names
from tablet_companion import games
from tablet_companion.config import TAUGHT, settings_path, taught_folder
from tablet_companion.games.core import Message, list_names
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.doctor import examine
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note
from tests.selfcheck.machines import Grey, fail, findings, no_screen, seen_of, with_settings

_OF_A_SESSION = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"}


def without(machine: Machine, pattern: str) -> Machine:
    """Take device nodes away."""
    for node in machine.root.glob(pattern):
        node.unlink()
    return machine


def misspelt_seat(machine: Machine) -> Machine:
    """Wire a lamp for a seat that no game has."""
    path = machine.root / "settings.toml"
    path.write_text(path.read_text().replace("[gpio]\n", "[gpio]\nturn = {mauve = 3}\n"))
    return machine


def simulated(machine: Machine) -> Machine:
    """Write settings that name no camera."""
    (machine.root / "settings.toml").write_text(f'journals = "{machine.root}/games"\n')
    return machine


def without_folder(machine: Machine) -> Machine:
    """Write settings whose camera is a folder that is not there."""
    path = machine.root / "settings.toml"
    path.write_text(path.read_text().replace("usb:0", "folder:/none"))
    return dataclasses.replace(machine, camera=fail("The folder /none cannot be read."))


def changed(**fields: Any) -> Callable[[Machine], Machine]:
    """Return what changes some answers of a machine."""
    return lambda machine: dataclasses.replace(machine, **fields)


def test_a_table_that_is_well_has_nothing_to_mend(machine: Machine) -> None:
    """Every line is OK, none has a mend, and each thing is looked at once."""
    found = findings(machine)
    assert [one for one in found if one.state is not State.OK or one.mend] == []
    assert len({one.what for one in found}) == len(found) >= 15


@pytest.mark.parametrize(
    ("harm", "expected"),
    [
        (changed(importable=lambda n: n != "cv2"), ("packages", "fail", "missing: cv2", "pip")),
        (changed(importable=lambda n: n != "lgpio"), ("lgpio", "fail", "missing", "python3-lgpio")),
        (
            changed(versions=lambda: {"pygame": "2", "pygame-ce": "2"}),
            ("pygame", "warn", "pygame + pygame-ce", "only pygame-ce"),
        ),
        (lambda m: without(m, "dev/video0"), ("video devices", "fail", "none", "plug the camera")),
        (lambda m: without(m, "dev/gpiochip0"), ("pins", "fail", "none", "leave [gpio] out")),
        (lambda m: without(m, "dev/ttyUSB0"), ("serial lines", "fail", "none", "plug in")),
        (
            changed(may_use=lambda path: path.name != "video0"),
            ("video devices", "fail", "video0 may not be used", "--groups video"),
        ),
        (
            changed(may_use=lambda path: path.name != "gpiochip0", group=lambda _: "root"),
            ("pins", "fail", "gpiochip0 may not be used", "--groups gpio"),
        ),
        (
            lambda m: without(m, "dev/ttyUSB0"),
            ("serial ports", "fail", "/dev/ttyUSB0 of the settings is not there", "by-id"),
        ),
        (changed(screen=no_screen), ("screen", "fail", "no available video", "kmsdrm")),
        (changed(screen=lambda: (480, 320)), ("screen", "warn", "480×320", "[480, 320]")),
        (changed(camera=fail("It is busy.")), ("camera", "fail", "It is busy.", "stop it")),
        (changed(camera=lambda _: Grey(3)), ("camera", "warn", "1280×720", "it is dark")),
        (changed(camera=lambda _: Grey(254)), ("camera", "warn", "254", "burnt out")),
        (changed(said=lambda _: "throttled=0x50005"), ("power", "fail", "now", "power supply")),
        (changed(said=lambda _: "throttled=0x50000"), ("power", "warn", "since", "power supply")),
        (changed(said=lambda _: "throttled=0x8"), ("power", "fail", "slowed down now", "fan")),
        (changed(said=lambda _: "throttled=0x80000"), ("power", "warn", "was slowed", "fan")),
        (changed(free_bytes=lambda _: 5_000), ("room", "fail", "0.0 GB", "make room")),
        (changed(free_bytes=lambda _: 500_000_000), ("room", "warn", "0.5 GB", "make room")),
        (
            lambda m: with_settings(m, 'calibration = "none.json"\n'),
            ("calibration", "fail", "none.json", "replace that file"),
        ),
        (
            misspelt_seat,
            ("settings file", "fail", "gpio.turn.mauve: no game has a seat mauve", "mend"),
        ),
        (lambda m: with_settings(m, "sond = 1\n"), ("settings file", "fail", "sound?", "mend")),
        (simulated, ("camera", "warn", "simulated", "choose a camera")),
        (without_folder, ("camera", "fail", "/none", "choose a camera")),
        (
            lambda m: without(m, "settings.toml"),
            ("settings file", "fail", "cannot", "name another"),
        ),
    ],
)
def test_what_is_wrong_is_found_with_its_mend(
    machine: Machine, harm: Callable[[Machine], Machine], expected: tuple[str, str, str, str]
) -> None:
    """The line says how bad it is, what was seen, and what to do."""
    what, state, seen, mend = expected
    (found,) = (one for one in findings(harm(machine)) if one.what == what)
    assert found.state == state
    assert seen in seen_of(found)
    assert found.mend is not None
    assert mend in words("en").fill(found.mend)


def test_a_taught_board_that_cannot_be_read_is_named(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its game does not start, and the settings do not name it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(machine.root))
    path = taught_folder("dog") / TAUGHT
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{")
    (found,) = (one for one in findings(machine) if one.what == "calibration")
    assert found.state is State.FAIL
    assert str(path) in seen_of(found)


def test_a_message_in_a_message_is_translated_too() -> None:
    """Also several, which are listed; a text that is filled in stays as it is written."""
    text = "missing: {text}"
    inner = note("speaks through {text}", text="none of it")
    assert words("de").fill(note(text, text=inner)) == "es fehlen: spricht über none of it"
    both = Message(text, (("text", list_names("seat", ("red", "orange"))),))
    assert words("fr").fill(both) == "manquent\N{NO-BREAK SPACE}: Rouge, Orange"


def test_what_is_quoted_commands_no_terminal() -> None:
    """A folder's name, or a device's own, may hold line ends, escapes and turns of direction."""
    odd = note("a {text} b", text="x\n\x1b[2J\N{RIGHT-TO-LEFT OVERRIDE}y")
    told = Finding("camera", State.FAIL, odd, odd).lines(words("en")).split("\n")
    assert len(told) == 2
    assert all(line.isprintable() for line in told)


@pytest.mark.parametrize(
    ("millidegrees", "state"), [("69000", "OK"), ("75000", "warn"), ("85000", "fail"), ("?", "OK")]
)
def test_temperature(machine: Machine, millidegrees: str, state: str) -> None:
    """Warm is worth a look; at eighty degrees the Pi slows down."""
    (machine.root / "sys/class/thermal/thermal_zone0/temp").write_text(millidegrees)
    (found,) = (one for one in findings(machine) if one.what == "temperature")
    assert found.state == state


def test_power_is_read_where_the_command_is_missing(machine: Machine) -> None:
    """The kernel shows the same bits; where neither tells, nothing is claimed."""
    mute = dataclasses.replace(machine, said=lambda _: None)
    (unknown,) = (one for one in findings(mute) if one.what == "power")
    assert unknown.state is State.OK
    path = machine.root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    path.parent.mkdir(parents=True)
    path.write_text("1\n")
    (found,) = (one for one in findings(mute) if one.what == "power")
    assert found.state is State.FAIL


def test_what_the_table_does_not_need_may_be_missing(machine: Machine) -> None:
    """A table on a desktop, without wires, wants no pins, no LEDs and no bare screen."""
    shutil.rmtree(machine.root / "dev")
    bare = dataclasses.replace(simulated(machine), environ={"DISPLAY": ":0"})
    assert [one.what for one in findings(bare) if one.state is State.FAIL] == []


def test_settings_that_nobody_has_changed_yet_are_no_fault(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who goes through the set-up's pages in English has no file of settings, nor needs one."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(machine.root))
    first = next(examine(machine, settings_path()))
    assert (first.what, first.state) == ("settings file", State.WARN)


def test_settings_that_cannot_be_read_name_no_camera(machine: Machine) -> None:
    """Which one they name is not known: that it is the simulated table was said in vain."""
    found = [one for one in findings(with_settings(machine, "[")) if one.what == "camera"]
    assert [seen_of(one) for one in found] == ["it is not known which one is to be used"]


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(machine: Machine) -> None:
    """Journals need a folder of their own user's."""
    (machine.root / "games").mkdir(mode=0o500)
    (found,) = (one for one in findings(machine) if one.what == "journals")
    assert found.state is State.FAIL


def test_a_folder_of_games_that_may_not_be_looked_for_is_a_finding(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies in another user's folder: the doctor goes on, and says so."""
    look, ask = Path.exists, os.access

    def exists(path: Path) -> bool:
        if path.name == "games":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path)

    monkeypatch.setattr(Path, "exists", exists)
    monkeypatch.setattr(os, "access", lambda path, mode: path.name != "games" and ask(path, mode))
    assert "journals" in {one.what for one in findings(machine)}


def test_a_damaged_journal_is_named(machine: Machine) -> None:
    """The journals' own sentence is told; the others are counted."""
    (machine.root / "games").mkdir()
    (machine.root / "games" / "000001-agent_dog.journal").write_text("nonsense")
    (found,) = (one for one in findings(machine) if one.what == "a journal")
    assert "000001-agent_dog.journal" in seen_of(found)


def test_nothing_is_said_beside_the_findings() -> None:
    """Wayland's library would print a line of its own where no session has a folder."""
    bare = {name: value for name, value in os.environ.items() if name not in _OF_A_SESSION}
    program = "from tablet_companion.selfcheck.doctor.machine import Machine; Machine().screen()"
    done = subprocess.run(
        [sys.executable, "-c", program], env=bare, capture_output=True, text=True, check=False
    )
    assert "XDG_RUNTIME_DIR" not in done.stderr


def test_this_machine_can_be_asked() -> None:
    """Whatever it is, every question has an answer and nothing raises."""
    asked = Machine()
    assert asked.importable("numpy")
    assert not asked.importable("no_such_module")
    assert "numpy" in asked.versions()
    assert asked.free_bytes(Path("/")) > 0
    assert asked.said(("no-such-command",)) is None
    assert asked.said(("false",)) is None
    assert asked.group(Path("/"))
    assert isinstance(asked.serial_ports(), tuple)
    assert camera_names() == () or asked.importable("picamera2")


@pytest.mark.parametrize(
    ("voice", "there", "state", "seen"),
    [
        ("", False, State.OK, "off"),
        ("[voice]\non = true\n", True, State.OK, "speaks through /usr/bin/espeak-ng"),
        ("[voice]\non = true\n", False, State.FAIL, "espeak-ng is not there"),
        ('[voice]\non = true\ncommand = "festival --tts"\n', False, State.FAIL, "festival is"),
    ],
)
def test_a_voice_without_its_program(
    machine: Machine, voice: str, there: bool, state: State, seen: str
) -> None:
    """Only a voice that is on needs its program; a missing one is said, with how to get it."""
    path = machine.root / "settings.toml"
    path.write_text(path.read_text() + voice)
    asked = dataclasses.replace(
        machine, find_program=lambda name: f"/usr/bin/{name}" if there else None
    )
    (found,) = (one for one in findings(asked) if one.what == "voice")
    assert found.state is state
    assert seen in seen_of(found)
    assert bool(found.mend) == (state is State.FAIL)


def test_a_game_that_cannot_be_loaded(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A folder of games added by hand is named if its code fails; the others still count."""
    folder = tmp_path / "games" / "torn_game"
    folder.mkdir(parents=True)
    (folder / "board.toml").touch()
    (folder / "__init__.py").write_text("raise RuntimeError('no rules yet')")
    whole = len(games.names())
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder.parent)])
    broken, playable = [item for item in findings(machine) if item.what == "games"]
    assert broken.state is State.WARN
    assert "torn_game" in seen_of(broken)
    assert "no rules yet" in seen_of(broken)
    assert seen_of(playable) == f"{whole} can be played"
