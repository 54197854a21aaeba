"""Read the top card of the discard pile: where it lies, and which taught face it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.faces import FACE_PX_PER_MM
from calibration.surfaces.light import Map
from hardware.board import DiscardPile
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.vision.cards import seek
from tablet_companion.vision.cards.align import Target, align, make_target, remove_light
from tablet_companion.vision.cards.compare import Comparison, Misfit
from tablet_companion.vision.reading import CardReading

_SMALL: Final = 0.5
"""Scale (px/mm) at which a rough pose is first improved and the faces first compared."""
_FINE: Final = 1.5
"""Scale (px/mm) for comparing faces stroke by stroke: about that of a camera."""
_SLACK_MM: Final = 22.0
"""People let a pile slide this far from its middle."""
_REACH_MM: Final = 2.0
"""The greatest error of a rough pose."""
_NEAR_MM: Final = 10.0
_NEAR_DEG: Final = 15.0
"""The next card usually lies this near to the last one."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When to stop looking, and how evidence is weighed.

    ``misfit`` are weights for the ``evidence`` of a Misfit; the sum is the log odds that the card
    is none of the taught ones: fitted by tests/vision/cards/measured.py on even decks.
    """

    candidates: int = 4
    plainly: float = 0.85
    """With a correlation above this it is that card or a very similar one: stop looking."""
    no_card: float = 0.45
    """Something with a lower correlation to every face is not a card."""
    rival: float = 0.25
    """Faces within this correlation of the best one are compared stroke by stroke."""
    strokes: float = 14.0
    """Nats between a perfect match with one face and a perfect match with the other."""
    bare: float = 0.5
    """It is not a card if it shows less than this share of a card's contrast, or of the variance,
    beyond what the empty pile shows."""
    certain: float = 0.9
    """A card read near the last one with this probability is not looked for elsewhere."""
    misfit: tuple[float, ...] = (1.06, -2.16, 3.77, -1.03, 1.25, -2.76, 1.30, -1.89, 5.58)


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One face, one way round."""

    card: Card
    half_turn: float
    fine: Picture
    card_mm: tuple[float, float]

    def at(self, scale: float) -> Target:
        """Return the face for alignment: made when asked for, since those of all take 10 MB."""
        return make_target(_resized(self.fine, self.card_mm, 0.0, scale), scale)


class _Alignment(NamedTuple):
    """A pose, the likeness of each side to what lies there, and the likeliest side."""

    pose: seek.FacePose
    scores: NDArray[np.float64]
    first: int

    @property
    def likeness(self) -> float:
        return float(self.scores[self.first])


def window_mm(pile: DiscardPile) -> tuple[float, float, int]:
    """Return left edge, top edge and side of the square window to read."""
    half = int(np.hypot(*pile.card_mm) / 2 + _SLACK_MM)
    return pile.x_mm - half, pile.y_mm - half, 2 * half


class Pile:
    """The discard pile of one board and its taught faces."""

    def __init__(
        self,
        pile: DiscardPile,
        faces: Mapping[Card, Picture],
        empty: NDArray[Any] | None,
    ) -> None:
        """Take the pile's place and the faces, upright, at FACE_PX_PER_MM.

        ``empty`` is the window (1 px/mm, in any light) of the empty pile. Without it, an untaught
        card unlike all taught ones cannot be told from no card.
        """
        self._empty = None if empty is None else np.asarray(empty, np.float32)
        self._card_mm = pile.card_mm
        self.window_mm: Final = window_mm(pile)
        self.cards = tuple(faces)
        self._sides = [
            _make_side(card, half_turn, face, pile.card_mm)
            for card, face in faces.items()
            for half_turn in (0.0, 180.0)
        ]
        # Nearly every face looks the same upside down, so one rough template serves both ways.
        pairs = zip(self._sides[::2], self._sides[1::2], strict=True)
        both = [(one.fine.astype(np.float32) + other.fine) / 2 for one, other in pairs]
        self._rough = seek.Templates(
            [_resized(mean, pile.card_mm, 0.0, seek.ROUGH_PX_PER_MM) for mean in both]
        )
        self._small = seek.Templates(
            [_resized(side.fine, pile.card_mm, -1.0, _SMALL) for side in self._sides]
        )
        self._plain = seek.Templates(
            [_resized(side.fine, pile.card_mm, -1.0, 1.0) for side in self._sides]
        )
        self._comparison = Comparison(
            [_resized(side.fine, pile.card_mm, 0.0, _FINE) for side in self._sides], _FINE
        )

    def read(self, window: Picture, last: CardReading | None = None) -> CardReading:
        """Read the rectified window (FACE_PX_PER_MM): which face lies on top, and where.

        ``last`` is the previous reading. A card is looked for first where that one lay, then near
        it, then everywhere; at the old place, only a certain answer ends the search.
        """
        plain = cv2.resize(window, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        region = np.asarray(plain, dtype=np.float32)
        if last is not None and last.pose is not None:
            pose = self._in_window(last.pose)
            read = self._judge(window, self._refine(region, self._nearby(region, pose)))
            if read.best is not None and read.probability > TUNING.certain:
                return read
        return self._judge(window, self._anywhere(region))

    def measure(self, window: Picture) -> tuple[CardReading, Misfit]:
        """Return the reading, and what the likeliest face leaves unexplained."""
        plain = cv2.resize(window, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        found = self._anywhere(np.asarray(plain, dtype=np.float32))
        found, _, misfit = self._compare(window, found)
        return self._judge(window, found), misfit

    def _in_window(self, pose: tuple[float, float, float]) -> seek.FacePose:
        left, top, _ = self.window_mm
        return seek.FacePose(pose[0] - left - 0.5, pose[1] - top - 0.5, pose[2] % 180)

    def _nearby(self, region: Map, pose: seek.FacePose) -> seek.FacePose:
        """Return the pose of a card where the last one lay, or else near it."""
        seen = self._small.match(seek.cut_card(region, pose, self._small.size[::-1], _SMALL, 1.0))
        if seen.max() > TUNING.plainly:
            return pose
        turns = [
            turn
            for turn in seek.EVERY_TURN
            if abs((turn - pose.turn_deg + 90) % 180 - 90) <= _NEAR_DEG
        ]
        return seek.seek(region, self._rough, turns, pose, _NEAR_MM)[0].pose

    def _anywhere(self, region: Map) -> _Alignment:
        """Return the place most similar to any card, anywhere in the window."""
        tried: list[_Alignment] = []
        found = seek.seek(region, self._rough, seek.EVERY_TURN, None, 0.0)
        for candidate in _apart(found, TUNING.candidates):
            tried.append(self._refine(region, candidate.pose))
            if tried[-1].likeness > TUNING.plainly:
                break
        return max(tried, key=lambda each: each.likeness)

    def _refine(self, region: Map, rough: seek.FacePose) -> _Alignment:
        """Align the likeliest side with what lies at a pose; this may change which that is."""
        size = _size(self._card_mm, _REACH_MM - 1.0, _SMALL)
        seen = self._small.correlate(seek.cut_card(region, rough, size, _SMALL, 1.0))
        first = int(seen.max(axis=(0, 1)).argmax())
        best: _Alignment | None = None
        for _ in range(2):
            side = self._sides[first]
            pose = align(region, 1.0, rough, side.at(_SMALL), 6)
            pose = align(region, 1.0, pose, side.at(1.0), 4)
            found = self._weigh(region, pose)
            if best is None or found.likeness > best.likeness:
                best = found
            if found.first == first:
                break
            first, rough = found.first, pose
        return best or found

    def _weigh(self, region: Map, pose: seek.FacePose) -> _Alignment:
        scores = self._plain.match(seek.cut_card(region, pose, self._plain.size[::-1], 1.0, 1.0))
        return _Alignment(pose, scores, int(scores.argmax()))

    def _compare(
        self, window: Picture, found: _Alignment
    ) -> tuple[_Alignment, NDArray[np.float64], Misfit]:
        """Return the exact pose, the sides' log odds, and what the likeliest leaves unexplained."""
        size = _size(self._card_mm, 0.0, _FINE)
        seen = seek.cut_card(window, found.pose, size, _FINE, FACE_PX_PER_MM)
        near = np.flatnonzero(found.scores > found.likeness - TUNING.rival)
        verdict = self._comparison.compare(seen, near, found.first, found.likeness)
        best = int(near[int(verdict.leaning.argmin())])
        if best != found.first and verdict.leaning.min() < 0:
            found = found._replace(first=best)
            verdict = self._comparison.compare(seen, near, best, found.likeness)
        odds = np.full(len(self._sides), -np.inf)
        odds[near] = -TUNING.strokes * verdict.leaning
        odds[found.first] = 0.0
        return found, odds, verdict.misfit

    def _judge(self, window: Picture, found: _Alignment) -> CardReading:
        """Return which cards may lie at a pose, or that none does."""
        found, odds, misfit = self._compare(window, found)
        none = _none_of_them(misfit, TUNING.misfit)
        if none > 0.5 and self._bare(window, found):
            return CardReading((*((card, 0.0) for card in self.cards), (None, 1.0)))
        weights = np.exp(odds - odds.max())
        shares: dict[Card, float] = dict.fromkeys(self.cards, 0.0)
        for side, weight in zip(self._sides, weights, strict=True):
            shares[side.card] += float(weight / weights.sum()) * (1 - none)
        best = self._sides[int(odds.argmax())]
        left, top, _ = self.window_mm
        pose = found.pose
        turn = (pose.turn_deg + best.half_turn) % 360
        where = pose.x_mm + left + 0.5, pose.y_mm + top + 0.5, turn
        return CardReading((*shares.items(), (None, none)), where)

    def _bare(self, window: Picture, found: _Alignment) -> bool:
        """Whether the empty pile explains what lies at a pose that no face explains."""
        if self._empty is None:
            return found.likeness < TUNING.no_card
        size = _size(self._card_mm, -1.0, 1.0)
        seen = seek.cut_card(window, found.pose, size, 1.0, FACE_PX_PER_MM)
        empty = seek.cut_card(self._empty, found.pose, size, 1.0, 1.0)
        face = self._sides[found.first].fine
        there, own = (
            cv2.GaussianBlur(remove_light(part, 1.0), (0, 0), 1.0) for part in (seen, empty)
        )
        gain = float((there * own).sum() / max(1.0, float((own * own).sum())))
        rest = float(np.square(there - gain * own).mean())
        if rest < TUNING.bare * float(np.square(there).mean()):
            return True
        usual = remove_light(face.astype(np.float32), FACE_PX_PER_MM).std()
        usual *= float(seen.mean()) / max(1.0, float(face.mean()))
        return rest < (TUNING.bare * float(usual)) ** 2


def evidence(misfit: Misfit) -> tuple[float, ...]:
    """Return the quantities that a Misfit's weights apply to: 1, then its shares by size."""
    shares = np.log(np.array(misfit[:3]) + 0.01).tolist()
    worst, between = np.log(misfit.worst + 0.05), np.sqrt(misfit.between)
    known = misfit.likeness, misfit.noise, misfit.hidden
    return 1.0, *shares, float(worst), *known, float(between)


def _none_of_them(misfit: Misfit, weights: tuple[float, ...]) -> float:
    """Return the probability that a card is none of the taught ones."""
    odds = float(np.dot(weights, evidence(misfit)))
    return float(1 / (1 + np.exp(-np.clip(odds, -12, 12))))


def _apart(found: list[seek.FaceCandidate], count: int) -> list[seek.FaceCandidate]:
    """Return the first candidates with clearly different poses."""
    kept: list[seek.FaceCandidate] = []
    for candidate in found:
        one = candidate.pose
        if not any(
            abs((one.turn_deg - other.pose.turn_deg + 90) % 180 - 90) <= seek.TURN_DEG
            and np.hypot(one.x_mm - other.pose.x_mm, one.y_mm - other.pose.y_mm) < 5
            for other in kept
        ):
            kept.append(candidate)
    return kept[:count]


def _make_side(card: Card, half_turn: float, face: Picture, card_mm: tuple[float, float]) -> _Side:
    turned = cv2.rotate(face, cv2.ROTATE_180) if half_turn else face
    fine = np.asarray(_resized(turned, card_mm, 0.0, FACE_PX_PER_MM), np.uint8)
    return _Side(card, half_turn, fine, card_mm)


def _resized(
    face: NDArray[Any], card_mm: tuple[float, float], reach_mm: float, scale: float
) -> NDArray[Any]:
    size = _size(card_mm, 0.0, scale)
    sized = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    rim = round(-reach_mm * scale)
    return sized[rim:-rim, rim:-rim] if rim > 0 else sized


def _size(card_mm: tuple[float, float], reach_mm: float, scale: float) -> tuple[int, int]:
    width, height = (round((length + 2 * reach_mm) * scale) for length in card_mm)
    return width, height
