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
from tablet_companion.vision.places.likelihood import Seen
from tablet_companion.vision.places.scores import Fits, Found, beneath, fits_of, read_place, told
from tablet_companion.vision.places.sites import Site, Sites

_AGAINST: Final = 0.2
"""A piece is doubted when so much speaks against it, for one that speaks for it."""
_LITTLE_AGAINST: Final = 0.05
"""The same where more pieces of its colour were found than there are."""
_SURPLUS_COST: Final = 15.0
_SHARED: Final = 2.0
"""So much better (nats) the others are explained that take over what belonged to a piece."""
_HARDLY: Final = 0.25
"""What of a piece's score is left without them speaks for it no more."""
_NEAR_MM: Final = 60.0
"""A piece may be taken for one in its place's stead, or for part of one, no farther away."""
_ANY_NUMBER: Final[Mapping[Piece, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """All places of a picture: what was seen at their points, how that fits, and what it is.

    ``alive`` (n) says which points nothing foreign covers; ``found`` are the places, ``first`` the
    same before the insides of the holes were compared.
    """

    sites: Sites
    seen: Seen
    fits: Fits
    alive: Mask
    first: tuple[Found, ...]
    found: tuple[Found, ...]


def read_places(
    sites: Sites,
    seen: Seen,
    appearance: Appearance,
    alive: Mask,
    most: Mapping[Piece, int] = _ANY_NUMBER,
) -> Placed:
    """Read all places; ``alive`` (n) says which sample points nothing foreign covers.

    ``most`` is how many pieces of each colour there are, where that is known.
    """
    fits = fits_of(sites.board, seen, appearance)
    return _placed(_Reader(sites, seen, fits, alive, most, {}))


def read_again(
    before: Placed,
    part: Seen,
    at: NDArray[np.intp],
    appearance: Appearance,
    most: Mapping[Piece, int],
) -> Placed:
    """Read only the places again that may have changed, of what was read ``before``.

    ``part`` is what is seen now at the points with the numbers ``at``, all those of some places.
    """
    sites = before.sites
    seen = before.seen.renewed(part, at)
    fits = before.fits.renewed(fits_of(sites.board, part, appearance), at)
    changed = np.zeros(len(before.alive), dtype=np.bool_)
    changed[at] = True
    reader = _Reader(sites, seen, fits, before.alive, most, {})
    return _placed(reader, before.first, changed)


def _placed(reader: _Reader, known: Sequence[Found] = (), changed: Mask | None = None) -> Placed:
    """Read places, all or those that ``changed``, then compare the holes' insides."""
    first, shown = reader.outwards(known, changed)
    first = found = reader.challenged(first, _near_changes(first, known))
    holes = [place for place in found if place.site.turned is not None]
    said = interiors.evidence(holes, reader.seen, shown)
    insides = {hole.site.first: float(value) for hole, value in zip(holes, said, strict=True)}
    settled = tuple(told(place, insides.get(place.site.first, 0.0)) for place in found)
    if [place.best for place in settled] != [place.best for place in found]:
        inside = replace(reader, insides=insides)
        settled = inside.challenged(inside.outwards()[0])
    return Placed(reader.sites, reader.seen, reader.fits, reader.alive, first, settled)


def _near_changes(found: Sequence[Found], known: Sequence[Found]) -> Sequence[int]:
    """Return the numbers of the places near one that is not what is ``known``; all without that."""
    middles = np.array([(here.site.place.x_mm, here.site.place.y_mm) for here in found])
    fresh = [here is not old for here, old in zip(found, known, strict=True)] if known else []
    if not any(fresh):
        return range(0 if known else len(found))
    apart_mm = np.linalg.norm(middles[:, None] - middles[fresh], axis=-1).min(axis=1)
    numbers: list[int] = np.flatnonzero(apart_mm < _NEAR_MM).tolist()
    return numbers


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    """Reads all places of one picture.

    ``alive`` says which points nothing foreign covers, ``most`` how many pieces of a colour there
    are; ``insides`` says, by a site's first point, by how much its inside speaks for a piece.
    """

    sites: Sites
    seen: Seen
    fits: Fits
    alive: Mask
    most: Mapping[Piece, int]
    insides: Mapping[int, float]

    def outwards(
        self,
        known: Sequence[Found] = (),
        changed: Mask | None = None,
        without: int | None = None,
    ) -> tuple[tuple[Found, ...], Mask]:
        """Read all places; also return which points no piece found hides from other places.

        With ``known`` only those are read again that change once these points have ``changed``, or
        once the piece at the site with the number ``without`` is left out.
        """
        alive = self.alive.copy()
        changed = np.zeros(len(alive), dtype=np.bool_) if changed is None else changed.copy()
        found: list[Found] = []
        for number, site in enumerate(self.sites.sites):
            old = known[number] if known else None
            above = found[-1] if site.above is not None else None
            if old is not None and number == without:
                here = replace(old, best=None)
            elif old is not None and not self._touched(number, changed, above, known):
                here = old
            else:
                here = self._read(site, alive, above)
            found.append(here)
            if here.best is not None and not here.under:
                alive[self.sites.hidden_by(here.standing, site)] = False
            for other in (old, here) if old is not None and here is not old else ():
                if other.best is not None:
                    changed[self.sites.hidden_by(other.standing, site)] = True
        return tuple(found), alive

    def _touched(
        self, number: int, changed: Mask, above: Found | None, known: Sequence[Found]
    ) -> bool:
        """Say whether a place may look otherwise than it is known to."""
        site = self.sites.sites[number]
        other = above is not None and above is not known[number - 1]
        return other or bool(changed[site.first : site.last].any())

    def _read(self, site: Site, alive: Mask, above: Found | None = None) -> Found:
        """Read one place, of which ``alive`` points can be seen."""
        if above is not None and above.best is not None:
            return beneath(site, above, self.fits.kinds[site.upright[0].kind].colours)
        inside = self.insides.get(site.first, 0.0)
        return told(read_place(site, self.seen, self.fits, alive), inside)

    def challenged(
        self, found: tuple[Found, ...], numbers: Sequence[int] | None = None
    ) -> tuple[Found, ...]:
        """Leave out every piece that may be none, if all else explains as much without it.

        With ``numbers`` only the pieces at these sites are asked about.
        """
        for number in range(len(found)) if numbers is None else numbers:
            if self._doubted(found[number], found) or self._overlapped(number, found):
                trial, _ = self.outwards(found, without=number)
                trial = (*trial[:number], self._rest(trial, number), *trial[number + 1 :])
                if self._explained(found, number, trial):
                    found = trial
        return found

    def _explained(self, found: Sequence[Found], number: int, trial: Sequence[Found]) -> bool:
        """Say whether all else explains a trial without a piece as well as what was found with it.

        Either it explains more, or it explains some of what spoke for the piece, and the rest
        hardly speaks for it: what an outline hides is not all side and top.
        """
        without = [*trial[:number], replace(trial[number], best=None), *trial[number + 1 :]]
        gained = self._worth(without) - self._worth(found)
        piece = found[number].best
        assert piece is not None, "only pieces are challenged"
        spoke, speaks = (places[number].scores[piece] for places in (found, trial))
        return gained > 0 or (speaks < _HARDLY * spoke and gained + spoke > _SHARED)

    def _doubted(self, place: Found, found: Sequence[Found]) -> bool:
        """Say whether a piece may be there only by mistake."""
        if place.best is None or place.against < _LITTLE_AGAINST:
            return False
        return place.against > _AGAINST or self._surplus(place.best, found) > 0

    def _overlapped(self, number: int, found: Sequence[Found]) -> bool:
        """Say whether a piece found behind this one would hide some of its place's points."""
        here = found[number]
        return here.best is not None and any(
            other.best is not None
            and not other.under
            and _hides(self.sites.hidden_by(other.standing, other.site), here.site)
            for other in found[number + 1 :]
        )

    def _surplus(self, piece: Piece, found: Sequence[Found]) -> int:
        """Return how many more pieces of a colour were found than there are."""
        if piece not in self.most:
            return 0
        return max(0, sum(place.best == piece for place in found) - self.most[piece])

    def _worth(self, found: Sequence[Found]) -> float:
        """Return by how much all pieces found explain more than an empty board (nats)."""
        seen = [place for place in found if place.best is not None and not place.under]
        explained = sum(place.scores[place.best] for place in seen if place.best is not None)
        surplus = sum(self._surplus(piece, seen) for piece in self.most)
        return explained - _SURPLUS_COST * surplus

    def _rest(self, found: tuple[Found, ...], number: int) -> Found:
        """Return what a place looks like beside all that the pieces elsewhere explain."""
        alive = self.alive.copy()
        for other in found:
            if other.best is not None:
                alive[self.sites.hidden_by(other.standing, other.site)] = False
        here = self._read(found[number].site, alive)
        return replace(here, visible=found[number].visible)


def _hides(points: NDArray[np.intp], site: Site) -> bool:
    """Say whether any of these points (sorted) is one of a site's."""
    after = int(np.searchsorted(points, site.first))
    return after < len(points) and bool(points[after] < site.last)
