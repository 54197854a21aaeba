"""Believing people about places that the camera cannot tell."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.referee.explaining.evidence import Content, Evidence
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import PlaceReading, Reading


def vouch(table: Table, area: Place, content: Content) -> Table:
    """Return the table with what somebody said about an area's content."""
    if table.evidence is None:
        return table
    seen = table.evidence.seen.get(area, ())
    others = tuple(one for one in table.vouched if one[0] != area)
    vouched = (*others, (area, content, seen))
    return table.but(vouched=vouched, answered=table.answered + 1).forgetful()


def apply_vouched(table: Table, reading: Reading) -> Reading:
    """Return a reading with what people said, for areas that look as they did then."""
    if not table.vouched:
        return reading
    seen = Evidence(reading, table.areas).seen
    said: dict[Place, Piece] = {}
    for area, content, looked in table.vouched:
        if seen.get(area) == looked:
            spots = table.areas[area]
            said |= dict(zip(spots, (*content, *[EMPTY] * len(spots)), strict=False))
    return replace(
        reading,
        places=tuple(
            PlaceReading(one.place, ((said[one.place], 1.0),)) if one.place in said else one
            for one in reading.places
        ),
    )
