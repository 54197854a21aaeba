"""The referee as one pure function: an event and the table before, the table and effects after."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import CHANCE
from tablet_companion.referee.explaining.cases import AGREES
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model.effects import Cue, Effect, Show, Signal
from tablet_companion.referee.model.events import (
    Blind,
    Busy,
    Chanced,
    Event,
    Saw,
    Switched,
    Ticked,
    Touched,
)
from tablet_companion.referee.model.table import (
    AskingCard,
    EnteringHand,
    Stage,
    Table,
    Waiting,
    Whispering,
)
from tablet_companion.referee.pages.show import panel
from tablet_companion.referee.turns import looks as turns
from tablet_companion.referee.turns import lying, pile, putting_back, record, silence, talk
from tablet_companion.referee.turns.record import Turned
from tablet_companion.vision.places.switches import joined
from tablet_companion.vision.reading import Reading

BEGIN_S: Final = 1.5
"""So long the starting position has to stand before the game begins by itself."""
PRIVATE_S: Final = 45.0
"""After so long a private panel is hidden again."""
SETTLED_S: Final = 0.5
"""A switch must have kept its state for so long before a picture; else the camera is alone."""


def step(table: Table, event: Event) -> Turned:
    """Return the table and the effects after an event; the last effect shows the panel."""
    table = table.but(now_s=max(table.now_s, event.at_s))
    table, effects = _happened(table, event)
    return table, (*effects, Show(panel(table)))


def _happened(table: Table, event: Event) -> Turned:
    match event:
        case Saw(at_s=at_s, reading=reading):
            table = lying.noted(table.but(blind="", resting_s=None), reading)
            return _saw(table, _with_switches(table, reading, at_s))
        case Switched(closed=closed):
            return table.but(switches=closed), ()
        case Busy(at_s=at_s, card=card, resting=resting):
            since_s = table.resting_s if table.resting_s is not None else at_s
            # What people said of a place holds until somebody may have touched it.
            table = table.but(blind="", vouched=(), resting_s=since_s if resting else None)
            return pile.glimpse(table.forgetful(), card), ()
        case Blind(reason=reason):
            return table.but(blind=reason, resting_s=None).forgetful(), ()
        case Touched(intent=intent):
            return talk.touched(table, intent)
        case Chanced(number=number):
            return _chanced(table, number)
        case Ticked():
            return _ticked(table)


def _with_switches(table: Table, reading: Reading, at_s: float) -> Reading:
    """Join what the switches said to a picture of that time; those that had just changed wait."""
    closed = {
        place: state for place, state, since_s in table.switches if since_s + SETTLED_S <= at_s
    }
    return joined(reading, closed) if closed else reading


def _saw(table: Table, reading: Reading) -> Turned:
    if table.stage is Stage.CHECK:
        return _check(table.but(reading=reading))
    if table.stage is Stage.PLAY and table.dialogue is None and table.turn != CHANCE:
        before = table.game.placement(table.state)
        reading = lying.without_fallen(reading, before, table.areas)
        table = putting_back.noted(table, reading)
        if table.back is not None:
            return table, ()
        agreed: tuple[Effect, ...] = ()
        if silence.moved_on(table, reading) is not None:
            table, agreed = silence.consent(table)
        table, effects = turns.saw(table, reading)
        if not isinstance(table.verdict, AskingCard):
            table = table.but(no_card=False)
        return _with_shown(table), (*agreed, *effects)
    return table.but(reading=reading), ()


def _with_shown(table: Table) -> Table:
    """Return the table with what it shows kept beside the steps that are left to do on it."""
    if not isinstance(table.verdict, Waiting) or table.reading is None:
        return table
    before = table.game.placement(table.state)
    shown = Evidence(table.reading, table.areas).shown(before)
    return table.but(verdict=replace(table.verdict, shown=shown))


def _check(table: Table) -> Turned:
    """Begin the game once the starting position has stood for a moment."""
    assert table.reading is not None
    evidence = Evidence(table.reading, table.areas)
    if evidence.gap(table.game.placement(table.state)) > AGREES:
        return table.but(looks=0), ()
    if table.looks == 0:
        table = table.but(since_s=table.now_s)
    table = table.but(looks=table.looks + 1)
    if table.now_s - table.since_s < BEGIN_S:
        return table, ()
    table, effects = record.begin(table)
    cue: tuple[Effect, ...] = (Signal(Cue.ACCEPTED),)
    return table, cue + effects


def _chanced(table: Table, number: int) -> Turned:
    """Put the outcome of lots on record, if lots are due."""
    if table.turn != CHANCE:
        return table, ()
    actions = table.game.legal(table.state)
    return record.act(table, actions[number % len(actions)], Laid(None, How.BLIND))


def _ticked(table: Table) -> Turned:
    dialogue = table.dialogue
    if (
        isinstance(dialogue, EnteringHand | Whispering)
        and table.now_s - dialogue.since_s >= PRIVATE_S
    ):
        return table.but(dialogue=None), ()
    if silence.passed(table):
        return silence.consent(table)
    if table.stage is Stage.PLAY and dialogue is None and table.explanation is not None:
        return turns.due(table)
    return table, ()
