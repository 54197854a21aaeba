"""Every rule of Wink that can be broken or asks for a step: its identifier.

Their texts are data: ``teaching/rules.toml``.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.shared.teaching import read_rules

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
