"""A pair of hands at the simulated table: carries out the steps of an action, rightly or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np

from hardware.board import Board, BoardError
from hardware.simulated.scene import Pawn
from hardware.simulated.table import SimulatedTable
from hardware.simulated.truth import places_of
from tablet_companion.games.core import HIDDEN, Piece, Place, Placement, Step, StepKind
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.explaining.stacks import by_area

_ORDER: Final = (
    StepKind.CAPTURED,
    StepKind.SWAPPED,
    StepKind.MOVED,
    StepKind.CALLED,
    StepKind.TURNED_UP,
    StepKind.TURNED_DOWN,
)
Stood = tuple[Place, Piece]
_BESIDE_MM: Final = 17.0
"""A pawn that is put beside a place stands this far from the place's middle, in mm."""
_ROOM_MM: Final = 16.0
"""Two pawns cannot stand nearer to each other than this, in mm."""


class Hands:
    """Moves pawns between the areas that a game knows."""

    def __init__(self, table: SimulatedTable, areas: Areas) -> None:
        self.table = table
        self._areas = areas

    @property
    def board(self) -> Board:
        """Return the table's board."""
        return self.table.board

    def set_up(self, placement: Placement) -> None:
        """Put the pawns of a starting position (no hidden ones) where they belong.

        Raises BoardError if the board has no room for one.
        """
        pieces: dict[str, tuple[str, bool]] = {}
        for area, piece in placement.pieces:
            if area in self._areas:
                free = (spot for spot in self._fitting(area, piece) if spot not in pieces)
                spot = next(free, None)
                if spot is None:
                    raise BoardError(f"The board has no free place for a {piece} piece on {area}.")
                pieces[spot] = (piece, False)
        self.table.set_up(pieces)

    def put_out(self, placement: Placement, start: Placement) -> None:
        """Put the pieces out again as they are in a position reached from a ``start``.

        Hidden pieces are chosen arbitrarily among those that stand nowhere else.
        """
        placement = by_area(placement)
        missing = Counter(piece for _, piece in start.pieces)
        missing.subtract(piece for _, piece in placement.pieces if piece != HIDDEN)
        colours = list(missing.elements())
        shown = (
            (area, colours.pop() if piece == HIDDEN else piece) for area, piece in placement.pieces
        )
        self.set_up(Placement(tuple(shown)))
        for area, piece in placement.pieces:
            if piece == HIDDEN:
                self.table.turn_over(self.spot(area))

    def shown(self) -> Placement | None:
        """Return what the table shows, or None if a pawn stands on no place."""
        standing, off = places_of(self.board, self.table.scene.pawns)
        if off:
            return None
        pieces = (
            (Place(self.board.by_name[spot].area), HIDDEN if pawn.turned else Piece(pawn.colour))
            for spot, pawn in standing.items()
        )
        return Placement(tuple(sorted(pieces)))

    def arrange(self, wanted: Placement) -> None:
        """Change the table to a placement, touching only differences; nothing is turned over.

        Pieces of areas that the board lacks stay out of sight, and so do pieces that leave.
        """
        seen, should = self._differing(wanted)
        for area, piece in seen.elements():
            self.table.lift(next(s for s in self._areas[area] if self._holds(s, piece)))
        for area, piece in should.elements():
            self.table.put(piece, self._room_for(area, piece)[0])

    def shows(self, wanted: Placement) -> bool:
        """Whether the table shows this placement, as far as it is on the board."""
        return not any(self._differing(wanted))

    def can_show(self, wanted: Placement) -> bool:
        """Whether every area has room for its pieces in this placement."""
        needed = Counter((area, piece) for area, piece in wanted.pieces if area in self._areas)
        held = Counter(area for area, _ in needed.elements())
        return all(len(self._areas[area]) >= count for area, count in held.items()) and all(
            len(self._fitting(area, piece)) >= count for (area, piece), count in needed.items()
        )

    def reach(self, wanted: Placement) -> None:
        """Hold a hand over a place that is about to change."""
        seen, should = self._differing(wanted)
        for area, _ in (*seen, *should):
            self.table.hand_in(self.spot(area))
            return

    def _differing(self, wanted: Placement) -> tuple[Counter[Stood], Counter[Stood]]:
        shown = self.shown()
        seen = Counter(shown.pieces if shown is not None else ())
        should = Counter(one for one in wanted.pieces if one[0] in self._areas)
        return seen - should, should - seen

    def _fitting(self, area: Place, piece: Piece) -> list[Place]:
        places = (self.board.by_name[spot] for spot in self._areas[area])
        kinds = ((place, self.board.kinds_at(place).values()) for place in places)
        return [Place(place.name) for place, held in kinds if self.board.kind_of(piece) in held]

    def _room_for(self, area: Place, piece: Piece) -> list[Place]:
        return [spot for spot in self._fitting(area, piece) if self.table.pawn_on(spot) is None]

    def _holds(self, spot: Place, piece: Piece) -> bool:
        pawn = self.table.pawn_on(spot)
        return pawn is not None and pawn.colour == piece

    def carry_out(self, steps: Iterable[Step]) -> None:
        """Carry out steps in an order that never needs an occupied place.

        All pawns that move are lifted before any is put down; called ones come last.
        """
        ordered = sorted(steps, key=lambda step: _ORDER.index(step.kind))
        for step in ordered:
            if step.kind is StepKind.CAPTURED:
                self._home(self._lift(step.source))
            elif step.kind is StepKind.SWAPPED and step.target is not None:
                self._swap(step.source, step.target)
        shown = {step.target for step in ordered if step.kind is StepKind.TURNED_UP}
        for kind in (StepKind.MOVED, StepKind.CALLED):
            self._move([step for step in ordered if step.kind is kind], shown)
        for step in ordered:
            if step.kind is StepKind.TURNED_DOWN:
                self._turn_down(step.target or step.source)

    def _move(self, steps: list[Step], shown: set[Place | None]) -> None:
        """Lift all pawns that move, then put them down; ``shown`` is where some are turned up."""
        held = [self._lift(step.source) for step in steps]
        for step, pawn in zip(steps, held, strict=True):
            assert step.target is not None, "a moved piece goes somewhere that everybody sees"
            # A turned-over pawn stays so from hole to hole; it is turned up only after the last.
            spot = self._free(step.target)
            in_hole = self.board.by_name[spot].kind == "hole"
            stays = pawn.turned and in_hole and step.target not in shown
            turned = step.kind is StepKind.CALLED or stays
            self.table.put(pawn.colour, spot, turned=turned)

    def settle(self, placement: Placement) -> None:
        """Move pawns on to where they belong once their colours are known."""
        shown = self.shown()
        if shown is None:
            return
        missing = list((Counter(placement.pieces) - Counter(shown.pieces)).elements())
        for area, piece in (Counter(shown.pieces) - Counter(placement.pieces)).elements():
            goal = next(((to, look) for to, look in missing if look == piece), None)
            if goal is not None:
                missing.remove(goal)
                pawn = self._lift(area)
                self.table.put(pawn.colour, self._free(goal[0]), turned=piece == HIDDEN)

    def leave_beside(self, colour: str, rng: np.random.Generator) -> bool:
        """Take a pawn of a colour out of its nest and put it beside a place; False if no room."""
        spot = next(
            spot for spot in self._areas[Place(f"{colour}.nest")] if self.table.pawn_on(spot)
        )
        places = [place for place in self.board.places if place.kind in ("space", "start")]
        for place in rng.permutation(np.array(range(len(places)))):
            around = places[int(place)]
            angle = rng.uniform(0, 2 * np.pi)
            x = around.x_mm + _BESIDE_MM * np.cos(angle)
            y = around.y_mm + _BESIDE_MM * np.sin(angle)
            if self._room(float(x), float(y)):
                self.table.lift(spot)
                self.table.put_at(colour, float(x), float(y))
                return True
        return False

    def spot(self, area: Place) -> Place:
        """Return a physical place of an area: an occupied one where there is one."""
        spots = self._areas[area]
        return next((spot for spot in spots if self.table.pawn_on(spot)), spots[0])

    def _lift(self, area: Place) -> Pawn:
        return self.table.lift(self.spot(area))

    def _home(self, pawn: Pawn) -> None:
        self.table.put(pawn.colour, self._free(Place(f"{pawn.colour}.nest")))

    def _swap(self, one: Place, other: Place) -> None:
        first, second = self._lift(one), self._lift(other)
        self.table.put(second.colour, one, turned=second.turned)
        self.table.put(first.colour, other, turned=first.turned)

    def _turn_down(self, area: Place) -> None:
        pawn = self.table.pawn_on(area)
        if pawn is not None and not pawn.turned:
            self.table.turn_over(area)

    def _free(self, area: Place) -> Place:
        return next((spot for spot in self._areas[area] if not self.table.pawn_on(spot)), area)

    def _room(self, x_mm: float, y_mm: float) -> bool:
        """Whether a pawn fits on the board there, on no place, clear of pawns and the pile."""
        width, height = self.board.size_mm
        things = [(pawn.x_mm, pawn.y_mm, _ROOM_MM) for pawn in self.table.scene.pawns]
        things += [(place.x_mm, place.y_mm, place.radius_mm + 3) for place in self.board.places]
        if self.board.discard is not None:
            things.append((self.board.discard.x_mm, self.board.discard.y_mm, 80.0))
        inside = 20 < x_mm < width - 20 and 20 < y_mm < height - 20
        return inside and all(np.hypot(x_mm - x, y_mm - y) > reach for x, y, reach in things)
