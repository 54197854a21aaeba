"""What else was done at a table at which pieces are missing that people were told of.

People look for a piece and play on meanwhile. Each of these turns would be asked about once the
piece is back, so they are explained as if it stood where it belongs.
"""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.referee.explaining.cases import Case
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.vision.reading import PlaceReading


def set_missing_aside(case: Case) -> Case | None:
    """Return the case as if the pieces named as missing stood where they belong.

    None if none is still missing, or if something else came to the place of one: then it may have
    been moved or captured. Without a pile a piece alone tells a move, so it is waited for.
    """
    if not case.game.pile or not case.missing:
        return None
    evidence = case.derive(_put_back)
    if evidence is None:
        return None
    areas = {area for area, _ in case.missing}
    return replace(case, evidence=evidence, misplaced=case.misplaced - areas)


def _put_back(case: Case) -> Evidence | None:
    """Return the evidence of a look that shows the missing pieces, each on a spot seen empty.

    In a nest one may have come home since, so its number tells nothing.
    """
    reading, spots = case.evidence.reading, case.evidence.spots
    put: dict[Place, Piece] = {}
    for area, piece in case.missing:
        sights = (reading.by_place[at] for at in spots.get(area, ()) if at in reading.by_place)
        free = [one.place for one in sights if one.best == EMPTY and not one.covered]
        free = [at for at in free if at not in put]
        if not free:
            return None
        put[free[0]] = piece
    places = tuple(
        PlaceReading(one.place, ((put[one.place], 1.0),)) if one.place in put else one
        for one in reading.places
    )
    return Evidence(replace(reading, places=places), spots)
