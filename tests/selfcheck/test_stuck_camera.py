"""A camera whose driver hangs is found, and does not hang the doctor."""

from __future__ import annotations

import dataclasses
import threading

import pytest

from hardware.clock import ManualClock
from hardware.ports import Camera, Frame
from tablet_companion.app.start.under_test import open_under_test
from tablet_companion.config import Settings
from tablet_companion.measure.reading_sheet import sheet_writer
from tablet_companion.screen.toolkit.orders import Section
from tablet_companion.selfcheck.checks import list_checks
from tablet_companion.selfcheck.console import Console
from tablet_companion.selfcheck.doctor import camera
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import State
from tests.selfcheck.machines import Grey, findings, seen_of


class Stuck:
    """A camera whose driver hangs where a test wants it to."""

    def __init__(self, where: str, over: threading.Event) -> None:
        """Hang already, where opening is what hangs."""
        self._where, self._over = where, over
        self._hang("open")

    def capture(self) -> Frame:
        """Deliver a picture, if that is not what hangs."""
        self._hang("capture")
        return Grey(120).capture()

    def close(self) -> None:
        """Let go, if that is not what hangs."""
        self._hang("close")

    def _hang(self, where: str) -> None:
        if where == self._where:
            self._over.wait()


@pytest.mark.parametrize(
    ("where", "state", "seen"),
    [
        ("open", State.FAIL, "driver of usb:0 has not answered"),
        ("capture", State.FAIL, "driver of usb:0 has not answered"),
        ("close", State.OK, "usb:0 delivers 1280×720"),
    ],
)
def test_a_driver_that_hangs_does_not_hang_the_doctor(
    machine: Machine, where: str, state: State, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so instead, and looks at all the rest."""
    over = threading.Event()
    if state is State.FAIL:
        monkeypatch.setattr(camera, "PATIENCE_S", 0.01)
    stuck = dataclasses.replace(machine, camera=lambda _: Stuck(where, over))
    (found,) = (one for one in findings(stuck) if one.what == "camera")
    over.set()
    assert found.state is state
    assert seen in seen_of(found)


@pytest.mark.parametrize("where", ["open", "capture"])
def test_a_driver_that_hangs_does_not_hang_the_self_test(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the console, too, the camera fails after a while, and the command ends."""
    over = threading.Event()
    monkeypatch.setattr(camera, "PATIENCE_S", 0.01)
    settings, clock = Settings(sound=False, camera="usb:0"), ManualClock()
    with open_under_test(settings, "dog", clock, sheet_writer(None)) as table:
        stuck = dataclasses.replace(table, camera=lambda _: Stuck(where, over))
        checks = [one for one in list_checks(table.equipment) if one.section is Section.CAMERA]
        assert Console(stuck, clock, clock.advance, None).run(checks) == 1
    over.set()
    assert "does not answer" in capsys.readouterr().out


def test_a_fault_of_the_program_is_no_driver_that_hangs(machine: Machine) -> None:
    """It is raised at once, and nobody is sent to pull out a camera that works."""

    def opened(_name: str) -> Camera:
        raise ZeroDivisionError

    faulty = dataclasses.replace(machine, camera=opened)
    with pytest.raises(ZeroDivisionError):
        list(camera.checks(faulty, Settings(camera="usb:0")))
