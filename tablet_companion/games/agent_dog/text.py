"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.dog_family.text import broken
from tablet_companion.games.shared import codec


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    return codec.write(state)


def read(text: str) -> State:
    """Read a state; raises PositionError if the text is none."""
    return codec.read(State, text, "Agent DOG", broken)
