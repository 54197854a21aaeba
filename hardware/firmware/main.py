"""The board controller on its RP2040: pins, LEDs and loop. ``controller.py`` has the logic.

Copy this file and ``controller.py`` beside it onto the RP2040; README.md says how.
"""
# mypy: disable-error-code="name-defined, attr-defined, misc, untyped-decorator"
# The instructions of the state machine and MicroPython's own functions are unknown to mypy.

import select
import sys
import time
from array import array

import machine
import micropython
import rp2
from controller import Controller, dim

LED_PIN = 0
LEDS = 80
SWITCH_PINS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)

MOST_MA = 400  # of all LEDs together; a computer's USB gives 500 mA
CHANNEL_MA = 20  # one colour of one LED, full on

WAIT_MS = 5
BUTTON_MS = 500
AT_ONCE = 64


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24
)
def ws2812() -> None:
    """Shift bits out as WS2812 need them: 1.25 µs each, high for 0.25 (a 0) or 0.875 µs (a 1)."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Board:
    """The pins."""

    def __init__(self) -> None:
        self._strip = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=machine.Pin(LED_PIN))
        self._strip.active(1)
        self._switches = [
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in SWITCH_PINS
        ]
        self._stdin = select.poll()
        self._stdin.register(sys.stdin, select.POLLIN)

    def light(self, colours: bytes) -> None:
        """Send red, green and blue of every LED, the one nearest to the RP2040 first."""
        colours = dim(colours, MOST_MA * 255 // CHANNEL_MA)
        words = array("I", [0] * LEDS)
        for led in range(LEDS):
            red, green, blue = colours[3 * led : 3 * led + 3]
            words[led] = green << 16 | red << 8 | blue
        self._strip.put(words, 8)

    def closed(self) -> int:
        """Return the contacts; a closed one pulls its pin to ground."""
        closed = 0
        for number, pin in enumerate(self._switches):
            if not pin.value():
                closed |= 1 << number
        return closed

    def came(self) -> bytes | None:
        """Wait a moment for bytes and return them; None if the line has ended for good."""
        data = b""
        wait_ms = WAIT_MS
        while len(data) < AT_ONCE and self._stdin.poll(wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                return None
            data += byte
            wait_ms = 0
        return data


def serve(board: Board) -> None:
    """Serve the line until its end, or until the button BOOTSEL is held."""
    core = Controller(LEDS, len(SWITCH_PINS))
    last = time.ticks_ms()
    now = pressed = 0
    while now - pressed < BUTTON_MS or not rp2.bootsel_button():
        if now - pressed >= BUTTON_MS:
            pressed = now
        data = board.came()
        if data is None:
            return
        ticks = time.ticks_ms()
        now += time.ticks_diff(ticks, last)  # ticks wrap after twelve days, this does not
        last = ticks
        core.sense(board.closed(), now)
        core.hear(data, now)
        colours = core.lights.colours(now)
        if colours is not None:
            board.light(colours)
        out = core.due(now)
        if out:
            sys.stdout.buffer.write(out)


def main() -> None:
    """Serve; after an exception reset the controller."""
    micropython.kbd_intr(-1)  # byte 3 is data, not Ctrl-C
    board = Board()
    try:
        serve(board)
    except Exception:  # noqa: BLE001 - a reset mends any fault
        if not rp2.bootsel_button():  # somebody is about to install a new program
            machine.reset()
    board.light(bytes(3 * LEDS))
    micropython.kbd_intr(3)


if __name__ == "__main__":
    main()
