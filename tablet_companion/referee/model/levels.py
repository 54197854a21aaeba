"""How much a table teaches, how strictly it judges, and what it has told and counted so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablet_companion.games.core import Breach, Place, Rule, Seat


class Level(StrEnum):
    """How a seat wants the referee.

    ``TEACH``: rules are introduced, hints are shown, taking back is free. ``REFEREE``: what is
    wrong is said. ``STRICT``: what was let go is played, and what is wrong counts.
    """

    TEACH = "teach"
    REFEREE = "referee"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Coach:
    """What people were taught, and what strict seats did wrong.

    ``introduced`` are the rules that each seat was told, ``penalties`` what was counted: both are
    on record. The rest lasts for a turn: ``now`` is the rule that is being introduced, ``why`` the
    one that allowed a surprising move, ``touched`` where somebody touched the drawn board,
    ``fined`` what was counted in this turn. ``refused`` are the rules that the last objection told.
    """

    introduced: frozenset[tuple[Seat, Rule]] = frozenset()
    penalties: tuple[tuple[Seat, int], ...] = ()
    now: Rule | None = None
    why: Rule | None = None
    touched: Place | None = None
    fined: tuple[tuple[Seat, tuple[Breach, ...]], ...] = ()
    refused: tuple[Breach, ...] = ()
