"""Why a move is good, in words: its visible merits.

A reason is a text and a condition; those that apply are told, most important first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tablet_companion.games.agent import actions as agent_game
from tablet_companion.games.agent.map import MAP, distances
from tablet_companion.games.agent.state import home, number, stake
from tablet_companion.games.core import UNKNOWN_CARD, Message, Seat
from tablet_companion.games.pocket_ops import actions as pocket_ops
from tablet_companion.games.pocket_ops.base import EMPTY as VACANT_ROOM
from tablet_companion.games.pocket_ops.base import LINES, colour_of
from tablet_companion.games.pocket_ops.legal import placements
from tablet_companion.games.pocket_ops.state import COMMANDO, COURIER, placer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.games.wink import actions as wink
from tablet_companion.games.wink.holding import holds_surely
from tablet_companion.players.dog_reasons import DOG, advances
from tablet_companion.players.move import Move
from tablet_companion.players.search import find_depth
from tablet_companion.players.seen import Action, own_actions

_MOST: Final = 2
"""The most reasons to tell."""
_ON: Final = N_("It brings your pawns on.")
_BEST: Final = N_("Of all that I tried it came out best.")
_DRAWN: Final = N_("It is drawn by lot from the good ones, so that nobody can foresee it.")
_ONLY: Final = N_("Nothing else is allowed.")


# --- Pocket Ops -----------------------------------------------------------------------------------

_MOVERS: Final = frozenset({COMMANDO, COURIER})
"""Specialists whose power moves a piece at once: their room does not tell which lines change."""


def _count_beside(base: bytes, room: int, own: int) -> list[tuple[int, int]]:
    """Return, for each line through a room, how many of its other rooms each colour has.

    ``own``, the first of the two, is the colour that places.
    """
    found = []
    for line in LINES:
        stands = [base[one] for one in line if one != room]
        colours = [colour_of(agent) for agent in stands if agent != VACANT_ROOM]
        if room in line:
            found.append((colours.count(own), colours.count(1 - own)))
    return found


def _beside(wanted: tuple[int, int]) -> Callable[[Move], bool]:
    """Return whether a placement meets these numbers on a line; its own power moves nothing."""

    def holds(move: Move) -> bool:
        action = move.action
        if not isinstance(action, pocket_ops.Place) or action.agent in _MOVERS:
            return False
        return wanted in _count_beside(move.state.base, action.room, placer(move.state))

    return holds


def _may_place(move: Move, wanted: tuple[int, int] | None = None) -> bool:
    """Whether the other may place an agent in a guessed room, with these numbers on a line."""
    if not isinstance(move.action, pocket_ops.Guessed):
        return False
    after, own = move.game.successor(move.state, move.action), placer(move.state)
    return any(
        wanted is None
        or (one.agent not in _MOVERS and wanted in _count_beside(after.base, one.room, own))
        for one in placements(after)
        if one.room in move.action.rooms
    )


_POCKET_OPS: Final = (
    (N_("If it gets through, three are in line."), _beside((2, 0))),
    (N_("It keeps the other from three in line."), _beside((0, 2))),
    (N_("It continues one of your lines."), _beside((1, 0))),
    (N_("It closes one of the other’s lines."), _beside((0, 1))),
    (N_("The other could get three in line there."), lambda move: _may_place(move, (2, 0))),
    (
        N_("The other could keep you from three in line there."),
        lambda move: _may_place(move, (0, 2)),
    ),
    (N_("The other can place there."), _may_place),
)

# --- Wink -----------------------------------------------------------------------------------------


def _is_call(move: Move) -> bool:
    return isinstance(move.action, wink.Call)


def _is_claim(move: Move) -> bool:
    return isinstance(move.action, wink.Name | wink.Accuse)


def _is_certain(move: Move) -> bool:
    """Whether a named or accused player holds the card for sure, as far as this seat knows."""
    action, state, seats = move.action, move.state, move.state.setting.seats
    own = seats.index(move.seat)
    if isinstance(action, wink.Name):
        of, card = action.seat, state.pawns[own]
    elif isinstance(action, wink.Accuse):
        of, card = action.of, action.card
    else:
        return False
    hands = (
        hand if seat == own else (UNKNOWN_CARD,) * len(hand)
        for seat, hand in enumerate(state.hands)
    )
    return holds_surely(state._replace(hands=tuple(hands)), seats.index(of), card)


_WINK: Final = (
    (N_("You do not hold its twin: another player may, and can be your partner."), _is_call),
    (N_("By all that was said so far it must be there."), _is_certain),
    (
        N_("By all that was said so far it may be there."),
        lambda move: _is_claim(move) and not _is_certain(move),
    ),
)

# --- Agent ----------------------------------------------------------------------------------------


def _stakes(move: Move) -> list[int]:
    """Return what the player has staked on each agent."""
    seat = move.state.setting.seats.index(move.seat)
    return [stake(move.state, seat, agent) for agent in range(len(move.state.agents))]


def _comes_nearer(move: Move, *, case: bool) -> int:
    """Return how much nearer a moved agent comes: to its home with the case, or to the case.

    0 for everything else.
    """
    if not isinstance(move.action, agent_game.Move | agent_game.Attack):
        return 0
    agent = number(move.state, move.action.agent)
    after = move.game.successor(move.state, move.action)
    if case != (after.holder == agent):
        return 0
    ways = distances(MAP, home(agent) if case else after.case)
    return ways[move.state.agents[agent]] - ways[after.agents[agent]]


def _has_staked(move: Move) -> bool:
    return _stakes(move)[number(move.state, move.action.agent)] > 0


def _brings_home(move: Move) -> bool:
    return _comes_nearer(move, case=True) > 0 and _has_staked(move)


def _leads_away(move: Move) -> bool:
    """Whether an agent that has the case is led away from its home, to the player's advantage."""
    away = _comes_nearer(move, case=True) < 0
    return away and _stakes(move)[number(move.state, move.action.agent)] < max(_stakes(move))


def _approaches(move: Move) -> bool:
    return _comes_nearer(move, case=False) > 0 and _has_staked(move)


def _sends_away(move: Move) -> bool:
    if not isinstance(move.action, agent_game.Attack):
        return False
    stakes = _stakes(move)
    return stakes[number(move.state, move.action.victim)] < max(stakes)


def _stake_in_question(move: Move, *, stands: bool) -> int | None:
    """Return the player's stake on the agent whose move is in question.

    None unless the action speaks for it (``stands``), or against it.
    """
    if move.state.pending is None or _speaks_for(move) is not stands:
        return None
    return _stakes(move)[number(move.state, move.state.pending.action.agent)]


def _speaks_for(move: Move) -> bool | None:
    """Whether an action wants the move in question to stand; None if that does not show."""
    state = move.state
    if not isinstance(move.action, agent_game.Bid):
        return _SPEAKS_FOR.get(move.action)
    mover, objector = state.asked == state.turn, state.asked == state.contest.objector
    return mover if mover or objector else None


_SPEAKS_FOR: Final[Mapping[Action, bool]] = {
    agent_game.ACCEPT: True,
    agent_game.INSIST: True,
    agent_game.LET_STAND: True,
    agent_game.OBJECT: False,
    agent_game.TAKE_BACK: False,
}


def _is_for_another(move: Move) -> bool:
    found = _stake_in_question(move, stands=False)
    return found is not None and found < max(_stakes(move))


def _favours(move: Move) -> bool:
    found = _stake_in_question(move, stands=True)
    return found is not None and 0 < found == max(_stakes(move))


def _cannot_bid(move: Move) -> bool:
    return move.action == agent_game.ACCEPT and _stake_in_question(move, stands=True) == 0


_AGENT: Final = (
    (N_("An agent on which you have staked brings the case nearer to its home."), _brings_home),
    (
        N_("The case goes away from the home of an agent on which you have staked less."),
        _leads_away,
    ),
    (N_("It sends away an agent on which you have staked less than on another."), _sends_away),
    (N_("An agent on which you have staked comes nearer to the case."), _approaches),
    (N_("You have staked more on another agent."), _is_for_another),
    (N_("You have staked most on this agent."), _favours),
    (N_("You have staked nothing on this agent that you could bid."), _cannot_bid),
)
_REASONS: Final[Mapping[str, tuple[tuple[str, Callable[[Move], bool]], ...]]] = {
    "agent": _AGENT,
    "agent_dog": DOG,
    "dog": DOG,
    "pocket_ops": _POCKET_OPS,
    "wink": _WINK,
}


def find_reasons(game: AnyGame, state: Any, seat: Seat, action: Action) -> tuple[Message, ...]:
    """Return why an action is good for a seat, as far as that seat may know."""
    if len(own_actions(game, state, seat)) == 1:
        return (Message(_ONLY),)
    move, texts = Move(game, state, seat, action), _REASONS.get(game.name, ())
    found = [Message(text) for text, holds in texts if holds(move)]
    return tuple(found[:_MOST]) or (Message(_find_last(move)),)


def _find_last(move: Move) -> str:
    """Return the reason that is left if no other holds."""
    if find_depth(move.game).mixed:
        return _DRAWN  # others may have come out better
    is_dog = _REASONS.get(move.game.name) is DOG
    return _ON if is_dog and advances(move) else _BEST
