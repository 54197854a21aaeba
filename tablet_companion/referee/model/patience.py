"""What a page says only after some seconds: the only clock of the pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import HIDDEN
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.model import silence
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.vision.reading import SURE, Reading, Thing

COVERED_S: Final = 8.0
"""A hand may rest over the board this long before the page mentions it."""
COVERS: Final = 3
"""A piece may hide two places of an area behind it, but not this many."""
LYING_S: Final = 4.0
"""What has lain on the board for longer than this is not being picked up."""


def is_covered(table: Table) -> bool:
    """Whether something has lain over the board for long."""
    return table.resting_s is not None and table.now_s - table.resting_s >= COVERED_S


def find_in_the_way(table: Table, reading: Reading) -> tuple[Thing, ...]:
    """Return the things on or over a place; things clear of all places disturb nobody.

    A large thing such as a cup is reported if it covers at least half an area, more places than a
    piece in front of it can hide, or places that are ``hidden`` although no piece moved. A piece of
    another game counts as a thing, too.
    """
    things = tuple(thing for thing in reading.things if thing.near is not None)
    unseen = (Thing(0.0, 0.0, 0.0, place) for place in sorted(table.hidden))
    extra = _find_extra(table, reading)
    return things or (*extra, *_find_covers(reading, table.areas), *unseen)


def _find_extra(table: Table, reading: Reading) -> Iterator[Thing]:
    """Yield what stands on no place while every such piece of the game clearly stands on one."""
    if not reading.strays or table.stage is not Stage.PLAY:
        return
    held = Counter(piece for _, piece in table.placement.pieces)
    clear = Counter(sight.best for sight in reading.places if sight.probability >= SURE)
    for stray in reading.strays:
        if stray.piece != HIDDEN and 0 < held[stray.piece] <= clear[stray.piece]:
            yield Thing(stray.x_mm, stray.y_mm, 0.0, stray.near)


def _find_covers(reading: Reading, areas: Areas) -> Iterator[Thing]:
    covered = {sight.place for sight in reading.places if sight.covered}
    for spots in areas.values() if covered else ():
        hidden = [spot for spot in spots if spot in covered]
        if hidden and len(hidden) >= min(len(spots) / 2, COVERS):
            yield Thing(0.0, 0.0, 0.0, hidden[0])


def find_lying(table: Table) -> Thing | None:
    """Return the first thing that has lain in the way for some seconds; fallen pieces first."""
    if table.reading is None or table.lying_s is None or table.now_s - table.lying_s < LYING_S:
        return None
    things = find_in_the_way(table, table.reading)
    return min(things, key=lambda thing: thing.piece is None, default=None)


def read_clock(table: Table) -> tuple[bool, bool, int]:
    """Return every fact by which the page changes while nothing but time passes."""
    return is_covered(table), find_lying(table) is not None, silence.count_down(table)
