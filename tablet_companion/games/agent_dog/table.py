"""Between a state and a table: what should be seen, what is to be done, and what was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablet_companion.games.agent_dog import rules
from tablet_companion.games.agent_dog.predicates import resolve_copy
from tablet_companion.games.agent_dog.state import EXCHANGE, PARTNER
from tablet_companion.games.core import HIDDEN, Piece, Placement, PositionError, Step, StepKind
from tablet_companion.games.dog_family import rounds, table, track
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.board import find_turned_up
from tablet_companion.games.dog_family.state import State

# --- what is to be done -------------------------------------------------------------------------


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return what people do with the pawns for an action, in an order that works."""
    if not isinstance(action, Play):
        return ()
    if resolve_copy(state, action.card) == EXCHANGE and len(action.legs) == 2:
        (one, other), _ = action.legs
        names = state.setting.names
        return (Step(StepKind.SWAPPED, HIDDEN, names[one], names[other], rules.EXCHANGE_TWO),)
    return (*_captures(state, action), *_moves(state, action), *_calls(state, action))


def _captures(state: State, play: Play) -> Iterator[Step]:
    names, is_hole = state.setting.names, state.setting.is_hole
    by_partner = resolve_copy(state, play.card) == PARTNER
    rule = rules.PARTNER_OVERTAKEN if by_partner else shared.CAPTURED_HOME
    for square in play.captured:
        home = None if is_hole[square] else names[track.nest(state.board[square] - 1)]
        look, by = table.look_at_pawn(state, square), names[table.find_capturer(play.legs, square)]
        yield Step(StepKind.CAPTURED, look, names[square], home, rule, by)


def _moves(state: State, play: Play) -> Iterator[Step]:
    names, is_hole = state.setting.names, state.setting.is_hole
    carried_off = dict(play.called)
    for origin, target in play.legs:
        look = table.look_at_pawn(state, origin)
        yield Step.move(look, names[origin], names[target], shared.CARD_WHOLLY)
        if is_hole[target] and look != HIDDEN:
            yield Step(StepKind.TURNED_DOWN, look, names[target], names[target], rules.TURN_DOWN)
        elif not is_hole[target] and look == HIDDEN and target not in carried_off:
            rule = rules.FINISH_REVEAL if target >= track.LAP else shared.TURN_UP
            yield Step(StepKind.TURNED_UP, look, names[target], names[target], rule)


def _calls(state: State, play: Play) -> Iterator[Step]:
    """Yield the steps of called pawns; one turned up on the way is named by its colour."""
    names, seats = state.setting.names, state.setting.seats
    came_from = {target: origin for origin, target in play.legs}
    turned = find_turned_up(state, play.legs, play.captured)
    shown = dict(zip(turned, play.shown, strict=False))
    for guest, hole in play.called:
        origin = came_from.get(guest, guest)
        look = Piece(seats[shown[origin]]) if origin in shown else table.look_at_pawn(state, origin)
        yield Step(StepKind.CALLED, look, names[guest], names[hole], rules.MEETING)


# --- what was seen ------------------------------------------------------------------------------


def amend(state: State, placed: Placement) -> State:
    """Return the state with the pawns as the table shows them; raises PositionError.

    A face-down pawn keeps its colour on record if all such colours together still fit. The game
    ends, or goes on, as the pawns at home say.
    """
    shown = table.read_shown(state.setting, placed)
    board = bytearray(shown.board)
    for square in state.setting.hole_squares:
        if board[square] == table.UNKNOWN_PAWN and state.board[square]:
            board[square] = state.board[square]
    seen = settle_colours(state._replace(board=bytes(board), nests=shown.nests), firm=shown.board)
    return rounds.follow_correction(seen)


def settle_colours(state: State, firm: bytes) -> State:
    """Forget recorded colours of face-down pawns that contradict; derive those that must be.

    ``firm`` holds the colours that are certain. Raises PositionError if there are too many or too
    few pawns, whatever the face-down ones are.
    """
    rest = _rest(state, firm)
    unsure = [h for h in state.setting.hole_squares if state.board[h] and not 0 < firm[h] < 5]
    if sum(rest.values()) != len(unsure):
        wanted = track.PAWNS_EACH * len(state.setting.playing)
        found = sum(state.nests) + track.SQUARES - state.board.count(track.EMPTY)
        raise PositionError(f"There are {wanted} pawns in this game; the table shows {found}.")
    claims = Counter(state.board[square] for square in unsure)
    board = bytearray(state.board)
    for square in unsure:
        if claims[board[square]] > rest[board[square]]:
            board[square] = table.UNKNOWN_PAWN
    rest -= Counter(board[square] for square in unsure)
    if len(+rest) == 1:
        (only,) = +rest
        board = board.replace(bytes([table.UNKNOWN_PAWN]), bytes([only]))
    return state._replace(board=bytes(board))


def _rest(state: State, firm: bytes) -> Counter[int]:
    """Return how many pawns of each colour must be among the uncertain ones."""
    rest: Counter[int] = Counter()
    for colour in state.setting.playing:
        number = track.PAWNS_EACH - state.nests[colour] - firm.count(colour + 1)
        if number < 0:
            seat = state.setting.seats[colour]
            raise PositionError(f"The table shows {-number} {seat} pawns too many.")
        rest[colour + 1] = number
    return rest
