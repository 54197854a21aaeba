"""One session with the board controller: what to send when, and what was received. Pure.

No I/O and no clock: bytes and the time go in, bytes and news come out. A session lasts from HELLO
until the line is lost; the next one has another token (see PROTOCOL.md).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from hardware.link import messages
from hardware.link.framing import Decoder, Frame, encode
from hardware.link.messages import Kind, Lit, Reason, Welcome

RESEND_S: Final = 0.1
"""How long an answer is waited for before the frame is sent again."""
PING_S: Final = 0.5
"""How long nothing new is sent before the line is tried."""
LOST_S: Final = 2.0
"""How long nothing is heard, or answered, before the line counts as lost."""
SILENCE_S: Final = 0.05
"""How long the rest of a frame may take to arrive."""


@dataclass(frozen=True, slots=True)
class Switched:
    """Which switches are closed, by their numbers."""

    closed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The controller refuses a command; ``reason`` is None for an unknown one."""

    reason: Reason | None


News = Welcome | Switched | Refused


class Session:
    """The host's end of one session.

    Call ``hear`` with the received bytes, even none, then send what ``due`` returns; both take
    the time in seconds of one clock that never goes back.
    """

    def __init__(self, token: int, now_s: float) -> None:
        """Begin; ``token`` (two bytes) distinguishes this session from the previous one."""
        self.welcome: Welcome | None = None
        self._token = token
        self._decoder = Decoder()
        self._came_s = self._heard_s = self._fresh_s = now_s
        self._answers = bytearray()
        self._sequence = 0
        self._under_way: Frame | None = Frame(0, Kind.HELLO, messages.pack_hello(token))
        self._sent_s: float | None = None
        self._wanted: Lit = {}
        self._told: Lit = {}
        self._queue: deque[bytes] = deque()
        self._switches_heard: int | None = None

    @property
    def speaks(self) -> bool:
        """Whether the controller has answered, in our version of the protocol."""
        return self.welcome is not None and self.welcome.version == messages.VERSION

    def show(self, lit: Lit) -> None:
        """Light exactly these LEDs; of several such requests only the newest is sent."""
        self._wanted = dict(lit)

    def hear(self, data: bytes, now_s: float) -> list[News]:
        """Take the received bytes and return their news."""
        frames: list[tuple[int, int, bytes]] = []
        if data:
            self._came_s = now_s
            frames = self._decoder.feed(data)
        elif now_s - self._came_s >= SILENCE_S:
            frames = self._decoder.give_up()
        found = (self._take(Frame(*frame), now_s) for frame in frames)
        return [news for news in found if news is not None]

    def due(self, now_s: float) -> bytes:
        """Return the bytes to be sent now: answers, news, and what was not acknowledged."""
        answers, self._answers = bytes(self._answers), bytearray()
        if self._under_way is None and self.speaks:
            self._under_way = self._next(now_s)
        if self._under_way is None or not self._is_due(now_s):
            return answers
        if self._sent_s is None:  # a repetition is nothing new: what is never answered must show
            self._fresh_s = now_s
        self._sent_s = now_s
        return answers + encode(self._under_way)

    def end(self) -> bytes:
        """Return the bytes that darken the board at once and end the session."""
        (dark,) = messages.pack_lights({})
        return encode(self._numbered(Kind.LIGHTS, dark)) if self.speaks else b""

    def is_lost(self, now_s: float) -> bool:
        """Whether the line has to be reopened: it is silent, or a frame is never answered.

        Whoever listens in may take the answers and leave the rest.
        """
        unanswered_s = 0.0 if self._sent_s is None else now_s - self._fresh_s
        return max(now_s - self._heard_s, unanswered_s) >= LOST_S

    def _is_due(self, now_s: float) -> bool:
        return self._sent_s is None or now_s - self._sent_s >= RESEND_S

    def _next(self, now_s: float) -> Frame | None:
        if not self._queue and self._wanted != self._told:
            self._told = self._wanted
            self._queue.extend(messages.pack_lights(self._wanted))
        if self._queue:
            return self._numbered(Kind.LIGHTS, self._queue.popleft())
        return self._numbered(Kind.PING) if now_s - self._fresh_s >= PING_S else None

    def _numbered(self, kind: Kind, payload: bytes = b"") -> Frame:
        self._sequence = self._sequence % 255 + 1  # 0 is the HELLO's
        return Frame(self._sequence, kind, payload)

    def _take(self, frame: Frame, now_s: float) -> News | None:
        if self.welcome is None:
            return self._greeted(frame, now_s) if frame.kind == Kind.WELCOME else None
        self._heard_s = now_s
        match frame.kind:
            case Kind.ACK:
                self._answered(frame)
            case Kind.REFUSED if self._answered(frame):
                self._queue.clear()
                return Refused(_reason(frame.payload))
            case Kind.SWITCHES:
                return self._switched(frame)
        return None

    def _greeted(self, frame: Frame, now_s: float) -> Welcome | None:
        told = messages.parse_welcome(frame.payload)
        if told is None or told.token != self._token:
            return None
        self._heard_s = now_s
        self.welcome = told
        self._under_way = self._sent_s = None
        return told

    def _answered(self, frame: Frame) -> bool:
        """Whether this answers the frame in flight, which is then done."""
        if self._under_way is None or frame.sequence != self._under_way.sequence:
            return False
        self._under_way = self._sent_s = None
        return True

    def _switched(self, frame: Frame) -> Switched | None:
        """Acknowledge the switch states; return None for a repetition."""
        assert self.welcome is not None
        states = messages.parse_switches(frame.payload, self.welcome.switches)
        if states is None or not self.speaks:
            return None
        # A repetition, too: it comes because the first answer was lost.
        self._answers += encode(Frame(frame.sequence, Kind.ACK))
        if frame.sequence == self._switches_heard:
            return None
        self._switches_heard = frame.sequence
        return Switched(states)


def _reason(payload: bytes) -> Reason | None:
    return next((reason for reason in Reason if payload == bytes((reason,))), None)
