"""A simulated table on which loose cards lie, in rows or anywhere, with pawns standing on them.

Everything except the cards is inherited from ``SimulatedTable``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from hardware.printing.loose_cards import BACK
from hardware.simulated.scene import Hand, LaidCard, Pawn
from hardware.simulated.table import SLOPPY_MM, SimulatedTable

NEAT_MM: Final = 1.5
NEAT_DEG: Final = 1.5
"""How crookedly careful people lay cards in rows (standard deviations)."""
_SHOULDER_MM: Final = 700.0
"""From a card to the shoulder behind the middle of the long edge: arms slant towards it."""
TURNING_MM: Final = 3.0
"""How far a card slips when somebody turns it over."""


class SimulatedCards(SimulatedTable):
    """A table of loose cards. Cards are identified by name, sides by name and ``BACK``."""

    def lay_out(
        self, names: Iterable[str], *, sloppy_mm: float = NEAT_MM, sloppy_deg: float = NEAT_DEG
    ) -> None:
        """Clear the table and lay these cards on their usual positions, face up."""
        self.arrange(())
        cards = []
        for name in names:
            spot = self.board.by_name[f"{name}.card"]
            dx, dy = self._rng.normal(0, sloppy_mm, 2).tolist()
            angle = float(self._rng.normal(0, sloppy_deg))
            cards.append(LaidCard(name, spot.x_mm + dx, spot.y_mm + dy, angle))
        self.lay_down(cards)

    def lay_down(self, cards: Iterable[LaidCard]) -> None:
        """Let exactly these cards lie on the table."""
        self.scene = replace(self.scene, cards=tuple(cards))

    @property
    def cards(self) -> Mapping[str, LaidCard]:
        """Return the cards on the table by name, whichever side is up."""
        return {card.face.removesuffix(BACK): card for card in self.scene.cards}

    def turn_card(self, name: str) -> None:
        """Turn a card over roughly in place. Raises KeyError if it is not on the table.

        A pawn on it is left standing.
        """
        self.flip(self.cards[name])

    def flip(self, old: LaidCard) -> None:
        """Turn this very card over in place."""
        name = old.face.removesuffix(BACK)
        dx, dy, turn = self._rng.normal(0, TURNING_MM, 3).tolist()
        face = name if old.face != name else name + BACK
        new = LaidCard(face, old.x_mm + dx, old.y_mm + dy, old.angle_deg + turn)
        self.lay_down(new if card is old else card for card in self.scene.cards)

    def take_card(self, name: str) -> None:
        """Take a card away. Raises KeyError if it is not on the table."""
        gone = self.cards[name]
        self.lay_down(card for card in self.scene.cards if card is not gone)

    def put_on(self, colour: str, name: str, *, sloppy_mm: float = SLOPPY_MM) -> Pawn:
        """Put a pawn near the middle of a card. Raises KeyError if the card is not there."""
        card = self.cards[name]
        dx, dy = self._rng.normal(0, sloppy_mm, 2).tolist()
        return self.put_at(colour, card.x_mm + dx, card.y_mm + dy)

    def pawn_of(self, colour: str) -> Pawn | None:
        """Return the pawn of a colour that stands on the table, or None."""
        return next((pawn for pawn in self.scene.pawns if pawn.colour == colour), None)

    def reach_for(self, name: str) -> Hand:
        """Reach for a card wherever it lies, from the board's nearer long edge."""
        card = self.cards[name]
        below = card.y_mm > self.board.size_mm[1] / 2
        angle = 90.0 if below else 270.0
        lean = math.degrees(math.atan2(card.x_mm - self.board.size_mm[0] / 2, _SHOULDER_MM))
        angle += lean if below else -lean
        hand = Hand(card.x_mm, card.y_mm, angle)
        self.scene = replace(self.scene, hands=(*self.scene.hands, hand))
        return hand
