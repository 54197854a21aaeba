"""Looking back: every move can be shown again, and the end tells how it went."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion.app.pages.history import READ_S, Historian
from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.pages.buttons import AGAIN
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.drawing import Scrub
from tablet_companion.screen.toolkit.motion import SLIDE_S
from tablet_companion.screen.toolkit.orders import LeaveHistory, OpenHistory, Replay, ShowTurn
from tests.expected import present
from tests.referee.bench import Bench
from tests.screen.looks import look

WAYS = (("T0>T5", "5"), ("T16>T19", "3"), ("T32>T37", "5"))


@pytest.fixture(scope="module")
def bench() -> Bench:
    """Return a table at which three moves were played."""
    found = Bench()
    for way, card in WAYS:
        found.see(found.with_moves(way), card=card, seconds=4)
    return found


@pytest.fixture
def historian(bench: Bench) -> Historian:
    """Return one who looks back at it."""
    found = Historian(lambda: bench.table)
    found.obey(OpenHistory(), 0.0)
    return found


def test_it_opens_at_the_last_move_and_leaves_again(historian: Historian) -> None:
    """Nothing moves until somebody asks for it."""
    panel = present(historian.panel(9.0))
    assert (panel.at, panel.done, len(panel.story.turns)) == (2, 1.0, 3)
    historian.obey(LeaveHistory(), 9.0)
    assert historian.panel(9.0) is None


def test_a_move_that_is_touched_slides_and_rests(historian: Historian) -> None:
    """It takes as long as a move on the page of play; a number beyond the last is the last."""
    historian.obey(ShowTurn(0), 10.0)
    half, rest = historian.panel(10.0 + SLIDE_S / 2), historian.panel(10.0 + 2 * SLIDE_S)
    assert half is not None
    assert rest is not None
    assert (half.at, rest.done) == (0, 1.0)
    assert half.done == pytest.approx(0.5, abs=0.01)
    historian.obey(ShowTurn(99), 20.0)
    last = present(historian.panel(20.1))
    assert last.at == 2


def test_a_replay_begins_at_the_first_move_and_ends_with_the_last(historian: Historian) -> None:
    """Move follows move; after the last everything rests, and stopping keeps the move shown."""
    historian.obey(Replay(), 0.0)
    seen = [historian.panel(n * (SLIDE_S + READ_S) + 0.1) for n in range(4)]
    assert [one and one.at for one in seen] == [0, 1, 2, 2]
    assert [one and one.playing for one in seen] == [True, True, True, False]
    historian.obey(Replay(), SLIDE_S + READ_S + 0.1)
    stopped = present(historian.panel(99.0))
    assert (stopped.at, stopped.playing, stopped.done) == (1, False, 1.0)


def test_a_finger_goes_through_the_game_along_the_bar(historian: Historian) -> None:
    """From the bar's left end to its right each move comes by, whether it slides or comes down."""
    panel = present(historian.panel(1.0))
    page = scenes.page(panel, look("7 inches"))
    (bar,) = (one.box for one in page.touches if isinstance(one.meaning, Scrub))
    xs = range(bar.x, bar.right)
    assert [*dict.fromkeys(scenes.touch(page, x, bar.y + 1) for x in xs)] == [
        ShowTurn(0),
        ShowTurn(1),
        ShowTurn(2),
    ]
    assert all(scenes.is_scrubbed(page, x, bar.y + 1) for x in xs)
    assert not scenes.is_scrubbed(page, bar.x, bar.y - bar.h)


def test_the_end_tells_the_story_once(bench: Bench, historian: Historian) -> None:
    """The last page has it, worked out again only when the game has gone on."""
    end = EndPanel(bench.table.view(), AGAIN.label, (), (AGAIN,))
    told = historian.tell_end(end)
    assert told == replace(end, story=tell_story(bench.table))
    again = historian.tell_end(end)
    assert isinstance(told, EndPanel)
    assert isinstance(again, EndPanel)
    assert again.story is told.story
    assert historian.tell_end(bench.panel) is bench.panel
