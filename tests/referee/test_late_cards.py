"""A card laid after its move was taken for granted corrects the record only where it can."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, Card
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.events import NameCard, Touched
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.model.verdicts import AskingCard
from tablet_companion.referee.step import step
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.late_cards import take_late_card
from tests.conformance.walk import GAMES, walk
from tests.referee.bench import GAME
from tests.referee.looks import AREAS, look
from tests.referee.watched import Watched


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


@pytest.mark.parametrize("game", [one for one in GAMES if one.pile], ids=lambda one: one.name)
def test_a_card_laid_after_it_was_named_is_still_that_move_s(game: AnyGame) -> None:
    """“Which card was laid?”: they touch the king, then lay it; the next player “played the king”.

    The next one of that face, laid elsewhere on the pile, is the next player's.
    """
    first, met = game.setup({"dealing": "people"}, game.seats), 0
    for state, action in itertools.islice(walk(game, first, 3, most=300), 0, 300, 5):
        card = game.card_of(action)
        before = Position(game, state).public.placement
        after = game.attempted(state, action)
        if card is None or after == before or met == 2:
            continue
        table = Watched(game, state)
        table.see(before, 0.3, "none", 0.0)
        table.see(after, 6.0, "none", 0.0)
        if not isinstance(table.table.verdict, AskingCard):
            continue
        table.table, _ = step(table.table, Touched(table.table.now_s + 1.0, NameCard(card)))
        table.see(after, 3.0, "none", 0.0)
        done = table.table.past
        if not done or done[-1].card != card or not table.table.is_played:
            continue
        met += 1
        table.glimpse(card)
        table.see(after, 0.3, card, 0.0)
        assert table.table.card.known is None
        assert table.table.glimpsed is None
        assert table.table.past == done
        table.see(after, 0.3, card, 20.0)
        assert table.table.card.known == card
    assert met == 2
