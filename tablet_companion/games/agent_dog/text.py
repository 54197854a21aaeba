"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

import json
from typing import Any

from tablet_companion.games import _track as track
from tablet_companion.games.agent_dog.state import CARDS, Phase, Setting, State
from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError, Seat


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
    data = state._asdict() | {
        "setting": write_setting(state.setting),
        "board": list(state.board),
        "nests": list(state.nests),
    }
    return json.dumps(data, separators=(",", ":"))


def read(text: str) -> State:
    """Read a state; raises PositionError where the text is none."""
    try:
        data = json.loads(text)
        state = State(
            **data
            | {
                "setting": read_setting(data["setting"]),
                "board": bytes(data["board"]),
                "nests": bytes(data["nests"]),
                "phase": Phase(data["phase"]),
                "hands": tuple(tuple(map(Card, hand)) for hand in data["hands"]),
                "out": tuple(data["out"]),
                "gifts": tuple(map(Card, data["gifts"])),
                "unseen": tuple(data["unseen"]),
                "discards": tuple(data["discards"]),
            }
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PositionError(f"This is no state of Agent DOG: {error!s:.80}.") from error
    _check(state)
    return state


def _check(state: State) -> None:
    known = {*CARDS, UNKNOWN_CARD}
    cards = [card for hand in (*state.hands, state.gifts) for card in hand]
    if len(state.board) != track.SQUARES or len(state.nests) != 4 or not known.issuperset(cards):
        raise PositionError("This is no state of Agent DOG: its board or its hands are broken.")
