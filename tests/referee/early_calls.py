"""Tables of Wink where somebody acts before an accusation is settled."""

from __future__ import annotations

from tablet_companion import games
from tablet_companion.games.wink.actions import Accuse, Call
from tablet_companion.games.wink.state import State
from tests.referee.seer import Seer


def with_call_too_early() -> tuple[Seer, State]:
    """Return a table of Wink where a pawn was put on a card during an accusation, and the state."""
    wink = games.load("wink")
    seer = Seer(wink, 3)
    while not (accusations := [a for a in wink.legal(seer.table.state) if isinstance(a, Accuse)]):
        seer.play_on()
    state = seer.table.state
    call = next(one for one in wink.legal(state) if isinstance(one, Call))
    seer.table = seer.table.but(state=wink.successor(state, accusations[0]))
    seer.see(wink.attempted(state, call), seconds=8)
    return seer, state
