"""What the table shows at present, in the terms of places and of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tablet_companion.games.core import EMPTY, Piece, Place, Placement
from tablet_companion.referee.evidence import Areas, contents
from tablet_companion.referee.panels import Difference
from tablet_companion.referee.stacks import as_meant, by_area
from tablet_companion.referee.table import Table


def expected_spots(placement: Placement, areas: Areas) -> dict[Place, Piece]:
    """Return a placement by physical place; interchangeable places are filled from the first."""
    spots: dict[Place, Piece] = {}
    for area, content in contents(placement).items():
        spots |= dict(zip(areas.get(area, ()), content, strict=False))
    return spots


def seen_spots(table: Table, puts: Iterable[tuple[Place, Piece]] = ()) -> dict[Place, Piece]:
    """Return what stands at every physical place: as seen, as expected where covered, as put.

    A nest is shown as expected when it holds as many as it should.
    """
    spots = {place: EMPTY for places in table.areas.values() for place in places}
    spots |= expected_spots(table.game.placement(table.state), table.areas)
    if table.reading is not None:
        spots |= {s.place: s.best for s in table.reading.sights if not s.covered}
    return spots | dict(puts)


def seen_placement(table: Table, puts: Iterable[tuple[Place, Piece]] = ()) -> Placement:
    """Return what stands on the table in the terms of the rules."""
    spots = seen_spots(table, puts)
    seen = [
        (area, spots[place])
        for area, places in table.areas.items()
        for place in places
        if spots[place] != EMPTY
    ]
    now = table.game.placement(table.state)
    return as_meant(Placement(tuple(sorted([*seen, *_out_of_sight(table.areas, seen, now)]))), now)


def _out_of_sight(
    areas: Areas, seen: Sequence[tuple[Place, Piece]], now: Placement
) -> Iterator[tuple[Place, Piece]]:
    """Yield the pieces on record where no camera looks, but for those seen elsewhere."""
    recorded = by_area(now).pieces
    missing = Counter(piece for _, piece in recorded) - Counter(piece for _, piece in seen)
    for area, piece in recorded:
        if area not in areas and missing[piece]:
            missing[piece] -= 1
            yield area, piece


def differences(
    table: Table, wanted: Placement, puts: Iterable[tuple[Place, Piece]] = ()
) -> tuple[Difference, ...]:
    """Return the places at which the table differs from a placement, by physical place.

    Which spots of a nest are filled does not matter, only how many.
    """
    spots, expected = seen_spots(table, puts), contents(wanted)
    found = []
    for area, places in table.areas.items():
        seen = sorted(spots[place] for place in places if spots[place] != EMPTY)
        if tuple(seen) == expected.get(area, ()):
            continue
        should = dict(zip(places, _matched(places, spots, expected.get(area, ())), strict=True))
        found += [
            Difference(place, spots[place], should[place])
            for place in places
            if spots[place] != should[place]
        ]
    return tuple(found)


def _matched(
    places: tuple[Place, ...], spots: dict[Place, Piece], content: tuple[Piece, ...]
) -> list[Piece]:
    """Return which piece should stand at each place, keeping those that stand there already."""
    left = list(content)
    should = []
    for place in places:
        keep = spots[place] in left
        should.append(spots[place] if keep else EMPTY)
        if keep:
            left.remove(spots[place])
    for index, piece in enumerate(should):
        if piece == EMPTY and left:
            should[index] = left.pop()
    return should
