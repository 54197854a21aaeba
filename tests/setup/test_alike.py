"""Pictures of the set-up that show something else than was asked for are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion.kit import printed
from tablet_companion.setup.alike import sees_hand
from tablet_companion.setup.leaf import Does
from tests.setup.boxed import MAKES, Make
from tests.setup.owner import Owner
from tests.setup.test_teaching import make_show_step

NOWHERE = Path("/nonexistent")  # nothing is written there


def test_a_card_that_was_shown_before_is_noticed() -> None:
    """It may be taken again, the other may be, or it is right: nothing goes on by itself."""
    owner = Owner(MAKES[1], NOWHERE)
    step = make_show_step(owner)
    first, second, third, *_ = printed.drawings(owner.make.game)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "a card that is new is doubted")
    owner.table.clear_pile()
    owner.table.lay(first)
    owner.until(lambda: step.twin == first, "the same card is learnt under two names")
    assert step.ask.card == second
    owner.touch(Does("again"))
    owner.pass_time(3)
    assert f"card_{second}" not in step.teaching.shown
    owner.table.lay(second)
    owner.until(lambda: step.ask.card == third, "the right card is doubted")
    owner.table.lay(second)
    owner.until(lambda: step.twin == second, "the same card is learnt under two names")
    owner.touch(Does("other"))
    assert step.ask.card == second
    assert step.twin is None
    owner.touch(Does("skip"))
    assert step.ask.card not in (first, second, third), "what was asked for before comes next"


@pytest.mark.parametrize("make", MAKES, ids=lambda make: make.name)
def test_a_hand_over_an_empty_board_is_noticed(make: Make) -> None:
    """Nothing is known of the board: the network of hands alone has to see it."""
    owner = Owner(make, NOWHERE)
    assert not sees_hand(owner.board, owner.fit(), owner.picture())
    owner.table.hand_in("T5")
    assert sees_hand(owner.board, owner.fit(), owner.picture())
