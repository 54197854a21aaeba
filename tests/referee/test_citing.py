"""A rule cites the edition that is played, wherever it is shown during a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Breach, Rule
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.pages.objection import explain_breach
from tablet_companion.screen.pages.rules import RulePanel
from tablet_companion.screen.toolkit.orders import ReadRule
from tablet_companion.session.session import open_table

WINK: Final = games.load("wink")
BOARD: Final = printed.board("wink")


def choose(edition: str) -> Table:
    """Return a table at which an edition was chosen, or none was and the first one is played."""
    table = open_table(WINK, areas_of(BOARD, "wink"), "en", None)
    options = (("edition", edition),) if edition else ()
    return table.but(setup=replace(table.setup, options=options))


@pytest.mark.parametrize(
    ("edition", "cited"),
    [
        ("", "How the game is played (Agents)"),
        ("wink", "How the game is played (Wink)"),
        ("zwinkern", "Keep your eyes open (Zwinkern)"),
    ],
)
def test_an_objection_and_the_rules_cite_the_edition_that_is_played(
    edition: str, cited: str
) -> None:
    """Nobody is sent to the pages of two other games in the same box."""
    table = choose(edition)
    assert explain_breach(table, Breach(Rule("whose_turn"))).section == cited
    teacher = Teacher(WINK, BOARD, list_chosen=lambda: table.chosen)
    teacher.obey(ReadRule("whose_turn"), 0.0)
    panel = teacher.panel(0.0)
    assert isinstance(panel, RulePanel)
    assert panel.section == cited


def test_a_rule_that_only_other_editions_print_cites_all_of_them() -> None:
    """Somewhere to look is better than nowhere."""
    said = explain_breach(choose("zwinkern"), Breach(Rule("card_turned_down"))).section
    assert said == "The call (Agents), The call (Wink)"
