"""A pair of hands at a simulated table of loose cards: lays, turns and takes them, moves pawns."""

from __future__ import annotations

import math
from typing import Final

from hardware.printing.loose_cards import BACK
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.scene import LaidCard, Pawn
from tablet_companion.games.core import HIDDEN, Piece, Place, Placement
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.simulator.hands import Hands

_SLOPPY_MM: Final = 2.5
"""The distance of pawns from a card's middle (standard deviation, mm)."""
_ROOM_MM: Final = 14.5
"""The distance of a second pawn on the same card from the first, with a gap between them."""


class CardHands(Hands):
    """Hands that handle cards as well as pawns. They leave alone what is off the table."""

    def __init__(self, table: SimulatedCards, areas: Areas) -> None:
        super().__init__(table, areas)
        self._cards = table

    def set_up(self, placement: Placement) -> None:
        """Lay out the cards of a position at their usual places, and put the pawns on them.

        A pawn whose card is gone stands where the card lay.
        """
        wanted = self._faces(placement)
        self._cards.lay_out(wanted)
        self.arrange(placement)
        for colour, place in self._pawns(placement).items():
            if place not in wanted:
                self._cards.put(colour, f"{place}.pawn")

    def put_out(self, placement: Placement, start: Placement) -> None:  # noqa: ARG002 - as for pawns
        """Lay everything out again: a card face down is known by its place."""
        self.set_up(by_area(placement))

    def shown(self) -> Placement:
        """Return what lies and stands on the table, each pawn at the card nearest to it."""
        cards = self._cards.cards
        lying = [(Place(name), self._seen(card)) for name, card in cards.items()]
        standing = [(self._nearest(pawn), Piece(pawn.colour)) for pawn in self.table.scene.pawns]
        return Placement(tuple(sorted([*lying, *standing])))

    def arrange(self, wanted: Placement) -> None:
        """Change cards and pawns to a placement, touching only differences."""
        faces, pawns = self._faces(wanted), self._pawns(wanted)
        for name, card in dict(self._cards.cards).items():
            if name not in faces:
                self._cards.take_card(name)
            elif self._seen(card) != faces[name]:
                self._cards.turn_card(name)
        for colour, place in pawns.items():
            self._stand(colour, place)

    def can_show(self, wanted: Placement) -> bool:
        """Whether the placement needs no card that is gone, and no pawn on one."""
        cards = self._cards.cards
        return self._faces(wanted).keys() <= cards.keys() and all(
            place in cards or self._stands_at(colour) == place
            for colour, place in self._pawns(wanted).items()
        )

    def reach(self, wanted: Placement) -> None:
        """Hold a hand over a card that is about to change, or to receive a pawn."""
        seen, should = self._differing(wanted)
        for area, _ in (*should, *seen):
            if area in self._cards.cards:
                self._cards.reach_for(area)
                return

    def _stand(self, colour: str, place: str) -> None:
        """Put a pawn on a card, unless it is there; if the card is gone the pawn stays away."""
        if self._stands_at(colour) == place or place not in self._cards.cards:
            return
        pawn = self._cards.pawn_of(colour)
        if pawn is not None:
            self._cards.take(pawn)
        first = next((p for p in self.table.scene.pawns if self._nearest(p) == place), None)
        if first is None:
            self._cards.put_on(colour, place, sloppy_mm=_SLOPPY_MM)
        else:
            self._cards.put_at(colour, *self._beside(first, self._cards.cards[place]))

    @staticmethod
    def _beside(first: Pawn, card: LaidCard) -> tuple[float, float]:
        """Return where a second pawn has the most room on a card: across its middle."""
        across = math.atan2(card.y_mm - first.y_mm, card.x_mm - first.x_mm)
        return first.x_mm + _ROOM_MM * math.cos(across), first.y_mm + _ROOM_MM * math.sin(across)

    def _stands_at(self, colour: str) -> Place | None:
        pawn = self._cards.pawn_of(colour)
        return None if pawn is None else self._nearest(pawn)

    def _nearest(self, pawn: Pawn) -> Place:
        cards, usual = self._cards.cards, self.board.by_name

        def distance(area: Place) -> float:
            spot = cards.get(area) or usual[f"{area}.card"]
            return (spot.x_mm - pawn.x_mm) ** 2 + (spot.y_mm - pawn.y_mm) ** 2

        return min(self._areas, key=distance)

    def _faces(self, placement: Placement) -> dict[str, Piece]:
        return {
            place: piece
            for place, piece in placement.pieces
            if place in self._areas and piece in (place, HIDDEN)
        }

    def _pawns(self, placement: Placement) -> dict[str, Place]:
        return {
            piece: place
            for place, piece in placement.pieces
            if place in self._areas and piece not in (place, HIDDEN)
        }

    @staticmethod
    def _seen(card: LaidCard) -> Piece:
        name = card.face.removesuffix(BACK)
        return HIDDEN if card.face.endswith(BACK) else Piece(name)
