"""Somebody takes the lessons wrongly: other pieces, other cards, lifted pawns, two breaches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.positions import compose
from tablet_companion.lessons.chapters import Chapter, Task, read_chapters
from tablet_companion.lessons.classroom import AGAIN, WITHOUT_CARD
from tablet_companion.lessons.trials import list_trials
from tablet_companion.lessons.tutor import Lesson, StepPhase
from tablet_companion.lessons.watching import NEXT_PIECE_S
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.screen.pages.lesson import LessonPanel, Mood
from tablet_companion.screen.toolkit.orders import TakeChapter, TouchPlace, TurnStep
from tests.amounts import count, sampled
from tests.conformance.walk import GAMES
from tests.lessons.slow import Slow
from tests.screen.learner import Learner

UNTAUGHT: Final = "none"
"""A card lies there whose face the camera was never taught."""


def find(game: str, chapter: str) -> tuple[AnyGame, Chapter]:
    """Return a game and one of its chapters."""
    return games.load(game), next(one for one in read_chapters(game) if one.name == chapter)


def change(shown: Placement, source: str, target: str = "") -> Placement:
    """Return the table after a piece was carried somewhere, or taken into the hand."""
    pieces = list(shown.pieces)
    moved = next(one for one in pieces if one[0] == source)
    pieces.remove(moved)
    return Placement(tuple(sorted([*pieces, *([(Place(target), moved[1])] if target else [])])))


def read(pupil: Slow) -> list[str]:
    """Return the texts with which the page answers."""
    page = pupil.teacher.panel(pupil.now_s)
    return [one.text for one in (*page.answer, *page.todo)] if isinstance(page, LessonPanel) else []


def shown(pupil: Slow, action: str) -> Placement:
    """Return the table after an action at the open step."""
    assert pupil.lesson is not None
    state, game = pupil.lesson.state, pupil.lesson.game
    return by_area(game.attempted(state, game.read_action(state, action)))


def steps() -> Iterator[Any]:
    """Yield every step that pieces on the table answer."""
    for game in GAMES:
        for chapter in read_chapters(game.name):
            for number, step in enumerate(chapter.steps):
                if step.task in (Task.DO, Task.FIND, Task.BREAK):
                    name = f"{game.name}-{chapter.name}-{number + 1}"
                    yield pytest.param(game, chapter, number, id=name)


def mistakes(lesson: Lesson, areas: Any, rng: random.Random) -> Iterator[Placement]:
    """Yield wrong tables: a piece anywhere, two pieces anywhere, one lifted, all lifted."""
    before = by_area(lesson.wanted)
    stands = [place for place, _ in before.pieces if place in areas]
    if not stands:
        return
    moved = change(before, rng.choice(stands), rng.choice(sorted(areas)))
    yield moved
    yield Placement(tuple(one for one in before.pieces if one[0] not in areas))
    still = [place for place, _ in moved.pieces if place in areas]
    yield change(moved, rng.choice(still), rng.choice(sorted(areas)))
    yield change(before, rng.choice(stands))


def is_right(lesson: Lesson, table: Placement, card: str) -> bool:
    """Whether a table answers a step, by the rules of the game alone."""
    game, state, task = lesson.game, lesson.state, lesson.step.task
    cards = (card, None) if game.pile else (*game.cards, None)
    legal = [
        one
        for one in game.legal(state)
        if game.card_of(one) in cards and by_area(game.attempted(state, one)) == table
    ]
    if task is Task.DO:
        return bool(set(legal) & set(list_trials(lesson).wanted))
    return task is Task.BREAK and (not legal or lesson.step.wrong is not None)


@sampled(12)
@pytest.mark.parametrize(("game", "chapter", "number"), list(steps()))
def test_a_wrong_answer_is_told_of_and_leads_back(
    game: AnyGame, chapter: Chapter, number: int
) -> None:
    """No mistake passes a task or meets eight seconds of silence, and putting it back opens it."""
    rng = random.Random(f"{chapter.name}{number}")
    pupil = Slow(game, chapter, number)
    lesson = pupil.lesson
    if lesson is None or not lesson.on_table or lesson.phase is not StepPhase.OPEN:
        return  # the table cannot show where this step begins
    tables = list(mistakes(lesson, pupil.areas, rng))
    cards = [*list_trials(lesson).cards, lesson.step.card]
    card = str(next((one for one in cards if one), "")) or "none"
    for table in rng.sample(tables, min(len(tables), count(1, 4))):
        if Counter(table.pieces) == Counter(by_area(lesson.wanted).pieces):
            continue
        pupil = Slow(game, chapter, number)
        pupil.see(table, NEXT_PIECE_S + 1.0, card)
        if pupil.is_solved(number):
            assert is_right(lesson, table, card), table
            continue
        assert read(pupil) or lesson.step.task is Task.FIND, table
        pupil.see(by_area(lesson.wanted), 8.0, card)
        assert pupil.lesson is not None
        assert pupil.lesson.phase is StepPhase.OPEN, table
        told = {AGAIN, WITHOUT_CARD} & {*read(pupil)}
        assert not told, "what was put right is not told of any more"


def test_a_move_without_a_card_is_told_what_it_lacks() -> None:
    """“That means nothing here. Try it again.”, as often as anybody tried."""
    pupil = Slow(*find("dog", "giving_up"), 2)
    assert pupil.lesson is not None
    pupil.see(
        change(by_area(pupil.lesson.wanted), "blue.nest", "T19"), NEXT_PIECE_S + 1.0, UNTAUGHT
    )
    assert WITHOUT_CARD in read(pupil)


def test_the_wrong_card_does_not_become_right_by_lying_there() -> None:
    """“Something else was asked”, of an ace; and a second later “Yes!”, of the same table."""
    pupil = Slow(*find("dog", "moving"), 1)
    pupil.see(shown(pupil, "A red.nest>T0"), 6.0, card="A")
    assert not pupil.is_solved(1)
    pupil.see(shown(pupil, "A red.nest>T0"), 3.0, card="K")
    assert pupil.is_solved(1)


@pytest.mark.parametrize(("action", "solved"), [("K T20>T33", True), ("A T20>T31", False)])
def test_a_lesson_hears_beside_a_card_that_it_cannot_read(action: str, solved: bool) -> None:
    """An untaught card, or that of the step before, lay there: every move was met by silence."""
    pupil = Slow(*find("dog", "moving"), 1)
    pupil.see(shown(pupil, action), 3.0, card=UNTAUGHT)
    assert pupil.is_solved(1) is solved
    assert solved or "The pawn went {count} {count:space|spaces}" in read(pupil)[0]


@pytest.mark.parametrize("taken", ["T20", "blue.nest"])
def test_a_pawn_in_the_hand_breaks_no_rule(taken: str) -> None:
    """“Move nothing, and see”: a pawn lifted to be moved was praised as that."""
    pupil = Slow(*find("dog", "moving"), 5)
    assert pupil.lesson is not None
    pupil.see(change(by_area(pupil.lesson.wanted), taken), NEXT_PIECE_S + 4.0, card="9")
    assert not pupil.is_solved(5)
    assert ["is missing" in one for one in read(pupil)] == [True]


@pytest.mark.parametrize(("chapter", "number"), [("contests", 0), ("the_case", 5)])
def test_a_piece_moved_instead_of_an_objection_is_told_of(chapter: str, number: int) -> None:
    """It was taken for “No objection” again and again, and the page kept silent about the piece."""
    pupil = Slow(*find("agent", chapter), number)
    assert pupil.lesson is not None
    case = next(at for at, one in by_area(pupil.lesson.wanted).pieces if one == "case")
    pupil.see(change(by_area(pupil.lesson.wanted), case, "Funchal"), 3.0)
    assert not pupil.is_solved(number)
    assert read(pupil)


@pytest.mark.parametrize(("game", "step"), [("dog", 2), ("agent_dog", 1)])
def test_a_refused_move_is_sent_one_way_and_its_card_is_shown(game: str, step: int) -> None:
    """“Put the pawn where the card takes it” stood above “Move it back”, and no card was drawn."""
    pupil = Slow(*find(game, "first_pawn"), step)
    assert pupil.lesson is not None
    before = by_area(pupil.lesson.wanted)
    stands = next(at for at, piece in before.pieces if piece == "red" and at[0] == "T")
    goal = f"T{(int(stands[1:]) + 6) % 64}"
    pupil.see(change(before, stands, goal), NEXT_PIECE_S + 2.0, card="5")
    page = pupil.teacher.panel(pupil.now_s)
    assert isinstance(page, LessonPanel)
    assert page.mood is Mood.REFUSAL
    assert page.todo
    assert page.showing.card == "5"
    mends = {one.mend for one in pupil.lesson.game.rules.values()}
    assert not mends & {one.text for one in page.answer}


def turned_up() -> Iterator[Any]:
    """Yield every step in which a card is turned up, with each card that breaks a rule there."""
    for param in steps():
        game, chapter, number = param.values
        state = compose(game, chapter.steps[number].position)
        for card, said in game.open_cards(state).items():
            if said.breaches:
                yield pytest.param(game, chapter, number, card, id=f"{param.id}-{card}")


@pytest.mark.parametrize(("game", "chapter", "number", "card"), list(turned_up()))
def test_a_card_that_was_not_laid_is_told_of(
    game: AnyGame, chapter: Chapter, number: int, card: str
) -> None:
    """Another card than the one laid face down was met by silence; the rule says so."""
    pupil = Slow(game, chapter, number)
    assert pupil.lesson is not None
    stands = by_area(pupil.lesson.wanted)
    pupil.see(stands, 3.0, card=card)
    told = read(pupil)
    assert told
    pupil.see(stands, 3.0, card="none")
    assert pupil.lesson.phase is StepPhase.OPEN
    assert not pupil.is_solved(number)
    right = next(
        one for one, said in game.open_cards(pupil.lesson.state).items() if not said.breaches
    )
    pupil.see(stands, 3.0, card=right)
    assert read(pupil) != told


def learner(game: str, chapter: str, step: int) -> Learner:
    """Return a learner at a step, counted from 0, on the screen alone."""
    found = Learner(games.load(game))
    found.teacher.obey(TakeChapter(chapter), 0.0)
    for _ in range(step):
        found.teacher.obey(TurnStep(), 0.0)
    return found


def test_an_agent_touched_twice_is_put_down_again() -> None:
    """It was taken to be turned over, as no agent can be, and meant nothing."""
    found = learner("agent", "moving", 3)
    for _ in range(2):
        found.teacher.obey(TouchPlace(Place("London.1")), 1.0)
    assert not found.taken.lost
    assert not found.taken.attempt.begun


def test_a_wrong_move_is_refused_where_two_break_the_rule() -> None:
    """The page stayed as it was, without a word, and the pawn where it had been put."""
    found = learner("agent_dog", "capturing", 4)
    for place in ("yellow.N1", "T60"):
        found.teacher.obey(TouchPlace(Place(place)), 1.0)
    panel: Any = found.panel
    assert panel.mood is Mood.REFUSAL
    assert panel.answer
    assert not found.taken.attempt.begun


def test_a_pawn_put_onto_another_is_seen() -> None:
    """The other was drawn, and the one that had been moved seemed to have vanished."""
    found = learner("agent_dog", "alone", 0)
    for place in ("red.N1", "T44"):
        found.teacher.obey(TouchPlace(Place(place)), 1.0)
    page = found.panel
    assert isinstance(page, LessonPanel)
    stands = [piece for place, piece in page.showing.before.pieces if place == "T44"]
    assert stands == ["red", "green"]  # the first is drawn


def test_who_touches_another_pawn_first_means_the_second() -> None:
    """The first had been moved into the nest, onto the second: “it went backwards”."""
    found = learner("agent_dog", "first_pawn", 2)
    for place in ("T20", "red.N1"):
        found.teacher.obey(TouchPlace(Place(place)), 1.0)
    assert not found.taken.attempt.moves
    found.teacher.obey(TouchPlace(Place("T0")), 1.0)
    assert found.taken.lesson.phase is StepPhase.SOLVED


def test_a_captured_pawn_is_sent_home_before_the_move() -> None:
    """Its nest is full of others: touched there, one of them was taken for the pawn meant."""
    found = learner("agent_dog", "capturing", 1)
    for place in ("T25", "yellow.N1", "T20", "T25"):
        found.teacher.obey(TouchPlace(Place(place)), 1.0)
    assert found.taken.lesson.phase is StepPhase.SOLVED
