"""Places over which a lying piece or a part of one is, though a piece was read there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import take_strongest
from tablet_companion.games.core import HIDDEN
from tablet_companion.vision.objects.board_view import TUNING as BLACK
from tablet_companion.vision.objects.bodies import BoardSearch
from tablet_companion.vision.objects.fallen import same_hue
from tablet_companion.vision.objects.foreground import explained_mask
from tablet_companion.vision.objects.toppled import is_like_labelled
from tablet_companion.vision.objects.tops import see_top
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import Sites


@dataclass(frozen=True, slots=True)
class Tuning:
    """What no piece shows that stands or lies face down in its hole.

    Chosen by hand on simulated tables of Agent DOG; held by tests/vision/test_toppled.py.
    """

    rim_mm: float = 2.0
    """Millimetres round other pieces that say nothing."""
    ring_mm: float = 7.0
    """Millimetres round a hole's piece within which black is looked for."""
    overlaid_black: float = 0.05
    """Share of the points round a face-down piece that may be black: one in its hole shows none, a
    black body that lies over the hole 0.06 to 0.24."""
    topless: tuple[float, float] = (0.15, 0.45)
    """Where no piece stands, the greatest share of that which has its colour, and the least which
    is black: what stood on Agent DOG had 0.2 and more of its colour or no black, at most 0.3 black;
    21 of 25 that lie none of it and 0.5 black."""
    window_share: float = 0.3
    """Share of a piece's outline that a thing covers, from which the network, whose window shows
    the thing, is not believed that a piece stands there: 0.45 and more where it saw one beside a
    pawn that lay on DOG, at most 0.04 where one stood."""


TUNING: Final = Tuning()


def cover_overlaid(search: BoardSearch, found: tuple[PlaceScores, ...]) -> tuple[PlaceScores, ...]:
    """Return the places; those over which the black body of a lying piece seems to be are covered.

    That is a hole whose face-down piece is black beyond its rim, other pieces aside, and a piece
    that stands but is black where its coloured top should be.
    """
    sites, view = search.sites, search.view
    upright = [place for place in found if place.best not in {None, HIDDEN}]
    lie = [place for place in upright if _lacks_top(search, place)]
    stand = tuple(place for place in upright if place not in lie)
    black = view.black & ~explained_mask(view, sites, stand, TUNING.rim_mm)

    def is_overlaid(place: PlaceScores) -> bool:
        window, inner = sites.outline(place.standing, 1.0)
        ring = sites.outline(place.standing, TUNING.ring_mm)[1] & ~inner & ~view.ignored[window]
        return bool(ring.any()) and float(black[window][ring].mean()) > TUNING.overlaid_black

    lie += [place for place in found if place.best == HIDDEN and is_overlaid(place)]
    return tuple(
        replace(place, best=None, visible_share=0.0) if place in lie else place for place in found
    )


def _lacks_top(search: BoardSearch, place: PlaceScores) -> bool:
    """Whether a black body is seen where a piece that stands would show its coloured top."""
    kind, colour = search.sites.silhouettes[place.standing.kind].kind, place.best
    if kind.coloured_all_over or not kind.slender or colour not in search.appearance.tops:
        return False
    if is_like_labelled(place):
        return False
    seen = see_top(search, place)
    if not len(seen) or (take_strongest(seen) < BLACK.black_grey).mean() <= TUNING.topless[1]:
        return False
    top = np.array(search.appearance.tops[colour], dtype=np.float32)
    return bool(same_hue(top[None], top)[0] and same_hue(seen, top).mean() < TUNING.topless[0])


def leave_to_points(
    found: Sequence[PlaceScores], sites: Sites, hidden: Mask, unnamed: Mask | None
) -> tuple[PlaceScores, ...]:
    """Return the places; where a thing reaches over one, only points clear of it speak for a piece.

    ``hidden`` is what things hide. The end of a fallen piece looks to the network like one that
    stands, and the number of pieces then makes that sure. Where those points say that a piece
    stands, it does. The network is still believed that none does. If it sees one and the thing is
    ``unnamed``, that may be this piece itself: the place is covered.
    """

    def leave(place: PlaceScores) -> PlaceScores:
        if not _is_bare_but_for(place, sites, hidden):
            return place
        if place.best is not None and unnamed is not None and _reaches(place, sites, unnamed):
            return replace(place, best=None, visible_share=0.0)
        alone = place.likelihoods_alone
        scores = {piece: min(score, alone[piece]) for piece, score in place.scores.items()}
        return replace(place, scores=scores, best=None)

    return tuple(leave(place) for place in found)


def _is_bare_but_for(place: PlaceScores, sites: Sites, hidden: Mask) -> bool:
    """Whether a thing reaches over a place of which nothing else shows a piece."""
    alone = place.likelihoods_alone
    if not alone or max(alone.values()) >= 0 or is_like_labelled(place):
        return False
    return _reaches(place, sites, hidden)


def _reaches(place: PlaceScores, sites: Sites, hidden: Mask) -> bool:
    """Whether what is hidden is a large part of the outline of a piece at a place."""
    window, outline = sites.outline(place.standing, 0.0)
    return float(hidden[window][outline].mean()) > TUNING.window_share
