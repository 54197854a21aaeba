"""Putting things on record, taking them off, and building a table from a journal again.

Every change of the state on record goes through here and yields a Record, so that replaying the
records gives the same state. Nothing else of a table is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hardware.errors import CompanionError
from tablet_companion.games.core import (
    CHANCE,
    Breach,
    OptionValue,
    Placement,
    PositionError,
    Seat,
    Step,
)
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model import describe
from tablet_companion.referee.model.effects import Cue, Effect, Json, NeedChance, Record, Signal
from tablet_companion.referee.model.panels import Message
from tablet_companion.referee.model.table import Moment, Quiet, SetUp, Stage, Table
from tablet_companion.referee.turns import putting_back

Turned = tuple[Table, tuple[Effect, ...]]
"""What every part of the referee returns: the table after, and what is to be carried out."""

LOOK_BACK = 8
"""So many actions back a position on the table is still recognised."""


class ReplayError(CompanionError):
    """A journal that cannot be replayed; the sentence names the entry."""


def begin(table: Table) -> Turned:
    """Put the beginning of a game on record and deal, as far as that needs nobody's word."""
    options = dict(table.setup.options)
    state = table.game.setup(options, table.setup.seats)
    body: dict[str, Json] = {
        "game": table.game.name,
        "seats": list(table.setup.seats),
        "options": {name: _plain(value) for name, value in options.items()},
    }
    table = _fresh(table.but(state=state, past=(), happened=(), pile=None), Stage.PLAY)
    effects: tuple[Effect, ...] = (Record("begun", body),)
    if table.setup.dealer is not None:
        table, more = act(table, table.game.lot(state, table.setup.dealer), Laid(None, How.NAMED))
        return table, effects + more
    table, more = carry_on(table)
    return table, effects + more


def _plain(value: OptionValue) -> Json:
    return list(value) if isinstance(value, tuple) else value


def act(table: Table, action: Any, laid: Laid) -> Turned:
    """Put a legal action on record, then everything that follows without anybody's word."""
    table = _after(table, action, laid)
    body: dict[str, Json] = {
        "action": table.game.write_action(table.past[-1].state, action),
        "how": str(laid.how),
    }
    table, more = carry_on(table)
    return table, (Record("act", body), *more)


def _after(table: Table, action: Any, laid: Laid) -> Table:
    moment = Moment(table.state, action, laid, table.pile)
    state = table.game.successor(table.state, action)
    told = table.happened
    if table.game.actor(table.state) != CHANCE:
        told = describe.done(table.game, table.state, action) or _other(table, action)
    stage = Stage.ENDED if table.game.outcome(state) is not None else table.stage
    table = table.but(state=state, past=(*table.past, moment), happened=told)
    return _fresh(table, stage)


def _other(table: Table, action: Any) -> tuple[Message, ...]:
    """Tell an action that moves no piece; what was said of it before everybody, too."""
    saying = table.game.saying(table.state, action)
    seat = saying.seat if saying is not None else table.turn or ""
    told = Message(table.game.told(table.state, action), (("seat", seat),))
    more = () if saying is None or saying.private else saying.labels[1:]
    return (told, *(Message(label.text, label.details) for label in more))


def _fresh(table: Table, stage: Stage) -> Table:
    """Return the table with nothing under way; the pile is as it lies now.

    Where a card is to be turned up, quick people have done so already: then it is as it lay before.
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
        named=None,
        no_card=False,
        asked_s=table.now_s,
        explanation=None,
        looks=0,
        verdict=Quiet(),
        objected=False,
        faults=(),
        vouched=(),
        declined=None,
        dialogue=None,
    )


def carry_on(table: Table) -> Turned:
    """Put on record what nobody need confirm, ask for lots where chance acts, light the lamps."""
    effects: list[Effect] = []
    while table.stage is Stage.PLAY:
        action = table.game.unseen(table.state)
        if action is None:
            break
        text = table.game.write_action(table.state, action)
        table = _after(table, action, Laid(None, How.BLIND))
        effects.append(Record("act", {"action": text, "how": str(How.BLIND)}))
    turn = table.turn
    if table.stage is Stage.ENDED:
        effects += [Record("ended", {}), Signal(Cue.END)]
    elif turn == CHANCE:
        effects.append(NeedChance(len(table.game.legal(table.state))))
    else:
        effects.append(Signal(Cue.TURN, (turn,) if turn is not None else ()))
    return table, tuple(effects)


def undo(table: Table, count: int) -> Turned:
    """Take the last actions of players off the record, with what followed them by itself."""
    table = _undone(table, count)
    return table, (Record("undo", {"count": count}), Signal(Cue.TURN, _seats(table)))


def _seats(table: Table) -> tuple[Seat, ...]:
    return (table.turn,) if table.turn is not None else ()


def _undone(table: Table, count: int) -> Table:
    past = list(table.past)
    state, pile = table.state, table.pile
    while count and past:
        moment = past.pop()
        state, pile = moment.state, moment.pile
        count -= not _by_itself(table, moment)
    after = _fresh(table.but(state=state, past=tuple(past), happened=()), Stage.PLAY)
    # A card that still lies there is not the one that lay there before the moves.
    after = after.but(pile=pile)
    return after.but(back=putting_back.begin(table, after))


def can_undo(table: Table) -> bool:
    """Say whether a player's action is on record."""
    return not all(_by_itself(table, moment) for moment in table.past)


def final(table: Table, count: int) -> tuple[Breach, ...]:
    """Return the rules that taking so many actions of players back would break."""
    for moment in reversed(table.past):
        if count <= 0:
            break
        if _by_itself(table, moment):
            continue
        if breaches := table.game.annulled(moment.state, moment.action):
            return breaches
        count -= 1
    return ()


def steps_of(table: Table, count: int) -> tuple[Step, ...]:
    """Return what was done with the pieces in so many actions of players, the earliest first."""
    steps: tuple[Step, ...] = ()
    for moment in reversed(table.past):
        if count <= 0:
            break
        if not _by_itself(table, moment):
            steps = (*table.game.steps(moment.state, moment.action), *steps)
            count -= 1
    return steps


def _by_itself(table: Table, moment: Moment) -> bool:
    """Say whether an action came by chance, or out of the camera's sight without anybody's word."""
    game, state = table.game, moment.state
    if moment.laid.how is How.BLIND and game.silence(state) == moment.action:
        return True  # nobody said anything
    return game.actor(state) == CHANCE or game.unseen(state) == moment.action


def put_state(table: Table, state: Any) -> Turned:
    """Replace the state on record by another, as people say it is."""
    table = _fresh(table.but(state=state, happened=()), Stage.PLAY)
    return table, (Record("state", {"state": table.game.write(state)}),)


def learn(table: Table, seat: Seat, hand: tuple[Any, ...]) -> Turned:
    """Put a hand that was shown on record; raises PositionError where it cannot be that hand."""
    table = table.but(state=table.game.learn(table.state, seat, hand))
    return table, (Record("hand", {"seat": seat, "cards": [str(card) for card in hand]}),)


def earlier(table: Table) -> tuple[tuple[int, Placement], ...]:
    """Return the positions before the last actions, each with the number of actions since."""
    found = []
    count = 0
    now = table.game.placement(table.state)
    for moment in reversed(table.past):
        if _by_itself(table, moment):
            continue
        count += 1
        placement = table.game.placement(moment.state)
        if placement != now:
            found.append((count, placement))
        if count == LOOK_BACK:
            break
    return tuple(found)


# --- replay -------------------------------------------------------------------------------------


def replay(table: Table, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> Table:
    """Return the table as the records leave it; raises ReplayError with the entry at fault."""
    for number, (kind, body) in enumerate(entries, start=1):
        try:
            table = _replayed(table, kind, body)
        except (CompanionError, LookupError, TypeError, ValueError) as error:
            raise ReplayError(
                f"Entry {number} of the journal ({kind}) does not fit the game: {error}."
            ) from error
    return table


def set_up_again(table: Table, body: Mapping[str, Any]) -> SetUp:
    """Return the set-up of an earlier game, or the table's where it is none any more."""
    try:
        setup = _set_up(table, body)
        table.game.setup(dict(setup.options), setup.seats)
    except (PositionError, LookupError, TypeError, ValueError):
        return table.setup
    return setup


def _set_up(table: Table, body: Mapping[str, Any]) -> SetUp:
    if not isinstance(body["options"], dict):
        raise TypeError("the options are no table")
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in body["options"].items()
    }
    seats = tuple(map(Seat, body["seats"]))
    return SetUp(seats, None, tuple(options.items()), table.setup.language)


def _text(body: Mapping[str, Any], key: str) -> str:
    """Return a text of a record; raises KeyError or TypeError where there is none."""
    text = body[key]
    if not isinstance(text, str):
        raise TypeError(f"its {key} is no text")
    return text


def _replayed(table: Table, kind: str, body: Mapping[str, Any]) -> Table:
    if table.state is None and kind != "begun":
        raise PositionError("no game had begun")
    match kind:
        case "begun":
            setup = _set_up(table, body)
            state = table.game.setup(dict(setup.options), setup.seats)
            return _fresh(table.but(setup=setup, state=state, past=()), Stage.PLAY)
        case "act":
            action = table.game.read_action(table.state, _text(body, "action"))
            if action not in table.game.legal(table.state):
                raise PositionError(f"{body['action']!r} was not allowed there")
            return _after(table, action, Laid(table.game.card_of(action), How(body["how"])))
        case "undo":
            return _undone(table, body["count"])
        case "state":
            state = table.game.read(_text(body, "state"))
            return _fresh(table.but(state=state, happened=()), Stage.PLAY)
        case "ended":
            return table
        case "hand":
            state = table.game.learn(table.state, body["seat"], tuple(body["cards"]))
            return table.but(state=state)
    raise PositionError("an unknown kind of entry")
