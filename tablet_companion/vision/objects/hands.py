"""The network of hands: where a hand or an arm is over the board, and where a thing lies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.objects.survey import SIDE, Square, as_input
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.places.windows import Bytes

CELLS: Final = SIDE // 2
"""The network's output has half the resolution of its input."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When the network's output counts as a hand, and when something away from the edge does."""

    cell_share_min: float = 0.5
    """Share from which a cell belongs to a hand."""
    faintest_share: float = 0.5
    """If no cell belongs to a hand, those do whose share is at least this part of the largest."""
    alone_log_odds: float = 1.0
    """Log odds from which there is a hand even if nothing looks foreign at the board's edge: the
    least whole number with which at most one in fifty squares without a hand, from worlds that the
    network was not fitted to, has one in ordinary light, in strange light or on another table."""
    sure_log_odds: float = math.log(5)
    """Log odds from which something foreign at the edge is a hand. The weights count a missed hand
    as much as five invented ones; between zero and this it is doubtful."""
    loose_log_odds: float = 0.0
    """Log odds from which there is a hand if the board is foreign only away from its edge: hands
    come over the edge, a lamp's image or a thing laid down does not."""
    thing_log_odds: float = math.log(5)
    """Log odds of a hand or a thing away from the edge from which it may be a hand: a gloved one
    whose arm looks like the board has 4 to 8, men of another shape than the file's -5 to 0.5."""
    near_px: int = 5
    """Points of the map within which the network's output counts for a foreign point."""
    rim_cells: int = 2
    """Cells on both sides of the rim, used to find fingers that cross it."""
    share_min: float = 1e-6
    """Share; keeps log odds finite."""
    evidence_max: float = 6.0
    """Log odds are limited to this."""


TUNING: Final = Tuning()

SUREST: Final = 4
"""The log odds of a hand are the mean over this many cells, the most certain ones."""


@dataclass(frozen=True, slots=True)
class HandEvidence:
    """The evidence for a hand over a board that looks foreign at its edge, as log odds.

    ``alone`` is the network's output for the whole board, ``crossing`` for fingers or an arm on
    both sides of the rim, ``beside`` for a hand or a thing where the board is foreign.
    """

    alone: float
    crossing: float
    beside: float


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each piece of evidence; a weighted sum above zero is a hand.

    Fitted by tools/fit/hand_rule.py to drawn worlds that the network was not fitted to, where a
    missed hand counts as much as five invented ones.
    """

    alone: float = 0.339
    crossing: float = 0.344
    beside: float = 0.185
    bias: float = 1.58


WEIGHTS: Final = Weights()

Shares = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """Where a hand is over the board (MAP_PX_PER_MM); it may be none unless ``sure``.

    ``foreign``: the board looks foreign there; else the network alone sees it.
    """

    mask: Mask
    sure: bool = True
    foreign: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class SceneShares:
    """What is over the board, cell by cell (CELLS × CELLS): shares of hands and of things."""

    hand: Shares
    thing: Shares

    def only(self, cells: Mask) -> SceneShares:
        """Return the shares of these cells, and zero for all others."""
        return SceneShares(self.hand * cells, self.thing * cells)


class SceneNetwork:
    """A network read from a file; not thread-safe."""

    def __init__(self, onnx: bytes) -> None:
        """Take the network as ONNX."""
        self._net: Any = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, dtype=np.uint8))

    def infer(self, shown: Bytes) -> SceneShares:
        """Return what lies in a square (CHANNELS × SIDE × SIDE)."""
        return self.answer(as_input(shown))

    def answer(self, seen: NDArray[np.float32]) -> SceneShares:
        """Return the same for a square that is already normalised as network input."""
        self._net.setInput(seen[None])
        logits = np.asarray(self._net.forward()[0], dtype=np.float32)
        share = np.exp(logits - logits.max(axis=0))
        share /= share.sum(axis=0)
        return SceneShares(share[1], share[2])


def judge_hand(
    shares: SceneShares,
    square: Square,
    shape: tuple[int, int],
    edge: Mask | None,
    loose: Mask | None,
) -> Hand | None:
    """Return where a hand is over a board that is foreign at its ``edge`` or away from it.

    Foreign points at the edge are a hand if the network's evidence for the whole board, for the rim
    and for their region says so: shadows, gloss, streaks and leaning things are foreign, too. If
    there are none, or only away from the edge, the network has to be more certain, and of a hand:
    a thing alone makes a doubtful one at most. The masks are the board from above at MAP_PX_PER_MM,
    of ``shape`` (rows, columns).
    """
    alone = hand_log_odds(shares, square) >= TUNING.alone_log_odds
    if edge is not None:
        odds = weigh(gather_evidence(shares, square, edge), WEIGHTS)
        if odds >= 0:
            foreign = edge if loose is None else edge | loose
            sure = alone or odds >= TUNING.sure_log_odds
            return Hand(hand_mask(shares, square, shape, foreign), sure)
    if loose is not None:
        # What may be a thing is named, not waited for: it may be pieces of another shape than the
        # file's. But what surely is one may be a hand in a glove.
        seen = shares if alone else SceneShares(shares.hand, np.zeros_like(shares.thing))
        if object_log_odds(seen, square, loose) >= TUNING.loose_log_odds:
            return Hand(loose)
        if object_log_odds(shares, square, loose) >= TUNING.thing_log_odds:
            return Hand(loose if edge is None else edge | loose, sure=False)
    return Hand(hand_mask(shares, square, shape), foreign=False) if alone else None


def gather_evidence(shares: SceneShares, square: Square, edge: Mask) -> HandEvidence:
    """Return the evidence for a hand where ``edge`` is foreign (the board at MAP_PX_PER_MM)."""
    nats = (
        hand_log_odds(shares, square),
        crossing_log_odds(shares, square),
        object_log_odds(shares, square, edge),
    )
    return HandEvidence(*np.clip(nats, -TUNING.evidence_max, TUNING.evidence_max).tolist())


def weigh(evidence: HandEvidence, weights: Weights) -> float:
    """Return the log odds that a hand is over the board."""
    return (
        weights.alone * evidence.alone
        + weights.crossing * evidence.crossing
        + weights.beside * evidence.beside
        + weights.bias
    )


def hand_log_odds(shares: SceneShares, square: Square) -> float:
    """Return the log odds that a hand is over the board: the mean of the most certain cells."""
    return find_surest(shares.hand[square.judged[::2, ::2]])


def crossing_log_odds(shares: SceneShares, square: Square) -> float:
    """Return the log odds that part of a hand lies on both sides of the board's rim.

    Each cell just inside the rim counts at most as much as the best cell outside it.
    """
    board = square.board[::2, ::2]
    near = np.ones((2 * TUNING.rim_cells + 1,) * 2, np.uint8)
    outside = cv2.dilate(np.where(board, np.float32(0), shares.hand), near)
    rim = board & (cv2.dilate((~board).astype(np.uint8), near) > 0)
    return find_surest(np.minimum(shares.hand, outside)[rim])


def object_log_odds(shares: SceneShares, square: Square, foreign: Mask) -> float:
    """Return the log odds that a hand or a thing lies where much is foreign.

    ``foreign`` is the board from above at MAP_PX_PER_MM.
    """
    share = on_map(
        np.minimum(shares.hand + shares.thing, 1), square, (foreign.shape[0], foreign.shape[1])
    )
    near = (
        cv2.dilate(foreign.astype(np.uint8), np.ones((TUNING.near_px, TUNING.near_px), np.uint8))
        > 0
    )
    cell_px = 2 * float(square.points_mm[0, 1, 0] - square.points_mm[0, 0, 0]) * MAP_PX_PER_MM
    return find_surest(share[near], round(SUREST * cell_px**2))


def find_surest(share: Shares, count: int = SUREST) -> float:
    """Return the mean log odds of the largest of some shares."""
    largest = np.clip(np.sort(share)[-count:], TUNING.share_min, 1 - TUNING.share_min)
    return float(np.log(largest / (1 - largest)).mean()) if len(largest) else -np.inf


def hand_mask(
    shares: SceneShares, square: Square, shape: tuple[int, int], foreign: Mask | None = None
) -> Mask:
    """Return where a hand is, given that there is one: ``foreign`` points and high shares.

    If nothing is foreign, the cells with the highest shares are used. The masks are the board from
    above at MAP_PX_PER_MM, of ``shape`` (rows, columns).
    """
    share = on_map(shares.hand, square, shape)
    if foreign is not None:
        return np.asarray(foreign | (share > TUNING.cell_share_min), dtype=np.bool_)
    least = min(TUNING.cell_share_min, TUNING.faintest_share * float(share.max()))
    return np.asarray(share > least, dtype=np.bool_)


def on_map(share: Shares, square: Square, shape: tuple[int, int]) -> Shares:
    """Return the cells' shares on the map of the board (MAP_PX_PER_MM)."""
    first = square.points_mm[0, 0]
    step = (square.points_mm[-1, -1] - first) / (SIDE - 1)
    rows, columns = shape
    x = ((np.arange(columns) + 0.5) / MAP_PX_PER_MM - first[0]) / step[0]
    y = ((np.arange(rows) + 0.5) / MAP_PX_PER_MM - first[1]) / step[1]
    grid_x, grid_y = np.meshgrid(x / 2 - 0.25, y / 2 - 0.25)
    found = cv2.remap(share, grid_x.astype(np.float32), grid_y.astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(found, dtype=np.float32)
