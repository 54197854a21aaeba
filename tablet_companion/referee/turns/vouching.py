"""Believing people about places that the camera cannot tell."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.referee.explaining.evidence import Content, Evidence
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import PlaceReading, Reading


def vouch(table: Table, contents: tuple[tuple[Place, Content], ...]) -> Table:
    """Return the table with what somebody said in one answer about the contents of areas."""
    if table.evidence is None:
        return table
    said = {area for area, _ in contents}
    others = tuple(one for one in table.vouched if one[0] not in said)
    seen = table.evidence.seen
    new = tuple((area, content, seen.get(area, ())) for area, content in contents)
    return table.but(vouched=(*others, *new), answered=table.answered + 1).forgetful()


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
