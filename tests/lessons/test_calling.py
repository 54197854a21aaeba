"""A card on the table is called by touching it where it lies, not in a list of numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Place
from tablet_companion.lessons import tasks, touching
from tablet_companion.lessons.chapters import Task, read_chapters
from tablet_companion.lessons.trials import list_trials
from tablet_companion.lessons.tutor import StepPhase
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.lesson import Mood
from tablet_companion.screen.toolkit.drawing import Circle, Text
from tablet_companion.screen.toolkit.orders import (
    AskTutor,
    TakeChapter,
    TouchKey,
    TouchPlace,
    TurnStep,
)
from tests.conformance.walk import GAMES
from tests.screen.learner import Learner


def calls() -> Learner:
    """Return a learner at the first step of Wink that asks for a call."""
    learner = Learner(games.load("wink"))
    learner.teacher.obey(TakeChapter("calling"), 0.0)
    while learner.taken.lesson.step.task is not Task.DO:
        learner.teacher.obey(TurnStep(), 0.0)
    return learner


def test_a_card_is_called_on_the_drawn_board() -> None:
    """The cards of the picture can be touched; nothing can be put back before one was."""
    panel: Any = calls().panel
    assert {"1", "10", "36"} <= set(panel.picks)
    assert not panel.keys
    assert not panel.may_undo


def test_the_right_answer_is_not_offered_first() -> None:
    """The cards are in number order, wherever among them the right one is."""
    learner = calls()
    labels = touching.list_choices(learner.taken.lesson, learner.taken.attempt)
    numbers = [int(str(dict(label.details)["card"])) for label in labels]
    assert numbers == sorted(numbers)


def test_a_power_is_used_on_the_drawn_board() -> None:
    """“From room A to room B” was one of more than eighteen keys, on a page without the board."""
    for swapped in (("A", "B"), ("B", "A")):
        learner = Learner(games.load("pocket_ops"))
        learner.teacher.obey(TakeChapter("moving_powers"), 0.0)
        for place in map(Place, swapped):
            panel: Any = learner.panel
            assert place in panel.picks
            assert not panel.keys
            learner.teacher.obey(TouchPlace(Place(f"{place}.1")), 0.0)
        assert learner.taken.lesson.phase is StepPhase.SOLVED


def test_an_agent_is_touched_on_the_drawn_board() -> None:
    """Four keys of colours stood above the agents, and a touch of the agent itself meant nothing.

    What was said of an answer before, such as “That is allowed.”, has gone by then.
    """
    learner = Learner(games.load("agent"))
    learner.teacher.obey(TakeChapter("details"), 0.0)
    panel: Any = learner.panel
    keys = [said[0].text for said in panel.keys]
    learner.teacher.obey(TouchKey(keys.index("Bribe")), 0.0)
    panel = learner.panel
    assert panel.answer[0].text == tasks.ALLOWED
    learner.teacher.obey(TouchKey(keys.index("Move an agent")), 0.0)
    panel = learner.panel
    assert {"London", "Moscow"} <= set(panel.picks)
    assert not panel.keys
    assert not panel.answer


def test_what_a_step_tells_as_a_fact_is_not_to_be_chosen() -> None:
    """“It names another room”: that the agent is foiled is not allowed then."""
    learner = Learner(games.load("pocket_ops"))
    learner.teacher.obey(TakeChapter("first_round"), 0.0)
    panel: Any = learner.panel
    assert [key.text for (key,) in panel.keys] == ["Turn the card up"]


def wink(chapter: str, step: int) -> Learner:
    """Return a learner at a step of Wink, counted from 0."""
    learner = Learner(games.load("wink"))
    learner.teacher.obey(TakeChapter(chapter), 0.0)
    for _ in range(step):
        learner.teacher.obey(TurnStep(), 0.0)
    return learner


def words(learner: Learner) -> list[str]:
    """Return the texts of the keys with words."""
    panel: Any = learner.panel
    return [key.text for (key,) in panel.keys]


def test_who_is_asked_for_a_card_says_whether_they_have_it() -> None:
    """The keys were “The answer”, alone, or beside “The answer is given.” for the untrue one."""
    for step in (2, 3, 4):
        learner = wink("naming", step)
        assert words(learner) == ["Here is the card", "I have not got it"]
    learner.teacher.obey(TouchKey(0), 0.0)
    assert len(words(learner)) == 2, "the wrong answer does not solve it"
    learner.teacher.obey(TouchKey(1), 0.0)
    assert learner.taken.lesson.phase is StepPhase.SOLVED


def test_an_accusation_offers_only_cards_that_were_called() -> None:
    """Forty keys, most of them of cards that nobody had called, hid the right one."""
    learner = wink("accusing", 0)
    learner.teacher.obey(TouchKey(words(learner).index("Accuse")), 0.0)
    learner.teacher.obey(TouchKey(2), 0.0)
    panel: Any = learner.panel
    assert {dict(key.details)["card"] for (key,) in panel.keys} == {"10"}
    assert len(panel.keys) == 4


def test_a_refusal_is_gone_once_the_next_answer_is_begun() -> None:
    """“You cannot accuse yourself” stood above the names of possible partners."""
    learner = wink("naming", 1)
    for text in ("Accuse", "{seat} accuses", "{seat} holds the {card}"):
        learner.teacher.obey(TouchKey(words(learner).index(text)), 0.0)
    panel: Any = learner.panel
    assert panel.mood is Mood.REFUSAL
    learner.teacher.obey(TouchKey(words(learner).index("Name the partner")), 0.0)
    panel = learner.panel
    assert (panel.mood, panel.answer) == (Mood.ASKING, ())
    assert panel.may_undo
    assert panel.said
    texts = [text.text for text in scenes.page(panel, learner.look).items if isinstance(text, Text)]
    assert "Choose again" in texts


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_no_hint_names_a_place_where_words_are_touched(name: str) -> None:
    """“Begin in Halifax” stood beside the keys “Move an agent” and “Bribe”."""
    learner, told = Learner(games.load(name)), 0
    for chapter in read_chapters(name):
        learner.take(chapter.name)
        for number in range(len(chapter.steps)):
            step = learner.taken.lesson.step
            if step.task in (Task.DO, Task.BREAK):
                learner.teacher.obey(AskTutor(), learner.now_s)
                answer = learner.taken.lesson.answer
                assert answer is not None
                begins = answer.says[0].text == tasks.BEGIN_AT
                assert not begins or list_trials(learner.taken.lesson).by_hand, number
                told += begins
            learner.teacher.obey(TurnStep(), learner.now_s)
    assert told or name == "wink"


def attack() -> Learner:
    """Return a learner of Agent who is asked with which agent to attack."""
    learner = Learner(games.load("agent"))
    learner.teacher.obey(TakeChapter("attacks"), 0.0)
    learner.teacher.obey(TouchKey(words(learner).index("Attack with an agent")), 0.0)
    return learner


def test_a_key_that_names_a_colour_has_its_sign() -> None:
    """“Green” and “Blue” were words alone in a lesson, and signs with words in the game."""
    learner = Learner(games.load("wink"))
    learner.teacher.obey(TakeChapter("naming"), 0.0)
    learner.teacher.obey(TurnStep(), 0.0)
    learner.teacher.obey(TouchKey(words(learner).index("Name the partner")), 0.0)
    shown = scenes.page(learner.panel, learner.look)
    keys = [one.box for one in shown.touches if isinstance(one.meaning, TouchKey)]
    discs = [one for one in shown.items if isinstance(one, Circle)]
    assert len(keys) == 4
    assert all(any(key.holds(*disc.centre) for disc in discs) for key in keys)


def test_what_was_chosen_in_words_is_told_with_what_comes_next() -> None:
    """After “Attack” and the agent nothing said so, nor that the city is touched on the board.

    “Attack → Green” read as if green were attacked.
    """
    learner = attack()
    panel: Any = learner.panel
    place = next(one for one in learner.board.places if one.area == panel.picks[0])
    learner.teacher.obey(TouchPlace(Place(place.name)), 0.0)
    shown = scenes.page(learner.panel, learner.look)
    told = " ".join(one.text for one in shown.items if isinstance(one, Text))
    assert "Attack with an agent → Green Now touch the board." in told
