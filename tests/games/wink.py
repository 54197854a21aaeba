"""Tables of Wink in few words, and what can be done at them."""

from __future__ import annotations

from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Card, Seat
from tablet_companion.games.wink.state import SEATS, Phase, State
from tests.games.acting import Acting

GAME = games.load("wink")
RED, BLUE, GREEN, YELLOW = SEATS[:4]

_ACTING: Final[Acting[State]] = Acting(GAME)
play = _ACTING.play
reasons = _ACTING.reasons
legal = _ACTING.legal
doings = _ACTING.doings
on = _ACTING.on

every_edition: Final = pytest.mark.parametrize("edition", ["agents", "wink", "zwinkern"])
carnival_editions: Final = pytest.mark.parametrize("edition", ["agents", "wink"])
"""The two younger texts, which differ little."""


def dealt(edition: str, players: int = 4, box: str = "", **hands: str) -> State:
    """Return a table whose hands are known; red begins.

    Every hand named holds the cards of its text and is filled up from the others; ``box`` names
    cards that are dealt to nobody.
    """
    options = {"edition": edition, "dealing": "tablet"}
    state: State = GAME.setup(options, SEATS[:players])
    state = play(state, "lot red")
    named = {seat: list(hands.get(seat, "").split()) for seat in SEATS[:players]}
    taken = {*box.split(), *(card for cards in named.values() for card in cards)}
    rest = [card for card in state.setting.cards if card not in taken]
    for cards in named.values():
        while len(cards) < state.setting.hand_size:
            cards.append(rest.pop(0))
    for number in range(state.setting.hand_size):
        for seat in SEATS[:players]:
            state = play(state, f"deal {named[seat][number]}")
    return state


def by_people(edition: str, players: int = 4) -> State:
    """Return a table whose hands nobody has shown; red begins."""
    state: State = GAME.setup({"edition": edition}, SEATS[:players])
    return play(state, "lot red", "deal ?")


def score(state: State) -> dict[str, int]:
    """Return everybody's points."""
    return {seat: state.points(index) for index, seat in enumerate(state.setting.seats)}


def winners(state: State) -> tuple[Seat, ...]:
    """Return who won a game that is over."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners


def ended(edition: str, **seats: tuple[int, ...]) -> State:
    """Return a finished game of four.

    For each seat: cards won, accusation cards in hand, those laid in front, twins face down.
    """
    state = dealt(edition)
    rows = [seats.get(str(seat), (0, 0, 0, 0)) for seat in state.setting.seats]
    won, unused, laid, down = zip(*rows, strict=True)
    return state._replace(
        phase=Phase.OVER,
        won=tuple((Card("1"),) * count for count in won),
        unused=unused,
        laid=laid,
        down=down,
    )


def one_round(state: State, **calls: str) -> State:
    """Return the state after calls by all seats from the one on turn, each on a card it may call.

    Seats named call that card; the others any that nobody names.
    """
    for _ in state.setting.seats:
        seat = state.setting.seats[state.turn]
        taken = {f"call {card}" for card in calls.values()}
        free = sorted(legal(state, "call") - taken, key=_number)
        state = play(state, f"call {calls[seat]}" if seat in calls else free[-1])
    return state


def called(edition: str, players: int = 4) -> State:
    """Return red's second turn: blue holds the 25 that red called, green the 1."""
    return one_round(dealt(edition, players, blue="25 2", green="1", red="3"), red="25")


def _number(text: str) -> int:
    return int(text.split()[1])
