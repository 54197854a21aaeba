"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games.agent_dog.state import Setting, State
from tablet_companion.games.core import Seat
from tablet_companion.games.dog_family import text as _dog_text


def write_setting(setting: Setting) -> dict[str, Any]:
    """Return a setting as plain data."""
    return {
        "seats": list(setting.seats),
        "playing": list(setting.playing),
        "holes": list(setting.holes),
        "meetings": list(setting.meetings),
        "deck": list(setting.deck),
        "seen_deal": setting.seen_deal,
    }


def read_setting(data: dict[str, Any]) -> Setting:
    """Make a setting of plain data; raises KeyError or TypeError where it is none."""
    return Setting(
        seats=tuple(map(Seat, data["seats"])),
        playing=tuple(data["playing"]),
        holes=tuple(data["holes"]),
        meetings=tuple(data["meetings"]),
        deck=tuple(data["deck"]),
        seen_deal=data["seen_deal"],
    )


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    return _dog_text.write(state._asdict(), write_setting(state.setting))


def read(text: str) -> State:
    """Read a state; raises PositionError where the text is none."""
    return _dog_text.read(text, _made, "Agent DOG")


def _made(fields: Mapping[str, Any]) -> State:
    return State(**{**fields, "setting": read_setting(fields["setting"])})
