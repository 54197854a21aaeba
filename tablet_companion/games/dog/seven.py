"""The card `7`: seven steps, split and interleaved among pawns in any way, searched completely (9).

Every step moves one pawn one space; whatever it meets on the track goes home, unless it is
protected. A pawn can be met, and barred, only by what is ahead of it. So every table that some
interleaving leads to is reached, too, when the pawns go one after another, the foremost first, each
with all its steps in one go; the search tries those. Pawns too far apart to meet are searched apart
and combined.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final, NamedTuple

from tablet_companion.games import _track as track
from tablet_companion.games._dog_actions import Legs, Outcome
from tablet_companion.games._dog_spread import Spread, bits_of, groups, spent, spread, tidied
from tablet_companion.games._dog_table import moved
from tablet_companion.games.dog.state import SEVEN, Field

MOST: Final = 8
"""More steps than these are never searched, not even to explain what somebody did."""

_FIRST_INSIDE: Final = MOST + 1
_STAGES: Final = _FIRST_INSIDE + track.PAWNS_EACH
"""How far a pawn has come: steps on the track (or inside a finish that it began in), then the
squares of its finish."""


class Runner(NamedTuple):
    """A pawn that may move; ``finish`` is its colour. A fresh one may not enter from its start."""

    square: int
    finish: int
    fresh: bool


def outcomes(field: Field, total: int = SEVEN) -> list[Outcome]:
    """Return every way to use up the steps, as where pawns go and who is sent home.

    A table may be led to in several ways. ``total`` is another number than seven only to explain
    what somebody did with too few or too many.
    """
    partner = (field.colour + 2) % 4
    if field.canadian_seven:
        return tidied(spent(_apart(field, (field.colour, partner), total), total))
    apart = _apart(field, (field.colour,), total)
    found = spent(apart, total)
    if _nearly_home(field, total):
        found += _continued(field, spread(apart, total), partner)
    return tidied(found)


def _continued(field: Field, own: Spread, partner: int) -> Iterator[Outcome]:
    """Yield the ways that bring the fourth pawn home and go on with the partner's pawns."""
    for left, found in enumerate(reversed(own)):
        for legs, captured in found if left else ():
            board = bytes(moved(field.board, legs, captured))
            if track.is_home(board, field.colour):
                after = field._replace(board=board)
                for more, also in spent(_apart(after, (partner,), left), left):
                    yield legs + more, captured + also


def _nearly_home(field: Field, total: int) -> bool:
    """Say whether the colour that is played may have its fourth pawn home before the last step."""
    start, value = track.STARTS[field.colour], field.colour + 1
    track_only = field.board[: track.LAP]
    away = [(start - square) % track.LAP for square, pawn in enumerate(track_only) if pawn == value]
    return not field.nests[field.colour] and sum(away) < total and len(away) > 0


def _apart(field: Field, colours: tuple[int, ...], total: int) -> list[Spread]:
    """Return, for each group of these colours' pawns, what it can do with up to so many steps."""
    runners = [
        Runner(square, pawn - 1, square == track.STARTS[pawn - 1] and field.fresh[pawn - 1])
        for square, pawn in enumerate(field.board)
        if pawn and pawn - 1 in colours
    ]
    return [_search(field, group, total) for group in groups(runners, total)]


# --- the search ---------------------------------------------------------------------------------


class _Path(NamedTuple):
    """A pawn's way: the square at each stage of it, and the stages that may come next."""

    squares: tuple[int, ...]
    following: tuple[tuple[int, ...], ...]


@functools.cache
def _path(runner: Runner) -> _Path:
    squares, following = [-1] * _STAGES, [()] * _STAGES  # type: list[int], list[tuple[int, ...]]
    if runner.square >= track.LAP:
        _inside(squares, following, 0, runner.square)
        return _Path(tuple(squares), tuple(following))
    _inside(squares, following, _FIRST_INSIDE, track.finish(runner.finish))
    for stage in range(_FIRST_INSIDE):
        square = (runner.square + stage) % track.LAP
        squares[stage] = square
        following[stage] = (stage + 1,) if stage < MOST else ()
        if square == track.STARTS[runner.finish] and not (runner.fresh and stage == 0):
            following[stage] += (_FIRST_INSIDE,)
    return _Path(tuple(squares), tuple(following))


def _inside(squares: list[int], following: list[tuple[int, ...]], stage: int, square: int) -> None:
    """Fill in the stages from a square of a finish to its deepest."""
    last = square | track.PAWNS_EACH - 1  # finishes begin at multiples of four
    for number in range(last - square + 1):
        squares[stage + number] = square + number
        following[stage + number] = (stage + number + 1,) if square + number < last else ()


class _Node(NamedTuple):
    """The table while a group is searched; sets of squares are bits.

    ``occupied``: by anybody; ``runners``: by pawns of the group, those of the colour that is
    played, and further up (from ``_PARTNER``) the others; ``unmoved``: by pawns of the group that
    have not moved. ``legs`` and ``captured`` say how it came about.
    """

    occupied: int
    runners: int
    unmoved: int
    legs: Legs
    captured: tuple[int, ...]


_PARTNER: Final = track.SQUARES

_Layer = dict[tuple[int, int], _Node]
"""One node for every table that so many steps lead to."""


def _search(field: Field, members: list[Runner], total: int) -> Spread:
    """Return, for each number of steps, every outcome of a group of pawns."""
    first = _Node(
        bits_of(square for square, pawn in enumerate(field.board) if pawn),
        bits_of(runner.square + _side(field, runner.finish) for runner in members),
        bits_of(runner.square for runner in members),
        (),
        (),
    )
    layers: list[_Layer] = [{first[:2]: first}, *({} for _ in range(total))]
    for runner in _foremost_first(members):
        for used in range(total - 1, -1, -1):  # downwards, so that nobody goes twice
            for node in layers[used].values():
                for steps, after in _walks(field, runner, node, total - used):
                    layers[used + steps].setdefault(after[:2], after)
    return [[(node.legs, node.captured) for node in layer.values()] for layer in layers]


def _side(field: Field, colour: int) -> int:
    return 0 if colour == field.colour else _PARTNER


def _foremost_first(members: list[Runner]) -> list[Runner]:
    """Return the pawns so that each comes before those that may run into it."""
    inside = sorted((r for r in members if r.square >= track.LAP), reverse=True)
    outside = sorted(r for r in members if r.square < track.LAP)
    behind = [*outside[-1:], *outside[:-1]]
    pairs = zip(outside, behind, strict=True)
    gaps = [(pawn.square - before.square) % track.LAP for pawn, before in pairs]
    last = gaps.index(max(gaps)) if len(outside) > 1 else 0
    return [*inside, *reversed(outside[last:] + outside[:last])]


def _walks(field: Field, runner: Runner, node: _Node, most: int) -> Iterator[tuple[int, _Node]]:
    """Yield what one pawn does with one to ``most`` steps in one go, and how many they are."""
    occupied, runners, unmoved, legs, captured = node
    here, side = 1 << runner.square, _side(field, runner.finish)
    if not unmoved & here:
        return
    path = _path(runner)
    lifted = _Node(occupied ^ here, runners ^ here << side, unmoved ^ here, legs, captured)
    ways = [(0, lifted)]
    for steps in range(1, most + 1):
        ways = [
            (stage, after)
            for before, way in ways
            for stage in path.following[before]
            if (after := _onto(field, way, path.squares[stage])) is not None
        ]
        for stage, (occupied, runners, unmoved, legs, captured) in ways:
            square = path.squares[stage]
            there = 1 << square
            moved_legs = (*legs, (runner.square, square))
            yield (
                steps,
                _Node(occupied | there, runners | there << side, unmoved, moved_legs, captured),
            )


def _onto(field: Field, node: _Node, square: int) -> _Node | None:
    """Return the node with whoever stands on a square gone home, or None if he bars the way."""
    if not node.occupied >> square & 1:
        return node
    if square >= track.LAP:
        return None
    for colour in (field.colour, (field.colour + 2) % 4):
        there = 1 << square + _side(field, colour)
        if node.runners & there:
            return None if _guarded(field, node, colour, square) else _without(node, square, there)
    if track.protected(field.board, square, field.guards):
        return None
    return node._replace(occupied=node.occupied ^ 1 << square, captured=(*node.captured, square))


def _guarded(field: Field, node: _Node, colour: int, square: int) -> bool:
    """Say whether a pawn of the group is protected where it stands now (3)."""
    fresh = field.fresh[colour] and bool(node.unmoved >> square & 1)
    return square == track.STARTS[colour] and (field.always_protected or fresh)


def _without(node: _Node, square: int, there: int) -> _Node:
    """Return the node with the pawn of the group on a square gone home."""
    origin = next((a for a, b in node.legs if b == square), square)
    return _Node(
        node.occupied ^ 1 << square,
        node.runners ^ there,
        node.unmoved & ~(1 << square),
        tuple(leg for leg in node.legs if leg[1] != square),
        (*node.captured, origin),
    )
