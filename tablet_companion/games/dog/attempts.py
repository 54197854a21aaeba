"""What people try: near misses, to name what was wrong, and what beginners misjudge."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.dog import seven
from tablet_companion.games.dog.legal import find_movable, outcomes
from tablet_companion.games.dog.state import POWERS, SEVEN, Field, Powers, field_of
from tablet_companion.games.dog_family import attempts, track
from tablet_companion.games.dog_family.actions import Action, Legs, Outcome, Play
from tablet_companion.games.dog_family.legal import before_play, list_holdable
from tablet_companion.games.dog_family.state import Phase, State, colour_played

PASSING: Final = Rule("passing")


def conceivable(state: State) -> Iterator[Action]:
    """Yield every legal action and the near misses, each once.

    People move any pawn anywhere with a card, forget to send one home, swap any two pawns, use six
    or eight steps of a 7, and give up a hand that could be played.
    """
    if state.phase is not Phase.PLAY:
        yield from before_play(state)
        return
    field = field_of(state)
    swaps = ((legs, ()) for legs in attempts.any_swaps(field.board))
    anything = dict.fromkeys([*_moves(field), *swaps])
    steps = dict.fromkeys(_steps(field))
    for card in list_holdable(state):
        more = steps if POWERS[card].splits else {}
        for outcome in {**outcomes(field, card), **anything, **more}:
            yield Play(card, *outcome)
    yield from attempts.try_passing(state)


def _moves(field: Field) -> Iterator[Outcome]:
    """Yield every move of any one pawn to any square, with and without sending one home."""
    for legs, captured in attempts.any_moves(field.board, field.nests):
        yield legs, ()
        if captured:
            yield legs, captured


def _steps(field: Field) -> Iterator[Outcome]:
    """Yield seven steps with a capture forgotten, and six and eight steps."""
    for legs, captured in seven.outcomes(field):
        if captured:
            yield legs, captured[1:]
    for total in (SEVEN - 1, SEVEN + 1):
        yield from seven.outcomes(field, total)


# --- what beginners try, and misjudge -------------------------------------------------------------


def tries(state: State) -> Iterator[Action]:
    """Yield what each card would do with every pawn that the player moves."""
    if state.phase is not Phase.PLAY:
        return
    colour = colour_played(state, state.turn)
    pawns = [(square, colour) for square in find_movable(field_of(state))]
    for card in list_holdable(state):
        powers = POWERS[card]
        ways = [*attempts.try_counts(pawns, powers.forwards)]
        ways += attempts.try_start(state) if powers.starts else ()
        ways += _try_backwards(pawns, powers)
        for legs in ways:
            yield Play(card, legs, attempts.find_pawn_on(state, legs[0][1]))


def _try_backwards(pawns: Iterable[tuple[int, int]], powers: Powers) -> Iterator[Legs]:
    """Yield every move of one pawn back into its finish, or back inside it."""
    for (origin, colour), count in itertools.product(pawns, (*powers.forwards, *powers.backwards)):
        finish = range(track.finish(colour), track.finish(colour) + track.PAWNS_EACH)
        past = (origin - track.STARTS[colour]) % track.LAP
        back = origin - count if origin in finish else finish.start + count - 1 - past
        enters = origin < track.LAP and 0 < past < count and count in powers.backwards
        if back in finish and (enters or origin in finish):
            yield ((origin, back),)


def allow(state: State, action: Action) -> tuple[Rule, ...]:
    """Return the rules that allow a play which may look wrong."""
    return attempts.allow(state, action, PASSING) if isinstance(action, Play) else ()
