"""What is seen where a standing piece would show its top."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.surfaces.light import Map
from tablet_companion.vision.objects.bodies import BoardSearch
from tablet_companion.vision.objects.fallen import same_hue
from tablet_companion.vision.places.scores import PlaceScores

_LOOKED_AT: Final = 0.8
"""Share of a top, from its middle outwards, that is looked at."""
_SHOWN_MIN: Final = 0.7
"""Share of that which has its colour if a piece with a cap stands there. The cap of one that lies
is a band at one end of it."""

_LIKELY_NATS: Final = -2.0
"""Nats. What is less likely than this is no cap, but print of its colour."""


def see_top(search: BoardSearch, place: PlaceScores) -> Map:
    """Return the colours (n × 3), in the usual light, where a standing piece would show its top."""
    shape, flat = search.sites.silhouettes[place.standing.kind], search.flat
    px_per_mm = flat.shape[1] / search.sites.board.size_mm[0]
    middle = shape.lift(place.standing.foot[None], shape.kind.height_mm)[0] * px_per_mm
    radius = _LOOKED_AT * shape.kind.cap_diameter_mm / 2 * px_per_mm
    low = np.maximum(middle - radius, 0).astype(int)
    part = flat[low[1] : int(middle[1] + radius) + 1, low[0] : int(middle[0] + radius) + 1]
    rows, columns = np.ogrid[: part.shape[0], : part.shape[1]]
    inside = np.hypot(columns + low[0] - middle[0], rows + low[1] - middle[1]) < radius
    inside &= part[..., 0] >= 0  # within the picture
    gain, offset = search.light
    return np.asarray((part[inside] - offset) / gain)


def shows_cap(search: BoardSearch, place: PlaceScores) -> bool:
    """Whether the whole cap of the likeliest piece is seen there, so that it stands."""
    kind, tops = search.sites.silhouettes[place.standing.kind].kind, search.appearance.tops
    coloured = {piece: score for piece, score in place.scores.items() if piece in kind.colours}
    likeliest = max(coloured, key=lambda piece: coloured[piece], default=None)
    if kind.coloured_all_over or kind.flat or likeliest is None or likeliest not in tops:
        return False
    if coloured[likeliest] < _LIKELY_NATS:
        return False
    seen, top = see_top(search, place), np.array(tops[likeliest], dtype=np.float32)
    return bool(len(seen)) and float(same_hue(seen, top).mean()) >= _SHOWN_MIN
