"""Static evaluation of positions: one function for each game, numbers as data.

Values lie between -1 (lost) and 1 (won) and are estimates; searching corrects them. They use a
whole state, which in a search is a sampled one. All numbers were chosen by hand, none is fitted:
docs/players.md says how strong they make the players.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from tablet_companion.games.agent.map import MAP, distances
from tablet_companion.games.agent.state import EXILED, home
from tablet_companion.games.agent.state import stake as _stake
from tablet_companion.games.core import Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.pocket_ops.base import LINES
from tablet_companion.games.pocket_ops.state import placer
from tablet_companion.games.wink.actions import NO, YES, Say
from tablet_companion.games.wink.flow import successor
from tablet_companion.games.wink.state import Phase, open_call, points

Values = Mapping[Seat, float]
"""The value of a position to each seat that plays."""

# --- DOG and Agent DOG ----------------------------------------------------------------------------

_OUT: Final = 12.0
_STEP: Final = 0.6
_HOME: Final = 58.0
_DEEPER: Final = 3.0
_LEAD: Final = 70.0
"""A pawn's points: out of the nest, each step round, in the finish; and a good lead."""


def _pawn_values(colour: int) -> tuple[float, ...]:
    on_track = [_OUT + _STEP * ((at - track.STARTS[colour]) % track.LAP) for at in range(track.LAP)]
    inside = range(track.finish(colour), track.finish(colour) + track.PAWNS_EACH)
    depth = [
        _HOME + _DEEPER * (at - inside[0]) if at in inside else 0.0
        for at in range(track.LAP, track.SQUARES)
    ]
    return (*on_track, *depth)


_PAWNS: Final = tuple(_pawn_values(colour) for colour in range(4))


def value_dog(state: Any) -> Values:
    """Return how far each side's pawns have come, relative to the other sides'."""
    setting = state.setting
    gone, board = [0.0] * 4, state.board
    for square in itertools.compress(track.ALL, board):
        if (pawn := board[square]) <= len(_PAWNS):
            gone[pawn - 1] += _PAWNS[pawn - 1][square]
    sides = [gone[c] + (gone[p] if (p := setting.partner(c)) != c else 0) for c in range(4)]
    found = {}
    for seat in setting.playing:
        others = [sides[c] for c in setting.playing if c not in (seat, setting.partner(seat))]
        lead = sides[seat] - (sum(others) / len(others) + max(others)) / 2
        found[setting.seats[seat]] = math.tanh(lead / _LEAD)
    return found


# --- Pocket Ops -----------------------------------------------------------------------------------

_ROUND: Final = 0.5
_LINE: Final = (0.0, 0.02, 0.14, 0.5)
_RESERVE: Final = 0.05
"""Shares of a game: a round won, a line still possible with this many agents, a specialist."""


def value_pocket_ops(state: Any) -> Values:
    """Return the value of rounds won, open lines, and specialists in reserve."""
    score = _ROUND * (state.wins[0] - state.wins[1])
    score += _RESERVE * (state.fresh[0] - state.fresh[1])
    owned = [0 if piece == 0 else 2 - piece % 2 for piece in state.base]
    if state.placed is not None:  # counted as through: only one guess in nine foils it
        owned[state.placed.room] = placer(state) + 1
    for line in LINES:
        mine = sum(owned[room] == 1 for room in line)
        yours = sum(owned[room] == 2 for room in line)
        score += _LINE[mine] * (not yours) - _LINE[yours] * (not mine)
    score = max(-0.95, min(0.95, score))
    return {Seat("red"): score, Seat("blue"): -score}


# --- Wink -----------------------------------------------------------------------------------------

_POINTS: Final = 4.0
_OPEN: Final = 0.25
"""Points of a good lead; the value of a call whose partner can still be named."""


def value_wink(state: Any) -> Values:
    """Return each seat's points relative to the best other's, and its calls still open.

    A claim is worth what its answer brings.
    """
    if state.phase is Phase.ANSWER:
        held = state.claim.card in state.hands[state.claim.of]
        state = successor(state, Say(YES if held else NO))
    seats = range(len(state.setting.seats))
    counts = [points(state, seat) + _OPEN * (open_call(state, seat) is not None) for seat in seats]
    total, ranked = sum(counts), sorted(counts)
    found = {}
    for name, count in zip(state.setting.seats, counts, strict=True):
        most = ranked[-2] if count == ranked[-1] else ranked[-1]
        best = (most + (total - count) / (len(counts) - 1)) / 2
        found[name] = math.tanh((count - best) / _POINTS)
    return found


# --- Agent ----------------------------------------------------------------------------------------

_NEAR: Final = 1.6
"""Moves by which an agent's chance of coming home falls by a factor of e."""
_IDLE: Final = 0.15
"""The probability that none of the agents wins from where it stands."""
_TIE: Final = 200.0
"""Dollars by which a stake should lead."""
_WAYS: Final = {city: distances(MAP, city) for city in range(len(MAP.names))}


def value_agent(state: Any) -> Values:
    """Return whose stakes are highest on the agents most likely to bring the case home."""
    seats = range(len(state.setting.seats))
    scores, weight = [0.0] * len(seats), _IDLE
    for agent, city in enumerate(state.agents):
        if city == EXILED:
            continue
        ways = _WAYS[home(agent)]
        left = ways[city] if state.holder == agent else 1 + _WAYS[state.case][city]
        left += 0 if state.holder == agent else ways[state.case]
        chance = math.exp(-left / _NEAR)
        weight += chance
        stakes = [_stake(state, seat, agent) for seat in seats]
        ranked = sorted(stakes)
        for seat, amount in enumerate(stakes):
            most = ranked[-2] if amount == ranked[-1] else ranked[-1]
            scores[seat] += chance * math.tanh((amount - most) / _TIE)
    return {
        name: scores[seat] / weight for seat, name in zip(seats, state.setting.seats, strict=True)
    }


WORTH: Final[Mapping[str, Callable[[Any], Values]]] = {
    "agent": value_agent,
    "agent_dog": value_dog,
    "dog": value_dog,
    "pocket_ops": value_pocket_ops,
    "wink": value_wink,
}
"""The function of each game; other games are played on at random (``search.find_depth``)."""
