"""A game's lessons as data: chapters of steps, read from ``teaching/lessons.toml``.

A step teaches one rule of the game's handbook, and takes from there what it does not state itself:
the rule's text, its example as the position, and what to do or to try. So most steps are two words.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import Card, Place, Rule
from tablet_companion.games.shared import examples, teaching
from tablet_companion.games.shared.examples import Handbook, Wrong
from tablet_companion.games.shared.positions import Position
from tablet_companion.games.shared.teaching import LESSONS_FILE, TeachingError
from tablet_companion.games.text import N_
from tablet_companion.lessons.events import NO_CARD


class Task(StrEnum):
    """What a step asks for.

    READ: only go on; DO an action; FIND every place that a piece may reach; WHICH of a few actions
    is illegal; BREAK the rule and see what happens.
    """

    READ = "read"
    DO = "do"
    FIND = "find"
    WHICH = "which"
    BREAK = "break"


ASKS: Final[Mapping[Task, str]] = {
    Task.READ: N_("Go on when you are ready."),
    Task.DO: N_("Your turn: try it."),
    Task.FIND: N_("Touch every space where this piece may go."),
    Task.WHICH: N_("One of these is not allowed. Which?"),
    Task.BREAK: N_("Now try to break this rule, and see."),
}
"""The question of each kind of step, unless the step has its own."""

NOWHERE: Final = Place("")
_STEP: Final = frozenset(
    {"rule", "task", "position", "say", "ask", "card", "solution", "choices", "of", "hints", "also"}
)


@dataclass(frozen=True)
class LessonStep:
    """One step of a chapter.

    ``rules``: the rule that it teaches, then others that occur. ``solution``: the accepted actions
    in text form or, for WHICH, the illegal one. ``wrong`` breaks the rule of a BREAK. ``of``: the
    place of the piece of a FIND, and ``card`` the card that moves it.
    """

    rules: tuple[Rule, ...]
    task: Task
    position: Position
    say: str
    ask: str
    card: Card = NO_CARD
    solution: tuple[str, ...] = ()
    wrong: Wrong | None = None
    choices: tuple[str, ...] = ()
    of: Place = NOWHERE
    hints: tuple[str, ...] = ()
    shows_example: bool = False
    """Its position is that of its rule's example, which can be replayed."""

    @property
    def rule(self) -> Rule:
        """The rule that the step teaches."""
        return self.rules[0]


@dataclass(frozen=True)
class Chapter:
    """A few minutes of steps on one topic."""

    name: str
    title: str
    steps: tuple[LessonStep, ...] = field(repr=False)


@functools.cache
def read_chapters(name: str) -> tuple[Chapter, ...]:
    """Return the chapters of a game, empty if it has no lessons.

    Raises UnknownGame, and TeachingError if the file is invalid.
    """
    book, package = games.handbook(name), games.package(name)
    if not teaching.teaching_file(package, LESSONS_FILE).is_file():
        return ()
    tables = teaching.read_tables(package, LESSONS_FILE)
    return tuple(
        _read_chapter(f"{package}: {LESSONS_FILE}", key, tables[key], book) for key in tables
    )


def _read_chapter(file: str, name: str, table: Mapping[str, Any], book: Handbook) -> Chapter:
    where = f"{file}, {name}"
    if set(table) != {"title", "step"} or not isinstance(table["step"], list):
        raise TeachingError(f"{where}: a chapter has a title and steps.")
    teaching.check_text(where, table["title"])
    steps = [
        _read_step(f"{where}, step {number}", one, book)
        for number, one in enumerate(table["step"], start=1)
    ]
    return Chapter(name, table["title"], tuple(steps))


def _read_step(where: str, table: Mapping[str, Any], book: Handbook) -> LessonStep:
    if unknown := sorted(set(table) - _STEP):
        raise TeachingError(f"{where}: {unknown[0]!r} is not a key of a step.")
    rules, task = _read_rules(where, table, book), _read_task(where, table)
    example = book.examples[rules[0]]
    said = table.get("say", book.rules[rules[0]].says), table.get("ask", ASKS[task])
    for text in (*said, *table.get("hints", ())):
        teaching.check_text(where, text)
    position = example.position
    if "position" in table:
        position = examples.position_of(where, table["position"], book.positions)
    wrong = _read_wrong(where, table, task, example.tempting)
    return LessonStep(
        rules,
        task,
        position,
        *said,
        Card(table.get("card", "")),
        _find_solution(table, example.legal, task, wrong),
        wrong,
        tuple(table.get("choices", ())) or _list_choices(example.legal, wrong),
        Place(table.get("of", "")),
        tuple(table.get("hints", ())),
        "position" not in table,
    )


def _read_rules(where: str, table: Mapping[str, Any], book: Handbook) -> tuple[Rule, ...]:
    """Return the rule that a step teaches, then those that also occur."""
    rules = tuple(Rule(name) for name in (table.get("rule", ""), *table.get("also", ())))
    for rule in rules:
        if rule not in book.rules:
            raise TeachingError(f"{where}: there is no rule {rule!r}.")
    if rules[0] not in book.examples:
        raise TeachingError(f"{where}: the rule {rules[0]!r} has no example.")
    return rules


def _read_task(where: str, table: Mapping[str, Any]) -> Task:
    task = table.get("task", Task.READ)
    if task not in {*Task}:
        raise TeachingError(f"{where}: {task!r} is not a task.")
    return Task(task)


def _read_wrong(
    where: str, table: Mapping[str, Any], task: Task, tempting: Wrong | None
) -> Wrong | None:
    """Return what a step shows as illegal, preferring its own to its example's."""
    if task not in (Task.BREAK, Task.WHICH):
        return None
    if task is Task.BREAK and "solution" in table:
        return examples.read_tempting(where, table["solution"])
    if task is Task.BREAK and tempting is None:
        raise TeachingError(f"{where}: no action is given that breaks this rule; add a solution.")
    return tempting


def _find_solution(
    table: Mapping[str, Any], legal: tuple[str, ...], task: Task, wrong: Wrong | None
) -> tuple[str, ...]:
    match task, table.get("solution"):
        case ((Task.DO | Task.WHICH), str(text)):
            return (text,)
        case ((Task.DO | Task.WHICH), list(texts)):
            return tuple(texts)
        case Task.DO, _:
            return legal
        case Task.WHICH, _:
            return (wrong.action,) if wrong else ()
    return ()


def _list_choices(legal: tuple[str, ...], wrong: Wrong | None) -> tuple[str, ...]:
    """Return an example's actions, with the illegal one among the others."""
    if wrong is None or not wrong.action:
        return ()
    return (*legal[:1], wrong.action, *legal[1:])
