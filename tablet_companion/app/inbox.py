"""The queue from other threads to the loop: camera events, presses, touches, and faults."""

from __future__ import annotations

from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

from tablet_companion.games.core import Message
from tablet_companion.referee.model.events import Busy, Event, Saw
from tablet_companion.web.lines import FromTelephone


@dataclass(frozen=True, slots=True)
class Pushed:
    """A wired button was pressed: its name in the settings. Its meaning depends on the page."""

    button: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ControllerTrouble:
    """Why the controller under the board cannot be used; None once it can be used again."""

    say: Message | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A thread ended with an unhandled error; the loop raises it."""

    error: Exception


Item: TypeAlias = Event | Pushed | ControllerTrouble | Failed | FromTelephone
Inbox: TypeAlias = SimpleQueue[Item]
"""The one queue. Threads only put things in; the loop alone takes them out."""


def drain(inbox: Inbox) -> list[Item]:
    """Take out everything queued by now, without looks that a later one supersedes.

    On a slow machine a look may take longer to judge than the camera needs for the next. If all
    of them were judged, the page would fall behind more and more, and ignore fingers meanwhile.
    Of consecutive looks of one kind only the last is kept; a hand that came between two of them
    is kept, too.
    """
    taken: list[Item] = []
    for _ in range(inbox.qsize()):
        item = inbox.get_nowait()
        if taken and isinstance(item, Saw | Busy) and type(item) is type(taken[-1]):
            taken.pop()
        taken.append(item)
    return taken
