"""What the pages of a session teach to everybody at the table."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.lessons import rulebook
from tablet_companion.referee.model.panels import ObjectionPanel, Panel
from tablet_companion.screen.pages.aloud import find_utterance, spoken_words
from tablet_companion.screen.pages.rules import RulePanel
from tablet_companion.screen.toolkit.orders import ReadRule
from tablet_companion.screen.words.wording import Words


def teach(page: Panel, game: AnyGame) -> Iterator[object]:
    """Yield what a page teaches: its sentence read aloud, which all hear, and what “Why?” shows."""
    yield "voice", find_utterance(page, _spoken(game))
    if isinstance(page, ObjectionPanel):
        names = (one.name for one in page.breaches)
        yield from (_rule(game, Rule(name)) for name in names if name)


@functools.cache
def _spoken(game: AnyGame) -> Words:
    return spoken_words("en", printed.board(game.name))


@functools.cache
def _rule(game: AnyGame, name: Rule) -> RulePanel:
    return rulebook.build_rule(game, ReadRule(name, alone=True), 0.0)
