"""A player before a camera that sees everything well: it plays by looks and words."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablet_companion.games.core import CHANCE, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.events import Answer, Busy, Reveal, Saw, Whisper
from tablet_companion.referee.model.table import first_state, new_table
from tablet_companion.referee.model.verdicts import Asking, Waiting
from tests.conformance.walk import walk
from tests.referee.looks import look
from tests.referee.player import Player
from tests.shared import made_once

LOOK_S = 0.2
"""Seconds from look to look, as a small machine reads them."""


@functools.cache
def areas_of(game: AnyGame) -> Areas:
    """Return areas with as many spots as any table of a random game shows pieces in them."""
    return made_once(f"areas {game.name}", lambda: _find_areas(game))


def _find_areas(game: AnyGame) -> Areas:
    most: Counter[Place] = Counter()
    for state, _ in walk(game, first_state(game), 3, most=400):
        most |= Counter(place for place, _ in game.placement(state).pieces)
    return {
        place: tuple(Place(f"{place}#{n}") for n in range(count + 2))
        for place, count in most.items()
        if place.partition(".")[2] not in ("won", "down", "laid", "home", "case")
    }


class Seer(Player):
    """Plays a game before a camera that sees everything well."""

    def __init__(self, game: AnyGame, seed: int, **options: Any) -> None:
        """Set the game up, with the areas the camera looks at."""
        super().__init__(game, seed, **options)
        areas = areas_of(game)
        self.table = new_table(game, areas, "en").but(
            stage=self.table.stage, state=self.table.state, setup=self.table.setup
        )

    def see(
        self,
        shown: Placement,
        seconds: float = 1.5,
        doubts: Mapping[str, Mapping[str, float]] | None = None,
        look_s: float = LOOK_S,
        **how: Any,
    ) -> None:
        """Let a hand come and go, and the table show something, ``doubts`` with other odds."""
        self.event(Busy(self.table.now_s + 0.5))
        reading = look(shown, areas=self.table.areas, doubts=doubts, **how)
        for _ in range(round(seconds / look_s)):
            self.event(Saw(self.table.now_s + look_s, reading))

    def play_on(self) -> None:
        """Carry out one legal action with pieces or words, then show what it comes to."""
        game, before = self.table.game, self.table.state
        legal, size = set(game.legal(before)), len(self.table.past)
        entry = self.rng.choice(
            [
                entry
                for entry in sayings.find_entries(Position(game, before))
                if entry.action in legal
            ]
        )
        if entry.saying.shown:
            self.see(game.attempted(before, entry.action))
            self._answer(entry.action)
        else:
            if entry.saying.private:
                self.touch(Whisper(entry.saying.seat))
                self.touch(Reveal())
            self._say(entry)
        done = [moment.action for moment in self.table.past[size:]]
        assert entry.action in done, (entry, self.table.verdict)
        if game.actor(self.table.state) not in (None, CHANCE):
            self._settle(before)

    def _answer(self, action: Any) -> None:
        """Answer what the referee asks, if the pieces leave it open."""
        verdict = self.table.verdict
        if isinstance(verdict, Asking):
            wanted = [
                number
                for number, one in enumerate(verdict.question.consequences)
                if isinstance(one, Act) and one.action == action
            ]
            self.touch(Answer(wanted[0]))

    def _settle(self, before: Any) -> None:
        """Show the old table for a while, then the new one: the referee waits and is content."""
        game = self.table.game
        if self.table.owed is not None:
            self.see(game.placement(before))
            assert isinstance(self.table.verdict, Waiting)
        self.see(game.placement(self.table.state), seconds=0.5)
        assert self.table.owed is None
