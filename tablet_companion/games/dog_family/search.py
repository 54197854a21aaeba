"""The complete search for a card whose steps are shared among several pawns.

Every step moves one pawn one space; whatever it meets on the track is captured, unless it is
protected. A pawn can only be met or barred by what is ahead of it. So every table that can be
reached by interleaving steps is also reached if the pawns move one after another, the foremost
first, each with all its steps at once; the search tries only those orders.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, NamedTuple

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.predicates import JUMPED, Fault, may_enter, may_pass
from tablet_companion.games.dog_family.spread import Runner, Spread, order_foremost_first, pack_bits

MAX_STEPS: Final = 8
"""More steps than these are never searched, not even to explain a wrong play."""

_BITS: Final = tuple(1 << square for square in track.ALL)
_FIRST_INSIDE: Final = MAX_STEPS + 1
_STAGES: Final = _FIRST_INSIDE + track.PAWNS_EACH
"""A pawn's progress: steps on the track (or inside the finish where it began), then the squares of
its finish."""


class Path(NamedTuple):
    """A pawn's way: the square at each stage, and the stages that may follow.

    ``ends`` are, for each number of steps, the squares where they may end, and ``free`` what this
    comes to if nothing stands there. ``ways`` is the set of squares that this many steps may touch,
    as bits, without the one where the pawn stands.
    """

    squares: tuple[int, ...]
    following: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, ...], ...]
    ways: tuple[int, ...]
    free: Spread


@functools.cache
def path(origin: int, finish: int, unless: Rule | None) -> Path:
    """Return the way of a pawn into the finish of a colour.

    ``unless`` is the rule that forbids it to enter from its start space, if any.
    """
    squares = [-1] * _STAGES
    following: list[tuple[int, ...]] = [()] * _STAGES
    if origin >= track.LAP:
        _inside(squares, following, 0, origin)
        return _whole(squares, following)
    first = track.finish(finish)
    _inside(squares, following, _FIRST_INSIDE, first)
    for stage in range(_FIRST_INSIDE):
        square = (origin + stage) % track.LAP
        squares[stage] = square
        following[stage] = (stage + 1,) if stage < MAX_STEPS else ()
        passes = square == track.STARTS[finish]
        if passes and not (stage == 0 and may_enter(origin, first, finish, unless)):
            following[stage] += (_FIRST_INSIDE,)
    return _whole(squares, following)


def path_of(runner: Runner) -> Path:
    """Return the way of a pawn into its finish."""
    return path(runner.square, runner.finish, runner.unless)


def _whole(squares: list[int], following: list[tuple[int, ...]]) -> Path:
    """Return a way with its ends for each number of steps."""
    stages: list[list[int]] = [[0]]
    for _ in range(MAX_STEPS):
        stages.append([after for stage in stages[-1] for after in following[stage]])
    ends = tuple(tuple(squares[stage] for stage in some) for some in stages)
    touched = itertools.accumulate(map(pack_bits, ((), *ends[1:])), operator.or_)
    gone: Spread = [[(((squares[0], end),), ()) for end in some] for some in ends]
    return Path(tuple(squares), tuple(following), ends, tuple(touched), [[((), ())], *gone[1:]])


def _inside(squares: list[int], following: list[tuple[int, ...]], stage: int, square: int) -> None:
    """Fill in the stages from a finish square to the deepest."""
    last = square | track.PAWNS_EACH - 1  # finishes begin at multiples of four
    for number in range(last - square + 1):
        squares[stage + number] = square + number
        following[stage + number] = (stage + number + 1,) if square + number < last else ()


class Node(NamedTuple):
    """The table during the search of a group; sets of squares are bits.

    ``occupied``: by any pawn; ``runners``: by pawns of the group, lane by lane, each lane shifted
    by the number of squares; ``unmoved``: by pawns of the group that have not moved. ``legs`` and
    ``captured`` are the moves so far.
    """

    occupied: int
    runners: int
    unmoved: int
    legs: Legs
    captured: tuple[int, ...]

    def lifted(self, origin: int, side: int) -> Node:
        """Return the table with a pawn lifted that is about to move."""
        here = 1 << origin
        occupied, runners, unmoved, legs, captured = self
        return make_node((occupied ^ here, runners ^ here << side, unmoved ^ here, legs, captured))

    def arrived(self, origin: int, square: int, side: int) -> Node:
        """Return the table with the lifted pawn on a square."""
        there = 1 << square
        occupied, runners, unmoved, legs, captured = self
        gone = (*legs, (origin, square))
        return make_node((occupied | there, runners | there << side, unmoved, gone, captured))


make_node: Final[Callable[[tuple[int, int, int, Legs, tuple[int, ...]]], Node]] = functools.partial(
    tuple.__new__, Node
)
"""Make a node from all its fields, in half the time."""


class Manner(NamedTuple):
    """How a card lets pawns move.

    ``guards`` say which pawns are protected where. ``values`` says for each lane by which value the
    board shows its pawns, ``track.EMPTY`` for those that are protected nowhere. ``while_unmoved``:
    they are protected only until they move. Of nodes with an equal ``key`` only one is kept.
    """

    values: tuple[int, ...]
    while_unmoved: bool
    key: Callable[[Node], Hashable]
    guards: track.Guards


Meet = Callable[[Node, int], Node | Fault]
"""The effect of a step onto a square: the pawn met is captured, or it bars the way."""


def start_group(board: bytes, members: Sequence[Runner]) -> Node:
    """Return the table before the first step of a group."""
    runners = unmoved = 0
    for runner in members:
        unmoved |= 1 << runner.square
        runners |= 1 << runner.square + track.SQUARES * runner.lane
    return Node(pack_board(board), runners, unmoved, (), ())


@functools.lru_cache(maxsize=4)
def pack_board(board: bytes) -> int:
    """Return the squares where pawns stand as bits; all groups of a board ask for them."""
    return sum(itertools.compress(_BITS, board))


def bind_meet(board: bytes, members: Iterable[Runner], manner: Manner) -> Meet:
    """Return the function that finds the effect of a step of this group onto a square."""
    lanes = tuple({runner.lane for runner in members})
    return functools.partial(_meet, board, manner, lanes)


def search_outcomes(board: bytes, members: Sequence[Runner], manner: Manner, total: int) -> Spread:
    """Return, for each number of steps, every outcome of a group of pawns."""
    if len(members) == 1:  # most groups
        return _search_alone(board, members[0], manner.guards, total)
    first, key = start_group(board, members), manner.key
    layers: list[dict[Hashable, Node]] = [{key(first): first}]
    layers += [{} for _ in range(total)]
    meet = bind_meet(board, members, manner)
    for runner in order_foremost_first(members):
        origin, side = runner.square, track.SQUARES * runner.lane
        way = path_of(runner)
        for used in range(total - 1, -1, -1):  # downwards, so that no pawn moves twice
            for node in layers[used].values():
                if node.unmoved >> origin & 1:
                    for steps, square, cleared in _walk(
                        node.lifted(origin, side), way, total - used, meet
                    ):
                        after = cleared.arrived(origin, square, side)
                        layers[used + steps].setdefault(key(after), after)
    return [[(node.legs, node.captured) for node in layer.values()] for layer in layers]


def _search_alone(board: bytes, runner: Runner, guards: track.Guards, total: int) -> Spread:
    """Return, for each number of steps, every outcome of one pawn."""
    way = path_of(runner)
    if not pack_board(board) & way.ways[total]:
        return way.free[: total + 1]
    origin, squares = runner.square, way.squares
    found: Spread = [[((), ())], *([] for _ in range(total))]
    here: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for steps in range(1, total + 1):
        ahead = [(stage, taken) for before, taken in here for stage in way.following[before]]
        here = []
        for stage, taken in ahead:
            square = squares[stage]
            if board[square]:
                if bars(board, square, guards):
                    continue
                taken = (*taken, square)  # noqa: PLW2901 - as far as this way has come
            here.append((stage, taken))
            found[steps].append((((origin, square),), taken))
        if not here:
            break
    return found


def _walk(lifted: Node, way: Path, most: int, meet: Meet) -> list[tuple[int, int, Node]]:
    """Return where one to ``most`` steps at once lead a pawn that is lifted.

    Each is the number of steps, their end, and the table without the pawns met on the way.
    """
    squares, following, ends, ways, _ = way
    if not lifted.occupied & ways[most]:
        return [(n, square, lifted) for n in range(1, most + 1) for square in ends[n]]
    found: list[tuple[int, int, Node]] = []
    here = [(0, lifted)]
    for steps in range(1, most + 1):
        ahead = [(stage, node) for before, node in here for stage in following[before]]
        here = []
        for stage, node in ahead:
            square = squares[stage]
            after = meet(node, square) if node.occupied >> square & 1 else node
            if isinstance(after, Node):
                here.append((stage, after))
                found.append((steps, square, after))
        if not here:
            break
    return found


def bars(board: bytes, square: int, guards: track.Guards) -> Fault | None:
    """Check a step onto the pawn on a square, which has not been moved."""
    if square >= track.LAP:
        return JUMPED[square]
    return may_pass(board[square], square, guards)


def _meet(
    board: bytes, manner: Manner, lanes: tuple[int, ...], node: Node, square: int
) -> Node | Fault:
    """Return the node without the pawn on a square, or the fault if that pawn bars the way."""
    occupied, runners, unmoved, legs, captured = node
    if not occupied >> square & 1:
        return node
    if square >= track.LAP:
        return JUMPED[square]
    for lane in lanes:
        there = 1 << square + track.SQUARES * lane
        if runners & there:
            safe = not manner.while_unmoved or unmoved >> square & 1
            barred = may_pass(manner.values[lane], square, manner.guards) if safe else None
            return barred or _without(node, square, there)
    if barred := bars(board, square, manner.guards):
        return barred
    return make_node((occupied ^ 1 << square, runners, unmoved, legs, (*captured, square)))


def _without(node: Node, square: int, there: int) -> Node:
    """Return the node without the group's pawn on a square."""
    origin = next((a for a, b in node.legs if b == square), square)
    return Node(
        node.occupied ^ 1 << square,
        node.runners ^ there,
        node.unmoved & ~(1 << square),
        tuple(leg for leg in node.legs if leg[1] != square),
        (*node.captured, origin),
    )
