"""Measure fallen pieces close to standing ones: ``python -m tests.vision.felled_close dog``.

One lies anywhere, one to four stand, the nearest of them at most 3 mm clear of it and half the time
of its colour. The same board is then read with nothing lying: what is said to have fallen is
invented.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.board import Board, BoardPlace, PieceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.scene import Pawn
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY, HIDDEN, Piece
from tablet_companion.simulator.house import Print, make_print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE, Reading
from tests.adversaries.frames import falls
from tests.vision.felled import LIGHTS, Fall, Seen, judge

GAP_MM: Final = (1.0, 3.0)
"""How far clear of the lying piece the nearest standing one is."""
_MOST: Final = 4
_TURNED: Final = 0.3
_TRIES: Final = 400


@dataclass(frozen=True, slots=True)
class Close:
    """A board on which one piece lies and others stand, by their place."""

    light: str
    fall: Fall
    stand: dict[str, tuple[str, bool]]


def lay_close(board: Board, rng: np.random.Generator, light: str) -> Close | None:
    """Return a piece that lies close to one that stands, and others farther away."""
    kinds = [kind for kind in board.pieces.values() if not kind.flat and kind.slender]
    if not kinds:
        return None
    kind = kinds[int(rng.integers(len(kinds)))]
    colour = str(rng.choice(list(kind.colours)))
    half, size = kind.height_mm / 2, board.size_mm
    x, y = (float(rng.uniform(half, side - half)) for side in size)
    turn = float(rng.uniform(0, 360))
    pawn = Pawn(colour, x, y, lying_deg=turn)
    apart = {place.name: _measure_gap(pawn, kind, place) for place in board.places}
    close = [name for name, gap in apart.items() if GAP_MM[0] <= gap <= GAP_MM[1]]
    far = [name for name, gap in apart.items() if gap > GAP_MM[1]]
    own = [name for name in close if _may_stand(board, name, kind)]
    if not own:
        return None
    beside = own[int(rng.integers(len(own)))]
    stand = {beside: _colour_there(board, beside, kind, colour, rng, like=rng.random() < 0.5)}
    for _ in range(int(rng.integers(0, _MOST))):
        spot = far[int(rng.integers(len(far)))]
        clear = all(_apart_mm(board, spot, other) > kind.diameter_mm + 2 for other in stand)
        if clear and _may_stand(board, spot, kind):
            stand[spot] = _colour_there(board, spot, kind, colour, rng, like=rng.random() < 0.5)
    near = min(board.places, key=lambda place: apart[place.name])
    return Close(light, Fall(near, colour, turn, pawn), stand)


def _measure_gap(pawn: Pawn, kind: PieceKind, place: BoardPlace) -> float:
    there = Pawn("", place.x_mm, place.y_mm)
    return falls.measure_gap(pawn, kind, [there]) - kind.diameter_mm


def _apart_mm(board: Board, one: str, other: str) -> float:
    a, b = board.by_name[one], board.by_name[other]
    return float(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm))


def _may_stand(board: Board, name: str, kind: PieceKind) -> bool:
    place = board.by_name[name]
    return kind in board.kinds_at(place).values()


def _colour_there(  # noqa: PLR0913 - a place, and a piece for it
    board: Board, name: str, kind: PieceKind, colour: str, rng: np.random.Generator, *, like: bool
) -> tuple[str, bool]:
    """Return a colour that may stand on a place, perhaps that of the lying piece, and if turned."""
    place = board.by_name[name]
    others = [one for one in kind.colours if one != colour]
    chosen = colour if like or not others else str(rng.choice(others))
    if place.kind == "nest" and place.colour in kind.colours:
        chosen = place.colour
    sinks = board.sinking(place) is kind and bool(kind.hidden)
    return chosen, bool(sinks and rng.random() < _TURNED)


def scenes(board: Board, many: int, seed: int) -> Iterator[Close]:
    """Yield boards, the lights by turns."""
    found = 0
    for number in range(seed, seed + many * _TRIES):
        light = list(LIGHTS)[found % len(LIGHTS)]
        close = lay_close(board, np.random.default_rng(number), light)
        if close is not None:
            found += 1
            yield close
        if found == many:
            return


def read(kit: Print, close: Close, number: int, *, lying: bool) -> Reading:
    """Read a picture of a board, with the piece that lies or without it."""
    table = SimulatedTable(kit.board, np.random.default_rng(number), light=LIGHTS[close.light])
    table.set_up(close.stand)
    if lying:
        table.arrange([*table.scene.pawns, close.fall.pawn])
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=number)
    return BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2]


def count(reading: Reading, close: Close) -> Counter[str]:
    """Return what is read of the places: ghosts that are surely there, and what stands."""
    found: Counter[str] = Counter()
    for sight in reading.places:
        place, turned = close.stand.get(str(sight.place), (EMPTY, False))
        true = HIDDEN if turned else Piece(place)
        seen = not sight.covered and sight.probability >= SURE
        if str(sight.place) in close.stand:
            found["stand"] += 1
            found["right"] += seen and sight.best == true
            found["lost"] += not seen
        found["ghost"] += seen and sight.best not in {EMPTY, true}
        found["overlooked"] += seen and sight.best == EMPTY != true
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """What was read of one board, with the piece that lies and without it."""

    light: str
    seen: Seen
    lain: Counter[str]
    quiet: Counter[str]
    invented: int


def measure(game: str, many: int, seed: int, told: list[str]) -> Iterator[str]:
    """Yield a line of figures for each light."""
    kit = make_print(game)
    rows: list[Row] = []
    for number, close in enumerate(scenes(kit.board, many, seed)):
        lain, quiet = (read(kit, close, seed + number, lying=lying) for lying in (True, False))
        seen = judge(lain, kit.board, close.fall, set(close.stand))
        rows.append(
            Row(close.light, seen, count(lain, close), count(quiet, close), len(quiet.things))
        )
        told.append(_tell(f"{game} {number}", close, lain, rows[-1]))
    for light in LIGHTS:
        some = [row for row in rows if row.light == light]
        saids = Counter(row.seen for row in some)
        said = ", ".join(f"{saids[one]} {one.value}" for one in Seen)
        here, bare = Counter[str](), Counter[str]()
        for row in some:
            here.update(row.lain)
            bare.update(row.quiet)
        yield (
            f"{game}, {light}, {len(some)}: {said}; surely wrong {here['ghost']} there, "
            f"{here['overlooked']} not; standing {here['right']} right, {here['lost']} lost of "
            f"{here['stand']}; nothing lying: {sum(row.invented for row in some)} things, "
            f"{bare['right']} right, {bare['ghost'] + bare['overlooked']} wrong\n"
        )


def _tell(name: str, close: Close, reading: Reading, row: Row) -> str:
    pawn = close.fall.pawn
    doubted = [
        f"{sight.place} {sight.best or '-'} {sight.probability:.3f}"
        for sight in reading.places
        if sight.probability < SURE or (sight.best != EMPTY) != (str(sight.place) in close.stand)
    ]
    things = [(one.piece, round(one.x_mm), round(one.y_mm)) for one in reading.things]
    return (
        f"{name} {close.light} {pawn.colour} {pawn.x_mm:.1f}, {pawn.y_mm:.1f} mm, "
        f"{pawn.lying_deg:.0f} deg, beside {close.stand}: {row.seen.value}, ghosts "
        f"{row.lain['ghost']}, lost {row.lain['lost']}; things {things}; {doubted}"
    )


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.felled_close")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--many", type=int, default=50, help="boards of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first board")
    parser.add_argument("--tell", action="store_true", help="name every fall")
    wishes = parser.parse_args()
    for game in wishes.games:
        told: list[str] = []
        for line in measure(game, wishes.many, wishes.seed, told):
            sys.stdout.write(line)
            sys.stdout.flush()
        sys.stdout.write("\n".join([*told, ""]) if wishes.tell else "")


if __name__ == "__main__":
    main()
