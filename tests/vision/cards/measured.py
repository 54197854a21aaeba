"""Measure how cards are cut and read on random decks: ``python -m tests.vision.cards.measured``.

Even decks are to build with (``--fit`` prints the weights of what a face leaves unexplained, fitted
on them), odd ones to measure with.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.faces import FACE_PX_PER_MM, CardPose, Shown, cut_face
from hardware.board import DiscardPile
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.vision.cards.compare import Misfit
from tablet_companion.vision.cards.pile import Pile, evidence, window_mm
from tests.vision.cards.heaps import Lay
from tests.vision.cards.samples import Sample, Seen, make_sample

SURE: Final = 0.9


@dataclass
class Measured:
    """Counts and errors over some decks."""

    cuts_mm: list[float] = field(default_factory=list)
    unsure_cuts: int = 0
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    bets: list[tuple[float, bool]] = field(default_factory=list)
    misfits: list[tuple[bool, Misfit]] = field(default_factory=list)
    spent_ms: list[float] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def measure_deck(sample: Sample, looks: int, measured: Measured) -> None:
    """Teach a deck, look at its pile, and count."""
    pile = make_pile(sample, measured)
    for number, look in enumerate(sample.looks(looks)):
        window = cut_window(look.picture, sample.table.pile)
        start = time.perf_counter()
        sight, misfit = pile.measure(window)
        measured.spent_ms.append(1000 * (time.perf_counter() - start))
        true = None if look.lay is None or look.lay.face in sample.untaught else look.lay.face
        said, share = sight.best, sight.probability
        measured.answers[look.cause, verdict(true, look, said, share)] += 1
        measured.bets.append((share, said == true))
        first = max((odds, card) for card, odds in sight.posterior if card is not None)[1]
        measured.misfits.append((true is not None and first == true, misfit))
        if look.lay is None or true is None:
            measured.answers["unknown", f"{'card' if look.lay else 'bare'}, {sight.unknown}"] += 1
        if said != true:
            shown = look.lay.face if look.lay else "nothing"
            measured.lines.append(
                f"deck {sample.seed} look {number} {look.cause}: {shown} "
                f"({'un' if true is None else ''}taught), read {said} at {share:.3f}; "
                + " ".join(f"{value:.2f}" for value in misfit)
            )


def make_pile(sample: Sample, measured: Measured) -> Pile:
    """Teach a deck and its empty pile."""
    empty = cut_window(sample.empty, sample.table.pile)
    small = cv2.resize(empty, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return Pile(sample.table.pile, teach(sample, measured), small)


def teach(sample: Sample, measured: Measured) -> dict[Card, Picture]:
    """Cut every face out of its lesson."""
    faces = {}
    for lesson in sample.lessons:
        shown = Shown(lesson.picture, (lesson.empty.astype(np.float32),))
        cut = cut_face(shown, sample.table.pile)
        if cut is None:
            measured.cuts_mm.append(99.0)
            continue
        measured.unsure_cuts += not cut.sure
        measured.cuts_mm.append(apart_mm(cut.pose, lesson.lay, sample.table.deck.card_mm))
        faces[Card(lesson.face)] = cut.face
    return faces


def cut_window(picture: Picture, pile: DiscardPile) -> Picture:
    """Return the part of a rectified board that the pile is read in."""
    left, top, side = window_mm(pile)
    x, y = round(left * FACE_PX_PER_MM), round(top * FACE_PX_PER_MM)
    size = round(side * FACE_PX_PER_MM)
    return np.ascontiguousarray(picture[y : y + size, x : x + size])


def apart_mm(pose: CardPose, lay: Lay, card_mm: tuple[float, float]) -> float:
    """Return how far the worst corner of a card is from where it should be, either way round."""
    seen = _corners(pose.x_mm, pose.y_mm, pose.turn_deg, card_mm)
    true = [_corners(lay.x_mm, lay.y_mm, lay.turn_deg + half, card_mm) for half in (0, 180)]
    return min(float(np.hypot(*(seen - each).T).max()) for each in true)


def _corners(x: float, y: float, turn: float, card_mm: tuple[float, float]) -> NDArray[np.float64]:
    angle = np.radians(turn)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(card_mm) / 2
    return np.asarray(half @ matrix + (x, y), np.float64)


def verdict(true: str | None, look: Seen, said: str | None, share: float) -> str:
    """Return what an answer counts as."""
    if true is None and look.lay is None:
        return "empty right" if said is None else "ghost"
    if true is None:
        if said is None:
            return "untaught right"
        return "untaught accepted > 0.9" if share > SURE else "untaught accepted"
    if said == true:
        return "right" if share > SURE else "right, unsure"
    if said is None:
        return "refused"
    return "wrong > 0.9" if share > SURE else "wrong"


def fit(misfits: list[tuple[bool, Misfit]]) -> NDArray[np.float64]:
    """Fit log odds of not being the likeliest face: logistic regression with a little ridge."""
    known = np.array([right for right, _ in misfits])
    rows = np.array([evidence(misfit) for _, misfit in misfits])
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-(rows @ weights).clip(-30, 30)))
        slope = rows.T @ (~known - chance) - 0.1 * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + 0.1 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def report(measured: Measured) -> None:
    """Print the counts."""
    write = sys.stdout.write
    cuts = np.array(measured.cuts_mm)
    write(
        f"cuts {len(cuts)}: median {np.median(cuts):.2f} mm, 90 % {np.quantile(cuts, 0.9):.2f}, "
        f"over 1.5 mm {(cuts > 1.5).sum()}, none {(cuts > 90).sum()}, "
        f"unsure {measured.unsure_cuts}\n"
    )
    total: Counter[str] = Counter()
    for (cause, said), count in sorted(measured.answers.items()):
        total[said] += count if cause != "unknown" else 0
        write(f"  {cause:8} {said:24} {count}\n")
    write(f"{dict(total)}\n")
    for low, high in ((0.0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 0.999), (0.999, 1.01)):
        band = [right for share, right in measured.bets if low <= share < high]
        if band:
            write(f"  p {low} to {min(high, 1.0)}: {sum(band)} of {len(band)} right\n")
    write(f"{np.median(measured.spent_ms):.1f} ms (median)\n")
    for line in measured.lines:
        write(line + "\n")


def main() -> None:
    """Measure decks FIRST to LAST, every second one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--looks", type=int, default=10)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    measured = Measured()
    for seed in range(arguments.first, arguments.last, 2):
        measure_deck(make_sample(seed), arguments.looks, measured)
    report(measured)
    if arguments.keep:
        kept: Any = measured.misfits, measured.bets
        arguments.keep.write_bytes(pickle.dumps(kept))
    if arguments.fit:
        sys.stdout.write(", ".join(f"{weight:.2f}" for weight in fit(measured.misfits)) + "\n")


if __name__ == "__main__":
    main()
