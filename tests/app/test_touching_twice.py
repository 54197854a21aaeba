"""The second touch of two does not speak for somebody else, and ends nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hardware.clock import ManualClock
from tablet_companion.app.pages.display import Display
from tablet_companion.games import load
from tablet_companion.referee.model.events import OpenCardKeys, Pause, Say, SwitchOff, TakeBack
from tablet_companion.referee.model.history import list_finished_plays
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages import scenes
from tests.referee.bench import Bench
from tests.referee.seer import Seer, areas_of
from tests.screen.kept_pages import Screen
from tests.screen.looks import look, look_at


def test_nobody_answers_for_the_next_player() -> None:
    """On paper each says that the sheet is filled in, at the same place."""
    game, clock = load("agent"), ManualClock()
    display = Display(Screen(), look_at(game, "de", "7 inches"), clock)  # type: ignore[arg-type]  # all that is used
    state: Any = game.setup({"paper_sheets": True}, game.seats[:3])
    for text in ("lot white", "seal"):
        state = game.apply(state, game.read_action(state, text))
        table = new_table(game, areas_of(game), "de").but(stage=Stage.PLAY, state=state)
        clock.advance(2)
        display.show(build_panel(table))
    assert isinstance(display.panel, PlayPanel)
    page = scenes.page(display.panel, display.look)
    spot = next(one.box.centre for one in page.touches if isinstance(one.meaning, Say))
    clock.advance(0.2)
    assert display.interpret_touch(*spot) is None
    clock.advance(0.3)
    assert isinstance(display.interpret_touch(*spot), Say)


def test_a_second_touch_takes_no_second_move_back() -> None:
    """Where play is taught nothing is asked, and the key stays where it was."""
    seer, clock = Seer(load("agent"), 3, most_turns=100), ManualClock()
    display = Display(Screen(), look("7 inches"), clock)  # type: ignore[arg-type]  # all that is used
    while len(list_finished_plays(seer.table)) < 3 or not has_key(seer):
        seer.play_on()
    seer.table = seer.table.but(setup=replace(seer.table.setup, level=Level.TEACH))
    display.show(build_panel(seer.table))
    clock.advance(2)
    spot = spot_of(display, TakeBack())
    seer.touch(TakeBack())
    assert has_key(seer)
    display.show(build_panel(seer.table))
    for late_s, meant in ((0.2, None), (0.3, TakeBack())):
        clock.advance(late_s)
        assert display.interpret_touch(*spot) == meant


def has_key(seer: Seer) -> bool:
    """Whether the last move can be taken back from the page that is shown."""
    return TakeBack() in [one.intent for one in build_panel(seer.table).buttons]


def test_nothing_is_switched_off_where_another_key_stood() -> None:
    """A child's second touch comes up to a second after the first; then the key counts."""
    bench, clock = Bench(), ManualClock()
    display = Display(Screen(), look("7 inches"), clock)  # type: ignore[arg-type]  # all that is used
    display.show(bench.panel)
    clock.advance(2)
    spot = spot_of(display, OpenCardKeys())
    bench.touch(Pause())
    display.show(bench.panel)
    assert spot == spot_of(display, SwitchOff())
    for late_s, meant in ((0.0, None), (0.7, None), (0.4, SwitchOff())):
        clock.advance(late_s)
        assert display.interpret_touch(*spot) == meant


def spot_of(display: Display, intent: object) -> tuple[float, float]:
    """Return where the page that is shown has the key of an intent."""
    assert display.panel is not None
    page = scenes.page(display.panel, display.look)
    return next(touch.box.centre for touch in page.touches if touch.meaning == intent)
