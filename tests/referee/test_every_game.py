"""Every game is played to its end through the referee, by touches alone: no camera, no mouse."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.effects import Effect, Judged, Kind, NeedChance, Record, Show
from tablet_companion.referee.model.events import (
    Answer,
    Begin,
    Blind,
    Chanced,
    Choose,
    Event,
    GiveUp,
    Intent,
    Reveal,
    Say,
    Touched,
    Whisper,
    Wonder,
)
from tablet_companion.referee.model.panels import MenuPanel, WonderPanel
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tests.amounts import THOROUGH, count, sampled, some
from tests.conformance.walk import GAMES
from tests.referee.ways_out import can_deny

MOST = 20_000
"""No game takes this many actions; what does has run away."""
FOLLOWED = 250
"""Short games end within so many; the ends of the others are reached in tests/selfplay."""


class Player:
    """Plays a game at a screen whose camera gives no picture."""

    def __init__(self, game: AnyGame, seed: int, **options: Any) -> None:
        """Set a game up with these options and begin it."""
        self.rng = random.Random(seed)
        self.table: Table = new_table(game, {}, "en")
        self.records: list[Record] = []
        self.shown: list[Any] = []
        self.kinds: list[Kind] = []
        self.event(Blind(0.0, "camera"))
        for name, value in options.items():
            self.touch(Choose(name, value))
        self.touch(Begin())
        self.touch(Begin())

    def event(self, event: Event) -> None:
        """Give the referee an event, keep what it says, and draw lots where they are due."""
        self.table, effects = step(self.table, event)
        assert can_deny(self.table)
        for effect in effects:
            self._keep(effect)
        for effect in effects:
            if isinstance(effect, NeedChance):
                self.event(Chanced(self.table.now_s, self.rng.randrange(effect.below)))

    def _keep(self, effect: Effect) -> None:
        if isinstance(effect, Record):
            self.records.append(effect)
        elif isinstance(effect, Show):
            self.shown.append(effect.panel)
        elif isinstance(effect, Judged):
            self.kinds.append(effect.kind)

    def touch(self, intent: Intent) -> None:
        """Touch something on the screen."""
        self.event(Touched(self.table.now_s + 1.0, intent))

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
            self.touch(Whisper(entry.saying.seat))
            self.touch(Reveal())
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
                assert Say(path, moves) in [key.intent for key in panel.keys] or _passed(panel)
            self.touch(Say(path, moves))

    def _give_up(self) -> None:
        self.touch(GiveUp())
        self.touch(Answer(0))


def _passed(panel: MenuPanel) -> bool:
    """Whether the page is already further on, since there was only one way to go."""
    return bool(panel.keys)


@sampled(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_may_be_done_is_never_answered_with_nothing(game: AnyGame) -> None:
    """Whoever asks reads or sees what to do, also while only one player has something to enter."""
    player = Player(game, 1)
    for _ in range(30):
        if player.table.stage is not Stage.PLAY or player.table.turn is None:
            break
        asked = step(player.table, Touched(player.table.now_s + 1.0, Wonder()))[0]
        panel = build_panel(asked)
        assert isinstance(panel, WonderPanel)
        assert panel.told or panel.marks or panel.card, panel.say
        player.play_on()


def run(player: Player) -> None:
    """Play to the end, or in an ordinary run of the tests for a while."""
    for _ in range(count(FOLLOWED, MOST)):
        if player.table.stage is Stage.ENDED:
            return
        assert player.table.turn != CHANCE
        player.play_on()
    assert not THOROUGH, "the game does not end"


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


@sampled(2)
@pytest.mark.parametrize(("game", "options"), some(SETUPS, 2))
def test_a_game_is_played_by_touches(game: AnyGame, options: dict[str, Any]) -> None:
    """Every legal action can be said, leads where the rules say, and the journal replays it all."""
    player = Player(game, 7, **options)
    run(player)
    entries = [(record.kind, record.body) for record in player.records]
    assert replay(new_table(game, {}, "en"), entries).state == player.table.state
