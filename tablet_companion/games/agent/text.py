"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

import json
from typing import Any

from tablet_companion.games.agent import sheets
from tablet_companion.games.agent.actions import Attack, Move, read_action, write_action
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.setting import Setting
from tablet_companion.games.agent.setup import first_state, setting
from tablet_companion.games.agent.sheets import Proof, Sheet
from tablet_companion.games.agent.state import EXILED, NOBODY, Contest, Pending, Phase, State
from tablet_companion.games.core import PositionError, Seat


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    pending = state.pending
    data = state._asdict() | {
        "setting": _write_setting(state.setting),
        "sheets": [sheet._asdict() for sheet in state.sheets],
        "barred": [write_action(action) for action in state.barred],
        "pending": pending and [write_action(pending.action), *pending[1:]],
        "contest": state.contest and list(state.contest),
    }
    return json.dumps(data, separators=(",", ":"))


def _write_setting(where: Setting) -> dict[str, Any]:
    return {
        "seats": where.seats,
        "agents_per_city": len(where.agents) // len(MAP.homes),
        "paper_sheets": where.paper,
        "contest_all": where.contest_all,
        "claims_must_be_made": where.claims,
        "most_turns": where.most_turns,
    }


def read(text: str) -> State:
    """Read a state; raises PositionError where the text is none."""
    try:
        data = json.loads(text)
        where = setting(data["setting"], tuple(map(Seat, data["setting"]["seats"])))
        state = _read(where, data)
        sound = set(data) == set(state._asdict()) and _sound(state)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise PositionError(f"This is no state of Agent: {error!s:.80}.") from error
    if not sound:
        raise PositionError("This is no state of Agent: its map or its sheets are broken.")
    return state


def _read(where: Setting, data: dict[str, Any]) -> State:
    contest, pending = data["contest"], data["pending"]
    turn, asked, case, holder = (int(data[key]) for key in ("turn", "asked", "case", "holder"))
    return first_state(where)._replace(
        phase=Phase(data["phase"]),
        turn=turn,
        asked=asked,
        case=case,
        holder=holder,
        agents=tuple(map(int, data["agents"])),
        sheets=tuple(_read_sheet(sheet) for sheet in data["sheets"]),
        barred=tuple(_read_move(action, where) for action in data["barred"]),
        pending=Pending(_read_move(pending[0], where), *map(int, pending[1:])) if pending else None,
        contest=Contest(contest[0], tuple(contest[1]), *contest[2:]) if contest else None,
        named=_pairs(data["named"]),
        claimants=tuple(map(int, data["claimants"])),
        announced=tuple((int(agent), tuple(sums)) for agent, sums in data["announced"]),
        winner=int(data["winner"]),
        turns=int(data["turns"]),
    )


def _read_sheet(data: dict[str, Any]) -> Sheet:
    return Sheet(
        batches=tuple(_pairs(batch) for batch in data["batches"]),
        spent=tuple(map(int, data["spent"])),
        proofs=tuple(Proof(*proof) for proof in data["proofs"]),
        empty=bool(data["empty"]),
    )


def _read_move(text: str, where: Setting) -> Move | Attack:
    action = read_action(text, where)
    if not isinstance(action, Move | Attack):
        raise ValueError(f"{text} is no move")  # noqa: TRY004 - it is the text that is wrong
    return action


def _pairs(data: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((int(one), int(other)) for one, other in data)


def _sound(state: State) -> bool:
    """Say whether every number of a state names something that there is."""
    agents, seats = range(len(state.setting.agents)), range(len(state.setting.seats))
    cities = range(len(MAP.names))
    return (
        len(state.agents) == len(agents)
        and all(city == EXILED or city in cities for city in state.agents)
        and state.case in cities
        and (state.holder == NOBODY or state.agents[state.holder] == state.case)
        and state.turn in seats
        and (state.asked == NOBODY or state.asked in seats)
        and len(state.sheets) == len(seats)
        and all(_sound_sheet(sheet, len(agents)) for sheet in state.sheets)
    )


def _sound_sheet(sheet: Sheet, agents: int) -> bool:
    entries = [entry for batch in sheet.batches for entry in batch]
    known = all(agent in range(agents) and value in sheets.VALUES for agent, value in entries)
    return known and len(sheet.spent) == agents and min(sheets.lots_left(sheet)) >= 0
