"""What people try: near misses, to name what was wrong, and what beginners misjudge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.agent_dog import partner
from tablet_companion.games.agent_dog.legal import find_occupied, plays_of
from tablet_companion.games.agent_dog.predicates import finish_of, resolve_copy, side
from tablet_companion.games.agent_dog.state import NUMBERS, PARTNER, START_CARDS
from tablet_companion.games.core import Card, Rule
from tablet_companion.games.dog_family import attempts, track
from tablet_companion.games.dog_family.actions import Action, Legs, Play
from tablet_companion.games.dog_family.board import meetings, showings
from tablet_companion.games.dog_family.legal import before_play, list_holdable
from tablet_companion.games.dog_family.state import Phase, State, colour_played
from tablet_companion.games.dog_family.table import move_pawns

INFILTRATED: Final = Rule("infiltrated")
JUMPING: Final = Rule("jumping")
MEETING_START: Final = Rule("meeting_start")
OWN_SIDE: Final = Rule("own_side")


def conceivable(state: State) -> Iterator[Action]:
    """Yield every legal action and the near misses, each once.

    People move any pawn anywhere with a card, forget a capture or a meeting, swap any two pawns,
    spend three or five points, and give up a hand that could be played.
    """
    if state.phase is not Phase.PLAY:
        yield from before_play(state)
        return
    for card in list_holdable(state):
        yield from dict.fromkeys([*plays_of(state, card), *_near_misses(state, card)])
    yield from attempts.try_passing(state)


def consequences(state: State, card: Card, legs: Legs, captured: tuple[int, ...]) -> Iterator[Play]:
    """Yield a move as it must end, and the same with its capture or meeting forgotten."""
    for taken in {captured, ()}:
        after = move_pawns(state.board, legs, taken)
        for called in {*meetings(state.setting, after, legs), ()}:
            for shown in showings(state, legs, taken):
                yield Play(card, legs, taken, called, shown)


def _near_misses(state: State, card: Card) -> Iterator[Play]:
    """Yield moves of any pawn, swaps of any two and, with `partner`, other numbers of points."""
    for legs, captured in attempts.any_moves(state.board, state.nests):
        yield from consequences(state, card, legs, captured)
    for swap in attempts.any_swaps(state.board):
        yield Play(card, swap)
    if resolve_copy(state, card) == PARTNER:
        colour = colour_played(state, state.turn)
        for points in (partner.POINTS - 1, partner.POINTS, partner.POINTS + 1):
            for legs, captured in partner.outcomes(state, colour, points):
                yield from consequences(state, card, legs, captured)


# --- what beginners try, and misjudge -------------------------------------------------------------


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
        ways = [*attempts.try_counts(pawns, NUMBERS.get(stands_for or card, ()))]
        ways += attempts.try_start(state) if stands_for in START_CARDS else ()
        for legs in ways:
            captured = attempts.find_pawn_on(state, legs[0][1])
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
        *attempts.allow(state, action, JUMPING),
    )


def _takes_own(state: State, play: Play) -> bool:
    """Whether a play captures a visible pawn of the player's own side."""
    visible = (square for square in play.captured if not state.setting.is_hole[square])
    return any(state.board[square] - 1 in side(state) for square in visible)
