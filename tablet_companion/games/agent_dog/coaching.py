"""What Agent DOG teaches beginners: what they would try, and why some legal moves are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.agent_dog.actions import Action
from tablet_companion.games.agent_dog.attempts import consequences
from tablet_companion.games.agent_dog.legal import find_occupied
from tablet_companion.games.agent_dog.predicates import finish_of, resolve_copy, side
from tablet_companion.games.agent_dog.state import NUMBERS, START_CARDS, State
from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import coaching, track
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.rounds import list_holdable
from tablet_companion.games.dog_family.state import Phase, colour_played

INFILTRATED: Final = Rule("infiltrated")
JUMPING: Final = Rule("jumping")
MEETING_START: Final = Rule("meeting_start")
OWN_SIDE: Final = Rule("own_side")


def tries(state: State) -> Iterator[Action]:
    """Yield what each card would do with every pawn that may be the player's to move."""
    if state.phase is not Phase.PLAY:
        return
    colour = colour_played(state, state.turn)
    pawns = [
        (square, finish_of(state, colour, square))
        for square in find_occupied(state)
        if state.board[square] == colour + 1 or state.setting.is_hole[square]
    ]
    for card in list_holdable(state):
        stands_for = resolve_copy(state, card)
        ways = [*coaching.try_counts(pawns, NUMBERS.get(stands_for or card, ()))]
        ways += coaching.try_start(state) if stands_for in START_CARDS else ()
        for legs in ways:
            captured = coaching.find_pawn_on(state, legs[0][1])
            yield next(consequences(state, card, legs, captured))


def allow(state: State, action: Action) -> tuple[Rule, ...]:
    """Return the rules that allow a play which may look wrong."""
    if not isinstance(action, Play):
        return ()
    hidden = any(state.setting.is_hole[origin] for origin, _ in action.legs if origin < track.LAP)
    from_start = any(track.on_own_start(state.board, guest) for guest, _ in action.called)
    return (
        *((INFILTRATED,) if hidden and len(action.legs) == 1 else ()),
        *((OWN_SIDE,) if _takes_own(state, action) else ()),
        *((MEETING_START,) if from_start else ()),
        *coaching.allow(state, action, JUMPING),
    )


def _takes_own(state: State, play: Play) -> bool:
    """Whether a play captures a visible pawn of the player's own side."""
    visible = (square for square in play.captured if not state.setting.is_hole[square])
    return any(state.board[square] - 1 in side(state) for square in visible)
