"""The tables of the building guide as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hardware.board import Board
from tools.building import wiring
from tools.building.view import LENSES, Lens, least_height_cm, most_height_cm

_STRIPS = (30, 60, 80, 144, 300)
_PLACE = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def fill_tables(text: str, boards: Sequence[Board]) -> str:
    """Return a document with every table between its marks made again.

    Raises KeyError for a mark that names no table.
    """
    tables = all_tables(boards)
    return _PLACE.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}", text)


def all_tables(boards: Sequence[Board]) -> Mapping[str, str]:
    """Return every table by the name in its mark."""
    return {
        "heights": heights(boards),
        "highest": _table(("camera", "highest"), _highest()),
        "pins": pins(),
        "resistors": resistors(),
        "amps": amps(),
    }


def heights(boards: Sequence[Board]) -> str:
    """Return, board by board, how high each camera hangs at least and what a pixel shows then."""
    head = ("board", "size in mm", *(lens.name for lens in LENSES))
    rows = [
        (board.name, _by(board.size_mm), *(_height(board, lens) for lens in LENSES))
        for board in boards
    ]
    return _table(head, rows)


def _height(board: Board, lens: Lens) -> str:
    high = least_height_cm(board, lens)
    return f"{high} cm, {lens.mm_a_px(10.0 * high):.2f} mm"


def _highest() -> list[tuple[str, str]]:
    return [(lens.name, f"{most_height_cm(lens)} cm") for lens in LENSES]


def pins() -> str:
    """Return what goes to which pin of the Pi's header."""
    named = {f"lamp `{lamp}`": pin for lamp, pin in wiring.LAMPS.items()}
    named |= {"buzzer": wiring.BUZZER}
    named |= {f"button `{button}`": pin for button, pin in wiring.BUTTONS.items()}
    rows = [(what, f"GPIO {bcm}", str(wiring.pin_of(bcm))) for what, bcm in named.items()]
    return _table(("what", "BCM number", "pin of the header"), rows)


def resistors() -> str:
    """Return which resistor each colour of LED wants, and the current that flows then."""
    rows = [
        (
            led.colour,
            f"{led.usual_volt:g} V",
            f"{led.ohm} Ω",
            f"{led.ma(led.usual_volt):.0f} mA, at most {led.ma(led.least_volt):.0f}",
        )
        for led in wiring.LEDS
    ]
    return _table(("LED", "keeps", "resistor", f"current at {wiring.PIN_VOLT:g} V"), rows)


def amps() -> str:
    """Return what strips take: white and full on, dark, and as the controller limits it."""
    limit = wiring.controller().most_ma
    rows = [
        (
            str(leds),
            f"{wiring.strip_amps(leds):.1f} A",
            f"{leds * wiring.WS2812_IDLE_MA / 1000:.2f} A",
            f"{min(wiring.strip_amps(leds), (limit + leds * wiring.WS2812_IDLE_MA) / 1000):.2f} A",
        )
        for leds in _STRIPS
    ]
    return _table(("LEDs", "all white", "all dark", "behind our controller"), rows)


def _by(size_mm: tuple[float, float]) -> str:
    return f"{size_mm[0]:g} × {size_mm[1]:g}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
