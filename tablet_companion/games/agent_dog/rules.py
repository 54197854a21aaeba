"""Every rule of Agent DOG that can be broken: its identifier.

Their texts are data: ``teaching/rules.toml``.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.shared.teaching import read_rules

COPY_FIRST: Final = Rule("copy_first")
OWN_START_FIRST: Final = Rule("own_start_first")
FINISH_START: Final = Rule("finish_start")
MEETING: Final = Rule("meeting")
NO_MEETING: Final = Rule("no_meeting")
EXCHANGE_TWO: Final = Rule("exchange_two")
PARTNER_POINTS: Final = Rule("partner_points")
PARTNER_WHOSE: Final = Rule("partner_whose")
PARTNER_OVERTAKEN: Final = Rule("partner_overtaken")
TURN_DOWN: Final = Rule("turn_down")
FINISH_REVEAL: Final = Rule("finish_reveal")
COLOUR_COUNT: Final = Rule("colour_count")
NO_ANNULLING: Final = Rule("no_annulling")
MEETING_NEAREST: Final = Rule("meeting_nearest")


RULES: Final = read_rules(__package__, "tablet_companion.games.dog_family")
