"""What may be said for an action of Pocket Ops: the lines that everybody sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from tablet_companion.games.advice import Move, Reason
from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops import actions, board
from tablet_companion.games.pocket_ops.legal import placements
from tablet_companion.games.pocket_ops.powers import list_results
from tablet_companion.games.pocket_ops.state import (
    ASSASSIN,
    BURGLAR,
    COMMANDO,
    COURIER,
    HACKER,
    MOLE,
    NINJA,
    SNIPER,
    SPY,
)
from tablet_companion.games.text import N_

_MOVERS: Final = frozenset({COMMANDO, COURIER})
"""Specialists whose power moves a piece at once: their room does not tell which lines change."""
Beside = tuple[int, int]
"""How many of a line's other rooms have agents of the player who places, and of the other."""


def _count_beside(base: bytes, room: board.Room, own: int) -> list[Beside]:
    """Return the numbers of every line through a room; ``own`` is the colour that places."""
    found = []
    for line in board.LINES:
        stands = [base[one] for one in line if one != room]
        colours = [board.colour_of(agent) for agent in stands if agent != board.EMPTY]
        if room in line:
            found.append((colours.count(own), colours.count(1 - own)))
    return found


def _count_open(base: bytes, room: board.Room, own: int) -> int:
    """Return how many lines through a room have no agent of the other's in another room."""
    return sum(not others for _, others in _count_beside(base, room, own))


def _count_pairs(base: bytes, own: int) -> int:
    """Return how many lines have two agents of a colour and a free room."""
    free = (room for room, stands in enumerate(base) if stands == board.EMPTY)
    return sum(_count_beside(base, room, own).count((2, 0)) for room in free)


# --- placing --------------------------------------------------------------------------------------


def _list_bases(move: Move) -> list[bytes]:
    """Return the base after an agent gets through, for each use of its power."""
    action, state = move.action, move.state
    if not isinstance(action, actions.Place):
        return []
    results = list_results(state.base, state.placer, action.agent, action.room)
    return [base for _, base in results]


def _list_lined_up(move: Move) -> list[bool]:
    """Return, for each use of its power, whether an agent that gets through makes a line."""
    return [move.state.placer in board.find_lined_up(base) for base in _list_bases(move)]


def _can_remove(move: Move) -> bool:
    """Whether a spy of the other's can leave the base if an agent gets through."""
    other = board.spy(1 - move.state.placer)
    there = move.state.base.count(other)
    return any(base.count(other) < there for base in _list_bases(move))


def _lines_up(move: Move) -> bool:
    found = _list_lined_up(move)
    return bool(found) and all(found)


def _beside(wanted: Beside, move: Move) -> bool:
    """Whether a placement in a free room meets these numbers; its power moves nothing."""
    action, state = move.action, move.state
    if not isinstance(action, actions.Place) or action.agent in _MOVERS:
        return False
    free = state.base[action.room] == board.EMPTY
    return free and wanted in _count_beside(state.base, action.room, state.placer)


def _is_open_room(move: Move) -> bool:
    """Whether no room for this agent is on more lines open to its player, and some are on fewer."""
    action, state = move.action, move.state
    if not isinstance(action, actions.Place) or action.agent in _MOVERS:
        return False
    rooms = [one.room for one in placements(state) if one.agent == action.agent]
    counts = {room: _count_open(state.base, room, state.placer) for room in rooms}
    return counts[action.room] == max(counts.values()) > min(counts.values())


# --- guessing -------------------------------------------------------------------------------------


def _may_place(move: Move, wanted: Beside | None = None) -> bool:
    """Whether the other may place an agent in a guessed room, with these numbers on a line."""
    if not isinstance(move.action, actions.Guessed):
        return False
    base, own = move.state.base, move.state.placer
    return any(
        wanted is None
        or (one.agent not in _MOVERS and wanted in _count_beside(base, one.room, own))
        for one in placements(move.after)
        if one.room in move.action.rooms
    )


def _guesses_open_room(move: Move) -> bool:
    """Whether the other, placing a spy, has no room on more open lines, and some on fewer."""
    if not isinstance(move.action, actions.Guessed):
        return False
    base, own = move.state.base, move.state.placer
    rooms = {one.room for one in placements(move.after) if one.agent == SPY}
    counts = {room: _count_open(base, room, own) for room in rooms}
    guessed = [counts[room] for room in move.action.rooms if room in counts]
    return bool(guessed) and max(guessed) == max(counts.values()) > min(counts.values())


def _merely_may_place(move: Move) -> bool:
    """Whether nothing more can be said of a room where the other may place."""
    told = any(_may_place(move, beside) for beside in ((2, 0), (0, 2), (1, 0)))
    return _may_place(move) and not told and not _guesses_open_room(move)


# --- powers ---------------------------------------------------------------------------------------


def _uses_to(change: int, move: Move, *, mine: bool) -> bool:
    """Whether a power makes pairs in open lines more (1) or fewer (-1), for one side."""
    if not isinstance(move.action, actions.Use) or move.action.is_nothing:
        return False
    side = move.state.placer if mine else 1 - move.state.placer
    before, after = (_count_pairs(one.base, side) for one in (move.state, move.after))
    return (after - before) * change > 0


def _removes(move: Move) -> bool:
    if not isinstance(move.action, actions.Use):
        return False
    base, own = move.state.base, move.state.placer
    return any(board.colour_of(base[room]) != own for room in move.action.removed)


def _enrols(*cards: Card) -> Callable[[Move], bool]:
    """Whether one of these specialists is kept."""
    return lambda move: isinstance(move.action, actions.Enrol) and move.action.card in cards


REASONS: Final[tuple[Reason, ...]] = (
    (N_("If it gets through, three are in line."), _lines_up),
    (
        N_("If it gets through, its power can put three in line."),
        lambda m: any(_list_lined_up(m)) and not _lines_up(m),
    ),
    (N_("It keeps the other from three in line."), partial(_beside, (0, 2))),
    (N_("It continues one of your lines."), partial(_beside, (1, 0))),
    (N_("It closes one of the other’s lines."), partial(_beside, (0, 1))),
    (N_("If it gets through, it can take a spy of the other’s out of the base."), _can_remove),
    (N_("No room is on more lines that are open to you."), _is_open_room),
    (
        N_("A foiled spy only goes back to your reserve."),
        lambda m: (
            isinstance(m.action, actions.Place)
            and m.action.agent == SPY
            and m.state.in_reserve(m.state.placer) is not None
        ),
    ),
    (N_("The other could get three in line there."), lambda move: _may_place(move, (2, 0))),
    (
        N_("The other could keep you from three in line there."),
        lambda move: _may_place(move, (0, 2)),
    ),
    (N_("The other could continue a line there."), lambda move: _may_place(move, (1, 0))),
    (N_("No room is on more lines that are open to the other."), _guesses_open_room),
    (N_("The other can place there."), _merely_may_place),
    (
        N_("It puts three in line."),
        lambda m: (
            isinstance(m.action, actions.Use)
            and m.state.placer in board.find_lined_up(m.after.base)
        ),
    ),
    (N_("It breaks up two of the other’s in an open line."), partial(_uses_to, -1, mine=False)),
    (N_("It puts two of yours in an open line."), partial(_uses_to, 1, mine=True)),
    (N_("It takes a spy of the other’s out of the base."), _removes),
    (
        N_("Its power takes spies of the other’s out of the base."),
        _enrols(ASSASSIN, COMMANDO, NINJA, SNIPER),
    ),
    (N_("Its power moves agents in the base."), _enrols(BURGLAR, COMMANDO, COURIER, MOLE)),
    (N_("After it you guess two rooms at once."), _enrols(HACKER)),
)
