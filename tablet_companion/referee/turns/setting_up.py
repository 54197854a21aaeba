"""Setting up a game by touch, and leaving one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import PositionError, Seat
from tablet_companion.games.text import LANGUAGES
from tablet_companion.players.levels import LEVELS
from tablet_companion.referee.model.dialogues import Confirming, Levelling
from tablet_companion.referee.model.effects import Language, Record, Transition
from tablet_companion.referee.model.events import Begin, Choose, NewGame
from tablet_companion.referee.model.levels import LEVEL, Level
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.model.table_seats import NEEDS, needs_nothing
from tablet_companion.referee.turns import questions, record

LANGUAGE: Final = "language"
DEALER: Final = "dealer"
PLAYERS: Final = "players"
SEATS: Final = "seats"
PLAYED: Final = "played"
SKILL: Final = "skill"


def choose(table: Table, choice: Choose) -> Transition:
    """Set one entry of the set-up; an impossible choice changes nothing."""
    value = choice.value
    if choice.name == LANGUAGE and value in LANGUAGES:
        return _change(table, language=str(value)), (Language(str(value)),)
    if choice.name.partition(" ")[0] == LEVEL:
        return _choose_level(table, choice)
    if table.stage is not Stage.SETUP:
        return table, ()
    if choice.name == DEALER:
        dealer = Seat(str(value))
        return _change(table, dealer=dealer if dealer in table.setup.seats else None), ()
    if choice.name == PLAYERS:
        return _choose_count(table, int(value) if isinstance(value, int) else 0), ()
    if choice.name == SEATS:
        return _choose_seats(table, tuple(map(Seat, str(value).split()))), ()
    if choice.name == PLAYED:
        return _toggle_played(table, Seat(str(value))), ()
    if choice.name == SKILL:
        return (_change(table, skill=str(value)) if value in LEVELS else table), ()
    if choice.name in {option.name for option in table.game.options}:
        options = dict(table.setup.options) | {choice.name: value}
        try:
            table.game.players(options)
        except PositionError:
            return table, ()
        table = _change(table, options=tuple(sorted(options.items())))
        return _fit_seats(table if needs_nothing(table) else _change(table, played=())), ()
    return table, ()


def _choose_level(table: Table, choice: Choose) -> Transition:
    """Set the level of the table or of a seat: before a game, or on the page for it."""
    seat, value = Seat(choice.name.removeprefix(LEVEL).strip()), choice.value
    playing = table.stage is Stage.PLAY and isinstance(table.dialogue, Levelling)
    may_be = value in set(Level) and seat in ("", *table.setup.seats)
    if not may_be or not (playing or table.stage is Stage.SETUP):
        return table, ()
    chosen = {seat: Level(str(value))} if seat else {}
    level = table.setup.level if seat else Level(str(value))
    levels = tuple(sorted({**dict(table.setup.levels), **chosen}.items())) if seat else ()
    setup = replace(table.setup, level=level, levels=levels)
    return record.put_levels(table, setup) if playing else (table.but(setup=setup), ())


def _toggle_played(table: Table, seat: Seat) -> Table:
    """Let the table play a seat, or a person again; if need be, let the tablet deal."""
    if seat not in table.setup.seats:
        return table
    played = tuple(one for one in table.setup.seats if (one in table.setup.played) != (one == seat))
    options = dict(table.setup.options)
    if played and not needs_nothing(table):
        options |= {one.name: NEEDS[one.name][0] for one in table.game.options if one.name in NEEDS}
    return _change(table, played=played, options=tuple(sorted(options.items())))


def _choose_count(table: Table, wanted: int) -> Table:
    """Return the table for a number of players; an option that does not allow it is changed."""
    game, options = table.game, dict(table.setup.options)
    if wanted not in game.players(options):
        others = (options | {one.name: value} for one in game.options for value in one.choices)
        fitting = (one for one in others if wanted in game.players(one))
        options = next(fitting, options)
    return _fit_seats(_change(table, options=tuple(sorted(options.items()))), wanted)


def _fit_seats(table: Table, wanted: int = 0) -> Table:
    """Return the table with the wanted number of seats (0: as before), if the game allows it."""
    game, now, options = table.game, len(table.setup.seats), dict(table.setup.options)
    allowed = game.players(options)
    count = min(allowed, key=lambda one: (abs(one - (wanted or now)), one))
    return table if count == now else _take_seats(table, game.seatings(options, count)[0])


def _choose_seats(table: Table, wanted: tuple[Seat, ...]) -> Table:
    """Return the table with exactly these seats, if the game allows it."""
    options = dict(table.setup.options)
    if len(wanted) not in table.game.players(options):
        return table
    found = table.game.seatings(options, len(wanted))
    return _take_seats(table, wanted) if wanted in found else table


def _take_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """Return the table with these seats; a dealer without a seat is left to the lot."""
    dealer = table.setup.dealer if table.setup.dealer in seats else None
    played = tuple(seat for seat in table.setup.played if seat in seats)
    return _change(table, seats=seats, dealer=dealer, played=played)


def _change(table: Table, **changes: Any) -> Table:
    return table.but(setup=replace(table.setup, **changes))


def begin(table: Table, _: Begin) -> Transition:
    """Go on from the set-up to the check, or from the check to play."""
    if table.stage is Stage.SETUP:
        try:
            state = table.game.setup(dict(table.setup.options), table.setup.seats)
        except PositionError:
            return table, ()  # the page says why
        return table.but(stage=Stage.CHECK, state=state), ()
    return record.begin(table) if table.stage is Stage.CHECK else (table, ())


def ask_for_new_game(table: Table, _: NewGame) -> Transition:
    """Set up another game; leave one in progress only after confirmation."""
    if table.stage is Stage.PLAY:
        return table.but(dialogue=Confirming(questions.ask_for_new_game())), ()
    return renew(table), leave_last_page(table)


def leave_last_page(table: Table) -> tuple[Record, ...]:
    """Return the entry that people left the last page, if this is one.

    Without it, the next start shows that page again.
    """
    return (Record("ended", {"left": True}),) if table.stage is Stage.ENDED else ()


def renew(table: Table) -> Table:
    """Return a table ready to set up another game, keeping what the devices said last."""
    fresh = new_table(table.game, table.areas, table.setup.language)
    return fresh.but(
        setup=table.setup,
        evidence=table.evidence,
        switches=table.switches,
        blind=table.blind,
        now_s=table.now_s,
        holds=table.holds,
    )
