"""Why a move is good in DOG and Agent DOG: its merits that everybody sees.

Nothing here depends on a card in another hand or on the colour of a turned-over pawn.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import EMPTY, HIDDEN, Card, Piece, Place, Step, StepKind
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.move import Move, Reason
from tablet_companion.games.text import N_

_REACH: Final = 13
"""The most spaces that a pawn moves with one card, and so the reach of its captures."""
_BACK: Final = 4
"""The steps of the card that also moves backwards."""
_CARRIED: Final = (StepKind.MOVED, StepKind.CALLED, StepKind.CAPTURED)
_ALL: Final = (True,) * 4
Starters = frozenset[Card]
"""The cards that bring a pawn out."""
Standing = tuple[tuple[Place, Piece], ...]
"""What stands where, as everybody sees it."""

# --- where pawns stand and go ---------------------------------------------------------------------


def _moved(move: Move, *, own: bool = True) -> list[Step]:
    """Return the steps that move a visible pawn of the player's side, or one of the others."""
    kinds = (StepKind.MOVED, StepKind.CALLED)
    steps = (s for s in move.steps if s.kind in kinds and s.target and s.piece != HIDDEN)
    return [step for step in steps if (step.piece in move.mates) is own]


def _find_standing_after(move: Move) -> Standing:
    """Return where the pawns stand afterwards; no colour is revealed that was not seen before."""
    after, setting = [*move.standing], move.state.setting
    for step in move.steps:
        if step.kind in _CARRIED and (step.source, step.piece) in after:
            after.remove((step.source, step.piece))
            if step.kind is not StepKind.CAPTURED and step.target:
                hole = setting.is_hole[setting.names.index(step.target)]
                after.append((step.target, HIDDEN if hole else step.piece))
    return tuple(after)


def _count_behind(move: Move, place: str, standing: Standing, *, unknown: bool = False) -> int:
    """Return how many pawns of the others stand within reach behind a space of the track.

    ``unknown``: turned-over pawns count, too, as they may be the others'.
    """
    if not place.startswith("T"):
        return 0
    friends = {EMPTY, *move.mates, *([] if unknown else [HIDDEN])}
    others = [int(at[1:]) for at, one in standing if at.startswith("T") and one not in friends]
    ways = [(at, (int(place[1:]) - at) % track.LAP) for at in others]
    barred = _find_barred(move, standing)
    return sum(0 < n <= _REACH and track.CROSSED[n][at] not in barred for at, n in ways)


def _find_barred(move: Move, standing: Standing) -> set[int]:
    """Return the start spaces that nobody passes: a protected pawn of their colour stands there."""
    setting, there = move.state.setting, {*standing}
    fresh = getattr(move.state, "fresh", _ALL)  # in Agent DOG all are protected
    guards = _ALL if getattr(setting, "always_protected", False) else fresh
    return {
        start
        for start, seat, guarded in zip(track.STARTS, setting.seats, guards, strict=True)
        if guarded and (setting.names[start], Piece(seat)) in there
    }


def _count_pursued(move: Move, standing: Standing) -> int:
    """Return how many of the side's pawns the others have within reach, starts excepted."""
    own = ((at, one) for at, one in standing if one in move.mates and not _is_start(move, at, one))
    return sum(_count_behind(move, at, standing) > 0 for at, _ in own)


def _may_come_out(move: Move, place: str) -> bool:
    """Whether a pawn of the others can come out of its nest upon a place."""
    setting = move.state.setting
    starts = (
        (setting.names[start], Piece(seat))
        for start, seat in zip(track.STARTS, setting.seats, strict=True)
    )
    nested = {one for at, one in move.standing if at.endswith(".nest") and one not in move.mates}
    return any(place == start and piece in nested for start, piece in starts)


def _is_start(move: Move, place: Place, piece: Piece) -> bool:
    """Whether a place is the start space of a pawn's colour."""
    setting = move.state.setting
    return bool(place == setting.names[track.STARTS[setting.seats.index(piece)]])


def _count_steps(move: Move, place: Place, piece: Piece) -> int:
    """Return how many steps a visible pawn has gone from its start space; 0 in its nest."""
    setting = move.state.setting
    square: int = setting.names.index(place)
    if square >= track.SQUARES:
        return 0
    if square >= track.LAP:
        return track.LAP + square % track.PAWNS_EACH
    return (square - track.STARTS[setting.seats.index(piece)]) % track.LAP


# --- reasons --------------------------------------------------------------------------------------


def _captures(move: Move) -> bool:
    taken = [step.piece for step in move.steps if step.kind is StepKind.CAPTURED]
    return any(piece not in (HIDDEN, *move.mates) for piece in taken)


def _captures_unknown(move: Move) -> bool:
    return any(s.kind is StepKind.CAPTURED and s.piece == HIDDEN for s in move.steps)


def _comes_home(move: Move) -> bool:
    return any(".F" in str(s.target) and ".F" not in s.source for s in _moved(move))


def _comes_out(move: Move) -> bool:
    return any(step.source.endswith(".nest") for step in _moved(move))


def _blocks(move: Move) -> bool:
    """Whether a pawn that comes out, which nobody passes, has one of the others behind it."""
    out = (step for step in _moved(move) if step.source.endswith(".nest"))
    return any(_count_behind(move, str(step.target), move.standing) for step in out)


def _sets_back(move: Move) -> bool:
    """Whether a pawn of the others, which keeps its place on the track, has further to go.

    From its start space it may be nearly home, so nothing is said of that space.
    """
    return any(
        _count_steps(move, step.source, step.piece) > _count_steps(move, step.target, step.piece)
        for step in _moved(move, own=False)
        if step.target and not _is_start(move, step.target, step.piece)
    )


def _protects(move: Move) -> bool:
    """Whether a pawn leaves all behind that may pursue it, and no other is pursued instead.

    On its start space it is protected anyway. Several moves one after another are too much to tell.
    """
    legs: Legs = getattr(move.action, "legs", ())
    after = _find_standing_after(move)
    if len(legs) != 1 and legs[1:] != tuple(leg[::-1] for leg in legs[:1]):
        return False
    return _count_pursued(move, after) < _count_pursued(move, move.standing) and any(
        _count_behind(move, step.source, move.standing)
        and not _count_behind(move, str(step.target), after, unknown=True)
        and not _may_come_out(move, str(step.target))
        for step in _moved(move)
        if not _is_start(move, step.source, step.piece)
    )


def _goes_back(move: Move) -> bool:
    """Whether a pawn is further on by going back: over its start space, nearly round."""
    legs: Legs = getattr(move.action, "legs", ())
    if len(legs) != 1 or max(legs[0]) >= track.LAP:
        return False
    return (legs[0][0] - legs[0][1]) % track.LAP == _BACK and _advances(move)


def _hides(move: Move) -> bool:
    return any(step.kind is StepKind.TURNED_DOWN for step in move.steps)


def _moves_unknown(move: Move) -> bool:
    """Whether one turned-over pawn goes on, and some of the player's are turned over."""
    own = Piece(move.seat)
    seen = sum(piece == own for _, piece in move.standing)
    carried = [step for step in move.steps if step.kind in _CARRIED]
    alone = len(carried) == 1 and carried[0].kind is StepKind.MOVED and carried[0].piece == HIDDEN
    return alone and seen < track.PAWNS_EACH


def _advances(move: Move) -> bool:
    """Whether the visible pawns of the player's side are further on; a move may also go back."""
    return (
        sum(
            _count_steps(move, step.target, step.piece)
            - _count_steps(move, step.source, step.piece)
            for step in _moved(move)
            if step.target
        )
        > 0
    )


def _can_follow_home(move: Move) -> bool:
    """Whether the pawn that moved could come home with a card that is left, if nothing changed."""
    legs: Legs = getattr(move.action, "legs", ())
    own = move.state.setting.seats.index(move.seat)
    if len(legs) != 1 or any(is_hole(move, square) for square in legs[0]):
        return False  # a turned-over pawn may be anybody's
    asked = move.after._replace(turn=own, phase=Phase.PLAY)
    return any(
        enters(leg) and leg[0] == legs[0][1]
        for action in move.list_actions(asked)
        for leg in getattr(action, "legs", ())[:1]
    )


def is_hole(move: Move, square: int) -> bool:
    """Whether pawns lie turned over on a square."""
    return square < track.LAP and bool(move.state.setting.is_hole[square])


def enters(leg: tuple[int, int]) -> bool:
    """Whether a pawn comes from the track into its finish."""
    return leg[0] < track.LAP <= leg[1] < track.SQUARES


def _frees_start(move: Move) -> bool:
    """Whether a pawn leaves its start space, with another in its nest."""
    nests, seats = move.state.nests, move.state.setting.seats
    return any(
        _is_start(move, step.source, step.piece) and nests[seats.index(step.piece)] > 0
        for step in _moved(move)
    )


def _leads(move: Move) -> bool:
    """Whether one pawn is moved onwards that is ahead of all others of its colour on the track.

    Of one on its start space nobody sees whether it has come round.
    """
    steps = _moved(move)
    if len(steps) != 1 or not _advances(move) or not steps[0].source.startswith("T"):
        return False
    colour = steps[0].piece
    on_track = [at for at, one in move.standing if one == colour and at.startswith("T")]
    ways = [_count_steps(move, at, colour) for at in on_track]
    return (
        len(ways) > 1 and 0 not in ways and _count_steps(move, steps[0].source, colour) == max(ways)
    )


MOVES: Final[tuple[Reason, ...]] = (
    (N_("It brings a pawn home."), _comes_home),
    (N_("It captures a pawn of the others."), _captures),
    (N_("It captures a turned-over pawn."), _captures_unknown),
    (N_("It brings a new pawn out."), _comes_out),
    (N_("It blocks the way of a pawn of the others."), _blocks),
    (N_("A pawn of the others has further to go."), _sets_back),
    (N_("It takes a pawn out of reach of those behind it."), _protects),
    (N_("It hides a pawn."), _hides),
    (N_("By going back it comes close to its finish."), _goes_back),
    (N_("With another card of yours it could then come home."), _can_follow_home),
    (N_("It frees the space where your next pawn comes out."), _frees_start),
    (N_("It brings on the pawn that is furthest."), _leads),
    (N_("It brings on a turned-over pawn that may be yours."), _moves_unknown),
)


def only_advances(reasons: tuple[Reason, ...]) -> Reason:
    """Return the reason for a move that is left if none of these is true of it."""

    def holds(move: Move) -> bool:
        return _advances(move) and not any(true(move) for _, true in reasons)

    return N_("It brings your pawns on."), holds
