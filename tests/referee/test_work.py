"""What one event costs: nothing is derived twice, and nothing is done while nothing happens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion.games.core import Piece, Place
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.effects import Effect, Kind, PassOver, Show
from tablet_companion.referee.model.events import Busy, Saw, Ticked
from tablet_companion.referee.model.in_the_way import LYING_S
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.patience import COVERED_S
from tablet_companion.referee.pages.buttons import NO_HAND
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.vision.reading import Thing
from tests.referee.bench import Bench
from tests.referee.counting import CountedGame, walk_through
from tests.referee.looks import look

FEW_FILES = 8


def counted(bench: Bench) -> CountedGame:
    """Have the game of a table count what it is asked from now on."""
    game = CountedGame(bench.table.game)
    position = Position(game, bench.table.state)  # type: ignore[arg-type]  # as good as a game
    bench.table = replace(bench.table, game=game, position=position)  # type: ignore[arg-type]
    return game


def test_an_objection_derives_every_position_once() -> None:
    """From the hand to the objection no state is asked twice what it shows, and no action."""
    bench = Bench()
    game = counted(bench)
    bench.see(bench.with_moves("T0>T7"), card="5")
    assert bench.kinds == [Kind.OBJECTED]
    for question in ("placement", "attempted", "steps", "view", "veiled", "legal"):
        assert game.again(question) == 0, question
    assert game.times("placement") <= 2


@pytest.mark.parametrize("card", ["5", ""])
def test_an_accepted_move_derives_every_position_once(card: str) -> None:
    """So it is up to the record of a move, with the page and the lamps of the next turn."""
    bench = Bench()
    game = counted(bench)
    bench.see(bench.with_moves("T0>T5"), card=card, seconds=4.0)
    for question in ("placement", "attempted", "steps", "view", "veiled"):
        assert game.again(question) == 0, question


def test_a_long_game_remembers_no_more_than_its_actions() -> None:
    """What was worked out of a position goes once the game has left it behind."""
    bench = Bench()
    for number, way in enumerate(("T0>T5", "T16>T21", "T32>T37")):
        bench.see(bench.with_moves(way), card="5", pose=(9.0 * number, 0.0, 0.0))
    *earlier, last = [moment for moment in bench.table.past if moment.card is not None]
    assert len(earlier) == 2
    # Where the pieces stood, how the action was announced, and what happened by itself.
    assert all(len(moment.position._derived) <= 4 for moment in earlier)
    assert len(last.position._derived) > 4


def ticked(bench: Bench, seconds: float) -> tuple[Effect, ...]:
    """Let time pass at a table, without a look; return what comes of it."""
    bench.now_s += seconds
    bench.table, effects = step(bench.table, Ticked(bench.now_s))
    return effects


def quiet() -> Bench:
    """Return a table at which a move was accepted, and nothing has happened since."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.look_on(0.2)
    return bench


def test_nothing_comes_of_an_idle_tick() -> None:
    """While nothing happens no page is built or shown, and few files are entered."""
    bench = quiet()
    effects: list[Effect] = []
    walk = walk_through(lambda: effects.extend(ticked(bench, 0.1)))
    assert effects == []
    assert len(walk.files) <= FEW_FILES, sorted(walk.files)
    assert not [file for file in walk.files if file.startswith(("referee/pages", "games"))]


@pytest.mark.parametrize(("way", "seconds"), [("T0>T7", 1.0), ("T0>T6", 12.0), ("T0>", 9.0)])
def test_nothing_is_shown_again_while_the_page_stays_the_same(way: str, seconds: float) -> None:
    """A tick is idle whatever the page says, an objection too, as long as it goes on saying it."""
    bench = Bench()
    bench.see(bench.with_moves(way), card="5", seconds=seconds)
    walk = walk_through(lambda: ticked(bench, 0.1))
    assert ticked(bench, 0.1) == ()
    assert not [file for file in walk.files if file.startswith(("referee/pages", "games"))]


def headlines(effects: tuple[Effect, ...]) -> list[str]:
    """Return what the pages that are shown say first, and what they ask for."""
    panels = [one.panel for one in effects if isinstance(one, Show)]
    said = [(one.say, *one.todo) for one in panels if isinstance(one, PlayPanel)]
    return [message.text for messages in said for message in messages]


def test_a_tick_shows_that_something_lies_over_the_board() -> None:
    """A hand that rests over the board is spoken of once its time has come, then no more."""
    bench = quiet()
    bench.event(Busy(bench.now_s, resting=True))
    assert ticked(bench, COVERED_S - 0.5) == ()
    assert any("over its edge" in text for text in headlines(ticked(bench, 1.0)))
    assert ticked(bench, 1.0) == ()


def test_what_rests_over_the_board_is_named_and_marked_with_the_place() -> None:
    """What looks like a hand may be a cup that nobody minds; before, the page said no place."""
    bench = quiet()
    bench.event(Busy(bench.now_s, resting=True, beneath=(Place("T20"), Place("T21"))))
    shown = [one.panel for one in ticked(bench, COVERED_S + 0.5) if isinstance(one, Show)]
    page = shown[-1]
    assert isinstance(page, PlayPanel)
    assert [dict(one.details) for one in page.todo] == [{"place": "T20"}]
    assert {"T20", "T21"} <= {mark.place for mark in page.marks}
    assert NO_HAND in page.buttons
    bench.touch(NO_HAND.intent)
    assert PassOver() in bench.effects
    bench.event(Busy(bench.now_s))
    panel = build_panel(bench.table)
    assert isinstance(panel, PlayPanel)
    assert not panel.todo
    assert NO_HAND not in panel.buttons


def test_a_tick_shows_that_something_lies_in_the_way() -> None:
    """So is a thing that lies on a place."""
    bench = quiet()
    shown = {Place(place): Piece(piece) for place, piece in bench.shown().items()}
    lying = replace(look(shown, card="5"), things=(Thing(0.0, 0.0, 15.0, Place("T20")),))
    for _ in range(2):
        bench.now_s += 0.1
        bench.event(Saw(bench.now_s, lying))
    assert ticked(bench, LYING_S - 0.5) == ()
    assert any("lies near" in text for text in headlines(ticked(bench, 1.0)))
    assert ticked(bench, 1.0) == ()
