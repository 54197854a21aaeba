"""The words of hints and choices are words that the page itself has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.lessons import classroom, tutor
from tablet_companion.lessons.chapters import Task, read_chapters
from tablet_companion.lessons.classroom import KEYS_FIRST
from tablet_companion.lessons.events import AskHint
from tablet_companion.lessons.tasks import BEGIN_AT, BEGIN_WITH, LIKE_THIS, list_hints
from tablet_companion.lessons.trials import list_trials
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.lesson import NUMBER
from tablet_companion.screen.toolkit.drawing import Pick
from tablet_companion.screen.toolkit.orders import AskTutor, TouchKey, TouchPlace
from tests.conformance.walk import GAMES
from tests.screen.looks import look_at

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def lessons(game: AnyGame, *tasks: Task) -> Iterator[tutor.Lesson]:
    """Yield the steps of a game's lessons that set one of these tasks."""
    for chapter in read_chapters(game.name):
        for number, step in enumerate(chapter.steps):
            if step.task in tasks:
                yield tutor.begin(game, chapter, number)


@every_game
def test_a_hint_names_the_words_of_the_keys(game: AnyGame) -> None:
    """“Like this. The answer” stood beside “Here is the card” and “I have not got it”."""
    for lesson in lessons(game, Task.DO, Task.BREAK):
        *_, last = list_hints(game, lesson.state, lesson.step, frozenset())
        trials = list_trials(lesson)
        said = {word for one in trials.tried for word in one.path}
        assert trials.by_hand or {*last.says[1:]} <= said, lesson.step


@every_game
def test_no_hint_says_to_take_a_piece_where_words_or_cards_are_touched(game: AnyGame) -> None:
    """“First take the red pawn” stood on a page without a pawn, whose cards were touched."""
    for lesson in lessons(game, Task.DO, Task.BREAK):
        by_hand, asked = list_trials(lesson).by_hand, lesson
        for _ in range(len(lesson.step.hints) + 2):
            asked = tutor.advance(asked, AskHint(by_hand))
            assert asked.answer is not None
            assert by_hand or asked.answer.says[0].text not in (BEGIN_AT, BEGIN_WITH), lesson.step


@every_game
def test_no_number_stands_among_words(game: AnyGame) -> None:
    """In Wink “3” was the third choice, and looked like a card."""
    board = printed.board(game.name)
    for lesson in lessons(game, Task.WHICH):
        page = classroom.build(
            classroom.begin(game, lesson.chapter, lesson.number, 0.0), board, 0.0
        )
        numbers = [key[0].text == NUMBER for key in page.keys]
        assert all(numbers) or not any(numbers)


def test_who_is_to_take_a_pawn_from_beside_the_cards_is_told_which() -> None:
    """“Begin beside the cards” named none of the four keys."""
    (wink,) = (game for game in GAMES if game.name == "wink")
    for lesson in lessons(wink, Task.DO, Task.BREAK):
        for one in list_hints(wink, lesson.state, lesson.step, frozenset()):
            for said in one.says:
                place = str(dict(said.details).get("place", ""))
                assert said.text != BEGIN_AT or not place.endswith(".home")


@every_game
def test_no_hint_tells_a_card_as_a_number_alone(game: AnyGame) -> None:
    """“Like this. 5” named the card to give to the partner."""
    for lesson in lessons(game, Task.DO, Task.BREAK):
        for hint in list_hints(game, lesson.state, lesson.step, frozenset()):
            assert "{card}" not in {one.text for one in hint.says[1:2]}, lesson.step


@every_game
def test_the_last_hint_shows_or_names_the_solution(game: AnyGame) -> None:
    """Where a hand is given up it said “Like this.” and nothing else.

    Of several pieces each has an arrow: their places alone did not say which goes where.
    """
    for lesson in lessons(game, Task.DO, Task.BREAK):
        *_, last = list_hints(game, lesson.state, lesson.step, frozenset())
        assert last.places or last.says[1:] or last.says[0].text != LIKE_THIS, lesson.step
        moved = {place for arrow in last.arrows for place in (arrow.source, arrow.target)}
        assert moved <= set(last.places), lesson.step
        assert moved or len(last.places) <= 2, lesson.step


@every_game
def test_who_touches_the_board_where_a_key_comes_first_is_told_so(game: AnyGame) -> None:
    """A spy in the reserve was touched beside “Place the spy”, and nothing happened."""
    board, seen = printed.board(game.name), 0
    look = look_at(game, "en", "7 inches")
    for lesson in lessons(game, Task.DO, Task.BREAK, Task.WHICH):
        taken = classroom.begin(game, lesson.chapter, lesson.number, 0.0)
        page = classroom.build(taken, board, 0.0)
        touches = scenes.page(page, look).touches
        pick = next((one.meaning for one in touches if isinstance(one.meaning, Pick)), None)
        keyed = any(isinstance(one.meaning, TouchKey) for one in touches)
        if page.picks or not keyed or pick is None:  # many keys replace the board
            continue
        order = TouchPlace(pick.places[0][0])
        for asked in (taken, classroom.obey(taken, AskTutor(), board, 0.5)):
            answered = classroom.build(classroom.obey(asked, order, board, 1.0), board, 1.0)
            assert [one.text for one in answered.answer] == [KEYS_FIRST], lesson.step
            assert answered.marks == page.marks  # not those of an answer that is gone
        seen += 1
    assert seen
