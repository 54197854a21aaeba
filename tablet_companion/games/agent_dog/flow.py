"""How a game goes on: lot, deals, gifts, turns and rounds, victory. Assumes legal actions."""

from __future__ import annotations

from tablet_companion.games.agent_dog.predicates import own_taken, resolve_copy
from tablet_companion.games.agent_dog.rules import NO_ANNULLING
from tablet_companion.games.core import Breach
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.board import carry
from tablet_companion.games.dog_family.state import State


def successor(state: State, action: Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    return _play(state, action) if isinstance(action, Play) else rounds.follow(state, action)


def _play(state: State, play: Play) -> State:
    carried = carry(state, play)
    costs = own_taken(state, play, carried.victims)
    last = resolve_copy(state, play.card)
    board, nests = carried.board, carried.nests
    if not costs:
        return rounds.play_card(state, play.card, board, nests=nests, last=last, drawn=False)
    changes = rounds.discarded(state, play.card)
    state = state._replace(board=board, nests=nests, last=last, **changes)
    return rounds.pass_turn(rounds.abandon_hand(state))


def is_penalised(state: State, play: Play) -> bool:
    """Whether a play captures a pawn of its own side, which costs the rest of the hand (13)."""
    return bool(_find_own_taken(state, play))


def find_final_rule(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rule that makes a play final which captured a hidden pawn of its own side."""
    if not isinstance(action, Play):
        return ()
    is_hole, names = state.setting.is_hole, state.setting.names
    found = tuple(names[square] for square in _find_own_taken(state, action) if is_hole[square])
    seat = (("seat", state.setting.seats[state.turn]),)
    return (Breach(NO_ANNULLING, found, (), seat),) if found else ()


def _find_own_taken(state: State, play: Play) -> tuple[int, ...]:
    victims = carry(state, play).victims
    return own_taken(state, play, victims)
