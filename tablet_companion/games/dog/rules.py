"""Every rule of DOG that can be broken: its identifier.

Their texts are data: ``teaching/rules.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.shared.teaching import read_rules

FINISH_BACKWARDS: Final = Rule("finish_backwards")
JOKER_COUNT: Final = Rule("joker_count")
SEVEN_STEPS: Final = Rule("seven_steps")
SEVEN_OVERTAKEN: Final = Rule("seven_overtaken")
SEVEN_PARTNER: Final = Rule("seven_partner")
SWAP_TWO: Final = Rule("swap_two")
SWAP_TRACK: Final = Rule("swap_track")


RULES: Final = read_rules(__package__, "tablet_companion.games.dog_family")

TOLD: Final[Mapping[type, str]] = {**shared.TOLD, Play: shared.PLAY_TOLD}
"""The sentence for each action that moves no pawn."""
