"""Every rule of Pocket Ops that can be broken: its identifier.

Their texts are data: ``teaching/rules.toml``.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.pocket_ops import state
from tablet_companion.games.shared.teaching import read_rules

WRONG_MOMENT: Final = Rule("wrong_moment")
WHOSE_TURN: Final = Rule("whose_turn")
NOT_LOOKED_AT: Final = Rule("not_looked_at")
SHOWN_TOGETHER: Final = Rule("shown_together")
HOW_MANY_CARDS: Final = Rule("how_many_cards")
MUST_PLACE: Final = Rule("must_place")
ONE_AGENT: Final = Rule("one_agent")
ACTIVE_SPECIALIST: Final = Rule("active_specialist")
NO_SPY_LEFT: Final = Rule("no_spy_left")
EMPTY_ROOM: Final = Rule("empty_room")
AS_GUESSED: Final = Rule("as_guessed")
SAME_CARD: Final = Rule("same_card")
FOILED_LEAVES: Final = Rule("foiled_leaves")
POWER_MUST: Final = Rule("power_must")
SPECIALISTS_STAY: Final = Rule("specialists_stay")
SPIES_RETURN: Final = Rule("spies_return")
NOTHING_ELSE: Final = Rule("nothing_else")
GATHERED: Final = Rule("gathered")

OWN_RULE: Final = {
    card: Rule(card)
    for card in (
        state.ASSASSIN,
        state.BURGLAR,
        state.COMMANDO,
        state.COURIER,
        state.MOLE,
        state.NINJA,
        state.SNIPER,
    )
}
"""The rule of each specialist whose power moves or removes a piece, named like it."""

RULES: Final = read_rules(__package__)
