"""A seven of which only a part is on the table, and how it may go on."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import Card, Placement, Step, StepKind
from tablet_companion.games.dog import seven, table
from tablet_companion.games.dog.flow import fresh_after
from tablet_companion.games.dog.legal import plays_of
from tablet_companion.games.dog.state import POWERS, SEVEN, field_of
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.board import carry
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.dog_family.table import Shown, impossible, read_shown

Rest = tuple[Play, tuple[Step, ...]]
"""A legal play, and those of its steps that the table does not show yet."""


def go_on(state: State, card: Card, placed: Placement) -> tuple[Rest, ...]:
    """Return the plays that some of seven steps have begun, the fewest steps to do first.

    Plays whose pawns have all arrived, or not left, are found without this.
    """
    if not POWERS[card].splits or impossible(state.setting, placed):
        return ()
    shown = read_shown(state.setting, placed)
    whole = {carry(state, play)[:2]: play for play in plays_of(state, card)}
    found: dict[Play, tuple[Step, ...]] = {}
    for done, steps in _list_parts(state, card, shown):
        gone = tuple(_captured_still(state, done, shown))
        for more, result in _list_rest(state, card, done, steps):
            play, todo = whole.get(result), (*gone, *more)
            if play and (play not in found or len(todo) < len(found[play])):
                found[play] = todo
    return tuple(sorted(found.items(), key=lambda one: (len(one[1]), one[0])))


def _list_parts(state: State, card: Card, shown: Shown) -> Iterator[tuple[Play, int]]:
    """Yield the ways to spend fewer than seven steps that lead to a table, and how many."""
    for steps in range(1, SEVEN):
        for legs, captured in seven.outcomes(field_of(state), steps):
            play = Play(card, legs, captured)
            if _is_shown(state, play, shown) and _are_on_their_way(state, play, shown):
                yield play, steps


def _is_shown(state: State, play: Play, shown: Shown) -> bool:
    """Whether the board is as after a play, except that captured pawns may still stand."""
    board = bytearray(carry(state, play).board)
    for square in play.captured:
        board[square] = board[square] or (shown.board[square] and state.board[square])
    return board == shown.board


def _are_on_their_way(state: State, play: Play, shown: Shown) -> bool:
    """Whether the nests hold what they did, and at most what is captured."""
    then = carry(state, play).nests
    return all(a <= b <= c for a, b, c in zip(state.nests, shown.nests, then, strict=True))


def _list_rest(
    state: State, card: Card, done: Play, steps: int
) -> Iterator[tuple[tuple[Step, ...], tuple[bytes, bytes]]]:
    """Yield the steps that go on from a part of a play, with board and nests after them."""
    board, nests, _ = carry(state, done)
    between = state._replace(board=board, nests=nests, fresh=fresh_after(state.fresh, done))
    for legs, captured in seven.outcomes(field_of(between), SEVEN - steps):
        rest = Play(card, legs, captured)
        yield table.steps(between, rest), carry(between, rest)[:2]


def _captured_still(state: State, done: Play, shown: Shown) -> Iterator[Step]:
    """Yield the steps of captured pawns that are not in their nests yet."""
    names, then = state.setting.names, carry(state, done).nests
    lacking = {
        names[track.nest(colour)]: then[colour] - shown.nests[colour]
        for colour in range(len(then))
        if then[colour] > shown.nests[colour]
    }
    captures = [one for one in table.steps(state, done) if one.kind is StepKind.CAPTURED]

    def is_gone(step: Step) -> bool:
        square = names.index(step.source)
        return shown.board[square] != state.board[square]

    for step in sorted(captures, key=is_gone):
        if step.target and lacking.get(step.target, 0) > 0:
            lacking[step.target] -= 1
            yield step
