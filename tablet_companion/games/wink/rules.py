"""Every rule of Wink that can be broken or asks for a step: its identifier.

Their texts are data: ``teaching/rules.toml``.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.shared.teaching import read_rules
from tablet_companion.games.text import N_
from tablet_companion.games.wink import actions

WRONG_MOMENT: Final = Rule("wrong_moment")
WHOSE_TURN: Final = Rule("whose_turn")
PAWN_FOLLOWS: Final = Rule("pawn_follows")
TWIN_IN_HAND: Final = Rule("twin_in_hand")
OCCUPIED: Final = Rule("occupied")
JUST_LEFT: Final = Rule("just_left")
CARD_GONE: Final = Rule("card_gone")
CARD_TURNED_DOWN: Final = Rule("card_turned_down")
CAN_STILL_CALL: Final = Rule("can_still_call")
NAME_FIRST: Final = Rule("name_first")
NOTHING_TO_NAME: Final = Rule("nothing_to_name")
NAME_ANOTHER: Final = Rule("name_another")
CARD_HELD: Final = Rule("card_held")
CARD_NOT_HELD: Final = Rule("card_not_held")
RIGHT_NAME: Final = Rule("right_name")
WRONG_NAME: Final = Rule("wrong_name")
TWIN_LAID: Final = Rule("twin_laid")
NO_ACCUSATION_LEFT: Final = Rule("no_accusation_left")
OWN_CALL: Final = Rule("own_call")
NOT_CALLED: Final = Rule("not_called")
ACCUSE_ANOTHER: Final = Rule("accuse_another")
ONE_FALSE_ACCUSATION: Final = Rule("one_false_accusation")
RIGHT_ACCUSATION: Final = Rule("right_accusation")
ACCUSATION_PAID: Final = Rule("accusation_paid")
CARDS_STAY: Final = Rule("cards_stay")

RULES: Final = read_rules(__package__)

TOLD: Final[dict[type, str]] = {
    actions.Lot: N_("{seat} begins."),
    actions.Deal: N_("The cards are dealt."),
    actions.Call: N_("{seat} calls a card."),
    actions.Name: N_("{seat} names a partner."),
    actions.Accuse: N_("{seat} accuses"),
    actions.Lay: N_("It was not the partner."),
    actions.Stuck: N_("{seat} cannot call any card."),
}
"""The sentence for each action that moves no piece, but for answers."""
ANSWERED: Final = {
    actions.YES: N_("{seat} has the card."),
    actions.NO: N_("{seat} has not got the card."),
}


def tell(action: actions.Action) -> str:
    """Return the sentence for an action."""
    return ANSWERED[action.answer] if isinstance(action, actions.Say) else TOLD[type(action)]
