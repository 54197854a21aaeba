"""How a game goes on: enrolment, turns, the end of a round, victory. Assumes legal actions."""

from __future__ import annotations

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.pocket_ops import actions, proof
from tablet_companion.games.pocket_ops.board import COLOURS, VACANT, find_lined_up
from tablet_companion.games.pocket_ops.powers import carry_out, land, list_choices
from tablet_companion.games.pocket_ops.state import (
    HACKER,
    LOOKED_AT,
    ROUNDS_TO_WIN,
    SPY,
    Ending,
    Phase,
    Placed,
    State,
    with_own,
)
from tablet_companion.games.shared.cards import Hand, with_card, without


def successor(state: State, action: actions.Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    match action:
        case actions.Guessed():
            return state._replace(phase=Phase.PLACE, guess=action.rooms)
        case actions.Place():
            return put(state, action)
        case actions.Reveal():
            return foil(state) if action.foiled else let_through(state)
        case actions.Use():
            return _end_turn(use_power(state, action))
        case actions.Look():
            return _look(state, action.card)
        case actions.Enrol():
            return _enrol(state, action.card)
        case actions.Lot():
            return state._replace(phase=Phase.LOOK, first=action.seat)
        case actions.Gather():
            return _begin_round(state)


# --- enrolment ------------------------------------------------------------------------------------


def _look(state: State, card: Card) -> State:
    offers, colour = state.offers, state.due
    if card == UNKNOWN_CARD:
        for unseen in state.unseen:
            offers = with_own(offers, unseen, (UNKNOWN_CARD,) * LOOKED_AT)
    else:
        offers = with_own(offers, colour, with_card(offers[colour], card))
    done = all(len(offer) == LOOKED_AT for offer in offers)
    return state._replace(offers=offers, phase=Phase.ENROL if done else Phase.LOOK)


def _enrol(state: State, card: Card) -> State:
    """Keep a specialist face down; once both players have one, show them (2)."""
    sealed = with_own(state.sealed, state.due, card)
    red, blue = sealed
    if red is None or blue is None:
        return state._replace(sealed=sealed)
    return state._replace(
        phase=Phase.GUESS,
        active=sealed,
        fresh=(True, True),
        offers=((), ()),
        sealed=(None, None),
        enrolled=((*state.enrolled[0], red), (*state.enrolled[1], blue)),
        boxed=(_list_boxed(state, 0, red), _list_boxed(state, 1, blue)),
    )


def _list_boxed(state: State, colour: int, kept: Card) -> Hand:
    """Return the specialists that have left the game unseen, with a colour's rejected one."""
    offer = state.offers[colour]
    # People try to keep what was not offered; the pieces then stand there all the same.
    held = kept in offer or UNKNOWN_CARD in offer
    return tuple(sorted((*state.boxed[colour], *(without(offer, kept) if held else offer))))


# --- a turn ---------------------------------------------------------------------------------------


def put(state: State, place: actions.Place) -> State:
    """Return the state with an agent put on a room, before the reveal."""
    colour = state.placer
    fresh = state.fresh if place.agent == SPY else with_own(state.fresh, colour, value=False)
    placed = Placed(place.agent, place.room)
    return state._replace(phase=Phase.REVEAL, placed=placed, fresh=fresh)


def foil(state: State) -> State:
    """Take the agent away: a spy to its reserve, a specialist out of the game (8)."""
    double = with_own(state.double, state.guesser, value=False)
    return _end_turn(_turn_up(state)._replace(placed=None, double=double))


def let_through(state: State) -> State:
    """Let the agent in; if its power has a choice, that is the next action (11)."""
    assert state.placed is not None
    colour, (agent, room) = state.placer, state.placed
    base = land(state.base, colour, agent, room)
    double = with_own(state.double, colour, value=True) if agent == HACKER else state.double
    state = _turn_up(state)._replace(base=base, double=double)
    if list_choices(base, colour, agent, room):
        return state._replace(phase=Phase.POWER)
    return _end_turn(state._replace(placed=None))


def _turn_up(state: State) -> State:
    return state._replace(guess=None, revealed=state.guess or ())


def use_power(state: State, use: actions.Use) -> State:
    """Return the state after a power, before testing for the end of the round."""
    assert state.placed is not None
    base = carry_out(state.base, state.placer, state.placed.room, use)
    return state._replace(base=base, placed=None)


# --- the end of turns and rounds ------------------------------------------------------------------


def _end_turn(state: State) -> State:
    """Test lines, then change roles, then test every kind of impossible mission (12 to 15)."""
    ended = end_if_lined_up(state)
    if ended is not state:
        return ended
    return end_if_impossible(state._replace(phase=Phase.GUESS, turns=state.turns + 1))


def end_if_lined_up(state: State) -> State:
    """End the round if three agents are in a line (12)."""
    lines = find_lined_up(state.base)
    if not lines:
        return state
    both = len(lines) > 1
    winner = 1 - state.code_holder if both else lines[0]
    return _end_round(state, winner, Ending.BOTH_LINES if both else Ending.LINE)


def end_if_impossible(state: State) -> State:
    """End the round if the mission is impossible before a turn's guess (13 to 15)."""
    ending = find_impossible(state)
    return state if ending is None else _end_round(state, 1 - state.code_holder, ending)


def find_impossible(state: State) -> Ending | None:
    """Return why the mission is impossible before a turn's guess, or None (13 to 15)."""
    fresh = (state.in_reserve(0), state.in_reserve(1))
    if not proof.line_can_be_made(state.base, fresh):
        return Ending.NO_LINE_LEFT
    rooms = [proof.targets(state.base, fresh, colour) for colour in COLOURS]
    if len(rooms[0] | rooms[1]) == 1:
        return Ending.ONE_ROOM
    if not rooms[state.placer]:
        return Ending.NO_ROOM
    return Ending.TURN_CAP if state.turns >= state.setting.turn_cap else None


def _end_round(state: State, winner: int, ending: Ending) -> State:
    wins = with_own(state.wins, winner, state.wins[winner] + 1)
    phase = Phase.OVER if wins[winner] == ROUNDS_TO_WIN else Phase.GATHER
    return state._replace(phase=phase, wins=wins, winner=winner, ending=ending, guess=None)


def _begin_round(state: State) -> State:
    """Take everybody back; the first player of the last round gets the code (1)."""
    return state._replace(
        phase=Phase.LOOK,
        round=state.round + 1,
        first=1 - state.first,
        turns=0,
        base=VACANT,
        active=(None, None),
        fresh=(False, False),
        revealed=(),
        double=(False, False),
    )
