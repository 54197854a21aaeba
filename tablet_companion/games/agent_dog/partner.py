"""The card `partner`: four points spread over pawns in any way, searched completely (29).

Every point moves one pawn one space; what it meets on the way is captured, own pawns too. The
outcomes are the same when each pawn takes its points in one go, in every order of the pawns; so
the search is over orders and numbers. Pawns too far apart to meet are searched apart and combined,
which makes the usual table cheap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablet_companion.games import _track as track
from tablet_companion.games._dog_actions import Outcome
from tablet_companion.games._dog_spread import Spread, groups, spent, tidied
from tablet_companion.games.agent_dog.state import State

POINTS = 4

_GONE = -1


class Runner(NamedTuple):
    """A pawn that the card may move.

    ``guards`` is the start space on which it is protected (-1 for one turned over: never);
    ``finish`` is the colour whose finish it may enter.
    """

    square: int
    finish: int
    guards: int


def runners(state: State, colour: int) -> list[Runner]:
    """Return the pawns that may be given points, in the order of their squares.

    Infiltrated ones, and the visible ones of the player's side; of every colour once four of the
    side's pawns are home, or where everybody plays for himself.
    """
    setting, board = state.setting, state.board
    mine, partner = colour, setting.partner(colour)
    everybody = not setting.teams or track.is_home(board, mine) or track.is_home(board, partner)
    allowed = [everybody or other in (mine, partner) for other in range(4)]
    found = []
    for square in range(track.SQUARES):
        pawn = board[square] - 1
        if pawn < 0:
            continue
        if setting.is_hole[square]:
            found.append(Runner(square, colour, _GONE))
        elif allowed[pawn]:
            found.append(Runner(square, pawn, track.STARTS[pawn]))
    return found


def outcomes(state: State, colour: int, total: int = POINTS) -> Iterator[Outcome]:
    """Yield every way to use up the points, as where pawns go and which are captured, each once.

    ``total`` is another number than four only to explain what somebody did with too few or many.
    """
    apart = groups(runners(state, colour), total)
    yield from tidied(spent([_search(state.board, group, total) for group in apart], total))


class _Node(NamedTuple):
    """Where the pawns of a group stand (_GONE when captured), and what else was captured."""

    squares: tuple[int, ...]
    captured: tuple[int, ...]


def _search(board: bytes, pawns: list[Runner], total: int) -> Spread:
    """Return, for each number of points, every outcome of a group of pawns."""
    start = _Node(tuple(pawn.square for pawn in pawns), ())
    layers: list[dict[_Node, None]] = [{start: None}, *({} for _ in range(total))]
    for used in range(total):
        for node in layers[used]:
            for index, pawn in enumerate(pawns):
                # A pawn that has left its square has had its points, all in one go.
                if node.squares[index] == pawn.square:
                    for points, after in _walks(board, pawns, node, index, total - used):
                        layers[used + points][after] = None
    return [[_outcome(pawns, node) for node in layer] for layer in layers]


def _outcome(pawns: list[Runner], node: _Node) -> Outcome:
    legs = tuple(
        (pawn.square, square)
        for pawn, square in zip(pawns, node.squares, strict=True)
        if square not in (pawn.square, _GONE)
    )
    lost = tuple(
        pawn.square for pawn, square in zip(pawns, node.squares, strict=True) if square == _GONE
    )
    return legs, lost + node.captured


def _walks(
    board: bytes, pawns: list[Runner], node: _Node, index: int, most: int
) -> Iterator[tuple[int, _Node]]:
    """Yield what one pawn does with 1 to ``most`` points in one go."""
    here = [(pawns[index].square, node)]
    for points in range(1, most + 1):
        here = [
            (square, after)
            for origin, before in here
            for square in _steps(pawns[index], origin)
            if (after := _step(board, pawns, before, index, square)) is not None
        ]
        for _, after in here:
            yield points, after


def _steps(pawn: Runner, square: int) -> tuple[int, ...]:
    """Return where one step leads from a square: onwards, and at its start into the finish (14)."""
    if square >= track.LAP:
        return (square + 1,) if (square + 1) % track.PAWNS_EACH else ()
    onwards = (square + 1) % track.LAP
    if square == track.STARTS[pawn.finish] and square != pawn.square:
        return onwards, track.finish(pawn.finish)
    return (onwards,)


def _step(board: bytes, pawns: list[Runner], node: _Node, index: int, square: int) -> _Node | None:
    """Return the node after one pawn's step onto a square, or None where it may not go there."""
    squares, captured = node
    for other, occupied in enumerate(squares):
        if occupied == square and other != index:
            if square >= track.LAP or pawns[other].guards == square:
                return None
            return _Node(_with(_with(squares, index, square), other, _GONE), captured)
    if board[square] and square not in captured and not any(p.square == square for p in pawns):
        if square >= track.LAP or track.protected(board, square):
            return None
        return _Node(_with(squares, index, square), tuple(sorted((*captured, square))))
    return _Node(_with(squares, index, square), captured)


def _with(squares: tuple[int, ...], index: int, square: int) -> tuple[int, ...]:
    return (*squares[:index], square, *squares[index + 1 :])
