"""What is taught and counted during play: rules introduced, hints on request, penalties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import TABLE, Place, Rule, Seat
from tablet_companion.referee.model import coaching, events
from tablet_companion.referee.model.dialogues import Helping, Recalling, Wondering, find_under
from tablet_companion.referee.model.effects import Effect, Record, Transition
from tablet_companion.referee.model.history import list_finished_plays
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Objecting

MAX_RECALLED: Final = 3
"""The replay shows this many of the last moves."""
RECALL_S: Final = 2.5
"""Each move of the replay stays on the page for this long."""


def introduce(table: Table) -> Transition:
    """Introduce the next relevant rule to the player on turn, if one is due."""
    rule = coaching.find_next(table)
    if rule is None or table.turn is None:
        return table, ()
    table, effects = _note(table, table.turn, (rule,))
    coach = table.coach
    told = coach.told + 1
    return table.but(coach=replace(coach, now=rule, now_s=table.now_s, told=told)), effects


def _note(table: Table, seat: Seat, rules: Iterable[Rule]) -> Transition:
    """Put on record that a seat was told rules, each once, omitting those that it knew."""
    told = dict.fromkeys(rules)
    new = [rule for rule in told if (seat, rule) not in table.coach.introduced]
    if not new:
        return table, ()
    records = tuple(Record("taught", {"seat": seat, "rule": rule}) for rule in new)
    return remember_taught(table, ((seat, rule) for rule in new)), records


def remember_taught(table: Table, told: Iterable[tuple[Seat, Rule]]) -> Table:
    """Return the table with these rules marked as told to these seats."""
    coach = table.coach
    return table.but(coach=replace(coach, introduced=coach.introduced | set(told)))


def explain_surprise(table: Table) -> Transition:
    """Say why the last move was allowed if it may look wrong: once per taught table."""
    taught = Level.TEACH in {table.setup.level, *dict(table.setup.levels).values()}
    plays = list_finished_plays(table) if taught else ()
    rule = coaching.find_surprise(plays[-1]) if plays else None
    if rule is None or (TABLE, rule) in table.coach.introduced:
        return table, ()
    table, effects = _note(table, TABLE, (rule,))
    return table.but(coach=replace(table.coach, why=rule)), effects


def count_objection(table: Table, objecting: Objecting) -> Transition:
    """Count an objection against a strict seat; a taught seat has learnt the rule by it."""
    seat, told = objecting.seat, objecting.told
    table = table.but(coach=replace(table.coach, refused=told))
    if seat is None or objecting.stands:
        return table, ()
    effects: tuple[Effect, ...] = ()
    level = table.level_of(seat)
    if level is Level.TEACH:
        table, effects = _note(table, seat, (breach.rule for breach in told))
    if level is Level.STRICT and (seat, told) not in table.coach.fined:
        coach = replace(table.coach, fined=(*table.coach.fined, (seat, told)))
        return add_penalty(table.but(coach=coach), seat), (Record("penalty", {"seat": seat}),)
    return table, effects


def add_penalty(table: Table, seat: Seat) -> Table:
    """Return the table with one more penalty for a seat."""
    counted = dict(table.coach.penalties)
    counted[seat] = counted.get(seat, 0) + 1
    return table.but(coach=replace(table.coach, penalties=tuple(sorted(counted.items()))))


# --- touches --------------------------------------------------------------------------------------


def put_away(table: Table, _: events.Learnt) -> Transition:
    """Dismiss the rule that is being introduced."""
    return table.but(coach=replace(table.coach, now=None, why=None)), ()


def remember(table: Table, wish: events.Remember) -> Transition:
    """Mark rules as told that the player of a seat learnt before this game."""
    if table.stage is not Stage.PLAY or wish.seat not in table.setup.seats:
        return table, ()
    known = tuple(rule for rule in coaching.list_rules(table.game) if rule in wish.rules)
    table, effects = _note(table, wish.seat, known)
    coach = table.coach
    if wish.seat == table.turn and coach.now in known:
        table = table.but(coach=replace(coach, now=None))
    return table, effects


def point(table: Table, wish: events.Point) -> Transition:
    """Show where a touched piece may go, or answer whether it may go to a touched place."""
    area = next((area for area, spots in table.areas.items() if wish.place in spots), None)
    if area is None:
        return table, ()
    if isinstance(table.dialogue, Wondering):
        return table.but(dialogue=_point_on(table, table.dialogue, area)), ()
    if not table.is_taught or table.dialogue is not None:
        return table, ()
    touched = None if table.coach.touched == area else area
    return table.but(coach=replace(table.coach, touched=touched)), ()


def _point_on(table: Table, now: Wondering, area: Place) -> Wondering:
    """Take the first touch as a piece, and the second as its target.

    A piece that stands nowhere yet cannot be touched, and a card does not move: then the first
    touch is the target.
    """
    ways = coaching.find_ways(table.position, table.card.known)
    there = [piece for place, piece in table.placement.pieces if place == area]
    outside = [source for source in ways if coaching.find_area(table, source) not in table.areas]
    if there and all(map(str.isdigit, there)):
        outside = list(ways)
    if outside and now.source in (None, *outside) and area not in ways:
        return replace(now, source=outside[0], target=area)
    if now.source not in (None, area) and now.target is None:
        return replace(now, target=area)
    again = now.source == area and now.target is None
    return replace(now, source=area if there and not again else None, target=None)


def ask_for_help(table: Table, _: events.AskHelp) -> Transition:
    """Open the help page."""
    return _open(table, Helping())


def ask_why(table: Table, _: events.AskWhy) -> Transition:
    """Show every rule behind the last verdict."""
    return _open(table, Helping(why=True))


def wonder(table: Table, wish: events.Wonder) -> Transition:
    """Show what may be done now, or ask for a piece and a place to judge."""
    return _open(table, Wondering(asking=wish.asking))


def recall(table: Table, _: events.Recall) -> Transition:
    """Show the last moves again."""
    count = min(MAX_RECALLED, len(list_finished_plays(table)))
    return _open(table, Recalling(count, table.now_s)) if count else (table, ())


def _open(table: Table, dialogue: Helping | Wondering | Recalling) -> Transition:
    """Open a page of questions over the open one; what may be done is asked only during play."""
    if table.stage is Stage.SETUP or (
        isinstance(dialogue, Wondering) and table.stage is not Stage.PLAY
    ):
        return table, ()
    return table.but(dialogue=replace(dialogue, under=find_under(table.dialogue))), ()


def recall_on(table: Table, recalling: Recalling) -> Transition:
    """Show the next of the last moves, once the previous one has been shown for long enough."""
    if table.now_s - recalling.since_s < RECALL_S:
        return table, ()
    if recalling.left <= 1:
        return table.forgetful().but(dialogue=recalling.under), ()
    return table.but(dialogue=replace(recalling, left=recalling.left - 1, since_s=table.now_s)), ()


def find_level_of_last_player(table: Table) -> Level:
    """Return the level of the player who acted last."""
    plays = list_finished_plays(table)
    return table.level_of(plays[-1].actor if plays else None)
