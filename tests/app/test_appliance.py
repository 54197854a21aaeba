"""The command as a machine of its own runs it: starts are counted, and the fourth is a safe one."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.oversight import Overseer
from hardware.ports import Camera, Frame
from tablet_companion import cli
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.sight import camera
from tablet_companion.app.sight.camera import CameraSource, CameraThread
from tablet_companion.app.start.starts import MAX_FAILED
from tablet_companion.app.start.station import Station
from tablet_companion.referee.model.events import Event
from tablet_companion.referee.model.panels import PausePanel


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Run stations for no time at all, and return what each showed first."""
    pages: list[str] = []

    def run(station: Station, *_: object) -> None:
        page = station.loop._display.panel
        pages.append(page.say.text if isinstance(page, PausePanel) else type(page).__name__)

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(Station, "run", run)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the tests keep their own
    return pages


def _run(settings: Path) -> int:
    return cli.main(["run", "--appliance", "--settings", str(settings)])


def test_settings_that_are_refused_lead_to_a_safe_start(
    shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three refusals, then a page that says so; mended, the next start is a plain one."""
    settings = tmp_path / "settings.toml"
    settings.write_text("camera = 3\n")
    assert [_run(settings) for _ in range(MAX_FAILED)] == [1] * MAX_FAILED
    assert "settings.toml: camera: " in capsys.readouterr().err
    assert _run(settings) == 0
    assert shown[0].startswith("Starting failed.")
    assert settings.read_text() == "camera = 3\n", "they are left as they are"
    settings.write_text('camera = "usb:0"\nsound = false\n')
    assert _run(settings) == 0
    assert shown[1:] == ["SetUpPanel"]


def test_games_that_may_not_be_read_lead_to_a_safe_start(
    shown: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever runs it once as another user locks the next one out; no start showed a page then."""
    games = tmp_path / "games"
    games.mkdir()
    (tmp_path / "settings.toml").write_text(f'set_up = true\njournals = "{games}"\n')
    list_folder = Path.iterdir

    def refuse(folder: Path) -> Iterator[Path]:
        if folder == games:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
        return list_folder(folder)

    monkeypatch.setattr(Path, "iterdir", refuse)
    for _ in range(MAX_FAILED):
        assert _run(tmp_path / "settings.toml") == 1
    assert not shown
    refused = f"Games cannot be kept in {games}: Permission denied; name a folder"
    assert capsys.readouterr().err.count(refused) == MAX_FAILED
    assert _run(tmp_path / "settings.toml") == 0
    assert shown[0].startswith("Starting failed.")


def test_starts_that_cannot_be_counted_lead_to_a_safe_start_at_once(
    shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the whole data folder is another user's or no folder, no list of starts is ever kept."""
    (tmp_path / "data").write_text("in the way")
    (tmp_path / "settings.toml").write_text("set_up = true\n")
    assert _run(tmp_path / "settings.toml") == 0
    assert "Games cannot be kept" in capsys.readouterr().err
    (said,) = shown
    assert said.startswith("Starting failed. This start leaves out camera, lights and settings.")


def test_by_hand_no_start_is_counted(shown: list[str], tmp_path: Path) -> None:
    """Without --appliance nothing is written about starts, and a refusal stays one."""
    settings = tmp_path / "settings.toml"
    settings.write_text("camera = 3\n")
    for _ in range(MAX_FAILED + 1):
        assert cli.main(["run", "--settings", str(settings)]) == 1
    assert not shown
    assert not (tmp_path / "data").exists()


def _unread(frame: Frame) -> Event:
    raise AssertionError(frame)


def test_a_look_that_hangs_at_the_end_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that never answers is left behind; the thread ends if it ever does answer."""
    answered = threading.Event()

    def waits() -> Camera:
        answered.wait()
        raise AssertionError

    monkeypatch.setattr(camera, "RETRY_S", 0.01)
    thread = CameraThread(CameraSource(waits, lambda: _unread, ManualClock()), Inbox())
    thread.start()
    thread.stop()
    assert thread._thread.is_alive()
    assert thread.looks == 0
    answered.set()
    thread._thread.join(5)
    assert not thread._thread.is_alive()


def test_nobody_listens_to_a_program_started_by_hand() -> None:
    """Every word to an absent overseer is possible and does nothing."""
    nobody = Overseer()
    nobody.report_ready()
    nobody.report_alive()
    nobody.status("Nothing.")
    nobody.report_stopping()
    assert nobody.patience_s is None
