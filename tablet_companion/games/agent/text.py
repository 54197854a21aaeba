"""Text forms of states: lines of JSON. They contain secrets; only the journal may keep them."""

from __future__ import annotations

from typing import Any, Final

from tablet_companion.games.agent import sheets
from tablet_companion.games.agent.actions import Attack, Move, read_action, write_action
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.setting import Setting
from tablet_companion.games.agent.setup import check_seats
from tablet_companion.games.agent.sheets import Sheet
from tablet_companion.games.agent.state import EXILED, NOBODY, State
from tablet_companion.games.shared import codec


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    return codec.write(state, _WRITTEN)


def read(text: str) -> State:
    """Read a state; raises PositionError for an invalid text."""
    return codec.read(State, text, "Agent", _broken, _read_special)


_WRITTEN: Final[codec.Special] = {Sheet: Sheet._asdict, Move: write_action, Attack: write_action}


def _read_special(data: dict[str, Any]) -> codec.Special:
    where: Setting = codec.decode(Setting, data["setting"])
    return {Move | Attack: lambda text: _read_move(text, where)}


def _read_move(text: str, where: Setting) -> Move | Attack:
    action = read_action(text, where)
    if not isinstance(action, Move | Attack):
        raise ValueError(f"{text} is not a move")  # noqa: TRY004 - it is the text that is wrong
    return action


def _broken(state: State) -> str:
    check_seats(state.setting.seats)
    return "" if _sound(state) else "its map or its sheets are broken"


def _sound(state: State) -> bool:
    """Whether every number of a state refers to something that exists."""
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
