"""The rules of DOG alone, one predicate each: None, or what is broken and where.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.dog import rules
from tablet_companion.games.dog.state import Field
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.predicates import (
    NOT_OWN_SIDE,
    PARTNERS,
    Fault,
    everywhere,
    may_pass,
)

_WAITING: Final = everywhere(rules.SEVEN_PARTNER)
_OFF_TRACK: Final = everywhere(rules.SWAP_TRACK)


def may_move(field: Field, square: int) -> Fault | None:
    """Players move their own pawns, and the partner's once their own are home (12).

    Of four pawns of their side that are home this says nothing: their finish keeps them.
    """
    colour = field.board[square] - 1
    if colour == field.colour:
        return None
    if colour != field.partner:
        return NOT_OWN_SIDE[square]
    return None if track.is_home(field.board, colour) else PARTNERS[square]


def may_share(field: Field, square: int) -> Fault | None:
    """Steps of a 7 are for your own pawns, and for the partner's once your four are home (9).

    By option, both may share from the first step on.
    """
    board, colour, partner = field.board, field.colour, field.partner
    if board[square] != partner + 1:
        return may_move(field, square)
    joined = field.canadian_seven or track.is_home(board, colour)
    stays = square >= track.LAP and track.is_home(board, partner)
    return None if joined or stays else _WAITING[square]


def may_be_swapped(field: Field, square: int) -> Fault | None:
    """Only unprotected pawns on the track change places (10)."""
    if square >= track.LAP:
        return _OFF_TRACK[square]
    return may_pass(field.board[square], square, field.guards)


def may_change_places(field: Field, one: int, other: int) -> Fault | None:
    """Of two pawns that change places, exactly one has the colour that is played (10)."""
    board, value = field.board, field.colour + 1
    own = one < track.SQUARES and board[one] == value
    others = other < track.SQUARES and board[other] == value
    return None if own != others else Fault(rules.SWAP_TWO, (one, other))
