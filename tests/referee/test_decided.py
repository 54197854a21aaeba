"""What decided a round or a game is marked on the board until the pieces are moved."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Place
from tablet_companion.games.pocket_ops.state import Phase
from tablet_companion.referee.model.panels import EndPanel, Mark, MarkKind, PlayPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.panel import build_panel
from tests.games.pocket_ops import GAME, at, turn


@pytest.mark.parametrize(
    ("base", "placed", "rooms"),
    [("r.. br. ..b", "C", ""), ("rr. bb. ...", "C", "ABC"), (".r. r.r .r.", "E", "BDEFH")],
)
def test_the_line_that_wins_is_marked(base: str, placed: str, rooms: str) -> None:
    """Who had seen the last agent alone had to search the board for the three."""
    state = turn(at(base, guesser="blue"), "I" if rooms else "A", "spy", placed)
    assert (state.phase is Phase.GATHER) == bool(rooms)
    table = new_table(GAME, {}, "en").but(stage=Stage.PLAY, state=state)
    rings = tuple(Mark(Place(room), MarkKind.WON) for room in rooms)
    playing = build_panel(table)
    assert isinstance(playing, PlayPanel)
    assert playing.marks == rings
    ended = build_panel(table.but(state=state._replace(phase=Phase.OVER), stage=Stage.ENDED))
    assert isinstance(ended, EndPanel)
    assert (ended.marks if rooms else ()) == rings
