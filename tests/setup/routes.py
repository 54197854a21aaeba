"""From the first page of a new machine to the first legal move, in the real window, counted.

``python -m tests.setup.routes`` goes all ways from an empty folder of state: a printed board, three
boxed ones of other makes, one of your own. Touches go through the window's own queue of events; all
that is put in a thing's place are the camera, whose pictures are drawn, and the pins.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.ports import AvailableCamera, Camera, Clock
from tablet_companion import cli
from tablet_companion.app.start import program
from tablet_companion.app.start.program import Program, StartOptions
from tablet_companion.app.start.station import Station
from tablet_companion.commands import _setup
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.setup.pages import doctor_page
from tablet_companion.setup.pages.desk import Desk, SetupPlatform, Step
from tablet_companion.setup.pages.wizard import Wizard
from tests.setup.guest import CAMERA, WAYS, DrawnCamera, Guest, Panel, Pictures, Way
from tests.setup.own import MEN


@contextlib.contextmanager
def in_place(guest: Guest) -> Iterator[None]:
    """Put the person's table in the camera's place, and note what is shown."""
    panel = guest.panel

    def opened(_name: str, _clock: Clock | None = None) -> Camera:
        return DrawnCamera(guest)

    class Watched(Wizard):
        def __init__(self, desk: Desk, steps: Sequence[Step]) -> None:
            super().__init__(desk, steps)
            panel.wizard = self

    class Seen(Station):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.glass_turned = given[1].screen.turned

        def run(self, turned: Callable[[], None] = lambda: None) -> None:
            def both() -> None:
                turned()
                panel.turned()

            panel.station = self
            super().run(both)

    pins = MockFactory(pin_class=MockPWMPin)
    found = (AvailableCamera(CAMERA, "drawn"),)

    def platform(clock: Clock) -> SetupPlatform:
        return SetupPlatform(clock, opened, lambda: found, lambda: pins)

    with (
        mock.patch.object(program, "open_camera", opened),
        mock.patch.object(program, "find_cameras", return_value=found),
        mock.patch.object(program, "open_pins", return_value=pins),
        mock.patch.object(program, "Station", Seen),
        mock.patch.object(_setup, "make_setup_platform", platform),
        mock.patch.object(doctor_page, "Machine", partial(Machine, camera=opened)),
        mock.patch.object(_setup, "Wizard", Watched),
    ):
        yield


def go(way: Way, pictures: Pictures) -> Guest:
    """Go one way, from an empty folder of state. Raises what went wrong."""
    panel = Panel()
    guest = Guest(way, panel, pictures)

    def set_up(game: Any, settings: Any, path: Path, turns: Any) -> str:
        stopped, turned = turns

        def both() -> None:
            turned()
            panel.turned()

        return _setup.go_through(0, game, settings, path, (stopped, both))

    options = StartOptions(
        game=None, settings=None, calibration=None, camera=None, journals=None, size_px=None,
        fullscreen=False, appliance=True, lamps=True,
    )  # fmt: skip
    with in_place(guest):
        person = threading.Thread(target=guest.go, name="person", daemon=True)
        person.start()
        Program(options, _no_table, lambda _: None, set_up).run()
    person.join()
    if guest.error is not None:
        raise guest.error
    return guest


def read_own(guest: Guest, base: Path) -> None:
    """Read a picture of the new board with men on it, and lay its file out by command."""
    wanted = MEN[guest.way.layout]
    guest.table.set_up({name: (piece, False) for name, piece in wanted.items()})
    picture = base / "men.png"
    cv2.imwrite(str(picture), DrawnCamera(guest).capture().picture)
    learnt = base / "data" / "tablet-companion" / "boards" / "my-board-1" / "calibration.json"
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert cli.main(["read", "--calibration", str(learnt), str(picture)]) == 0
    seen = json.loads(told.getvalue())["pieces"]
    pieces = {name: one["is"] for name, one in seen.items()}
    assert pieces == wanted, pieces
    if guest.way.layout != "grid":
        return
    places = ["--size", "400x400", "--grid", "4x4", "--first", "50,50", "--last", "350,350"]
    drawn = ["--picture", str(picture), "--draw", str(base / "places.png")]
    assert cli.main(["layout", str(base / "own.toml"), *places, *drawn]) == 0


def _no_table(*_: object) -> Any:
    raise AssertionError("the table is a camera's, drawn or not")


@contextlib.contextmanager
def new_machine() -> Iterator[Path]:
    """Give the program folders in which nothing is, with the settings that our package brings."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        fresh = {"XDG_DATA_HOME": str(base / "data"), "XDG_CONFIG_HOME": str(base / "config")}
        with mock.patch.dict(os.environ, fresh):
            settings = base / "config" / "tablet-companion" / "settings.toml"
            settings.parent.mkdir(parents=True)
            brought = Path(__file__).parents[2] / "systemd" / "debian" / "settings.toml"
            settings.write_text(brought.read_text(encoding="utf-8"), encoding="utf-8")
            yield base


def go_killed(way: Way, pictures: Pictures) -> Guest:
    """Go one way; the program is killed in the middle of it and started again."""
    if way.killed_at and os.fork() == 0:
        go(way, pictures)
        os._exit(0)
    if way.killed_at:
        _, status = os.wait()
        assert os.WIFSIGNALED(status), f"nobody asked for {way.killed_at}"
    return go(replace(way, killed_at=""), pictures)


def main() -> int:
    """Go the ways and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upright", action="store_true", help="turn the page upright first")
    parser.add_argument("--only", default="", help="ways whose name has this")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the pages")
    parser.add_argument(
        "--killed", default="", help="kill it at this page or picture: SizeStep, card_3"
    )
    given = parser.parse_args()
    if "DISPLAY" in os.environ:
        os.environ["SDL_VIDEODRIVER"] = "x11"  # tests themselves open no window on a screen
    for way in WAYS:
        if given.only not in way.name:
            continue
        with new_machine() as base:
            begun_s, worked_s = time.monotonic(), time.process_time()
            way = replace(way, upright=given.upright, killed_at=given.killed)  # noqa: PLW2901 - as asked for
            guest = go_killed(way, Pictures(given.pictures))
            worked_s = time.process_time() - worked_s - guest.drawing_s
            took_s = time.monotonic() - begun_s
            if way.wants == "new":
                read_own(guest, base)
        sys.stdout.write(
            f"{way.name}: {guest.touches} touches, {guest.drags} drags; people "
            f"{guest.spent_s / 60:.1f} minutes, processor {worked_s:.0f} s, "
            f"{took_s:.0f} s by the clock; doubted: {', '.join(guest.doubts) or 'nothing'}\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
