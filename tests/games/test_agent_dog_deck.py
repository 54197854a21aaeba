"""The deck: how likely each card is dealt, and boxes with other cards."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import CHANCE, PositionError
from tests.conformance.walk import walk
from tests.games.agent_dog import GAME


def test_a_card_comes_as_often_as_it_lies_in_the_pile() -> None:
    """The weights of a deal count the draw pile, or the discards when these become the pile."""
    reshuffled = False
    state = GAME.setup({"dealing": "tablet"}, GAME.seats)
    pack = sum(state.setting.deck)
    for before, action in walk(GAME, state, seed=1, most=800):
        dealing = GAME.actor(before) == CHANCE and action.verb == "deal"
        if dealing:
            weights = [GAME.weight(before, deal) for deal in GAME.legal(before)]
            in_hands = sum(map(len, before.hands))
            assert sum(weights) == (before.stock or pack - in_hands)
            assert min(weights) >= 1
            reshuffled |= not before.stock
    assert reshuffled


def test_a_box_may_have_other_numbers_of_cards() -> None:
    """The deck that a table enters is the one that is dealt."""
    counts = tuple(4 + n % 3 for n in range(len(GAME.cards)))
    state = GAME.setup({"deck": counts}, GAME.seats)
    assert state.setting.deck == counts
    assert state.stock == sum(counts)
    assert GAME.read(GAME.write(state)) == state


@pytest.mark.parametrize("counts", [(8,), (1,) * 15, (-1,) + (8,) * 14, ("8",) * 15, 110])
def test_what_is_no_deck_is_refused(counts: object) -> None:
    """A deck names every card once, and has enough of them for a deal."""
    with pytest.raises(PositionError):
        GAME.setup({"deck": counts}, GAME.seats)  # type: ignore[dict-item]  # that is the point
