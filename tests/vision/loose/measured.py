"""Measure what is read of pawns on Wink's cards: ``python -m tests.vision.loose.measured``.

Seeds below 1000 are to choose limits with, the others to measure with.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import Final

import numpy as np

from hardware.simulated.fallen import fell_pawn
from hardware.simulated.optics import overhead
from hardware.simulated.scene import Pawn
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.referee.explaining.evidence import CLEARLY_SEEN
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.reading import Reading
from tests.vision.loose.wink_table import BOARD, COLOURS, NAMES, Sim, deck

SECOND_MM: Final = 14.5
"""Millimetres between the feet of two pawns on a card; they are 13 wide."""
_FIRST_MM: Final = 2.5
_INSET_MM: Final = 4.0
"""A foot that is nearer to the edge of its card would stand half beside it."""
_AS_PLAYED_SHARE: Final = 0.3
"""Share of tables under the camera of the simulated house."""
_ROW: Final = 6
_EDGES: Final = tuple(
    name
    for k, name in enumerate(NAMES)
    if not 0 < k % _ROW < _ROW - 1 or not 0 < k // _ROW < _ROW - 1
)


class Seen(Enum):
    """What is said of pawns on one card."""

    RIGHT = "right"
    DOUBTFUL = "doubtful"
    MISSED = "not seen"
    WRONG = "taken for another"


Named = dict[str, list[str]]
"""The colours of the pawns on each card."""
Maker = Callable[[Sim], Named]


def judge(reading: Reading, name: str, colours: list[str]) -> Seen:
    """Return what a reading says of the pawns on a card: doubt of one is doubt of all."""
    place = Place(f"{name}.pawn")
    sight = reading.by_place[place]
    strays = [stray.piece for stray in reading.strays if stray.near == place]
    if sight.covered or sight.probability < CLEARLY_SEEN:
        return Seen.DOUBTFUL
    said = sorted([*strays, *([] if sight.best == EMPTY else [sight.best])])
    if said == sorted(colours):
        return Seen.RIGHT
    return Seen.MISSED if Counter(said) <= Counter(colours) else Seen.WRONG


def put_two(sim: Sim, *, behind: bool) -> Named:
    """Put two pawns on each of four cards at the table's edge, the second behind or in front."""
    named: Named = {}
    colours = iter(sim.rng.permutation(COLOURS).tolist())
    middle = np.array(BOARD.size_mm) / 2
    for name in sim.rng.choice(_EDGES, 4, replace=False).tolist():
        card, (first, second) = sim.table.cards[name], (next(colours), next(colours))
        x, y = card.x_mm + sim.rng.normal(0, _FIRST_MM), card.y_mm + sim.rng.normal(0, _FIRST_MM)
        out = math.atan2(y - middle[1], x - middle[0]) + sim.rng.normal(0, 0.4)
        share = SECOND_MM if behind else -SECOND_MM
        sim.table.put_at(first, x, y)
        sim.table.put_at(second, x + share * math.cos(out), y + share * math.sin(out))
        named[name] = [first, second]
    return named


def put_anywhere(sim: Sim) -> Named:
    """Put every pawn somewhere on a card of its own; a third of the cards lie face down."""
    names = sim.some(len(COLOURS))
    half = np.array(BOARD.cards.size_mm if BOARD.cards else ()) / 2 - _INSET_MM
    for name in names[::3]:
        sim.table.turn_card(name)
    for colour, name in zip(COLOURS, names, strict=True):
        card, (x, y) = sim.table.cards[name], sim.rng.uniform(-half, half)
        dx, dy = rotate(np.array([x, y]), np.radians(card.angle_deg)).tolist()
        sim.table.put_at(colour, card.x_mm + dx, card.y_mm + dy)
    return {name: [colour] for colour, name in zip(COLOURS, names, strict=True)}


def put_fallen(sim: Sim) -> Named:
    """Lay every pawn down on a card of its own, pointing away from the camera; none stands."""
    names, lying, middle = sim.some(len(COLOURS)), [], np.array(BOARD.size_mm) / 2
    for colour, name in zip(COLOURS, names, strict=True):
        card = sim.table.cards[name]
        x, y = card.x_mm + sim.rng.normal(0, 3), card.y_mm + sim.rng.normal(0, 3)
        out = math.degrees(math.atan2(y - middle[1], x - middle[0])) + sim.rng.normal(0, 15)
        lying.append(fell_pawn(Pawn(colour, x, y), BOARD.pawn, out))
    sim.table.arrange(lying)
    return {name: [] for name in names}


def put_over_edges(sim: Sim) -> Named:
    """Lay every pawn down over an edge of a card of its own, turned anyhow; none stands."""
    names, lying = sim.some(len(COLOURS)), []
    half = np.array(BOARD.cards.size_mm if BOARD.cards else ()) / 2
    for colour, name in zip(COLOURS, names, strict=True):
        card, at = sim.table.cards[name], sim.rng.uniform(-half, half)
        side = int(sim.rng.integers(2))
        at[side] = half[side] * sim.rng.choice([-1, 1])
        x, y = (at + np.array([card.x_mm, card.y_mm])).tolist()
        lying.append(Pawn(colour, x, y, lying_deg=float(sim.rng.uniform(0, 360))))
    sim.table.arrange(lying)
    return {name: [] for name in names}


def put_beside(sim: Sim) -> Named:
    """Put two pawns on the table outside the rows, 7 to 14 mm off a card, and others on cards."""
    colours = sim.rng.permutation(COLOURS).tolist()
    inner = [name for name in NAMES if name not in _EDGES]
    for colour, name in zip(colours[2:], sim.rng.permutation(inner).tolist(), strict=False):
        sim.table.put_on(colour, name)
    names, out = [str(sim.rng.choice(row)) for row in (NAMES[1:5], NAMES[-5:-1])], []
    half_mm = BOARD.cards.size_mm[1] / 2 if BOARD.cards else 0.0
    for way, colour, name in zip((-1, 1), colours, names, strict=False):
        card, off_mm = sim.table.cards[name], float(sim.rng.uniform(7, 14))
        along_mm = float(sim.rng.uniform(-25, 25))
        out.append(Pawn(colour, card.x_mm + along_mm, card.y_mm + way * (half_mm + off_mm)))
    sim.table.arrange([*sim.table.scene.pawns, *out])
    return {name: [colour] for name, colour in zip(names, colours, strict=False)}


def put_properly(sim: Sim) -> Named:
    """Put some pawns near the middles of cards, as people do; the rest of the cards are empty."""
    sim.play_a_while()
    named: Named = {name: [] for name in sim.table.cards}
    for place, piece in sim.truth().items():
        if place.endswith(".pawn"):
            named.setdefault(place.removesuffix(".pawn"), []).append(piece)
    return named


MAKERS: Final[dict[str, Maker]] = {
    "a second pawn behind": lambda sim: put_two(sim, behind=True),
    "a second pawn in front": lambda sim: put_two(sim, behind=False),
    "a pawn anywhere on its card": put_anywhere,
    "a fallen pawn pointing away": put_fallen,
    "a fallen pawn over an edge": put_over_edges,
    "a pawn beside the cards": put_beside,
    "ordinary tables": put_properly,
}


def make_table(seed: int) -> Sim:
    """Return a table under a camera that hangs, leans and is lit as chance has it."""
    rng = np.random.default_rng(seed)
    sim = Sim(seed, tilt_deg=float(rng.uniform(0, 12)))
    if rng.random() < _AS_PLAYED_SHARE:
        sim.table.pose = overhead(BOARD)
    return sim


def measure(make: Maker, seeds: range, told: list[str]) -> Counter[Seen]:
    """Return what is said of the cards on some tables; ``told`` takes a line of each mistake."""
    found: Counter[Seen] = Counter()
    for seed in seeds:
        sim = make_table(seed)
        named = make(sim)
        reading = LooseCardReader(deck(), still_frames=1).examine(sim.shot())[2]
        for name, colours in named.items():
            seen = judge(reading, name, colours)
            found[seen] += 1
            if seen is not Seen.RIGHT:
                told.append(f"  seed {seed}, card {name}, {' '.join(colours)}: {seen.value}")
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.loose.measured")
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="of each kind")
    parser.add_argument("--seed", type=int, default=1000, help="of the first table")
    parser.add_argument("--kind", action="append", choices=list(MAKERS), help="only this")
    parser.add_argument("--tell", action="store_true", help="name every mistake")
    wishes = parser.parse_args()
    for kind in wishes.kind or MAKERS:
        told: list[str] = []
        begun = time.perf_counter()
        seeds = range(wishes.seed, wishes.seed + wishes.tables)
        found = measure(MAKERS[kind], seeds, told)
        figures = ", ".join(f"{found[seen]} {seen.value}" for seen in Seen)
        spent = time.perf_counter() - begun
        sys.stdout.write(f"{kind}: {figures} of {found.total()} cards, {spent:.0f} s\n")
        sys.stdout.write("\n".join([*told, ""]) if wishes.tell else "")


if __name__ == "__main__":
    main()
