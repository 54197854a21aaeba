"""What lies on the board and belongs on no place: said quietly, and never taken for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import EMPTY, HIDDEN, Place, Placement
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.evidence import Areas, contents
from tablet_companion.referee.model.panels import Message
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import PlaceReading, Reading, Thing

_PATIENCE_S: Final = 4.0
"""What lies there so long is not being picked up."""
_FALLEN: Final = N_("The {piece} pawn near {place} has fallen over. Stand it up.")
_THING: Final = N_("Something lies near {place}. Take it away, so that I see all.")


def in_the_way(reading: Reading) -> tuple[Thing, ...]:
    """Return the things that lie on or over a place; what lies clear of all disturbs nobody."""
    return tuple(thing for thing in reading.things if thing.near is not None)


def noted(table: Table, reading: Reading) -> Table:
    """Return the table with since when something has been in the way."""
    if not in_the_way(reading):
        return table.but(lying_s=None)
    return table if table.lying_s is not None else table.but(lying_s=table.now_s)


def said(table: Table) -> tuple[Message, ...]:
    """Say what to do about the first thing that has lain in the way for some seconds."""
    if table.reading is None or table.lying_s is None:
        return ()
    if table.now_s - table.lying_s < _PATIENCE_S:
        return ()
    things = sorted(in_the_way(table.reading), key=lambda thing: thing.piece is None)
    return tuple(_message(table.areas, thing) for thing in things[:1])


def _message(areas: Areas, thing: Thing) -> Message:
    spot = thing.near or Place("")
    area = next((area for area, spots in areas.items() if spot in spots), spot)
    place = ("place", area)
    if thing.piece is None:
        return Message(_THING, (place,))
    return Message(_FALLEN, (("piece", thing.piece), place))


def without_fallen(reading: Reading, before: Placement, areas: Areas) -> Reading:
    """Return a reading that says nothing of the places to which a fallen piece may belong.

    These are where it lies, and where ``before`` has a piece of its colour that is missing, or one
    turned over: nobody has taken what only fell over. All other places keep what was seen there.
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
    return replace(reading, places=tuple(_opened(reading, open_to)))


def _opened(reading: Reading, places: set[Place | None]) -> Iterator[PlaceReading]:
    """Yield the sights, those of these places flat unless a piece stands there."""
    for sight in reading.places:
        if sight.place in places and sight.best == EMPTY and not sight.covered:
            odds = tuple((piece, 1 / len(sight.posterior)) for piece, _ in sight.posterior)
            yield PlaceReading(sight.place, odds, covered=True)
        else:
            yield sight
