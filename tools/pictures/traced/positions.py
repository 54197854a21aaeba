"""Where pieces stand: random tables, beginnings, and a few moves of a game."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tools.pictures.traced.boards import BoardSpec, Place
from tools.pictures.traced.shots import Card, Piece

Occupancy = dict[str, tuple[str, str]]
"""Colour and shape of the piece at each occupied place."""


def may_stand(place: Place, colour: str) -> bool:
    """Whether a piece of a colour belongs there: nests and finishes are for their own."""
    return place.kind not in ("nest", "finish") or place.colour == colour


def start_position(board: BoardSpec) -> Occupancy:
    """Return the position in which a game begins."""
    return {place: (colour, shape) for place, colour, shape in board.start}


def random_position(board: BoardSpec, rng: np.random.Generator) -> Occupancy:
    """Return a table somewhere in a game, a third of the nests' pieces still at home."""
    taken: Occupancy = {}
    for kind in board.kinds:
        for colour in kind.colours:
            shapes = list(rng.permutation(kind.shapes))
            count = int(rng.integers((board.most + 1) // 2, min(board.most, len(shapes)) + 1))
            for shape in shapes[:count]:
                free = [p for p in board.places if p.name not in taken and may_stand(p, colour)]
                taken[_pick(board, free, rng).name] = (colour, str(shape))
    return taken


def _pick(board: BoardSpec, free: list[Place], rng: np.random.Generator) -> Place:
    """Choose a free place; squares of the colour that is played on, and few of the nests."""
    weights = np.array([0.4 if place.kind == "nest" else 1.0 for place in free])
    if board.name == "inlaid_chequers":
        dark = [("ABCDEFGH".index(p.name[0]) + int(p.name[1])) % 2 == 1 for p in free]
        weights *= np.where(dark, 1.0, 0.08)
    return free[int(rng.choice(len(free), p=weights / weights.sum()))]


def move_once(
    board: BoardSpec, taken: Occupancy, rng: np.random.Generator
) -> tuple[str, Occupancy]:
    """Make one move: return the place it goes to and the position after it.

    On a board of lines a stone is added. Elsewhere a piece goes to a place within reach; a piece
    that stands there goes home to its nest, or off the board where there is none.
    """
    if board.kinds[0].name == "stone":
        place = _pick(board, [p for p in board.places if p.name not in taken], rng)
        colour = tuple(board.kinds[0].colours)[len(taken) % 2]
        return place.name, taken | {place.name: (colour, "lens")}
    for _ in range(500):
        origin = str(rng.choice(sorted(taken)))
        colour, shape = taken[origin]
        goals = [p for p in board.places if _reachable(board, taken, origin, p)]
        if not goals:
            continue
        goal = _pick(board, goals, rng)
        after = {name: who for name, who in taken.items() if name != origin}
        beaten = after.pop(goal.name, None)
        if beaten:
            after |= _send_home(board, after, beaten)
        return goal.name, after | {goal.name: (colour, shape)}
    raise AssertionError("no piece can move")


def _reachable(board: BoardSpec, taken: Occupancy, origin: str, goal: Place) -> bool:
    start, colour = board.place(origin), taken[origin][0]
    near = math.hypot(start.x - goal.x, start.y - goal.y) < 0.45 * min(board.size)
    own = goal.name in taken and taken[goal.name][0] == colour
    return near and not own and goal.kind != "nest" and may_stand(goal, colour)


def _send_home(board: BoardSpec, taken: Occupancy, who: tuple[str, str]) -> Occupancy:
    """Return where a beaten piece goes: a free spot of its nest, or nowhere."""
    for place in board.places:
        if place.kind == "nest" and place.colour == who[0] and place.name not in taken:
            return {place.name: who}
    return {}


@dataclass
class Stance:
    """How pieces happen to stand: each keeps its stance until it is moved."""

    board: BoardSpec
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.known: dict[tuple[str, tuple[str, str]], Piece] = {}

    def stand(self, taken: Occupancy) -> tuple[Piece, ...]:
        """Return the pieces of a position; those that did not move stand as they stood."""
        standing = {key: piece for key, piece in self.known.items() if taken.get(key[0]) == key[1]}
        for name, who in taken.items():
            if (name, who) not in standing:
                standing[name, who] = self._set_down(name, who, list(standing.values()))
        self.known = {(name, who): standing[name, who] for name, who in taken.items()}
        return tuple(self.known.values())

    def _set_down(self, name: str, who: tuple[str, str], others: list[Piece]) -> Piece:
        """Put a piece on its place as people do: beside the middle, seldom far beside it."""
        place, rng = self.board.place(name), self.rng
        width = self.board.kind_of(who[0]).diameter
        in_hole = place.kind == "hole" and self.board.hole_mm > 0
        limit = 1.2 if in_hole else (0.5 if rng.random() < 0.05 else 0.24) * place.radius
        x, y = place.x, place.y
        for _ in range(60):
            shift = rng.normal(0, 0.13 * place.radius, 2)
            shift *= min(1.0, limit / max(float(np.hypot(*shift)), 1e-6))
            x, y = place.x + float(shift[0]), place.y + float(shift[1])
            if all(math.hypot(o.x - x, o.y - y) > width + 0.3 for o in others):
                break
        sunk = in_hole and rng.random() < 0.85
        lean = float(abs(rng.normal(0, 1.6))) if in_hole else 0.0
        turned = float(rng.uniform(0, 360))
        if who[1] == "knight":
            turned = float(rng.normal(0 if who[0] == "white" else 180, 25))
        return Piece(name, *who, x, y, turned, lean, -sink_depth(in_hole, sunk=sunk), sunk)


def sink_depth(in_hole: bool, *, sunk: bool) -> float:
    """Return how deep a piece stands that is not turned over: 10 mm in a hole."""
    return 10.0 if in_hole and not sunk else 0.0


def make_pile(cards: tuple[str, ...], rng: np.random.Generator, count: int) -> tuple[Card, ...]:
    """Return a pile of this many cards, each thrown a little askew."""
    return tuple(drop_card(str(rng.choice(cards)), rng) for _ in range(count))


def drop_card(face: str, rng: np.random.Generator) -> Card:
    """Return a card as it falls on the pile; one in five is upside down."""
    dx, dy = np.clip(rng.normal(0, 1.8, 2), -4.5, 4.5)
    turned = rng.normal(0, 4.5) + (180 if rng.random() < 0.2 else 0)
    return Card(face, float(dx), float(dy), float(turned))
