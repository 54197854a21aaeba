"""What is kept from one look at loose cards to the next: where every card lies or lay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.camera.lens import Fit, Floats
from hardware.board import Board
from tablet_companion.games.core import Piece
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.spots import Colours


@dataclass(frozen=True, slots=True)
class Tuning:
    """When cards have moved together, and when they lie in rows.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    pushed_mm: float = 1.5
    """Millimetres. If half of the cards moved farther, and all alike, the camera was pushed."""
    alike_mm: float = 1.0
    """Millimetres by which these movements may differ."""
    row_mm: float = 15.0
    """Millimetres. A card lies in its row if it is this near to its place there."""
    row_cards_min: int = 6
    """Cards that must lie in rows for the places of unseen ones to be known."""
    row_share_min: float = 0.7
    """Share of the visible cards that must lie in rows; otherwise unseen ones count as covered."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class CardPosition:
    """A card on the table, or the place where it lay.

    ``centre`` (mm) and ``turn`` (radians, modulo half a turn) are in the frame of the table's
    plane. ``up``: face up. ``gone``: its place was seen bare. ``over`` and ``around`` are the
    colours, in shares of white paper, on the card and on the table round it when last seen; None if
    that never was.
    """

    centre: Floats
    turn: float
    up: bool = True
    gone: bool = False
    over: Colours | None = None
    around: Colours | None = None

    def to_table(self, points: Floats) -> Floats:
        """Return where points of the card (… × 2) lie on the table's plane."""
        return rotate(points, np.array(self.turn)) + self.centre


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """Everything remembered: the camera's pose, and the cards by name.

    ``white`` (n × 3) is the colour of white paper as last seen, at points of the table (n × 2).
    ``stood`` is the card on which a pawn was last seen.
    """

    fit: Fit | None = None
    cards: Mapping[str, CardPosition] = field(default_factory=dict)
    points: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    white: Colours = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    stood: Mapping[Piece, str] = field(default_factory=dict)


def follow_cards(memory: Memory, seen: Mapping[str, CardPosition]) -> Memory:
    """Return the memory, moved along if all visible cards moved alike.

    That happens if the camera is pushed, or if its pose was recomputed.
    """
    common = [name for name in seen if name in memory.cards and not memory.cards[name].gone]
    if len(common) < 2:
        return memory
    before = np.array([memory.cards[name].centre for name in common])
    now = np.array([seen[name].centre for name in common])
    if float(np.median(np.linalg.norm(now - before, axis=1))) < TUNING.pushed_mm:
        return memory
    angle, shift = _rigid(before, now)
    errors = np.linalg.norm(rotate(before, np.array(angle)) + shift - now, axis=1)
    if float(np.median(errors)) > TUNING.alike_mm:
        return memory
    moved = {
        name: replace(
            card, centre=rotate(card.centre, np.array(angle)) + shift, turn=card.turn + angle
        )
        for name, card in memory.cards.items()
    }
    return replace(memory, cards=moved)


def _rigid(before: Floats, now: Floats) -> tuple[float, Floats]:
    """Return the rotation and translation that best map points to others."""
    one, other = before - before.mean(axis=0), now - now.mean(axis=0)
    across = float((one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum())
    angle = float(np.arctan2(across, float((one * other).sum())))
    return angle, now.mean(axis=0) - rotate(before.mean(axis=0), np.array(angle))


def expected_positions(
    board: Board, seen: Mapping[str, CardPosition]
) -> Mapping[str, CardPosition]:
    """Return where unseen cards would lie, if the others lie in the board file's rows.

    The rows may be wider or narrower than in the board file. Empty if there are no rows.
    """
    places = {
        place.area: np.array([place.x_mm, place.y_mm, 1.0])
        for place in board.places
        if "card" in place.holds
    }
    known = [name for name, card in seen.items() if name in places]
    if len(known) < TUNING.row_cards_min:
        return {}
    by_habit = np.array([places[name] for name in known])
    actual = np.array([seen[name].centre for name in known])
    close = np.ones(len(known), dtype=bool)
    for _ in range(2):
        rows, _, rank, _ = np.linalg.lstsq(by_habit[close], actual[close], rcond=None)
        if rank < by_habit.shape[1]:
            return {}  # cards of a single row do not tell where the others lie
        close = np.linalg.norm(by_habit @ rows - actual, axis=1) < TUNING.row_mm
        if close.sum() < max(TUNING.row_cards_min, TUNING.row_share_min * len(known)):
            return {}
    turn = float(np.arctan2(rows[0, 1], rows[0, 0]))
    missing = (name for name in places if name not in seen)
    return {name: CardPosition(places[name] @ rows, turn) for name in missing}
