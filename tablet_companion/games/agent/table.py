"""Between a state and a table: what is to be done, and what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablet_companion.games.agent import board, flow, rules
from tablet_companion.games.agent.actions import Action, Attack, Move
from tablet_companion.games.agent.judge import judge
from tablet_companion.games.agent.map import CITY, MAP
from tablet_companion.games.agent.setting import THE_CASE
from tablet_companion.games.agent.state import EXILED, NOBODY, State
from tablet_companion.games.core import (
    Breach,
    Piece,
    Place,
    Placement,
    PositionError,
    Rule,
    Step,
    StepKind,
)

UPON = ".case"


def attempted(state: State, action: Action) -> Placement:
    """Return what the table would show after an action, legal or not."""
    return board.placement(_after(state, action))


def _after(state: State, action: Action) -> State:
    if isinstance(action, Move | Attack):
        return board.carry(state, action)
    return state if judge(state, action) else flow.successor(state, action)


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return what people do with agents and case for an action: the resulting differences.

    An answer may complete an attack (the victim goes to the Bahamas) or take something back.
    """
    after = _after(state, action)
    agents = range(len(state.agents))
    touched = [a for a in agents if board.place_of(state, a) != board.place_of(after, a)]
    touched.sort(key=lambda agent: after.agents[agent] != EXILED)
    found = [_step(state, after, agent) for agent in touched]
    if state.case != after.case:
        names = MAP.names[state.case], MAP.names[after.case]
        found.append(Step.move(THE_CASE, *names, rules.CASE_ALONE))
    return tuple(found)


def _step(state: State, after: State, agent: int) -> Step:
    source, target = board.place_of(state, agent), board.place_of(after, agent)
    gone = target == MAP.exile
    kind = StepKind.CAPTURED if gone else StepKind.MOVED
    rule = rules.EXILE_BY_ATTACK if gone else _reason(state, after)
    return Step(kind, state.setting.agents[agent], source, target, rule)


def _reason(state: State, after: State) -> Rule:
    """Return the rule that asks for the step of an agent that stays in play."""
    if state.pending is None:
        return rules.ONE_SPACE
    exiled = after.agents.count(EXILED) > state.agents.count(EXILED)
    return rules.CASE_HELD if exiled else rules.TAKE_BACK


# --- what was seen --------------------------------------------------------------------------------


def read_shown(state: State, shown: Placement) -> dict[Piece, Place]:
    """Return where each piece is seen; raises PositionError for pieces that this game lacks.

    Pieces may be missing.
    """
    found: dict[Piece, Place] = {}
    for place, piece in shown.pieces:
        if not _can_stand(state, place, piece):
            raise PositionError(f"Agent has no {piece} on {place}.")
        if piece in found:
            raise PositionError(f"The {piece} cannot be on {found[piece]} and on {place}.")
        found[piece] = place
    return found


def _can_stand(state: State, place: Place, piece: Piece) -> bool:
    if piece == THE_CASE:
        return place in CITY
    city = place.removesuffix(UPON)
    return piece in state.setting.agents and (city in CITY or place == MAP.exile)


def amend(state: State, shown: Placement) -> State:
    """Return the state with agents and case as the table shows them; raises PositionError.

    The sheets keep their stakes. An agent taken out of exile gets its stakes back.
    """
    seen = _with_hidden_case(state, read_shown(state, shown))
    for piece in (*state.setting.agents, THE_CASE):
        if piece not in seen:
            raise PositionError(f"The table does not show the {piece}.")
    case = seen[THE_CASE]
    upon = [a for a in state.setting.agents if seen[a].endswith(UPON)]
    if len(upon) > 1 or any(seen[agent] != case + UPON for agent in upon):
        raise PositionError(f"One agent at most stands on the case, and it is in {case}.")
    agents = tuple(_city(seen[agent]) for agent in state.setting.agents)
    holder = state.setting.agents.index(upon[0]) if upon else NOBODY
    amended = state._replace(agents=agents, case=CITY[case], holder=holder)
    return flow.end_if_decided(_unproved(state, amended))


def _with_hidden_case(state: State, seen: dict[Piece, Place]) -> dict[Piece, Place]:
    """Return the sights; a case that is not seen is assumed under the only agent there."""
    where = MAP.names[state.case]
    there = [piece for piece, place in seen.items() if place == where]
    if THE_CASE in seen or len(there) != 1:
        return seen
    return seen | {THE_CASE: where, there[0]: board.on_case(state.case)}


def _city(place: Place) -> int:
    return CITY.get(Place(place.removesuffix(UPON)), EXILED)


def _unproved(before: State, after: State) -> State:
    """Remove the proofs that stakes are final for agents that came out of exile."""
    back = {
        agent
        for agent, (old, new) in enumerate(zip(before.agents, after.agents, strict=True))
        if old == EXILED != new
    }
    if not back:
        return after
    found = [
        sheet._replace(
            proofs=tuple(
                proof._replace(exact=proof.exact and proof.agent not in back)
                for proof in sheet.proofs
            )
        )
        for sheet in after.sheets
    ]
    return after._replace(sheets=tuple(found))


# --- what somebody may have meant -----------------------------------------------------------------


MAX_ASTRAY: Final = 3
"""More agents than this out of place are no attempt at a move: somebody bumped the table."""


def diagnose(state: State, shown: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows.

    Empty if the table shows a legal move, or differs too much to be anybody's move.
    """
    seen = read_shown(state, shown)
    strayed = [
        agent
        for agent, name in enumerate(state.setting.agents)
        if name in seen and seen[name] != board.place_of(state, agent)
    ]
    moved = [a for a in strayed if seen[state.setting.agents[a]] != MAP.exile]
    if len(strayed) > MAX_ASTRAY:
        return ()
    found = [_sent_away(state, agent) for agent in strayed if agent not in moved]
    if robbed := _rob(state, moved, seen):
        found += robbed
    elif len(moved) > 1:
        places = tuple(seen[state.setting.agents[agent]] for agent in moved)
        found.append(Breach(rules.ONE_AGENT, places, (), (("count", len(moved)),)))
    elif moved:
        found += _one_moved(state, moved[0], seen)
    else:
        found += _case_moved(state, state, seen)
    return tuple(found) or (_idle(state, seen) if not moved else ())


def _sent_away(state: State, agent: int) -> Breach:
    """Return the breach of taking an agent to the Bahamas without a completed attack."""
    name, where = state.setting.agents[agent], MAP.names[state.agents[agent]]
    details = (("piece", name), ("place_to", where))
    return Breach(rules.EXILE_BY_ATTACK, (where,), (name,), details)


def _rob(state: State, moved: Sequence[int], seen: dict[Piece, Place]) -> Sequence[Breach]:
    """Return what is wrong if an agent was put on a held case, and its holder put beside it."""
    where, names = MAP.names[state.case], state.setting.agents
    takers = [agent for agent in moved if seen[names[agent]] == board.on_case(state.case)]
    aside = [agent for agent in moved if agent == state.holder and seen[names[agent]] == where]
    if len(moved) != len(takers + aside) or not takers or not aside:
        return ()
    return judge(state, Move(names[takers[0]], where, on=True))


def _one_moved(state: State, agent: int, seen: dict[Piece, Place]) -> Sequence[Breach]:
    """Return what is wrong if one agent, and perhaps the case, was moved."""
    name = state.setting.agents[agent]
    move = Move(name, Place(seen[name].removesuffix(UPON)), seen[name].endswith(UPON))
    return judge(state, move) or _case_moved(state, board.carry(state, move), seen)


def _case_moved(state: State, after: State, seen: dict[Piece, Place]) -> list[Breach]:
    """Return the breach of a case that is not where it should be."""
    where = MAP.names[after.case]
    if seen.get(THE_CASE, where) == where:
        return []
    back = MAP.names[state.case]
    return [Breach(rules.CASE_ALONE, (seen[THE_CASE],), (THE_CASE,), (("place_to", back),))]


def _idle(state: State, seen: dict[Piece, Place]) -> tuple[Breach, ...]:
    """Return the breach of doing nothing, if nobody holds a piece either."""
    whole = len(seen) == len(state.setting.agents) + 1
    return (Breach(rules.NO_PASSING),) if whole else ()
