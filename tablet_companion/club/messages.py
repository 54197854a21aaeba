"""What a table publishes: values made from public information, and their topics.

docs/club.md describes them in prose, and docs/club-schema.json is made from these
values by ``make schema``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from tablet_companion.games.core import TABLE, View
from tablet_companion.referee.model.effects import Judged
from tablet_companion.referee.model.history import list_finished_plays
from tablet_companion.referee.model.panels import BoardPanel, ObjectionPanel, Panel
from tablet_companion.referee.model.table import Stage, Table, state_to_show

ROOT: Final = "tablet-companion"

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""What any program can count with: more is none of ours, and no database would hold it."""
Need = Literal["", "objection", "disagreement", "no picture"]


class SeatStatus(msgspec.Struct, frozen=True):
    """A seat: its name and how many cards it holds; ``out`` has left the round."""

    seat: str
    cards: Count
    out: bool


class Status(msgspec.Struct, frozen=True):
    """The status of a table, from public information only; retained at ``…/TABLE/status``.

    ``turn`` is empty while nobody is to act. ``needs`` is why the organiser should have a look.
    ``pieces`` lists the pieces on each place, ``verdicts`` counts those of this game by kind.
    ``events`` is the number of the newest event, by which a club notices missing ones.
    """

    game: str
    title: str
    stage: str
    turn: str
    seats: tuple[SeatStatus, ...]
    actions: Count
    needs: Need
    pieces: dict[str, tuple[str, ...]]
    verdicts: dict[str, Count]
    winners: tuple[str, ...]
    events: Count = 0


class Happened(msgspec.Struct, frozen=True):
    """An event, which must not be lost, at ``…/TABLE/event``: a verdict, or the end of a game.

    ``number`` only increases, until the table's disk is lost; with ``at_s``, the table's wall
    clock, it tells duplicates.
    """

    number: Count
    at_s: float
    game: str
    kind: str
    seat: str
    seats: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()


def topic(table: str, name: Literal["online", "status", "event", "again"]) -> str:
    """Return a topic of a table; a message at ``again`` is the number after which to repeat."""
    return f"{ROOT}/{table}/{name}"


def describe(table: Table, shown: Panel, verdicts: dict[str, int]) -> Status:
    """Return a table's status, from its public view alone."""
    view: View = table.game.view(state_to_show(table), TABLE)
    return Status(
        game=table.game.name,
        title=table.game.title,
        stage=str(table.stage),
        turn=str(view.turn) if table.is_played else "",
        seats=tuple(SeatStatus(str(one.seat), one.cards, one.out) for one in view.seats),
        actions=len(list_finished_plays(table)),  # how many lots somebody stakes is a secret
        needs=_find_need(table, shown),
        pieces=_list_pieces(view),
        verdicts=dict(sorted(verdicts.items())),
        winners=list_winners(table),
    )


def list_winners(table: Table) -> tuple[str, ...]:
    """Return the winners; empty while the game goes on."""
    if table.stage is not Stage.ENDED:
        return ()
    outcome = table.game.outcome(table.state)
    return () if outcome is None else tuple(map(str, outcome.winners))


def name_verdict(judged: Judged) -> tuple[str, str]:
    """Return a verdict's kind and who was on turn, but nothing of the action."""
    return str(judged.kind), str(judged.seat or "")


def _find_need(table: Table, shown: Panel) -> Need:
    if isinstance(shown, ObjectionPanel):
        return "objection"
    if isinstance(shown, BoardPanel):
        return "disagreement"
    return "no picture" if table.blind == "camera" else ""


def _list_pieces(view: View) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for place, piece in view.placement.pieces:
        found[str(place)] = (*found.get(str(place), ()), str(piece))
    return found


def write_discovery(table: str, version: str) -> tuple[str, dict[str, Any]]:
    """Return the topic and the message by which Home Assistant finds a table by itself."""
    status = topic(table, "status")
    parts = {
        "turn": {"p": "sensor", "name": "Turn", "value_template": "{{ value_json.turn }}"},
        "stage": {"p": "sensor", "name": "Stage", "value_template": "{{ value_json.stage }}"},
        "actions": {"p": "sensor", "name": "Moves", "value_template": "{{ value_json.actions }}"},
        "needs": {
            "p": "binary_sensor", "name": "Needs the referee", "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.needs else 'OFF' }}",
        },
    }  # fmt: skip
    message = {
        "dev": {"ids": f"{ROOT}-{table}", "name": f"Table {table}", "mf": "Tablet Companion"},
        "o": {"name": "Tablet Companion", "sw": version},
        "cmps": {
            name: part | {"unique_id": f"{ROOT}-{table}-{name}", "state_topic": status}
            for name, part in parts.items()
        },
        "availability_topic": topic(table, "online"),
        "qos": 1,
    }
    return f"homeassistant/device/{ROOT}-{table}/config", message
