"""Measure what is read of fallen pieces: ``python -m tests.vision.felled agent_dog dog``.

Each falls from a place in every direction relative to the camera; what else stands is scattered.
With ``--own`` each falls where its own colour is printed, also across such a place and the next.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from hardware.board import Board, BoardPlace
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.fallen import fell_pawn
from hardware.simulated.scene import Light, Pawn
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.referee.explaining.evidence import CLEARLY_SEEN
from tablet_companion.simulator.house import Print, make_print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import Reading
from tools.scattered import scatter

LIGHTS: Final = {
    "day": Light(),
    "evening": Light((0.62, 0.86, 1.05), shade_deg=30.0, shade_strength=0.3, brightness=0.75),
}
DIRECTIONS: Final = 16
SHIFTS: Final = {"from its place": 0.0, "over its rim": 0.24, "across its place": -0.5}
"""Where the foot comes to lie along the fall from the place's middle, in heights of the piece."""
ACROSS_TWO: Final = "across it and the next"
NEAR_MM: Final = 24.0


class Seen(Enum):
    """What is said of a fallen piece."""

    NAMED = "named"
    THING = "a thing"
    DOUBTFUL = "doubtful"
    MISSED = "not seen"
    BESIDE = "beside its place"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Fall:
    """A piece of this colour that fell at a place; ``away`` is its angle from the camera's axis."""

    place: BoardPlace
    colour: str
    away_deg: float
    pawn: Pawn


def choose_places(board: Board, nadir: np.ndarray, many: int) -> list[BoardPlace]:
    """Return places from the nearest to the farthest on which pieces stand upright, apart."""
    upright = [
        place
        for place in board.places
        if place.kind != "hole" and any(not kind.flat for kind in board.kinds_at(place).values())
    ]
    upright.sort(key=lambda place: math.hypot(place.x_mm - nadir[0], place.y_mm - nadir[1]))
    picked = np.linspace(0, len(upright) - 1, 3 * many).round().astype(int).tolist()
    return [upright[index] for index in picked]


def fall(table: SimulatedTable, place: BoardPlace, colour: str, away: float, shift: float) -> Fall:
    """Return a piece that fell at a place, so far turned from pointing away from the camera."""
    kind = table.board.kind_of(colour)
    assert kind is not None
    out = math.atan2(place.y_mm - table.pose.nadir_mm[1], place.x_mm - table.pose.nadir_mm[0])
    turn = math.degrees(out) + away
    x, y = (
        at + shift * kind.height_mm * part(math.radians(turn))
        for at, part in ((place.x_mm, math.cos), (place.y_mm, math.sin))
    )
    return Fall(place, colour, away, fell_pawn(Pawn(colour, x, y), kind, turn))


def fall_across_two(table: SimulatedTable, place: BoardPlace, colour: str, way: float) -> Fall:
    """Return a piece that lies across a place and the one beside it that is nearest to a way."""

    def turn_to(other: BoardPlace) -> float:
        return math.atan2(other.y_mm - place.y_mm, other.x_mm - place.x_mm)

    others = [one for one in table.board.places if one is not place]
    others.sort(key=lambda one: math.hypot(one.x_mm - place.x_mm, one.y_mm - place.y_mm))
    other = max(others[:4], key=lambda one: math.cos(turn_to(one) - math.radians(way)))
    kind, turn = table.board.kind_of(colour), turn_to(other)
    assert kind is not None
    x = (place.x_mm + other.x_mm - kind.height_mm * math.cos(turn)) / 2
    y = (place.y_mm + other.y_mm - kind.height_mm * math.sin(turn)) / 2
    return Fall(place, colour, way, fell_pawn(Pawn(colour, x, y), kind, math.degrees(turn)))


def judge(reading: Reading, board: Board, one: Fall, stood: set[str]) -> Seen:
    """Return what a reading says of one fallen piece."""
    x, y = one.pawn.x_mm, one.pawn.y_mm
    near = [p for p in board.places if math.hypot(p.x_mm - x, p.y_mm - y) < NEAR_MM + 6]
    sights = [reading.by_place[Place(p.name)] for p in near if p.name not in stood]
    if any(s.best != EMPTY and not s.covered and s.probability >= CLEARLY_SEEN for s in sights):
        return Seen.STANDING
    things = [t for t in reading.things if math.hypot(t.x_mm - x, t.y_mm - y) < NEAR_MM]
    if any(thing.piece == one.colour for thing in things):
        return Seen.NAMED
    if any(math.hypot(s.x_mm - x, s.y_mm - y) < NEAR_MM for s in reading.strays):
        return Seen.BESIDE
    if things:
        return Seen.THING
    doubtful = any(s.covered or s.probability < CLEARLY_SEEN for s in sights)
    return Seen.DOUBTFUL if doubtful else Seen.MISSED


def scenes(
    kit: Print, many: int, *, own: bool
) -> Iterator[tuple[str, SimulatedTable, list[Fall], set[str]]]:
    """Yield the kind of each table with fallen pieces, the table, and what fell there."""
    board = kit.board
    colours = [c for k in board.pieces.values() if not k.flat for c in k.colours]
    shifts = SHIFTS | ({ACROSS_TWO: 0.0} if own else {})
    kinds = itertools.product(LIGHTS.items(), shifts.items(), range(DIRECTIONS))
    for number, ((name, light), (how, shift), step) in enumerate(kinds):
        table = SimulatedTable(board, np.random.default_rng(number), light=light)
        if own:
            spots = list(_choose_own(board, colours, number))
        else:
            places = choose_places(board, np.array(table.pose.nadir_mm), many)[number % 3 :: 3]
            spots = list(zip(places, itertools.cycle(colours), strict=False))
        away = step * 360 / DIRECTIONS
        falls = [
            fall_across_two(table, place, colour, away)
            if how == ACROSS_TWO
            else fall(table, place, colour, away, shift)
            for place, colour in spots
        ]
        others = dict(scatter(board, np.random.default_rng(number + 1)))
        rng = np.random.default_rng(number + 1)
        for spot in list(others):
            at = board.by_name[spot]
            gap = min(math.hypot(at.x_mm - f.pawn.x_mm, at.y_mm - f.pawn.y_mm) for f in falls)
            if gap < 36 or rng.random() < 0.35:
                del others[spot]
        if any(k.each == 1 for k in board.pieces.values()):
            others = {p: w for p, w in others.items() if w[0] not in colours}
        table.set_up(others)
        table.arrange([*table.scene.pawns, *(f.pawn for f in falls)])
        yield f"{name}, {how}", table, falls, set(others)


def _choose_own(board: Board, colours: list[str], number: int) -> Iterator[tuple[BoardPlace, str]]:
    """Yield a place printed in each colour, and the colour; another in each picture."""
    for colour in colours:
        places = [place for place in board.places if place.colour == colour]
        upright = [place for place in places if place.kind != "hole"]
        if upright:
            yield upright[number * 5 % len(upright)], colour


def measure(
    game: str, many: int, every: int, told: list[str], *, own: bool
) -> dict[str, Counter[Seen]]:
    """Return what is said of fallen pieces of a game's print, by light and kind."""
    kit = make_print(game)
    found: dict[str, Counter[Seen]] = {}
    for number, (kind, table, falls, stood) in enumerate(scenes(kit, many, own=own)):
        if number % every:
            continue
        camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=number)
        reading = BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2]
        for one in falls:
            seen = judge(reading, kit.board, one, stood)
            found.setdefault(kind, Counter())[seen] += 1
            x, y = one.pawn.x_mm, one.pawn.y_mm
            sight = {
                s.place: (str(s.best), round(s.probability, 3), s.covered)
                for s in reading.places
                if math.hypot(
                    kit.board.by_name[s.place].x_mm - x, kit.board.by_name[s.place].y_mm - y
                )
                < NEAR_MM + 6
            }
            told.append(
                f"{game} {number} {kind}, {one.colour} at {one.place.name}, "
                f"{one.away_deg:.0f} deg: {seen.value} {sight}"
            )
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.felled")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--many", type=int, default=4, help="pieces that fall in each picture")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th picture")
    parser.add_argument("--own", action="store_true", help="where their own colour is printed")
    parser.add_argument("--tell", action="store_true", help="name every piece")
    wishes = parser.parse_args()
    for game in wishes.games:
        told: list[str] = []
        for kind, found in measure(game, wishes.many, wishes.every, told, own=wishes.own).items():
            figures = ", ".join(f"{found[seen]} {seen.value}" for seen in Seen)
            sys.stdout.write(f"{game}, {kind}: {figures} of {found.total()}\n")
        sys.stdout.write("\n".join([*told, ""]) if wishes.tell else "")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
