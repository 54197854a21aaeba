"""A person at the simulated table who has nothing but the mouse and the window's picture."""

from __future__ import annotations

from typing import Final

import numpy as np

from hardware.board import Board
from hardware.printing.loose_cards import BACK
from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.scene import Pawn
from tablet_companion.games.core import HIDDEN, Piece, Place, Placement
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.window import Mouse
from tablet_companion.simulator.cardhands import CardHands
from tablet_companion.simulator.desk import Desk
from tablet_companion.simulator.hands import Stood
from tablet_companion.simulator.house import make_table

RIGHT: Final = 3
_CORNER_MM: Final = (-30.0, 20.0)
"""Where a card is touched beside the pawns that stand on its middle."""
_MOST: Final = 400

Pixel = tuple[float, float]


class Person:
    """Brings a table to what somebody wants, by drags and clicks in the window alone."""

    def __init__(self, game: str, seed: int = 1) -> None:
        """Sit down at an empty table of a game."""
        self.board: Board = printed.board(game)
        self.table, self.hands = make_table(self.board, game, np.random.default_rng(seed))
        self.desk = Desk(self.table, tuple(printed.drawings(game)))

    # --- what a mouse does ----------------------------------------------------------------------

    def drag(self, source: Pixel, target: Pixel) -> None:
        """Press, move and let go."""
        for kind, at in (("down", source), ("motion", target), ("up", target)):
            self._event(kind, at, 1)

    def click(self, at: Pixel, button: int = 1) -> None:
        """Press and let go."""
        self._event("down", at, button)
        self._event("up", at, button)

    def _event(self, kind: str, at: Pixel, button: int) -> None:
        width, height = self.desk.size
        assert 0 <= at[0] < width, "the mouse does not leave the window"
        assert 0 <= at[1] < height, "the mouse does not leave the window"
        self.desk.mouse(Mouse(kind, *at, button))  # type: ignore[arg-type]  # one of the three

    # --- what a person sees ---------------------------------------------------------------------

    def pixel(self, x_mm: float, y_mm: float, height_mm: float = 0.0) -> Pixel:
        """Return where a point of the board is in the picture."""
        x, y = self.table.view.pose.project([(x_mm, y_mm)], height_mm)[0]
        return float(x), float(y)

    def place(self, name: str) -> Pixel:
        """Return where a place is."""
        spot = self.board.by_name[name]
        return self.pixel(spot.x_mm, spot.y_mm)

    def top(self, pawn: Pawn) -> Pixel:
        """Return where the top of a piece is."""
        kind = self.board.kind_of(pawn.colour)
        assert kind is not None
        return self.pixel(pawn.x_mm, pawn.y_mm, kind.height_mm - pawn.sunk_mm)

    def stack(self, name: str) -> Pixel:
        """Return where such a piece or card lies beside the board."""
        for stack in self.desk.stacks:
            if stack.name == name and stack.left != 0:
                return stack.box.centre
        raise AssertionError(f"no {name} is in reach of the mouse")

    @property
    def beside(self) -> Pixel:
        """Return a point of the tray on which no stack lies."""
        box = self.desk.tray.box
        return box.right - 1, box.bottom - 1

    # --- what a person wants --------------------------------------------------------------------

    def bring(self, wanted: Placement) -> None:
        """Put the table as somebody wants it, one hand's doing after another."""
        for _ in range(_MOST):
            seen, should = self.hands._differing(wanted)
            if seen:
                self._remove(min(seen, key=lambda stood: self._flat(stood[1])), set(should))
            elif should:
                wanted_too = {piece for _, piece in should}
                self._put(max(should, key=lambda stood: self._flat(stood[1])), wanted_too)
            else:
                return
        raise AssertionError(f"the table cannot be brought to {wanted}")

    def _flat(self, piece: Piece) -> bool:
        kind = self.board.kind_of(piece)
        return kind is not None and kind.flat

    def _remove(self, stood: Stood, should: set[Stood]) -> None:
        area, piece = stood
        if self._is_card(area, piece):
            at = self._card(area)
            other = HIDDEN if piece != HIDDEN else Piece(area)
            if (area, other) in should:
                self.click(at, RIGHT)
            else:
                self.drag(at, self.beside)
            return
        self.drag(self.top(self._pawn(area, piece)), self.beside)

    def _put(self, stood: Stood, wanted: set[Piece]) -> None:
        area, piece = stood
        if self._is_card(area, piece):
            self.drag(self.stack(area), self.place(f"{area}.card"))
            if piece == HIDDEN:
                self.click(self._card(area), RIGHT)
        elif isinstance(self.table, SimulatedCards):
            card = self.table.cards.get(area, self.board.by_name[f"{area}.card"])
            self.drag(self.stack(piece), self.pixel(card.x_mm, card.y_mm))
        elif piece == HIDDEN:
            left = [one.name for one in self.desk.stacks if not one.is_card and one.left]
            colour = max(left, key=lambda name: name not in wanted)
            self.drag(self.stack(colour), self.place(area))
            self.click(self.place(area), RIGHT)
        elif all(one.name != piece or one.left == 0 for one in self.desk.stacks):
            pawns = self.table.scene.pawns
            mistaken = next(one for one in pawns if one.turned and one.colour == piece)
            self.drag(self.top(mistaken), self.beside)  # nobody could know whose it was
        else:
            self.drag(self.stack(piece), self.place(self.hands._room_for(area, piece)[0]))

    def _is_card(self, area: Place, piece: Piece) -> bool:
        return isinstance(self.table, SimulatedCards) and piece in (HIDDEN, area)

    def _card(self, name: str) -> Pixel:
        assert isinstance(self.table, SimulatedCards)
        card = self.table.cards[name]
        assert card.face.removesuffix(BACK) == name
        return self.pixel(card.x_mm + _CORNER_MM[0], card.y_mm + _CORNER_MM[1])

    def _pawn(self, area: Place, piece: Piece) -> Pawn:
        """Return a pawn that is seen so in an area."""
        if isinstance(self.hands, CardHands):
            pawns = [p for p in self.table.scene.pawns if self.hands._nearest(p) == area]
        else:
            found = (self.table.pawn_on(spot) for spot in self.hands._areas[area])
            pawns = [pawn for pawn in found if pawn is not None]
        return next(p for p in pawns if piece == (HIDDEN if p.turned else p.colour))
