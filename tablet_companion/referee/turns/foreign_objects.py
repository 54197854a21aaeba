"""Foreign objects on the board: they are never taken for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import EMPTY, HIDDEN, Place, Placement
from tablet_companion.referee.explaining.evidence import Areas, contents, find_areas
from tablet_companion.referee.explaining.explanations import Broke, Explanation, Unclear
from tablet_companion.referee.model.effects import PassOver, Transition
from tablet_companion.referee.model.events import NoHand
from tablet_companion.referee.model.in_the_way import (
    find_in_the_way,
    find_last_lying,
    is_one_too_many,
)
from tablet_companion.referee.model.patience import is_covered
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import PlaceReading, Reading

_CLEARLY: Final = 0.9
"""Below this probability a piece may just have come to stand there."""


def note_lying(table: Table, reading: Reading) -> Table:
    """Return the table with the time since which something has been in the way.

    What rested over the board until it was taken for no hand has lain since it rested.
    """
    if reading is not table.lately:
        table = table.but(unfound=_list_unfound(table, reading))
        hidden = _find_hidden(table, reading) - table.unfound
        table = table.but(lately=reading, hidden=hidden)
    if not find_in_the_way(table, reading):
        return table.but(lying_s=None)
    if table.lying_s is not None:
        return table
    return table.but(lying_s=table.now_s if table.resting_s is None else table.resting_s)


def pass_over(table: Table, _: NoHand) -> Transition:
    """Have the table read around what rests over it; what it hides counts as hidden.

    If nothing rests, believe that nothing lies where the page tells of something.
    """
    if is_covered(table):
        return table, (PassOver(),)
    if (thing := find_last_lying(table)) is None:
        return table, ()
    near = _find_around(table, frozenset({thing.near}))
    return table.but(unfound=table.unfound | near, hidden=table.hidden - near), ()


def _list_unfound(table: Table, reading: Reading) -> frozenset[Place | None]:
    """Return where people found nothing, without areas that are seen clear by now."""
    if not table.unfound:
        return table.unfound
    odd: set[Place | None] = {sight.place for sight in reading.places if sight.covered}
    odd.update(thing.near for thing in reading.things)
    odd.update(stray.near for stray in reading.strays)
    return table.unfound & _find_around(table, odd)


def _find_around(table: Table, places: Set[Place | None]) -> frozenset[Place | None]:
    """Return these places, and all others of their areas."""
    areas = find_areas(table.areas, places)
    return frozenset(places).union(*(table.areas[area] for area in areas))


def _find_hidden(table: Table, reading: Reading) -> frozenset[Place]:
    """Return the places that came to be hidden while no piece came, until they are seen again.

    Pieces hide places, too, but not those that stood there before.
    """
    covered = frozenset(sight.place for sight in reading.places if sight.covered)
    if not covered or table.lately is None:
        return table.hidden & covered
    before = table.lately.by_place
    pairs = [(before[sight.place], sight) for sight in reading.places if sight.place in before]
    if _may_have_come(pairs):
        return table.hidden & covered
    new = (sight.place for was, sight in pairs if sight.covered and not was.covered)
    return (table.hidden & covered).union(new)


def _may_have_come(pairs: Iterable[tuple[PlaceReading, PlaceReading]]) -> bool:
    """Whether a piece may have come to a place between two readings, as far as places are seen.

    One that only left hides nothing. A piece that moves takes two places: if only one has come to
    be in doubt, it shows no move.
    """
    seen = [(was, now) for was, now in pairs if not (was.covered or now.covered)]
    doubtful = sum(now.probability < _CLEARLY <= was.probability for was, now in seen)
    return doubtful > 1 or any(now.best not in (was.best, EMPTY) for was, now in seen)


def leave_fallen_open(reading: Reading, before: Placement, areas: Areas) -> Reading:
    """Return a reading that says nothing about the places where a fallen piece may belong.

    These are the place where it lies, and those where ``before`` has a missing piece that is of its
    colour or face down: a piece that fell was not taken. All other places keep their reading.
    """
    fallen = {thing.piece for thing in reading.things} - {None}
    if not fallen:
        return reading
    open_to = {thing.near for thing in reading.things if thing.piece is not None}
    for area, content in contents(before).items():
        sights = [
            reading.by_place[spot] for spot in areas.get(area, ()) if spot in reading.by_place
        ]
        gone = Counter(content) - Counter(sight.best for sight in sights)
        number = sum(count for piece, count in gone.items() if piece in {*fallen, HIDDEN})
        bare = [sight.place for sight in sights if sight.best == EMPTY]
        open_to.update(bare[:number])
    return replace(reading, places=tuple(_open_sights(reading, open_to)))


def _open_sights(reading: Reading, places: set[Place | None]) -> Iterator[PlaceReading]:
    """Yield the sights; those of these places are uninformative unless a piece stands there."""
    for sight in reading.places:
        if sight.place in places and sight.best == EMPTY and not sight.covered:
            odds = tuple((piece, 1 / len(sight.posterior)) for piece, _ in sight.posterior)
            yield PlaceReading(sight.place, odds, covered=True)
        else:
            yield sight


def doubt_beside_lying(table: Table, reading: Reading, found: Explanation) -> Explanation:
    """Return the explanation; no rule counts as broken by what may have fallen over.

    That is so if something lies at a place that changed, or if a piece that came is seen twice: it
    stands on a place and beside one, and there is one of its colour too many.
    """
    if not isinstance(found, Broke) or found.nothing_moved:
        return found
    before, shown = set(table.placement.pieces), set(found.shown.pieces)
    changed = {area for area, _ in before ^ shown}
    spots = {spot for area in changed for spot in table.areas.get(area, ())}
    lying = {thing.near for thing in reading.things} & spots
    came = {piece for _, piece in shown - before}
    lying |= {
        stray.near
        for stray in reading.strays
        if stray.piece in came and is_one_too_many(table, reading, stray.piece, stray.near)
    }
    return Unclear(tuple(sorted(find_areas(table.areas, lying)))) if lying else found
