"""A question between two positions is two pictures, and what differs between them glows."""

from __future__ import annotations

import dataclasses

import pytest

from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.panels import QuestionPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.drawing import Circle, Group, Text
from tests.screen import checks
from tests.screen.looks import SCREENS, look
from tests.screen.situations import situations


@pytest.mark.parametrize("screen", SCREENS)
def test_two_positions_stand_side_by_side(screen: str) -> None:
    """Each answer is a key with its own board, and light about the two places that differ."""
    panel, local = situations()["question_which_two"]
    assert isinstance(panel, QuestionPanel)
    given = look(screen)
    page = scenes.page(panel, given, local)
    keys = {one.meaning: one.box for one in page.touches}
    groups = [item for item in page.items if isinstance(item, Group)]
    for number in range(2):
        own = [one for one in groups if keys[Answer(number)].holds(*one.box.centre)]
        lights = [
            item
            for one in own
            for item in one.items
            if isinstance(item, Circle) and item.edge == given.colours.amber
        ]
        assert len(lights) == 2
        boards = [item for one in own for item in one.items]
        assert len(boards) > 20


def test_the_two_pictures_differ() -> None:
    """What is drawn in them is what each answer would have the table show."""
    panel, _ = situations()["question_which_two"]
    assert isinstance(panel, QuestionPanel)
    one, other, _ = (choice.shows for choice in panel.choices)
    assert one is not None
    assert other is not None
    assert len(set(one.pieces) ^ set(other.pieces)) == 2


@pytest.mark.parametrize("name", ["question_which", "question_which_more", "objection_two"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_number_can_be_read_and_the_board_seen(screen: str, name: str) -> None:
    """Numbers of moves that end next to each other do not overlap; two broken rules have room."""
    panel, local = situations()[name]
    given = look(screen)
    page = scenes.page(panel, given, local)
    assert not [*checks.unread(page), *checks.cramped(page, panel, given)]


def test_the_only_answer_on_the_board_hides_no_piece_behind_its_number() -> None:
    """“Were pawns swapped?” marks up to seven places for one answer: a 1 hid what stood there.

    So did the 1 of “without the case” beside “with the case”, which ends at the same place.
    """
    panel, local = situations()["question_which"]
    assert isinstance(panel, QuestionPanel)
    marked, *_, other = panel.choices
    within = dataclasses.replace(marked, marks=marked.marks[:1], shows=None)
    for choices in ((marked, other), (marked, within, other)):
        alone = dataclasses.replace(panel, choices=choices)
        page = scenes.page(alone, look("7 inches"), local)
        assert not [one for one in page.items if isinstance(one, Text) and one.text.startswith("1")]
