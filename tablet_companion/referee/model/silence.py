"""Silence as consent: where a game asks whether anybody objects, saying nothing is an answer."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Quiet

SILENCE_S: Final = 8.0
"""This long people may think about an objection."""
OPTION: Final = "objections"
"""A game's option: ``silent`` takes silence for consent, ``asked`` asks all in turn."""
STEPS: Final = 20
"""The time that is left is shown in this many steps, or the page would be painted all the time."""


def find_consent(table: Table) -> Action | None:
    """Return the action that follows if nobody says anything, None where silence says nothing."""
    return _find_consent(table, table.position)


def _find_consent(table: Table, position: Position) -> Action | None:
    if table.stage is not Stage.PLAY:
        return None
    chosen = dict(table.setup.options).get(OPTION)
    if chosen is None:
        chosen = next((one.default for one in table.game.options if one.name == OPTION), None)
    consent = position.derive(_ask_for_consent) if chosen == "silent" else None
    if consent is None or table.game.actor(position.state) in table.setup.played:
        return None  # a seat that the table plays says so itself
    return consent


def _ask_for_consent(position: Position) -> Action | None:
    return position.game.silence(position.state)


def find_objectors(table: Table) -> tuple[Seat, ...]:
    """Return the seats that may still object, in the order in which they are asked."""
    position, found = table.position, list[Seat]()
    while (action := _find_consent(table, position)) is not None:
        found.append(table.game.actor(position.state) or Seat(""))
        position = position.follow(action)
    return tuple(found)


def count_down(table: Table) -> int:
    """Return how many of STEPS of the time to object are left; 0 where nothing is waited for."""
    if table.dialogue is not None or find_consent(table) is None:
        return 0
    gone = (table.now_s - table.asked_s) / SILENCE_S
    return max(1, STEPS - int(STEPS * gone))


def is_over(table: Table) -> bool:
    """Whether nobody has said anything for long enough that silence is an answer."""
    quiet = table.dialogue is None and isinstance(table.verdict, Quiet)
    waited = table.now_s - table.asked_s >= SILENCE_S
    return quiet and waited and find_consent(table) is not None
