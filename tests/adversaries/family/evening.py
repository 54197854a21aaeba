"""One evening of a family: a game is begun, and turn after turn something happens."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.referee.turns.setting_up import PLAYERS
from tests.adversaries.family.answering import Temper
from tests.adversaries.family.eyesight import MILD, Eyesight
from tests.adversaries.family.family import Family
from tests.adversaries.family.following import Follower, Incident
from tests.adversaries.family.habits import HABITS, Habit, Rates, choose, load
from tests.adversaries.family.room import Room
from tests.adversaries.family.tabletop import Tabletop


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game with the options that make it one of the rule sets there are."""

    name: str
    game: str
    options: tuple[tuple[str, str | int], ...] = ()


def rule_sets() -> tuple[RuleSet, ...]:
    """Return every game in every edition it has, found by its folder."""
    found = []
    for name in games.names():
        game = games.load(name)
        editions = [option for option in game.options if option.name == "edition"]
        if not editions:
            found.append(RuleSet(name, name))
        for edition in editions:
            for choice in edition.choices:
                options = (("edition", str(choice)),)
                found.append(RuleSet(f"{name}-{choice}", name, options))
    return tuple(found)


OpenRoom = Callable[[AnyGame, Tabletop, Eyesight, random.Random], Room]
"""Opens a room for a game at a table, which is read with some eyesight."""


@dataclass(frozen=True)
class Character:
    """What a family is like, and how well it is seen; ``only`` one habit in every turn, or all.

    ``room`` opens the room it sits in: one where readings are made from the table, or another. It
    ``varies`` the game: each evening has other players and options.
    """

    rates: Rates = field(default_factory=Rates)
    only: str = ""
    eyesight: Eyesight = MILD
    room: OpenRoom = Room
    temper: Temper = Temper.HONEST
    varies: bool = False


@dataclass(frozen=True, slots=True)
class TurnTold:
    """What was done in a turn, and how people found back."""

    number: int
    habit: str
    incident: Incident


class Evening:
    """A table, a family and a game; ``seed`` decides everything."""

    def __init__(self, rules: RuleSet, seed: int, character: Character) -> None:
        """Sit down to a game, at random where there is a choice."""
        load()
        game, board = games.load(rules.game), printed.board(rules.game)
        rng = random.Random(f"{rules.name} {seed}")
        self.rules: Final = rules
        self.seed: Final = seed
        tabletop = Tabletop(board, rules.game, boxed=not game.pile)
        self.room: Final = character.room(game, tabletop, character.eyesight, rng)
        self.family: Final = Family(self.room, rng)
        self.told: Callable[[TurnTold], None] = lambda _told: None
        self._follower = Follower(self.family, character.rates.slips, character.temper)
        self._character = character
        self._number = 0
        self.habit: Habit | None = None

    def begin(self) -> None:
        """Put the pieces out and begin."""
        drawn = _draw_options(self.room.game, self.rules, self.seed)
        self.room.begin(drawn if self._character.varies else dict(self.rules.options))
        self.family.remember()
        self._settle()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.family.over

    @property
    def number(self) -> int:
        """Return the number of the present turn."""
        return self._number

    def turn(self) -> Incident:
        """Let the family do something, and follow the page until the game goes on."""
        family = self.family
        self._number += 1
        family.account.story.clear()
        family.account.slips = 0
        family.account.unplayable = None
        family.taking_back = False
        family.plan_in_mind = None
        family.remember()
        only = self._character.only
        self.habit = HABITS[only] if only else choose(family, self._character.rates)
        self.habit.act(family)
        incident = self._settle()
        self.told(TurnTold(self._number, self.habit.name, incident))
        if not incident.back:
            self.begin_again()
        return incident

    def _settle(self) -> Incident:
        incident = self._follower.settle()
        if self.room.reader.stuck or self.room.reader.unnoticed:
            self.room.reader.stuck = self.room.reader.unnoticed = frozenset()
            self.room.reader.blink()
        return incident

    def begin_again(self) -> None:
        """Put the table as it is on record, whatever the page says."""
        self.family.account.forget()
        self.room.busy(0.5)
        self.family.put_all_right()
        self.room.busy(0.5)
        self.room.look(4.0)
        self._follower.settle()

    @property
    def lost(self) -> bool:
        """Whether nothing helps any more."""
        return not self._follower.at_rest()


def _draw_options(game: AnyGame, rules: RuleSet, seed: int) -> dict[str, object]:
    """Return the options of a rule set, every other one and the number of players by chance."""
    rng = random.Random(f"options {rules.name} {seed}")
    chosen = [one for one in game.options if one.choices]
    drawn = {one.name: rng.choice(one.choices) for one in chosen}
    options = {**drawn, **dict(rules.options)}
    return {**options, PLAYERS: rng.choice(game.players(options))}
