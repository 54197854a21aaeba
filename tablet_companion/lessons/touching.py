"""Answering a task on the screen: touching pieces and places, or one word after another.

An ``Attempt`` is what was touched so far; it becomes an event for the tutor as soon as it is
unambiguous. What may be tried at all is in ``trials``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import HIDDEN, Card, Message, Piece, Place, Placement
from tablet_companion.games.shared import positions
from tablet_companion.games.text import N_
from tablet_companion.lessons.chapters import Task
from tablet_companion.lessons.events import NO_CARD, Did, Event, Shows, TookBack
from tablet_companion.lessons.trials import Move, Trial, area, list_trials
from tablet_companion.lessons.tutor import Lesson
from tablet_companion.referee.model.steps_in_words import OWN_NAMES

TAKE_BACK: Final = Message(N_("Take it back"))


@dataclass(frozen=True)
class Attempt:
    """What was touched so far: a card, words, or moves; ``source`` is the lifted piece."""

    card: Card = NO_CARD
    labels: tuple[Message, ...] = ()
    moves: tuple[tuple[Place, Place], ...] = ()
    source: Place | None = None

    @property
    def begun(self) -> bool:
        """Whether there is anything to put back."""
        return bool(self.labels or self.moves or self.source)


# --- touches --------------------------------------------------------------------------------------


def begin(lesson: Lesson) -> Attempt:
    """Return an attempt with nothing touched; if there is only one card, it is laid."""
    cards = list_trials(lesson).cards
    return _add_forced(lesson, Attempt(cards[0] if len(cards) == 1 else NO_CARD))


def list_choices(lesson: Lesson, attempt: Attempt) -> tuple[Message, ...]:
    """Return the words that can be touched next, cards among them."""
    tried = list_trials(lesson)
    if lesson.step.task is Task.BREAK and lesson.step.wrong and lesson.step.wrong.take_back:
        return (TAKE_BACK,)
    if not tried.by_hand:
        return _list_following(lesson, attempt)
    if not attempt.card and len(tried.cards) > 1:
        return tuple(Message(N_("Lay {card:the}"), (("card", card),)) for card in tried.cards)
    return ()


def list_beside(
    lesson: Lesson, attempt: Attempt, on_board: frozenset[Place]
) -> tuple[tuple[Place, Piece], ...]:
    """Return the pieces that are beside the board and can be lifted there."""
    pieces = apply_moves(lesson, attempt).pieces
    return tuple(dict.fromkeys(one for one in pieces if area(one[0]) not in on_board))


def _find_matching(lesson: Lesson, labels: tuple[Message, ...]) -> list[Trial]:
    count = len(labels)
    return [one for one in list_trials(lesson).tried if one.path[:count] == labels]


def _list_following(lesson: Lesson, attempt: Attempt) -> tuple[Message, ...]:
    count = len(attempt.labels)
    paths = (one.path for one in _find_matching(lesson, attempt.labels))
    return tuple(dict.fromkeys(path[count] for path in paths if len(path) > count))


def _add_forced(lesson: Lesson, attempt: Attempt) -> Attempt:
    """Add the words that all remaining actions begin with, but never the last one."""
    while not list_trials(lesson).by_hand:
        found = _list_following(lesson, attempt)
        if len(found) != 1:
            break
        more = replace(attempt, labels=(*attempt.labels, found[0]))
        if not _list_following(lesson, more):
            break
        attempt = more
    return attempt


def say(lesson: Lesson, attempt: Attempt, number: int) -> tuple[Attempt, Event | None]:
    """Touch one of the choices."""
    label = list_choices(lesson, attempt)[number]
    if label is TAKE_BACK:
        assert lesson.step.wrong is not None
        told = lesson.step.wrong.take_back
        return attempt, TookBack(lesson.game.read_action(lesson.state, told))
    if list_trials(lesson).by_hand:
        return replace(attempt, card=list_trials(lesson).cards[number]), None
    attempt = _add_forced(lesson, replace(attempt, labels=(*attempt.labels, label)))
    if _list_following(lesson, attempt):
        return attempt, None
    return attempt, _find_said(lesson, attempt)


def _find_said(lesson: Lesson, attempt: Attempt) -> Event:
    """Return the announced action; if ambiguous, preferably the wanted or a legal one."""
    found = _find_matching(lesson, attempt.labels)
    return Did(_choose_best(lesson, [one for one in found if one.path == attempt.labels] or found))


def _choose_best(lesson: Lesson, tried: Sequence[Trial]) -> Any:
    """Return one of several actions with the same touches."""
    game, state, wanted = lesson.game, lesson.state, list_trials(lesson).wanted
    actions = [one.action for one in tried]
    for one in actions:
        if one in wanted:
            return one
    return next((one for one in actions if not game.judge(state, one)), actions[0])


# --- by hand --------------------------------------------------------------------------------------


def apply_moves(lesson: Lesson, attempt: Attempt) -> Placement:
    """Return the table after the moves so far."""
    placement = lesson.wanted
    for source, target in attempt.moves:
        placement = _move(placement, source, target)
    return placement


def _move(placement: Placement, source: Place, target: Place) -> Placement:
    """Return the table after a move; moving to the same place turns the piece over."""
    standing = [one for one in placement.pieces if area(one[0]) == source]
    if not standing:
        return placement
    place, piece = max(standing, key=lambda one: _lies_on_top(source, *one))
    after = piece if source != target else HIDDEN
    return positions.rearrange(placement, iter((f"{piece} {place} > {after} {target}",)))


def _lies_on_top(source: Place, place: Place, piece: Piece) -> tuple[bool, ...]:
    """Return a sort key for the pieces of one area: a finger means a pawn rather than a card."""
    card = str(piece) == str(source)
    return place != source, not card, piece not in OWN_NAMES, "." not in piece


def find_liftable(lesson: Lesson, attempt: Attempt) -> frozenset[Place]:
    """Return the areas in which a piece stands now."""
    return frozenset(area(place) for place, _ in apply_moves(lesson, attempt).pieces)


def touch(lesson: Lesson, attempt: Attempt, place: Place) -> tuple[Attempt, Event | None]:
    """Touch a piece, or the place where the lifted piece goes."""
    if attempt.source is None or _means_another(lesson, attempt.source, place):
        return replace(attempt, source=place), None
    if place == attempt.source and not _is_to_turn_over(lesson, place):
        return replace(attempt, source=None), None  # put down again
    attempt = replace(attempt, moves=(*attempt.moves, (attempt.source, place)), source=None)
    return attempt, _interpret(lesson, attempt, finished=False)


def _means_another(lesson: Lesson, lifted: Place, place: Place) -> bool:
    """Whether another piece is touched instead: no action moves the lifted one onto it.

    What follows from the wanted action counts, too: a captured pawn goes to a nest full of others.
    """
    found = list_trials(lesson)
    known = ((one.moves if one.action in found.wanted else one.own) for one in found.tried)
    moves = {move for each in known for move in each}
    ends = {(lifted, place), (lifted, None)}
    return place != lifted and moves.isdisjoint(ends) and any(one == place for one, _ in moves)


def _is_to_turn_over(lesson: Lesson, place: Place) -> bool:
    """Whether the step tells people to turn the piece here face down, which two touches do."""
    wrong = lesson.step.wrong
    return wrong is not None and any(way.endswith(f"> {HIDDEN} {place}") for way in wrong.hands)


def finish(lesson: Lesson, attempt: Attempt) -> tuple[Attempt, Event | None]:
    """End a move that could continue."""
    if not list_trials(lesson).by_hand:
        return attempt, _find_said(lesson, attempt)
    return attempt, _interpret(lesson, attempt, finished=True)


def may_finish(lesson: Lesson, attempt: Attempt) -> bool:
    """Whether the touches could be complete, and could also continue."""
    if not list_trials(lesson).by_hand:
        return any(one.path == attempt.labels for one in list_trials(lesson).tried)
    told = lesson.step.wrong
    nothing = lesson.step.task is Task.BREAK and told and not (told.action or told.hands)
    return attempt.source is None and bool(attempt.moves or nothing)


def _interpret(lesson: Lesson, attempt: Attempt, *, finished: bool) -> Event | None:
    """Return the event that the moves mean; None while it may not be complete."""
    tried = list_trials(lesson)
    free = Shows(apply_moves(lesson, attempt), attempt.card)
    if not tried.wanted:  # the task is no action but moves of hands: judge any other move
        return None if not finished and _begins_wrong(lesson, attempt) else free
    alike = [one for one in tried.tried if one.card == attempt.card]
    left = [(one, _find_left(attempt.moves, one.moves)) for one in alike]
    exact = [one for one, more in left if more == ()]
    whole = [one for one in exact if one.action in tried.wanted]
    if not whole and lesson.step.task is Task.DO:
        whole = [one for one in alike if _is_done_by(lesson, attempt, one)]
    if whole:
        return Did(_choose_best(lesson, whole))
    if any(more for _, more in left) and not finished:
        return None
    return Did(_choose_best(lesson, exact)) if exact else free


def _find_left(
    done: Iterable[tuple[Place, Place]], moves: Sequence[Move]
) -> tuple[Move, ...] | None:
    """Return which moves are still to be made; None if another one was made."""
    left = list(moves)
    for source, target in done:
        fitting = [(source, target), (source, None), (target, source)]
        found = next((one for one in fitting[:2] if one in left), None)
        if found is None:
            return None
        left.remove(found)
    return tuple(left)


def _begins_wrong(lesson: Lesson, attempt: Attempt) -> bool:
    """Whether the moves so far begin the error of a BREAK, and more belongs to it."""
    hands = lesson.step.wrong.hands if lesson.step.wrong else ()
    ways = [tuple(Place(side.split()[1]) for side in way.split(">")) for way in hands]
    done = [*attempt.moves]
    return len(done) < len(ways) and done == ways[: len(done)]


def _is_done_by(lesson: Lesson, attempt: Attempt, one: Trial) -> bool:
    """Whether an action is legal and all its deliberate moves are done."""
    own = _find_left(attempt.moves, one.own)
    return own == () and not lesson.game.judge(lesson.state, one.action)
