"""What people try: the near misses around the legal actions, to name what somebody did wrong."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.wink import actions
from tablet_companion.games.wink.legal import legal
from tablet_companion.games.wink.state import CARDS, Phase, State, caller_of


def conceivable(state: State) -> Iterator[actions.Action]:
    """Yield every legal action and the near misses, each once.

    On a turn people call any card, name anybody (themselves too, or without a call), accuse anybody
    about any card, or believe that they can call none; asked for a card they deny it or show
    another, and the wrong player lays a card down.
    """
    match state.phase:
        case Phase.TURN:
            yield from map(actions.Call, CARDS)
            yield from map(actions.Name, state.setting.seats)
            yield from _accusations(state)
            yield actions.Stuck()
        case Phase.ANSWER:
            yield from map(actions.Say, (actions.YES, actions.NO))
        case Phase.LAY:
            yield from map(actions.Lay, (*state.setting.seats, actions.NOBODY))
        case _:
            yield from legal(state)


def _accusations(state: State) -> Iterator[actions.Accuse]:
    """Yield accusations by everybody; for cards without an open call, only of one other player."""
    seats = state.setting.seats
    for card in state.setting.cards:
        called = caller_of(state, card) is not None
        for seat, by in enumerate(seats):
            others = seats if called else (seats[state.setting.after(seat)],)
            yield from (actions.Accuse(by, of, card) for of in others)
