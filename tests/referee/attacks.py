"""Tables of Agent at which somebody was attacked, and time that passes there."""

from __future__ import annotations

from tablet_companion import games
from tablet_companion.games.agent.exchange import read_position
from tablet_companion.games.core import Placement
from tablet_companion.referee.model import events
from tests.referee.seer import Seer

AGENT = games.load("agent")


def wait(seer: Seer, seconds: float) -> None:
    """Let time pass, the table as the record has it."""
    for _ in range(round(seconds * 10)):
        seer.event(events.Ticked(seer.table.now_s + 0.1))


def attacked(
    action: str, *, done: bool = True, staked: tuple[int, ...] = (1000, 500)
) -> tuple[Seer, Placement]:
    """Return a table at which yellow goes to green in London, and what it shows then.

    ``done``: that is on record. ``staked``: by the one on turn, on yellow.
    """
    seer = Seer(AGENT, 1)
    seats = seer.table.setup.seats
    agents = {"yellow": "Oslo", "green": "London"}
    position = {"game": "agent", "seats": [*seats], "turn": seats[0], "agents": agents}
    state = read_position({**position, "stakes": {seats[0]: {"yellow": [*staked]}}})
    seer.table = seer.table.but(state=state, past=())
    meant = AGENT.read_action(state, action)
    shown = AGENT.attempted(seer.table.state, meant)
    if done:
        seer.see(shown)
        seer._answer(meant)
    return seer, shown
