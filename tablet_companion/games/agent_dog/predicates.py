"""The rules of Agent DOG alone, one predicate each: None, or what is broken and where.

Numbers in brackets are the rulings of the game's README. Nothing here depends on the colour of a
face-down pawn.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.agent_dog import rules
from tablet_companion.games.agent_dog.state import COPY
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs, Play
from tablet_companion.games.dog_family.board import meetings, showings
from tablet_companion.games.dog_family.predicates import (
    NOT_OWN_SIDE,
    PARTNERS,
    Fault,
    Faults,
    everywhere,
    fault,
)
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.dog_family.table import move_pawns

_NOT_SHARING: Final = everywhere(rules.PARTNER_WHOSE)
_UPRIGHT: Final = everywhere(rules.EXCHANGE_TWO)
_HELD_BACK: Final = tuple(
    tuple(fault(rules.OWN_START_FIRST, at, start, place=start) for at in range(track.LAP))
    for start in track.STARTS
)
"""For each colour, the fault of moving the face-down pawn on a space before that on its start."""

# --- which pawns move, and where to -------------------------------------------------------------


def resolve_copy(state: State, card: Card) -> Card | None:
    """Return the card that a card stands for: `copy` is the last card played this round (27)."""
    return state.last if card == COPY else card


def may_move(state: State, colour: int, square: int) -> Fault | None:
    """A number moves visible pawns of the player's colour, and face-down ones (6, 7).

    Face-down ones only if no pawn of the colour stands on its own start space.
    """
    board, value = state.board, colour + 1
    if state.setting.is_hole[square]:
        return _HELD_BACK[colour][square] if board[track.STARTS[colour]] == value else None
    if board[square] in (value, state.turn + 1):  # the player's own that are home stay there
        return None
    return (PARTNERS if board[square] - 1 in side(state) else NOT_OWN_SIDE)[square]


def side(state: State) -> tuple[int, int]:
    """Return the colours of the side on turn: the player's own and the partner's."""
    return state.turn, state.setting.partner(state.turn)


def finish_of(state: State, colour: int, square: int) -> int:
    """Return the finish a pawn may enter (15, 16): its own or, face down, its mover's."""
    return colour if state.setting.is_hole[square] else state.board[square] - 1


def find_sharing(state: State, colour: int) -> tuple[bool, ...]:
    """Return, for each colour, whether `partner` moves its visible pawns (29).

    Those of the player's side; all once four of the side's pawns are home, or if everybody plays
    alone.
    """
    board, partner = state.board, state.setting.partner(colour)
    alone = not state.setting.teams
    everybody = alone or track.is_home(board, colour) or track.is_home(board, partner)
    return tuple(everybody or other in (colour, partner) for other in range(4))


def may_share(state: State, shares: tuple[bool, ...], place: int) -> Fault | None:
    """Points of `partner` are for face-down pawns and for those of the colours that share."""
    if place >= track.SQUARES:
        shared = shares[place - track.SQUARES]
    else:
        shared = state.setting.is_hole[place] or shares[state.board[place] - 1]
    return None if shared else _NOT_SHARING[place]


def may_be_exchanged(state: State, square: int) -> Fault | None:
    """Only face-down pawns are exchanged (28)."""
    hidden = state.setting.is_hole[square] and state.board[square]
    return None if hidden else _UPRIGHT[square]


# --- what a move does to others -----------------------------------------------------------------


def own_taken(state: State, play: Play, victims: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares where a play captures pawns of its own side, which costs the hand (13)."""
    if not victims:
        return ()
    ours, pairs = side(state), zip(play.captured, victims, strict=True)
    return tuple([square for square, victim in pairs if victim in ours])


def meet_as_due(state: State, play: Play) -> Faults:
    """A meeting calls the nearest pawn behind; the player orders several meetings (22-24)."""
    after = move_pawns(state.board, play.legs, play.captured)
    ways = meetings(state.setting, after, play.legs)
    if play.called in ways:
        return ()
    return min((_missed(due, play.called) for due in ways), key=len) or (Fault(shared.ONE_FORM),)


def _missed(due: Legs, called: Legs) -> Faults:
    """Return how the pawns that were called differ from those that had to be."""
    missing = [way for way in due if way not in called]
    strange = {hole: guest for guest, hole in called if (guest, hole) not in due}
    faults = []
    for guest, hole in missing:
        point = (hole + 1) % track.LAP
        elsewhere = [place for place, called in strange.items() if called == guest]
        if elsewhere or strange.pop(hole, None) is None:
            strange = {place: called for place, called in strange.items() if called != guest}
            faults.append(fault(rules.MEETING, point, guest, hole, place=point))
        else:
            faults.append(fault(rules.MEETING_NEAREST, point, guest, hole, place=guest))
    faults += [fault(rules.NO_MEETING, guest, hole, place=guest) for hole, guest in strange.items()]
    return tuple(faults)


def may_turn_up(state: State, play: Play) -> Fault | None:
    """A pawn of unknown colour turns out to be of a colour that is still missing."""
    possible = showings(state, play.legs, play.captured)
    return None if play.shown in possible else Fault(rules.COLOUR_COUNT)
