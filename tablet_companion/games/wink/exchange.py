"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablet_companion.games.core import Breach, PositionError
from tablet_companion.games.protocol import Line
from tablet_companion.games.wink.actions import Accuse, Action, read_action, write_action
from tablet_companion.games.wink.flow import successor
from tablet_companion.games.wink.judge import judge
from tablet_companion.games.wink.knowledge import outcome
from tablet_companion.games.wink.legal import legal
from tablet_companion.games.wink.position import read_position, write_position
from tablet_companion.games.wink.state import Phase, State


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each outcome of each legal action of a position; sorted by its texts.

    A naming or accusation continues with its possible answers. Raises PositionError for an invalid
    position.
    """
    state = read_position(position)
    lines = [
        {
            "seat": _find_player(state, actions[0]),
            "actions": [write_action(action) for action in actions],
            "after": _after(after),
        }
        for actions, after in _to_the_end(state, ())
    ]
    return sorted(lines, key=lambda line: line["actions"])


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that the attempt of a position breaks; empty when it is legal.

    Raises PositionError if the position or its attempt is invalid.
    """
    state = read_position(position)
    for action in _actions(state, position.get("attempt")):
        breaches = judge(state, action)
        if breaches:
            return breaches
        state = successor(state, action)
    return ()


def _to_the_end(
    state: State, done: tuple[Action, ...]
) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Yield every sequence of actions until the next turn or accusation, with its result."""
    if done and state.phase not in (Phase.ANSWER, Phase.LAY):
        yield done, state
        return
    for action in legal(state):
        yield from _to_the_end(successor(state, action), (*done, action))


def _find_player(state: State, action: Action) -> str:
    return str(action.by if isinstance(action, Accuse) else state.setting.seats[state.turn])


def _after(state: State) -> Line:
    ended = outcome(state)
    winners = None if ended is None else list(map(str, ended.winners))
    return {**write_position(state), "winners": winners}


def _actions(state: State, attempt: object) -> list[Action]:
    """Return the actions of an attempt: one text, or a list of texts in order."""
    texts = [attempt] if isinstance(attempt, str) else attempt
    if not isinstance(texts, list) or not texts or not all(isinstance(t, str) for t in texts):
        raise PositionError(
            f"attempt: expected an action such as 'call 25', or a list of them; got {attempt!r}."
        )
    return [read_action(text, state.setting) for text in texts]
