"""systemd itself understands the unit and its drop-in, and finds them well shut in."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.app.running.watchdog import WatchdogFeeder
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.session.keeper import Keeper
from tablet_companion.session.session import open_table
from tests.app.ear import Ear
from tests.systemd import game

ROOT: Final = Path(__file__).parents[2]
UNITS: Final = ROOT / "systemd"
ANALYZE: Final = shutil.which("systemd-analyze")
EXPOSED: Final = 2.0
"""Of ten; systemd calls everything below 4 well shut in."""

with_systemd = pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")


def _installed(folder: Path, *dropins: str) -> Path:
    """Return a copy of the unit that starts a program which is there."""
    unit = folder / "tablet-companion.service"
    unit.write_text(_startable((UNITS / unit.name).read_text()), encoding="utf-8")
    for name in dropins:
        beside = folder / f"{unit.name}.d" / name
        beside.parent.mkdir(exist_ok=True)
        beside.write_text(_startable((UNITS / name).read_text()), encoding="utf-8")
    return unit


def _startable(text: str) -> str:
    return re.sub(r"^ExecStart=/\S+", f"ExecStart={sys.executable}", text, flags=re.MULTILINE)


def _said(*words: str | Path) -> str:
    assert ANALYZE is not None
    done = subprocess.run([ANALYZE, *words], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@with_systemd
@pytest.mark.parametrize("dropins", [(), ("desktop.conf",), ("network.conf",)])
def test_systemd_finds_nothing_odd(tmp_path: Path, dropins: tuple[str, ...]) -> None:
    """Verification prints nothing; its exit status would be 0 even for a misspelt key."""
    assert _said("verify", "--man=no", _installed(tmp_path, *dropins)) == ""


@with_systemd
def test_a_misspelt_key_would_be_found(tmp_path: Path) -> None:
    """The test above can fail."""
    unit = _installed(tmp_path)
    unit.write_text(unit.read_text().replace("WatchdogSec", "WatchDogSecs"))
    assert "WatchDogSecs" in _said("verify", "--man=no", unit)


@with_systemd
@pytest.mark.parametrize("dropins", [(), ("network.conf",)])
def test_the_service_is_shut_in(tmp_path: Path, dropins: tuple[str, ...]) -> None:
    """What a fault in the program could reach is little: the exposure stays below two of ten.

    Also with the network opened to telephones and a broker.
    """
    said = _said("security", "--offline=yes", "--no-pager", _installed(tmp_path, *dropins))
    found = re.search(r"exposure level for \S+: (\d+\.\d+)", said)
    assert found, said
    assert float(found[1]) < EXPOSED


def test_the_unit_asks_for_what_the_program_says() -> None:
    """Readiness and the watchdog are told by the program, and it is started again for ever."""
    unit = (UNITS / "tablet-companion.service").read_text(encoding="utf-8")
    source = (ROOT / "hardware" / "oversight.py").read_text(encoding="utf-8")
    for key, word in (("Type=notify", "READY=1"), ("WatchdogSec=", "WATCHDOG=1")):
        assert f"\n{key}" in unit
        assert word in source
    assert "\nRestart=always\n" in unit
    assert "\nStartLimitIntervalSec=0\n" in unit


def test_what_leaks_is_ended_before_the_machine() -> None:
    """Memory and threads have a limit, each with its reason above it, and a restart follows."""
    lines = (UNITS / "tablet-companion.service").read_text(encoding="utf-8").splitlines()
    for key in ("MemoryMax=", "OOMPolicy=kill", "TasksMax="):
        (at,) = (number for number, line in enumerate(lines) if line.startswith(key))
        assert lines[at - 1].startswith("#"), key


def test_the_user_is_in_every_group_of_a_device() -> None:
    """Camera, screen, touch, pins, sound and serial lines each belong to a group of the user's."""
    text = (UNITS / "tablet-companion.sysusers").read_text(encoding="utf-8")
    groups = re.findall(r"^m tablet-companion (\S+)$", text, flags=re.MULTILINE)
    assert set(groups) == {"video", "render", "input", "gpio", "audio", "dialout"}


def test_the_proof_counts_moves_as_the_status_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make test-systemd` leaves a game in progress, and looks for its number in the status."""
    monkeypatch.setattr(sys, "argv", ["game", str(tmp_path)])
    game.main()
    dog = games.load("agent_dog")
    table = open_table(
        dog, areas_of(printed.board(dog.name), dog.name), "en", Keeper(tmp_path, lambda: 0.0)
    )
    ear = Ear()
    WatchdogFeeder(ear, ManualClock(1)).note_turn(table, None)
    assert f"under way, {capsys.readouterr().out.strip()} moves;" in ear.said[-1]
