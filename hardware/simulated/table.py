"""The simulated table itself: what people do at it, and what goes wrong with its camera.

The table is the model beneath the camera's driver. It knows places and things, but no rule of a
game: hands may move pawns as wrongly as people do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

import cv2
import numpy as np

from hardware.board import Board, BoardPlace, PieceKind
from hardware.simulated.cards import corners
from hardware.simulated.fallen import fell_pawn
from hardware.simulated.faults import Strengths, check_strengths, stage_faults
from hardware.simulated.optics import Pose, overhead
from hardware.simulated.scene import Hand, LaidCard, Light, Pawn, Scene, Thing, View
from hardware.simulated.truth import places_of

SLOPPY_MM: Final = 0.8
"""The usual distance of a pawn from its place's centre (standard deviation, mm)."""

_PILE_SLOPPY_MM: Final = 2.0
_PILE_SLOPPY_DEG: Final = 3.5
_OVER_MM: Final = 15.0
"""How far empty fingers reach beyond the thing they are about to grip, in mm."""

_FINGER_MM: Final = 6.0
"""Things whose distances to a finger differ by less than this count as equally near."""

_FALL_MM: Final = 3.0
"""A pawn released this near to a hole's centre falls in."""

_PILE_SEEN: Final = 6
"""More cards than this on the pile are forgotten, the lowest first."""

_STACKED_MM: Final = 20.0
"""Cards whose centres are nearer than this overlap."""


class SimulatedTable:
    """A board with pawns, cards and hands on it, a light above and a camera over it.

    Every change replaces the whole scene, so a camera in another thread sees either the old or the
    new table. The randomness of hands comes from ``rng``.
    """

    def __init__(
        self,
        board: Board,
        rng: np.random.Generator,
        *,
        pose: Pose | None = None,
        light: Light | None = None,
    ) -> None:
        """Take an empty board; the camera hangs over its middle unless ``pose`` says otherwise."""
        self.board: Final = board
        self.pose = pose or overhead(board)
        self.light = light or Light()
        self.fault_seed = 0
        self._faults: Strengths = {}
        self.scene = Scene()
        self._rng = rng

    @property
    def faults(self) -> Strengths:
        """The faults and their strengths; ``fault_seed`` decides how they look."""
        return self._faults

    @faults.setter
    def faults(self, strengths: Strengths) -> None:
        """Apply exactly these faults. Raises ValueError for a strength not from 0 to 1."""
        self._faults = check_strengths(strengths)

    @property
    def view(self) -> View:
        """Return the camera's view, faults included."""
        view = View(self.board, self.scene, self.pose, self.light)
        return stage_faults(view, self._faults, self.fault_seed)

    def set_up(
        self, pieces: Mapping[str, tuple[str, bool]], *, sloppy_mm: float = SLOPPY_MM
    ) -> None:
        """Clear the table and put a pawn (colour, turned over) on each of these places.

        Raises what ``put`` raises, leaving the table as it was.
        """
        pawns = [
            self._placed(colour, place, turned=turned, sloppy_mm=sloppy_mm)
            for place, (colour, turned) in pieces.items()
        ]
        self.scene = Scene(self._settled(pawns))

    def arrange(self, pawns: Iterable[Pawn]) -> None:
        """Let exactly these pawns stand on the table, in their given positions."""
        self.scene = replace(self.scene, pawns=tuple(pawns))

    def put(
        self, colour: str, place: str, *, turned: bool = False, sloppy_mm: float = SLOPPY_MM
    ) -> Pawn:
        """Put a pawn on a place, near its centre; in a hole it sinks and its rim guides it.

        Another pawn may stand there already: people do that. Raises ValueError for a pawn turned
        over outside a hole, where it would fall, and KeyError for an unknown place or colour.
        """
        return self._stand(self._placed(colour, place, turned=turned, sloppy_mm=sloppy_mm))

    def put_at(self, colour: str, x_mm: float, y_mm: float, *, turned: bool = False) -> Pawn:
        """Put a pawn anywhere; over the middle of a hole it falls in.

        Raises ValueError for a pawn turned over that misses every hole.
        """
        hole = self._hole_under(x_mm, y_mm)
        if hole is not None:
            x_mm, y_mm = _within(hole, x_mm, y_mm, self._clearance_mm(colour))
        return self._stand(self._pawn(colour, x_mm, y_mm, hole, turned))

    def lift(self, place: str) -> Pawn:
        """Take the pawn on a place away and return it. Raises KeyError if none stands."""
        pawn = self._standing(place)
        self.take(pawn)
        return pawn

    def take(self, one: Pawn | LaidCard | Thing) -> None:
        """Take this very pawn, card or thing away. Raises ValueError if it is not there."""
        scene = self.scene
        match one:
            case Pawn():
                pawns = self._settled(_without(scene.pawns, one))
                self.scene = replace(scene, pawns=pawns)
            case LaidCard():
                self.scene = replace(scene, cards=_without(scene.cards, one))
            case Thing():
                self.scene = replace(scene, things=_without(scene.things, one))

    def put_back(self, pawn: Pawn) -> None:
        """Stand or lay a pawn as it was when it was taken."""
        self._stand(pawn)

    def turn_over(self, place: str) -> Pawn:
        """Turn the pawn in a hole over, onto its head or back onto its foot.

        Raises KeyError if no pawn stands and ValueError, leaving it as it is, outside a hole.
        """
        pawn, spot = self._standing(place), self.board.by_name[place]
        turned = self._pawn(pawn.colour, pawn.x_mm, pawn.y_mm, spot, not pawn.turned)
        pawns = tuple(turned if other is pawn else other for other in self.scene.pawns)
        self.scene = replace(self.scene, pawns=pawns)
        return turned

    def fell(self, pawn: Pawn, lying_deg: float) -> Pawn:
        """Knock this very pawn over, wherever it stands, its top in this direction.

        Raises ValueError, leaving it as it is, for a pawn in a hole or a flat piece, which cannot
        fall.
        """
        fallen = fell_pawn(pawn, self._kind(pawn.colour), lying_deg)
        pawns = tuple(fallen if other is pawn else other for other in self.scene.pawns)
        self.scene = replace(self.scene, pawns=pawns)
        return fallen

    def leave(self, thing: Thing) -> None:
        """Leave a foreign object on the board."""
        self.scene = replace(self.scene, things=(*self.scene.things, thing))

    def clear_things(self) -> None:
        """Take all foreign objects away."""
        self.scene = replace(self.scene, things=())

    def lay(self, face: str, *, turn_deg: float = 0.0) -> LaidCard:
        """Lay a card face up on the pile, as people do: with a small error in angle.

        Raises ValueError if the board has no pile.
        """
        pile = self.board.discard
        if pile is None:
            raise ValueError(f"the board {self.board.name} has no pile to lay a card on")
        dx, dy = self._rng.normal(0, _PILE_SLOPPY_MM, 2).tolist()
        angle = turn_deg + float(self._rng.normal(0, _PILE_SLOPPY_DEG))
        card = LaidCard(face, pile.x_mm + dx, pile.y_mm + dy, angle)
        self.put_card(card)
        return card

    def put_card(self, card: LaidCard) -> None:
        """Lay a card down at its exact position, on top of others there."""
        cards = self.scene.cards
        beneath = [other for other in cards if _distance(other, card.x_mm, card.y_mm) < _STACKED_MM]
        forgotten = beneath[: max(0, len(beneath) + 1 - _PILE_SEEN)]
        kept = [other for other in cards if all(other is not gone for gone in forgotten)]
        self.scene = replace(self.scene, cards=(*kept, card))

    def clear_pile(self) -> None:
        """Take all cards away."""
        self.scene = replace(self.scene, cards=())

    def hand_in(self, place: str, *, holding: str | None = None) -> Hand:
        """Reach for a place, from the nearest edge of the board, with a pawn's colour or empty.

        Empty fingers reach over the place, to grip what stands there. Earlier hands stay.
        """
        spot = self.board.by_name[place]
        return self.reach(spot.x_mm, spot.y_mm, holding=holding)

    def reach(self, x_mm: float, y_mm: float, *, holding: str | None = None) -> Hand:
        """Reach for a point of the board as for a place."""
        angle = _arm_deg(self.board, x_mm, y_mm)
        beyond = 0.0 if holding else _OVER_MM
        x_mm -= beyond * math.cos(math.radians(angle))
        y_mm -= beyond * math.sin(math.radians(angle))
        hand = Hand(x_mm, y_mm, angle, holding=holding)
        self.scene = replace(self.scene, hands=(*self.scene.hands, hand))
        return hand

    def hand_out(self) -> None:
        """Take all hands away."""
        self.scene = replace(self.scene, hands=())

    def at(self, x_mm: float, y_mm: float) -> Pawn | LaidCard | None:
        """Return what a finger at this point touches: the nearest pawn, otherwise the topmost card.

        Of pawns about equally near, the top one.
        """
        return self._pawn_at(x_mm, y_mm) or self.card_at(x_mm, y_mm)

    def bump(self, dx_mm: float, dy_mm: float, turn_deg: float) -> None:
        """Push and turn the board under the camera, with everything on it."""
        middle = np.array(self.board.size_mm) / 2
        self.pose = self.pose.nudge(dx_mm, dy_mm, turn_deg, middle)

    def pawn_on(self, place: str) -> Pawn | None:
        """Return the pawn that stands on a place, or None. Raises KeyError for no such place."""
        on_places, _ = places_of(self.board, self.scene.pawns)
        return on_places.get(self.board.by_name[place].name)

    def _pawn_at(self, x_mm: float, y_mm: float) -> Pawn | None:
        near = [(math.hypot(p.x_mm - x_mm, p.y_mm - y_mm), p) for p in self.scene.pawns]
        touched = [
            (distance // _FINGER_MM, pawn.sunk_mm, distance, pawn)
            for distance, pawn in near
            if distance <= self._kind(pawn.colour).diameter_mm
        ]
        return min(touched, key=lambda found: found[:3])[3] if touched else None

    def _standing(self, place: str) -> Pawn:
        pawn = self.pawn_on(place)
        if pawn is None:
            raise KeyError(f"no pawn stands on {place}")
        return pawn

    def _pawn(
        self, colour: str, x_mm: float, y_mm: float, spot: BoardPlace | None, turned: bool
    ) -> Pawn:
        kind = self._kind(colour)
        in_hole = spot is not None and spot.kind == "hole"
        if turned and not in_hole:
            raise ValueError("a pawn can be turned over in a hole only; elsewhere it would fall")
        return Pawn(colour, x_mm, y_mm, turned, kind.hole_depth_mm if in_hole else 0.0)

    def _kind(self, colour: str) -> PieceKind:
        kind = self.board.kind_of(colour)
        if kind is None:
            raise KeyError(f"there is no pawn of the colour {colour!r} on {self.board.name}")
        return kind

    def _placed(self, colour: str, place: str, *, turned: bool, sloppy_mm: float) -> Pawn:
        """Return the pawn that a hand means to put on a place, where it comes to stand."""
        spot = self.board.by_name[place]
        dx, dy = self._rng.normal(0, sloppy_mm, 2).tolist()
        limit = self._clearance_mm(colour) if spot.kind == "hole" else 0.8 * spot.radius_mm
        x_mm, y_mm = _within(spot, spot.x_mm + dx, spot.y_mm + dy, limit)
        return self._pawn(colour, x_mm, y_mm, spot, turned)

    def _stand(self, pawn: Pawn) -> Pawn:
        pawns = self._settled([*self.scene.pawns, pawn])
        self.scene = replace(self.scene, pawns=pawns)
        return pawns[-1]

    def _settled(self, pawns: Sequence[Pawn]) -> tuple[Pawn, ...]:
        """Return the pawns, those over a flat piece raised onto it, the others on the board."""
        flat = [pawn for pawn in pawns if self._kind(pawn.colour).flat]
        return tuple(pawn if pawn in flat else self._stood(pawn, flat) for pawn in pawns)

    def _stood(self, pawn: Pawn, flat: Sequence[Pawn]) -> Pawn:
        if pawn.sunk_mm > 0 or pawn.lying_deg is not None:
            return pawn
        beneath = [
            self._kind(disc.colour).height_mm
            for disc in flat
            if math.hypot(disc.x_mm - pawn.x_mm, disc.y_mm - pawn.y_mm)
            < self._kind(disc.colour).diameter_mm / 2
        ]
        raised = -max(beneath, default=0.0)
        return pawn if pawn.sunk_mm == raised else replace(pawn, sunk_mm=raised)

    def _clearance_mm(self, colour: str) -> float:
        """Return how far a pawn in a hole can stand from the hole's centre."""
        kind = self._kind(colour)
        return max(0.0, (kind.hole_diameter_mm or 0.0) - kind.diameter_mm) / 2

    def _hole_under(self, x_mm: float, y_mm: float) -> BoardPlace | None:
        """Return the hole into which a pawn falls whose axis is here."""
        holes = (place for place in self.board.places if place.kind == "hole")
        return next((hole for hole in holes if _distance(hole, x_mm, y_mm) < _FALL_MM), None)

    def card_at(self, x_mm: float, y_mm: float) -> LaidCard | None:
        """Return the topmost card at a point, or None."""
        size_mm = self.board.card_mm
        for card in reversed(self.scene.cards if size_mm else ()):
            assert size_mm is not None
            outline = corners(card, size_mm).astype(np.float32)
            if cv2.pointPolygonTest(outline, (x_mm, y_mm), measureDist=False) >= 0:
                return card
        return None


_OnTable = TypeVar("_OnTable", Pawn, LaidCard, Thing)


def _without(those: Sequence[_OnTable], one: _OnTable) -> tuple[_OnTable, ...]:
    """Return all but one of them. Raises ValueError if it is none of them."""
    left = list(those)
    left.remove(one)
    return tuple(left)


def _distance(spot: BoardPlace | LaidCard, x_mm: float, y_mm: float) -> float:
    return math.hypot(x_mm - spot.x_mm, y_mm - spot.y_mm)


def _within(spot: BoardPlace, x_mm: float, y_mm: float, limit_mm: float) -> tuple[float, float]:
    """Return the point, moved towards the middle of a place until it is within the limit."""
    share = min(1.0, limit_mm / max(_distance(spot, x_mm, y_mm), 1e-9))
    return spot.x_mm + share * (x_mm - spot.x_mm), spot.y_mm + share * (y_mm - spot.y_mm)


def _arm_deg(board: Board, x_mm: float, y_mm: float) -> float:
    """Return the direction from a point to the board's nearest edge: there its player sits."""
    width, height = board.size_mm
    edges = {90.0: height - y_mm, 270.0: y_mm, 0.0: width - x_mm, 180.0: x_mm}
    return min(edges, key=lambda angle: edges[angle])
