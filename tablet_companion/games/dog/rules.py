"""Every rule of DOG that can be broken: its identifier.

Their texts are data: ``teaching/rules.toml``.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.shared.teaching import read_rules

FINISH_BACKWARDS: Final = Rule("finish_backwards")
JOKER_COUNT: Final = Rule("joker_count")
SEVEN_STEPS: Final = Rule("seven_steps")
SEVEN_OVERTAKEN: Final = Rule("seven_overtaken")
SEVEN_PARTNER: Final = Rule("seven_partner")
SWAP_TWO: Final = Rule("swap_two")
SWAP_TRACK: Final = Rule("swap_track")


RULES: Final = read_rules(__package__, "tablet_companion.games.dog_family")
