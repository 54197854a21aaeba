"""What may be tried in a step of a lesson: the actions to distinguish, and the touches for each.

Nothing here knows what has been touched so far: ``touching`` does.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card, Message, Place, Step, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons.chapters import LessonStep, Task
from tablet_companion.lessons.events import NO_CARD
from tablet_companion.lessons.tasks import find_saying
from tablet_companion.lessons.tutor import Lesson
from tablet_companion.referee.model.steps_in_words import OWN_NAMES

Move = tuple[Place, Place | None]
"""Where a piece comes from and where it goes; None if unknown."""
_AWAY: Final = Place("box")
"""Where pieces go that leave the game, which no page shows."""
_TOUCHED: Final = ("{place}", "{card}")
"""The words that are touched on the drawn board instead of on keys."""
_MAX_WORDS: Final = 16
"""More keys than this are hard to find one's way among."""
_YES_OR_NO: Final = 2
"""Both answers to a question are offered, whichever is right."""
_BY_HAND: Final = (StepKind.MOVED, StepKind.CALLED)
_TURNED: Final = (StepKind.TURNED_UP, StepKind.TURNED_DOWN)


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
        known = game.conceivable(state)
        if game.pile:  # to lay a card and move pieces is not announced in words
            known = (a for a in known if not (game.card_of(a) and game.steps(state, a)))
        tried = _drop_pointless(game, state, _make_trials(game, state, (*known, *wanted)), wanted)
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
        and (len(saying.labels) > 2 or saying.labels[-1].text not in _TOUCHED)
        and all(stands[source] == 1 and target != _AWAY for source, target in moves)
        and legal.count(moves) <= 1
    )


def _drop_pointless(
    game: AnyGame, state: Any, tried: tuple[Trial, ...], wanted: tuple[Any, ...]
) -> tuple[Trial, ...]:
    """Drop actions whose first word begins no legal or wanted action, to limit the keys.

    Of very many last words, those that end no such action are dropped, too.
    """
    known = {*game.legal(state), *wanted}
    begun = {one.path[0] for one in tried if one.action in known}
    ends = {one.path[-1] for one in tried if one.action in known}
    following: dict[tuple[Message, ...], set[Message]] = {(): {one.path[0] for one in tried}}
    for one in tried:
        following.setdefault(one.path[:-1], set()).add(one.path[-1])
    crowded = {path for path, words in following.items() if len(words) > _MAX_WORDS}
    return tuple(
        one
        for one in tried
        if (one.path[0] in begun or len(following[()]) == _YES_OR_NO)
        and (one.path[-1] in ends or one.path[:-1] not in crowded or _is_touched(one.path[-1]))
    )


def _is_touched(word: Message) -> bool:
    """Whether a word names places, which are touched on the drawn board."""
    return word.text in _TOUCHED or any(name.startswith("place") for name, _ in word.details)


def _list_solutions(step: LessonStep) -> tuple[str, ...]:
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


def _steps(game: AnyGame, state: Any, action: Any) -> tuple[Step, ...]:
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


def _path(game: AnyGame, state: Any, action: Any) -> tuple[Message, ...]:
    """Return the words that announce an action, in order.

    They are those of a table that knows no hand, where somebody can answer untruly.
    """
    saying = find_saying(game, state, action)
    if saying is not None:
        return tuple(saying.labels)
    card, seat = game.card_of(action), game.actor(state)
    said = Message(game.told(state, action), (("seat", seat),) if seat else ())
    return (said, Message("{card}", (("card", card),))) if card else (said,)
