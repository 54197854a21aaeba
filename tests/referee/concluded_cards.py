"""Tables at which a card was named that nobody saw, and its correction."""

from __future__ import annotations

from tablet_companion.games.core import Card
from tablet_companion.referee.model.events import CorrectCard, NameCard, OpenCardKeys
from tests.referee.bench import Bench


def guessed() -> Bench:
    """Return a table at which blue's card, a 5 or a copy of red's, was called a 5."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"))
    moved = bench.with_moves("T16>T21")
    bench.see(moved)
    bench.touch(NameCard(Card("5")))
    bench.see(moved)
    assert bench.judged[-1].action == "5 T16>T21"
    return bench


def correcting(bench: Bench, card: str) -> None:
    """Touch the keys for the last move's card, and then a card."""
    for intent in (OpenCardKeys(), CorrectCard(), NameCard(Card(card))):
        bench.touch(intent)
