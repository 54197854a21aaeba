"""The parts of a table, and the cables between them."""

from __future__ import annotations

from typing import Final

from hardware.printing.svg import WHITE
from tools.building.sheet import FAINT, Sheet
from tools.building.wiring import BUTTONS, LAMPS, controller

_BOX: Final = (44.0, 24.0)
_CELLS: Final = (8.0, 68.0, 128.0)
_ROWS: Final = (20.0, 64.0, 108.0)


def parts() -> Sheet:
    """Return the Pi and everything plugged into it; optional parts are grey."""
    sheet = Sheet("What is plugged into what", 180, 152)
    switches, leds = len(controller().switches), controller().leds
    boxes = {
        (0, 0): ("camera", "Camera Module or\nUSB webcam", WHITE),
        (1, 0): ("screen", "touchscreen,\n5 inches or more", WHITE),
        (2, 0): ("power supply", "5 V, the Pi’s own", WHITE),
        (1, 1): ("Raspberry Pi", "4 or 5, SD card\nof 16 GB", WHITE),
        (0, 1): ("lamps, buttons", f"{len(LAMPS)} LEDs, a buzzer,\n{len(BUTTONS)} buttons", FAINT),
        (2, 1): ("LED strip", "WLED or another\nAdalight", FAINT),
        (0, 2): ("lights", f"{leds} × WS2812\nunder the places", FAINT),
        (1, 2): ("board controller", "Raspberry Pi Pico", FAINT),
        (2, 2): ("switches", f"{switches} reeds in\nthe holes", FAINT),
    }
    for (column, row), (name, more, fill) in boxes.items():
        x, y = _CELLS[column], _ROWS[row]
        sheet.box(x, y, *_BOX, fill)
        sheet.say(x + _BOX[0] / 2, y + 7, name, anchor=0.5, size=4.2)
        sheet.say(x + _BOX[0] / 2, y + 14, more, anchor=0.5, size=3.2)
    for start, end, cable in _CABLES:
        sheet.arrow(_side(start, end), _side(end, start), both=True)
        _name(sheet, _side(start, end), _side(end, start), cable)
    sheet.say(8, 144, "White: needed. Grey: a help that can be left out, each by itself.")
    return sheet


Cell = tuple[int, int]
_CABLES: Final[tuple[tuple[Cell, Cell, str], ...]] = (
    ((0, 0), (1, 1), "ribbon\nor USB"),
    ((1, 0), (1, 1), "ribbon, or\nHDMI + USB"),
    ((2, 0), (1, 1), "USB-C"),
    ((0, 1), (1, 1), "header"),
    ((2, 1), (1, 1), "USB"),
    ((1, 2), (1, 1), "USB"),
    ((0, 2), (1, 2), "wires"),
    ((2, 2), (1, 2), "wires"),
)


def _side(cell: Cell, towards: Cell) -> tuple[float, float]:
    """Return where a cable leaves a box for another: a side's middle, or a corner."""
    x, y = _CELLS[cell[0]], _ROWS[cell[1]]
    across, down = (
        (towards[0] > cell[0]) - (towards[0] < cell[0]),
        (towards[1] > cell[1]) - (towards[1] < cell[1]),
    )
    return x + _BOX[0] * (across + 1) / 2, y + _BOX[1] * (down + 1) / 2


def _name(sheet: Sheet, start: tuple[float, float], end: tuple[float, float], cable: str) -> None:
    """Write a cable's name beside its middle."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if start[1] == end[1]:
        sheet.say(x, y - 2, cable, anchor=0.5, size=2.8)
    elif start[0] == end[0]:
        sheet.say(x + 2, y - 0.4, cable, size=2.8)
    else:
        aside = 1.0 if end[0] < start[0] else 0.0
        sheet.say(x + (-7 if aside == 0.0 else 7), y - 0.4, cable, anchor=1.0 - aside, size=2.8)
