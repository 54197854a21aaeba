"""How well the table plays: the levels, from a child to the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.text import N_


@dataclass(frozen=True, slots=True)
class Level:
    """How well the table plays.

    ``turns`` is the most iterations of the search for one choice; ``seconds`` is the fixed time for
    an answer at the table, as a varying one would reveal something about the hand. ``slips``: the
    share of choices made at random among those that are no folly. ``solved``: known optimal play is
    used. ``far``: it foresees as many decisions as ``Depth.far`` says. ``blind``: in a game with
    ``Depth.blind`` it makes so many iterations that look that far, instead of ``turns``, where all
    choices look alike at a glance; 0: it looks no farther there.
    """

    name: str
    title: str
    turns: int
    seconds: float
    slips: float = 0.0
    solved: bool = False
    far: bool = False
    blind: int = 0


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("child", N_("like a child"), 0, 0.5, slips=0.6),
        Level("casual", N_("casually"), 60, 0.5, slips=0.3),
        Level("good", N_("well"), 300, 2.0, solved=True, blind=120),
        Level("best", N_("as well as it can"), 1500, 8.0, solved=True, far=True),
    )
}
USUAL: Final = "good"
"""The level if nobody chose one."""
