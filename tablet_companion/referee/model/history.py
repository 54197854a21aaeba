"""Queries about the record; nothing here changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablet_companion.games.core import CHANCE, Breach, Placement
from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.model.table import Moment, Stage, Table
from tablet_companion.referee.model.traces import Trace, trace_pieces

LOOK_BACK: Final = 8
"""A position this many actions back is still recognised on the table."""


def is_by_itself(moment: Moment) -> bool:
    """Whether an action was chance, or happened unseen and unannounced."""
    game, state = moment.position.game, moment.state
    if moment.laid.how is How.BLIND and game.silence(state) == moment.action:
        return True  # nobody said anything
    return moment.actor == CHANCE or game.unseen(state) == moment.action


def can_take_back(table: Table) -> bool:
    """Whether a player's action is on record that could be taken back."""
    return not all(is_by_itself(moment) for moment in reversed(table.past))


def find_final(table: Table, count: int) -> tuple[Breach, ...]:
    """Return the rules broken by taking back this many actions of players."""
    for moment in reversed(table.past):
        if count <= 0:
            break
        if is_by_itself(moment):
            continue
        if breaches := table.game.annulled(moment.state, moment.action):
            return breaches
        count -= 1
    return ()


def list_plays(table: Table) -> tuple[Moment, ...]:
    """Return the actions of players on record, earliest first."""
    return tuple(moment for moment in table.past if not is_by_itself(moment))


def find_last_play(table: Table) -> Moment | None:
    """Return the last action on record if it laid a card and nothing was drawn since."""
    if table.stage is not Stage.PLAY or not table.game.pile or not can_take_back(table):
        return None
    last = table.past[-1]
    return None if last.card is None or last.actor == CHANCE else last


def find_last_of_player(table: Table) -> Moment | None:
    """Return the last action on record that was not chance."""
    return next((one for one in reversed(table.past) if one.actor != CHANCE), None)


def list_last(table: Table, count: int) -> tuple[Moment, ...]:
    """Return the players' last ``count`` actions and what happened by itself since."""
    for number, moment in enumerate(reversed(table.past), start=1):
        count -= not is_by_itself(moment)
        if count == 0:
            return table.past[-number:]
    return table.past


def trace_moves(moments: Sequence[Moment], after: Placement) -> tuple[Trace, ...]:
    """Return the traces of the pieces that actions on record moved, up to this placement."""
    if not moments:
        return ()
    steps = (step for moment in moments for step in moment.steps)
    return trace_pieces(steps, moments[0].position.placement, after)


def find_earlier(table: Table) -> tuple[tuple[int, Placement], ...]:
    """Return earlier positions, each with the number of actions since."""
    found = []
    count = 0
    for moment in reversed(table.past):
        if is_by_itself(moment):
            continue
        count += 1
        placement = moment.position.placement
        if placement != table.placement:
            found.append((count, placement))
        if count == LOOK_BACK:
            break
    return tuple(found)
