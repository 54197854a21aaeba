"""What was said at the screen is waited for, as long as the table may still come to it."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.events import Chanced, Say
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import PlayPanel, QuestionPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.verdicts import Quiet, Waiting
from tablet_companion.referee.pages.buttons import CARD_KEYS
from tablet_companion.referee.turns.replay import replay
from tests.conformance.walk import walk
from tests.referee.bench import GAME, Bench
from tests.referee.looks import AREAS
from tests.referee.seer import Seer


def said(text: str, *ways: str, level: Level = Level.REFEREE) -> Bench:
    """Return a table at which a move was said; the pieces show these ways by then."""
    bench = Bench(options={"level": level})
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
    shown = bench.panel
    assert isinstance(shown, PlayPanel)
    assert dict(shown.say.details)["seat"] == "red" != bench.table.turn
    bench.see(bench.shown())
    assert bench.table.owed is None
    assert isinstance(bench.table.verdict, Quiet)


@pytest.mark.parametrize("level", list(Level))
def test_nobody_plays_on_beside_what_is_still_to_be_moved(level: Level) -> None:
    """The next player's keys come back when the last player's pawn stands where it was said to."""
    bench = said("5 T0>T5", level=level)
    bench.see(bench.with_moves("T5>T0"), seconds=3)
    assert not cards_offered(bench)
    bench.see(bench.shown())
    assert cards_offered(bench)


def cards_offered(bench: Bench) -> bool:
    """Whether the page of the turn has the key that opens the card keys."""
    assert isinstance(bench.panel, PlayPanel)
    return CARD_KEYS in bench.panel.buttons


def test_what_was_said_and_rather_looks_undone_is_asked_about() -> None:
    """Where the pawn stood it is likelier to stand still, in doubt: not passed over in silence."""
    bench = said("5 T0>T5")
    stood = bench.with_moves("T5>T0")
    bench.see(stood, seconds=3)
    doubts = {"T0": {"red": 0.65, "": 0.28}, "T5": {"red": 0.28, "": 0.65}}
    bench.see(stood, seconds=8, doubts=doubts)
    assert isinstance(bench.panel, QuestionPanel)
    assert set(bench.judged[-1].places) <= {"T0", "T5"}


def test_what_was_said_goes_on_from_where_it_went_wrong() -> None:
    """Somebody who puts the table's pawn on a wrong place has not moved it out of turn."""
    bench = said("5 T0>T5")
    bench.see(bench.with_moves("T5>T45"), seconds=3)
    verdict = bench.table.verdict
    assert isinstance(verdict, Waiting)
    assert [(step.source, step.target) for step in verdict.todo] == [("T45", "T5")]
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


@pytest.mark.parametrize("level", list(Level))
def test_what_was_said_is_waited_for_after_a_restart(level: Level) -> None:
    """The plug was pulled before the pawn was moved: it is still to be moved, not taken back."""
    bench = said("5 T0>T5", level=level)
    stood = bench.with_moves("T5>T0")
    entries = [(record.kind, record.body) for record in bench.records]
    bench.table = replay(new_table(GAME, AREAS, "en"), entries)
    size = len(bench.table.past)
    bench.see(stood, seconds=3)
    assert len(bench.table.past) == size
    assert isinstance(bench.table.verdict, Waiting)
    bench.see(bench.shown())
    assert bench.table.owed is None
    assert isinstance(bench.table.verdict, Quiet)


def test_what_was_done_before_a_restart_is_not_waited_for() -> None:
    """The pawn had arrived: the next player goes on at once."""
    bench = said("5 T0>T5", "T0>T5")
    entries = [(record.kind, record.body) for record in bench.records]
    bench.table = replay(new_table(GAME, AREAS, "en"), entries)
    bench.see(bench.with_moves("T16>T25"), card="9")
    assert bench.judged[-1].action == "9 T16>T25"


def test_what_a_lot_leaves_to_do_is_waited_for() -> None:
    """The tablet has dealt and drawn who lays the twin: people were asked whether to take back."""
    wink = games.load("wink")
    seer = Seer(wink, 1, dealing="tablet", edition="wink")
    walked = (state for state, _ in walk(wink, seer.table.state, 1, most=300))
    state = next(one for one in walked if wink.actor(one) == CHANCE and wink.steps(one, _lot(one)))
    seer.table = seer.table.but(state=state)
    seer.event(Chanced(seer.table.now_s, 0))
    seer.see(wink.placement(state), seconds=3)
    assert isinstance(seer.table.verdict, Waiting)
    seer.see(wink.placement(seer.table.state))
    assert seer.table.owed is None


def _lot(state: Any) -> Any:
    """Return the first of what may be drawn."""
    return games.load("wink").legal(state)[0]
