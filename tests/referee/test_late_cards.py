"""A card laid after its move was taken for granted corrects the record only where it can."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, Card
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.late_cards import take_late_card
from tests.conformance.walk import walk
from tests.referee.bench import GAME
from tests.referee.looks import AREAS, look


def alike(dealing: str, *, held: bool) -> tuple[Any, Any, Card]:
    """Return a state, a legal play, and another card that does the same, held or not."""
    for state, _ in walk(GAME, GAME.setup({"dealing": dealing}, GAME.seats), 5, most=400):
        if GAME.actor(state) in (None, CHANCE):
            continue
        position = Position(GAME, state)
        plays = [one for one in GAME.legal(state) if GAME.steps(state, one)]
        for action in plays:
            after = GAME.attempted(state, action)
            for one in list_candidates(position):
                same = one.after == after and one.card not in (None, GAME.card_of(action))
                other = GAME.recorded(state, one.action) if same else None
                if other is not None and (not GAME.judge(state, other)) is held:
                    assert one.card is not None
                    return state, action, one.card
    raise AssertionError("no two cards do the same")


def accepted(state: Any, action: Any, how: How) -> Table:
    """Return the table after a move whose card is known in some way."""
    table = new_table(GAME, AREAS, "en").but(stage=Stage.PLAY, state=state)
    return record.act(table, action, Laid(GAME.card_of(action), how))[0]


def laid_late(table: Table, card: Card) -> Table:
    """Return the table once another card lies on the pile, with the pieces as they were."""
    seen = look(table.placement, card=card, pose=(9.0, 9.0, 0.0))
    turned = take_late_card(table.but(reading=seen), Laid(card, How.SEEN))
    return table if turned is None else turned[0]


@pytest.mark.parametrize("how", [How.SAME, How.INFERRED])
def test_a_card_that_may_be_held_corrects_the_guess(how: How) -> None:
    """Nobody knows the hands: the card that lies there is the one that was played."""
    state, action, card = alike("people", held=True)
    table = laid_late(accepted(state, action, how), card)
    assert table.past[-1].card == card
    assert table.past[-1].laid == Laid(card, How.SEEN)


def test_a_card_that_is_not_in_the_hand_corrects_nothing() -> None:
    """Where the tablet dealt it is the next player's, laid already."""
    state, action, card = alike("tablet", held=False)
    table = accepted(state, action, How.SAME)
    assert laid_late(table, card) is table


def test_a_card_that_was_seen_is_not_corrected_by_the_next() -> None:
    """Only what was guessed can be wrong."""
    state, action, card = alike("people", held=True)
    for how in (How.SEEN, How.NAMED):
        table = accepted(state, action, how)
        assert laid_late(table, card) is table
