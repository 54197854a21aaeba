"""What comes over a board in a game: things, fingertips and mirrored lights, each many times.

Every picture has its twin without them: the same table, seen by the same camera.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from tools.pictures.traced import camera, plan, positions
from tools.pictures.traced.boards import BoardSpec, Place
from tools.pictures.traced.lights import HARD
from tools.pictures.traced.shots import Shot, Thing

GROUP: Final = "litter"
SPOTS: Final = ("space", "piece", "between", "gap", "nest", "rim", "edge", "anywhere")
"""Over an empty space, beside a piece, between places (twice), over a nest, within a centimetre of
the rim, across it, and anywhere."""
_SIZES: Final = {"cup": (0.6, 1.0), "telephone": (0.9, 1.1), "die": (0.7, 1.3), "card": (0.8, 1.2)}
_LIGHTS: Final = ("day", "lamp", "evening")
_TIPS, _DAZZLED = 12, 12


def plan_litter(board: BoardSpec) -> list[Shot]:
    """Return what is first shown of a board, three tables, and what comes over them."""
    room = plan.Room(board, np.random.default_rng([board.seed, 17]))
    setup = [shot for shot in plan.plan_board(board) if shot.group == "setup"]
    start = positions.start_position(board)
    room.home = setup[0].camera
    for number, light in enumerate(_LIGHTS):
        room.stance.known.clear()
        taken = positions.random_position(board, room.rng) if number else start
        eye, standing = camera.nudge(room.home, room.rng, 1.0), room.stance.stand(taken)
        room.add(GROUP, f"bare_{light}", eye, light, number, pieces=standing)
    bare = room.shots[:]
    room.shots += [*_lay_everywhere(room, bare), *_touch(room, bare), *_dazzle(room, bare)]
    shown = ("empty_1", "empty_3", "start_1")
    return [shot for shot in setup if shot.file[:-4] in shown] + room.shots


def _lay_everywhere(room: plan.Room, bare: list[Shot]) -> Iterator[Shot]:
    for kind in plan.REACH_MM:
        for number, spot in enumerate(SPOTS):
            table = bare[(number + len(kind)) % len(bare)]
            thing = _lay(room, table, kind, spot)
            standing = tuple(p for p in table.pieces if not plan.is_under(room.board, p, (thing,)))
            light = table.file[5:-4]
            yield replace(
                table, file=f"{kind}_{spot}_{light}.jpg", pieces=standing, things=(thing,)
            )


def _touch(room: plan.Room, bare: list[Shot]) -> Iterator[Shot]:
    """Yield hands of which only the fingertips, or less, reach over the rim."""
    for number in range(_TIPS):
        table = bare[number % len(bare)]
        pose = plan.touch_rim(room, (3, 20))
        yield replace(table, file=f"tips_{number}_{table.file[5:-4]}.jpg", hands=(pose,))


def _dazzle(room: plan.Room, bare: list[Shot]) -> Iterator[Shot]:
    """Yield the first table in hard light: mirrored at the rim, or with the sun's edge there."""
    half = np.array(room.board.size) / 2
    for number in range(_DAZZLED):
        light = HARD[number % len(HARD)]
        at, side = room.rng.uniform(-0.8, 0.8, 2) * half, int(room.rng.integers(2))
        at[side] = float(room.rng.choice([-1, 1])) * (half[side] + room.rng.uniform(-20, 10))
        name = f"glare_{light.replace('_', '-')}-{number}_{bare[0].file[5:-4]}.jpg"
        spot, seed = (float(at[0]), float(at[1])), room.board.seed * 100 + 50 + number
        yield replace(bare[0], file=name, light_name=light, light_seed=seed, spot=spot)


def _lay(room: plan.Room, table: Shot, kind: str, spot: str) -> Thing:
    rng = room.rng
    size, turned = float(rng.uniform(*_SIZES.get(kind, (0.8, 1.2)))), float(rng.uniform(0, 360))
    if spot in ("rim", "edge"):
        turned = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 4))
    x, y = _find_spot(room, table, spot, [size * reach for reach in plan.REACH_MM[kind]], turned)
    if kind in ("sleeve", "charger"):  # from where the nearest rim is
        turned = math.copysign(90, x) if abs(x) > abs(y) else 180.0 * (y > 0)
        turned += 180 * (kind == "charger") + float(rng.normal(0, 12))
    return Thing(kind, x, y, turned, on_board=True, style=int(rng.integers(12)), size=size)


def _find_spot(
    room: plan.Room, table: Shot, spot: str, reach: list[float], turned: float
) -> tuple[float, float]:
    rng, board = room.rng, room.board
    half = np.array(board.size) / 2
    c, s = abs(math.cos(math.radians(turned))), abs(math.sin(math.radians(turned)))
    wide = np.array([reach[0] * c + reach[1] * s, reach[0] * s + reach[1] * c])
    taken = {piece.place for piece in table.pieces}
    if spot in ("space", "piece", "nest"):
        wanted = [p for p in board.places if (p.name in taken) == (spot == "piece")]
        wanted = [p for p in wanted if spot != "nest" or p.kind == "nest"] or list(board.places)
        at = _at(board, wanted[int(rng.integers(len(wanted)))])
        beside = reach[0] + 12 if spot == "piece" else 3.0
        angle = rng.uniform(0, 2 * math.pi)
        at = at + beside * np.array([math.cos(angle), math.sin(angle)])
    elif spot in ("rim", "edge"):
        gap = rng.uniform(2, 10) + wide if spot == "rim" else rng.uniform(-8, 8) + 0 * wide
        side, sign = int(rng.integers(2)), float(rng.choice([-1, 1]))
        at = rng.uniform(-0.7, 0.7, 2) * half
        at[side] = sign * (half[side] - gap[side])
        return float(at[0]), float(at[1])
    else:
        tries = rng.uniform(-0.85, 0.85, (60, 2)) * half
        if spot != "anywhere":
            places = np.array([_at(board, place) for place in board.places])
            apart = np.linalg.norm(tries[:, None] - places, axis=-1).min(axis=1)
            tries = tries[np.argsort(apart)[-12:]]
        at = tries[int(rng.integers(len(tries)))]
    inside = np.maximum(half - wide - 1, 0)
    at = np.clip(at, -inside, inside)
    return float(at[0]), float(at[1])


def _at(board: BoardSpec, place: Place) -> np.ndarray:
    return np.array(board.to_world(place.x, place.y)[:2])
