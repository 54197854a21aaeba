"""Queries about the record; nothing here changes it.

Consecutive private actions of one seat count as one play: how many there were, such as the number
of lots staked, is that player's secret. Until it is finished, so is whether there are any.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from tablet_companion.games.core import CHANCE, Breach, Placement, Seat
from tablet_companion.referee.explaining.cases import LastMove
from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.public import find_secretive_seat
from tablet_companion.referee.model.sayings import is_secret_due
from tablet_companion.referee.model.table import Moment, Stage, Table
from tablet_companion.referee.model.traces import Trace, trace_pieces

MAX_PLAYS_BACK: Final = 8
"""A position this many plays back is still recognised on the table."""


def is_by_itself(moment: Moment) -> bool:
    """Whether an action was chance, or happened unseen and unannounced."""
    if is_silence(moment):
        return True
    unseen = moment.position.unseen()
    return moment.actor == CHANCE or unseen == moment.action


def is_silence(moment: Moment) -> bool:
    """Whether nobody said anything, and that was somebody's consent."""
    silent = moment.position.silence()
    return moment.laid.how is How.BLIND and silent == moment.action


def can_take_back(table: Table) -> bool:
    """Whether a play is on record that could be taken back."""
    return find_start_of_last_play(table) is not None


def list_finished(table: Table) -> tuple[Moment, ...]:
    """Return the record without what the seat on turn has entered in private and not finished."""
    past, seat = table.past, table.turn
    if seat is None or not past or not is_unfinished(past[-1], table.position):
        return past
    return past[: next((n for n in range(len(past), 0, -1) if not _is_entry(past[n - 1], seat)), 0)]


def is_unfinished(moment: Moment, after: Position) -> bool:
    """Whether a private entry leaves its seat more to enter: nobody may know of it yet."""
    seat = after.game.actor(after.state)
    return seat is not None and _is_entry(moment, seat) and is_secret_due(after)


def _is_entry(moment: Moment, seat: Seat) -> bool:
    return find_secretive_seat(moment.position, moment.action) == seat


def count_undone(table: Table) -> int:
    """Return how many actions go with the last play: all of it, and entries not finished since.

    Otherwise people could count by taking back what somebody entered in private.
    """
    last = find_start_of_last_play(table)
    since = itertools.dropwhile(lambda one: one is not last, table.past)
    return sum(not is_by_itself(one) for one in since)


def find_breaches_of_undoing(table: Table, count: int) -> tuple[Breach, ...]:
    """Return the rules by which one of the players' last ``count`` actions stands, if any does."""
    for moment in reversed(table.past):
        if count <= 0:
            break
        if is_by_itself(moment):
            continue
        if breaches := table.game.annulled(moment.state, moment.action):
            return breaches
        count -= 1
    return ()


def list_plays(past: Sequence[Moment]) -> tuple[Moment, ...]:
    """Return what players did, earliest first: of each play its last action.

    In private every entry ends alike; how it begins tells whether there was anything to enter.
    """
    found, ends = [], True
    for moment, begins in _walk_back(past):
        if ends:
            found.append(moment)
        ends = begins  # what comes before the first of a later play
    return tuple(reversed(found))


def list_finished_plays(table: Table) -> tuple[Moment, ...]:
    """Return what players did, without what is being entered in private: all may know of it."""
    return list_plays(list_finished(table))


def _walk_back(past: Sequence[Moment]) -> Iterator[tuple[Moment, bool]]:
    """Yield players' actions, latest first, each with whether a play begins with it."""
    acts = (moment for moment in reversed(past) if not is_by_itself(moment))
    for moment, before in itertools.pairwise(itertools.chain(acts, [None])):
        assert moment is not None
        seat = find_secretive_seat(moment.position, moment.action)
        begins = (
            seat is None
            or before is None
            or seat != find_secretive_seat(before.position, before.action)
        )
        yield moment, begins


def find_correctable_play(table: Table) -> Moment | None:
    """Return the last action if its card can be corrected: it laid one, nothing was drawn since."""
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


def list_last_plays(table: Table, count: int) -> tuple[Moment, ...]:
    """Return the plays to which the players' last ``count`` actions belong."""
    last = list_last(table, count)
    return list_plays(last[: len(last) - len(table.past) + len(list_finished(table))])


def find_start_of_last_play(table: Table) -> Moment | None:
    """Return the action that the last play on record began with."""
    return next((one for one, begins in _walk_back(list_finished(table)) if begins), None)


def find_doer(moment: Moment) -> Seat | None:
    """Return the seat that acted: the one that interrupted, or the one on turn."""
    return moment.position.game.interrupter(moment.action) or moment.actor


def find_last_move(table: Table) -> LastMove | None:
    """Return the last action of a player, as everybody knows it.

    None if it was said in private, or if pieces have still to be moved for it.
    """
    last = find_start_of_last_play(table)
    if last is None or table.owed is not None:
        return None
    if find_secretive_seat(last.position, last.action) is not None:
        return None
    return LastMove(last.position.public, last.action, last.card)


def trace_moves(moments: Sequence[Moment], after: Placement) -> tuple[Trace, ...]:
    """Return the traces of the pieces that actions on record moved, up to this placement."""
    if not moments:
        return ()
    steps = (step for moment in moments for step in moment.steps)
    return trace_pieces(steps, moments[0].position.placement, after)


def find_earlier(table: Table) -> tuple[tuple[int, Placement], ...]:
    """Return earlier positions, each with the number of actions since."""
    found = []
    plays = -(list_finished(table) is not table.past)
    for count, (moment, begins) in enumerate(_walk_back(table.past), start=1):
        placement = moment.position.placement
        if placement != table.placement:
            found.append((count, placement))
        plays += begins
        if plays == MAX_PLAYS_BACK:
            break
    return tuple(found)
