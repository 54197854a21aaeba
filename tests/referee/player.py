"""A player at a table without a camera: it plays by touches alone."""

from __future__ import annotations

import copy
import random
from typing import Any, Self

import pytest

from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.effects import Effect, Judged, Kind, NeedChance, Record, Show
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.model.table import Table, new_table
from tablet_companion.referee.step import step
from tests.conformance.walk import GAMES
from tests.referee.ways_out import can_deny


class Player:
    """Plays a game at a table without a camera, as after one that failed at start-up."""

    def __init__(self, game: AnyGame, seed: int, **options: Any) -> None:
        """Set a game up with these options and begin it."""
        self.rng = random.Random(seed)
        self.table: Table = new_table(game, {}, "en")
        self.records: list[Record] = []
        self.shown: list[Any] = []
        self.kinds: list[Kind] = []
        self.event(events.Blind(0.0, "unused"))
        for name, value in options.items():
            self.touch(events.Choose(name, value))
        self.touch(events.Begin())
        self.touch(events.Begin())

    def branch(self) -> Self:
        """Return another player who goes on from here; this one stays where it is."""
        twin = copy.copy(self)
        twin.rng = copy.copy(self.rng)
        twin.records, twin.shown, twin.kinds = [*self.records], [*self.shown], [*self.kinds]
        return twin

    def event(self, event: events.Event) -> None:
        """Give the referee an event, keep what it says, and draw lots where they are due."""
        self.table, effects = step(self.table, event)
        assert can_deny(self.table)
        for effect in effects:
            self._keep(effect)
        for effect in effects:
            if isinstance(effect, NeedChance):
                self.event(events.Chanced(self.table.now_s, self.rng.randrange(effect.below)))

    def _keep(self, effect: Effect) -> None:
        if isinstance(effect, Record):
            self.records.append(effect)
        elif isinstance(effect, Show):
            self.shown.append(effect.panel)
        elif isinstance(effect, Judged):
            self.kinds.append(effect.kind)

    def touch(self, intent: events.Intent) -> None:
        """Touch something on the screen."""
        self.event(events.Touched(self.table.now_s + 1.0, intent))

    def play_on(self) -> None:
        """Carry out one legal action by touches, whatever it takes."""
        game, state = self.table.game, self.table.state
        legal = set(game.legal(state))
        ways = [entry for entry in self._ways() if entry.action in legal]
        if not ways:
            self._give_up()
            return
        entry = self.rng.choice(ways)
        if entry.saying.private:
            self.touch(events.Whisper(entry.saying.seat))
            self.touch(events.Reveal())
        before = len(self.table.past)
        self._say(entry)
        done = self.table.past[before].action
        assert done == entry.action or (
            game.pile and game.card_of(done) == game.card_of(entry.action)
        )

    def _ways(self) -> tuple[sayings.Entry, ...]:
        position = self.table.position
        return (
            *sayings.find_entries(position),
            *(sayings.find_plays(position) if position.game.pile else ()),
        )

    def _say(self, entry: sayings.Entry) -> None:
        """Touch one label after another; what the referee can conclude it does not ask for."""
        moves, before = entry.saying.shown, self.table.past
        for size in range(1, len(entry.saying.labels) + 1):
            if self.table.past != before:
                return
            path = entry.saying.labels[:size]
            panel = self.shown[-1]
            if size > 1 and isinstance(panel, MenuPanel):
                assert events.Say(path, moves) in [key.intent for key in panel.keys] or _passed(
                    panel
                )
            self.touch(events.Say(path, moves))

    def _give_up(self) -> None:
        self.touch(events.GiveUp())
        self.touch(events.Answer(0))


def _passed(panel: MenuPanel) -> bool:
    """Whether the page is already further on, since there was only one way to go."""
    return bool(panel.keys)


def variants(game: AnyGame) -> list[dict[str, Any]]:
    """Return the set-ups in which a game is played: those that it has the options for."""
    known = {"players", *(option.name for option in game.options)}
    return [options for options in VARIANTS if set(options) <= known] or [{}]


VARIANTS = (
    {"dealing": "people"},
    {"dealing": "tablet"},
    {"edition": "wink", "dealing": "people"},
    {"edition": "zwinkern", "dealing": "tablet"},
    {"most_turns": 100},
    {"most_turns": 100, "paper_sheets": True},
    {"most_turns": 100, "contest_all": True, "claims_must_be_made": True},
    {"players": 2, "dealing": "people"},
)
"""Set-ups by their options; each is played by the games that have them, or their defaults are."""
SETUPS = [
    pytest.param(game, options, id="-".join(map(str, (game.name, *options.values()))))
    for game in GAMES
    for options in variants(game)
]
