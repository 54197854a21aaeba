"""A `partner` of which only some points are spent on the table, and how it may go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tablet_companion.games.agent_dog import partner, table
from tablet_companion.games.agent_dog.legal import plays_of
from tablet_companion.games.agent_dog.predicates import resolve_copy
from tablet_companion.games.agent_dog.state import PARTNER
from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Placement, Step, StepKind
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome, Play
from tablet_companion.games.dog_family.state import State, colour_played
from tablet_companion.games.dog_family.table import look_at_pawn, placement

Rest = tuple[Play, tuple[Step, ...]]
"""A legal play, and those of its steps that the table does not show yet."""


def go_on(state: State, card: Card, placed: Placement) -> tuple[Rest, ...]:
    """Return the plays that some of four points have begun, the fewest steps to do first.

    Plays whose pawns have all arrived, or not left, are found without this.
    """
    if resolve_copy(state, card) != PARTNER:
        return ()
    colour, change = colour_played(state, state.turn), _compare(state, placed)
    parts = [
        part
        for points in range(1, partner.POINTS)
        for part in partner.outcomes(state, colour, points)
        if _may_show(state, part, change)
    ]
    plays = {(play.legs, play.captured): play for play in reversed(plays_of(state, card))}
    found = {
        play: tuple(_list_left(state, play, dict(part[0]), change))
        for play in plays.values()
        for part in parts
        if _leads_to(part, play)
    }
    return tuple(sorted(found.items(), key=lambda one: (len(one[1]), one[0])))


class _Change(NamedTuple):
    """What every square shows, those that differ from before, and what came to the nests."""

    shown: dict[int, Piece]
    changed: set[int]
    home: Counter[tuple[Place, Piece]]


def _compare(state: State, placed: Placement) -> _Change:
    before, names = placement(state), state.setting.names
    shown, was = dict(placed.pieces), dict(before.pieces)
    squares = [square for square in track.ALL if shown.get(names[square])]
    changed = (at for at in track.ALL if shown.get(names[at]) != was.get(names[at]))
    came = Counter(placed.pieces) - Counter(before.pieces)
    home = {one: number for one, number in came.items() if one[0] in names[track.SQUARES :]}
    return _Change({at: shown[names[at]] for at in squares}, {*changed}, Counter(home))


def _may_show(state: State, part: Outcome, change: _Change) -> bool:
    """Whether a table shows no more and no less than these pawns on their way.

    What was passed may still stand, be in a hand, or in its nest.
    """
    legs, captured = part
    comes, goes = {target: origin for origin, target in legs}, {origin for origin, _ in legs}
    if not change.changed <= {*comes, *goes, *captured}:
        return False
    for square in {*goes, *captured}.difference(comes):
        look = change.shown.get(square)
        if look is not None and (square in goes or look != look_at_pawn(state, square)):
            return False
    homes = Counter(home for square in captured for home in _list_homes(state, square))
    return change.home <= homes and all(
        _may_look(state, origin, target, change.shown.get(target)) for origin, target in legs
    )


def _may_look(state: State, origin: int, target: int, look: Piece | None) -> bool:
    """Whether a pawn on its way may look so: turned already where it stopped, or not yet."""
    was, is_hole = look_at_pawn(state, origin), state.setting.is_hole
    if is_hole[origin] == is_hole[target]:
        return look == was or (look is not None and is_hole[origin] and not is_hole[target])
    return look is not None and (look in (was, HIDDEN) or is_hole[origin])


def _list_homes(state: State, square: int) -> Iterator[tuple[Place, Piece]]:
    """Yield where a captured pawn may have gone; one turned over to any nest."""
    hidden = state.setting.is_hole[square]
    for number in range(4) if hidden else [state.board[square] - 1]:
        yield state.setting.names[track.nest(number)], Piece(state.setting.seats[number])


def _leads_to(part: Outcome, play: Play) -> bool:
    """Whether a play goes on from a part of it: pawns go on as they went, none comes back."""
    (legs, captured), ends = part, dict(play.legs)
    if not {*captured} <= {*play.captured}:
        return False
    for origin, target in legs:
        end = ends.get(origin)
        if end is None or target not in track.route(origin, end):
            return False
    return any(dict(legs).get(origin) != end for origin, end in play.legs)


def _list_left(state: State, play: Play, stands: dict[int, int], change: _Change) -> Iterator[Step]:
    """Yield the steps that are left, each pawn from where it ``stands`` now."""
    names, taken = state.setting.names, change.home.total()
    at = {names[origin]: names[target] for origin, target in stands.items()}
    for step in table.steps(state, play):
        if step.kind is StepKind.CAPTURED and taken:
            taken -= 1
        elif step.kind is StepKind.MOVED and step.source in at:
            if at[step.source] != step.target:
                yield replace(step, source=at[step.source])
        elif (
            step.kind is not StepKind.TURNED_DOWN
            or change.shown.get(names.index(step.source)) != HIDDEN
        ):
            yield step
