"""How a game goes on: lot, deals, gifts, turns and rounds, victory. Assumes legal actions."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.agent_dog.actions import Action, Discard, Redraw
from tablet_companion.games.agent_dog.board import carry
from tablet_companion.games.agent_dog.predicates import own_taken, resolve_copy
from tablet_companion.games.agent_dog.rules import NO_ANNULLING
from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.core import Breach, Card
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import Deal, Give, GiveUp, Lot, Play
from tablet_companion.games.dog_family.state import Phase, after

_DRAW: Final = Phase.DRAW  # Python 3.11 takes long to look up a member


def successor(state: State, action: Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    match action:
        case Play():
            return _play(state, action)
        case Deal():
            return _deal(state, action.card)
        case Give():
            return rounds.give(state, action.card)
        case Lot():
            return state._replace(phase=Phase.DEAL, turn=action.seat, dealer=action.seat)
        case GiveUp():
            return _pass_turn(rounds.abandon_hand(state))
        case Redraw() | Discard():
            return _discard(state, action)


def _discard(state: State, action: Redraw | Discard) -> State:
    """Discard a card unused (31): it lies on the pile and does not count as played."""
    state = state._replace(**rounds.discarded(state, action.card))
    if isinstance(action, Redraw):
        return state._replace(phase=Phase.DRAW, drawn=True)
    return _pass_turn(state)


def _deal(state: State, card: Card) -> State:
    """Deal the first hands, or the replacement for a discarded card."""
    if state.phase is _DRAW:
        return rounds.draw(state, state.turn, card, Phase.PLAY)
    return rounds.deal(state, card)


# --- playing ------------------------------------------------------------------------------------


def _play(state: State, play: Play) -> State:
    carried = carry(state, play)
    costs = own_taken(state, play, carried.victims)
    last = resolve_copy(state, play.card)
    board, nests = carried.board, carried.nests
    if not costs:
        return rounds.play_card(
            state, play.card, begin_round, board, nests=nests, last=last, drawn=False
        )
    changes = rounds.discarded(state, play.card)
    state = state._replace(board=board, nests=nests, last=last, **changes)
    return _pass_turn(rounds.abandon_hand(state))


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


def _pass_turn(state: State) -> State:
    """Test for victory, then pass the turn, or end the round if nobody has cards (2, 4, 20, 32)."""
    return rounds.pass_on(state._replace(drawn=False) if state.drawn else state, begin_round)


def begin_round(state: State) -> State:
    """Begin the next round: the next dealer, who opens it."""
    dealer = after(state.setting, state.dealer)
    return state._replace(
        phase=Phase.DEAL,
        turn=dealer,
        dealer=dealer,
        out=(False,) * 4,
        last=None,
        top=None,
        drawn=False,
        round=state.round + 1,
    )
