"""Every rule of Agent that can be broken: its identifier, its words, its section.

The sections are the numbered points of the booklet's “Règles du jeu”. The words are ours. Private
rules hang on a sheet that only its player may see.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.agent.actions import (
    Accept,
    Announce,
    Attack,
    Bid,
    Bribe,
    Claim,
    Concede,
    GiveWay,
    Insist,
    LetStand,
    Lot,
    Move,
    Object,
    Pass,
    Seal,
    Stake,
    TakeBack,
    Waive,
)
from tablet_companion.games.core import Rule, RuleText
from tablet_companion.games.text import N_

WRONG_MOMENT: Final = Rule("wrong_moment")
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

_STAKES = "Règles du jeu, 3"
_TURN = "Règles du jeu, 5"
_MOVE = "Règles du jeu, 7 a)"
_ATTACK = "Règles du jeu, 7 b)"
_BRIBE = "Règles du jeu, 7 c)"
_CASE = "Règles du jeu, 8"
_BESIDE = "Règles du jeu, 9"
_SAFE = "Règles du jeu, 11"
_VICTORY = "Règles du jeu, 12"

RULES: Final = {
    WRONG_MOMENT: RuleText(
        N_("This is not what the game waits for now."),
        N_("Do first what the screen asks for."),
        _TURN,
    ),
    NO_SUCH_LOT: RuleText(
        N_("A sheet has lots of 1000, 500, 400, 300, 200 and 100 dollars; none of {count}."),
        N_("Choose one of the lots."),
        "Règles du jeu, 2",
    ),
    LOT_USED: RuleText(
        N_("All four lots of {count} dollars are staked already."),
        N_("Choose another lot."),
        _STAKES,
        private=True,
    ),
    STAKE_EXILED: RuleText(
        N_("The {piece} agent is in the Bahamas: nothing can be staked on it."),
        N_("Stake on an agent that is in play."),
        _ATTACK,
    ),
    EMPTY_SHEET: RuleText(
        N_("At least one lot has to be staked."),
        N_("Choose a lot and an agent."),
        _STAKES,
        private=True,
    ),
    ON_PAPER: RuleText(
        N_("Stakes are kept on paper here."),
        N_("Write it on your own sheet."),
        _STAKES,
    ),
    NOTHING_TO_BRIBE: RuleText(
        N_("No lot is left on your sheet to bribe with."),
        N_("Move an agent instead."),
        _BRIBE,
        private=True,
    ),
    NO_PASSING: RuleText(
        N_("Nobody passes: a turn is a move, an attack or a bribe."),
        N_("Move an agent, attack or bribe."),
        _BRIBE,
    ),
    CAN_ACT: RuleText(
        N_("Nobody passes who can still attack or bribe."),
        N_("Attack or bribe."),
        _BRIBE,
        private=True,
    ),
    IN_EXILE: RuleText(
        N_("The {piece} agent is in the Bahamas, and stays there."),
        N_("Put it back and move another agent."),
        _ATTACK,
    ),
    ONE_SPACE: RuleText(
        N_("An agent goes one space, along a line; no line leads from {text_from} to {text_to}."),
        N_("Put it back and move it to a neighbouring space."),
        _TURN,
    ),
    ONE_AGENT: RuleText(
        N_("A turn moves one agent; here {count} were moved."),
        N_("Put the others back."),
        _TURN,
    ),
    STANDING_STILL: RuleText(
        N_("That changes nothing, so it is no move."),
        N_("Move an agent, or put it onto or beside the case."),
        _BRIBE,
    ),
    CASE_ELSEWHERE: RuleText(
        N_("The case is not in {text_to}: nobody can stand on it there."),
        N_("Put the agent beside."),
        _CASE,
    ),
    CASE_HELD: RuleText(
        N_("The {piece} agent has the case; only an attack can take it away."),
        N_("Put the moved agent beside it."),
        _BESIDE,
    ),
    CASE_ALONE: RuleText(
        N_("The case travels only with the agent that has it."),
        N_("Put the case back to {text_to}."),
        _CASE,
    ),
    SAME_MOVE: RuleText(
        N_("This was taken back in this turn; it has to be something else."),
        N_("Choose another move, an attack or a bribe."),
        _MOVE,
    ),
    VICTIM_THERE: RuleText(
        N_("Only another agent on the space one advances to is attacked."),
        N_("Attack an agent that is there, or only move."),
        _ATTACK,
    ),
    SAFE_AT_HOME: RuleText(
        N_("The {piece} agent is in its own city, {text_to}, and cannot be attacked there."),
        N_("Take the attack back."),
        _SAFE,
    ),
    ATTACK_STAKE: RuleText(
        N_("An attack needs 500 dollars staked on the attacker."),
        N_("Attack with another agent, or only move."),
        _ATTACK,
        private=True,
    ),
    EXILE_BY_ATTACK: RuleText(
        N_("The {piece} agent was taken to the Bahamas, but no attack stands."),
        N_("Put it back to {text_to}."),
        _ATTACK,
    ),
    TAKE_BACK: RuleText(
        N_("What is taken back goes back to where it came from, the case too."),
        N_("Put the {piece} agent back to {text_to}."),
        _MOVE,
    ),
    HUNDREDS: RuleText(
        N_("Sums are multiples of 100 dollars; {count} is none."),
        N_("Name another sum."),
        "Règles du jeu, 2",
    ),
    BID_MORE: RuleText(
        N_("The sum must be higher than {count} dollars."),
        N_("Name a higher sum, or give up."),
        _MOVE,
    ),
    BID_EQUAL: RuleText(
        N_("The sum must be at least {count} dollars."),
        N_("Name as much, or more, or give up."),
        _MOVE,
    ),
    BID_STAKED: RuleText(
        N_("You have not staked so much on the {piece} agent."),
        N_("Name a sum that you have staked, or give up."),
        _MOVE,
        private=True,
    ),
    SUM_POSSIBLE: RuleText(
        N_("By all that was said before, at most {count} dollars can be staked there."),
        N_("Look at your sheet again."),
        _STAKES,
    ),
    ANNOUNCED_LESS: RuleText(
        N_("That cannot be: {seat} had named {count} dollars already."),
        N_("Look at your sheet again."),
        _ATTACK,
    ),
}

TOLD: Final[dict[type, str]] = {
    Lot: N_("{seat} begins."),
    Stake: N_("{seat} fills in the sheet."),
    Seal: N_("{seat} has filled in the sheet."),
    Move: N_("{seat} moves an agent."),
    Attack: N_("{seat} attacks."),
    Bribe: N_("{seat} bribes."),
    Pass: N_("{seat} can do nothing."),
    Accept: N_("{seat} does not object."),
    Object: N_("{seat} objects."),
    GiveWay: N_("{seat} takes it back."),
    Insist: N_("{seat} insists."),
    Bid: N_("{seat} names a sum."),
    Concede: N_("{seat} gives up."),
    LetStand: N_("{seat} lets it stand."),
    TakeBack: N_("{seat} has it taken back."),
    Announce: N_("{seat} names the stake."),
    Claim: N_("{seat} claims the victory."),
    Waive: N_("{seat} makes no claim."),
}
"""What is told of an action."""
