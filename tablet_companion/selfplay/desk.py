"""A mouse at the simulated table: pawns are dragged and turned over, cards laid and taken away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from hardware.board import BoardPlace
from hardware.ports import Picture
from hardware.simulated.scene import LaidCard, Pawn
from hardware.simulated.table import SimulatedTable
from tablet_companion.screen.window import Mouse

_STRIP_PX: Final = 110
_GAP_PX: Final = 8
_STRIP_GREY: Final = 40
_SNAP: Final = 1.15
"""A pawn let go within so many radii of a place is meant to stand on it."""
_RIGHT_BUTTON: Final = 3


class Desk:
    """The camera's picture with a strip of cards below, and what the mouse does to both."""

    def __init__(self, table: SimulatedTable, faces: Mapping[str, Picture]) -> None:
        """Work at a table with cards of these faces."""
        self._table = table
        self._held: Pawn | None = None
        self._cards = tuple(faces)
        self._strip = _strip(table.pose.size[0], list(faces.values()))

    def framed(self, picture: Picture) -> Picture:
        """Return the camera's picture with the strip of cards below it."""
        return np.vstack([picture, self._strip])

    def mouse(self, event: Mouse) -> None:
        """Do what the mouse does. While a pawn is held, a hand is over the board."""
        if event.kind == "down" and event.y >= self._table.pose.size[1]:
            self._lay(event.x)
        elif event.kind == "down" and event.button == _RIGHT_BUTTON:
            self._turn_over(event)
        elif event.kind == "down":
            self._grip(event)
        elif event.kind == "motion" and self._held is not None:
            self._reach(event)
        elif event.kind == "up" and self._held is not None:
            self._let_go(event)

    def _lay(self, x_px: float) -> None:
        if not self._cards:
            return
        number = int(x_px / (self._strip.shape[1] / len(self._cards)))
        self._table.lay(self._cards[min(number, len(self._cards) - 1)])

    def _pawn_at(self, event: Mouse) -> Pawn | None:
        """Return the pawn whose top, or else whose foot, is under the mouse."""
        kinds = self._table.board.pieces.values()
        tops = {kind.height_mm - sunk for kind in kinds for sunk in (0.0, kind.hole_depth_mm)}
        for height_mm in sorted({*tops, 0.0}, reverse=True):
            x_mm, y_mm = self._point(event, height_mm)
            found = self._table.at(x_mm, y_mm)
            if isinstance(found, Pawn):
                return found
        return None

    def _turn_over(self, event: Mouse) -> None:
        pawn = self._pawn_at(event)
        if pawn is None:
            self._take_cards(event)
            return
        place = self._nearest(pawn.x_mm, pawn.y_mm)
        if place.kind == "hole" and self._table.pawn_on(place.name) is pawn:
            self._table.turn_over(place.name)

    def _take_cards(self, event: Mouse) -> None:
        """Take the cards off the pile, or off the spot on which they are turned up."""
        touched = self._table.at(*self._point(event, 0.0))
        if self._table.board.discard is not None and isinstance(touched, LaidCard):
            self._table.clear_pile()

    def _grip(self, event: Mouse) -> None:
        self._held = self._pawn_at(event)
        if self._held is not None:
            self._table.take(self._held)
            self._reach(event)

    def _reach(self, event: Mouse) -> None:
        assert self._held is not None, "only what is held is carried about"
        place = self._nearest(*self._point(event, 0.0))
        self._table.hand_out()
        self._table.hand_in(place.name, holding=self._held.colour)

    def _let_go(self, event: Mouse) -> None:
        assert self._held is not None, "only what is held is let go"
        pawn, self._held = self._held, None
        x_mm, y_mm = self._point(event, 0.0)
        place = self._nearest(x_mm, y_mm)
        self._table.hand_out()
        if np.hypot(place.x_mm - x_mm, place.y_mm - y_mm) < _SNAP * place.radius_mm:
            turned = pawn.turned and place.kind == "hole"
            self._table.put(pawn.colour, place.name, turned=turned)
        else:
            self._table.put_at(pawn.colour, x_mm, y_mm)

    def _point(self, event: Mouse, height_mm: float) -> tuple[float, float]:
        x_mm, y_mm = self._table.view.pose.board_points([[event.x, event.y]], height_mm)[0]
        return float(x_mm), float(y_mm)

    def _nearest(self, x_mm: float, y_mm: float) -> BoardPlace:
        return min(
            self._table.board.places,
            key=lambda place: float(np.hypot(place.x_mm - x_mm, place.y_mm - y_mm)),
        )


def _strip(width_px: int, faces: list[Picture]) -> Picture:
    """Return a row of cards as wide as the picture; nothing of it where none are laid."""
    if not faces:
        return np.empty((0, width_px, 3), dtype=np.uint8)
    strip = np.full((_STRIP_PX, width_px, 3), _STRIP_GREY, dtype=np.uint8)
    room = width_px / len(faces)
    height = _STRIP_PX - 2 * _GAP_PX
    for number, face in enumerate(faces):
        width = min(round(face.shape[1] * height / face.shape[0]), round(room) - _GAP_PX)
        left = round(number * room + (room - width) / 2)
        small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
        strip[_GAP_PX : _GAP_PX + height, left : left + width] = small
    return strip
