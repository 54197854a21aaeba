"""The payoffs of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from tablet_companion.games.core import Outcome, Seat


def returns(outcome: Outcome | None, seats: Sequence[Seat]) -> tuple[float, ...]:
    """Return each seat's payoff; they sum to zero.

    The winners share one point and the others share its loss: two players get 1 and -1, two teams
    of two 1/2 and -1/2 each, one winner of four 1 and the others -1/3. The payoff is 0 for all if
    the game is not over, was cut short, or was won by nobody or everybody.
    """
    winners = set() if outcome is None else set(outcome.winners)
    losers = len(seats) - len(winners)
    if not winners or not losers:
        return (0.0,) * len(seats)
    return tuple(1 / len(winners) if seat in winners else -1 / losers for seat in seats)
