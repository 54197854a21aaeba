"""The tray beside the simulated table: stacks of pieces and cards that are not in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.board import Board
from hardware.printing.loose_cards import BACK
from hardware.simulated.scene import LaidCard, Pawn, Scene, Thing
from tablet_companion.games.core import Piece
from tablet_companion.screen.toolkit.drawing import Box
from tablet_companion.vision.places.belief import stocks

Held = Pawn | LaidCard | Thing
"""What a hand can pick up and put down."""

_PIECE_PX: Final = 58
"""Width of a stack of pieces; a card's is at most ``_CARD_PX``."""
_CARD_PX: Final = 76
_GAP_PX: Final = 8


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal things: pieces of a colour, or cards with one face, and their box in the tray.

    ``left`` is their number, None for an unlimited supply. ``box`` is in pixels of the
    window's picture.
    """

    name: str
    is_card: bool
    left: int | None
    box: Box


class Tray:
    """The strip below the table's picture on which the stacks lie, pieces left of the cards.

    Each loose card exists once, and is in the strip while it is not on the table. The faces of a
    deck are unlimited: the deck holds several of each, and players draw them unseen.
    """

    def __init__(self, board: Board, faces: Sequence[str], box: Box) -> None:
        """Take a box of the window's picture; ``faces`` are those of a deck, in their order."""
        self.box: Final = box
        self._marked = board.cards is not None
        self._faces = tuple(board.cards.faces) if board.cards is not None else tuple(faces)
        self._supply = _supply(board)

    def stacks(self, scene: Scene, held: Held | None) -> tuple[Stack, ...]:
        """Return every stack, given what is on the table and in the hand."""
        used = Counter(pawn.colour for pawn in scene.pawns)
        if isinstance(held, Pawn):
            used[held.colour] += 1
        pieces = [
            Stack(
                colour,
                is_card=False,
                left=None if number is None else max(0, number - used[colour]),
                box=self._cell(index, self.box.x, _PIECE_PX),
            )
            for index, (colour, number) in enumerate(self._supply.items())
        ]
        return (*pieces, *self._cards(scene, held))

    def at(self, x: float, y: float, scene: Scene) -> Stack | None:
        """Return the stack under a point if anything is left in it, or None."""
        stacks = (stack for stack in self.stacks(scene, None) if stack.left != 0)
        return next((stack for stack in stacks if stack.box.holds(x, y)), None)

    def _cards(self, scene: Scene, held: Held | None) -> Iterator[Stack]:
        faces = self._faces
        if self._marked:
            cards = [*scene.cards, *([held] if isinstance(held, LaidCard) else [])]
            gone = {card.face.removesuffix(BACK) for card in cards}
            faces = tuple(face for face in faces if face not in gone)
        left = self.box.x + len(self._supply) * _PIECE_PX + _GAP_PX
        width = min(_CARD_PX, (self.box.right - left) // max(1, len(faces)))
        for index, face in enumerate(faces):
            number = 1 if self._marked else None
            yield Stack(face, is_card=True, left=number, box=self._cell(index, left, width))

    def _cell(self, index: int, left: int, width: int) -> Box:
        return Box(left + index * width, self.box.y, width, self.box.h)


def _supply(board: Board) -> dict[str, int | None]:
    """Return the number of pieces of each colour; None if unknown.

    On a table of cards every player has one pawn.
    """
    marked = () if board.cards is None else board.cards.faces
    unknown = None if board.cards is None else 1
    known: dict[Piece, int] = {}
    for stock in stocks(board, more=True):
        known |= stock.each
    return {
        colour: known.get(Piece(colour), unknown)
        for colour in board.colours
        if colour not in marked
    }
