"""What the screen says in DOG and Agent DOG: only gifts are announced, all else lays a card."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Message, Saying
from tablet_companion.games.dog_family.actions import Give
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.shared import cards as _cards
from tablet_companion.games.text import N_


def saying(state: State, action: Any) -> Saying | None:
    """Return how a gift is announced, in private; None for cards and chance."""
    if not isinstance(action, Give):
        return None
    card = Message("{card}", (("card", action.card),))
    return Saying(state.setting.seats[state.turn], (card,), private=True)


def prompt(view: Any, dealt: str) -> Message:
    """Return what a View's viewer has to do; ``dealt`` is the text for the start of a round.

    If the tablet dealt, the gifts are on record before anybody moves.
    """
    if view.phase is Phase.GIFT:
        return Message(N_("{seat}: choose the card you give away."), (("seat", view.turn),))
    return _cards.prompt(view, _cards.LAY_AND_MOVE if view.seen_deal else dealt)
