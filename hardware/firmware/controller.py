"""What the board controller does: the line, the lights, the switches. No pins and no clock.

Written for MicroPython, which has less than CPython; it also runs on CPython, where the tests and
the simulated table use it. Bytes, states and milliseconds go in, bytes and colours come out;
``main.py`` beside it has the pins. ``hardware/link/PROTOCOL.md`` defines the bytes.
"""

VERSION = 1
FIRMWARE = (1, 0)

HELLO, LIGHTS, PING, ACK, REFUSED, WELCOME, SWITCHES = 0x01, 0x02, 0x04, 0x06, 0x15, 0x81, 0x82
UNKNOWN, MALFORMED, NO_SUCH_LED = 1, 2, 3
FROM_DARK, SHOW = 1, 2

SYNC = b"\xa5\x5a"
MOST_PAYLOAD = 240
SILENCE_MS = 50
RESEND_MS = 100
LOST_MS = 3000
SETTLED_MS = 20
"""A switch counts once it has not changed for this long; reeds bounce for a few milliseconds."""

# For each rhythm, the fifths of a second in which it is bright, the first in the lowest bit; it
# repeats after two seconds. Off, steady, slow, fast, wink, dip, double.
RHYTHMS = (0, 0b1111111111, 0b0000011111, 0b0101010101, 0b0000000001, 0b0111111111, 0b0000000101)
FIFTHS = 10
FIFTH_MS = 200

# CRC-16/CCITT-FALSE, four bits at a time: quick enough, and 32 bytes instead of 512.
_CRC = tuple(0x1021 * high for high in range(16))  # its bits are so far apart that nothing carries


def checksum(data: bytes) -> int:
    """Return the CRC-16 of some bytes."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFFF) ^ _CRC[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFFF) ^ _CRC[crc >> 12 ^ byte & 15]
    return crc


def build_frame(sequence: int, kind: int, payload: bytes = b"") -> bytes:
    """Return a frame as it goes over the line."""
    body = bytes((len(payload), sequence, kind)) + payload
    crc = checksum(body)
    return SYNC + body + bytes((crc >> 8, crc & 255))


def dim(colours: bytes, most: int) -> bytes:
    """Return the colours, all dimmed by the same factor if their sum would exceed ``most``."""
    total = sum(colours)
    return colours if total <= most else bytes(value * most // total for value in colours)


class Line:
    """Finds frames in the received bytes; only the first byte of a false start is discarded.

    Discarded bytes are skipped by index and removed once, at the end: removing them at each false
    start would copy the rest again and again.
    """

    def __init__(self) -> None:
        self._buffer = b""
        self._at = 0

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Take bytes and return the frames they complete: sequence number, type, payload."""
        self._buffer += data
        frames = self._found()
        self._cut()
        return frames

    def give_up(self) -> list[tuple[int, int, bytes]]:
        """Stop waiting for the rest of an incomplete frame; return the frames after it."""
        frames = []
        while self._at < len(self._buffer):
            self._at += 1
            frames += self._found()
        self._cut()
        return frames

    def check(self, body: bytes) -> int:
        """Return the checksum of a frame's body; a faster machine has its own for the same."""
        return checksum(body)

    def _cut(self) -> None:
        self._buffer = self._buffer[self._at :]
        self._at = 0

    def _found(self) -> list[tuple[int, int, bytes]]:
        frames = []
        while self._ready():
            end = self._at + self._buffer[self._at + 2] + 7
            body = self._buffer[self._at + 2 : end - 2]
            if self.check(body) == self._buffer[end - 2] << 8 | self._buffer[end - 1]:
                frames.append((body[1], body[2], body[3:]))
                self._at = end
            else:
                self._at += 1
        return frames

    def _ready(self) -> bool:
        """Skip to the next start of a frame; return whether the whole frame is there."""
        while True:
            at = self._buffer.find(SYNC, self._at)
            if at < 0:  # the last byte may be the first half of a sync
                half = self._at < len(self._buffer) and self._buffer[-1] == SYNC[0]
                self._at = len(self._buffer) - half
                return False
            self._at = at
            left = len(self._buffer) - at
            if left < 3:
                return False
            if self._buffer[at + 2] <= MOST_PAYLOAD:
                return left >= self._buffer[at + 2] + 7
            self._at += 1


class Lights:
    """The lights under the places: set while dark, shown at once, and blinking in rhythm."""

    def __init__(self, leds: int) -> None:
        self.leds = leds
        self._told = bytearray(4 * leds)
        self._shown = bytes(self._told)
        self._fifth = 0
        self._fresh = True

    def darken(self) -> None:
        """Forget everything and go dark."""
        self._told = bytearray(4 * self.leds)
        self._show()

    def tell(self, payload: bytes) -> int:
        """Apply a LIGHTS frame, completely or not at all; return 0 or the reason."""
        if not payload or len(payload) % 5 != 1:
            return MALFORMED
        for at in range(1, len(payload), 5):
            if payload[at] >= self.leds:
                return NO_SUCH_LED
            if payload[at + 1] >= len(RHYTHMS):
                return MALFORMED
        if payload[0] & FROM_DARK:
            self._told = bytearray(4 * self.leds)
        for at in range(1, len(payload), 5):
            led = 4 * payload[at]
            self._told[led : led + 4] = payload[at + 1 : at + 5]
        if payload[0] & SHOW:
            self._show()
        return 0

    def colours(self, now_ms: int) -> bytes | None:
        """Return red, green and blue of every LED for this moment; None if nothing changed."""
        fifth = now_ms // FIFTH_MS % FIFTHS
        if fifth == self._fifth and not self._fresh:
            return None
        self._fifth = fifth
        self._fresh = False
        out = bytearray(3 * self.leds)
        for led in range(self.leds):
            if RHYTHMS[self._shown[4 * led]] >> fifth & 1:
                out[3 * led : 3 * led + 3] = self._shown[4 * led + 1 : 4 * led + 4]
        return bytes(out)

    def _show(self) -> None:
        self._shown = bytes(self._told)
        self._fresh = True


class Switches:
    """The switches in the holes: raw contacts in, settled states out."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.settled = 0
        self._raw = 0
        self._since = [0] * count

    def sense(self, closed: int, now_ms: int) -> None:
        """Take the present contacts, the first in the lowest bit."""
        for number in range(self.count):
            bit = 1 << number
            if (closed ^ self._raw) & bit:
                self._since[number] = now_ms
            elif now_ms - self._since[number] >= SETTLED_MS:
                self.settled = self.settled & ~bit | closed & bit
        self._raw = closed

    def states(self) -> bytes:
        """Return the settled states in the format of the line."""
        return bytes(self.settled >> at & 255 for at in range(0, self.count, 8))


class Controller:
    """The controller's end of the line.

    Call ``hear`` with the received bytes, even none, and ``sense`` with the contacts; send what
    ``due`` returns, and light what ``lights.colours`` returns. Milliseconds never go back.
    """

    def __init__(self, leds: int, switches: int) -> None:
        self.lights = Lights(leds)
        self.switches = Switches(switches)
        self._line = Line()
        self._token = -1  # of the running session; -1 while there is none
        self._heard_ms = self._came_ms = 0
        self._answers = b""
        self._acted = 0
        self._answer = b""
        self._sequence = 0
        self._states = b""
        self._sent_ms = 0
        self._acknowledged = True

    def hear(self, data: bytes, now_ms: int) -> None:
        """Take the received bytes and execute their commands."""
        if data:
            self._came_ms = now_ms
            frames = self._line.feed(data)
        elif now_ms - self._came_ms >= SILENCE_MS:
            frames = self._line.give_up()
        else:
            frames = []
        for sequence, kind, payload in frames:
            if kind == HELLO:
                self._greet(payload, now_ms)
            elif self._token >= 0:
                self._heard_ms = now_ms
                self._act(sequence, kind, payload)
        if self._token >= 0 and now_ms - self._heard_ms >= LOST_MS:
            self._forget()

    def sense(self, closed: int, now_ms: int) -> None:
        """Take the contacts of the switches, the first in the lowest bit."""
        self.switches.sense(closed, now_ms)

    def due(self, now_ms: int) -> bytes:
        """Return the bytes to be sent now."""
        out = self._answers
        self._answers = b""
        if self._token < 0:
            return out
        if self.switches.states() != self._states or self._sequence == 0:
            self._states = self.switches.states()
            self._sequence = self._sequence % 255 + 1
            self._acknowledged = False
            self._sent_ms = now_ms - RESEND_MS
        if not self._acknowledged and now_ms - self._sent_ms >= RESEND_MS:
            self._sent_ms = now_ms
            out += build_frame(self._sequence, SWITCHES, self._states)
        return out

    def _forget(self) -> None:
        """End the session: dark, and silent until the next HELLO."""
        self._token = -1
        self._acted = self._sequence = 0
        self._acknowledged = True
        self._answers = b""
        self.lights.darken()

    def _greet(self, payload: bytes, now_ms: int) -> None:
        if len(payload) < 3:
            return
        token = payload[1] << 8 | payload[2]
        if token != self._token:
            self._forget()
        leds, switches = self.lights.leds, self.switches.count
        told = bytes((VERSION,)) + payload[1:3] + bytes(FIRMWARE)
        self._answers += build_frame(0, WELCOME, told + bytes((leds >> 8, leds & 255, switches)))
        if payload[0] == VERSION:
            self._token = token
            self._heard_ms = now_ms

    def _act(self, sequence: int, kind: int, payload: bytes) -> None:
        """Execute a frame of the session once, and answer every repetition of it."""
        if kind == ACK:
            self._acknowledged = self._acknowledged or sequence == self._sequence
            return
        if kind in (REFUSED, WELCOME, SWITCHES):
            return
        if sequence != self._acted:
            self._acted = sequence
            why = self._do(kind, payload)
            self._answer = (
                build_frame(sequence, REFUSED, bytes((why,))) if why else build_frame(sequence, ACK)
            )
        self._answers += self._answer

    def _do(self, kind: int, payload: bytes) -> int:
        """Execute a command; return 0 or the reason why it is refused."""
        if kind == LIGHTS:
            return self.lights.tell(payload)
        if kind == PING:
            return MALFORMED if payload else 0
        return UNKNOWN
