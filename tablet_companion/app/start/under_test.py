"""A table's devices, opened for the self-test at the console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue

from calibration.taught.model import read_calibration
from hardware.cameras import open_camera
from hardware.gpio import Pins, open_pins
from hardware.link.transport import Line, open_line
from hardware.ports import BoardLink, Clock
from tablet_companion.app.inbox import Inbox, Pushed
from tablet_companion.app.start.program import choose_board, prefer_taught
from tablet_companion.app.wired.controller import list_wired_places, open_link
from tablet_companion.app.wired.devices import Devices
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.selfcheck.actuators import Actuators
from tablet_companion.selfcheck.checks import Equipment, list_equipment
from tablet_companion.selfcheck.console import Draw, TableUnderTest
from tablet_companion.vision.stills import prepare


@contextmanager
def open_under_test(  # noqa: PLR0913 - what is beneath can be replaced
    settings: Settings,
    game: str,
    clock: Clock,
    draw: Draw,
    *,
    pins: Callable[[], Pins] = open_pins,
    line: Callable[[str, int], Line] = open_line,
) -> Iterator[TableUnderTest]:
    """Open the configured devices, and close them again; ``draw`` draws how a picture was read.

    ``pins`` makes gpiozero's factory, ``line`` opens the line to the board controller. Raises
    CompanionError.
    """
    inbox: Inbox = SimpleQueue()
    settings = prefer_taught(game, settings)
    with ExitStack() as stack:
        devices = Devices(settings, pins, inbox, clock)
        stack.callback(devices.close)
        given = None if settings.calibration is None else read_calibration(settings.calibration)
        board = given.board if given else choose_board(game, settings)
        link = open_link(settings.controller, board, line, clock)
        if link is not None:
            stack.callback(link.close)
        beneath = ((), ()) if link is None else list_wired_places(settings.controller, board)
        equipment = list_equipment(settings, beneath)
        yield TableUnderTest(
            equipment,
            _drive(devices, link, equipment),
            presses=lambda: _take_presses(inbox),
            camera=lambda name: open_camera(name, clock),
            model=lambda: prepare(given or printed.calibration(game, board)),
            draw=draw,
            link=link,
            line=settings.controller.line or "",
        )


def _drive(devices: Devices, link: BoardLink | None, equipment: Equipment) -> Actuators:
    shine = (lambda _lights: None) if link is None else link.light
    return Actuators(devices.lamps, devices.sounder, shine, equipment.lamps)


def _take_presses(inbox: Inbox) -> list[str]:
    found: list[str] = []
    while True:
        try:
            item = inbox.get_nowait()
        except Empty:
            return found
        if isinstance(item, Pushed):
            found.append(item.button)
