"""Read every place: how much better each piece explains its sample points than the bare board.

Places are read from the nadir outwards; a piece found hides the points behind it from later places.
Where places crowd, a place may claim what belongs to a piece right behind it; so a piece with
strong contrary evidence, or one that is half covered by a piece behind it, is left out in a trial.
The evidence of the holes' insides requires all of them, so it is added at the end; in the rare
picture where it changes an answer, the places are read once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.appearance import Appearance
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
    """When a trial is made without a piece that was found.

    Chosen by hand on the boxed board's photographs and the simulated table, boards with crowded
    places among them; held by tests/vision/test_kinds.py.
    """

    contrary_share: float = 0.2
    """A piece is doubted if more than this share of its evidence speaks against it."""
    surplus_contrary_share: float = 0.05
    """As ``contrary_share``, if more pieces of its colour were found than exist."""
    surplus_nats: float = 15.0
    """Nats. Cost of each surplus piece."""
    shared_nats: float = 2.0
    """Nats. A piece is dropped only if its neighbours explain this much more without it."""
    left_share: float = 0.25
    """A piece is dropped only if at most this share of its own score is left."""
    near_mm: float = 60.0
    """Millimetres. A piece is confused only with places at most this far away."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class BoardScores:
    """All places of a picture: the sample colours, their fits, and the scores.

    ``visible`` (n): the points that nothing foreign covers. ``before_interiors`` are the places
    before the insides of holes were compared.
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
    max_counts: Mapping[Piece, int],
) -> BoardScores:
    """Read all places; ``visible`` (n) marks the sample points that nothing foreign covers.

    ``max_counts`` is the number of pieces of each colour, where known.
    """
    fits = fit_points(sites.board, seen, appearance)
    return _score_board(_Scorer(sites, seen, fits, visible, max_counts, {}))


def score_visible(
    before: BoardScores, visible: Mask, max_counts: Mapping[Piece, int]
) -> BoardScores:
    """Read the places of the same picture again at which other points are ``visible``."""
    reader = _Scorer(before.sites, before.seen, before.fits, visible, max_counts, {})
    return _score_board(reader, before.before_interiors, before.visible != visible)


def rescore_places(
    before: BoardScores,
    part: SampleColours,
    at: NDArray[np.intp],
    appearance: Appearance,
    max_counts: Mapping[Piece, int],
) -> BoardScores:
    """Read again only the places that may have changed since ``before``.

    ``part`` are the present colours at the points with the indices ``at``, all points of some
    places.
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
    """Read all places, or those that ``changed``, then compare the holes' insides."""
    first, shown = reader.score_outwards(known, changed)
    found = reader.drop_explained_away(first, _near_changes(first, known))
    holes = [place for place in found if place.site.turned is not None]
    evidence = interiors.interior_evidence(holes, reader.seen, shown)
    insides = {hole.site.first: float(value) for hole, value in zip(holes, evidence, strict=True)}
    settled = tuple(
        add_interior_evidence(place, insides.get(place.site.first, 0.0)) for place in found
    )
    if [place.best for place in settled] != [place.best for place in found]:
        inside = replace(reader, insides=insides)
        settled = inside.drop_explained_away(inside.score_outwards()[0])
    return BoardScores(reader.sites, reader.seen, reader.fits, reader.visible, found, settled)


def _near_changes(found: Sequence[PlaceScores], known: Sequence[PlaceScores]) -> Sequence[int]:
    """Return the indices of places near one that differs from ``known``; all if that is empty."""
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

    ``visible`` marks the points that nothing foreign covers. ``max_counts`` is the number of pieces
    of each colour. ``insides`` maps a site's first point to the evidence of its inside for a piece.
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
        """Read all places; also return which points no found piece hides from other places.

        With ``known``, only places are read again that may differ after these points have
        ``changed``, or after the piece at the site with the index ``without`` is left out.
        """
        visible, any_changed = self.visible.copy(), changed is not None
        changed = np.zeros(len(visible), dtype=np.bool_) if changed is None else changed.copy()
        found: list[PlaceScores] = []
        for number, site in enumerate(self.sites.sites):
            old = known[number] if known else None
            above = found[-1] if site.above is not None else None
            if old is not None and number == without:
                here = replace(old, best=None)
            elif old is not None and not (
                any_changed and self._may_differ(number, changed, above, known)
            ):
                here = old
            else:
                here = self._score(site, visible, above)
            found.append(here)
            any_changed = any_changed or here is not old
            if here.best is not None and not here.is_underneath:
                visible[self.sites.hidden_by(here.standing, site)] = False
            for other in (old, here) if old is not None and here is not old else ():
                if other.best is not None:
                    changed[self.sites.hidden_by(other.standing, site)] = True
        return tuple(found), visible

    def _may_differ(
        self, number: int, changed: Mask, above: PlaceScores | None, known: Sequence[PlaceScores]
    ) -> bool:
        """Whether a place may differ from its known reading."""
        site = self.sites.sites[number]
        other = above is not None and above is not known[number - 1]
        return other or bool(changed[site.first : site.last].any())

    def _score(self, site: Site, visible: Mask, above: PlaceScores | None = None) -> PlaceScores:
        """Read one place, at its ``visible`` points."""
        if above is not None and above.best is not None:
            return score_beneath(site, above, self.fits.kinds[site.upright[0].kind].colours)
        inside = self.insides.get(site.first, 0.0)
        return add_interior_evidence(score_place(site, self.seen, self.fits, visible), inside)

    def drop_explained_away(
        self, found: tuple[PlaceScores, ...], numbers: Sequence[int] | None = None
    ) -> tuple[PlaceScores, ...]:
        """Drop every doubtful piece if everything else explains as much without it.

        With ``numbers``, only the pieces at these sites are tried.
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
        """Whether a trial without a piece explains the picture as well as the reading with it.

        Either it explains more, or it explains part of the piece's evidence and hardly any of that
        is left: an outline hides more than just side and top.
        """
        without = [*trial[:number], replace(trial[number], best=None), *trial[number + 1 :]]
        gained = self._total_nats(without) - self._total_nats(found)
        piece = found[number].best
        assert piece is not None, "only pieces are challenged"
        with_piece, left = (places[number].scores[piece] for places in (found, trial))
        return gained > 0 or (
            left < TUNING.left_share * with_piece and gained + with_piece > TUNING.shared_nats
        )

    def _is_doubtful(self, place: PlaceScores, found: Sequence[PlaceScores]) -> bool:
        """Whether a piece may be a mistake."""
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
        """Return how many pieces of a colour were found beyond those that exist."""
        if piece not in self.max_counts:
            return 0
        return max(0, sum(place.best == piece for place in found) - self.max_counts[piece])

    def _total_nats(self, found: Sequence[PlaceScores]) -> float:
        """Return how much better (nats) all pieces found explain the picture than none."""
        seen = [place for place in found if place.best is not None and not place.is_underneath]
        explained = sum(place.scores[place.best] for place in seen if place.best is not None)
        surplus = sum(self._surplus(piece, seen) for piece in self.max_counts)
        return explained - TUNING.surplus_nats * surplus

    def _score_without(self, found: tuple[PlaceScores, ...], number: int) -> PlaceScores:
        """Return a place's scores beside everything that the pieces elsewhere explain."""
        visible = self.visible.copy()
        for other in found:
            if other.best is not None:
                visible[self.sites.hidden_by(other.standing, other.site)] = False
        here = self._score(found[number].site, visible)
        return replace(here, visible_share=found[number].visible_share)


def _contains_any(points: NDArray[np.intp], site: Site) -> bool:
    """Whether any of these points (sorted) belongs to a site."""
    after = int(np.searchsorted(points, site.first))
    return after < len(points) and bool(points[after] < site.last)
