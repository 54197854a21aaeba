"""What people try: the near misses around the legal actions, to name what somebody did wrong."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.dog import seven
from tablet_companion.games.dog.legal import legal, outcomes
from tablet_companion.games.dog.state import POWERS, SEVEN, Field, State, field_of
from tablet_companion.games.dog_family.actions import Action, GiveUp, Outcome, Play
from tablet_companion.games.dog_family.attempts import any_moves, any_swaps
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
    swaps = ((legs, ()) for legs in any_swaps(field.board))
    anything = dict.fromkeys([*_moves(field), *swaps])
    steps = dict.fromkeys(_steps(field))
    for card in list_holdable(state):
        more = steps if POWERS[card].splits else {}
        for outcome in {**outcomes(field, card), **anything, **more}:
            yield Play(card, *outcome)
    yield GiveUp()


def _moves(field: Field) -> Iterator[Outcome]:
    """Yield every move of any one pawn to any square, with and without sending one home."""
    for legs, captured in any_moves(field.board, field.nests):
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
