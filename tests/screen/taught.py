"""The pages of everything that a game teaches: the list of rules, and every rule at each moment."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from tablet_companion import games
from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons import rulebook
from tablet_companion.lessons.chapters import Task, read_chapters
from tablet_companion.screen.pages.pause import SettingsPanel
from tablet_companion.screen.pages.rules import FIND, RulePanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.orders import ReadRule
from tests.screen.learner import Learner
from tests.shared import made_once


@functools.cache
def taught(game: AnyGame) -> tuple[tuple[Shown, Local], ...]:
    """Return every page that teaches a game, and the screen's own state."""
    return made_once(f"taught {game.name}", lambda: tuple(_list_pages(game)))


def _list_pages(game: AnyGame) -> Iterable[tuple[Shown, Local]]:
    """Return the different ones: many are come by again and again."""
    return {repr(page): page for page in (*_rules(game), *show_lessons(game))}.values()


def _rules(game: AnyGame) -> Iterator[tuple[Shown, Local]]:
    book = games.handbook(game.name)
    listed = rulebook.build_list(game)
    yield from ((listed, Local(option=f"{FIND}{typed}")) for typed in ("", "m", "p"))
    yield from ((listed, Local(sheet=sheet) if sheet else NOTHING) for sheet in range(8))
    for name in rulebook.list_rules(book):
        yield from ((panel, NOTHING) for panel in moments(game, name))


def moments(game: AnyGame, name: str) -> Iterator[RulePanel]:
    """Yield the page of a rule once for each part of its example, pieces half on their way."""
    seconds = 0.0
    for scene in rulebook.list_clips(game, Rule(name)):
        yield rulebook.build_rule(game, ReadRule(name), seconds + 1.8 * scene.moves)
        seconds += scene.seconds


def show_lessons(game: AnyGame) -> Iterator[tuple[Shown, Local]]:
    """Yield the pages that somebody sees who takes every chapter, with every hint before it."""
    learner = Learner(game)  # of a game that has no lessons
    for chapter in read_chapters(game.name):
        learner = Learner(game)
        learner.take(chapter.name)
        for step in chapter.steps:
            if step.task is not Task.READ:
                learner.hint()
            learner.solve()
        yield from learner.seen
    yield learner.panel, NOTHING
    yield SettingsPanel(), NOTHING
