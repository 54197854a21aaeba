"""Read every place: how much better each piece explains its sample points than the bare board.

Places are read from the nadir outwards; a piece found hides the points behind it from the places
that come after. Where places crowd, a place may so take for its own what belongs to a piece right
behind it; a piece that much speaks against, or that one behind it half covers, is therefore left
out for a trial. What the insides of the holes tell needs all of them, so it is added afterwards; in
the rare picture where that changes an answer, the places are read once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.appearance import Appearance
from calibration.silhouettes import Mask
from tablet_companion.games.core import Piece
from tablet_companion.vision.places import interiors
from tablet_companion.vision.places.likelihood import SampleColours
from tablet_companion.vision.places.point_fits import PointFits, fit_points
from tablet_companion.vision.places.scores import (
    PlaceScores,
    add_interior_evidence,
    score_beneath,
    score_place,
)
from tablet_companion.vision.places.sites import Site, Sites


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a piece that was found is tried without.

    Chosen by hand on the boxed board's photographs and the simulated table, boards with crowded
    places among them; held by tests/vision/test_kinds.py.
    """

    contrary_share: float = 0.2
    """A piece is doubted if more than this share of its evidence speaks against it."""
    surplus_contrary_share: float = 0.05
    """The same where more pieces of its colour were found than there are."""
    surplus_nats: float = 15.0
    """Nats. Price of each piece more than there are."""
    shared_nats: float = 2.0
    """Nats. A piece is dropped if its neighbours explain this much more without it,"""
    left_share: float = 0.25
    """and no more than this share of its own score is left."""
    near_mm: float = 60.0
    """Millimetres. A piece may be taken for one on a place, or for part of one, no farther away."""


TUNING: Final = Tuning()

_ANY_NUMBER: Final[Mapping[Piece, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class BoardScores:
    """All places of a picture: what was seen at their points, how that fits, and what it is.

    ``visible`` (n): nothing foreign covers the point. ``before_interiors`` are the places before
    the insides of the holes were compared.
    """

    sites: Sites
    seen: SampleColours
    fits: PointFits
    visible: Mask
    before_interiors: tuple[PlaceScores, ...]
    places: tuple[PlaceScores, ...]


def score_places(
    sites: Sites,
    seen: SampleColours,
    appearance: Appearance,
    visible: Mask,
    max_counts: Mapping[Piece, int] = _ANY_NUMBER,
) -> BoardScores:
    """Read all places; ``visible`` (n) says which sample points nothing foreign covers.

    ``max_counts`` is how many pieces of each colour there are, where that is known.
    """
    fits = fit_points(sites.board, seen, appearance)
    return _score_board(_Scorer(sites, seen, fits, visible, max_counts, {}))


def rescore_places(
    before: BoardScores,
    part: SampleColours,
    at: NDArray[np.intp],
    appearance: Appearance,
    max_counts: Mapping[Piece, int],
) -> BoardScores:
    """Read only the places again that may have changed, of what was read ``before``.

    ``part`` is what is seen now at the points with the numbers ``at``, all those of some places.
    """
    sites = before.sites
    seen = before.seen.with_points(part, at)
    fits = before.fits.with_points(fit_points(sites.board, part, appearance), at)
    changed = np.zeros(len(before.visible), dtype=np.bool_)
    changed[at] = True
    reader = _Scorer(sites, seen, fits, before.visible, max_counts, {})
    return _score_board(reader, before.before_interiors, changed)


def _score_board(
    reader: _Scorer, known: Sequence[PlaceScores] = (), changed: Mask | None = None
) -> BoardScores:
    """Read places, all or those that ``changed``, then compare the holes' insides."""
    first, shown = reader.score_outwards(known, changed)
    first = found = reader.drop_explained_away(first, _near_changes(first, known))
    holes = [place for place in found if place.site.turned is not None]
    said = interiors.interior_evidence(holes, reader.seen, shown)
    insides = {hole.site.first: float(value) for hole, value in zip(holes, said, strict=True)}
    settled = tuple(
        add_interior_evidence(place, insides.get(place.site.first, 0.0)) for place in found
    )
    if [place.best for place in settled] != [place.best for place in found]:
        inside = replace(reader, insides=insides)
        settled = inside.drop_explained_away(inside.score_outwards()[0])
    return BoardScores(reader.sites, reader.seen, reader.fits, reader.visible, first, settled)


def _near_changes(found: Sequence[PlaceScores], known: Sequence[PlaceScores]) -> Sequence[int]:
    """Return the numbers of the places near one that is not what is ``known``; all without that."""
    middles = np.array([(here.site.place.x_mm, here.site.place.y_mm) for here in found])
    fresh = [here is not old for here, old in zip(found, known, strict=True)] if known else []
    if not any(fresh):
        return range(0 if known else len(found))
    apart_mm = np.linalg.norm(middles[:, None] - middles[fresh], axis=-1).min(axis=1)
    numbers: list[int] = np.flatnonzero(apart_mm < TUNING.near_mm).tolist()
    return numbers


@dataclass(frozen=True, slots=True, eq=False)
class _Scorer:
    """Reads all places of one picture.

    ``visible``: nothing foreign covers the point. ``max_counts`` is how many pieces of a colour
    there are. ``insides`` is, by a site's first point, the evidence of its inside for a piece.
    """

    sites: Sites
    seen: SampleColours
    fits: PointFits
    visible: Mask
    max_counts: Mapping[Piece, int]
    insides: Mapping[int, float]

    def score_outwards(
        self,
        known: Sequence[PlaceScores] = (),
        changed: Mask | None = None,
        without: int | None = None,
    ) -> tuple[tuple[PlaceScores, ...], Mask]:
        """Read all places; also return which points no piece found hides from other places.

        With ``known`` only those are read again that change once these points have ``changed``, or
        once the piece at the site with the number ``without`` is left out.
        """
        visible = self.visible.copy()
        changed = np.zeros(len(visible), dtype=np.bool_) if changed is None else changed.copy()
        found: list[PlaceScores] = []
        for number, site in enumerate(self.sites.sites):
            old = known[number] if known else None
            above = found[-1] if site.above is not None else None
            if old is not None and number == without:
                here = replace(old, best=None)
            elif old is not None and not self._may_differ(number, changed, above, known):
                here = old
            else:
                here = self._score(site, visible, above)
            found.append(here)
            if here.best is not None and not here.is_underneath:
                visible[self.sites.hidden_by(here.standing, site)] = False
            for other in (old, here) if old is not None and here is not old else ():
                if other.best is not None:
                    changed[self.sites.hidden_by(other.standing, site)] = True
        return tuple(found), visible

    def _may_differ(
        self, number: int, changed: Mask, above: PlaceScores | None, known: Sequence[PlaceScores]
    ) -> bool:
        """Whether a place may look otherwise than it is known to."""
        site = self.sites.sites[number]
        other = above is not None and above is not known[number - 1]
        return other or bool(changed[site.first : site.last].any())

    def _score(self, site: Site, visible: Mask, above: PlaceScores | None = None) -> PlaceScores:
        """Read one place, of which ``visible`` points can be seen."""
        if above is not None and above.best is not None:
            return score_beneath(site, above, self.fits.kinds[site.upright[0].kind].colours)
        inside = self.insides.get(site.first, 0.0)
        return add_interior_evidence(score_place(site, self.seen, self.fits, visible), inside)

    def drop_explained_away(
        self, found: tuple[PlaceScores, ...], numbers: Sequence[int] | None = None
    ) -> tuple[PlaceScores, ...]:
        """Leave out every piece that may be none, if all else explains as much without it.

        With ``numbers`` only the pieces at these sites are asked about.
        """
        for number in range(len(found)) if numbers is None else numbers:
            if self._is_doubtful(found[number], found) or self._is_overlapped(number, found):
                trial, _ = self.score_outwards(found, without=number)
                trial = (*trial[:number], self._score_without(trial, number), *trial[number + 1 :])
                if self._is_explained_away(found, number, trial):
                    found = trial
        return found

    def _is_explained_away(
        self, found: Sequence[PlaceScores], number: int, trial: Sequence[PlaceScores]
    ) -> bool:
        """Whether all else explains a trial without a piece as well as what was found with it.

        Either it explains more, or it explains some of what spoke for the piece, and the rest
        hardly speaks for it: what an outline hides is not all side and top.
        """
        without = [*trial[:number], replace(trial[number], best=None), *trial[number + 1 :]]
        gained = self._total_nats(without) - self._total_nats(found)
        piece = found[number].best
        assert piece is not None, "only pieces are challenged"
        spoke, speaks = (places[number].scores[piece] for places in (found, trial))
        return gained > 0 or (
            speaks < TUNING.left_share * spoke and gained + spoke > TUNING.shared_nats
        )

    def _is_doubtful(self, place: PlaceScores, found: Sequence[PlaceScores]) -> bool:
        """Whether a piece may be there only by mistake."""
        if place.best is None or place.contrary_share < TUNING.surplus_contrary_share:
            return False
        return place.contrary_share > TUNING.contrary_share or self._surplus(place.best, found) > 0

    def _is_overlapped(self, number: int, found: Sequence[PlaceScores]) -> bool:
        """Whether a piece found behind this one would hide some of its place's points."""
        here = found[number]
        return here.best is not None and any(
            other.best is not None
            and not other.is_underneath
            and _contains_any(self.sites.hidden_by(other.standing, other.site), here.site)
            for other in found[number + 1 :]
        )

    def _surplus(self, piece: Piece, found: Sequence[PlaceScores]) -> int:
        """Return how many more pieces of a colour were found than there are."""
        if piece not in self.max_counts:
            return 0
        return max(0, sum(place.best == piece for place in found) - self.max_counts[piece])

    def _total_nats(self, found: Sequence[PlaceScores]) -> float:
        """Return by how much all pieces found explain more than an empty board (nats)."""
        seen = [place for place in found if place.best is not None and not place.is_underneath]
        explained = sum(place.scores[place.best] for place in seen if place.best is not None)
        surplus = sum(self._surplus(piece, seen) for piece in self.max_counts)
        return explained - TUNING.surplus_nats * surplus

    def _score_without(self, found: tuple[PlaceScores, ...], number: int) -> PlaceScores:
        """Return what a place looks like beside all that the pieces elsewhere explain."""
        visible = self.visible.copy()
        for other in found:
            if other.best is not None:
                visible[self.sites.hidden_by(other.standing, other.site)] = False
        here = self._score(found[number].site, visible)
        return replace(here, visible_share=found[number].visible_share)


def _contains_any(points: NDArray[np.intp], site: Site) -> bool:
    """Whether any of these points (sorted) is one of a site's."""
    after = int(np.searchsorted(points, site.first))
    return after < len(points) and bool(points[after] < site.last)
