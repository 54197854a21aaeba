"""The text form of the states of DOG and Agent DOG: JSON that reads back. It holds secrets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import Phase, S, State


def write(fields: Mapping[str, Any], setting: Mapping[str, Any]) -> str:
    """Return a state's fields as one line of JSON; the setting as plain data."""
    data = {
        key: list(value) if isinstance(value, bytes) else value for key, value in fields.items()
    }
    return json.dumps(data | {"setting": setting}, separators=(",", ":"))


def read(text: str, make: Callable[[Mapping[str, Any]], S], title: str) -> S:
    """Read a state; ``make`` makes it of fields whose setting is plain data still.

    Raises PositionError where the text is none.
    """
    try:
        data = json.loads(text)
        state = make(
            data
            | {
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
        raise PositionError(f"This is no state of {title}: {error!s:.80}.") from error
    if not _whole(state):
        raise PositionError(f"This is no state of {title}: its board or its hands are broken.")
    return state


def _whole(state: State) -> bool:
    known = {*state.setting.faces, UNKNOWN_CARD}
    cards = [card for hand in (*state.hands, state.gifts) for card in hand]
    sizes = (len(state.board), len(state.nests))
    return sizes == (track.SQUARES, 4) and known.issuperset(cards)
