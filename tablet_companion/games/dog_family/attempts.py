"""What people try with pawns in DOG and Agent DOG, and why some surprising moves are right."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tablet_companion.games.core import Place, Rule
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Action, GiveUp, Legs, Outcome, Play
from tablet_companion.games.dog_family.legal import find_way_to_pass, list_holdable
from tablet_companion.games.dog_family.state import State, colour_played

ANOTHERS_START: Final = Rule("anothers_start")
FINISH_OPTIONAL: Final = Rule("finish_optional")
FOUR_HOME: Final = Rule("four_home")


def try_counts(pawns: Iterable[tuple[int, int]], counts: Iterable[int]) -> Iterator[Legs]:
    """Yield every move of one pawn by one of these numbers, ignoring what is in its way.

    Each pawn is given by its square and the finish it may enter.
    """
    for (origin, finish), count in itertools.product(pawns, counts):
        for target in track.AHEAD[finish][count][origin]:
            yield ((origin, target),)


def try_start(state: State) -> Iterator[Legs]:
    """Yield the move of a pawn out of the nest, ignoring what is in its way."""
    colour = colour_played(state, state.turn)
    if state.nests[colour]:
        yield ((track.nest(colour), track.STARTS[colour]),)


def try_passing(state: State) -> Iterator[Action]:
    """Yield what a player without a playable card would do, whether or not there is one."""
    kind = find_way_to_pass(state)
    if kind is GiveUp:
        yield GiveUp()
    else:
        yield from map(kind, list_holdable(state))


def find_pawn_on(state: State, target: int) -> tuple[int, ...]:
    """Return the target square if a pawn stands there, else nothing."""
    return (target,) if state.board[target] else ()


def allow(state: State, play: Play, passing: Rule) -> tuple[Rule, ...]:
    """Return the rules that allow a play of one pawn which may look wrong.

    ``passing`` is the rule that lets pawns pass each other.
    """
    if len(play.legs) != 1:
        return ()
    (origin, target), colour = play.legs[0], colour_played(state, state.turn)
    found = [FOUR_HOME] if colour != state.turn and origin != target else []
    if origin < track.LAP and track.distance(origin, target) < track.QUARTER:
        *between, last = track.route(origin, target)
        found += _allow_way(state, between, last, passing)
        start = track.STARTS[colour]
        if state.board[origin] == colour + 1 and start in between and target < track.LAP:
            found.append(FINISH_OPTIONAL)
    return tuple(found)


def _allow_way(state: State, between: list[int], last: int, passing: Rule) -> Iterator[Rule]:
    """Yield the rules that allow to pass pawns on the way and to capture at its end."""
    if any(state.board[square] for square in between):
        yield passing
    met = (square for square in (*between, last) if square in track.STARTS and state.board[square])
    if any(not track.on_own_start(state.board, square) for square in met):
        yield ANOTHERS_START


def count_spaces(state: State, source: Place, target: Place) -> int | None:
    """Return how many spaces a move covers; None out of a nest, or beyond the reach of a card.

    No card leads further than 13 spaces; a 4 may lead backwards.
    """
    start, end = state.setting.names.index(source), state.setting.names.index(target)
    if max(start, end) >= track.SQUARES:
        return None
    ahead = track.distance(start, end)
    if 0 < ahead < track.QUARTER:
        return ahead
    back = (start - end) % track.LAP
    return back if max(start, end) < track.LAP and back < track.QUARTER else None


def any_moves(board: Sequence[int], nests: Sequence[int]) -> Iterator[Outcome]:
    """Yield every move of any one pawn to any other square, which captures whoever stands there."""
    origins = [square for square in range(track.SQUARES) if board[square]]
    origins += [track.nest(colour) for colour in range(4) if nests[colour]]
    for origin, target in itertools.product(origins, range(track.SQUARES)):
        if origin != target:
            yield ((origin, target),), (target,) if board[target] else ()


def any_swaps(board: Sequence[int]) -> Iterator[Legs]:
    """Yield every swap of two pawns that are not in a nest."""
    squares = [square for square in range(track.SQUARES) if board[square]]
    for one, other in itertools.combinations(squares, 2):
        yield (one, other), (other, one)
