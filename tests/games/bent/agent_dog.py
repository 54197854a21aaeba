"""Bends of what Agent DOG alone has: turned-over pawns, meetings, and the three special cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablet_companion.games.dog_family import track
from tests.games.bent.dog_family import (
    COMMON,
    FORWARDS_ONLY,
    Bend,
    Bent,
    colour_of,
    elsewhere,
    is_step,
    partner_of,
    pawn_put,
    squares,
)


def enters_from_start(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn enters its finish by a move that begins on its start space."""
    if is_step(state, play, FORWARDS_ONLY) and play.legs[0][0] in track.STARTS:
        ((origin, target),) = play.legs
        inside, colour = (target - origin) % track.LAP, colour_of(state, play)
        if inside <= 4 and origin == track.STARTS[colour]:
            legs = ((origin, track.finish(colour) + inside - 1),)
            yield state, play._replace(legs=legs, captured=()), "finish_start"


def moves_hidden_from_start(state: Any, play: Any) -> Iterator[Bent]:
    """A number moves a turned-over pawn though your own stands on its start space."""
    hidden = len(play.legs) == 1 and state.setting.is_hole[play.legs[0][0]]
    if hidden and str(play.card) in FORWARDS_ONLY:
        home = track.is_home(state.board, state.turn)
        colour = partner_of(state, state.turn) if home else state.turn
        changed = pawn_put(state, track.STARTS[colour], colour)
        if changed:
            yield changed, play, "own_start_first"


def meeting_forgotten(state: Any, play: Any) -> Iterator[Bent]:
    """Nobody is called to a meeting."""
    if play.called:
        yield state, play._replace(called=()), "meeting"


def meeting_with_another(state: Any, play: Any) -> Iterator[Bent]:
    """Another pawn than the nearest is called."""
    if len(play.called) == 1 and len(play.legs) == 1:
        ((guest, hole),) = play.called
        moved = {*play.legs[0], *play.captured, guest, hole}
        for square in range(track.LAP):
            if state.board[square] and square not in moved:
                yield state, play._replace(called=((square, hole),)), "meeting_nearest"


def meeting_for_nothing(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn is called though nobody ended on a meeting point."""
    point = min(state.setting.meeting_squares)
    ends = {target for _, target in play.legs}
    if not ends & state.setting.meeting_squares and not state.board[point - 1] and play.legs:
        for square in squares(state, lambda _: True)[:2]:
            if square not in {s for leg in play.legs for s in leg} | {*play.captured}:
                yield state, play._replace(called=((square, point - 1),)), "no_meeting"


def copy_goes_on(state: Any, play: Any) -> Iterator[Bent]:
    """A copy goes another number than the card copied."""
    if play.card == "copy" and state.last in FORWARDS_ONLY and is_step(state, play, {"copy"}):
        for other in elsewhere(state, play, 1):
            yield state, other, "copy_count"


def copy_of_nothing(state: Any, play: Any) -> Iterator[Bent]:
    """A copy is a round's first card."""
    if play.card == "copy":
        yield state._replace(last=None), play, "copy_first"


def partner_one_more(state: Any, play: Any) -> Iterator[Bent]:
    """One point too many is used."""
    yield from _partner_other(state, play, 1)


def partner_one_less(state: Any, play: Any) -> Iterator[Bent]:
    """One point too few is used."""
    yield from _partner_other(state, play, -1)


def _partner_other(state: Any, play: Any, by: int) -> Iterator[Bent]:
    if play.card != "partner" or play.captured or play.called:
        return
    taken = {target for _, target in play.legs}
    for number, (origin, target) in enumerate(play.legs):
        other = (target + by) % track.LAP
        free = other not in taken and not state.board[other] and other != origin
        if max(origin, target) < track.LAP and free and not state.board[target]:
            legs = (*play.legs[:number], (origin, other), *play.legs[number + 1 :])
            yield state, play._replace(legs=tuple(sorted(legs))), "partner_points"


def partner_overtaken_left(state: Any, play: Any) -> Iterator[Bent]:
    """One of those that were overtaken is left standing."""
    side = {state.turn, partner_of(state, state.turn)}
    against, home = {0, 1, 2, 3} - side, any(track.is_home(state.board, one) for one in side)
    for square in play.captured:
        visible = not state.setting.is_hole[square] and state.board[square] - 1 in against
        if play.card == "partner" and state.setting.teams and visible and not home:
            left = tuple(one for one in play.captured if one != square)
            yield state, play._replace(captured=left), "partner_overtaken"


def partner_for_another(state: Any, play: Any) -> Iterator[Bent]:
    """A point is given to a pawn of the other side."""
    sides = [{0, 2}, {1, 3}]
    against = sides[(state.turn + 1) % 2]
    home = any(track.is_home(state.board, colour) for colour in sides[state.turn % 2])
    if play.card == "partner" and state.setting.teams and not home:
        for square in {*squares(state, lambda pawn: pawn in against)} - {*play.captured}:
            legs = (*play.legs, (square, (square + 1) % track.LAP))
            yield state, play._replace(legs=tuple(sorted(legs))), "partner_whose"


def exchange_with_open(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn that is not turned over is exchanged."""
    if play.card == "exchange" and len(play.legs) == 2:
        ((one, _), _) = play.legs
        for square in squares(state, lambda _: True):
            legs = tuple(sorted(((one, square), (square, one))))
            yield state, play._replace(legs=legs), "exchange_two"


def exchange_of_one(state: Any, play: Any) -> Iterator[Bent]:
    """One turned-over pawn goes to where the other was, which is captured."""
    if play.card == "exchange" and len(play.legs) == 2:
        ((one, other), _) = play.legs
        yield state, play._replace(legs=((one, other),), captured=(other,)), "exchange_two"


def turned_up_as_another(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn is told to have turned up, though none was unknown."""
    if not state.board.count(5):
        yield state, play._replace(shown=(1,)), "colour_count"


BENDS: tuple[Bend, ...] = (
    *COMMON,
    enters_from_start,
    moves_hidden_from_start,
    meeting_forgotten,
    meeting_with_another,
    meeting_for_nothing,
    copy_goes_on,
    copy_of_nothing,
    partner_one_more,
    partner_one_less,
    partner_overtaken_left,
    partner_for_another,
    exchange_with_open,
    exchange_of_one,
    turned_up_as_another,
)
