"""Turns that were played one after another before the table could be seen.

A hand may rest over the board through a whole turn, and quick players do not wait for a referee.
The table then shows two or three legal moves on top of each other. The referee asks which they were
and never assumes it, unless it saw the card of the first (``overtaken.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card, Placement
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case, list_candidates
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action, Position, cached
from tablet_companion.referee.explaining.unfinished import find_under_way, list_in_progress

MAX_TURNS: Final = 3
"""At most this many consecutive turns are searched."""
MAX_CHANGED: Final = 12
"""A turn changes no more areas than this: four pawns moved by a seven, and what they capture.

When a table is packed up, nearly every action shows, and each would be tried after each other.
"""

_FEW: Final = 60
"""So many actions of a card are all followed, whether or not a place shows them."""

Options = tuple[tuple[Action, Laid], ...]


def list_cards(options: Options) -> tuple[Card, ...]:
    """Return the cards of these actions, each once and sorted."""
    return tuple(sorted({laid.card for _, laid in options if laid.card is not None}))


def as_seen(found: Iterable[Candidate]) -> Options:
    """Return actions whose cards were seen as the possible answers to a question."""
    return tuple((one.action, Laid(one.card, How.SEEN)) for one in found)


def find_turns_played_on(case: Case) -> Options:
    """Return the possible actions of this turn if others have played legally since.

    An exchange that nobody can see is one only if nobody watched, as after a power cut.
    """
    first = [*_find_first_actions(case)] or ([] if case.rested else _list_unseen(case))
    return _merge_results(case, [one for one in first if _leads_on(case, one, MAX_TURNS - 1)])


def _list_unseen(case: Case) -> list[Candidate]:
    """Return the actions that the pieces do not show, though people carry them out."""
    found = list_candidates(case.position)
    fits = (one for one in found if case.card_of_turn in (None, one.card))
    return [one for one in fits if one.steps and not one.changes]


def find_turns_before_breach(case: Case) -> Options:
    """Return the possible actions of this turn if the next player then broke a rule.

    Only actions that explain everything except one piece.
    """
    found = [
        one
        for one in _find_first_actions(case)
        if len(case_after(case, one).clear) <= len(case.clear) - 2
    ]
    return _merge_results(case, [one for one in found if _leaves_a_move(case, one)])


def find_turns_played_through(case: Case) -> Options:
    """Return the possible actions of this turn if the next player moved the same piece on.

    Only if more than one turn may have been played: otherwise there are too many possibilities.
    """
    if case.is_one_turn:
        return ()
    found = [one for one in list_candidates(case.position) if case.card_of_turn in (None, one.card)]
    by_end = {one.after: one for one in found}
    ends = [after for after, one in by_end.items() if _has_gone_on(case, one)]
    return _merge_results(case, [one for one in found if one.after in ends])


def find_turns_by_card(case: Case) -> Options:
    """Return the possible actions of the first card, which is known, if others have played since.

    They may have moved what it moved, and come to where that was: then nothing of it shows.
    """
    first = () if case.first is None else _list_with(case, case.first)
    return _merge_results(case, [one for one in first if _leads_on(case, one, MAX_TURNS - 1)])


def find_turns_of_cards(case: Case) -> Options:
    """Return the possible actions of the first of several cards that were seen to be laid.

    Those of the others lead on to what is seen, whichever pieces more than one turn has moved.
    """
    ways = dict.fromkeys((case.cards, case.tops))
    return next((found for cards in ways if (found := _find_turns_by(case, cards))), ())


def _find_turns_by(case: Case, cards: Sequence[Card]) -> Options:
    if not cards[1:]:
        return ()
    first = case.seen_with(cards[0]).allowed
    # What it moved may be gone from where it came, and another have come to where it left.
    first = first if len(first) <= _FEW else _list_with(case, cards[0])
    return as_seen(one for one in first if _leads_by(case_after(case, one), cards[1:]))


def _leads_by(case: Case, cards: Sequence[Card]) -> bool:
    """Whether actions of these cards, in this order, lead to what is seen."""
    if not case.position.is_played:
        return False
    found = _list_with(case, cards[0])
    if len(cards) == 1:
        return any(map(case.is_shown, found))
    return any(_leads_by(case_after(case, one), cards[1:]) for one in found)


def _list_with(case: Case, card: Card) -> tuple[Candidate, ...]:
    """Return the actions of a card that change a place which has changed, however badly it is seen.

    Where a piece stood only between two of these turns, nothing need be seen clearly. What changes
    nothing to be seen, as a pawn that comes out where its like is captured, is one of them.
    """
    allowed = case.seen_with(card).allowed
    return tuple(
        one
        for one in allowed
        if any(a.area in case.changed for a in one.changes) or (one.steps and not one.changes)
    )


def shows_outcome(case: Case) -> bool:
    """Whether the table shows what follows once nobody has objected, while people still may.

    An attacked agent was taken away at once: early, but no fault, and others have not consented.
    """
    return _shows_end(case, case.position)


def find_settled(case: Case) -> tuple[Action, ...]:
    """Return the actions whose outcome the table shows before anybody could object to them."""
    if case.game.pile or not case.clear:
        return ()
    found = (one for one in case.allowed if {a.area for a in one.changes} & case.clear)
    return tuple(
        sorted(one.action for one in found if _shows_end(case, case.position.follow(one.action)))
    )


def _shows_end(case: Case, position: Position) -> bool:
    """Whether the table shows what follows if nobody objects, and that differs from before."""
    end = _settle(position)
    return end != position.placement and case.evidence.gap(end) <= AGREES


@cached
def _settle(position: Position) -> Placement:
    """Return what the table shows once all who may object to the last action have not."""
    while (consent := position.silence()) is not None:
        position = position.follow(consent)
    return position.placement


def _has_gone_on(case: Case, first: Candidate) -> bool:
    """Whether an action shows except at one or two areas that a later action touches."""
    watched = case.find_watched(first)
    unlike = [one.area for one in watched if case.evidence.seen.get(one.area) != one.after]
    if not 0 < len(unlike) <= 2 or len(unlike) == len(watched):
        return False
    # Only actions at the place that lacks its piece can have moved it on: this saves most work.
    return _leads_on(replace(case, at=unlike[0]), first, MAX_TURNS - 1)


def _leaves_a_move(case: Case, first: Candidate) -> bool:
    """Whether an action leaves one moved piece unexplained, which its mover may have moved."""
    then = case_after(case, first)
    gone = [piece for area in then.clear for piece in then.held.get(area, ())]
    return len(then.clear) == 2 and len(gone) == 1 and not then.is_others(gone[0])


def _find_first_actions(case: Case) -> Iterator[Candidate]:
    """Yield the actions of the player on turn that show wherever nothing hides them, by the card.

    Pieces that the next player moved on or captured are not considered: there would be too many
    possibilities.
    """
    for one in list_candidates(case.position):
        watched = (change.area for change in case.find_watched(one))
        areas = {area for area in watched if not case.evidence.is_covered(area)}
        fits = case.card_of_turn in (None, one.card)
        if fits and areas and areas <= case.changed and case.is_turned_up(one):
            yield one


def _leads_on(case: Case, first: Candidate, turns: int) -> bool:
    """Whether up to ``turns`` legal actions of others after this one lead to what is seen."""
    if len(case.clear) - len(first.changes) > turns * MAX_CHANGED:
        return False
    then = case_after(case, first)
    if not then.position.is_played:
        return False
    if not _may_have_moved(then):
        return _shows_only_its_card(then)
    if any(map(then.is_shown, then.allowed)):
        return True
    begun = find_under_way(list_in_progress(then, whole=True))
    if begun is not None and begun.begun:
        return True
    return turns > 1 and any(
        _leads_on(replace(then, at=None) if then.at in one.touched else then, one, turns - 1)
        for one in _find_first_actions(then)
    )


def _shows_only_its_card(then: Case) -> bool:
    """Whether the card on the pile was played to no visible effect, such as an exchange."""
    if then.laid.known is None or then.still > AGREES:
        return False
    return any(one.steps and not one.changes for one in then.allowed)


def _may_have_moved(then: Case) -> bool:
    """Whether the player on turn may have touched something; if not, the rules need no asking.

    A known card leaves few actions to ask for, of which a 7 may move a partner's piece.
    """
    few = then.laid.known is not None
    return any(
        then.evidence.is_doubtful(area) or then.evidence.seen.get(area) != content
        for area, content in then.held.items()
        if few or not all(map(then.is_others, content))
    )


def case_after(case: Case, first: Candidate) -> Case:
    """Return the case of the same look after an action and the deal that may follow it."""
    return replace(
        case,
        position=_play_on(case.position, first.action),
        past=(),
        first=None,
        begun=frozenset(),
        cards=(),
        tops=(),
        card_rested=False,
        last=None,
        picked_up=False,
    )


@cached
def _play_on(position: Position, action: Action) -> Position:
    then = position.follow(action)
    while (unseen := then.unseen()) is not None:
        then = then.follow(unseen)
    return then.public


def _merge_results(case: Case, found: list[Candidate]) -> Options:
    """Return the actions with their cards, those of one result together."""
    by_end: dict[Placement, list[Candidate]] = {}
    for one in found:
        by_end.setdefault(one.after, []).append(one)
    how = How.INFERRED if case.game.pile else How.BLIND
    return tuple((one.action, Laid(one.card, how)) for alike in by_end.values() for one in alike)
