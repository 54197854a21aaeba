"""How a table is read without a picture: near the truth, with the doubts of a reader."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.vision.reading import CardReading, PlaceReading, Reading, Stray, Thing
from tests.adversaries.family.figures import FACE_DOWN
from tests.adversaries.family.tabletop import Tabletop

_CUP_MM: Final = 75.0
_FALLEN_MM: Final = 28.0


@dataclass(frozen=True, slots=True)
class Eyesight:
    """How good a reader is, in probabilities.

    ``sure`` is what it gives to the truth, ``weaker`` what it gives at a share ``weak`` of the
    places; at a ``doubtful`` share of the readings one place is read with ``doubt`` only. Where it
    is ``stuck`` it leaves the truth no more than ``blind``, and does not quite believe the rest.
    """

    sure: float = 1.0
    weaker: float = 1.0
    weak: float = 0.0
    doubtful: float = 0.0
    doubt: float = 0.65
    blind: float = 0.03
    cards: tuple[float, float] = (0.99, 0.99)
    nameless: float = 0.0


PERFECT: Final = Eyesight()
MILD: Final = Eyesight(
    sure=0.997, weaker=0.965, weak=0.04, doubtful=0.02, cards=(0.9, 0.99), nameless=0.3
)
POOR: Final = Eyesight(
    sure=0.99, weaker=0.93, weak=0.15, doubtful=0.1, cards=(0.8, 0.98), nameless=0.6
)
EYESIGHTS: Final = {"perfect": PERFECT, "mild": MILD, "poor": POOR}


class Reader:
    """Reads a table; what it doubts changes whenever a hand has been there, unless it is stuck."""

    def __init__(self, tabletop: Tabletop, eyesight: Eyesight, rng: random.Random) -> None:
        """Read a table with some eyesight."""
        self._tabletop = tabletop
        self._eyesight = eyesight
        self._rng = rng
        self._choices = {spot: _choices(tabletop, spot) for spot in tabletop.area_of}
        self._sights: dict[tuple[Place, Piece, float], PlaceReading] = {}
        self._flat: dict[Place, PlaceReading] = {}
        self._last: tuple[int, Reading] | None = None
        self._top: tuple[object, CardReading] | None = None
        self._nameless: dict[Hashable, bool] = {}
        self.stuck: frozenset[Place] = frozenset()
        self.unnoticed: frozenset[Place] = frozenset()
        self.covers_pile = False

    def blink(self) -> None:
        """Look with fresh eyes the next time."""
        self._last = None

    def read(self) -> Reading:
        """Return the reading of the table as it is; the same while nothing changes."""
        if self._last is None or self._last[0] != self._tabletop.changes:
            self._last = self._tabletop.changes, self._read()
        return self._last[1]

    def card(self) -> CardReading | None:
        """Return the top of the pile; a card is read alike for as long as it lies there."""
        pile = self._tabletop.pile
        if self.covers_pile:
            return None
        if not pile:
            return CardReading(((None, 0.99),))
        if self._top is None or self._top[0] is not pile[-1]:
            sure = self._rng.uniform(*self._eyesight.cards)
            face, pose = pile[-1].face, pile[-1].pose
            odds = ((face, sure), (None, 1 - sure)) if face != FACE_DOWN else ((None, 0.99),)
            sight = CardReading(odds, pose)
            self._top = pile[-1], sight
        return self._top[1]

    def _read(self) -> Reading:
        covered = self.unnoticed.union(*self._tabletop.cups)
        eyes, rng = self._eyesight, self._rng
        odd = rng.choice(list(self._choices)) if rng.random() < eyes.doubtful else None
        sights = []
        for spot in self._choices:
            if spot in covered:
                sights.append(self._covered(spot))
                continue
            probability = eyes.weaker if rng.random() < eyes.weak else eyes.sure
            if spot == odd:
                probability = eyes.doubt
            if spot in self.stuck:
                probability = eyes.blind
            if spot in self._tabletop.askew:
                probability = eyes.doubt
            figure = self._tabletop.standing.get(spot)
            sights.append(self._sight(spot, figure.seen if figure else EMPTY, probability))
        return Reading(tuple(sights), self.card(), self._strays(), (), self._things())

    def _strays(self) -> tuple[Stray, ...]:
        return tuple(
            Stray(one.figure.seen, one.near, 10.0, 10.0)
            for one in self._tabletop.loose
            if not one.fallen
        )

    def _things(self) -> tuple[Thing, ...]:
        fallen = [
            Thing(10.0, 10.0, _FALLEN_MM)
            if self._is_nameless(one)
            else Thing(10.0, 10.0, _FALLEN_MM, one.near, one.figure.colour)
            for one in self._tabletop.loose
            if one.fallen
        ]
        cups = (cup for cup in self._tabletop.cups if cup and not self._is_nameless(cup))
        return (*fallen, *(Thing(20.0, 20.0, _CUP_MM, min(cup)) for cup in cups))

    def _is_nameless(self, lying: Hashable) -> bool:
        """Whether what lies there is not known for what it is, for as long as it lies."""
        if lying not in self._nameless:
            self._nameless[lying] = self._rng.random() < self._eyesight.nameless
        return self._nameless[lying]

    def _covered(self, spot: Place) -> PlaceReading:
        if spot not in self._flat:
            choices = self._choices[spot]
            odds = tuple((piece, 1 / len(choices)) for piece in choices)
            self._flat[spot] = PlaceReading(spot, odds, covered=True)
        return self._flat[spot]

    def _sight(self, spot: Place, piece: Piece, probability: float) -> PlaceReading:
        key = spot, piece, probability
        if key not in self._sights:
            others = [one for one in self._choices[spot] if one != piece]
            rest = max(1 - probability, 1e-6)
            # A doubt is between two things, the likeliest mistake first.
            main = min(0.8 * rest, 0.93) if rest < 0.95 else 0.93
            small = (rest - main) / max(1, len(others) - 1)
            shares = [main] + [small] * (len(others) - 1)
            odds = ((piece, 1 - rest), *zip(others, shares, strict=True))
            self._sights[key] = PlaceReading(spot, tuple(odds))
        return self._sights[key]


def _choices(tabletop: Tabletop, spot: Place) -> tuple[Piece, ...]:
    """Return what a reader can say of a spot, first that it is empty."""
    area = tabletop.area_of[spot]
    if area.isdigit() and area in tabletop.holds.get(spot, ()):
        return (EMPTY, Piece(area), HIDDEN)
    fitting = [one for one in tabletop.colours if tabletop.fits(one, spot)]
    hidden = (HIDDEN,) if spot in tabletop.holes else ()
    return (EMPTY, *hidden, *[one for one in fitting if not one.isdigit()])
