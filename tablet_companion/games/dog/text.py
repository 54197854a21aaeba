"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from tablet_companion.games.core import Seat
from tablet_companion.games.dog.state import Setting, State
from tablet_companion.games.dog_family import text as _dog_text


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    setting = dataclasses.asdict(state.setting)
    del setting["names"]
    return _dog_text.write(state._asdict(), setting)


def read(text: str) -> State:
    """Read a state; raises PositionError where the text is none."""
    return _dog_text.read(text, _made, "DOG")


def _made(fields: Mapping[str, Any]) -> State:
    """Make a state of fields whose setting is plain data still."""
    setting = fields["setting"]
    seats, deck = tuple(map(Seat, setting["seats"])), tuple(setting["deck"])
    return State(
        **{
            **fields,
            "setting": Setting(**{**setting, "seats": seats, "deck": deck}),
            "fresh": tuple(fields["fresh"]),
        }
    )
