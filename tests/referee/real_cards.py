"""Real cards of a seat that the table plays, as tests show, lay and exchange them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablet_companion.games.core import Card, Seat
from tablet_companion.referee.model.events import Chosen, ShowCards
from tablet_companion.referee.model.panels import MenuPanel, Panel
from tablet_companion.referee.model.table_seats import find_due, find_thought
from tests.referee.bench import Bench

BLUE = Seat("blue")
HAND = ("5", "9", "1/11", "9", "13")
OTHER = ("2", "7", "copy", "3", "10")
GIFT = "partner"
Pose = tuple[float, float, float]


def seated(dealer: str = "blue", **options: Any) -> Bench:
    """Return a table with a bare pile at which the table plays blue, with real cards."""
    bench = Bench(dealer, {**options, "played": "blue"})
    bare(bench)
    return bench


def bare(bench: Bench) -> None:
    """Let the pile lie bare."""
    bench.see(bench.shown(), card="none", pose=None)


def lay(bench: Bench, cards: Sequence[str], first: int = 0) -> None:
    """Lay cards on one another on the pile, each askew."""
    for number, card in enumerate(cards, start=first):
        bench.see(bench.shown(), card=card, pose=(6.0 * number, 0.0, 12.0 * number))


def show(bench: Bench, cards: Sequence[str]) -> None:
    """Turn away, show cards, and cover them."""
    bench.touch(ShowCards())
    lay(bench, cards)
    bare(bench)


def choose(bench: Bench, text: str = "") -> str:
    """Let the table choose what is due, this or anything; return the action's text."""
    table, seat = bench.table, find_due(bench.table)
    assert seat is not None
    state = find_thought(table)
    legal = sorted(table.game.write_action(state, one) for one in table.game.legal(state))
    chosen = text or legal[0]
    assert chosen in legal
    bench.event(Chosen(bench.now_s, seat, len(table.past), chosen))
    return chosen


def exchanged(**options: Any) -> Bench:
    """Return a table that was shown blue's hand and gift: it gave its 13 away."""
    bench = seated(**options)
    show(bench, HAND)
    choose(bench, "give 13")
    show(bench, [GIFT])
    return bench


def hand(bench: Bench) -> tuple[Card, ...]:
    """Return blue's hand as the table knows it."""
    held = next(one.hand for one in bench.table.view(BLUE).seats if one.seat == BLUE)
    assert held is not None
    return held


def facts(page: Panel) -> list[str]:
    """Return what a page says beneath its headline."""
    assert isinstance(page, MenuPanel)
    return [one.text for one in page.facts]
