"""How much a table teaches and how strictly it judges, and what it has taught so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tablet_companion.games.core import Breach, Place, Rule, Seat
from tablet_companion.games.text import N_

LEVEL: Final = "level"
"""The choice of the table's level; with a seat's name appended, that of the seat's."""


class Level(StrEnum):
    """How a seat wants to be refereed.

    ``TEACH``: rules are introduced, hints shown, and taking back is free. ``REFEREE``: errors are
    pointed out. ``STRICT``: a piece let go stays, errors count.
    """

    TEACH = "teach"
    REFEREE = "referee"
    STRICT = "strict"


NAMES: Final = {
    Level.TEACH: N_("teaches"),
    Level.REFEREE: N_("referees"),
    Level.STRICT: N_("is strict"),
}
MEANINGS: Final = {
    Level.TEACH: N_("It shows what may be done, and tells each rule when it is needed."),
    Level.REFEREE: N_("It speaks up only when a rule is broken."),
    Level.STRICT: N_("What was let go is played, and broken rules are counted."),
}
"""What people are told about each level."""


@dataclass(frozen=True, slots=True)
class Coach:
    """What people were taught, and the errors of strict seats.

    ``introduced``: the rules that each seat was taught; ``penalties``: errors counted by seat. Both
    are on record; the rest lasts for a turn. ``now``: the rule being introduced, since ``now_s``,
    the last of ``told`` that followed one another on the page; ``why``: the rule
    that allowed a surprising move; ``touched``: the place touched on the drawn board; ``fined``:
    what was counted this turn; ``refused``: the rules named by the last objection.
    """

    introduced: frozenset[tuple[Seat, Rule]] = frozenset()
    penalties: tuple[tuple[Seat, int], ...] = ()
    now: Rule | None = None
    now_s: float = 0.0
    told: int = 0
    why: Rule | None = None
    touched: Place | None = None
    fined: tuple[tuple[Seat, tuple[Breach, ...]], ...] = ()
    refused: tuple[Breach, ...] = ()
