"""Whatever a camera does, the game goes on by touch or the program is started again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.cameras.live import LiveCamera
from hardware.clock import ManualClock
from hardware.ports import AvailableCamera, Camera, CameraError, CameraTrouble, Clock
from tablet_companion import games
from tablet_companion.app.running.watchdog import LEARNING_S
from tablet_companion.app.sight import camera as app_camera
from tablet_companion.app.start import program
from tablet_companion.app.start.station import Station
from tablet_companion.config import Settings
from tablet_companion.referee.model.events import Blind
from tablet_companion.screen.toolkit.orders import OpenCameras, TryCamera
from tablet_companion.session.keeper import Keeper
from tests import patience
from tests.app.ear import PATIENCE_S
from tests.neighbours import cameras
from tests.neighbours.cameras import Device, Hang
from tests.neighbours.watched import ROUND_S, STALL_S, Table, descriptors


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RETRY_S", "SHOT_S"):  # the clock is told of the pauses instead
        monkeypatch.setattr(app_camera, name, 0.0)


@pytest.fixture
def hang() -> Iterator[Hang]:
    """Return a hang that ends with the test."""
    hang = Hang()
    yield hang
    hang.over.set()


@pytest.mark.parametrize("pictures", [0, 3])
def test_a_driver_that_hangs_starves_the_watchdog(hang: Hang, pictures: int) -> None:
    """The page is told that there is no picture, one device is opened, and nothing is fed."""
    table = Table(
        lambda: cameras.hanging(hang, pictures), lambda: hang.entered.wait(patience.PATIENCE_S)
    )
    heard = table.look(pictures + 2)
    assert isinstance(heard[-1], Blind), "and the game goes on by touch"
    table.look(round(LEARNING_S / ROUND_S))
    fed = table.fed
    table.look(round(3 * PATIENCE_S / ROUND_S))
    assert table.fed == fed, "the service is started again"
    assert len(table.devices) == 1


def test_a_thousand_looks_at_a_hanging_driver_leave_one_thread(hang: Hang) -> None:
    """Each look says that there is no picture; no other reader is begun beside the first."""
    table = Table(lambda: cameras.hanging(hang), lambda: hang.entered.wait(patience.PATIENCE_S))
    table.look()
    threads, files = threading.active_count(), descriptors()
    assert {type(event) for event in table.look(1000)} == {Blind}
    assert (threading.active_count(), descriptors()) == (threads, files)
    assert len(table.devices) == 1


def test_a_driver_that_lets_go_after_all_is_opened_again(hang: Hang) -> None:
    """Then looks end again, and the watchdog hears of them."""
    table = Table(lambda: cameras.hanging(hang), lambda: hang.entered.wait(patience.PATIENCE_S))
    table.look(70)
    fed = table.fed
    hang.over.set()
    assert table.devices[0].released.wait(patience.PATIENCE_S)
    table.devices[0] = cameras.stopping()
    while table.slot.hanging():
        pass  # the reader has released its device and is about to end
    table.look(10)
    assert len(table.devices) > 1
    assert table.fed > fed


@pytest.mark.parametrize(
    "device", [cameras.stopping, cameras.breaking, cameras.repeating, cameras.resizing]
)
def test_a_thousand_faults_leak_nothing_and_the_game_goes_on(device: Callable[[], Device]) -> None:
    """Every look ends, the watchdog is fed throughout, and threads and files stay as many."""
    table = Table(device, stall_s=60)  # its reader ends by itself, however busy the machine
    table.look(5)
    threads, files = threading.active_count(), descriptors()
    gaps = 0
    for _ in range(100):
        fed = table.fed
        assert table.look(10)
        gaps += table.fed == fed
    assert gaps == 0
    table.source.close()
    assert threading.active_count() <= threads
    assert descriptors() <= files


@pytest.mark.parametrize("number", range(cameras.STRANGE))
def test_what_is_no_picture_is_a_camera_that_failed(number: int) -> None:
    """Raw or absurd arrays, and whatever a driver raises: the page says it, and no thread dies."""
    table = Table(lambda: cameras.strange(number), stall_s=60)
    assert {type(event) for event in table.look(3)} == {Blind}
    with pytest.raises(CameraError) as caught:
        table.source.frame()
    assert caught.value.trouble is not None
    assert "usb:0" in str(caught.value)
    table.source.close()


def test_choosing_another_camera_opens_none_beside_a_hanging_one(hang: Hang) -> None:
    """The page of cameras says so instead, and the watchdog starves there as well."""
    table = Table(lambda: cameras.hanging(hang), lambda: hang.entered.wait(patience.PATIENCE_S))
    table.look(2)
    table.finder.obey(OpenCameras())
    table.finder.obey(TryCamera("usb:1"))
    table.look(round(LEARNING_S / ROUND_S))
    panel = table.finder.panel()
    assert panel is not None
    assert panel.trouble is not None
    assert "is stuck" in panel.trouble.text
    assert panel.found == (AvailableCamera("usb:0", ""),)
    fed = table.fed
    table.look(round(3 * PATIENCE_S / ROUND_S))
    assert table.fed == fed
    assert len(table.devices) == 1


def test_the_dock_says_which_camera_hangs(hang: Hang) -> None:
    """A closed camera whose reader has ended is none that hangs."""
    table = Table(lambda: cameras.hanging(hang), lambda: hang.entered.wait(patience.PATIENCE_S))
    camera = table.slot("usb:0")
    assert not table.slot.hanging(), "it is in use, which is no fault"
    camera.close()
    with pytest.raises(CameraError, match="usb:0 is stuck") as caught:
        table.slot("usb:1")
    assert caught.value.trouble is CameraTrouble.HANGS


def test_the_real_table_asks_its_one_dock(
    hang: Hang, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is chosen and what is used are opened by the same dock, and its thread asks it."""
    clock = ManualClock()

    def opened(name: str, _clock: Clock) -> Camera:
        camera = LiveCamera(cameras.hanging(hang), name, clock, stall_s=STALL_S)
        hang.entered.wait(patience.PATIENCE_S)
        return camera

    monkeypatch.setattr(program, "open_camera", opened)
    game, settings = games.load("agent_dog"), Settings(camera="usb:0", sound=False)
    platform = program.make_platform(game, settings, clock, tmp_path / "settings.toml")
    assert platform.cameras is not None
    with Station(game, settings, platform, Keeper(tmp_path, lambda: 0.0), clock) as station:
        assert station._camera._driver_hangs == platform.hangs
        camera = platform.cameras.open_camera("usb:1")
        assert not platform.hangs()
        camera.close()
        assert platform.hangs()
        with pytest.raises(CameraError, match="is stuck"):
            station.source.frame()
        with pytest.raises(CameraError, match="is stuck"):
            platform.open_camera()
