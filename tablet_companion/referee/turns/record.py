"""Putting actions on record and taking them off.

Every change of the state on record goes through here and yields a ``Record``, so that replaying the
records gives the same state. Nothing else of a table is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablet_companion.games.core import CHANCE, TABLE, Card, PositionError, Seat
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.explaining.stacks import by_look
from tablet_companion.referee.model.dealt import Gave
from tablet_companion.referee.model.effects import (
    Cue,
    Effect,
    Json,
    NeedChance,
    Record,
    Signal,
    Transition,
)
from tablet_companion.referee.model.history import is_by_itself, is_unfinished
from tablet_companion.referee.model.levels import Coach
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.steps_in_words import tell_action
from tablet_companion.referee.model.table import Moment, SetUp, Stage, Table
from tablet_companion.referee.model.table_seats import (
    find_in_stack,
    find_kept,
    find_stack,
    shows_cards,
)
from tablet_companion.referee.model.verdicts import Quiet, Waiting
from tablet_companion.referee.turns import coaching, putting_back


def begin(table: Table) -> Transition:
    """Put the beginning of a game on record, and deal as far as nobody has to confirm it."""
    options = dict(table.setup.options)
    state = table.game.setup(options, table.setup.seats)
    body: dict[str, Json] = {
        "game": table.game.name,
        "seats": list(table.setup.seats),
        "options": {
            name: [*value] if isinstance(value, tuple) else value for name, value in options.items()
        },
        **_write_levels(table.setup),
    }
    if table.setup.played:
        body |= _write_played(table.setup)
    table = start(table.but(happened=(), pile=None), state)
    effects: tuple[Effect, ...] = (Record("begun", body),)
    if table.setup.dealer is not None:
        table, more = act(table, table.game.lot(state, table.setup.dealer), Laid(None, How.NAMED))
        return table, effects + more
    table, more = carry_on(table)
    return table, effects + more


def start(table: Table, state: Any) -> Table:
    """Return the table at the first state of the game that is set up."""
    fresh = table.but(state=state, past=(), drawn=(), coach=Coach(), stacks=(), gave=())
    return _entrust(refresh(fresh, Stage.PLAY))


def _entrust(table: Table) -> Table:
    """Return the table whose program draws and hides for its own seats, and for no others."""
    if table.game.entrust is None:
        return table
    state = table.game.entrust(table.state, table.setup.played)
    return table if state == table.state else table.but(state=state)


def _write_levels(setup: SetUp) -> dict[str, Json]:
    return {"level": setup.level, "levels": dict(setup.levels)}


def _write_played(setup: SetUp) -> dict[str, Json]:
    return {"played": list(setup.played), "skill": setup.skill}


def act(table: Table, action: Action, laid: Laid) -> Transition:
    """Put a legal action on record, then everything that follows without confirmation."""
    record = _write(table, action, laid)
    table, more = carry_on(put_action(table, action, laid))
    table, taught = coaching.explain_surprise(table)
    # The end of a game is its last entry.
    return table, (record, *taught, *more)


def _write(table: Table, action: Action, laid: Laid) -> Record:
    text = table.game.write_action(table.state, action)
    return Record("act", {"action": text, "how": str(laid.how)})


def put_action(table: Table, action: Action, laid: Laid) -> Table:
    """Return the table after an action, with nothing in progress.

    What happens by itself, such as a deal, and what is only said do nothing that was owed before;
    what is drawn by lot and moves a piece, such as a card that somebody has to lay, is owed now.
    """
    past = (*table.past[:-1], *(moment.slim() for moment in table.past[-1:]))
    past = (*past, Moment(table.position, action, laid, table.pile))
    after = table.position.follow(action)
    if is_unfinished(past[-1], after):  # the others' pages stay as they are, or would tell of it
        return put_entry(table, after, past)
    by_itself = is_by_itself(past[-1])  # what nobody saw or said is no news
    told = table.happened if by_itself else tell_action(table.position, action)
    after_it = table.but(position=after, past=past, happened=told)
    if past[-1].actor == CHANCE:
        number = _count_lots(past)
        drawn = (*table.drawn[: number - 1], action, *table.drawn[number:])
        after_it = after_it.but(drawn=drawn)
    fresh = refresh(_use_stacks(after_it, table, action), _find_stage(after_it))
    due = set(by_look(fresh.placement).pieces)
    fresh = fresh.but(missing=tuple(one for one in table.missing if one in due))
    # Where nothing is seen, whoever says the next thing says that the one before it is done.
    said = table.evidence is not None and not table.blind and not past[-1].steps
    if table.owed is not None and (by_itself or said):
        return fresh.but(owed=table.owed, verdict=table.verdict)
    steps = past[-1].steps if past[-1].actor == CHANCE else ()
    owed = Owed(table.position, action)
    return fresh.but(owed=owed, verdict=Waiting(steps)) if steps else fresh


def put_entry(table: Table, position: Position, past: tuple[Moment, ...]) -> Table:
    """Return the table with more or less entered in private by the seat on turn, for it alone."""
    others = tuple(one for one in table.confiding if one.seat != table.turn)
    return table.but(position=position, past=past, confiding=others)


def retract_entry(table: Table) -> Table:
    """Return the table without its last private entry; nobody else sees or hears of it."""
    return put_entry(table, table.past[-1].position, table.past[:-1])


def _find_stage(table: Table) -> Stage:
    """Return PLAY while the game goes on, ENDED once it has an outcome."""
    return Stage.PLAY if table.game.outcome(table.state) is None else Stage.ENDED


def _use_stacks(table: Table, before: Table, action: Action) -> Table:
    """Return the table with the card of an action off its stack; empty hands leave none."""
    if not before.stacks and not before.gave:
        return table
    seat, card = before.game.actor(before.state), before.game.card_of(action)
    held = {one.seat: one.cards for one in before.view().seats}
    left = {one.seat: one.cards for one in table.view().seats}
    if not any(held.values()):  # a round begins
        return table.but(stacks=(), gave=())
    stacks = (
        (owner, _take_first(stack, card) if owner == seat else stack)
        for owner, stack in before.stacks
        if left[owner]
    )
    return table.but(stacks=tuple(stacks))


def _take_first(stack: tuple[Card, ...], card: Card | None) -> tuple[Card, ...]:
    """Return a stack without the topmost such card, the one that people were told to take."""
    at = stack.index(card) if card in stack else len(stack)
    return (*stack[:at], *stack[at + 1 :])


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
        laid=(),
        unrecorded_cards=False,
        picked_up=False,
        unwatched_s=0.0,
        named=None,
        no_card=False,
        rested=True,
        card_rested=False,
        begun=None,
        acted_s=table.now_s,
        asked_s=table.now_s,
        explanation=None,
        looks=0,
        verdict=Quiet(),
        objected=False,
        faults=(),
        mended=0,
        answered=0,
        trusted=None,
        misplaced=frozenset(),
        missing=(),
        declined=None,
        showing=None,
        dialogue=None,
        confiding=(),
        coach=replace(table.coach, now=None, told=0, why=None, touched=None, fined=()),
    )


def carry_on(table: Table) -> Transition:
    """Put on record what nobody need confirm, draw lots for chance, light the turn lamps."""
    effects: list[Effect] = []
    by_itself = Laid(None, How.BLIND)
    while table.stage is Stage.PLAY and (action := _find_due(table)) is not None:
        effects.append(_write(table, action, by_itself))
        table = put_action(table, action, by_itself)
    turn = table.turn
    if table.stage is Stage.ENDED:
        effects += [Record("ended", {}), Signal(Cue.END)]
    elif turn == CHANCE:
        effects.append(NeedChance(table.game.count_outcomes(table.state)))
    else:
        effects.append(Signal(Cue.TURN, _list_turn(table)))
    return table, tuple(effects)


def _find_due(table: Table) -> Action | None:
    """Return what happens now and need not be drawn: the unseen, or a lot that fell before.

    Else moves could be taken back until the die, or the next deal, is better.
    """
    unseen = table.position.unseen()
    if unseen is not None or table.turn != CHANCE:
        return unseen
    again = table.drawn[_count_lots(table.past) :]
    return again[0] if again and again[0] in table.game.legal(table.state) else None


def _count_lots(past: tuple[Moment, ...]) -> int:
    return sum(moment.actor == CHANCE for moment in past)


def _list_turn(table: Table) -> tuple[Seat, ...]:
    return (table.turn,) if table.turn is not None else ()


def undo(table: Table, count: int) -> Transition:
    """Take players' last actions off the record, with what followed from them."""
    table = take_off(table, count)
    table, effects = _carry_on_if_due(table) if table.game.entrust is not None else (table, ())
    return table, (Record("undo", {"count": count}), Signal(Cue.TURN, _list_turn(table)), *effects)


def _carry_on_if_due(table: Table, *, ended: bool = False) -> Transition:
    """Do what is due without anybody: a draw, a deal, the end if that is new (``ended``)."""
    if table.stage is not Stage.PLAY:
        return carry_on(table) if ended and table.stage is Stage.ENDED else (table, ())
    due = table.turn == CHANCE or table.position.unseen() is not None
    return carry_on(table) if due else (table, ())


def take_off(table: Table, count: int) -> Table:
    """Return the table before players' last actions, with what people have to put back."""
    past, undone, owed = list(table.past), table, table.owed
    position, pile, stacked = table.position, table.pile, None
    while count and past:
        moment = past.pop()
        position, pile = moment.position, moment.pile
        undone, stacked = _put_on_stack(undone, moment, owed)
        count, owed = count - (not is_by_itself(moment)), None
    undone = undone.but(position=position, past=tuple(past), happened=())
    after = _entrust(refresh(undone, Stage.PLAY))
    # A card that still lies there is the taken-back move's, not the one before it.
    after = after.but(pile=pile, unrecorded_cards=True)
    if (left := putting_back.find_left_owed(table, after)) is not None:
        return after.but(owed=left, verdict=Waiting(left.steps))
    back = putting_back.begin(table, after)
    return after.but(back=None if back is None else replace(back, stacked=stacked))


def _put_on_stack(table: Table, moment: Moment, owed: Owed | None) -> tuple[Table, Seat | None]:
    """Return the table with an undone card back on its seat's stack, and that seat; or None.

    A card that was not laid yet is still where it was. Across a deal no stack is known.
    """
    seat, card = moment.actor, moment.card
    if not any(one.cards for one in moment.position.view(TABLE).seats):
        return table.but(stacks=()), None
    if card is None or seat not in table.setup.played or not shows_cards(table):
        return table, None
    at = owed.number - 1 if owed is not None and owed.card is not None else -1
    stack = find_stack(table, seat)
    stack = (*stack[:at], card, *stack[at:]) if at >= 0 else (card, *stack)
    return _put_stack(table, seat, stack), None if at >= 0 else seat


def put_state(table: Table, state: Any) -> Transition:
    """Put the state that people report on record, in place of the one there; it may be the end."""
    corrected, written = correct_state(table, state), table.game.write(state)
    table, more = _carry_on_if_due(corrected, ended=True)
    return table, (Record("state", {"state": written}), *more)


def correct_state(table: Table, state: Any) -> Table:
    """Return the table with another state, in which no stack of real cards is known."""
    after = table.but(state=state, happened=(), stacks=())
    return refresh(after, _find_stage(after)).but(unrecorded_cards=True)


def learn(table: Table, seat: Seat, hand: tuple[Card, ...]) -> Transition:
    """Put a shown hand on record; raises PositionError if it cannot be that hand.

    Of a seat that the table plays, it is a stack of real cards, from the top.
    """
    table = put_hand(table, seat, hand)
    return table, (Record("hand", {"seat": seat, "cards": list(map(str, hand))}),)


def put_hand(table: Table, seat: Seat, hand: tuple[Card, ...]) -> Table:
    """Return the table with a hand known; raises PositionError if it cannot be that hand."""
    table = table.but(state=table.game.learn(table.state, seat, hand))
    return _put_stack(table, seat, hand if seat in table.setup.played else ())


def _put_stack(table: Table, seat: Seat, stack: tuple[Card, ...]) -> Table:
    others = tuple(one for one in table.stacks if one[0] != seat)
    return table.but(stacks=(*others, (seat, stack)) if stack else others)


def give(table: Table, seat: Seat, card: Card) -> Transition:
    """Put on record that a seat of the table's gives a real card away and gets an unknown one."""
    number = find_in_stack(table, seat, card)
    table = put_gift(table, seat, card, number)
    return table, (Record("gave", {"seat": seat, "card": card, "number": number}),)


def put_gift(table: Table, seat: Seat, card: Card, number: int) -> Table:
    """Return the table after a gift; raises PositionError if the seat does not hold it."""
    stack = find_stack(table, seat) if number else ()
    table = _forget(table, seat, (card,))
    table = _put_stack(table, seat, (*stack[: number - 1], *stack[number:]))
    return table.but(gave=(*table.gave, Gave(seat, number)))


def forget(table: Table, seat: Seat) -> Transition:
    """Put on record that a real hand is unknown again: it was misread, or a person plays it."""
    return put_forgotten(table, seat), (Record("forgot", {"seat": seat}),)


def put_forgotten(table: Table, seat: Seat) -> Table:
    """Return the table with a real hand unknown."""
    table = _put_stack(table.but(showing=None), seat, ())
    return _forget(table, seat, find_kept(table, seat))


def _forget(table: Table, seat: Seat, known: tuple[Card, ...]) -> Table:
    if table.game.forget is None:
        raise PositionError("no real cards are shown in this game")
    return table.but(state=table.game.forget(table.state, seat, known)) if known else table


def put_played(table: Table, played: tuple[Seat, ...]) -> Transition:
    """Put on record which seats the table plays from now on; people's real hands are unknown."""
    effects: tuple[Effect, ...] = ()
    if shows_cards(table):
        for seat in set(table.setup.played) - set(played):
            table, forgotten = forget(table, seat)
            effects += forgotten
    table = change_played(table, replace(table.setup, played=played))
    table, more = _carry_on_if_due(table) if table.game.entrust is not None else (table, ())
    return table, (*effects, Record("played", _write_played(table.setup)), *more)


def change_played(table: Table, setup: SetUp) -> Table:
    """Return the table with other seats played; new ones have exchanged their cards already."""
    new = (Gave(seat) for seat in setup.played if seat not in table.setup.played)
    return _entrust(table.but(setup=setup, gave=(*table.gave, *new), showing=None))


def put_levels(table: Table, setup: SetUp) -> Transition:
    """Put on record how the seats are refereed from now on, whatever is taken back later."""
    return change_levels(table, setup), (Record("levels", _write_levels(setup)),)


def change_levels(table: Table, setup: SetUp) -> Table:
    """Return the table with other levels; what is being told may not concern anybody now."""
    return table.but(
        setup=setup, coach=replace(table.coach, now=None, told=0, why=None, touched=None)
    )
