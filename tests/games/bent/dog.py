"""Bends of what DOG alone has: the 7, the 4, the jack, the joker, fresh pawns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablet_companion.games.dog_family import track
from tests.games.bent.dog_family import (
    COMMON,
    Bend,
    Bent,
    colour_of,
    landing,
    partner_of,
    pawn_put,
    squares,
)


def seven_one_more(state: Any, play: Any) -> Iterator[Bent]:
    """One pawn of a seven goes a step further."""
    yield from _seven_other(state, play, 1)


def seven_one_less(state: Any, play: Any) -> Iterator[Bent]:
    """One pawn of a seven stops a step before."""
    yield from _seven_other(state, play, -1)


def _seven_other(state: Any, play: Any, by: int) -> Iterator[Bent]:
    taken = {target for _, target in play.legs}
    for number, (origin, target) in enumerate(play.legs):
        other = (target + by) % track.LAP
        free = other not in taken and not state.board[other] and other != origin
        if play.card == "7" and not play.captured and max(origin, target) < track.LAP and free:
            legs = (*play.legs[:number], (origin, other), *play.legs[number + 1 :])
            yield state, play._replace(legs=tuple(sorted(legs))), "seven_steps"


def seven_overtaken_left(state: Any, play: Any) -> Iterator[Bent]:
    """One of those that a seven overtook is left standing."""
    against = {0, 1, 2, 3} - {state.turn, partner_of(state, state.turn)}
    for square in play.captured:
        if play.card == "7" and state.board[square] - 1 in against:
            left = tuple(one for one in play.captured if one != square)
            yield state, play._replace(captured=left), "seven_overtaken"


def seven_shared_early(state: Any, play: Any) -> Iterator[Bent]:
    """The partner's pawn takes the last step though your own are not home."""
    colour = colour_of(state, play)
    mate = partner_of(state, colour)
    if play.card != "7" or len(play.legs) != 1 or play.captured or state.setting.canadian_seven:
        return
    ((origin, target),) = play.legs
    for square in squares(state, lambda pawn: pawn == mate):
        legs = ((origin, target - 1), (square, (square + 1) % track.LAP))
        if 0 < target < track.LAP and origin < track.LAP and not track.is_home(state.board, mate):
            yield state, play._replace(legs=tuple(sorted(legs))), "seven_partner"


def seven_of_another(state: Any, play: Any) -> Iterator[Bent]:
    """Another player's pawn takes the last step."""
    against = {0, 1, 2, 3} - {state.turn, partner_of(state, state.turn)}
    for square in squares(state, lambda pawn: pawn in against):
        if play.card == "7" and square not in play.captured:
            legs = (*play.legs, (square, (square + 1) % track.LAP))
            yield state, play._replace(legs=tuple(sorted(legs))), "whose_turn"


def seven_brings_out(state: Any, play: Any) -> Iterator[Bent]:
    """A step of the seven brings a pawn out."""
    colour = colour_of(state, play) if play.legs else 0
    if play.card == "7" and state.nests[colour]:
        legs = (*play.legs, (track.nest(colour), track.STARTS[colour]))
        yield state, play._replace(legs=tuple(sorted(legs))), "start_card"


def seven_stands_still(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn that did not move is told among those that did."""
    moved = {square for leg in play.legs for square in leg} | {*play.captured}
    for square in squares(state, lambda pawn: pawn == state.turn):
        home = track.is_home(state.board, state.turn)
        if play.card == "7" and square not in moved and not home:
            legs = (*play.legs, (square, square))
            yield state, play._replace(legs=tuple(sorted(legs))), "one_form"


def enters_fresh(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn that has just come out enters its finish at once."""
    if len(play.legs) == 1 and play.card != "X":
        ((origin, target),) = play.legs
        if origin in track.STARTS and target >= track.LAP:
            fresh = tuple(
                start == origin or old for start, old in zip(track.STARTS, state.fresh, strict=True)
            )
            yield state._replace(fresh=fresh), play, "finish_fresh"


def enters_backwards(state: Any, play: Any) -> Iterator[Bent]:
    """A four takes a pawn that stands just beyond its start back into the finish."""
    if play.card == "4" and play.legs[0][0] < track.SQUARES:
        colour = colour_of(state, play)
        for beyond in (1, 2, 3):
            origin = track.STARTS[colour] + beyond
            if state.board[origin] == colour + 1:
                leg = (origin, track.finish(colour) + 3 - beyond)
                yield state, play._replace(legs=(leg,), captured=()), "finish_backwards"


def back_past_protected(state: Any, play: Any) -> Iterator[Bent]:
    """A four goes back past a pawn that has just come out."""
    own = colour_of(state, play)
    for origin in squares(state, lambda pawn: pawn == own) if play.card == "4" else ():
        for square in {(origin - step) % track.LAP for step in (1, 2, 3)} & {*track.STARTS}:
            changed = pawn_put(state, square, square // track.QUARTER)
            if changed:
                yield changed, landing(state, play, origin, (origin - 4) % track.LAP), "protected"


def joker_too_far(state: Any, play: Any) -> Iterator[Bent]:
    """A joker goes as far as no card does."""
    if play.card == "X" and len(play.legs) == 1 and max(play.legs[0]) < track.LAP:
        ((origin, _),) = play.legs
        target = (origin + 15) % track.LAP
        if not state.board[target]:
            yield state, play._replace(legs=((origin, target),), captured=()), "joker_count"


def swaps(play: Any) -> bool:
    """Whether a play is a jack's swap."""
    return bool(play.card == "J" and len(play.legs) == 2)


def swap(one: int, other: int) -> Any:
    """Return the legs of a swap."""
    return tuple(sorted(((one, other), (other, one))))


def swap_with_nest(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn changes places with one in a nest."""
    for colour in range(4):
        if swaps(play) and state.nests[colour]:
            own = _own(state, play)
            yield state, play._replace(legs=swap(own, track.nest(colour))), "swap_track"


def swap_with_finish(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn changes places with one in a finish."""
    for square in range(track.LAP, track.SQUARES):
        if swaps(play) and state.board[square]:
            yield state, play._replace(legs=swap(_own(state, play), square)), "swap_track"


def swap_with_protected(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn changes places with one that has just come out."""
    for colour, start in enumerate(track.STARTS):
        changed = pawn_put(state, start, colour) if swaps(play) else None
        if changed and state.board[_own(state, play)] != colour + 1:
            yield changed, play._replace(legs=swap(_own(state, play), start)), "protected"


def swap_of_two_others(state: Any, play: Any) -> Iterator[Bent]:
    """Two pawns change places of which neither is played."""
    if swaps(play):
        value = state.board[_own(state, play)]
        for one, other in zip(
            *[iter(squares(state, lambda pawn: pawn + 1 != value))] * 2, strict=False
        ):
            yield state, play._replace(legs=swap(one, other)), "swap_two"


def swap_of_one(state: Any, play: Any) -> Iterator[Bent]:
    """One pawn goes to where the other stood, which goes home."""
    if swaps(play):
        own = _own(state, play)
        other = sum(play.legs[0]) - own
        yield state, play._replace(legs=((own, other),), captured=(other,)), "swap_two"


def _own(state: Any, play: Any) -> int:
    """Return the square of the pawn that is played."""
    home = track.is_home(state.board, state.turn)
    colour = partner_of(state, state.turn) if home else state.turn
    return int(next(square for square in play.legs[0] if state.board[square] == colour + 1))


BENDS: tuple[Bend, ...] = (
    *COMMON,
    seven_one_more,
    seven_one_less,
    seven_overtaken_left,
    seven_shared_early,
    seven_of_another,
    seven_brings_out,
    seven_stands_still,
    enters_fresh,
    enters_backwards,
    back_past_protected,
    joker_too_far,
    swap_with_nest,
    swap_with_finish,
    swap_with_protected,
    swap_of_two_others,
    swap_of_one,
)
