"""Both ends of a line in one process, told the time; the line can garble, cut and swallow."""

from __future__ import annotations

from collections.abc import Callable

from hardware.firmware.controller import Controller
from hardware.link.messages import Welcome
from hardware.link.session import News, Session, Switched

Harm = Callable[[bytes], bytes]
LEDS, SWITCHES = 80, 16


def whole(data: bytes) -> bytes:
    """Harm nothing."""
    return data


def is_settled(session: Session) -> bool:
    """Whether the controller has acknowledged everything that is wanted."""
    lit = session._wanted == session._told and not session._queue
    return session.speaks and lit and session._under_way is None


class Wire:
    """A session and a controller's core, and what goes on between them.

    ``there`` and ``back`` are done to the bytes of each direction; ``closed`` are the contacts.
    """

    def __init__(self, token: int = 1, controller: Controller | None = None) -> None:
        self.now_s = 0.0
        self.session = Session(token, 0.0)
        self.controller = controller or Controller(LEDS, SWITCHES)
        self.there: Harm = whole
        self.back: Harm = whole
        self.closed = 0
        self.news: list[News] = []
        self.seen = bytes(3 * LEDS)

    def turn(self, step_s: float = 0.01) -> None:
        """Let a moment pass at both ends."""
        self.now_s += step_s
        now_ms = round(1000 * self.now_s)
        self.controller.hear(self.there(self.session.due(self.now_s)), now_ms)
        self.controller.sense(self.closed, now_ms)
        self.news += self.session.hear(self.back(self.controller.due(now_ms)), self.now_s)
        self.seen = self.controller.lights.colours(now_ms) or self.seen

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds * 100)):
            self.turn()

    def lit(self) -> dict[int, tuple[int, int, int]]:
        """Return the LEDs that are bright at this moment and their colours."""
        colours = [self.seen[at : at + 3] for at in range(0, len(self.seen), 3)]
        return {led: (c[0], c[1], c[2]) for led, c in enumerate(colours) if any(c)}

    @property
    def welcomes(self) -> list[Welcome]:
        """Return what the controller said of itself."""
        return [news for news in self.news if isinstance(news, Welcome)]

    @property
    def switched(self) -> tuple[int, ...] | None:
        """Return the numbers of the closed switches as heard last; None for never."""
        told = [news.closed for news in self.news if isinstance(news, Switched)]
        return tuple(at for at, state in enumerate(told[-1]) if state) if told else None
