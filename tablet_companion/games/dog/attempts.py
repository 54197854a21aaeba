"""What people try: the near misses around the legal actions, to name what somebody did wrong."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tablet_companion.games.dog import seven
from tablet_companion.games.dog.actions import Action, Play
from tablet_companion.games.dog.legal import legal, outcomes
from tablet_companion.games.dog.state import POWERS, SEVEN, Field, State, field_of
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import GiveUp, Outcome
from tablet_companion.games.dog_family.rounds import list_holdable
from tablet_companion.games.dog_family.state import Phase


def conceivable(state: State) -> Iterator[Action]:
    """Yield every legal action and the near misses, each once.

    People move any pawn anywhere with a card, forget to send one home, swap any two pawns, use six
    or eight steps of a 7, and give up a hand that could be played.
    """
    if state.phase is not Phase.PLAY:
        yield from legal(state)
        return
    field = field_of(state)
    anything = dict.fromkeys([*_single(field), *_swaps(field)])
    steps = dict.fromkeys(_steps(field))
    for card in list_holdable(state):
        more = steps if POWERS[card].splits else {}
        for outcome in {**outcomes(field, card), **anything, **more}:
            yield Play(card, *outcome)
    yield GiveUp()


def _single(field: Field) -> Iterator[Outcome]:
    """Yield every move of any one pawn to any square, with and without sending one home."""
    board = field.board
    origins = [square for square in range(track.SQUARES) if board[square]]
    origins += [track.nest(colour) for colour in range(4) if field.nests[colour]]
    for origin, target in itertools.product(origins, range(track.SQUARES)):
        if origin != target:
            yield ((origin, target),), ()
            if board[target]:
                yield ((origin, target),), (target,)


def _swaps(field: Field) -> Iterator[Outcome]:
    """Yield every swap of two pawns on the board."""
    squares = [square for square in range(track.SQUARES) if field.board[square]]
    for one, other in itertools.combinations(squares, 2):
        yield ((one, other), (other, one)), ()


def _steps(field: Field) -> Iterator[Outcome]:
    """Yield seven steps with a capture forgotten, and six and eight steps."""
    for legs, captured in seven.outcomes(field):
        if captured:
            yield legs, captured[1:]
    for total in (SEVEN - 1, SEVEN + 1):
        yield from seven.outcomes(field, total)
