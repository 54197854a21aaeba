"""What other threads hand to the loop: the camera's events, presses of buttons, and faults."""

from __future__ import annotations

from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

from tablet_companion.referee.events import Event
from tablet_companion.referee.panels import Message


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


Inbox: TypeAlias = SimpleQueue[Event | Pushed | Unfit | Failed]
"""The one queue. Threads only put things in; the loop alone takes them out."""
