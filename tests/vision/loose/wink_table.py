"""A simulated table of Wink's cards: printed, laid out, photographed; and what is true of it."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.board import Board
from hardware.ports import Picture
from hardware.printing.loose_cards import BACK
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.optics import overhead
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Light
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.kit import printed
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.reading import Reading
from tests.lights import LAMP_BGR

BOARD: Final = printed.board("wink")
NAMES: Final = BOARD.cards.faces if BOARD.cards else ()
COLOURS: Final = tuple(BOARD.pawn.colours)
CAMERAS: Final = (
    (640.0, Light(brightness=0.95)),
    (820.0, Light(LAMP_BGR, shade_deg=20.0, shade_strength=0.3, brightness=0.8)),
    (1050.0, Light(shade_deg=120.0, shade_strength=0.2, brightness=0.6)),
    (700.0, Light(LAMP_BGR, shade_deg=310.0, shade_strength=0.05, brightness=1.05)),
)
"""How high a camera hangs, and in what light; few, because an empty table is slow to draw."""
SMALL: Final = (1280, 720)
LARGE: Final = (1920, 1080)


@functools.cache
def renderer() -> Renderer:
    """Return what draws the table; the cards are rendered from their drawings once."""
    return Renderer(BOARD, None, 4.0, printed.loose_card_faces(BOARD, 4.0))


@functools.cache
def deck() -> CardTable:
    """Return the deck made ready for reading."""
    return CardTable(BOARD)


class Sim:
    """A simulated table with all cards in rows, and a camera that hangs as chance has it."""

    def __init__(self, seed: int, *, size: tuple[int, int] = SMALL, tilt_deg: float = 5.0) -> None:
        """Lay the cards out; ``seed`` decides how, and which camera and light it is."""
        self.rng = np.random.default_rng(seed)
        height, light = CAMERAS[seed % len(CAMERAS)]
        pose = overhead(BOARD, size=size, height_mm=height, tilt_deg=tilt_deg)
        self.table = SimulatedCards(BOARD, self.rng, pose=pose, light=light)
        self.table.lay_out(NAMES)

    def shuffle(self, *, sloppy_mm: float, sloppy_deg: float) -> None:
        """Lay all cards at other cards' places, some upside down, all of them crooked."""
        cards = list(self.table.cards.values())
        self.table.lay_down(
            replace(
                card,
                face=cards[other].face,
                x_mm=card.x_mm + float(self.rng.normal(0, sloppy_mm)),
                y_mm=card.y_mm + float(self.rng.normal(0, sloppy_mm)),
                angle_deg=float(self.rng.choice([0, 180]) + self.rng.normal(0, sloppy_deg)),
            )
            for card, other in zip(cards, self.rng.permutation(len(cards)).tolist(), strict=True)
        )

    def some(self, count: int) -> list[str]:
        """Return some of the cards on the table."""
        names = sorted(self.table.cards, key=int)
        return [names[k] for k in self.rng.choice(len(names), count, replace=False).tolist()]

    def play_a_while(self) -> None:
        """Take some cards, turn some over, and put a pawn of every colour on some."""
        for name in self.some(5):
            self.table.take_card(name)
        for name in self.some(4):
            self.table.turn_card(name)
        for colour, name in zip(COLOURS, self.some(len(COLOURS)), strict=True):
            self.table.put_on(colour, name, sloppy_mm=3.0)

    def shot(self) -> Picture:
        """Return a picture of the table as it is now."""
        return renderer().render(self.table.scene, self.table.pose, self.table.light, self.rng)

    def truth(self) -> dict[Place, Piece]:
        """Return what lies and stands on the table, by spot."""
        cards = self.table.cards
        true = {
            Place(f"{name}.card"): HIDDEN if card.face.endswith(BACK) else Piece(name)
            for name, card in cards.items()
        }
        for pawn in self.table.scene.pawns:
            near = min(
                cards,
                key=lambda n: math.hypot(cards[n].x_mm - pawn.x_mm, cards[n].y_mm - pawn.y_mm),
            )
            true[Place(f"{near}.pawn")] = Piece(pawn.colour)
        return true

    def check(self, reading: Reading) -> list[Place]:
        """Hold every place that was seen against the truth; return those that are covered."""
        true = self.truth()
        for sight in reading.places:
            if not sight.covered:
                assert sight.best == true.get(sight.place, EMPTY), sight
        return [sight.place for sight in reading.places if sight.covered]


def board() -> Board:
    """Return the table's board file."""
    return BOARD
