"""What was said at the screen is waited for, as long as the table may still come to it."""

from __future__ import annotations

from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.events import Say
from tablet_companion.referee.model.verdicts import Quiet, Waiting
from tests.referee.bench import GAME, Bench


def said(text: str, *ways: str) -> Bench:
    """Return a table at which a move was said; the pieces show these ways by then."""
    bench = Bench()
    bench.see(bench.with_moves(*ways), seconds=0.1)
    position = bench.table.position
    written = {GAME.write_action(position.state, one.action): one for one in plays(bench)}
    bench.touch(Say(written[text].saying.labels, moves=True))
    assert bench.judged[-1].action == text
    return bench


def plays(bench: Bench) -> sayings.Entries:
    """Return the moves that can be said."""
    return sayings.find_moves(bench.table.position)


def test_what_was_said_first_is_waited_for() -> None:
    """The pawn still stands where it stood: it is asked to be moved, and then all is well."""
    bench = said("5 T0>T5")
    stood = bench.with_moves("T5>T0")
    bench.see(stood, seconds=3)
    assert bench.table.owed is not None
    assert isinstance(bench.table.verdict, Waiting)
    bench.see(bench.shown())
    assert bench.table.owed is None
    assert isinstance(bench.table.verdict, Quiet)


def test_what_was_done_before_it_was_said_is_not_waited_for() -> None:
    """The pawn has arrived already."""
    bench = said("5 T0>T5", "T0>T5")
    assert bench.table.owed is None
    assert isinstance(bench.table.verdict, Quiet)


def test_something_else_is_not_waited_through() -> None:
    """Another pawn moves meanwhile: that is explained, not passed over as a move under way."""
    bench = said("5 T0>T5")
    bench.see(bench.with_moves("T5>T0", "T32>T40"), seconds=3)
    assert bench.table.owed is None
