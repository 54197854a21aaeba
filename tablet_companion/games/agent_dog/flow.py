"""How a game goes on: lot, deals, gifts, turns and rounds, victory. Assumes legal actions."""

from __future__ import annotations

from tablet_companion.games.agent_dog.actions import Action, Discard, Play, Redraw
from tablet_companion.games.agent_dog.board import carry
from tablet_companion.games.agent_dog.predicates import own_taken, resolved
from tablet_companion.games.agent_dog.rules import NO_ANNULLING
from tablet_companion.games.agent_dog.state import HAND_SIZE, State
from tablet_companion.games.core import Breach, Card
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import Deal, Give, GiveUp, Lot
from tablet_companion.games.dog_family.state import Phase, after, colour_played


def successor(state: State, action: Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    match action:
        case Play():
            return _played(state, action)
        case Deal():
            return _dealt(state, action.card)
        case Give():
            return rounds.given(state, action.card, state.dealer)
        case Lot():
            return state._replace(phase=Phase.DEAL, turn=action.seat, dealer=action.seat)
        case GiveUp():
            return _next_turn(rounds.abandoned(state))
        case Redraw() | Discard():
            return _discarded(state, action)


def _discarded(state: State, action: Redraw | Discard) -> State:
    """Throw a card away unused (31): it lies on the pile and does not count as played."""
    state = rounds.thrown(state, action.card)._replace(top=action.card)
    if isinstance(action, Redraw):
        return state._replace(phase=Phase.DRAW, drawn=True)
    return _next_turn(state)


def _dealt(state: State, card: Card) -> State:
    """Deal the first hands, or the card drawn for one discarded."""
    if state.phase is Phase.DRAW:
        return rounds.drawn(state, state.turn, card)._replace(phase=Phase.PLAY)
    return rounds.dealt(state, card, state.dealer, HAND_SIZE)


# --- playing ------------------------------------------------------------------------------------


def _played(state: State, play: Play) -> State:
    carried = carry(state, play, colour_played(state, state.turn))
    costs = own_taken(state, play, carried.victims)
    state = _laid(state, play.card)._replace(board=carried.board, nests=carried.nests)
    return _next_turn(rounds.abandoned(state) if costs else state)


def penalised(state: State, play: Play) -> bool:
    """Whether a play captures a pawn of its own side, which costs the hand (13)."""
    return bool(_own_taken(state, play))


def annulled(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rule by which a play stands that captured a hidden pawn of its own side."""
    if not isinstance(action, Play):
        return ()
    is_hole, names = state.setting.is_hole, state.setting.names
    found = tuple(names[square] for square in _own_taken(state, action) if is_hole[square])
    seat = (("seat", state.setting.seats[state.turn]),)
    return (Breach(NO_ANNULLING, found, (), seat),) if found else ()


def _own_taken(state: State, play: Play) -> tuple[int, ...]:
    victims = carry(state, play, colour_played(state, state.turn)).victims
    return own_taken(state, play, victims)


def _laid(state: State, card: Card) -> State:
    last = resolved(state, card)
    return rounds.thrown(state, card)._replace(last=last, top=card)


def _next_turn(state: State) -> State:
    """Test victory, then pass the turn, or the pile when nobody has cards (2, 4, 20, 32)."""
    return rounds.passed_on(state._replace(drawn=False), _next_round)


def _next_round(state: State) -> State:
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
