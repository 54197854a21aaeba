"""The pages of everything that a game teaches: the list of rules, and every rule at each moment."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablet_companion import games
from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons import rulebook
from tablet_companion.screen.pages.rules import RulePanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit.local import NOTHING, Local


@functools.cache
def taught(game: AnyGame) -> tuple[tuple[Shown, Local], ...]:
    """Return every page that teaches a game, and the screen's own state."""
    return tuple(_rules(game))


def _rules(game: AnyGame) -> Iterator[tuple[Shown, Local]]:
    book = games.handbook(game.name)
    listed = rulebook.build_list(book)
    yield from ((listed, Local(sheet=sheet) if sheet else NOTHING) for sheet in range(8))
    for name in rulebook.list_rules(book):
        yield from ((panel, NOTHING) for panel in moments(game, name))


def moments(game: AnyGame, name: str) -> Iterator[RulePanel]:
    """Yield the page of a rule once for each part of its example, pieces half on their way."""
    seconds = 0.0
    for scene in rulebook.scenes_of(game, Rule(name)):
        yield rulebook.build_rule(game, Rule(name), seconds + 1.8 * scene.moves)
        seconds += scene.seconds
