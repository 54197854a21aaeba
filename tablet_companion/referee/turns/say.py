"""Saying actions at the screen: before everybody, or where only one seat looks."""

from __future__ import annotations

from tablet_companion.games.core import Breach
from tablet_companion.referee.model.events import Say, Whisper
from tablet_companion.referee.model.table import (
    HandingOver,
    Objecting,
    Speaking,
    Stage,
    Table,
    Whispering,
)
from tablet_companion.referee.pages import menu
from tablet_companion.referee.turns.looks import accept_said
from tablet_companion.referee.turns.record import Turned


def say(table: Table, said: Say) -> Turned:
    """Go one label further, or put on record what was said in full."""
    if table.stage is not Stage.PLAY:
        return table, ()
    if isinstance(table.dialogue, Whispering):
        return _whisper(table, table.dialogue, said.path)
    if said.moves:
        found = menu.by_touch(table.game, table.state)
    else:
        found = menu.public(table.game, table.state, shown=False)
    path = menu.followed(found, said.path)
    entry = menu.chosen(found, path)
    if entry is not None:
        return accept_said(table.but(dialogue=None), entry.action)
    if not menu.below(found, path):
        return table.but(dialogue=None), ()
    return table.but(dialogue=Speaking(path, said.moves)), ()


def whisper(table: Table, wish: Whisper) -> Turned:
    """Hand the tablet to a seat that has something to say, or to learn, alone."""
    if table.stage is not Stage.PLAY or not _may_whisper(table, wish):
        return table, ()
    return table.but(dialogue=HandingOver(wish.seat, whisper=True)), ()


def _may_whisper(table: Table, wish: Whisper) -> bool:
    refused = isinstance(table.verdict, Objecting) and wish.seat == table.turn
    return refused or wish.seat in menu.whisperers(table.game, table.state)


def alone(table: Table, handing: HandingOver) -> Table:
    """Let a seat look: at why it, on turn, was refused, or at what it may say."""
    breaches: tuple[Breach, ...] = ()
    if isinstance(table.verdict, Objecting) and handing.seat == table.turn:
        breaches = table.verdict.breaches
    return table.but(dialogue=Whispering(handing.seat, table.now_s, (), breaches))


def _whisper(table: Table, now: Whispering, path: menu.Path) -> Turned:
    found = menu.private(table.game, table.state, now.seat)
    path = menu.followed(found, path)
    entry = menu.chosen(found, path)
    if entry is None:
        return table.but(dialogue=Whispering(now.seat, table.now_s, path)), ()
    breaches = table.game.judge(table.state, entry.action)
    if breaches:
        return table.but(dialogue=Whispering(now.seat, table.now_s, (), breaches)), ()
    table, effects = accept_said(table, entry.action)
    if menu.private(table.game, table.state, now.seat):
        table = table.but(dialogue=Whispering(now.seat, table.now_s))
    return table, effects
