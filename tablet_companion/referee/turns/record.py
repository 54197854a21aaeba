"""Putting actions on record and taking them off.

Every change of the state on record goes through here and yields a ``Record``, so that replaying the
records gives the same state. Nothing else of a table is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablet_companion.games.core import CHANCE, OptionValue, Seat
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model.effects import (
    Cue,
    Effect,
    Json,
    NeedChance,
    Record,
    Signal,
    Turned,
)
from tablet_companion.referee.model.history import is_by_itself
from tablet_companion.referee.model.levels import Coach
from tablet_companion.referee.model.steps_in_words import tell_action
from tablet_companion.referee.model.table import Moment, SetUp, Stage, Table
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.turns import coaching, putting_back


def begin(table: Table) -> Turned:
    """Put the beginning of a game on record, and deal as far as nobody has to confirm it."""
    options = dict(table.setup.options)
    state = table.game.setup(options, table.setup.seats)
    body: dict[str, Json] = {
        "game": table.game.name,
        "seats": list(table.setup.seats),
        "options": {name: _plain(value) for name, value in options.items()},
        "level": table.setup.level,
        "levels": dict(table.setup.levels),
    }
    if table.setup.played:
        body |= _write_played(table.setup)
    fresh = table.but(state=state, past=(), happened=(), pile=None, coach=Coach())
    table = refresh(fresh, Stage.PLAY)
    effects: tuple[Effect, ...] = (Record("begun", body),)
    if table.setup.dealer is not None:
        table, more = act(table, table.game.lot(state, table.setup.dealer), Laid(None, How.NAMED))
        return table, effects + more
    table, more = carry_on(table)
    return table, effects + more


def _write_played(setup: SetUp) -> dict[str, Json]:
    return {"played": list(setup.played), "skill": setup.skill}


def _plain(value: OptionValue) -> Json:
    return list(value) if isinstance(value, tuple) else value


def act(table: Table, action: Action, laid: Laid) -> Turned:
    """Put a legal action on record, then everything that follows without confirmation."""
    record = _write(table, action, laid)
    table, more = carry_on(put_action(table, action, laid))
    table, taught = coaching.explain_surprise(table)
    return table, (record, *more, *taught)


def _write(table: Table, action: Action, laid: Laid) -> Record:
    text = table.game.write_action(table.state, action)
    return Record("act", {"action": text, "how": str(laid.how)})


def put_action(table: Table, action: Action, laid: Laid) -> Table:
    """Return the table after an action, with nothing in progress."""
    past = (*table.past[:-1], *(moment.slim() for moment in table.past[-1:]))
    past = (*past, Moment(table.position, action, laid, table.pile))
    after = table.position.follow(action)
    told = table.happened
    if table.game.actor(table.state) != CHANCE:
        told = tell_action(table.position, action)
    stage = Stage.ENDED if table.game.outcome(after.state) is not None else table.stage
    return refresh(table.but(position=after, past=past, happened=told), stage)


def refresh(table: Table, stage: Stage) -> Table:
    """Return the table with nothing in progress; the pile is as it lies now.

    If a card is due to be turned up, quick people have done so: then the pile is as before.
    """
    pile, due = table.pile, bool(table.game.open_cards(table.state))
    if table.reading is not None and table.reading.card is not None and not due:
        pile = table.reading.card
    return table.but(
        stage=stage,
        pile=pile,
        owed=None,
        back=None,
        glimpsed=None,
        pile_s=table.now_s,
        unwatched=False,
        named=None,
        no_card=False,
        rested=True,
        card_rested=False,
        asked_s=table.now_s,
        explanation=None,
        looks=0,
        verdict=Quiet(),
        objected=False,
        faults=(),
        declined=None,
        dialogue=None,
        confiding=(),
        coach=replace(table.coach, now=None, why=None, touched=None, fined=()),
    )


def carry_on(table: Table) -> Turned:
    """Put on record what nobody need confirm, draw lots for chance, light the turn lamps."""
    effects: list[Effect] = []
    by_itself = Laid(None, How.BLIND)
    while table.stage is Stage.PLAY and (action := table.game.unseen(table.state)) is not None:
        effects.append(_write(table, action, by_itself))
        table = put_action(table, action, by_itself)
    turn = table.turn
    if table.stage is Stage.ENDED:
        effects += [Record("ended", {}), Signal(Cue.END)]
    elif turn == CHANCE:
        effects.append(NeedChance(len(table.game.legal(table.state))))
    else:
        effects.append(Signal(Cue.TURN, _list_turn(table)))
    return table, tuple(effects)


def _list_turn(table: Table) -> tuple[Seat, ...]:
    return (table.turn,) if table.turn is not None else ()


def undo(table: Table, count: int) -> Turned:
    """Take players' last actions off the record, with what followed from them."""
    table = take_off(table, count)
    return table, (Record("undo", {"count": count}), Signal(Cue.TURN, _list_turn(table)))


def take_off(table: Table, count: int) -> Table:
    """Return the table before players' last actions, with what people have to put back."""
    past = list(table.past)
    position, pile = table.position, table.pile
    while count and past:
        moment = past.pop()
        position, pile = moment.position, moment.pile
        count -= not is_by_itself(moment)
    after = refresh(table.but(position=position, past=tuple(past), happened=()), Stage.PLAY)
    # A card that still lies there is the taken-back move's, not the one before it.
    after = after.but(pile=pile)
    return after.but(back=putting_back.begin(table, after))


def put_state(table: Table, state: Any) -> Turned:
    """Replace the state on record by the one that people report."""
    table = refresh(table.but(state=state, happened=()), Stage.PLAY)
    return table, (Record("state", {"state": table.game.write(state)}),)


def learn(table: Table, seat: Seat, hand: tuple[Any, ...]) -> Turned:
    """Put a shown hand on record; raises PositionError if it cannot be that hand."""
    table = table.but(state=table.game.learn(table.state, seat, hand))
    return table, (Record("hand", {"seat": seat, "cards": [str(card) for card in hand]}),)


def put_played(table: Table, played: tuple[Seat, ...]) -> Turned:
    """Put on record which seats the table plays from now on."""
    table = table.but(setup=replace(table.setup, played=played))
    return table, (Record("played", _write_played(table.setup)),)
