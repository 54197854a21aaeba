"""The different pages that every game comes by while it is set up and played by touches."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from tablet_companion.games.core import CHANCE, Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model import coaching, events, sayings
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import EndPanel, Panel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.pages.panel import build_panel as shown_now
from tablet_companion.referee.step import step
from tests.amounts import count
from tests.referee.player import Player
from tests.shared import made_once

ACTIONS = 150
"""How long a game is followed: every phase comes by in that time."""


@functools.cache
def played(game: AnyGame) -> tuple[Panel, ...]:
    """Return a game's panels, one of each shape; the same every time.

    Every way of dealing and every edition is played.
    """
    return made_once(f"played {game.name}", lambda: _play(game))


def _play(game: AnyGame) -> tuple[Panel, ...]:
    found: list[Panel] = []
    told = {one.name: one.choices for one in game.options if one.name in ("dealing", "edition")}
    for options in ways_to_choose(told):
        for seed in range(1, count(1, 2) + 1):
            found += _game(game, seed, options)
    return (*_set_up(game), *{_shape(one): one for one in reversed(found)}.values())


def ways_to_choose(told: dict[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return the usual choices, and one for every other choice of an option."""
    others = [{name: one} for name, choices in told.items() for one in choices[1:]]
    return [{}, *others]


def _set_up(game: AnyGame) -> list[Panel]:
    table = new_table(game, {}, "en")
    tables = [_touched(table, events.Choose("players", count)) for count in game.players({})]
    checked = table.but(stage=Stage.CHECK, state=game.setup({}, game.seats))
    return [shown_now(one) for one in (*tables, checked)]


def _game(game: AnyGame, seed: int, options: dict[str, Any]) -> list[Panel]:
    player = Player(game, seed, **options, players=game.players(options)[-1])
    areas = areas_of(printed.board(game.name), game.name)
    found: list[Panel] = []
    shapes = set()
    for _ in range(ACTIONS):
        if player.table.stage is not Stage.PLAY or player.table.turn in (None, CHANCE):
            break
        seen = player.table.but(blind="", areas=areas)
        if (shape := _shape(shown_now(seen))) not in shapes:
            shapes.add(shape)
            found += [shown_now(seen), *_ways(seen), *_hints(seen)]
        player.play_on()
        found += [_with_story(one, player.table) for one in player.shown]
        player.shown[:-1] = []
    return found


def _with_story(panel: Panel, table: Table) -> Panel:
    """Return the last page of a game with its story, as a running table shows it."""
    return replace(panel, story=tell_story(table)) if isinstance(panel, EndPanel) else panel


def _ways(table: Table) -> list[Panel]:
    """Return the pages that lead away from a page of play, each one touch or two away."""
    touches: list[tuple[events.Intent, ...]] = [
        (touch,)
        for touch in (
            events.OpenBoard(),
            events.OpenCardKeys(),
            events.Pause(),
            events.GiveUp(),
            events.TakeBack(),
        )
    ]
    for seat in sayings.find_whisperers(table.position):
        touches += [(events.Whisper(seat),), (events.Whisper(seat), events.Reveal())]
    legal = set(table.game.legal(table.state))
    by_touch = sayings.find_moves(table.position)
    refused = next((e for e in by_touch if e.action not in legal), None)
    if refused is not None:
        touches.append((events.Say(refused.saying.labels, moves=True),))
        if table.turn:
            again = (*touches[-1], events.Whisper(table.turn), events.Reveal())
            touches.append(again)
    touches.append((events.Say((), moves=True),))
    blind = shown_now(table.but(blind="board"))
    return [blind, *(shown_now(functools.reduce(_touched, way, table)) for way in touches)]


def _hints(table: Table) -> list[Panel]:
    """Return the pages of a table that teaches, and of the questions that people ask there."""
    setup = replace(table.setup, level=Level.TEACH, levels=())
    taught = step(table.but(setup=setup), events.Ticked(table.now_s))[0]
    ways = coaching.find_ways(table.position)
    areas = [coaching.find_area(table, one) for one in ways]
    spots = [table.areas[area][0] for area in areas if area in table.areas][:1]
    other = table.areas[max(table.areas)][0]
    asked: list[tuple[events.Intent, ...]] = [
        (events.AskHelp(),),
        (events.AskWhy(),),
        (events.Wonder(),),
        (events.Wonder(asking=True),),
        *((events.Wonder(), events.Point(spot)) for spot in spots),
        *((events.Wonder(), events.Point(spot), events.Point(other)) for spot in spots),
        *((events.Point(spot),) for spot in spots),
        (events.Recall(),),
    ]
    return [shown_now(functools.reduce(_touched, way, taught)) for way in ((), *asked)]


def _touched(table: Table, touch: events.Intent) -> Table:
    return step(table, events.Touched(table.now_s + 1.0, touch))[0]


def _shape(panel: Panel) -> tuple[Any, ...]:
    """Return what distinguishes pages: the kind, and the sentences without their details."""
    texts = [type(panel)]
    for name in panel.__slots__:  # every panel is a dataclass with slots
        texts += _keys(getattr(panel, name))
    return tuple(texts)


def _keys(value: Any) -> list[Any]:
    if isinstance(value, Message):
        return [value.text]
    if isinstance(value, tuple):
        return list(dict.fromkeys(key for one in value for key in _keys(one)))
    return _keys(getattr(value, "label", ())) if hasattr(value, "label") else []
