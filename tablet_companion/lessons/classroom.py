"""The pages of a chapter in progress: what a step shows, and what touches on it do."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from hardware.board import Board
from tablet_companion.games.core import CHANCE, TABLE, Card, Message, Place, Placement, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.attempts import attempt
from tablet_companion.games.text import N_
from tablet_companion.lessons import events, rulebook, touching, tutor, watching
from tablet_companion.lessons.chapters import Chapter, Task
from tablet_companion.lessons.rulebook import READ_S, REST_S
from tablet_companion.lessons.touching import Attempt
from tablet_companion.lessons.trials import area, list_trials
from tablet_companion.lessons.tutor import Lesson, StepPhase
from tablet_companion.lessons.watching import Looked, Watch
from tablet_companion.referee.model.panels import Mark, MarkKind
from tablet_companion.referee.model.steps_in_words import ask_to_put_back, draw_arrows
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.pages.lesson import NUMBER, LessonPanel, Mood
from tablet_companion.screen.pages.rules import Showing
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.toolkit.motion import SLIDE_S

TURNED_S: Final = 1.0
"""For so long (s) after a solved step was left by itself, “Go on” was meant for that step."""
AGAIN: Final = N_("No move of this game leads there. Try it again.")
WITHOUT_CARD: Final = N_("I see no card for this move. Lay the card, then move.")
KEYS_FIRST: Final = N_("Touch one of the keys first.")
"""Why the tutor can make nothing of an attempt."""
_CHOICE_S: Final = REST_S / 2 + SLIDE_S + READ_S / 2
_MOODS: Final = {events.Tone.PRAISE: Mood.PRAISE, events.Tone.REFUSAL: Mood.REFUSAL}


@dataclass(frozen=True)
class Study:
    """A chapter while it is taken: the lesson, the partial answer, and the last attempt.

    ``done`` is the last event that was judged, ``since_s`` its time. ``watch`` is the real table,
    None if only the screen is used.
    """

    lesson: Lesson
    attempt: Attempt
    done: events.Event | None = None
    since_s: float = 0.0
    watch: Watch | None = None
    lost: bool = False
    """The tutor could make nothing of the last attempt."""
    turned_s: float = -math.inf
    """When this step was opened without a touch, if nobody touched “Go on”."""


def begin(
    game: AnyGame, chapter: Chapter, number: int, now_s: float, table: Table | None = None
) -> Study:
    """Begin a chapter or resume it at a step, at a real ``table`` if there is one."""
    lesson = tutor.begin(game, chapter, number, on_table=table is not None)
    watch = None if table is None else watching.begin(lesson, table)
    return Study(lesson, touching.begin(lesson), since_s=now_s, watch=watch)


def leave_table(taken: Study, now_s: float) -> Study:
    """Continue the open step on the screen alone."""
    return begin(taken.lesson.game, taken.lesson.chapter, taken.lesson.number, now_s)


def _turn(taken: Study, event: events.GoOn | events.GoBack, now_s: float) -> Study:
    lesson = tutor.advance(taken.lesson, event)
    if lesson.phase is StepPhase.OVER:
        return Study(lesson, Attempt())
    watch = None if taken.watch is None else watching.follow(taken.watch, lesson)
    return Study(lesson, touching.begin(lesson), since_s=now_s, watch=watch)


def hear(taken: Study, event: Looked) -> Study:
    """Return the study after an event of the real table; solved steps advance by themselves."""
    if taken.watch is None:
        return taken
    if taken.lesson.phase is StepPhase.SOLVED and event.at_s - taken.since_s >= _dwell_s(taken):
        return replace(_turn(taken, events.GoOn(), event.at_s), turned_s=event.at_s)
    watch, done = watching.hear(taken.watch, taken.lesson, event, taken.attempt.card)
    taken = replace(taken, watch=watch)
    if done is None:
        return taken
    if taken.lesson.phase is StepPhase.SETTING_OUT and isinstance(done, events.Did):
        lesson = tutor.advance(taken.lesson, events.Shows(taken.lesson.wanted))
        return _judge(replace(taken, lesson=lesson), taken.attempt, done, event.at_s)
    if taken.lesson.phase is StepPhase.SETTING_OUT:
        lesson = tutor.advance(taken.lesson, done)
        if event.at_s - taken.since_s >= REST_S + READ_S:  # the error was read and put right
            lesson, taken = replace(lesson, answer=None), replace(taken, lost=False)
        return replace(taken, lesson=lesson, since_s=event.at_s)
    return _judge(taken, taken.attempt, done, event.at_s)


def _dwell_s(taken: Study) -> float:
    """Return for how long (s) praise is shown, which depends on the text."""
    answer = taken.lesson.answer
    return SLIDE_S + REST_S + READ_S * (len(answer.says) - 1 if answer else 0)


# --- touches --------------------------------------------------------------------------------------


def obey(taken: Study, order: orders.LessonOrder, board: Board, now_s: float) -> Study:
    """Return the study after a touch."""
    lesson = taken.lesson
    match order:
        case orders.TurnStep(back=False) if now_s - taken.turned_s < TURNED_S:
            return taken  # or the step that nobody has seen yet would be left out
        case orders.TurnStep(back=back):
            return _turn(taken, events.GoBack() if back else events.GoOn(), now_s)
        case orders.StayOnScreen():
            return leave_table(taken, now_s)
        case orders.AskTutor():
            touches = lesson.step.task not in (Task.DO, Task.BREAK)
            by_hand = touches or taken.watch is not None or list_trials(lesson).by_hand
            lesson = tutor.advance(lesson, events.AskHint(by_hand))
            return replace(taken, lesson=lesson, lost=False)
        case orders.PutBack():
            return replace(taken, attempt=touching.begin(lesson), done=None)
        case orders.FinishMove():
            return _judge(taken, *touching.finish(lesson, taken.attempt), now_s)
        case orders.TouchPlace(place=place):
            return _touch(taken, Place(board.by_name[place].area), board, now_s)
        case orders.TouchKey(number=number):
            return _say(taken, number, board, now_s)
    return taken


def _touch(taken: Study, place: Place, board: Board, now_s: float) -> Study:
    lesson, tried = taken.lesson, taken.attempt
    if lesson.step.task is Task.FIND:
        return _judge(taken, tried, events.Touched(place), now_s)
    labels = touching.list_choices(lesson, tried)
    if list_trials(lesson).by_hand and not labels:
        return _judge(taken, *touching.touch(lesson, tried, place), now_s)
    named = [place_of(label, lesson, board) for label in labels]
    if place not in named:
        return replace(taken, lesson=replace(lesson, answer=None), done=None, lost=True)
    return _judge(taken, *touching.say(lesson, tried, named.index(place)), now_s)


def _say(taken: Study, number: int, board: Board, now_s: float) -> Study:
    lesson, tried = taken.lesson, taken.attempt
    if lesson.step.task is Task.WHICH:
        return _judge(taken, tried, events.Chose(number), now_s)
    labels = touching.list_choices(lesson, tried)
    if number < len(labels):
        return _judge(taken, *touching.say(lesson, tried, number), now_s)
    place, _ = list_beside(taken, board)[number - len(labels)]
    return _judge(taken, *touching.touch(lesson, tried, place), now_s)


def _judge(taken: Study, tried: Attempt, event: events.Event | None, now_s: float) -> Study:
    """Have the tutor judge a complete attempt; a wrong one is put back."""
    if event is None:
        lesson = _follow_hint(taken.lesson)
        return replace(taken, lesson=lesson, attempt=tried, done=None, lost=False)
    before = taken.lesson
    lesson = tutor.advance(replace(before, answer=None), event)
    keeps = lesson.phase is StepPhase.SOLVED or _goes_on(lesson, event)
    tried = tried if keeps else touching.begin(lesson)
    watch = taken.watch
    if watch is not None and lesson.phase is StepPhase.SETTING_OUT:
        watch = watching.follow(watch, lesson)
    return Study(lesson, tried, event, now_s, watch, lesson.answer is None)


def _follow_hint(lesson: Lesson) -> Lesson:
    """Drop the hint where to begin, now that somebody has begun."""
    answer = lesson.answer
    where = answer is not None and answer.tone is events.Tone.HINT and len(answer.places) == 1
    return replace(lesson, answer=None) if where else lesson


def _goes_on(lesson: Lesson, event: events.Event) -> bool:
    """Whether more moves are needed: the task has several, and a legal one was done."""
    told = lesson.step.wrong
    if not isinstance(event, events.Shows) or told is None or lesson.step.task is not Task.BREAK:
        return False
    if lesson.answer is not None and lesson.answer.tone is events.Tone.REFUSAL:
        return False
    moved = sum(a != b for a, b in zip(event.placement.pieces, lesson.wanted.pieces, strict=False))
    return bool(moved) and len(told.hands) > 1


# --- pages ----------------------------------------------------------------------------------------


def build(taken: Study, board: Board, now_s: float) -> LessonPanel:
    """Return the page of the open step."""
    lesson, step = taken.lesson, taken.lesson.step
    if lesson.phase is StepPhase.SETTING_OUT and taken.watch is not None:
        return _set_out(taken, taken.watch)
    solved, task = lesson.phase is StepPhase.SOLVED, step.task
    picks, keys = ((), ()) if solved else _offers(taken, board)
    seconds = now_s - taken.since_s
    lit = int(seconds / _CHOICE_S) % len(keys) if task is Task.WHICH and keys else None
    asked = task in (Task.DO, Task.BREAK) and not solved
    mood, answer = _answer(taken)
    return LessonPanel(
        number=lesson.number + 1,
        steps=len(lesson.chapter.steps),
        say=Message(step.say),
        ask=Message(step.ask),
        showing=_showing(taken, seconds, lit),
        turn=_on_turn(lesson),
        mood=mood,
        answer=answer,
        picks=picks,
        keys=keys,
        lit=lit,
        may_finish=asked and touching.may_finish(lesson, taken.attempt),
        may_undo=not solved and taken.attempt.begun and taken.attempt != touching.begin(lesson),
        said=taken.attempt.labels,
        has_task=task is not Task.READ,
        on_table=taken.watch is not None,
        arrows=lesson.answer.arrows if lesson.answer and not taken.attempt.begun else (),
    )


def _set_out(taken: Study, watch: Watch) -> LessonPanel:
    """Return the page of a step whose pieces are being set out, with missing ones marked."""
    lesson, done = taken.lesson, taken.done
    mood, answer = _answer(taken)
    laid = done.card if mood is Mood.REFUSAL and isinstance(done, events.Shows) else None
    if watch.ways:  # they lead back; the rule may say where the card leads instead
        mends = {one.mend for one in lesson.game.rules.values()}
        answer = tuple(one for one in answer if one.text not in mends)
    return LessonPanel(
        number=lesson.number + 1,
        steps=len(lesson.chapter.steps),
        say=Message(lesson.step.say),
        ask=watch.say,
        showing=Showing(
            lesson.wanted, lesson.wanted, card=rulebook.find_top(lesson.game, lesson.state, laid)
        ),
        mood=mood,
        answer=answer,
        on_table=True,
        sets_out=True,
        differences=watch.differences,
        others=watch.others,
        todo=ask_to_put_back(watch.ways),
        arrows=draw_arrows(watch.ways),
    )


def _on_turn(lesson: Lesson) -> Seat | None:
    turn: Seat | None = lesson.game.view(lesson.state, TABLE).turn
    return None if turn in (None, CHANCE) else turn


def _answer(taken: Study) -> tuple[Mood, tuple[Message, ...]]:
    answer = taken.lesson.answer
    if taken.lost:
        return Mood.NOTE, (Message(_tell_lost(taken)),)
    going_on = taken.attempt.begun and taken.attempt != touching.begin(taken.lesson)
    hinted = answer is not None and answer.tone is events.Tone.HINT
    if going_on and not hinted and taken.lesson.stage is Stage.OPEN and taken.watch is None:
        return Mood.ASKING, ()  # the next answer is under way
    if answer is None or not answer.says:
        left = watching.list_left(taken.watch, taken.lesson) if taken.watch else ()
        return (Mood.NOTE if left else Mood.ASKING), left
    return _MOODS.get(answer.tone, Mood.NOTE), answer.says


def _tell_lost(taken: Study) -> str:
    """Return why nothing could be made of the last attempt."""
    game, done = taken.lesson.game, taken.done
    if done is None:
        return KEYS_FIRST
    if taken.watch is None or not game.pile or not isinstance(done, events.Shows):
        return AGAIN
    return AGAIN if done.card in game.cards else WITHOUT_CARD


def _offers(
    taken: Study, board: Board
) -> tuple[tuple[Place, ...], tuple[tuple[Message, ...], ...]]:
    lesson, tried = taken.lesson, taken.attempt
    match lesson.step.task:
        case Task.READ:
            return (), ()
        case Task.FIND:
            return tuple(map(Place, sorted(board.areas))), ()
        case Task.WHICH:
            return (), tuple(_in_words(lesson, n) for n in range(len(lesson.step.choices)))
    labels = touching.list_choices(lesson, tried)
    if labels:
        places = tuple(place_of(label, lesson, board) for label in labels)
        if None not in places and len(set(places)) == len(places):
            return tuple(place for place in places if place is not None), ()
        return (), tuple((label,) for label in labels)
    if not list_trials(lesson).by_hand:
        return (), ()
    if tried.source is not None:
        return tuple(map(Place, sorted(board.areas))), ()
    on_board = touching.find_liftable(lesson, tried) & set(map(Place, board.areas))
    beside = tuple(
        (Message("{piece}", (("piece", piece),)),) for _, piece in list_beside(taken, board)
    )
    return tuple(sorted(on_board)), beside


def list_beside(taken: Study, board: Board) -> tuple[tuple[Place, Any], ...]:
    """Return the pieces beside the board that can be lifted now."""
    if taken.attempt.source is not None:
        return ()
    return touching.list_beside(taken.lesson, taken.attempt, frozenset(map(Place, board.areas)))


def place_of(label: Message, lesson: Lesson, board: Board) -> Place | None:
    """Return the area of the drawn board that a word names, by place or by piece."""
    if len(label.details) != 1:
        return None
    kind, value = label.details[0]
    if kind == "place" or (kind == "card" and not lesson.game.pile):  # a card on the table
        found = area(Place(str(value)))
    elif label.text in ("{piece}", "{colour}"):
        stands = [area(place) for place, piece in lesson.wanted.pieces if piece == value]
        if len(stands) != 1:
            return None
        found = stands[0]
    else:
        return None
    return found if found in board.areas else None


def _in_words(lesson: Lesson, number: int) -> tuple[Message, ...]:
    """Return the label of an action's key: a number if the board shows all of the actions.

    Among words a number would be taken for a card's. What all labels begin with goes unsaid.
    """
    game, state = lesson.game, lesson.state
    said = [game.saying(state, game.read_action(state, one)) for one in lesson.step.choices]
    saying = said[number]
    if saying is None or all(one is None or one.shown for one in said):
        return (Message(NUMBER, (("count", number + 1),)),)
    begins = {one.labels[0] for one in said if one is not None and one.labels[1:]}
    return saying.labels[begins == {saying.labels[0]} :]


# --- what the board shows -------------------------------------------------------------------------


def _showing(taken: Study, seconds: float, lit: int | None) -> Showing:
    lesson, game, state = taken.lesson, taken.lesson.game, taken.lesson.state
    if lesson.step.task is Task.READ and lesson.step.shows_example:
        return rulebook.show_example(game, lesson.step.rule, seconds)
    if lit is not None:
        action = game.read_action(state, lesson.step.choices[lit])
        done = (seconds % _CHOICE_S - REST_S / 2) / SLIDE_S
        return _sliding(lesson, attempt(game, state, action), done, game.card_of(action))
    match taken.done:
        case events.Did(action) | events.TookBack(action) if lesson.phase is StepPhase.SOLVED:
            after = attempt(game, state, action)
            return _sliding(lesson, after, seconds / SLIDE_S, game.card_of(action))
        case events.Did(action):
            return replace(_still(taken), marks=_marks(taken))
    return _still(taken)


def _sliding(lesson: Lesson, after: Any, done: float, card: Card | None) -> Showing:
    top = rulebook.find_top(lesson.game, lesson.state, card)
    return Showing(lesson.wanted, after, round(min(1.0, max(0.0, done)), 3), top)


def _still(taken: Study) -> Showing:
    """Return the pieces after the moves touched so far; of two in a place the new one is drawn."""
    lesson, tried = taken.lesson, taken.attempt
    pieces = touching.apply_moves(lesson, tried).pieces
    came = Counter(pieces) - Counter(lesson.wanted.pieces)
    there = Placement(tuple(sorted(pieces, key=lambda one: one not in came)))
    top = rulebook.find_top(lesson.game, lesson.state, lesson.step.card or tried.card)
    return Showing(there, there, card=top, marks=_marks(taken))


def _marks(taken: Study) -> tuple[Mark, ...]:
    """Mark the lifted piece, what was found, and what the answer refers to."""
    lesson, answer = taken.lesson, taken.lesson.answer
    lifted = () if taken.attempt.source is None else (Mark(taken.attempt.source, MarkKind.FROM),)
    found = tuple(Mark(place, MarkKind.TO) for place in sorted(lesson.found))
    of = (Mark(lesson.step.of, MarkKind.FROM),) if lesson.step.of else ()
    if answer is None or taken.attempt.begun:
        return (*of, *found, *lifted)
    kind = MarkKind.WRONG if answer.tone is events.Tone.REFUSAL else MarkKind.TO
    told = tuple(Mark(place, kind) for place in answer.places)
    return tuple(dict.fromkeys((*of, *found, *told, *lifted)))
