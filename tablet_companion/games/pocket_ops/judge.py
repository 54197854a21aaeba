"""Why an action is not allowed: the predicates' answers. Without any it is legal."""

from __future__ import annotations

from tablet_companion.games.core import Breach
from tablet_companion.games.pocket_ops import actions
from tablet_companion.games.pocket_ops import predicates as p
from tablet_companion.games.pocket_ops.state import State

Answers = tuple[Breach | None, ...]


def judge(state: State, action: actions.Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if wrong := p.wrong_moment(state, action):
        return (wrong,)
    return tuple(breach for breach in _answers(state, action) if breach)


def _answers(state: State, action: actions.Action) -> Answers:
    match action:
        case actions.Place():
            return judge_placement(state, action)
        case actions.Use():
            return judge_use(state, action)
        case actions.Guessed():
            return (p.how_many_cards(state, action.rooms),)
        case actions.Reveal():
            return (p.as_guessed(state, action),)
        case actions.Enrol(card):
            return (p.not_looked_at(state, card),)
        case actions.Look(card):
            return (p.not_to_look_at(state, card),)
    return ()


def judge_placement(state: State, place: actions.Place) -> Answers:
    """Return the predicates' answers about a placement."""
    colour, (agent, room, _) = state.placer, place
    return (
        p.no_spy_left(state.base, colour, agent),
        p.active_specialist(state.base, state.in_reserve(colour), agent, room),
        p.may_enter(state.base, colour, agent, room),
    )


def judge_use(state: State, use: actions.Use) -> Answers:
    """Return the predicates' answers about the use of a power that has a choice."""
    assert state.placed is not None
    agent, room = state.placed
    other = p.own_power(state.base, agent, use.agent, room)
    if other or use.is_nothing:
        return (other or p.power_must(state.base, room, agent),)
    return (p.may_use(state.base, state.placer, room, use),)
