"""How a game goes on: lot, deals, gifts, turns and rounds, victory. Assumes legal actions."""

from __future__ import annotations

from tablet_companion.games.dog.board import carry
from tablet_companion.games.dog.state import State
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import Action, Deal, Give, GiveUp, Lot, Play
from tablet_companion.games.dog_family.state import Phase


def successor(state: State, action: Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    match action:
        case Play():
            return _play(state, action)
        case Deal():
            return rounds.deal(state, action.card)
        case Give():
            return rounds.give(state, action.card)
        case Lot():
            return _await_deal(state._replace(dealer=action.seat))
        case GiveUp():
            return rounds.pass_on(rounds.abandon_hand(state), begin_round)


def _play(state: State, play: Play) -> State:
    """Lay the card and move the pawns; a side's eighth pawn home ends the game at once (13)."""
    board, nests, fresh = carry(state, play)
    return rounds.play_card(state, play.card, begin_round, board, nests=nests, fresh=fresh)


def begin_round(state: State) -> State:
    """Begin the next round: the same dealer, fewer cards, another opener."""
    return _await_deal(state._replace(round=state.round + 1, out=(False,) * 4, top=None))


def _await_deal(state: State) -> State:
    return state._replace(phase=Phase.DEAL, turn=state.opener)
