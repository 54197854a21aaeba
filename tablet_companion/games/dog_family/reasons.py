"""Why a move is good in DOG and Agent DOG: its merits that everybody sees.

Nothing here depends on a card in another hand or on the colour of a turned-over pawn.
"""

from __future__ import annotations

from typing import Any, Final

from tablet_companion.games.advice import Move, Reason
from tablet_companion.games.core import EMPTY, HIDDEN, UNKNOWN_CARD, Piece, Place, Step, StepKind
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.shared.cards import Hand
from tablet_companion.games.shared.replacing import replace_at
from tablet_companion.games.text import N_

_REACH: Final = 13
"""The most spaces that a pawn moves with one card, and so the reach of its captures."""
_BACK: Final = 4
"""The steps of the card that also moves backwards."""
_CARRIED: Final = (StepKind.MOVED, StepKind.CALLED, StepKind.CAPTURED)
_ALL: Final = (True,) * 4
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
    guards = _ALL if setting.always_protected else move.state.fresh
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


def _moves_unknown(move: Move) -> bool:
    """Whether one turned-over pawn goes on, and some of the player's are turned over."""
    own = Piece(move.seat)
    seen = sum(piece == own for _, piece in move.standing)
    carried = [step for step in move.steps if step.kind in _CARRIED]
    alone = len(carried) == 1 and carried[0].kind is StepKind.MOVED and carried[0].piece == HIDDEN
    return alone and seen < track.PAWNS_EACH


def _moves_no_own(move: Move) -> bool:
    """Whether a turned-over pawn is moved while each of the player's own is seen elsewhere."""
    own = Piece(move.seat)
    moved = [step.piece for step in move.steps if step.kind in _CARRIED]
    seen = sum(piece == own for _, piece in move.standing)
    return moved == [HIDDEN] and seen == track.PAWNS_EACH


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


def _list_next(move: Move, hand: Hand | None = None) -> list[Any]:
    """Return the plays that a hand (the player's own) would allow next, if nothing changed.

    Turned-over pawns are excluded, as they may be anybody's; nothing is known after one moved.
    """
    if touches_unknown(move):
        return []
    own = move.state.setting.seats.index(move.seat)
    asked = move.after._replace(turn=own, phase=Phase.PLAY)
    if hand is not None:
        hands = replace_at(asked.hands, own, hand)
        asked = asked._replace(hands=hands, unseen=move.state.setting.deck)
    plays = (one for one in move.list_actions(asked) if getattr(one, "legs", ()))
    return [one for one in plays if not is_hole(move, one.legs[0][0])]


def touches_unknown(move: Move) -> bool:
    """Whether a turned-over pawn is moved or captured: what colour turns up is not known."""
    return any(step.piece == HIDDEN for step in move.steps)


def _follow(move: Move, hand: Hand | None = None) -> list[Any]:
    """Return the plays that could go on with the one visible pawn that moved, and no other."""
    legs: Legs = getattr(move.action, "legs", ())
    if len(legs) != 1 or any(is_hole(move, square) for square in legs[0]):
        return []
    return [one for one in _list_next(move, hand) if one.legs[0][0] == legs[0][1]]


def _is_near_home(move: Move) -> bool:
    """Whether some card could bring the pawn that moved home next, if nothing changed."""
    legs: Legs = getattr(move.action, "legs", ())
    if len(legs) != 1 or max(legs[0]) >= track.LAP:
        return False
    plays = _follow(move, (UNKNOWN_CARD,))
    return any(len(one.legs) == 1 and enters(one.legs[0]) for one in plays)


def takes(move: Move, play: Any) -> bool:
    """Whether a play captures a visible pawn of the others that does not move before."""
    taken = [square for square in play.captured if not is_hole(move, square)]
    if not taken:
        return False
    names, there = move.state.setting.names, {*_find_standing_after(move)}
    others = [Piece(seat) for seat in move.state.setting.seats if seat not in move.mates]
    return any((names[square], piece) in there for square in taken for piece in others)


def _keeps_all_playable(move: Move) -> bool:
    """Whether each card that is left could be played next, if nothing changed."""
    if not getattr(move.action, "legs", ()):
        return False
    left = move.after.hands[move.state.setting.seats.index(move.seat)]
    return bool(left) and {*left} <= {one.card for one in _list_next(move)}


def _stands_safe(move: Move) -> bool:
    """Whether no pawn of the others has the one that moved within reach from behind.

    One that may be turned over is counted, and one that may come out there.
    """
    legs: Legs = getattr(move.action, "legs", ())
    if len(legs) != 1 or len(move.steps) != 1 or not _moved(move):
        return False
    target, after = str(move.steps[0].target), _find_standing_after(move)
    if not target.startswith("T") or is_hole(move, legs[0][1]):
        return False
    return not _count_behind(move, target, after, unknown=True) and not _may_come_out(move, target)


def _goes_further_in(move: Move) -> bool:
    """Whether a pawn goes deeper into its finish, which others of its colour have not reached."""
    waiting = {piece for place, piece in move.standing if ".F" not in place}
    steps = _moved(move)
    return len(steps) == 1 and ".F" in steps[0].source and steps[0].piece in waiting


def _helps_partner(move: Move) -> bool:
    """Whether a pawn of the partner's is brought on."""
    own = Piece(move.seat)
    return _advances(move) and all(step.piece != own for step in _moved(move))


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
    (
        N_("It brings a pawn home."),
        lambda m: any(".F" in str(s.target) and ".F" not in s.source for s in _moved(m)),
    ),
    (N_("It captures a pawn of the others."), _captures),
    (
        N_("It captures a turned-over pawn."),
        lambda m: any(s.kind is StepKind.CAPTURED and s.piece == HIDDEN for s in m.steps),
    ),
    (
        N_("It brings a new pawn out."),
        lambda m: any(step.source.endswith(".nest") for step in _moved(m)),
    ),
    (N_("It blocks the way of a pawn of the others."), _blocks),
    (N_("A pawn of the others has further to go."), _sets_back),
    (N_("It takes a pawn out of reach of those behind it."), _protects),
    (N_("It hides a pawn."), lambda m: any(step.kind is StepKind.TURNED_DOWN for step in m.steps)),
    (N_("By going back it comes close to its finish."), _goes_back),
    (
        N_("With another card of yours it could then come home."),
        lambda m: any(enters(one.legs[0]) for one in _follow(m)),
    ),
    (N_("It goes further in, and makes room for the next pawn."), _goes_further_in),
    (N_("It frees the space where your next pawn comes out."), _frees_start),
    (
        N_("With another card of yours it could then capture a pawn of the others."),
        lambda m: any(len(one.legs) == 1 and takes(m, one) for one in _follow(m)),
    ),
    (N_("A single card could then bring it home."), _is_near_home),
    (N_("It brings a pawn of your partner’s on."), _helps_partner),
    (N_("It brings on the pawn that is furthest."), _leads),
    (N_("No pawn of the others is near enough behind it to capture it there."), _stands_safe),
    (N_("It brings on a turned-over pawn that may be yours."), _moves_unknown),
    (N_("All your pawns stay where they are."), _moves_no_own),
    (N_("Each of your other cards could then be played, too."), _keeps_all_playable),
)


def only_advances(reasons: tuple[Reason, ...]) -> Reason:
    """Return the reason for a move that is left if none of these is true of it."""

    def holds(move: Move) -> bool:
        return _advances(move) and not any(true(move) for _, true in reasons)

    return N_("It brings your pawns on."), holds
