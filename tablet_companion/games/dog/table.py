"""Between a state and a table: what should be seen, what is to be done, and what was seen."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import Placement, PositionError, Rule, Step, StepKind
from tablet_companion.games.dog import rules
from tablet_companion.games.dog.state import POWERS
from tablet_companion.games.dog_family import rounds, table, track
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.state import State


def amend(state: State, placed: Placement) -> State:
    """Return the state with the pawns as the table shows them; raises PositionError.

    A pawn stays fresh if its start space still shows its colour. The game ends, or goes on, as the
    pawns at home say.
    """
    board, nests = table.read_shown(state.setting, placed)
    for colour, seat in enumerate(state.setting.seats):
        found = nests[colour] + board.count(colour + 1)
        if found != track.PAWNS_EACH:
            raise PositionError(f"The table shows {found} {seat} pawns; there are four.")
    shown = state._replace(
        board=board,
        nests=nests,
        fresh=tuple(
            fresh and track.on_own_start(board, start)
            for fresh, start in zip(state.fresh, track.STARTS, strict=True)
        ),
    )
    return rounds.follow_correction(shown)


# --- what is to be done -------------------------------------------------------------------------


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return what people do with the pawns for an action, in an order that works."""
    if not isinstance(action, Play):
        return ()
    names = state.setting.names
    swapped = len(action.legs) == 2 and action.legs[0] == action.legs[1][::-1]
    rule = rules.SWAP_TWO if swapped else shared.CARD_WHOLLY
    moves = [
        Step.move(table.look_at_pawn(state, a), names[a], names[b], rule)
        for a, b in _unblocked(action)
    ]
    return (*_captures(state, action), *moves)


def _captures(state: State, play: Play) -> Iterator[Step]:
    names, rule = state.setting.names, _captures_by(play)
    for square in play.captured:
        home = names[track.nest(state.board[square] - 1)]
        look, by = table.look_at_pawn(state, square), names[table.find_capturer(play.legs, square)]
        yield Step(StepKind.CAPTURED, look, names[square], home, rule, by)


def _captures_by(play: Play) -> Rule:
    """Return the rule that sends pawns home: landing on them, or the 7."""
    splits = POWERS[play.card].splits
    landed = len(play.legs) == 1 and set(play.captured) <= {play.legs[0][1]}
    return rules.SEVEN_OVERTAKEN if splits and not landed else shared.CAPTURED_HOME


def _unblocked(play: Play) -> Iterator[tuple[int, int]]:
    """Yield the moves in an order in which every target square is free."""
    waiting = list(play.legs)
    while waiting:
        occupied = {origin for origin, _ in waiting}
        free = next((leg for leg in waiting if leg[1] not in occupied), waiting[0])
        waiting.remove(free)
        yield free
