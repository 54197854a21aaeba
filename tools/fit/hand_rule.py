"""Fit the rule by which an anomaly at a board's edge is a hand: HANDS.onnx SQUARES.npz...

The squares are of worlds that the network was not fitted to. Each without a hand is shown as it
is, in strange light, on another table, and with fingertips over the rim. Prints the weights that
``tablet_companion/vision/objects/hands.py`` holds, and how many hands are missed and invented with
weights from the other worlds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.objects.hands import (
    HandEvidence,
    SceneNetwork,
    Weights,
    gather_evidence,
    weigh,
)
from tablet_companion.vision.objects.survey import TUNING, Square, as_input
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tools.fit.fingertips import HAND, reach
from tools.fit.strains import BOARD, KNOWN, Floats, strain
from tools.fit.tables import retable

_THING: Final = 2
_PIECES: Final = 8
"""The channel that says where pieces may stand."""
_EVERY: Final = 3
"""Of a world's squares every third is used, which is enough."""
_HAND_CELLS: Final = 2
"""Pictures with a hand over fewer cells of the board do not count."""
_THING_CELLS: Final = 3
"""Pictures without a hand where a thing covers this many cells do not count: the table may wait
there as well."""
_STEP_MM: Final = 3.75
"""Squares do not tell how large they are: they count as those of a board of 40 cm."""
_FOREIGN: Final = 0.35
"""The logarithm of a ratio from which a sample differs from the bare board."""
_SPOT_SAMPLES, _FOREIGN_SAMPLES = 3, 5
"""A spot of fewer samples is noise; at the edge as many are foreign together at least."""
_MISSED_COUNTS: Final = 5.0
"""So much more do missed hands count: they spoil a verdict, invented ones cost seconds."""
_ROUNDS: Final = 50
_RIDGE: Final = 0.02
"""Ridge penalty: keeps weights small that few pictures determine."""


@dataclass(frozen=True, slots=True)
class Told:
    """One square with a foreign edge: whether a hand makes it so, and what speaks for one."""

    world: str
    is_hand: bool
    evidence: HandEvidence


def look_at_worlds(network: SceneNetwork, paths: Sequence[Path]) -> Iterator[Told]:
    """Yield the features of all squares with an anomaly at the edge."""
    rng = np.random.default_rng(5)
    worlds = {path.stem: _read(path) for path in paths}
    hands = [pair for pairs in worlds.values() for pair in pairs if (pair[1] == HAND).any()]
    for world, pairs in worlds.items():
        for seen, lies in pairs:
            yield from _look(network, world, seen, lies)
            if (lies == HAND).any() or not hands:
                continue
            strained = seen.copy()
            strained[0:6] = strain(seen, rng)
            yield from _look(network, world, strained, lies)
            other, other_lies = hands[int(rng.integers(len(hands)))]
            yield from _look(network, world, *reach(seen, lies, other, other_lies, rng))
            seen, lies = retable(seen, lies, rng)  # noqa: PLW2901 - the same square elsewhere
            yield from _look(network, world, seen, lies)
            yield from _look(network, world, *reach(seen, lies, other, other_lies, rng))


def _read(path: Path) -> list[tuple[Floats, NDArray[np.uint8]]]:
    squares = np.load(path)
    return [
        (as_input(shown), lies)
        for shown, lies in zip(squares["bytes"][::_EVERY], squares["mask"][::_EVERY], strict=True)
    ]


def _look(
    network: SceneNetwork, world: str, seen: Floats, lies: NDArray[np.uint8]
) -> Iterator[Told]:
    """Yield the square if it has an anomaly at its edge that clearly is, or is not, a hand."""
    board: Mask = np.asarray(seen[BOARD] > 0)
    hand = int(((lies == HAND) & board[::2, ::2]).sum())
    things = int(((lies == _THING) & board[::2, ::2]).sum())
    unclear = 0 < hand < _HAND_CELLS or (not hand and things >= _THING_CELLS)
    foreign = None if unclear else foreign_at_edge(seen)
    if foreign is None:
        return
    rows, columns = np.nonzero(board)
    top, left = int(rows.min()), int(columns.min())
    size = (np.ptp(columns) + 1, np.ptp(rows) + 1)
    at = np.arange(len(board)) * _STEP_MM
    points = np.stack(np.meshgrid(at - left * _STEP_MM, at - top * _STEP_MM), axis=-1)
    square = Square(points, board, board, np.zeros(board.shape, np.uint8))
    inside = foreign[top : top + int(size[1]), left : left + int(size[0])].astype(np.uint8)
    shape = [round(float(each) * _STEP_MM * MAP_PX_PER_MM) for each in size]
    edge = cv2.resize(inside, shape, interpolation=cv2.INTER_NEAREST) > 0
    yield Told(world, hand > 0, gather_evidence(network.answer(seen), square, np.asarray(edge)))


def foreign_at_edge(seen: Floats) -> Mask | None:
    """Return what differs from the bare board at its edge and is no piece; None if too little."""
    board = (seen[BOARD] > 0).astype(np.uint8)
    apart = np.abs(seen[3:6]).max(axis=0) * (128 / TUNING.ratio_steps)
    foreign = (apart > _FOREIGN) & (seen[KNOWN] > 0.5) & (seen[_PIECES] < 0.2)
    whole = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    rim = (cv2.dilate(1 - board, np.ones((5, 5), np.uint8)) > 0) & (board > 0)
    spots = [int(spot) for spot in np.unique(labels[rim]) if spot]
    large = [spot for spot in spots if stats[spot, cv2.CC_STAT_AREA] >= _SPOT_SAMPLES]
    if sum(int(stats[spot, cv2.CC_STAT_AREA]) for spot in large) < _FOREIGN_SAMPLES:
        return None
    return np.asarray(np.isin(labels, large))


def fit_weights(pictures: Sequence[Told]) -> Weights:
    """Return the maximum-likelihood weights.

    A logistic regression by Newton's method, in which all hands together count _MISSED_COUNTS times
    as much as all the rest.
    """
    told = np.array([astuple(picture.evidence) for picture in pictures])
    there = np.array([picture.is_hand for picture in pictures])
    middle, spread = told.mean(axis=0), told.std(axis=0) + 1e-6
    terms = np.column_stack([(told - middle) / spread, np.ones(len(told))])
    counts = np.where(there, _MISSED_COUNTS / there.sum(), 1 / (~there).sum())
    counts /= counts.sum()
    ridge = _RIDGE * np.array([1, 1, 1, 1e-6])
    slopes: NDArray[np.float64] = np.zeros(4)
    for _ in range(_ROUNDS):
        share = 1 / (1 + np.exp(-terms @ slopes))
        uphill = terms.T @ (counts * (share - there)) + ridge * slopes
        bend = (terms.T * (counts * share * (1 - share))) @ terms + np.diag(ridge)
        slopes -= np.linalg.solve(bend, uphill)
    alone, crossing, beside = (slopes[:3] / spread).tolist()
    bias = float(slopes[3] - (slopes[:3] / spread) @ middle)
    return Weights(alone, crossing, beside, bias)


def count(pictures: Sequence[Told], weights: Weights) -> tuple[int, int]:
    """Return how many hands these weights miss, and how many they invent."""
    said = [(picture.is_hand, weigh(picture.evidence, weights) >= 0) for picture in pictures]
    return said.count((True, False)), said.count((False, True))


def cross_validate(pictures: Sequence[Told]) -> tuple[int, int]:
    """Return the same with weights that were fitted without the picture's own world."""
    missed = invented = 0
    for world in {picture.world for picture in pictures}:
        own = [picture for picture in pictures if picture.world == world]
        others = [picture for picture in pictures if picture.world != world]
        lost, made_up = count(own, fit_weights(others))
        missed, invented = missed + lost, invented + made_up
    return missed, invented


def main() -> None:
    """Fit the rule and print it."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit.hand_rule", description=__doc__)
    parser.add_argument("network", type=Path, metavar="HANDS.onnx")
    parser.add_argument("squares", type=Path, nargs="+", metavar="SQUARES.npz")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    told = list(look_at_worlds(SceneNetwork(given.network.read_bytes()), given.squares))
    hands = sum(each.is_hand for each in told)
    missed, invented = cross_validate(told)
    sys.stdout.write(
        f"{fit_weights(told)}\n{missed} of {hands} hands missed, "
        f"{invented} of {len(told) - hands} others taken for one\n"
    )


if __name__ == "__main__":
    main()
