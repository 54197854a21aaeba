"""A mouse at the simulated table: picks up, puts down, turns over and knocks over.

The window's picture is the table's, with the tray below, and keys for mishaps below that. Positions
are pixels of this picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hardware.simulated.cardtable import SimulatedCards
from hardware.simulated.scene import LaidCard, Pawn, Thing
from hardware.simulated.table import SimulatedTable
from tablet_companion.screen.toolkit.drawing import Box
from tablet_companion.screen.toolkit.window import Mouse
from tablet_companion.simulator import landing
from tablet_companion.simulator.mishaps import Mishap, Mishaps
from tablet_companion.simulator.tray import Held, Stack, Tray

HINT_PX: Final = 30
TRAY_PX: Final = 104
KEYS_PX: Final = 60
"""Heights of the line that says what can be done, of the tray and of the row of keys."""
_GAP_PX: Final = 6
_RIGHT_BUTTON: Final = 3
_CLICK_PX: Final = 5.0
"""A piece released this near to where it was gripped was not meant to be moved."""
_PILE_MM: Final = 45.0
"""A card released this near to the pile is laid on it."""


@dataclass(frozen=True, slots=True)
class Grip:
    """What the mouse holds, where it gripped it, and whether it comes from the tray."""

    held: Held
    x: float
    y: float
    from_tray: bool


class Desk:
    """The table's picture, tray and keys, and what the mouse does to them."""

    def __init__(self, table: SimulatedTable, faces: Sequence[str]) -> None:
        """Work at a table with cards of these faces, none if they are loose cards."""
        width, height = table.pose.size
        self.table: Final = table
        self.size: Final = width, height + HINT_PX + TRAY_PX + KEYS_PX
        self.hint_box: Final = Box(0, height, width, HINT_PX)
        self.tray: Final = Tray(
            table.board, faces, Box(_GAP_PX, self.hint_box.bottom, width - 2 * _GAP_PX, TRAY_PX)
        )
        self.keys: Final = _keys(Box(0, self.tray.box.bottom, width, KEYS_PX).inset(_GAP_PX))
        self.mishaps: Final = Mishaps(table)
        self.grip: Grip | None = None
        self.pointer: tuple[float, float] = (0.0, 0.0)

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """Return what lies in the tray."""
        held = None if self.grip is None else self.grip.held
        return self.tray.stacks(self.table.scene, held)

    def mouse(self, event: Mouse) -> None:
        """Handle a mouse event. While a piece is held over the board, a hand is there."""
        self.pointer = event.x, event.y
        if event.kind == "down" and self.grip is None:
            self._press(event)
        elif event.kind == "motion" and self.grip is not None:
            self._reach(self.grip.held)
        elif event.kind == "up" and self.grip is not None and event.button != _RIGHT_BUTTON:
            self._let_go(self.grip)

    # --- pressing -----------------------------------------------------------------------------

    def _press(self, event: Mouse) -> None:
        key = next((key for key, box in self.keys.items() if box.holds(event.x, event.y)), None)
        if key is not None:
            self.mishaps.press(key)
        elif not self._over_table(event.x, event.y):
            if event.button != _RIGHT_BUTTON:
                self._pick_up()
        elif self.mishaps.tool is Mishap.CUP:
            self.mishaps.put_cup(*self._point())
        elif self.mishaps.tool is Mishap.KNOCK:
            self._knock()
        elif event.button == _RIGHT_BUTTON:
            self._turn_over()
        else:
            self._grip()

    def _pick_up(self) -> None:
        stack = self.tray.at(*self.pointer, self.table.scene)
        if stack is not None:
            held = LaidCard(stack.name, 0.0, 0.0) if stack.is_card else Pawn(stack.name, 0.0, 0.0)
            self.grip = Grip(held, *self.pointer, from_tray=True)

    def _grip(self) -> None:
        found = self._touched()
        if found is not None:
            self.table.take(found)
            self.grip = Grip(found, *self.pointer, from_tray=False)
            self._reach(found)

    def _knock(self) -> None:
        pawn = self._pawn_at()
        self.mishaps.tool = None
        kind = None if pawn is None else self.table.board.kind_of(pawn.colour)
        if pawn is None or kind is None or kind.flat or pawn.sunk_mm > 0:
            return
        if pawn.lying_deg is None:
            self.table.fell(pawn, landing.fall_deg(self.table.scene.pawns, pawn))

    def _turn_over(self) -> None:
        """Turn a piece or card over; take the top card off a pile; stand up a fallen piece."""
        found = self._touched()
        if isinstance(found, LaidCard) and isinstance(self.table, SimulatedCards):
            self.table.flip(found)
        elif isinstance(found, LaidCard):
            self.table.take(found)
        elif isinstance(found, Pawn) and found.lying_deg is not None:
            self.table.take(found)
            self._stand(found, found.x_mm, found.y_mm)
        elif isinstance(found, Pawn):
            self._turn_pawn(found)

    def _turn_pawn(self, pawn: Pawn) -> None:
        board = self.table.board
        for place in board.places:
            if place.kind == "hole" and self.table.pawn_on(place.name) is pawn:
                self.table.turn_over(place.name)
                return

    # --- carrying -----------------------------------------------------------------------------

    def _reach(self, held: Held) -> None:
        self.table.hand_out()
        if self._over_table(*self.pointer):
            holding = held.colour if isinstance(held, Pawn) else None
            self.table.reach(*self._point(), holding=holding)

    def _let_go(self, grip: Grip) -> None:
        self.grip = None
        self.table.hand_out()
        still = math.hypot(self.pointer[0] - grip.x, self.pointer[1] - grip.y) < _CLICK_PX
        x_mm, y_mm = self._point()
        if not self._over_table(*self.pointer):
            if grip.from_tray and still:
                self._lay_on_pile(grip.held)
            return
        match grip.held:
            case Pawn() if still:
                self.table.put_back(grip.held)
            case Pawn():
                self._stand(grip.held, x_mm, y_mm)
            case LaidCard() if still:
                self.table.put_card(grip.held)
            case LaidCard():
                self._lay(grip.held, x_mm, y_mm)
            case Thing():
                self.table.leave(replace(grip.held, x_mm=x_mm, y_mm=y_mm))

    def _lay_on_pile(self, held: Held) -> None:
        """Lay a card on the pile that was clicked in the tray, where the game has a pile."""
        if isinstance(held, LaidCard) and self.table.board.discard is not None:
            self.table.lay(held.face)

    def _lay(self, card: LaidCard, x_mm: float, y_mm: float) -> None:
        pile = self.table.board.discard
        if pile is not None and math.hypot(pile.x_mm - x_mm, pile.y_mm - y_mm) < _PILE_MM:
            self.table.lay(card.face)
        else:
            self.table.put_card(replace(card, x_mm=x_mm, y_mm=y_mm))

    def _stand(self, pawn: Pawn, x_mm: float, y_mm: float) -> None:
        """Stand a piece on the place meant, or at this point, but never inside another piece."""
        board, pawns = self.table.board, self.table.scene.pawns
        place = landing.place_meant(board, pawn.colour, x_mm, y_mm)
        if place is not None and landing.is_free(board, pawns, pawn.colour, place.x_mm, place.y_mm):
            turned = pawn.turned and place.kind == "hole"
            self.table.put(pawn.colour, place.name, turned=turned)
        else:
            x_mm, y_mm = landing.move_beside_others(board, pawns, pawn.colour, x_mm, y_mm)
            self.table.put_at(pawn.colour, x_mm, y_mm)

    # --- what is where ------------------------------------------------------------------------

    def _touched(self) -> Held | None:
        """Return what the mouse touches: a thing, else a pawn, else the topmost card."""
        found = self._thing_at() or self._pawn_at()
        if found is not None:
            return found
        card = self.table.at(*self._point())
        return card if isinstance(card, LaidCard) else None

    def _pawn_at(self) -> Pawn | None:
        """Return the pawn whose top, or else whose foot, is under the mouse."""
        kinds = self.table.board.pieces.values()
        tops = {kind.height_mm - sunk for kind in kinds for sunk in (0.0, kind.hole_depth_mm)}
        for height_mm in sorted({*tops, 0.0}, reverse=True):
            found = self.table.at(*self._point(height_mm))
            if isinstance(found, Pawn):
                return found
        return None

    def _thing_at(self) -> Thing | None:
        for thing in reversed(self.table.scene.things):
            for height_mm in (thing.height_mm, 0.0):
                x_mm, y_mm = self._point(height_mm)
                if math.hypot(thing.x_mm - x_mm, thing.y_mm - y_mm) <= thing.size_mm / 2:
                    return thing
        return None

    def _over_table(self, x: float, y: float) -> bool:
        width, height = self.table.pose.size
        return 0 <= x < width and 0 <= y < height

    def _point(self, height_mm: float = 0.0) -> tuple[float, float]:
        """Return the point of the board under the mouse, for a thing of this height."""
        x_mm, y_mm = self.table.view.pose.board_points([self.pointer], height_mm)[0]
        return float(x_mm), float(y_mm)


def _keys(row: Box) -> Mapping[Mishap, Box]:
    width = (row.w + _GAP_PX) // len(Mishap)
    return MappingProxyType(
        {
            key: Box(row.x + index * width, row.y, width - _GAP_PX, row.h)
            for index, key in enumerate(Mishap)
        }
    )
