"""Two and three players throw a card away where they can play none; the referee only asks."""

from __future__ import annotations

from tablet_companion.games.core import Card, Seat
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, Choose, GiveUp, NameCard
from tablet_companion.referee.model.panels import CardKeysPanel, QuestionPanel, SetUpPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.touches import handle_touch
from tests.referee.bench import GAME, Bench
from tests.referee.looks import AREAS


def test_a_card_that_cannot_be_played_is_asked_about() -> None:
    """Nobody can exchange yet: laid and left, it was thrown away, and the same player goes on."""
    bench = Bench(options={"players": 2})
    bench.see(bench.shown(), 4.0, card="exchange")
    assert bench.kinds == [Kind.ASKED]
    bench.touch(Answer(0))
    assert bench.judged[-1].action == "redraw exchange"
    assert bench.table.turn == "red"
    bench.see(bench.shown(), 4.0, card="copy")
    bench.touch(Answer(0))
    assert bench.judged[-1].action == "discard copy"
    assert bench.table.turn == "green"
    assert Kind.OBJECTED not in bench.kinds


def test_a_card_may_lie_there_before_anything_moves() -> None:
    """That it is thrown away is asked once two seconds have passed, lest it is still played."""
    bench = Bench(options={"players": 3})
    bench.see(bench.shown(), 1.8, card="exchange")
    assert bench.kinds == []
    bench.look_on(0.5)
    assert bench.kinds == [Kind.ASKED]


def test_with_four_such_a_card_is_objected_to() -> None:
    """Four give up the whole hand, and lay none of it."""
    bench = Bench()
    bench.see(bench.shown(), 4.0, card="exchange")
    assert bench.kinds == [Kind.OBJECTED]


def test_a_card_put_away_unseen_is_named() -> None:
    """It is asked which, of those that cannot be played; laid late, it is that very card."""
    bench = Bench(options={"players": 3})
    bench.touch(GiveUp())
    assert isinstance(bench.panel, CardKeysPanel)
    assert set(bench.panel.cards) == {"copy", "exchange"}
    bench.touch(NameCard(Card("exchange")))
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(0))
    assert bench.judged[-1].action == "redraw exchange"
    bench.see(bench.shown(), 4.0, card="exchange")
    assert bench.kinds == [Kind.ACCEPTED]


def test_two_sit_opposite_each_other_or_as_they_like() -> None:
    """The usual colours come first, others are a touch away, and nonsense changes nothing."""
    table, _ = handle_touch(new_table(GAME, AREAS, "en"), Choose("players", 2))
    assert table.setup.seats == ("red", "green")
    shown = build_panel(table)
    assert isinstance(shown, SetUpPanel)
    assert shown.seatings[:2] == (("red", "green"), ("blue", "yellow"))
    table, _ = handle_touch(table, Choose("seats", "blue green"))
    assert table.setup.seats == (Seat("blue"), Seat("green"))
    assert handle_touch(table, Choose("seats", "red pink"))[0] == table
    assert handle_touch(table, Choose("seats", ""))[0] == table
