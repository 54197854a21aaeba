"""A page can be turned towards the player on turn, and a sweep shows that the turn passes."""

from __future__ import annotations

from dataclasses import replace

from hardware.clock import ManualClock
from tablet_companion.app.pages.display import Display
from tablet_companion.referee.model.events import Answer, NewGame, SwitchOff
from tablet_companion.referee.model.panels import QuestionPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.motion import SLIDE_S
from tests.referee.bench import Bench
from tests.screen.kept_pages import Screen
from tests.screen.looks import look
from tests.screen.situations import situations


def shown(*, facing: bool) -> tuple[Display, Screen, Bench, ManualClock]:
    """Return a display of a game whose first seat has played: the second is on turn."""
    clock, screen, bench = ManualClock(), Screen(), Bench()
    given = replace(look("7 inches"), facing=facing)
    display = Display(screen, given, clock)  # type: ignore[arg-type]  # all that is used
    display.show(bench.panel)
    return display, screen, bench, clock


def test_the_page_turns_to_those_who_sit_opposite() -> None:
    """With four players the third seat has the page upside down, the others have not."""
    display, screen, bench, clock = shown(facing=True)
    ways = ("T0>T5", "T16>T19", "T32>T37", "T48>T51")
    turned = {bench.panel.view.turn: screen.pages[-1].upside_down}  # type: ignore[union-attr]  # a page of play
    for way, card in zip(ways[:3], ("5", "3", "5"), strict=True):
        bench.see(bench.with_moves(way), card=card, seconds=4)
        display.show(bench.panel)
        clock.advance(SLIDE_S)
        display.tick()
        turned[bench.panel.view.turn] = screen.pages[-1].upside_down  # type: ignore[union-attr]  # a page of play
    assert turned == {"red": False, "blue": False, "green": True, "yellow": False}


def test_nobody_has_the_page_turned_who_does_not_want_it() -> None:
    """Without the option no page is upside down, nor are pages for everybody with it."""
    display, screen, bench, _ = shown(facing=False)
    for way, card in (("T0>T5", "5"), ("T16>T19", "3")):
        bench.see(bench.with_moves(way), card=card, seconds=4)
        display.show(bench.panel)
    assert not any(page.upside_down for page in screen.pages)
    assert not scenes.is_for_opposite(situations()["setup"][0])
    assert not scenes.is_for_opposite(situations()["pause"][0])


def test_a_finger_on_its_way_meant_the_page_before_it_was_turned() -> None:
    """Right after the page has turned, a touch on what was another key there does nothing."""
    display, screen, bench, clock = shown(facing=True)
    for way, card in (("T0>T5", "5"), ("T16>T19", "3")):
        bench.see(bench.with_moves(way), card=card, seconds=4)
        display.show(bench.panel)
    page = screen.pages[-1]
    assert page.upside_down
    pause = next(one for one in page.touches if "Pause" in type(one.meaning).__name__)
    assert display.interpret_touch(*pause.box.centre) is None
    clock.advance(2 * SLIDE_S)
    display.tick()
    clock.advance(2.0)
    assert display.interpret_touch(*pause.box.centre) == pause.meaning


def test_the_turn_passes_as_a_sweep_of_colour() -> None:
    """The band is flooded and ebbs to the block; afterwards nothing of it is left."""
    display, screen, bench, clock = shown(facing=False)
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=4)
    display.show(bench.panel)
    rest = scenes.page(bench.panel, look("7 inches"))
    assert len(screen.pages[-1].items) > len(rest.items)
    for _ in range(11):
        clock.advance(SLIDE_S / 10)
        display.tick()
    assert screen.pages[-1] == rest


def test_a_question_to_everybody_is_not_turned() -> None:
    """Somebody who paused asks for another game or for the end, not the player on turn."""
    bench = Bench()
    for way, card in (("T0>T5", "5"), ("T16>T19", "3")):
        bench.see(bench.with_moves(way), card=card, seconds=4)
    assert scenes.is_for_opposite(bench.panel)
    for touch in (NewGame(), SwitchOff()):
        bench.touch(touch)
        assert isinstance(bench.panel, QuestionPanel)
        assert not scenes.is_for_opposite(bench.panel)
        bench.touch(Answer(1))
