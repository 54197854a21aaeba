"""Evenings of families, and what was broken in them, as figures and as cases to be repeated."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.adversaries.family.evening import Character, Evening, RuleSet, TurnTold
from tests.adversaries.family.properties import ASKED, NEEDLESS, NO_WAY_OUT, Properties

TURNS = 50
"""An evening has this many turns; a case is repeated by playing one again up to its turn."""


@dataclass(frozen=True, slots=True)
class Case:
    """Something that was broken: where, in what turn, and the story of that turn."""

    name: str
    what: str
    rules: str
    seed: int
    turn: int
    habit: str
    slips: int
    story: tuple[str, ...]


@dataclass
class Figures:
    """Turns and cases by habit."""

    turns: Counter[str] = field(default_factory=Counter)
    broken: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    needless: Counter[str] = field(default_factory=Counter)
    cases: list[Case] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, habit: str, cases: list[Case], story: tuple[str, ...]) -> None:
        """Count a turn, and what was asked in it."""
        self.turns[habit] += 1
        needless = sum(NEEDLESS in line for line in story)
        self.needless[habit] += needless
        self.asked[habit] += needless + sum(ASKED in line for line in story)
        self.cases += cases
        self.broken.update((case.habit, case.name) for case in cases)


def evening(
    rules: RuleSet,
    seed: int,
    character: Character,
    *,
    turns: int = TURNS,
) -> Iterator[tuple[str, list[Case], tuple[str, ...]]]:
    """Play one evening; yield of every turn the habit, what was broken, and the story."""
    tonight = Evening(rules, seed, character)
    properties = Properties(tonight.room, tonight.family.account)
    tonight.room.listeners.append(properties)
    tonight.begin()
    found: list[tuple[str, list[Case], tuple[str, ...]]] = []

    def case(name: str, what: str, number: int, habit: str) -> Case:
        account = tonight.family.account
        return Case(
            name, what, rules.name, seed, number, habit, account.slips, tuple(account.story)
        )

    def judge(told: TurnTold) -> None:
        properties.end_turn(told.incident)
        broken = properties.broken.values()
        cases = [case(one.name, one.what, told.number, told.habit) for one in broken]
        found.append((told.habit, cases, tuple(tonight.family.account.story)))

    tonight.told = judge
    for _ in range(turns):
        if tonight.over or tonight.lost:
            return
        properties.begin_turn()
        tonight.turn()
        habit, cases, story = found.pop()
        if tonight.lost and not tonight.over:
            tonight.begin_again()
        if tonight.lost and not tonight.over:
            story = tuple(tonight.family.account.story)
            cases.append(case(NO_WAY_OUT, tonight.room.page.words(), tonight.number, habit))
        yield habit, cases, story


def play(
    rules: RuleSet,
    turns: int,
    character: Character,
    *,
    seed: int = 1,
    tell: Callable[[int], None] = lambda _turns: None,
) -> Figures:
    """Play evening after evening until this many turns are played."""
    figures, began_s = Figures(), time.process_time()
    while sum(figures.turns.values()) < turns:
        before = sum(figures.turns.values())
        for habit, cases, story in evening(rules, seed, character):
            figures.add(habit, cases, story)
            if sum(figures.turns.values()) == turns:
                break
        if sum(figures.turns.values()) == before:
            break
        tell(sum(figures.turns.values()))
        seed += 1
    figures.seconds = time.process_time() - began_s
    return figures
