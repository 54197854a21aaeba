"""The rules: each is one predicate that answers with what is broken, or with None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Breach, Rule
from tablet_companion.games.shared.teaching import read_rules

from .state import MEN, NESTS, NEXT_TO, POINTS, SEATS, Action, Lot, Move, State, in_rows, owner

LOT_FIRST: Final = Rule("lot_first")
OWN_MAN: Final = Rule("own_man")
PLACE_FIRST: Final = Rule("place_first")
OCCUPIED: Final = Rule("occupied")
ALONG_LINES: Final = Rule("along_lines")
ONE_MAN: Final = Rule("one_man")
RULES: Final = read_rules(__package__)


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that the action breaks."""
    if not isinstance(action, Move) or state.turn is None:
        right = isinstance(action, Lot) and state.turn is None
        return () if right else (Breach(LOT_FIRST),)
    asked = (own_man, place_first, occupied, along_lines)
    return tuple(breach for ask in asked if (breach := ask(state, action, state.turn)))


def own_man(state: State, move: Move, turn: int) -> Breach | None:
    """Whoever's turn it is moves a man of that seat."""
    if owner(state, move.source) == turn:
        return None
    details = (("place", move.source), ("seat", SEATS[turn]))
    return Breach(OWN_MAN, (move.source,), (), details)


def place_first(state: State, move: Move, turn: int) -> Breach | None:
    """Men move only when all of the seat's own are placed."""
    left = MEN - len(state.men[turn])
    if move.source in NESTS or not left:
        return None
    return Breach(PLACE_FIRST, (move.source,), (), (("count", left), ("seat", SEATS[turn])))


def occupied(state: State, move: Move, turn: int) -> Breach | None:
    """A point holds one man."""
    if move.target not in (*state.men[turn], *state.men[1 - turn]):
        return None
    return Breach(OCCUPIED, (move.target,), (), (("place", move.target),))


def along_lines(_state: State, move: Move, _turn: int) -> Breach | None:
    """A man that is on the board goes to the next point of a line."""
    if move.target in POINTS and (move.source in NESTS or (move.source, move.target) in NEXT_TO):
        return None
    details = (("place_from", move.source), ("place_to", move.target))
    return Breach(ALONG_LINES, (move.source, move.target), (), details)


def conceivable(state: State) -> Iterator[Action]:
    """Yield what people try: any man, also the other's, to any point or back to its nest.

    Nobody puts a man where one of the same seat stands: it would look like one taken off.
    """
    if ended(state):
        return
    if state.turn is None:
        yield from (Lot(0), Lot(1))
        return
    for source in (*NESTS, *POINTS):
        seat = owner(state, source)
        if seat is not None:
            targets = POINTS if source in NESTS else (*POINTS, NESTS[seat])
            yield from (Move(source, to) for to in targets if to not in state.men[seat])


def legal(state: State) -> tuple[Action, ...]:
    """Return what of the conceivable breaks no rule, sorted."""
    return tuple(sorted(action for action in conceivable(state) if not judge(state, action)))


def ended(state: State) -> bool:
    """Whether the game is over: men in a row, or too many moves."""
    return bool(in_rows(state)) or state.moves >= state.most


def successor(state: State, action: Action) -> State:
    """Return the state after a legal action."""
    if isinstance(action, Lot):
        return state._replace(turn=action.seat)
    after = carry_out(state, action)
    return after._replace(turn=1 - (state.turn or 0), moves=state.moves + 1)


def carry_out(state: State, move: Move) -> State:
    """Return the state with a man moved, allowed or not; who stood there goes to its nest."""
    seat = owner(state, move.source)
    men = [set(points) - {move.source, move.target} for points in state.men]
    if seat is not None and move.target in POINTS:
        men[seat].add(move.target)
    return state._replace(men=(tuple(sorted(men[0])), tuple(sorted(men[1]))))
