"""What the screen says in DOG and Agent DOG: only gifts are announced, all else lays a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Card, Message, Saying
from tablet_companion.games.dog_family.actions import (
    Action,
    Discard,
    Give,
    Play,
    Redraw,
    write_action,
)
from tablet_companion.games.dog_family.state import SEATS, Phase, State
from tablet_companion.games.text import N_

PARTNERS_GIVE: Final = N_(
    "{seat} deals {count} {count:card|cards} each and begins. Partners exchange a card."
)
ALL_GIVE: Final = N_(
    "{seat} deals {count} {count:card|cards} each and begins. Everybody gives a card to the left."
)

CHOOSE_FOR_PARTNER: Final = N_("{seat}: choose a card for your partner.")
CHOOSE_FOR_LEFT: Final = N_("{seat}: choose a card to give to the left.")


def tell(find_sentence: Callable[[str], str], state: State, action: Action) -> str:
    """Return the sentence about an action that moves no pawn."""
    left = isinstance(action, Give) and not state.setting.teams
    return find_sentence("give left" if left else write_action(action, state.setting))


def find_card(action: Action) -> Card | None:
    """Return the card that an action lays on the pile, played or unused."""
    return action.card if isinstance(action, Play | Redraw | Discard) else None


def saying(state: State, action: Any) -> Saying | None:
    """Return how a gift is announced, in private; None for cards and chance."""
    if not isinstance(action, Give):
        return None
    card = Message("{card}", (("card", action.card),))
    return Saying(state.setting.seats[state.turn], (card,), private=True)


def prompt(view: Any) -> Message:
    """Return what players have to do now; before the first card, people deal and exchange.

    If the tablet dealt, the gifts are on record already.
    """
    partners = len(view.seats) == len(SEATS)
    if view.phase is Phase.GIFT:
        choose = CHOOSE_FOR_PARTNER if partners else CHOOSE_FOR_LEFT
        return Message(choose, (("seat", view.turn),))
    if view.turn in (None, CHANCE):
        return Message(N_("Lots are drawn."))
    seat = (("seat", view.turn),)
    untouched = len({one.cards for one in view.seats}) == 1 and view.top_card is None
    if untouched and not view.seen_deal:
        gift = PARTNERS_GIVE if partners else ALL_GIVE
        return Message(gift, (*seat, ("count", view.seats[0].cards)))
    return Message(N_("{seat}: lay a card and move."), seat)
