"""Rebuilding a table from a journal: its records are put on record again, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from hardware.errors import CompanionError
from tablet_companion.games.core import Card, PositionError, Rule, Seat
from tablet_companion.players.levels import LEVELS, USUAL
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model.dialogues import Paused
from tablet_companion.referee.model.history import is_silence, is_unfinished
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.table import SetUp, Table
from tablet_companion.referee.turns import coaching, record
from tablet_companion.vision.reading import CardReading


class ReplayError(CompanionError):
    """A journal that cannot be replayed; the message names the entry."""


def replay(table: Table, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> Table:
    """Return the table after all records; raises ReplayError naming the faulty entry."""
    for number, (kind, body) in enumerate(entries, start=1):
        try:
            table = _replay_entry(table, kind, body)
        except (CompanionError, LookupError, TypeError, ValueError) as error:
            raise ReplayError(
                f"Entry {number} of the journal ({kind}) does not fit the game: {_explain(error)}."
            ) from error
    # Whether the card that lies there now is of the last turn or of the next, nobody saw; nor
    # whether anybody has played on since.
    return table.but(unrecorded_cards=True, rested=False, pile=_expect_top(table))


def _expect_top(table: Table) -> CardReading | None:
    """Return what may lie on the pile of what is on record, None if nothing does.

    Where it shows, nobody need have laid another card, by which the next move would be judged. A
    card that was only named may not lie there: then the one before it shows.
    """
    expected: dict[Card | None, float] = {}
    for moment in reversed(table.past) if table.game.pile else ():
        if moment.card is not None:
            expected.setdefault(moment.card, 1.0 / (1 + len(expected)))
            if moment.laid.how is How.SEEN:
                break
    return CardReading(tuple(expected.items())) if expected else None


def _explain(error: Exception) -> str:
    """Return what is wrong, without a full stop, which the sentences of a game end with."""
    if isinstance(error, KeyError):
        return f"{error} is missing or unknown"
    return str(error).removesuffix(".")


def set_up_again(table: Table, body: Mapping[str, Any]) -> SetUp:
    """Return the set-up of an earlier game, or the table's if that one is no longer valid."""
    try:
        setup = _read_setup(table, body)
        table.game.setup(dict(setup.options), setup.seats)
    except (PositionError, LookupError, TypeError, ValueError):
        return table.setup
    return setup


def _read_setup(table: Table, body: Mapping[str, Any]) -> SetUp:
    if not isinstance(body["options"], dict):
        raise TypeError("the options are not an object")
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in body["options"].items()
    }
    seats = tuple(map(Seat, body["seats"]))
    setup = SetUp(seats, None, tuple(options.items()), table.setup.language)
    return replace(setup, **_read_levels(table, body), **_read_played(body, seats))


def _read_levels(table: Table, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table's level and those of seats; raises ValueError if there are none such."""
    levels = {Seat(seat): Level(level) for seat, level in dict(body.get("levels", {})).items()}
    return {"level": Level(body.get("level", table.setup.level)), "levels": tuple(levels.items())}


def _read_played(body: Mapping[str, Any], seats: tuple[Seat, ...]) -> dict[str, Any]:
    """Return the seats that the table plays, and its skill; raises ValueError if invalid."""
    played = tuple(map(Seat, body.get("played", ())))
    skill = body.get("skill", USUAL)
    if not set(played) <= set(seats) or skill not in LEVELS:
        raise ValueError(f"nobody plays {played} like {skill!r}")
    return {"played": played, "skill": skill}


def _read_text(body: Mapping[str, Any], key: str) -> str:
    """Return a text of a record; raises KeyError or TypeError if it has none."""
    text = body[key]
    if not isinstance(text, str):
        raise TypeError(f"its {key} is not a text")
    return text


def _replay_entry(table: Table, kind: str, body: Mapping[str, Any]) -> Table:
    if table.state is None and kind != "begun":
        raise PositionError("no game had begun")
    if kind not in _KINDS:
        raise PositionError("an unknown kind of entry")
    return _KINDS[kind](table, body)


def _undo(table: Table, count: int) -> Table:
    """Take actions off; a private entry that its seat took back itself leaves no trace."""
    if count == 1 and table.past and is_unfinished(table.past[-1], table.position):
        return record.retract_entry(table)
    return record.take_off(table, count)


def _begin(table: Table, body: Mapping[str, Any]) -> Table:
    setup = _read_setup(table, body)
    state = table.game.setup(dict(setup.options), setup.seats)
    return record.start(table.but(setup=setup), state)


def _act(table: Table, body: Mapping[str, Any]) -> Table:
    action = table.game.read_action(table.state, _read_text(body, "action"))
    if action not in table.game.legal(table.state):
        raise PositionError(f"{body['action']!r} was not allowed there")
    laid = Laid(table.game.card_of(action), How(body["how"]))
    after = record.put_action(table, action, laid)
    last = after.past[-1]
    # What was said, or stands by silence, may not have been done yet when the program ended: the
    # next look tells.
    if last.steps and (laid.how is How.NAMED or is_silence(last)):
        return after.but(owed=Owed(table.position, action))
    return after


def _change_seats(table: Table, body: Mapping[str, Any]) -> Table:
    setup = replace(table.setup, **_read_played(body, table.setup.seats))
    return record.change_played(table, setup)


def _change_levels(table: Table, body: Mapping[str, Any]) -> Table:
    return record.change_levels(table, replace(table.setup, **_read_levels(table, body)))


def _teach(table: Table, body: Mapping[str, Any]) -> Table:
    told = (Seat(_read_text(body, "seat")), Rule(_read_text(body, "rule")))
    return coaching.remember_taught(table, (told,))


def _give(table: Table, body: Mapping[str, Any]) -> Table:
    return record.put_gift(table, body["seat"], Card(_read_text(body, "card")), body["number"])


_KINDS: Final[Mapping[str, Callable[[Table, Mapping[str, Any]], Table]]] = {
    "begun": _begin,
    "act": _act,
    "undo": lambda table, body: _undo(table, body["count"]),
    "state": lambda table, body: record.correct_state(
        table, table.game.read(_read_text(body, "state"))
    ),
    "ended": lambda table, _body: table,
    "played": _change_seats,
    "levels": _change_levels,
    "taught": _teach,
    "penalty": lambda table, body: coaching.add_penalty(table, Seat(_read_text(body, "seat"))),
    "paused": lambda table, body: table.but(dialogue=Paused() if body["on"] else None),
    "hand": lambda table, body: record.put_hand(table, body["seat"], tuple(body["cards"])),
    "gave": _give,
    "forgot": lambda table, body: record.put_forgotten(table, Seat(_read_text(body, "seat"))),
}
"""What each kind of record does to the table."""
