"""What the screen says in DOG and Agent DOG: only gifts are announced, all else lays a card."""

from __future__ import annotations

from typing import Any, Final

from tablet_companion.games.core import CHANCE, Message, Saying
from tablet_companion.games.dog_family.actions import Give
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.text import N_

PARTNERS_GIVE: Final = N_(
    "{seat} deals {count} {count:card|cards} each and begins. Partners exchange a card."
)
ALL_GIVE: Final = N_(
    "{seat} deals {count} {count:card|cards} each and begins. Everybody gives a card to the left."
)

CHOOSE_FOR_PARTNER: Final = N_("{seat}: choose a card for your partner.")
CHOOSE_FOR_LEFT: Final = N_("{seat}: choose a card to give to the left.")


def saying(state: State, action: Any) -> Saying | None:
    """Return how a gift is announced, in private; None for cards and chance."""
    if not isinstance(action, Give):
        return None
    card = Message("{card}", (("card", action.card),))
    return Saying(state.setting.seats[state.turn], (card,), private=True)


def prompt(view: Any, gift: str) -> Message:
    """Return what players have to do now; before the first card, people deal and exchange.

    ``gift`` is the text about that. If the tablet dealt, the gifts are on record already.
    """
    if view.phase is Phase.GIFT:
        choose = CHOOSE_FOR_LEFT if gift == ALL_GIVE else CHOOSE_FOR_PARTNER
        return Message(choose, (("seat", view.turn),))
    if view.turn in (None, CHANCE):
        return Message(N_("Lots are drawn."))
    seat = (("seat", view.turn),)
    untouched = len({one.cards for one in view.seats}) == 1 and view.top_card is None
    if untouched and not view.seen_deal:
        return Message(gift, (*seat, ("count", view.seats[0].cards)))
    return Message(N_("{seat}: lay a card and move."), seat)
