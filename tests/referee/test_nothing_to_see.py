"""Plays after which board and pile look exactly as before: people are asked, and can say so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Card
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.public import list_passes
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, NameCard, NoCard, Touched
from tablet_companion.referee.model.panels import CardKeysPanel, PlayPanel
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import AskingCard, Quiet
from tablet_companion.referee.pages.panel import LIKE, build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.answering import find_question
from tests.amounts import THOROUGH, count
from tests.conformance.walk import GAMES, setups, walk
from tests.games.dog import GAME as DOG
from tests.games.dog import position
from tests.referee.bench import Bench
from tests.referee.watched import Watched

PILES = [game for game in GAMES if game.pile]
LAPPED = {"red": "T0"}
"""Red's pawn stands on its own start after a lap; three others are in the nest."""
OLD, NEAR = (0.0, 0.0, 0.0), (2.0, 1.0, 2.0)
"""Where a card lay, and where its like is laid within what nobody can tell apart."""


def _find_unseen(state: Any, game: AnyGame) -> Iterator[Candidate]:
    """Yield one play of each card whose move nobody can see."""
    public = Position(game, state).public
    passes, met = list_passes(public), set[Card | None]()
    for one in list_candidates(public):
        if one.changes or one.action in passes or one.card in met:
            continue
        if one.action in game.legal(state):  # the player holds the card, where that is known
            met.add(one.card)
            yield one


def _touch(table: Table, intent: Any) -> Table:
    return step(table, Touched(table.now_s + 1.0, intent))[0]


def _play_unseen(game: AnyGame, state: Any, play: Candidate) -> None:
    """Lay the like of the card on the pile exactly on it, and put its play on record."""
    table, card = Watched(game, state), play.card or ""
    now = Position(game, state).public.placement
    table.table = table.table.but(acted_s=0.0)
    table.see(now, 0.3, card, 0.0)
    table.table = table.table.but(pile=table.table.reading.card)  # type: ignore[union-attr]
    table.see(now, 7.0, card, 0.0)
    asked = build_panel(table.table)
    assert isinstance(asked, CardKeysPanel), (game.name, play.action)
    assert (asked.say.text, asked.cards) == (LIKE, (card,))
    table.table = _touch(table.table, NameCard(Card(card)))
    table.see(now, 4.0, card, 0.0)
    question = find_question(table.table)
    assert question is not None, "which of them was it?"
    acts = [one.action if isinstance(one, Act) else None for one in question.consequences]
    before = table.table.past
    table.table = _touch(table.table, Answer(acts.index(play.action)))
    assert table.table.past[len(before)].action == play.action


def test_every_play_that_nobody_can_see_is_asked_about_and_put_on_record() -> None:
    """A king on a king brings a pawn out onto one of its colour: the page waited for ever."""
    state = read_position(position("K", **LAPPED))
    state = state._replace(hands=tuple((UNKNOWN_CARD,) * 4 for _ in range(4)))
    plays = list(_find_unseen(state, DOG))
    assert {one.card for one in plays} == {"A", "K", "X"}
    for play in plays:
        _play_unseen(DOG, state, play)


@pytest.mark.parametrize("game", PILES, ids=lambda game: game.name)
def test_so_is_every_other_in_random_games(game: AnyGame) -> None:
    """Exchanges of hidden pawns, their copies, a partner card that ends where it began."""
    kept: dict[Card | None, tuple[Any, Candidate]] = {}
    for number, first in enumerate(setups(game)):
        for state, _ in walk(game, first, number, most=count(40, 400)):
            if game.actor(state) in (None, CHANCE):
                continue
            kept |= {one.card: (state, one) for one in _find_unseen(state, game)}
        if kept and not THOROUGH:
            break
    for state, play in kept.values():
        _play_unseen(game, state, play)


def _uncover(options: dict[str, Any] | None = None) -> Bench:
    """Return a table at which an exchange lies on a 6, where one lay beneath that."""
    bench = Bench(options=options)
    bench.glimpse("exchange", OLD)
    bench.see(bench.shown(), 0.4, card="exchange", pose=OLD)
    bench.table = bench.table.but(glimpsed=None, pile=bench.table.reading.card, laid=())  # type: ignore[union-attr]
    bench.see(bench.with_moves("T0>T6=hidden"), 1.0, card="6", pose=(9.0, 3.0, 9.0))
    assert bench.judged[-1].action == "6 T0>T6"
    bench.see(bench.shown(), 7.0, card="exchange", pose=NEAR)
    return bench


def test_a_discard_where_its_like_lay_beneath_the_last_card_is_asked_about() -> None:
    """An exchange within 4 mm of an older one was taken for that one, come to light again."""
    bench = _uncover({"players": 2})
    assert isinstance(bench.panel, CardKeysPanel)
    assert bench.panel.cards == ("exchange",)
    bench.touch(NameCard(Card("exchange")))
    bench.see(bench.shown(), 4.0, card="exchange", pose=NEAR)
    assert bench.kinds[-1] is Kind.ASKED
    bench.touch(Answer(0))
    assert bench.judged[-1].action == "redraw exchange"


def test_a_card_that_cannot_be_played_there_is_asked_about_before_the_objection() -> None:
    """Four give up a hand and lay nothing: the page asked for a card beside the one laid."""
    bench = _uncover()
    assert isinstance(bench.panel, CardKeysPanel)
    bench.touch(NameCard(Card("exchange")))
    bench.see(bench.shown(), 4.0, card="exchange", pose=NEAR)
    assert bench.kinds[-1] is Kind.OBJECTED


def test_nothing_laid_is_an_answer_and_not_asked_again() -> None:
    """“This is still to be done” stood on a page that asked for nothing; and later faults end."""
    bench = _uncover({"players": 2})
    bench.touch(NoCard())
    for _ in range(2):
        assert isinstance(bench.panel, PlayPanel)
        assert not bench.panel.left
        bench.see(bench.shown(), 9.0, card="exchange", pose=NEAR)
    bench.see(bench.with_moves("T32>T41"), 2.0, card="8", pose=(30.0, 9.0, 40.0))
    assert bench.kinds[-1] is Kind.OBJECTED
    bench.see(bench.shown(), 2.0, card="exchange", pose=NEAR)
    assert isinstance(bench.table.verdict, Quiet)


def test_a_player_who_thinks_is_not_asked() -> None:
    """No hand has come since the last move: the card on the pile is that one's."""
    state = read_position(position("K", **LAPPED))
    state = state._replace(hands=tuple((UNKNOWN_CARD,) * 4 for _ in range(4)))
    table = Watched(DOG, state)
    now = Position(DOG, state).public.placement
    table.see(now, 0.3, "K", 0.0)
    seen = table.table.reading
    assert seen is not None
    table.table = table.table.but(pile=seen.card, acted_s=table.table.now_s + 0.4)
    table.see(now, 20.0, "K", 0.0)
    assert not isinstance(table.table.verdict, AskingCard)
