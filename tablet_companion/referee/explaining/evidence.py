"""How well a Reading agrees with a Placement (log-likelihoods), and what it most likely shows.

The camera knows physical places, the rules know areas (the four spots of a nest are one area). The
evidence gives, for every area, the likelihood of each content; given the table, places are assumed
to be independent. Probabilities have a floor: no single look is ever certain.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from typing import Any, Final

from tablet_companion.games.core import EMPTY, Piece, Place, Placement
from tablet_companion.referee.explaining.stacks import as_meant, by_area
from tablet_companion.vision.reading import PlaceReading, Reading

FLOOR: Final = 1e-4
"""Floor of the probabilities: a look is wrong more often than it claims."""
TOLD: Final = 0.5
"""Two contents of an area are distinguishable from this log-likelihood ratio on (nats)."""
CLEARLY_SEEN: Final = 0.95
"""From this probability on a place counts as clearly seen."""

Content = tuple[Piece, ...]
"""What stands in an area: nothing, one piece, or in a nest several; sorted."""
Areas = Mapping[Place, tuple[Place, ...]]
"""The physical places that make up each area."""
Holds = Mapping[Place, frozenset[Piece]]
"""The pieces that fit on each physical place; a place not listed holds any piece."""


def find_areas(areas: Areas, spots: Set[Place | None]) -> tuple[Place, ...]:
    """Return the areas that have any of these physical places."""
    return tuple(area for area, within in areas.items() if not spots.isdisjoint(within))


class Evidence:
    """One reading as likelihoods by area. Immutable except for its cache."""

    def __init__(self, reading: Reading, areas: Areas) -> None:
        """Work out, for every area, the log-likelihood of every content the reading allows."""
        self.reading = reading
        self.spots = areas
        self._sights = {
            area: tuple(reading.by_place[p] for p in places if p in reading.by_place)
            for area, places in areas.items()
        }
        self._known: dict[tuple[Place, Content], float] = {}
        self._empty = {area: self._log(area, ()) for area in self._sights}
        self.seen: Mapping[Place, Content] = {
            area: _find_seen(sights) for area, sights in self._sights.items()
        }
        self._covered = {
            area: number
            for area, sights in self._sights.items()
            if (number := sum(sight.covered for sight in sights))
        }
        """How many places of an area are covered; areas without any are left out."""
        self._doubtful = frozenset(
            area
            for area, sights in self._sights.items()
            if any(sight.covered or sight.probability < CLEARLY_SEEN for sight in sights)
        )
        self._best = {area: self._log(area, content) for area, content in self.seen.items()}
        self._gap_if_empty = sum(self._best.values()) - sum(self._empty.values())
        self.derived: Final[dict[Any, Any]] = {}
        """What cases made of this reading; see ``Case.derive``."""

    def _log(self, area: Place, content: Content) -> float:
        """Return the log-likelihood of a content; 0 for an area that no camera sees."""
        key = area, content
        if key not in self._known:
            sights = self._sights.get(area, ())
            self._known[key] = math.log(max(_likelihood(sights, content), FLOOR))
        return self._known[key]

    def gap(self, placement: Placement) -> float:
        """Return how much less likely (nats) the placement is than the most likely contents.

        0 is perfect agreement; a clear contradiction at one place costs about 5 to 9.
        """
        # Placements name only what is occupied, so the empty areas were summed up before.
        gap = self._gap_if_empty
        for area, content in contents(placement).items():
            gap += self._empty.get(area, 0.0) - self._log(area, content)
        return gap

    def gap_at(self, area: Place, allowed: Iterable[Content]) -> float:
        """Return the gap (nats) of the best of several contents at one area."""
        return self._best.get(area, 0.0) - max(self._log(area, content) for content in allowed)

    def contradiction(self, area: Place, content: Content) -> float:
        """Return the gap of a content at an area, or 0 if the area is not clearly seen.

        Doubt at a place must not decide a question that does not depend on it.
        """
        return self.gap_at(area, [content]) if self.is_decided(area, content) else 0.0

    def is_decided(self, area: Place, content: Content) -> bool:
        """Whether the places that are clearly seen settle if an area holds this content.

        The others are covered, probably empty, or probably show a piece of this content that
        something hides: a case beneath an agent decides nothing about the agent. Or fewer are in
        doubt than pieces are missing.
        """
        if area not in self._doubtful:
            return True
        sights = self._sights[area]
        unsure = [one for one in sights if not one.covered and one.probability < CLEARLY_SEEN]
        clear = Counter(self.seen[area]) - Counter(one.best for one in unsure)
        wanted = Counter(content)
        if (wanted - clear).total() > len(unsure) + self.count_covered(area):
            return True
        beside = (one.best == EMPTY or _is_hidden(one, content) for one in unsure)
        return all(beside) and not clear <= wanted

    def ratio(self, area: Place, one: Content, other: Content) -> float:
        """Return the log-likelihood ratio of one content of an area against another, in nats."""
        return self._log(area, one) - self._log(area, other)

    @property
    def areas(self) -> Iterable[Place]:
        """Return the areas that the camera knows."""
        return self._sights

    def is_covered(self, area: Place) -> bool:
        """Whether something lies over a place of an area."""
        return area in self._covered

    def count_covered(self, area: Place) -> int:
        """Return over how many places of an area something lies."""
        return self._covered.get(area, 0)

    def is_doubtful(self, area: Place) -> bool:
        """Whether a place of an area is covered or not clearly seen."""
        return area in self._doubtful

    def is_unsure_of(self, area: Place, piece: Piece, number: int) -> bool:
        """Whether an area seems to hold this many such pieces, of which fewer are clearly seen."""
        seen = [one for one in self._sights.get(area, ()) if not one.covered and one.best == piece]
        sure = sum(one.probability >= CLEARLY_SEEN for one in seen)
        return sure < number <= len(seen)

    def could_be(self, area: Place, content: Content) -> bool:
        """Whether an area may hold this, given its visible places; the others are covered."""
        seen, wanted = Counter(self.seen[area]), Counter(content)
        return seen <= wanted and (wanted - seen).total() <= self.count_covered(area)

    def shown(self, otherwise: Placement) -> Placement:
        """Return what the table most likely shows.

        Covered places, and areas that no camera sees, are as in ``otherwise``.
        """
        assumed = contents(otherwise)
        pieces = [
            (area, piece)
            for area, content in assumed.items()
            if area not in self._sights
            for piece in content
        ]
        pieces += [(area, piece) for area, content in self.seen.items() for piece in content]
        for area, covered in self._covered.items():
            unseen = Counter(assumed.get(area, ())) - Counter(self.seen[area])
            pieces += [(area, piece) for piece in sorted(unseen.elements())[:covered]]
        return as_meant(Placement(tuple(sorted(pieces))), otherwise)


def contents(placement: Placement) -> dict[Place, Content]:
    """Return the content of every non-empty area, including pieces that stand on pieces."""
    found: dict[Place, Content] = {}
    for place, piece in by_area(placement).pieces:
        found[place] = (*found.get(place, ()), piece)
    return found


def _find_seen(sights: tuple[PlaceReading, ...]) -> Content:
    best = (sight.best for sight in sights if not sight.covered)
    return tuple(sorted(piece for piece in best if piece != EMPTY))


def _is_hidden(sight: PlaceReading, content: Content) -> bool:
    """Whether a place shows a piece of a content, or else nothing."""
    odds = dict(sight.posterior)
    return sight.best in content and odds[sight.best] + odds.get(EMPTY, 0.0) >= CLEARLY_SEEN


def _likelihood(sights: tuple[PlaceReading, ...], content: Content) -> float:
    """Return the likelihood that an area's places hold exactly these pieces, in any order.

    A covered place allows every content alike. An area has a handful of places at most.
    """
    if len(sights) == 1 and not sights[0].covered:  # nearly all are such; what follows agrees
        wanted = content or (EMPTY,)
        return dict(sights[0].posterior).get(wanted[0], 0.0) if len(wanted) == 1 else 0.0
    visible = [dict(sight.posterior) for sight in sights if not sight.covered]
    hidden = len(sights) - len(visible)
    if not sights or (hidden and not visible):
        return 1.0
    return _ways(visible, content, spare=hidden)


def _ways(odds: list[dict[Piece, float]], content: Content, spare: int) -> float:
    """Sum over the ways to put the pieces on the visible places; ``spare`` more can be hidden."""
    if len(content) > len(odds) + spare:
        return 0.0
    if not odds:
        return 1.0
    first, rest = odds[0], odds[1:]
    empty = first.get(EMPTY, 0.0)
    total = empty and empty * _ways(rest, content, spare)
    # Pieces of one colour are alike: to try each would count one way several times.
    for piece in set(content):
        if likelihood := first.get(piece):
            index = content.index(piece)
            total += likelihood * _ways(rest, content[:index] + content[index + 1 :], spare)
    return total
