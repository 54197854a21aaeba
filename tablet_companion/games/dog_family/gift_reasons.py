"""What may be said for a gift in DOG and Agent DOG: what both partners could do at once.

No turned-over pawn is moved, so that nothing depends on its colour.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tablet_companion.games.advice import Move, Reason
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family.actions import Give
from tablet_companion.games.dog_family.reasons import (
    MOVES,
    enters,
    is_hole,
    only_advances,
    takes,
    touches_unknown,
)
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.shared.cards import Hand, without
from tablet_companion.games.shared.replacing import replace_at
from tablet_companion.games.text import N_

Starters = frozenset[Card]
"""The cards that bring a pawn out."""
Plain = frozenset[Card]
"""The cards that only go forwards, by one number."""
Wanted = Callable[[Move, Any], bool]
"""Whether a play is of the kind that is spoken of."""


def _brings_home(_move: Move, play: Any) -> bool:
    return any(map(enters, play.legs))


def _is_play(_move: Move, _play: Any) -> bool:
    return True


def _find_seats(move: Move) -> tuple[int, int] | None:
    """Return the giver and the partner; None for any other action."""
    own = move.state.setting.seats.index(move.seat)
    partner = move.state.setting.partner(own)
    return (own, partner) if isinstance(move.action, Give) and partner != own else None


def _find_left(move: Move, own: int) -> Hand:
    """Return the cards that the giver keeps."""
    return without(move.state.hands[own], move.action.card)


def _can_play(move: Move, seat: int, hand: Hand, wanted: Wanted = _is_play) -> bool:
    """Whether a seat could move visible pawns in this way if it were on turn with these cards."""
    hands = replace_at(move.state.hands, seat, hand)
    asked = move.state._replace(hands=hands, turn=seat, phase=Phase.PLAY, gifts=())
    plays = (one for one in move.list_actions(asked) if getattr(one, "legs", ()))
    return any(wanted(move, one) for one in plays if not is_hole(move, one.legs[0][0]))


def _lets_partner(wanted: Wanted, move: Move) -> bool:
    """Whether the partner could do something at once with the gift."""
    seats = _find_seats(move)
    return seats is not None and _can_play(move, seats[1], (move.action.card,), wanted)


def _keeps(wanted: Wanted, move: Move) -> bool:
    """Whether the giver could do something at once with a card that is left."""
    seats = _find_seats(move)
    return seats is not None and _can_play(move, seats[0], _find_left(move, seats[0]), wanted)


def _is_useless(move: Move) -> bool:
    """Whether the giver could do nothing with a gift now, though a card that is left does."""
    seats = _find_seats(move)
    if seats is None or not _keeps(_is_play, move):
        return False
    return not _can_play(move, seats[0], (move.action.card,))


def _keeps_starter(starters: Starters, move: Move) -> bool:
    """Whether a card that is left after a gift or a play can bring out an own pawn."""
    own = move.state.setting.seats.index(move.seat)
    acts = _find_seats(move) is not None or bool(getattr(move.action, "legs", ()))
    if not acts or touches_unknown(move):
        return False
    nested = move.state.nests[own] and move.after.nests[own]
    return bool(nested) and not starters.isdisjoint(_find_left(move, own))


def _keeps_more_able(plain: Plain, move: Move) -> bool:
    """Whether a gift is a card of one number only, and another is left."""
    seats = _find_seats(move)
    if seats is None or move.action.card not in plain:
        return False
    return not plain.issuperset(_find_left(move, seats[0]))


def _has_another(move: Move) -> bool:
    """Whether the giver keeps a card just like the gift."""
    seats = _find_seats(move)
    return seats is not None and move.action.card in _find_left(move, seats[0])


def _helps_out(starters: Starters, move: Move) -> bool:
    """Whether a gift can bring a pawn of the partner's out."""
    seats = _find_seats(move)
    return seats is not None and move.action.card in starters and move.state.nests[seats[1]] > 0


_GIFTS: Final[tuple[Reason, ...]] = (
    (N_("Your partner could bring a pawn home with it now."), partial(_lets_partner, _brings_home)),
    (
        N_("Your partner could capture a pawn of the others with it now."),
        partial(_lets_partner, takes),
    ),
    (N_("You keep a card that could bring a pawn home now."), partial(_keeps, _brings_home)),
    (N_("You keep a card that could capture a pawn of the others now."), partial(_keeps, takes)),
    (N_("You could do nothing with it now."), _is_useless),
    (N_("You keep another card like it."), _has_another),
)


def list_reasons(starters: Starters, plain: Plain) -> tuple[Reason, ...]:
    """Return what may be said in a game with these cards."""
    reasons: tuple[Reason, ...] = (
        *MOVES,
        (N_("It can bring a pawn of your partner’s out."), partial(_helps_out, starters)),
        (N_("You keep a card that brings a pawn out."), partial(_keeps_starter, starters)),
        *_GIFTS,
        (
            N_("It only goes forwards: you keep a card that can do more."),
            partial(_keeps_more_able, plain),
        ),
        (N_("Your partner could play it now."), partial(_lets_partner, _is_play)),
    )
    return (*reasons, only_advances(reasons))
