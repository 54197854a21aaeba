"""Whether the pieces tell that the board lies turned: a board may look the same from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Place
from tablet_companion.referee.explaining.evidence import Evidence, contents
from tablet_companion.referee.model.table import Stage, Table

MIN_ELSEWHERE: Final = 3
"""Fewer pieces elsewhere may have been moved there."""
MIN_RATIO: Final = 3
"""Turned, the board must leave fewer pieces elsewhere by this factor: one in three."""

TurnedPlaces = Mapping[int, Mapping[Place, Place]]
"""For each number of quarter turns: the place that is read if another stands there."""


def find_turn(table: Table, turns: TurnedPlaces) -> int:
    """Return how far (quarter turns) the board lies from how it is read; 0 if as it is read.

    Only if more than half the pieces stand elsewhere, and nearly all where they belong on the board
    turned so: a few turns of play do not look like that. A move made meanwhile may be left over.
    """
    evidence = table.evidence
    if evidence is None or table.stage not in (Stage.CHECK, Stage.PLAY):
        return 0
    least, _ = _count_elsewhere(table, evidence)
    if least < MIN_ELSEWHERE or 2 * least <= len(table.placement.pieces):
        return 0
    return next(
        (
            quarters
            for quarters, places in turns.items()
            if MIN_RATIO * _count_elsewhere(table, _turn(table, evidence, places))[1] <= least
        ),
        0,
    )


def _turn(table: Table, evidence: Evidence, places: Mapping[Place, Place]) -> Evidence:
    seen = evidence.reading.places
    turned = tuple(replace(sight, place=places[sight.place]) for sight in seen)
    return Evidence(replace(evidence.reading, places=turned), table.areas)


def _count_elsewhere(table: Table, evidence: Evidence) -> tuple[int, int]:
    """Return how many pieces clearly stand elsewhere: the least, and the most it may be."""
    held = contents(table.placement)
    gone = came = 0
    for area, seen in evidence.seen.items():
        was, now = Counter(held.get(area, ())), Counter(seen)
        came += (now - was).total()
        gone += 0 if evidence.is_covered(area) else (was - now).total()
    return min(gone, came), max(gone, came)
