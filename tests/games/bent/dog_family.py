"""Legal plays of DOG and Agent DOG, each bent in one way that has a name and breaks one rule.

A bend takes a state and one of its legal plays, and yields what somebody might have done instead,
with the rule that forbids it. Where a bend needs another table it changes the state, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tablet_companion.games.dog_family import track

Bent = tuple[Any, Any, str]
"""A state, what is played in it, and the rule that this breaks."""
Bend = Callable[[Any, Any], Iterator[Bent]]

FORWARDS_ONLY = {"2", "3", "5", "6", "8", "9", "10", "12", "13", "1/11", "A", "Q", "K"}
NUMBERS = {"A": (1, 11), "1/11": (1, 11), "Q": (12,), "K": (13,), "4": (4,)}
STARTS = {"A", "K", "1/11", "13"}


def colour_of(state: Any, play: Any) -> int:
    """Return the colour of the pawn that moves first."""
    origin = play.legs[0][0]
    return int(origin - track.SQUARES if origin >= track.SQUARES else state.board[origin] - 1)


def counts(card: str) -> tuple[int, ...]:
    """Return the numbers of a number card, none of another card."""
    return NUMBERS.get(card) or ((int(card),) if card.isdigit() and card != "7" else ())


def is_step(state: Any, play: Any, cards: set[str]) -> bool:
    """Whether one pawn that lies open went along the track by the number of one of these cards."""
    if len(play.legs) != 1 or str(play.card) not in cards or has_guests(play):
        return False
    ((origin, target),) = play.legs
    return max(origin, target) < track.LAP and not state.setting.is_hole[origin]


def has_guests(play: Any) -> bool:
    """Whether a play calls somebody to a meeting."""
    return bool(hasattr(play, "called") and play.called)


def landing(state: Any, play: Any, origin: int, target: int) -> Any:
    """Return the play with one pawn going elsewhere, where any pawn is captured."""
    taken = (target,) if target < track.LAP and state.board[target] else ()
    return play._replace(legs=((origin, target),), captured=taken)


def elsewhere(state: Any, play: Any, by: int) -> Iterator[Any]:
    """Yield a step that ends further on, where nothing else would come of it."""
    ((origin, target),) = play.legs
    other = (target + by) % track.LAP
    if other not in getattr(state.setting, "meeting_squares", ()) and other != origin:
        yield landing(state, play, origin, other)


def pawn_put(state: Any, square: int, colour: int) -> Any | None:
    """Return the state with a pawn out of a nest on a square, None where none is there."""
    if not state.nests[colour] or state.board[square]:
        return None
    board, nests = bytearray(state.board), bytearray(state.nests)
    board[square] = colour + 1
    nests[colour] -= 1
    changed = state._replace(board=bytes(board), nests=bytes(nests))
    if hasattr(state, "fresh") and square == track.STARTS[colour]:
        flags = [*state.fresh]
        flags[colour] = True
        changed = changed._replace(fresh=tuple(flags))
    return changed


def partner_of(state: Any, colour: int) -> int:
    """Return the partner's colour, your own where everybody plays for himself."""
    return int(state.setting.partner(colour))


def squares(state: Any, wanted: Callable[[int], bool]) -> list[int]:
    """Return where open pawns of some colours stand on the track."""
    hole = state.setting.is_hole
    return [
        s for s in range(track.LAP) if state.board[s] and wanted(state.board[s] - 1) and not hole[s]
    ]


# --- a pawn that goes by a number ---------------------------------------------------------------


def one_step_too_many(state: Any, play: Any) -> Iterator[Bent]:
    """The pawn goes one space further than the card says."""
    if is_step(state, play, FORWARDS_ONLY):
        for other in elsewhere(state, play, 1):
            yield state, other, "exact_count"


def one_step_too_few(state: Any, play: Any) -> Iterator[Bent]:
    """The pawn stops one space before where the card leads."""
    if is_step(state, play, FORWARDS_ONLY):
        for other in elsewhere(state, play, -1):
            yield state, other, "exact_count"


def backwards(state: Any, play: Any) -> Iterator[Bent]:
    """The pawn goes the card's number, and the wrong way."""
    if is_step(state, play, FORWARDS_ONLY):
        ((origin, target),) = play.legs
        steps = (target - origin) % track.LAP
        for other in elsewhere(state, play, -2 * steps):
            yield state, other, "forwards"


def passes_protected(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn that has just come out stands on its start space, and is passed."""
    if is_step(state, play, FORWARDS_ONLY):
        for square in track.route(*play.legs[0])[:-1]:
            if square in track.STARTS:
                changed = pawn_put(state, square, square // track.QUARTER)
                if changed:
                    yield changed, play, "protected"


def lands_on_protected(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn that has just come out stands where the moved one ends."""
    ((_, target), *_) = play.legs
    if is_step(state, play, FORWARDS_ONLY) and target in track.STARTS and not play.captured:
        changed = pawn_put(state, target, target // track.QUARTER)
        if changed:
            yield changed, play._replace(captured=(target,)), "protected"


def partners_pawn(state: Any, play: Any) -> Iterator[Bent]:
    """The partner's pawn goes what your own could have gone."""
    if is_step(state, play, FORWARDS_ONLY):
        yield from _another(state, play, partner_of(state, colour_of(state, play)), "whose_pawn")


def another_players_pawn(state: Any, play: Any) -> Iterator[Bent]:
    """The next player moves already."""
    if is_step(state, play, FORWARDS_ONLY):
        for colour in {0, 1, 2, 3} - {state.turn, partner_of(state, state.turn)}:
            yield from _another(state, play, colour, "whose_turn")


def _another(state: Any, play: Any, colour: int, rule: str) -> Iterator[Bent]:
    ((origin, target),) = play.legs
    steps = (target - origin) % track.LAP
    if colour == colour_of(state, play):
        return
    for square in squares(state, lambda pawn: pawn == colour)[:1]:
        yield state, landing(state, play, square, (square + steps) % track.LAP), rule


def two_pawns(state: Any, play: Any) -> Iterator[Bent]:
    """A number is shared by two pawns."""
    if is_step(state, play, FORWARDS_ONLY - {"1/11", "A"}):
        ((origin, target),) = play.legs
        steps, mine = (target - origin) % track.LAP, colour_of(state, play)
        for other in squares(state, lambda pawn: pawn == mine):
            legs = ((origin, (origin + 1) % track.LAP), (other, (other + steps - 1) % track.LAP))
            if other != origin and not any(state.board[target] for _, target in legs):
                yield state, play._replace(legs=tuple(sorted(legs)), captured=()), "one_pawn"


def captured_and_moved(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn is captured that is told to move as well."""
    if is_step(state, play, FORWARDS_ONLY):
        ((origin, _),) = play.legs
        yield state, play._replace(captured=tuple(sorted((*play.captured, origin)))), "no_pawn"


def from_nowhere(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn moves that is not there."""
    if is_step(state, play, FORWARDS_ONLY):
        ((origin, _),) = play.legs
        board = bytearray(state.board)
        board[origin] = track.EMPTY
        yield state._replace(board=bytes(board)), play, "no_pawn"


def goes_twice(state: Any, play: Any) -> Iterator[Bent]:
    """One pawn is told to go to two spaces."""
    if is_step(state, play, FORWARDS_ONLY):
        ((origin, target),) = play.legs
        legs = tuple(sorted(((origin, target), (origin, (target + 1) % track.LAP))))
        yield state, play._replace(legs=legs), "no_pawn"


# --- capturing ----------------------------------------------------------------------------------


def capture_left(state: Any, play: Any) -> Iterator[Bent]:
    """The pawn landed on is left standing."""
    if play.captured and len(play.legs) == 1 and str(play.card) in FORWARDS_ONLY | {"4"}:
        yield state, play._replace(captured=()), "captured_home"


def capture_put_beside(state: Any, play: Any) -> Iterator[Bent]:
    """The pawn landed on is put on the next space."""
    if is_step(state, play, FORWARDS_ONLY) and play.captured:
        (taken,) = play.captured
        beside = (taken + 1) % track.LAP
        if not state.board[beside] and not state.setting.is_hole[taken]:
            legs = tuple(sorted((*play.legs, (taken, beside))))
            yield state, play._replace(legs=legs, captured=()), "captured_home"


def captured_for_nothing(state: Any, play: Any) -> Iterator[Bent]:
    """Somebody goes home whom nobody landed on."""
    against = {0, 1, 2, 3} - {state.turn, partner_of(state, state.turn)}
    moved = {square for leg in play.legs for square in leg}
    for square in squares(state, lambda pawn: pawn in against):
        if play.legs and square not in moved | {*play.captured}:
            taken = tuple(sorted((*play.captured, square)))
            swaps = len(play.legs) == 2 and play.legs[0] == play.legs[1][::-1]
            if not has_guests(play) and not (swaps and play.captured):
                yield state, play._replace(captured=taken), "not_captured"


# --- starting, and the finish -------------------------------------------------------------------


def starts(play: Any) -> bool:
    """Whether a play brings a pawn out of its nest."""
    return len(play.legs) == 1 and play.legs[0][0] >= track.SQUARES


def start_with_wrong_card(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn comes out with a card that brings none out."""
    hand = {*state.hands[state.turn]} - {"?"}
    for card in sorted(hand - STARTS - {"X", "7", "J", "copy", "exchange"}):
        if starts(play):
            yield state, play._replace(card=card), "start_card"


def start_elsewhere(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn comes out onto a space beside its start."""
    if starts(play) and str(play.card) in STARTS:
        ((origin, target),) = play.legs
        yield state, landing(state, play, origin, target + 1), "start_space"


def start_onto_protected(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn comes out though one stands there that came out just before."""
    if starts(play) and str(play.card) in STARTS and not play.captured:
        ((_, target),) = play.legs
        changed = pawn_put(state, target, colour_of(state, play))
        if changed and changed.nests[colour_of(state, play)]:
            yield changed, play._replace(captured=(target,)), "protected"


def start_of_another(state: Any, play: Any) -> Iterator[Bent]:
    """Another colour's pawn comes out."""
    for colour in {0, 1, 2, 3} - {state.turn, partner_of(state, state.turn)}:
        if starts(play) and str(play.card) in STARTS and state.nests[colour]:
            origin, target = track.nest(colour), track.STARTS[colour]
            if state.board[target] != colour + 1:
                yield state, landing(state, play, origin, target), "whose_turn"


def start_from_empty_nest(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn comes out of a nest in which there is none."""
    if starts(play) and str(play.card) in STARTS:
        nests = bytearray(state.nests)
        nests[colour_of(state, play)] = 0
        yield state._replace(nests=bytes(nests)), play, "no_pawn"


def finish_jumped(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn inside the finish is passed."""
    for _, target in play.legs[:1]:
        first = target - (target - track.LAP) % track.PAWNS_EACH
        if len(play.legs) == 1 and track.LAP <= target < track.SQUARES and counts(str(play.card)):
            for square in range(max(first, play.legs[0][0] + 1), target):
                changed = pawn_put(state, square, track.colour_of_finish(target))
                if changed:
                    yield changed, play, "finish_jump"


def finish_left(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn comes out of its finish again."""
    if len(play.legs) == 1 and play.legs[0][0] >= track.LAP and not starts(play):
        ((origin, _),) = play.legs
        yield (
            state,
            landing(state, play, origin, track.STARTS[colour_of(state, play)] + 3),
            "finish_stays",
        )


def finish_of_another(state: Any, play: Any) -> Iterator[Bent]:
    """A pawn turns off into the finish of another colour."""
    if is_step(state, play, FORWARDS_ONLY):
        ((origin, target),) = play.legs
        for number, square in enumerate(track.route(origin, target)[:-1]):
            inside = (target - origin) % track.LAP - number - 1
            other = square // track.QUARTER
            if square in track.STARTS and other != colour_of(state, play) and inside <= 4:
                end = track.finish(other) + inside - 1
                yield state, play._replace(legs=((origin, end),), captured=()), "finish_colour"


# --- how it is written, and when ----------------------------------------------------------------


def legs_in_another_order(state: Any, play: Any) -> Iterator[Bent]:
    """The same move, its pawns in another order."""
    if len(play.legs) > 1:
        yield state, play._replace(legs=play.legs[::-1]), "one_form"


def captures_in_another_order(state: Any, play: Any) -> Iterator[Bent]:
    """The same move, its captures in another order."""
    if len(play.captured) > 1:
        yield state, play._replace(captured=play.captured[::-1]), "one_form"


def nothing_moved(state: Any, play: Any) -> Iterator[Bent]:
    """A card is laid and nothing done."""
    cleared = {name: () for name in ("legs", "captured", "called", "shown") if hasattr(play, name)}
    if str(play.card) != "copy":
        yield state, play._replace(**cleared), "card_wholly"


def card_of_another(state: Any, play: Any) -> Iterator[Bent]:
    """The card is not in the hand."""
    hands = [*state.hands]
    hands[state.turn] = tuple(card for card in hands[state.turn] if card != play.card)
    if "?" not in hands[state.turn]:
        yield state._replace(hands=tuple(hands)), play, "card_not_held"


COMMON: tuple[Bend, ...] = (
    one_step_too_many,
    one_step_too_few,
    backwards,
    passes_protected,
    lands_on_protected,
    partners_pawn,
    another_players_pawn,
    two_pawns,
    captured_and_moved,
    from_nowhere,
    goes_twice,
    capture_left,
    capture_put_beside,
    captured_for_nothing,
    start_with_wrong_card,
    start_elsewhere,
    start_onto_protected,
    start_of_another,
    start_from_empty_nest,
    finish_jumped,
    finish_left,
    finish_of_another,
    legs_in_another_order,
    captures_in_another_order,
    nothing_moved,
    card_of_another,
)
"""What can be bent in both games."""
