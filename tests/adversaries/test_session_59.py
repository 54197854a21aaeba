"""A session that once told two truths apart, repeated."""

from __future__ import annotations

from tablet_companion import games
from tests.conformance.spy.finding import Tally, once


def test_a_hand_refuses_alike_whatever_colour_is_on_record() -> None:
    """A move that turns up a pawn of another colour is refused for the hand, as the right one is.

    Before, one truth refused the card alone, and the other asked whether pawns were swapped.
    """
    assert once(games.load("agent_dog"), 5, 59, Tally()) is None
