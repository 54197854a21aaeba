"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

import json
from typing import Any

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError, Seat
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.games.wink.state import CARDS, Claim, Lies, Phase, Setting, State


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    setting = state.setting
    data = state._asdict() | {
        "setting": {
            "edition": setting.edition,
            "seats": list(setting.seats),
            "cards": list(setting.cards),
            "seen_deal": setting.seen_deal,
        },
        "banned": sorted(state.banned),
        "barred": sorted(state.barred),
    }
    return json.dumps(data, separators=(",", ":"))


def read(text: str) -> State:
    """Read a state; raises PositionError where the text is none."""
    try:
        data = json.loads(text)
        state = State(**data | _values(data))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PositionError(f"This is no state of Wink: {error!s:.80}.") from error
    _check(state)
    return state


def _values(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "setting": _setting(data["setting"]),
        "phase": Phase(data["phase"]),
        "lies": tuple(map(Lies, data["lies"])),
        "pawns": tuple(data["pawns"]),
        "hands": _hands(data["hands"]),
        "won": _hands(data["won"]),
        "down": tuple(data["down"]),
        "unused": tuple(data["unused"]),
        "laid": tuple(data["laid"]),
        "banned": frozenset(map(Card, data["banned"])),
        "barred": frozenset((seat, Card(card)) for seat, card in data["barred"]),
        "claim": None if data["claim"] is None else Claim(*data["claim"]),
    }


def _setting(data: dict[str, Any]) -> Setting:
    return Setting(
        edition=data["edition"],
        seats=tuple(map(Seat, data["seats"])),
        cards=tuple(map(Card, data["cards"])),
        seen_deal=data["seen_deal"],
    )


def _hands(data: list[list[str]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(map(Card, hand)) for hand in data)


def _check(state: State) -> None:
    setting, known = state.setting, {*CARDS, UNKNOWN_CARD}
    cards = [*setting.cards, *(card for hand in (*state.hands, *state.won) for card in hand)]
    lengths = {len(row) for row in (state.pawns, state.hands, state.won, state.down, state.laid)}
    if (
        setting.edition not in EDITIONS
        or lengths != {len(setting.seats)}
        or len(state.lies) != len(setting.cards)
        or not known.issuperset(cards)
    ):
        raise PositionError("This is no state of Wink: its edition, seats or cards do not fit.")
