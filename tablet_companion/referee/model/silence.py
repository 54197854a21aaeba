"""Silence as consent: in some games, saying nothing to an action accepts it."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Asking, Disagreeing, Objecting, Quiet

SILENCE_S: Final = 8.0
"""People have this long to think about an objection."""
READING_S: Final = 20.0
"""Who has a rule of some lines to read on the same page has this long."""
OBJECTIONS_OPTION: Final = "objections"
"""A game's option: ``silent`` takes silence for consent, ``asked`` asks everybody in turn."""
COUNTDOWN_STEPS: Final = 20
"""The countdown has this many steps, so that the page is not repainted all the time."""


def can_hear_objections(table: Table) -> bool:
    """Whether the table shows the move, and nothing covers the page with the keys to object."""
    covered = isinstance(table.verdict, Objecting | Asking | Disagreeing)
    shown = table.owed is None or bool(table.blind)  # no camera will ever see it
    return table.dialogue is None and shown and not covered


def find_consent(table: Table) -> Action | None:
    """Return the action that follows if nobody speaks, or None if silence means nothing."""
    return _find_consent(table, table.position)


def _find_consent(table: Table, position: Position) -> Action | None:
    if table.stage is not Stage.PLAY:
        return None
    chosen = dict(table.setup.options).get(OBJECTIONS_OPTION)
    if chosen is None:
        chosen = next(
            (one.default for one in table.game.options if one.name == OBJECTIONS_OPTION), None
        )
    consent = position.silence() if chosen == "silent" else None
    if consent is None or table.game.actor(position.state) in table.setup.played:
        return None  # a seat that the table plays answers by itself
    return consent


def find_objectors(table: Table) -> tuple[Seat, ...]:
    """Return the seats that may still object, in the order of asking."""
    position, found = table.position, list[Seat]()
    while (action := _find_consent(table, position)) is not None:
        found.append(table.game.actor(position.state) or Seat(""))
        position = position.follow(action)
    return tuple(found)


def _find_limit(table: Table) -> float:
    """Return how long (s) people have to object."""
    return SILENCE_S if table.coach.now is None else READING_S


def count_down(table: Table) -> int:
    """Return how many of ``COUNTDOWN_STEPS`` are left to object; 0 if nobody is waited for."""
    if not can_hear_objections(table) or find_consent(table) is None:
        return 0
    gone = (table.now_s - table.asked_s) / _find_limit(table)
    return max(1, COUNTDOWN_STEPS - int(COUNTDOWN_STEPS * gone))


def is_time_to_object_over(table: Table) -> bool:
    """Whether the time to object is over."""
    quiet = can_hear_objections(table) and isinstance(table.verdict, Quiet)
    waited = table.now_s - table.asked_s >= _find_limit(table)
    return quiet and waited and find_consent(table) is not None
