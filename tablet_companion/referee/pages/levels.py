"""The page on which people change, during a game, how the seats are refereed."""

from __future__ import annotations

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.levels import LEVEL, MEANINGS, NAMES, Level
from tablet_companion.referee.model.panels import Button, MenuPanel, Weight
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.pages.buttons import CONTINUE


def build_levels(table: Table) -> MenuPanel:
    """Return the page: a key for each level of the whole table, and one that turns each seat's."""
    seats = tuple(entry.seat for entry in table.view().seats)
    used = {table.level_of(seat) for seat in seats}
    alike = used if len(used) == 1 else set()
    return MenuPanel(
        view=table.view(),
        say=Message(N_("The referee, for everybody or for one seat")),
        keys=(
            *(_offer(level, chosen=level in alike) for level in Level),
            *(_offer_seat(seat, table.level_of(seat)) for seat in seats),
        ),
        facts=tuple(Message(MEANINGS[level]) for level in Level if level in used),
        private=None,
        buttons=(CONTINUE,),
        for_all=True,
    )


def _offer(level: Level, *, chosen: bool) -> Button:
    label = Message(N_("Everybody: {text}"), (("text", Message(NAMES[level])),))
    weight = Weight.MAIN if chosen else Weight.PLAIN
    return Button(label, Choose(LEVEL, level.value), weight)


def _offer_seat(seat: Seat, now: Level) -> Button:
    levels = list(Level)
    after = levels[(levels.index(now) + 1) % len(levels)]
    label = Message(N_("{seat}: {text}"), (("seat", seat), ("text", Message(NAMES[now]))))
    return Button(label, Choose(f"{LEVEL} {seat}", after.value))
