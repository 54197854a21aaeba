"""A piece is lost while another moves to where it might have gone: which of them came is asked."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import EMPTY, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.panels import QuestionPanel
from tablet_companion.referee.pages.panel import build_panel
from tests.referee.seer import Seer

_PLACED = ("a1", "c3", "b1", "c1", "c2", "a2")
"""Where red and blue place their men, in turn."""


@pytest.mark.parametrize("sure", [0.55, 0.93])
def test_a_piece_that_is_only_lost_is_not_taken_for_the_one_that_moved(
    game: AnyGame, sure: float
) -> None:
    """Red's man has gone from c2, and the one of b1 moved to b2; b1 is read as empty with doubt.

    The man of c2 was taken for the one that came.
    """
    seer, state = Seer(game, 1), game.setup({}, game.seatings({}, 2)[0])
    for number, point in enumerate(_PLACED):
        nest = f"{('red', 'blue')[number % 2]}.nest"
        state = game.successor(state, game.read_action(state, f"{nest} {point}"))
    seer.table = seer.table.but(state=state)
    seer.see(game.placement(state))
    men = dict(game.placement(state).pieces)
    left = {at: man for at, man in men.items() if at not in ("b1", "c2")}
    shown = left | {Place("b2"): men[Place("b1")]}
    doubt = {str(seer.table.areas[Place("b1")][0]): {EMPTY: sure, "red": 1 - sure}}
    seer.see(Placement(tuple(sorted(shown.items()))), seconds=9, doubts=doubt)
    assert not seer.table.past
    assert isinstance(build_panel(seer.table), QuestionPanel)
