"""Somebody moves the pieces of an answer one after another, and takes a breath in between."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.positions import compose
from tablet_companion.kit import printed
from tablet_companion.kit.boards import holds_of
from tablet_companion.lessons.chapters import Chapter, LessonStep, Task, read_chapters
from tablet_companion.lessons.events import Tone
from tablet_companion.lessons.teacher import BLIND_S, Teacher
from tablet_companion.lessons.tutor import StepPhase
from tablet_companion.lessons.watching import SET_OUT_S
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.events import Blind, Busy, Saw, Ticked
from tablet_companion.referee.model.table import new_table
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.toolkit.orders import OpenLessons, TakeChapter, TurnStep
from tests.amounts import count, sampled
from tests.conformance.walk import GAMES
from tests.expected import expect, present
from tests.lessons.slow import Slow
from tests.referee.looks import look

BREATH_S: Final = 3.0
"""How long the board is left alone between two pieces."""
_LOOK_S: Final = 0.2

Spot = tuple[Place, Piece]


def answers() -> Iterator[Any]:
    """Yield every step that is answered by moving two pieces or more."""
    for game in GAMES:
        for chapter in read_chapters(game.name):
            for number, step in enumerate(chapter.steps):
                if step.task is Task.DO and len(list_moves(game, step)) > 1:
                    yield pytest.param(
                        game, chapter, number, id=f"{game.name}-{chapter.name}-{number + 1}"
                    )


def list_moves(game: AnyGame, step: LessonStep) -> list[tuple[Spot, Spot | None]]:
    """Return where each piece of an answer goes; what leaves the board goes nowhere."""
    state = compose(game, step.position)
    done = game.attempted(state, game.read_action(state, step.solution[0]))
    before, after = (Counter(by_area(one).pieces) for one in (game.placement(state), done))
    came, found = list((after - before).elements()), []
    arrived = {piece for _, piece in came}
    for source in sorted((before - after).elements(), key=lambda one: one[1] not in arrived):
        same = (one for one in came if one[1] == source[1])
        target = next(same, came[0] if came else None)  # one that turns over on its way is last
        if target:
            came.remove(target)
        found.append((source, target))
    return found


def with_new_pawn(pupil: Slow, number: int) -> Placement:
    """Return the step's table with a red pawn on its start space instead of in its nest."""
    assert pupil.lesson is not None
    assert pupil.lesson.number == number
    pieces = [*by_area(pupil.lesson.wanted).pieces]
    pieces.remove((Place("red.nest"), Piece("red")))
    return Placement(tuple(sorted([*pieces, (Place("T0"), Piece("red"))])))


@pytest.mark.parametrize(("card", "broken"), [("13", False), ("9", True), ("5", True)])
def test_a_legal_move_breaks_no_rule(card: str, broken: bool) -> None:
    """“Try to break this rule”: a 13 does bring a pawn out, but was praised as a breach."""
    chapter = next(one for one in read_chapters("agent_dog") if one.name == "first_pawn")
    pupil = Slow(games.load("agent_dog"), chapter, 3)
    assert chapter.steps[3].task is Task.BREAK
    pupil.see(with_new_pawn(pupil, 3), 4.0, card=card)
    assert pupil.is_solved(3) is broken
    if not broken:
        assert pupil.lesson is not None
        assert pupil.lesson.answer is not None
        assert pupil.lesson.answer.tone is not Tone.PRAISE


def test_another_pawn_is_not_taken_for_the_one_that_was_asked_about() -> None:
    """“The pawn has gone backwards”, of one that had come out of the nest."""
    chapter = next(one for one in read_chapters("agent_dog") if one.name == "first_pawn")
    pupil = Slow(games.load("agent_dog"), chapter, 4)
    assert chapter.steps[4].task is Task.FIND
    pupil.see(with_new_pawn(pupil, 4), 4.0, card="9")
    assert pupil.lesson is not None
    said = pupil.lesson.answer.says if pupil.lesson.answer else ()
    assert not [one.text for one in said if "backwards" in one.text]


@pytest.mark.parametrize("sets_out", [True, False])
def test_a_hand_that_stays_on_the_board_is_told_of(sets_out: bool) -> None:
    """A game says so after eight seconds; a lesson was silent for as long as it lay there."""
    game = games.load("agent_dog")
    chapter = next(one for one in read_chapters("agent_dog") if one.steps[1].task is Task.DO)
    pupil = Slow(game, chapter, 1)
    if sets_out:
        pupil.see(by_area(game.placement(game.setup({}, game.seats))))
        pupil.teacher.obey(TurnStep(), pupil.now_s)
        pupil.teacher.obey(TurnStep(back=True), pupil.now_s)
    assert pupil.lesson is not None
    assert pupil.lesson.phase is (StepPhase.SETTING_OUT if sets_out else StepPhase.OPEN)
    told = []
    for _ in range(12):
        pupil.now_s += 1.0
        pupil.teacher.hear(Busy(pupil.now_s, resting=True))
        pupil.teacher.hear(Ticked(pupil.now_s))
        page = expect(LessonPanel, pupil.teacher.panel(pupil.now_s))
        told.append(any("is lying on the board" in one.text for one in (page.ask, *page.answer)))
    assert (told[5], told[-1]) == (False, True)


@sampled(3)
@pytest.mark.parametrize(("game", "chapter", "number"), list(answers()))
def test_nobody_is_told_off_between_two_pieces(
    game: AnyGame, chapter: Chapter, number: int
) -> None:
    """Whichever piece is moved first, the second is waited for, and the answer is right then."""
    step = chapter.steps[number]
    moves = list_moves(game, step)
    orders = list(itertools.permutations(moves))
    for order in (orders[-1], orders[0])[: count(1, 2)]:
        pupil = Slow(game, chapter, number)
        lesson = present(pupil.lesson)
        if not lesson.on_table or lesson.phase is not StepPhase.OPEN:
            return  # the table cannot show where this step begins
        action = game.read_action(lesson.state, step.solution[0])
        card = str(game.card_of(action) or "none")
        shown = Counter(by_area(lesson.wanted).pieces)
        for source, target in order:
            shown = shown - Counter([source]) + Counter([target] if target else [])
            last = source == order[-1][0]
            pupil.see(Placement(tuple(shown.elements())), 6.0 if last else BREATH_S, card)
            if not last:
                answer = pupil.lesson and pupil.lesson.answer
                assert not answer or answer.tone not in (Tone.NOTE, Tone.REFUSAL), (source, order)
        assert pupil.is_solved(number), order


@pytest.mark.parametrize(("name", "wrong"), [("agent", "Paris"), ("wink", "11")])
def test_a_wrong_move_may_be_corrected_without_putting_it_back(name: str, wrong: str) -> None:
    """A piece that goes from the wrong place straight to the right one solves the step."""
    game = games.load(name)
    chapter = read_chapters(name)[0]
    number, [(source, target)] = next(
        (n, moves)
        for n, step in enumerate(chapter.steps)
        if step.task is Task.DO and len(moves := list_moves(game, step)) == 1
    )
    pupil = Slow(game, chapter, number)
    assert pupil.lesson is not None
    assert target is not None
    left = Counter(by_area(pupil.lesson.wanted).pieces) - Counter([source])
    for place in (wrong, target[0]):
        assert not pupil.is_solved(number)
        pupil.see(Placement((*left.elements(), (Place(place), source[1]))), 4.0)
    assert pupil.is_solved(number)


def test_a_touch_meant_for_a_solved_step_does_not_skip_the_next() -> None:
    """A solved step is left by itself; “Go on”, touched at that moment, skipped one unseen."""
    game = games.load("dog")
    chapter = next(one for one in read_chapters(game.name) if one.name == "jack")
    pupil = Slow(game, chapter, 0)
    lesson = present(pupil.lesson)
    jack = game.read_action(lesson.state, "J T20>T40 T40>T20")
    shown = by_area(game.attempted(lesson.state, jack))
    pupil.see(shown, 2.0, card="J")
    while pupil.lesson is not None and pupil.lesson.number == 0:
        assert pupil.is_solved(0)
        pupil.now_s += _LOOK_S
        pupil.teacher.hear(Ticked(pupil.now_s))
    for touched, number in ((0.3, 1), (2.0, 2)):
        pupil.now_s += touched
        pupil.teacher.obey(TurnStep(), pupil.now_s)
        assert pupil.lesson is not None
        assert pupil.lesson.number == number


def test_a_piece_that_was_put_back_is_waited_for_again() -> None:
    """Moved, put back and moved again, a first piece was judged at once as the whole answer."""
    game, chapter, number, moves = next(
        (game, chapter, number, moves)
        for game in GAMES
        for chapter in read_chapters(game.name)
        for number, step in enumerate(chapter.steps)
        if step.task is Task.DO and len(moves := list_moves(game, step)) > 1
    )
    pupil = Slow(game, chapter, number)
    lesson = present(pupil.lesson)
    assert lesson.phase is StepPhase.OPEN
    action = game.read_action(lesson.state, lesson.step.solution[0])
    card = str(game.card_of(action) or "none")
    before = Counter(by_area(lesson.wanted).pieces)
    source, target = moves[-1]
    begun = before - Counter([source]) + Counter([target] if target else [])
    for shown, seconds in ((begun, BREATH_S), (before, 12.0), (begun, BREATH_S)):
        pupil.see(Placement(tuple(sorted(shown.elements()))), seconds, card)
        answer = pupil.lesson and pupil.lesson.answer
        assert not answer or answer.tone not in (Tone.NOTE, Tone.REFUSAL)
        assert pupil.lesson is not None
        assert pupil.lesson.phase is StepPhase.OPEN


def test_a_clock_that_begins_at_zero_loses_no_time() -> None:
    """A time of 0 s counted as no time: what began then began again with the next picture."""
    game = games.load("agent_dog")
    chapter = next(one for one in read_chapters(game.name) if one.steps[1].task is Task.DO)
    pupil = Slow(game, chapter, 1)
    assert pupil.lesson is not None
    reading = look(by_area(pupil.lesson.wanted), areas=pupil.areas)
    table = new_table(game, pupil.areas, "en").but(holds=holds_of(printed.board(game.name)))
    teacher = Teacher(game, printed.board(game.name), lambda: table)
    teacher.hear(Saw(0.0, reading))
    teacher.obey(OpenLessons(), 0.0)
    teacher.obey(TakeChapter(chapter.name), 0.0)
    teacher.obey(TurnStep(), 0.0)
    for now_s in (0.0, SET_OUT_S):
        teacher.hear(Saw(now_s, reading))
    assert teacher.lesson is not None
    assert teacher.lesson.lesson.phase is StepPhase.OPEN
    teacher = Teacher(game, printed.board(game.name), lambda: table)
    teacher.hear(Saw(0.0, reading))
    teacher.obey(OpenLessons(), 0.0)
    teacher.obey(TakeChapter(chapter.name), 0.0)
    for now_s in (0.0, BLIND_S):
        teacher.hear(Blind(now_s, "board"))
    assert teacher.lesson is not None
    assert teacher.lesson.watch is None


def test_a_card_that_is_turned_up_answers() -> None:
    """“Turn up blue’s card: it names room H”: the lesson waited for the key alone."""
    game = games.load("pocket_ops")
    pupil = Slow(game, next(iter(read_chapters(game.name))), 0)
    assert pupil.lesson is not None
    wanted = by_area(pupil.lesson.wanted)
    pupil.see(wanted, 4.0, card="red.H")
    assert not pupil.is_solved(0)  # the card of who placed the spy means nothing
    pupil.see(wanted, 4.0, card="blue.H")
    assert pupil.is_solved(0)


def test_everything_that_is_left_to_set_out_is_counted() -> None:
    """“Then 1 more”, with two specialists missing from reserves that spies were to leave."""
    game = games.load("pocket_ops")
    pupil = Slow(game, next(iter(read_chapters(game.name))), 0)
    pupil.teacher.obey(TakeChapter("first_round"), pupil.now_s)
    pupil.see(by_area(game.placement(game.setup({}, game.seats))), 3.0)
    page = expect(LessonPanel, pupil.teacher.panel(pupil.now_s))
    assert page.sets_out
    missing = Counter(one.expected for one in page.others)
    assert (len(page.todo), missing) == (5, {"red.specialist": 1, "blue.specialist": 1})
