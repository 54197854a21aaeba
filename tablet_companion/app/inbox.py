"""What other threads hand to the loop: the camera's events, presses, touches, and faults."""

from __future__ import annotations

from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

from tablet_companion.games.core import Message
from tablet_companion.referee.model.events import Busy, Event, Saw
from tablet_companion.web.lines import FromTelephone


@dataclass(frozen=True, slots=True)
class Pushed:
    """A wired button was pressed: its name in the settings. What it means depends on the page."""

    button: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """What is built in under the board cannot be used, and why; None once it can be again."""

    say: Message | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A thread ended with an error that it could not deal with; the loop raises it."""

    error: Exception


Item: TypeAlias = Event | Pushed | Unfit | Failed | FromTelephone
Inbox: TypeAlias = SimpleQueue[Item]
"""The one queue. Threads only put things in; the loop alone takes them out."""


def take_in(inbox: Inbox) -> list[Item]:
    """Take out what is queued by now, without the looks that a later one has overtaken.

    A slow machine may think about a look for longer than the camera takes for the next. Were all
    of them thought about the page would be late by more and more, and deaf to fingers meanwhile.
    Of several looks alike in a row the last one says what can be seen now; that a hand came
    between two of them is kept.
    """
    taken: list[Item] = []
    for _ in range(inbox.qsize()):
        item = inbox.get_nowait()
        if taken and isinstance(item, Saw | Busy) and type(item) is type(taken[-1]):
            taken.pop()
        taken.append(item)
    return taken
