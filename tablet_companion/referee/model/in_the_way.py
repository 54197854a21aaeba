"""What lies on the board or over its places and is no piece in play: a fallen one, a cup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.explaining.stacks import by_look
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.vision.reading import SURE, Reading, Thing

MIN_COVERED: Final = 3
"""A piece may hide two places of an area behind it, but not this many."""
FALLEN_MM: Final = 25.0
"""A thing at least this long may be a piece that has fallen over (28 mm): dice and coins are not.

Dice of 16 mm measured up to 22 mm with the side that a camera sees, lying pawns 27 mm or more."""
LYING_S: Final = 4.0
"""What has lain on the board for longer than this is not being picked up."""


def find_in_the_way(table: Table, reading: Reading) -> tuple[Thing, ...]:
    """Return the things on or over a place, then those clear of all that may be fallen pieces.

    What is smaller, such as a die, disturbs nobody there. A large thing such as a cup is reported
    if it covers at least half an area, more places than a piece in front of it can hide, or places
    that are ``hidden`` although no piece moved. A piece of another game counts as a thing, too.
    Nothing is where people found nothing.
    """
    things = tuple(thing for thing in reading.things if thing.near not in {None, *table.unfound})
    unseen = (Thing(0.0, 0.0, 0.0, place) for place in sorted(table.hidden))
    extra = _find_extra(table, reading)
    clear = (thing for thing in reading.things if thing.near is None)
    fallen = (thing for thing in clear if thing.size_mm >= FALLEN_MM)
    others = (*extra, *_find_covers(reading, table.areas), *unseen, *fallen)
    return things or tuple(thing for thing in others if thing.near not in table.unfound)


def _find_extra(table: Table, reading: Reading) -> Iterator[Thing]:
    """Yield what stands on no place although it is one too many."""
    for stray in reading.strays:
        if is_one_too_many(table, reading, stray.piece, stray.near):
            yield Thing(stray.x_mm, stray.y_mm, 0.0, stray.near)


def is_one_too_many(table: Table, reading: Reading, piece: Piece, near: Place) -> bool:
    """Whether every such piece of the game stands on a place, beside one that is near another.

    It clearly does, or in another area: a piece that is read with doubt may be seen beside it, too.
    A piece that is out of play, and that nobody may bring now, is one too many, too.
    """
    if table.stage is not Stage.PLAY or piece == HIDDEN:
        return False
    held = Counter(one for _, one in by_look(table.placement).pieces)[piece]
    around = next((spots for spots in table.areas.values() if near in spots), ())
    seen = sum(
        sight.best == piece and (sight.probability >= SURE or sight.place not in around)
        for sight in reading.places
    )
    return held <= seen and (held > 0 or not _may_come(table, piece))


def _may_come(table: Table, piece: Piece) -> bool:
    """Whether a piece that stands nowhere may be one turned over, or be brought now.

    None is turned over of a colour that nobody plays.
    """
    steps = (step for one in list_candidates(table.position.public) for step in one.steps)
    plays = {one.plays for one in table.view().seats}
    hidden = piece in plays and any(one == HIDDEN for _, one in table.placement.pieces)
    return hidden or any(step.piece == piece for step in steps)


def _find_covers(reading: Reading, areas: Areas) -> Iterator[Thing]:
    covered = {sight.place for sight in reading.places if sight.covered}
    for spots in areas.values() if covered else ():
        hidden = [spot for spot in spots if spot in covered]
        if hidden and len(hidden) >= min(len(spots) / 2, MIN_COVERED):
            yield Thing(0.0, 0.0, 0.0, hidden[0])


def find_lying(table: Table) -> Thing | None:
    """Return the first thing that has lain in the way for some seconds; fallen pieces first."""
    if table.reading is None or table.lying_s is None or table.now_s - table.lying_s < LYING_S:
        return None
    things = find_in_the_way(table, table.reading)
    return min(things, key=lambda thing: thing.piece is None, default=None)


def find_last_lying(table: Table) -> Thing | None:
    """Return what lay in the way at the last look: a hand that touches the page hides the board."""
    return find_lying(table.but(reading=table.lately))
