"""The identifiers of the rules that DOG and Agent DOG share.

Their common texts are data: ``teaching/rules.toml``. Each game's own file adds the section of its
booklet.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule

WRONG_MOMENT: Final = Rule("wrong_moment")
CARD_NOT_HELD: Final = Rule("card_not_held")
MUST_PLAY: Final = Rule("must_play")
GIVING_UP_MOVES: Final = Rule("giving_up_moves")
CARD_WHOLLY: Final = Rule("card_wholly")
UNPLAYABLE: Final = Rule("unplayable")
ONE_PAWN: Final = Rule("one_pawn")
EXACT_COUNT: Final = Rule("exact_count")
FORWARDS: Final = Rule("forwards")
WHOSE_PAWN: Final = Rule("whose_pawn")
PROTECTED: Final = Rule("protected")
START_CARD: Final = Rule("start_card")
START_SPACE: Final = Rule("start_space")
FINISH_COLOUR: Final = Rule("finish_colour")
FINISH_JUMP: Final = Rule("finish_jump")
FINISH_STAYS: Final = Rule("finish_stays")
CAPTURED_HOME: Final = Rule("captured_home")
NOT_CAPTURED: Final = Rule("not_captured")
WRONG_NEST: Final = Rule("wrong_nest")
TURN_UP: Final = Rule("turn_up")
WHOSE_TURN: Final = Rule("whose_turn")
MUST_PLAY_ONE: Final = Rule("must_play_one")
NO_PAWN: Final = Rule("no_pawn")
COPY_COUNT: Final = Rule("copy_count")
CHANGE_CARD: Final = Rule("change_card")
NOBODY_GIVES_UP: Final = Rule("nobody_gives_up")
ONE_FORM: Final = Rule("one_form")
