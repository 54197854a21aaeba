"""Every rule of Agent that can be broken: its identifier.

Their texts are data: ``teaching/rules.toml``. Private rules depend on a sheet that only its player
may see.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.shared.teaching import read_rules

WRONG_MOMENT: Final = Rule("wrong_moment")
WHOSE_TURN: Final = Rule("whose_turn")
OBJECTIONS_FIRST: Final = Rule("objections_first")
NO_SUCH_LOT: Final = Rule("no_such_lot")
LOT_USED: Final = Rule("lot_used")
STAKE_EXILED: Final = Rule("stake_exiled")
EMPTY_SHEET: Final = Rule("empty_sheet")
ON_PAPER: Final = Rule("on_paper")
NOTHING_TO_BRIBE: Final = Rule("nothing_to_bribe")
NO_PASSING: Final = Rule("no_passing")
CAN_ACT: Final = Rule("can_act")
IN_EXILE: Final = Rule("in_exile")
ONE_SPACE: Final = Rule("one_space")
ONE_AGENT: Final = Rule("one_agent")
STANDING_STILL: Final = Rule("standing_still")
CASE_ELSEWHERE: Final = Rule("case_elsewhere")
CASE_HELD: Final = Rule("case_held")
CASE_ALONE: Final = Rule("case_alone")
SAME_MOVE: Final = Rule("same_move")
VICTIM_THERE: Final = Rule("victim_there")
SAFE_AT_HOME: Final = Rule("safe_at_home")
ATTACK_STAKE: Final = Rule("attack_stake")
EXILE_BY_ATTACK: Final = Rule("exile_by_attack")
TAKE_BACK: Final = Rule("take_back")
HUNDREDS: Final = Rule("hundreds")
BID_MORE: Final = Rule("bid_more")
BID_EQUAL: Final = Rule("bid_equal")
BID_STAKED: Final = Rule("bid_staked")
SUM_POSSIBLE: Final = Rule("sum_possible")
ANNOUNCED_LESS: Final = Rule("announced_less")

RULES: Final = read_rules(__package__)
