"""Wiring: lamps, buzzer and buttons at the Pi's header, lights and switches at the controller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hardware.printing.svg import WHITE, Point, circle, path, polyline, rectangle
from tools.building.sheet import FAINT, INK, OUTLINE, PALE, THICK, Sheet
from tools.building.wiring import (
    BUTTONS,
    BUZZER,
    BUZZER_OHM,
    GROUNDS,
    LAMPS,
    LEDS,
    PICO,
    Controller,
    controller,
    header,
    pin_of,
)

_WIRE: Final = 0.45


def lamps() -> Sheet:
    """Return the wiring of the Pi's header: each device beside its pin."""
    sheet = Sheet("Lamps, buzzer and buttons at the Pi’s header", 180, 186)
    _header(sheet)
    things = {f"lamp {lamp}": ("led", pin_of(bcm)) for lamp, bcm in LAMPS.items()}
    things["buzzer"] = ("buzzer", pin_of(BUZZER))
    things |= {f"button {name}": ("button", pin_of(bcm)) for name, bcm in BUTTONS.items()}
    for odd in (True, False):
        beside = {name: thing for name, thing in things.items() if thing[1] % 2 == odd}
        _beside(sheet, beside, -1 if odd else 1)
    by_ohm: dict[int, list[str]] = {}
    for led in LEDS:
        by_ohm.setdefault(led.ohm, []).append(led.colour)
    notes = "; ".join(f"{ohm} Ω for {', '.join(colours)}" for ohm, colours in by_ohm.items())
    sheet.say(
        8, 176, f"R: {notes}.\nThe LED’s long leg points to the pin, its short leg to ground."
    )
    return sheet


_MIDDLE: Final = 92.0
_EDGE: Final = 20.0
_RAIL: Final = 48.0
_TOP: Final = 22.0
_ROW: Final = 7.2


def _row(pin: int) -> float:
    return _TOP + _ROW * ((pin - 1) // 2)


def _header(sheet: Sheet) -> None:
    """Draw the 40 pins; pin 1 is the one at the corner of the board."""
    sheet.box(_MIDDLE - _EDGE, _TOP - 6, 2 * _EDGE, _ROW * 20 + 4.5, FAINT)
    used = {pin_of(bcm) for bcm in (*LAMPS.values(), BUZZER, *BUTTONS.values())}
    for pin, name in header().items():
        sign = -1 if pin % 2 else 1
        fill = INK if pin in used else PALE if name == "GND" else WHITE
        sheet.draw(
            circle(_MIDDLE + sign * 2.6, _row(pin), 1.8, fill=fill, stroke=INK, stroke_width=0.3)
        )
        sheet.say(
            _MIDDLE + sign * 5.4,
            _row(pin) + 1,
            name.replace("GPIO", "GPIO "),
            anchor=0.0 if sign > 0 else 1.0,
            size=2.6,
        )
    sheet.say(_MIDDLE - _EDGE - 2, _row(1) + 1, "pin 1", anchor=1.0, size=3)
    sheet.say(_MIDDLE + _EDGE + 2, _row(2) + 1, "pin 2", size=3)


def _beside(sheet: Sheet, things: Mapping[str, tuple[str, int]], sign: int) -> None:
    """Draw what belongs to one column of pins, and the ground that it shares."""
    rail = _MIDDLE + sign * _RAIL
    pins = [pin for _, pin in things.values()]
    ground = _ground(max(pins), odd=sign < 0)
    for name, (kind, pin) in things.items():
        y, x = _row(pin), _MIDDLE + sign * _EDGE
        sheet.line((x, y), (rail, y), width=_WIRE)
        if kind == "led":
            _resistor(sheet, (x + sign * 9, y), "R")
            _led(sheet, (x + sign * 20, y), sign)
        elif kind == "buzzer":
            _resistor(sheet, (x + sign * 9, y), "")
            sheet.draw(circle(x + sign * 20, y, 3, fill=WHITE, **OUTLINE))
            sheet.draw(circle(x + sign * 20, y, 0.8, fill=INK))
            sheet.say(x + sign * 9, y - 2.6, f"{BUZZER_OHM} Ω", anchor=0.5, size=2.8)
        else:
            _button(sheet, (x + sign * 20, y))
        sheet.draw(circle(rail, y, 0.7, fill=INK))
        sheet.say(rail + sign * 2, y + 1.2, name, anchor=0.0 if sign > 0 else 1.0)
    sheet.line(
        (rail, _row(min(pins))),
        (rail, _row(ground)),
        (_MIDDLE + sign * _EDGE, _row(ground)),
        width=_WIRE * 1.6,
    )
    sheet.say(_MIDDLE + sign * 34, _row(ground) + 4.4, f"ground, pin {ground}", anchor=0.5)


def _ground(below: int, *, odd: bool) -> int:
    """Return the next ground pin below a pin in one column of the header, or the lowest."""
    column = [pin for pin, name in header().items() if name == "GND" and pin % 2 == odd]
    return next((pin for pin in column if pin > below), column[-1])


def _resistor(sheet: Sheet, at: Point, word: str) -> None:
    x, y = at
    sheet.draw(rectangle(x - 4, y - 1.4, 8, 2.8, fill=WHITE, **OUTLINE))
    if word:
        sheet.say(x, y + 1, word, anchor=0.5, size=2.8)


def _led(sheet: Sheet, at: Point, sign: int) -> None:
    """Draw a diode: current runs away from the header."""
    x, y = at
    triangle = ((x - sign * 2, y - 2.2), (x - sign * 2, y + 2.2), (x + sign * 1.8, y))
    sheet.draw(path(polyline(triangle, closed=True), fill=WHITE, **OUTLINE))
    sheet.line((x + sign * 1.8, y - 2.2), (x + sign * 1.8, y + 2.2), width=THICK)
    for step in (0.0, 2.0):
        sheet.arrow((x - 0.4 + step, y - 1.9), (x + 1.4 + step, y - 4.2))


def _button(sheet: Sheet, at: Point) -> None:
    """Draw a push button, open."""
    x, y = at
    sheet.draw(rectangle(x - 4, y - 3.2, 8, 4.6, fill=WHITE))
    for end in (-4, 4):
        sheet.draw(circle(x + end, y, 0.9, fill=WHITE, **OUTLINE))
    sheet.line((x - 4, y - 2), (x + 4, y - 2), width=THICK)
    sheet.line((x, y - 2), (x, y - 3.6), width=THICK)


def board_controller() -> Sheet:
    """Return the wiring of the Pico: the string of lights above it, the switches beside it."""
    facts = controller()
    sheet = Sheet("Lights and switches at the board controller", 180, 196)
    _pico(sheet, facts)
    _string(sheet, facts)
    left = [name for name in facts.switches if PICO[name] <= 20]
    right = [name for name in facts.switches if PICO[name] > 20]
    _switches(sheet, facts, left, -1)
    _switches(sheet, facts, right, 1)
    return sheet


_CHIP: Final = 100.0
_CHIP_TOP: Final = 66.0
_STEP: Final = 6.2


def _pico_at(pin: int) -> Point:
    """Return where a pin of the Pico is: 1 to 20 down the left side, 21 to 40 up the right."""
    if pin <= 20:
        return _CHIP - 17, _CHIP_TOP + _STEP * (pin - 1)
    return _CHIP + 17, _CHIP_TOP + _STEP * (40 - pin)


def _pico(sheet: Sheet, facts: Controller) -> None:
    sheet.box(_CHIP - 17, _CHIP_TOP - 5, 34, _STEP * 19 + 10, FAINT)
    sheet.draw(rectangle(_CHIP - 6, _CHIP_TOP - 9, 12, 8, fill=PALE, **OUTLINE))
    sheet.say(_CHIP, _CHIP_TOP - 4, "USB", anchor=0.5, size=3)
    sheet.say(_CHIP, _CHIP_TOP + 56, "Pico", anchor=0.5, size=5)
    names = {number: name for name, number in PICO.items()} | dict.fromkeys(GROUNDS, "GND")
    used = {PICO[name] for name in (facts.led, "VBUS", *facts.switches)}
    for pin in range(1, 41):
        (x, y), sign = _pico_at(pin), 1 if pin <= 20 else -1
        fill = INK if pin in used else PALE if pin in GROUNDS else WHITE
        sheet.draw(circle(x, y, 1.5, fill=fill, stroke=INK, stroke_width=0.3))
        if pin in names:
            sheet.say(x + sign * 2.8, y + 1, names[pin], anchor=0.0 if sign > 0 else 1.0, size=2.6)


def _string(sheet: Sheet, facts: Controller) -> None:
    """Draw the lights: ground above, 5 volt below, data from one to the next."""
    ground, data, volt = 24.0, 32.0, 40.0
    last = 152.0
    sheet.line(
        _pico_at(38),
        (last + 8, _pico_at(38)[1]),
        (last + 8, ground),
        (42, ground),
        width=_WIRE * 1.6,
    )
    sheet.line(_pico_at(40), (last, _pico_at(40)[1]), (last, volt), (42, volt), width=_WIRE * 1.6)
    sheet.line(_pico_at(PICO[facts.led]), (26, _CHIP_TOP), (26, data), (112, data), width=_WIRE)
    sheet.line((116, data), (126, data), dash="1 1", width=_WIRE)
    for x, number in ((48.0, 0), (74.0, 1), (100.0, 2), (132.0, facts.leds - 1)):
        for y in (ground, volt):
            sheet.line((x, y), (x, data), width=_WIRE)
            sheet.draw(circle(x, y, 0.7, fill=INK))
        sheet.box(x - 7, data - 4.5, 14, 9)
        sheet.say(x, data + 1.2, str(number), anchor=0.5)
        sheet.arrow((x - 11, data), (x - 7.2, data))
    sheet.say(28, 20.5, f"the lights 0 to {facts.leds - 1}; their arrows point away from the Pico")
    sheet.say(34, ground + 1.2, "GND", anchor=0.5, size=2.8)
    sheet.say(34, volt + 1.2, "5 V", anchor=0.5, size=2.8)
    sheet.say(28, _CHIP_TOP - 2, f"data, {facts.led}: as short as you can", size=3)
    sheet.say(_CHIP + 20, _CHIP_TOP - 2, "VBUS, 5 V", size=3)
    sheet.say(_CHIP + 20, _pico_at(38)[1] + 4, "ground", size=3)


def _switches(sheet: Sheet, facts: Controller, names: Iterable[str], sign: int) -> None:
    """Draw the reed switches of one side, from their pins to a ground that they share."""
    listed = list(names)
    rail = _CHIP + sign * 56
    pins = [PICO[name] for name in listed]
    ground = (
        max(pin for pin in GROUNDS if pin <= 20)
        if sign < 0
        else min(pin for pin in GROUNDS if pin > max(pins))
    )
    for name in listed:
        x, y = _pico_at(PICO[name])
        sheet.line((x, y), (rail, y), width=_WIRE)
        _reed(sheet, (_CHIP + sign * 36, y))
        sheet.draw(circle(rail, y, 0.7, fill=INK))
        switch = f"switch {facts.switches.index(name)}"
        sheet.say(rail + sign * 2, y + 1.1, switch, anchor=0.0 if sign > 0 else 1.0, size=3)
    rows = [_pico_at(pin)[1] for pin in (*pins, ground)]
    sheet.line((rail, min(rows)), (rail, max(rows)), width=_WIRE * 1.6)
    sheet.line(_pico_at(ground), (rail, _pico_at(ground)[1]), width=_WIRE * 1.6)
    sheet.say(
        _CHIP + sign * 36, _pico_at(ground)[1] - 1.5, f"ground, pin {ground}", anchor=0.5, size=2.6
    )


def _reed(sheet: Sheet, at: Point) -> None:
    """Draw a reed switch: a glass tube with two tongues that do not touch."""
    x, y = at
    sheet.draw(rectangle(x - 7, y - 1.7, 14, 3.4, rx=1.7, fill=WHITE, stroke=INK, stroke_width=0.4))
    sheet.line((x - 7, y), (x + 1.5, y - 0.6), width=_WIRE)
    sheet.line((x + 7, y), (x - 1.5, y + 0.7), width=_WIRE)
