"""The organiser's page in the language of the settings: its own words, and the tables' rows."""

from __future__ import annotations

from html import escape
from importlib import resources
from string import Template
from typing import Final

import msgspec

from tablet_companion.club.listener import TableRow
from tablet_companion.club.messages import Status
from tablet_companion.games.core import Seat
from tablet_companion.games.text import N_
from tablet_companion.screen.words.wording import Words

PAGE: Final[dict[str, str]] = {
    "tables": N_("Tables"),
    "table": N_("Table"),
    "game": N_("Game"),
    "turn": N_("Turn"),
    "moves": N_("Moves"),
    "needs": N_("Needs somebody"),
    "verdicts": N_("Verdicts"),
    "sum": N_("Tables: {count_tables}, online: {count_online}, need somebody: {count_needing}"),
    "tournament": N_("Tournament"),
    "sides": N_("Sides, one on each line"),
    "begin": N_("Begin a new tournament"),
    "sure": N_("A new tournament removes all pairings and results of this one. Begin it?"),
    "many": N_("A tournament has up to 400 sides."),
    "unkept": N_("This could not be stored, and nothing has changed. Try it again."),
    "swiss": N_("Next round (Swiss)"),
    "all": N_("All rounds (round robin)"),
    "export": N_("Export (CSV)"),
    "round": N_("Round"),
    "first": N_("First seat"),
    "next": N_("Next seat"),
    "result": N_("Result"),
    "side": N_("Side"),
    "points": N_("Points"),
    "buchholz": N_("Buchholz"),
    "password": N_("The club's password"),
    "enter": N_("Enter"),
    "wrong": N_("That is not the password, or it was tried too often. Wait a moment."),
    "lost": N_("No connection to the club. Trying again."),
}
"""The page's own words, by their names in its template and its script."""
_STAGES: Final = {
    "setup": N_("setting up"),
    "check": N_("starting position"),
    "play": N_("playing"),
    "ended": N_("ended"),
}
_NEEDS: Final = {
    "objection": N_("objection"),
    "disagreement": N_("table and record differ"),
    "no picture": N_("no picture"),
}
_VERDICTS: Final = {
    "accepted": N_("accepted"),
    "waiting": N_("waited for"),
    "asked": N_("asked"),
    "objected": N_("objected to"),
    "taken_back": N_("taken back"),
    "corrected": N_("corrected"),
    "out_of_step": N_("out of step"),
}
_OFFLINE: Final = N_("offline")


class Shown(msgspec.Struct, frozen=True):
    """A row of the page: its texts, and the keys for sorting and colour.

    ``needing_s`` is for how long it has needed somebody: browsers have clocks of their own.
    """

    table: str
    online: bool
    needing: bool
    needing_s: float
    told_s: float
    game: str
    turn: str
    moves: int
    needs: str
    verdicts: str


def write_page(said: Words) -> bytes:
    """Return the page's HTML; the script's words are in the body's data attributes."""
    page = (resources.files("tablet_companion.club") / "static" / "club.html").read_text("utf-8")
    texts = {name: escape(said.text(text)) for name, text in PAGE.items()}
    return Template(page).substitute(texts, language=said.language).encode()


def describe_row(row: TableRow, said: Words, now_s: float) -> Shown:
    """Return a row in the words of a language; ``now_s`` is by the clock of ``since_s``."""
    status = row.status
    need = status.needs if status is not None else ""
    return Shown(
        table=row.table,
        online=row.online,
        needing=row.online and bool(need),
        needing_s=now_s - row.since_s if need else 0.0,
        told_s=row.told_s,
        game=_describe_game(status, said),
        turn=said.seat(Seat(status.turn)) if status is not None and status.turn else "",
        moves=status.actions if status is not None else 0,
        needs=said.text(_NEEDS.get(need, need) if row.online else _OFFLINE),
        verdicts=_list_verdicts(status, said),
    )


def _describe_game(status: Status | None, said: Words) -> str:
    if status is None:
        return "–"
    return f"{status.title}, {said.text(_STAGES.get(status.stage, status.stage))}"


def _list_verdicts(status: Status | None, said: Words) -> str:
    counts = status.verdicts if status is not None else {}
    return ", ".join(f"{said.text(_VERDICTS.get(kind, kind))} {n}" for kind, n in counts.items())
