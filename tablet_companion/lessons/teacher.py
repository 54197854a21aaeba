"""What is taught at a table, on pages of its own while somebody reads there."""

from __future__ import annotations

from tablet_companion import games
from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons import rulebook
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.toolkit.orders import OpenRules, ReadRule, RulesOrder

TaughtPanel = RulesPanel | RulePanel


class Teacher:
    """Shows the rules of a game, and remembers where somebody is."""

    def __init__(self, game: AnyGame) -> None:
        """Begin closed."""
        self._game = game
        self._open = False
        self._reading: ReadRule | None = None
        self._since_s = 0.0

    @property
    def has_any(self) -> bool:
        """Whether this game teaches anything."""
        return rulebook.has_rules(self._game.name)

    def obey(self, order: RulesOrder, now_s: float) -> None:
        """Do what a touch asks for."""
        self._since_s = now_s
        match order:
            case OpenRules():
                self._open, self._reading = True, None
            case ReadRule():
                self._open, self._reading = True, order
            case _:
                self._open = self._reading is not None and not self._reading.alone
                self._reading = None

    def panel(self, now_s: float) -> TaughtPanel | None:
        """Return what to show, None while nobody learns."""
        if not self._open:
            return None
        if self._reading is None:
            return rulebook.build_list(games.handbook(self._game.name))
        seconds = now_s - self._since_s
        rule, alone = Rule(self._reading.name), self._reading.alone
        return rulebook.build_rule(self._game, rule, seconds, alone=alone)
