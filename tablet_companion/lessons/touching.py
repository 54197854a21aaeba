"""Answering a task on the screen: touching pieces and places, or one word after another.

An ``Attempt`` is what was touched so far; it becomes an event for the tutor as soon as it is
unambiguous.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablet_companion.games.core import (
    HIDDEN,
    UNKNOWN_CARD,
    Card,
    Message,
    Piece,
    Place,
    Placement,
    StepKind,
)
from tablet_companion.games.core import Step as DoneStep
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import positions
from tablet_companion.games.text import N_
from tablet_companion.lessons.chapters import Step, Task
from tablet_companion.lessons.events import NO_CARD, Did, Event, Shows, TookBack
from tablet_companion.lessons.tutor import Lesson
from tablet_companion.referee.model.steps_in_words import OWN_NAMES

Move = tuple[Place, Place | None]
"""Where a piece comes from and where it goes; None if unknown."""
_AWAY = Place("box")
"""Where pieces go that leave the game, which no page shows."""
TAKE_BACK = Message(N_("Take it back"))
_BY_HAND = (StepKind.MOVED, StepKind.CALLED)
_TURNED = (StepKind.TURNED_UP, StepKind.TURNED_DOWN)


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


# --- possible attempts ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """An action that may be tried, and the touches for it.

    ``moves`` are all its moves; ``own`` those that the player makes deliberately, the rest follows
    from them. ``path`` are the words that announce it, in order.
    """

    action: Any
    card: Card
    moves: tuple[Move, ...]
    own: tuple[Move, ...]
    path: tuple[Message, ...]


@dataclass(frozen=True)
class Trials:
    """What may be tried in a step: its cards, and the actions to distinguish.

    ``wanted`` solve the task. With ``by_hand`` pieces are moved, otherwise words are touched.
    """

    by_hand: bool
    cards: tuple[Card, ...] = ()
    tried: tuple[Trial, ...] = ()
    wanted: tuple[Any, ...] = ()


def list_trials(lesson: Lesson) -> Trials:
    """Return what may be tried in the open step."""
    step = lesson.step
    laid = Card(step.wrong.card) if step.wrong else NO_CARD
    return _list_trials(lesson.game, lesson.state, step.task, _list_solutions(step), laid)


@functools.lru_cache(maxsize=4)  # thousands of near misses, and every touch asks for them
def _list_trials(
    game: AnyGame, state: Any, task: Task, told: tuple[str, ...], laid: Card
) -> Trials:
    if task not in (Task.DO, Task.BREAK):
        return Trials(by_hand=False)
    if not told:
        return Trials(by_hand=True, cards=(laid,))
    wanted = tuple(game.read_action(state, text) for text in told)
    by_hand = all(_moves(game, state, action) for action in wanted) and (
        game.pile or all(_is_plain(game, state, action) for action in wanted)
    )
    if not by_hand:
        said = (*(a for a in game.conceivable(state) if not _lays(game, state, a)), *wanted)
        tried = _drop_pointless(game, state, _make_trials(game, state, said), wanted)
        return Trials(by_hand=False, tried=tried, wanted=wanted)
    cards = {game.card_of(one) or NO_CARD for one in wanted}
    cards |= {card for card in _find_hand(game, state) if card != UNKNOWN_CARD}
    laid_so = (*wanted, *(a for a in game.conceivable(state) if game.card_of(a) in cards))
    listed = _make_trials(game, state, laid_so)
    return Trials(by_hand=True, cards=tuple(sorted(cards)), tried=listed, wanted=wanted)


def _is_plain(game: AnyGame, state: Any, action: Any) -> bool:
    """Whether touched pieces alone tell an action that could also be announced in words."""
    saying, moves = game.saying(state, action), _moves(game, state, action)
    stands = Counter(area(place) for place, _ in game.placement(state).pieces)
    legal = [_moves(game, state, one) for one in game.legal(state)]
    return (
        saying is not None
        and saying.shown
        # A place or a card on the table is touched as it is.
        and (len(saying.labels) > 2 or saying.labels[-1].text not in ("{place}", "{card}"))
        and all(stands[source] == 1 and target != _AWAY for source, target in moves)
        and legal.count(moves) <= 1
    )


def _drop_pointless(
    game: AnyGame, state: Any, tried: tuple[Trial, ...], wanted: tuple[Any, ...]
) -> tuple[Trial, ...]:
    """Drop actions whose first word begins no legal or wanted action, to limit the keys."""
    known = {*game.legal(state), *wanted}
    begun = {one.path[0] for one in tried if one.action in known}
    return tuple(one for one in tried if one.path[0] in begun)


def _list_solutions(step: Step) -> tuple[str, ...]:
    """Return a step's solution in text form; nothing if only hands can carry it out."""
    if step.task is Task.BREAK and step.wrong is not None:
        return tuple(text for text in (step.wrong.action or step.wrong.take_back,) if text)
    return step.solution


def _make_trials(game: AnyGame, state: Any, actions: Iterable[Any]) -> tuple[Trial, ...]:
    made = (
        Trial(
            action,
            game.card_of(action) or NO_CARD,
            _moves(game, state, action),
            _own_moves(game, state, action),
            _path(game, state, action),
        )
        for action in dict.fromkeys(actions)
    )
    return tuple(itertools.chain.from_iterable(map(_list_orders, made)))


def _list_orders(one: Trial) -> tuple[Trial, ...]:
    """Return an action once, or for either piece of two that a power swaps touched first."""
    other = tuple(
        (target, source) if target is not None and (target, source) in one.own else (source, target)
        for source, target in one.moves
    )
    return (one,) if other == one.moves else (one, replace(one, moves=other))


def _find_hand(game: AnyGame, state: Any) -> tuple[Card, ...]:
    """Return the cards that the position gives the player on turn, if it does."""
    seat = game.actor(state)
    seats = () if seat is None else game.view(state, seat).seats
    return next((one.hand or () for one in seats if one.seat == seat), ())


def _lays(game: AnyGame, state: Any, action: Any) -> bool:
    """Whether an action lays a card and moves pieces, so that it is not announced in words."""
    return bool(game.pile and game.card_of(action) and game.steps(state, action))


def _moves(game: AnyGame, state: Any, action: Any) -> tuple[Move, ...]:
    """Return an action's moves, without turning pieces, and with each swap only once."""
    found: list[Move] = []
    swapped = False
    for one in _steps(game, state, action):
        if one.kind in _TURNED or (one.kind is StepKind.SWAPPED and swapped):
            continue
        swapped = swapped or one.kind is StepKind.SWAPPED
        move = area(one.source), one.target and area(one.target)
        if move[::-1] not in found:  # a power may swap two pieces, too
            found.append(move)
    return tuple(found)


def _steps(game: AnyGame, state: Any, action: Any) -> tuple[DoneStep, ...]:
    """Return the steps of an action; none for a near miss that no hand can carry out."""
    try:
        return game.steps(state, action)
    except ValueError:
        return ()


def _own_moves(game: AnyGame, state: Any, action: Any) -> tuple[Move, ...]:
    """Return the moves that the player makes deliberately; the others follow from them."""
    found = tuple(
        (area(one.source), one.target and area(one.target))
        for one in _steps(game, state, action)
        if one.kind in _BY_HAND
    )
    return found or _moves(game, state, action)


def area(place: Place) -> Place:
    """Return the area of a place, which may be on a piece: ``Lisbon`` for ``Lisbon.case``."""
    base, _, end = place.partition(".")
    return Place(base) if end in OWN_NAMES else place


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


def _path(game: AnyGame, state: Any, action: Any) -> tuple[Message, ...]:
    """Return the words that announce an action, in order."""
    saying = game.saying(state, action)
    if saying is not None:
        return tuple(saying.labels)
    card, seat = game.card_of(action), game.actor(state)
    said = Message(game.told(state, action), (("seat", seat),) if seat else ())
    return (said, Message("{card}", (("card", card),))) if card else (said,)


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
    if attempt.source is None:
        return replace(attempt, source=place), None
    if place == attempt.source and list_trials(lesson).wanted:
        return replace(attempt, source=None), None  # put down again; only hands turn pieces over
    attempt = replace(attempt, moves=(*attempt.moves, (attempt.source, place)), source=None)
    return attempt, _interpret(lesson, attempt, finished=False)


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
