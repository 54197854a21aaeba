"""The referee as one pure function: table and event in, table and effects out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import CHANCE
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import PRIVATE, Recalling
from tablet_companion.referee.model.effects import Cue, Effect, Judged, Show, Signal, Transition
from tablet_companion.referee.model.patience import note_rest, note_unrest, read_clock
from tablet_companion.referee.model.silence import can_hear_objections, is_time_to_object_over
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import find_unshown
from tablet_companion.referee.model.verdicts import AskingCard, Objecting, Waiting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns import (
    coaching,
    consent,
    open_pages,
    putting_back,
    record,
    showing,
)
from tablet_companion.referee.turns.foreign_objects import leave_fallen_open, note_lying
from tablet_companion.referee.turns.judging import judge
from tablet_companion.referee.turns.looks import handle_look
from tablet_companion.referee.turns.pile import glimpse
from tablet_companion.referee.turns.table_played import take_choice
from tablet_companion.referee.turns.touches import handle_touch
from tablet_companion.referee.turns.vouching import apply_vouched
from tablet_companion.vision.places.switches import join_switches
from tablet_companion.vision.reading import Reading

BEGIN_S: Final = 1.5
"""The starting position must stand for this long before the game begins automatically."""
PRIVATE_S: Final = 45.0
"""A private page is hidden again after this long."""
STALE_S: Final = 1.0
"""What a look means is not judged later than this, unless another look shows the same."""
SWITCH_SETTLED_S: Final = 0.5
"""A switch's state counts only if it has lasted this long before the picture was taken."""


def step(table: Table, event: events.Event) -> Transition:
    """Return the table and the effects after an event; the last effect shows the panel.

    If only time passed and the page has no clock, no panel is shown.
    """
    before, table = table, table.but(now_s=max(table.now_s, event.at_s))
    after, effects = _handle(table, event)
    if can_hear_objections(after) and not can_hear_objections(before):
        after = after.but(asked_s=after.now_s)  # nobody could object meanwhile
    if after.dialogue != before.dialogue:
        after = after.but(opened_s=after.now_s)
    after, taught = coaching.introduce(after)
    effects = (*effects, *taught)
    idle = isinstance(event, events.Ticked) and after is table
    if idle and read_clock(before) == read_clock(table):
        return after, effects
    return after, (*effects, Show(build_panel(after)))


def _handle(table: Table, event: events.Event) -> Transition:
    match event:
        case events.Saw(at_s=at_s, reading=reading):
            table = note_rest(note_lying(table, reading), at_s).but(blind="", looked_s=at_s)
            table, effects = _handle_reading(table, _join_switches(table, reading, at_s))
            judged = any(isinstance(effect, Judged) for effect in effects)
            return table.but(resting_s=None, unrest=None if judged else table.unrest), effects
        case events.Switched(closed=closed):
            return table.but(switches=closed), ()
        case events.Busy(at_s=at_s, card=card, resting=resting, beneath=beneath):
            since_s = table.resting_s if table.resting_s is not None else at_s
            # What people said holds until a hand may have touched it: then it may be asked again.
            said = None if isinstance(table.verdict, Objecting) else table.declined
            table = note_unrest(table, at_s).but(blind="", vouched=(), declined=said)
            table = table.but(resting_s=since_s if resting else None, beneath=beneath)
            return glimpse(table.interrupted(), card), ()
        case events.Blind(reason=reason):
            table = table.but(blind=reason, resting_s=None, unrest=None)
            return glimpse(table.interrupted(), None), ()
        case events.Touched(intent=intent):
            return handle_touch(table, intent)
        case events.Chanced(number=number):
            return _take_lot(table, number)
        case events.Chosen():
            return take_choice(table, event)
        case events.Ticked():
            return _pass_time(table)


def _join_switches(table: Table, reading: Reading, at_s: float) -> Reading:
    """Combine a reading with the switches of that time; fresh changes are ignored."""
    closed = {
        place: state
        for place, state, since_s in table.switches
        if since_s + SWITCH_SETTLED_S <= at_s
    }
    return join_switches(reading, closed) if closed else reading


def _handle_reading(table: Table, reading: Reading) -> Transition:
    kept = open_pages.is_kept(table)
    if table.stage is Stage.CHECK and not kept:
        page, bare = table.dialogue, table.but(dialogue=None, reading=reading)
        table, effects = _check_start(bare)
        return table.but(dialogue=page), effects  # people go on reading
    judged = table.stage is Stage.PLAY and table.turn != CHANCE
    if judged and not kept:
        return open_pages.judge_behind(table, lambda table: _judge_reading(table, reading))
    return table.but(reading=reading), ()


def _judge_reading(table: Table, reading: Reading) -> Transition:
    unshown = find_unshown(table)
    if unshown is not None:
        return showing.look(table, unshown, reading)
    reading = apply_vouched(table, leave_fallen_open(reading, table.placement, table.areas))
    evidence = table.weigh(reading)
    table = putting_back.follow(table, evidence)
    if table.back is not None:
        return table, ()
    agreed: tuple[Effect, ...] = ()
    if consent.has_moved_on(table, evidence):
        table, agreed = consent.record_consent(table)
        table = table.but(rested=False)  # play was not watched while everybody was asked
    table, effects = handle_look(table, evidence)
    if not isinstance(table.verdict, AskingCard):
        table = table.but(no_card=False)
    return _keep_shown(table), (*agreed, *effects)


def _keep_shown(table: Table) -> Table:
    """Return the table with what it shows stored in the verdict that waits for steps."""
    if not isinstance(table.verdict, Waiting) or table.evidence is None:
        return table
    return table.but(verdict=replace(table.verdict, shown=table.shown))


def _check_start(table: Table) -> Transition:
    """Begin the game once the starting position has stood for a moment."""
    if not table.agrees:
        return table.but(looks=0), ()
    if table.looks == 0:
        table = table.but(since_s=table.now_s)
    table = table.but(looks=table.looks + 1)
    if table.now_s - table.since_s < BEGIN_S:
        return table, ()
    table, effects = record.begin(table)
    return table, (Signal(Cue.ACCEPTED), *effects)


def _take_lot(table: Table, number: int) -> Transition:
    """Put the outcome of a chance event on record, if one is due."""
    if table.turn != CHANCE:
        return table, ()
    fell = table.game.draw_outcome(table.state, number)
    return record.act(table, fell, Laid(None, How.BLIND))


def _pass_time(table: Table) -> Transition:
    """Do what waits for time: hide private pages, take silence for consent, judge."""
    dialogue = table.dialogue
    if isinstance(dialogue, PRIVATE) and table.now_s - dialogue.since_s >= PRIVATE_S:
        return table.but(dialogue=None), ()
    if isinstance(dialogue, Recalling):
        return coaching.recall_on(table, dialogue)
    if find_unshown(table) is not None:
        return table, ()
    if is_time_to_object_over(table):
        return consent.record_consent(table)
    stale = table.now_s - table.looked_s > STALE_S  # hands may have come since
    if table.stage is not Stage.PLAY or table.explanation is None or stale:
        return table, ()
    if dialogue is None:
        return judge(table)
    return (table, ()) if open_pages.is_kept(table) else open_pages.judge_behind(table, judge)
