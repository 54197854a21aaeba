"""Where table and record differ, by physical place and by area."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tablet_companion.games.core import EMPTY, Piece, Place, Placement
from tablet_companion.referee.explaining.evidence import Areas, Holds, contents
from tablet_companion.referee.explaining.stacks import as_meant, by_area
from tablet_companion.referee.model.panels import Difference
from tablet_companion.referee.model.table import Table


def lay_out(placement: Placement, areas: Areas, holds: Holds | None = None) -> dict[Place, Piece]:
    """Return a placement by physical place: each piece on the first free place that fits it."""
    spots: dict[Place, Piece] = {}
    for area, content in contents(placement).items():
        for piece in content:
            free = (spot for spot in areas.get(area, ()) if spot not in spots)
            fit = next((spot for spot in free if _fits(piece, spot, holds or {})), None)
            if fit is not None:
                spots[fit] = piece
    return spots


def _fits(piece: Piece, place: Place, holds: Holds) -> bool:
    """Whether a place holds a piece; a place that the board does not list holds any."""
    if place not in holds or piece in holds[place]:
        return True
    return not any(piece in held for held in holds.values())


def read_spots(table: Table, puts: Iterable[tuple[Place, Piece]] = ()) -> dict[Place, Piece]:
    """Return the piece on every physical place: put by hand, else seen, else as expected.

    A nest that holds as many pieces as expected is shown as expected.
    """
    spots = {place: EMPTY for places in table.areas.values() for place in places}
    spots |= lay_out(table.placement, table.areas, table.holds)
    if table.reading is not None:
        spots |= {s.place: s.best for s in table.reading.places if not s.covered}
    return spots | dict(puts)


def read_placement(table: Table, puts: Iterable[tuple[Place, Piece]]) -> Placement:
    """Return what stands on the table, by area."""
    spots = read_spots(table, puts)
    seen = [
        (area, spots[place])
        for area, places in table.areas.items()
        for place in places
        if spots[place] != EMPTY
    ]
    now = table.placement
    return as_meant(
        Placement(tuple(sorted([*seen, *_find_out_of_sight(table.areas, seen, now)]))), now
    )


def _find_out_of_sight(
    areas: Areas, seen: Sequence[tuple[Place, Piece]], now: Placement
) -> Iterator[tuple[Place, Piece]]:
    """Yield the recorded pieces that no camera sees, unless they were seen elsewhere."""
    recorded = by_area(now).pieces
    missing = Counter(piece for _, piece in recorded) - Counter(piece for _, piece in seen)
    for area, piece in recorded:
        if area not in areas and missing[piece]:
            missing[piece] -= 1
            yield area, piece


def find_differences(
    table: Table, wanted: Placement, puts: Iterable[tuple[Place, Piece]] = ()
) -> tuple[Difference, ...]:
    """Return the physical places at which the table differs from a placement.

    Only the number of pieces in a nest matters, not which of its spots they fill.
    """
    spots, expected = read_spots(table, puts), contents(wanted)
    found = []
    for area, places in table.areas.items():
        seen = sorted(spots[place] for place in places if spots[place] != EMPTY)
        if tuple(seen) == expected.get(area, ()):
            continue
        matched = _match(places, spots, expected.get(area, ()), table.holds)
        should = dict(zip(places, matched, strict=True))
        found += [
            Difference(place, spots[place], should[place])
            for place in places
            if spots[place] != should[place]
        ]
    return tuple(found)


def _match(
    places: tuple[Place, ...], spots: dict[Place, Piece], content: tuple[Piece, ...], holds: Holds
) -> list[Piece]:
    """Return which piece should stand at each place, moving as few as possible."""
    left = list(content)
    should = []
    for place in places:
        keep = spots[place] in left
        should.append(spots[place] if keep else EMPTY)
        if keep:
            left.remove(spots[place])
    for index, piece in enumerate(should):
        fitting = [one for one in left if _fits(one, places[index], holds)]
        if piece == EMPTY and fitting:
            should[index] = fitting[-1]
            left.remove(fitting[-1])
    return should


def find_differing_areas(table: Table) -> tuple[Place, ...]:
    """Return the areas where table and record differ, sorted; nests by how many they hold, too."""
    seen, wanted = Counter(table.shown.pieces), Counter(table.placement.pieces)
    return tuple(sorted({place for place, _ in (seen - wanted) + (wanted - seen)}))
