"""A press handled long after it was made, on a busy machine: the page may have changed since."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from tablet_companion.app.inbox import Pushed
from tablet_companion.referee.model.events import Busy, Event, GoOn, Intent, Pause, Touched
from tablet_companion.referee.model.panels import PausePanel, PlayPanel
from tablet_companion.screen.pages import scenes
from tests.app.begun import Desk, begun

THINKING_S = 1.0


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """Yield a desk whose referee takes a second for each look."""
    with begun() as desk:
        desk.pass_time(1)
        handle = desk.loop.handle

        def slowly(event: Event) -> None:
            handle(event)
            if isinstance(event, Busy):
                desk.clock.advance(THINKING_S)

        monkeypatch.setattr(desk.loop, "handle", slowly)
        yield desk


def test_a_press_made_before_the_page_changed_does_not_count_for_it(desk: Desk) -> None:
    """The pause's key to go on stands where the key to pause was touched, a second ago."""
    _press(desk, Pause())
    _change_page(desk, Pause())
    desk.loop.turn()
    assert isinstance(desk.loop._display.panel, PausePanel)


def test_the_second_of_two_presses_is_not_handled_as_a_later_one(desk: Desk) -> None:
    """Both were made on the page before; the first changed it, and that took a second."""
    handle = desk.loop.handle

    def touched(event: Event) -> None:
        handle(event)
        desk.clock.advance(THINKING_S)

    desk.loop.handle = touched  # type: ignore[method-assign]
    _press(desk, Pause())
    _press(desk, Pause())
    desk.loop.turn()
    assert isinstance(desk.loop._display.panel, PausePanel)


def test_a_press_made_long_after_the_page_changed_counts(desk: Desk) -> None:
    """However long the machine was busy in between."""
    _change_page(desk, Pause())
    desk.loop._take_in()
    _press(desk, GoOn())
    desk.loop.turn()
    assert isinstance(desk.loop._display.panel, PlayPanel)


def test_a_wired_button_counts_for_the_page_on_which_it_was_pressed(desk: Desk) -> None:
    """Its time goes with it through the queue."""
    pressed = Pushed("referee", desk.clock.now_s())
    _change_page(desk, Pause())
    desk.queue.put(pressed)
    desk.loop.turn()
    assert isinstance(desk.loop._display.panel, PausePanel)
    desk.queue.put(Pushed("referee", desk.clock.now_s()))
    desk.loop.turn()
    assert isinstance(desk.loop._display.panel, PlayPanel)


def _change_page(desk: Desk, intent: Intent) -> None:
    """Let the page change, and the referee think about a look after that."""
    desk.queue.put(Touched(desk.clock.now_s(), intent))
    desk.queue.put(Busy(desk.clock.now_s()))


def _press(desk: Desk, intent: Intent) -> None:
    """Press a key of the page that is shown."""
    display = desk.loop._display
    assert display.panel is not None
    page = scenes.page(display.panel, display.look)
    spot = next(touch.box.centre for touch in page.touches if touch.meaning == intent)
    fields = {"pos": spot, "button": 1, "touch": False}
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, fields))
