"""Pixels and events, without a display: what is painted, and where touches are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pygame
import pytest

from tablet_companion import screen
from tablet_companion.screen.toolkit.drawing import Box, Circle, Fill, Group, Page, Polygon, Text
from tablet_companion.screen.toolkit.window import (
    Closed,
    DisplayError,
    Dragged,
    Mouse,
    Pressed,
    Released,
    Window,
    tell_unseen,
)
from tablet_companion.selfcheck.doctor.machine import Machine
from tests.screen.looks import SCREENS

CLICKTHROUGH = "SDL_MOUSE_FOCUS_CLICKTHROUGH"
RED, GREEN, INK = (200, 10, 20), (10, 160, 30), (9, 8, 7)


@pytest.fixture
def window() -> Iterator[Window]:
    """Yield a window of 200 by 100 pixels."""
    assert SCREENS  # importing the looks chose the driver without a display
    opened = Window((200, 100), INK, title="test")
    yield opened
    opened.close()


def test_a_page_becomes_its_pixels(window: Window) -> None:
    """Fills, discs, polygons and groups are where the page says, over the ground's colour."""
    disc = Circle((50.5, 50.5), 20, GREEN, RED, 6)
    triangle = Polygon(((150, 20), (180, 80), (120, 80)), RED)
    corner, group = Fill(Box(0, 0, 10, 10), RED), Group(Box(30, 20, 60, 60), (disc,))
    window.show(Page((200, 100), (corner, group, triangle)))
    pixels = window.pixels()[:, :, ::-1]
    for (x, y), colour in {
        (5, 5): RED,
        (50, 50): GREEN,
        (70, 50): RED,
        (80, 50): INK,
        (150, 60): RED,
        (125, 30): INK,
    }.items():
        assert tuple(pixels[y, x]) == colour, (x, y)


def test_edges_are_smooth(window: Window) -> None:
    """A slanting edge has pixels between its two colours."""
    window.show(Page((200, 100), (Polygon(((0, 0), (190, 90), (0, 90)), (255, 255, 255)),)))
    between = np.unique(window.pixels()[:, :, 0])
    assert len(between) > 4


def test_text_is_painted_inside_its_box(window: Window) -> None:
    """A line leaves ink in its box and none outside."""
    line = Text(Box(40, 30, 120, 40), "Agent", 30, (255, 255, 255), "centre")
    window.show(Page((200, 100), (line,)))
    lit = np.argwhere(window.pixels()[:, :, 0] > 120)
    assert len(lit) > 100
    assert lit.min(axis=0)[0] >= 30
    assert lit.max(axis=0)[0] < 70
    assert lit.min(axis=0)[1] >= 40
    assert lit.max(axis=0)[1] < 160
    assert abs(lit.max(axis=0)[1] + lit.min(axis=0)[1] - 200) <= 6  # in the middle


def test_a_finger_counts_once_and_in_pixels(window: Window) -> None:
    """A finger comes with a mouse event that SDL makes of it; only one press is told."""
    list(window.happenings())
    post(pygame.FINGERDOWN, x=0.25, y=0.5, finger_id=1)
    post(pygame.MOUSEBUTTONDOWN, pos=(50, 50), button=1, touch=True)
    post(pygame.MOUSEBUTTONDOWN, pos=(20, 80), button=1, touch=False)
    post(pygame.MOUSEBUTTONDOWN, pos=(20, 80), button=3, touch=False)
    post(pygame.QUIT)
    assert list(window.happenings()) == [Pressed(50, 50), Pressed(20, 80), Closed(picture=False)]


def test_what_one_finger_holds_does_not_jump_to_another(window: Window) -> None:
    """The last finger that came down is followed; the others neither drag nor let go."""
    list(window.happenings())
    post(pygame.FINGERDOWN, x=0.25, y=0.5, finger_id=1)
    post(pygame.FINGERDOWN, x=0.75, y=0.5, finger_id=2)
    post(pygame.FINGERMOTION, x=0.3, y=0.5, finger_id=1)
    post(pygame.FINGERMOTION, x=0.8, y=0.5, finger_id=2)
    post(pygame.FINGERUP, x=0.3, y=0.5, finger_id=1)
    post(pygame.FINGERUP, x=0.8, y=0.5, finger_id=2)
    told = [Pressed(50, 50), Pressed(150, 50), Dragged(160, 50), Released()]
    assert list(window.happenings()) == told


@pytest.mark.parametrize(
    ("turned", "where"), [(0, (20, 80)), (90, (80, 80)), (180, (180, 20)), (270, (120, 20))]
)
def test_a_page_can_be_turned(turned: int, where: tuple[int, int]) -> None:
    """What is drawn at a point of the page is felt there, however the panel was built in."""
    opened = Window((200, 100), INK, title="test", turned=turned)
    try:
        box = Box(where[0] - 2, where[1] - 2, 5, 5)
        opened.show(Page((200, 100), (Fill(box, RED),)))
        surface = opened._window.get_surface()
        rgb = pygame.surfarray.array3d(surface)
        (x, y) = np.argwhere((rgb == RED).all(axis=2)).mean(axis=0)
        list(opened.happenings())
        post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False)
        post(pygame.MOUSEMOTION, pos=(x, y), buttons=(1, 0, 0), touch=False)
        pressed, dragged = opened.happenings()
        assert isinstance(pressed, Pressed)
        assert isinstance(dragged, Dragged)
        assert np.allclose((pressed.x, pressed.y), where, atol=2)
        assert (pressed.x, pressed.y) == (dragged.x, dragged.y)
    finally:
        opened.close()


def test_the_mouse_over_the_picture_is_in_its_pixels(window: Window) -> None:
    """Down, motion and up over the second window are told with the picture's positions."""
    window.show_picture(np.full((60, 90, 3), 77, np.uint8), "table")
    second = pygame_window(window)
    second.size = (180, 120)
    list(window.happenings())
    post(pygame.MOUSEBUTTONDOWN, pos=(90, 60), button=3, touch=False, window=second)
    post(pygame.MOUSEMOTION, pos=(100, 60), window=second)
    post(pygame.MOUSEBUTTONUP, pos=(100, 60), button=3, touch=False, window=second)
    post(pygame.WINDOWCLOSE, window=second)
    assert list(window.happenings()) == [
        Mouse("down", 45, 30, 3),
        Mouse("motion", 50, 30, 0),
        Mouse("up", 50, 30, 3),
        Closed(picture=True),
    ]


def test_the_first_click_into_a_window_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL is told so before it opens a display, unless somebody has told it otherwise."""
    for told, then in ((None, "1"), ("0", "0")):
        monkeypatch.delenv(CLICKTHROUGH, raising=False)
        if told is not None:
            monkeypatch.setenv(CLICKTHROUGH, told)
        Window((200, 100), INK, title="test").close()
        assert os.environ[CLICKTHROUGH] == then


def test_the_newest_picture_fills_its_window(window: Window) -> None:
    """Another picture is drawn over the last, and the same one again in a window made larger."""
    for grey in (77, 120, 120):
        window.show_picture(np.full((60, 90, 3), grey, np.uint8), "table")
        shown = pygame_window(window).get_surface()
        assert shown.get_at((45, 30))[:3] == (grey, grey, grey)
    pygame_window(window).size = (180, 120)
    window.show_picture(np.full((60, 90, 3), 120, np.uint8), "table")
    larger = pygame_window(window).get_surface()
    assert larger.get_size() == (180, 120)
    assert larger.get_at((179, 119))[:3] == (120, 120, 120)


def test_the_picture_s_title_follows_the_language(window: Window) -> None:
    """A second picture under another title renames its window; no further one opens."""
    picture = np.full((60, 90, 3), 77, np.uint8)
    window.show_picture(picture, "table")
    second = pygame_window(window)
    window.show_picture(picture, "Tisch")
    assert pygame_window(window) is second
    assert second.title == "Tisch"


def test_a_window_outlives_another(window: Window) -> None:
    """SDL has one display for all: a window that is closed, or cannot be opened, leaves it open."""
    Window((200, 100), INK, title="another").close()
    window.show(Page((200, 100), (Fill(Box(0, 0, 10, 10), RED),)))
    with pytest.raises(DisplayError, match="width"):
        Window((-200, 100), INK, title="impossible")
    window.show(Page((200, 100), (Fill(Box(0, 0, 10, 10), GREEN),)))
    assert tuple(window.pixels()[5, 5, ::-1]) == GREEN


def test_the_doctor_leaves_the_display_to_a_window(window: Window) -> None:
    """It asks SDL for the screen while pages are shown on it, and they go on being shown."""
    with pytest.raises(RuntimeError, match="dummy"):
        Machine().screen()
    window.show(Page((200, 100), (Fill(Box(0, 0, 10, 10), RED),)))
    assert tuple(window.pixels()[5, 5, ::-1]) == RED


def test_a_forgotten_window_takes_no_other_with_it() -> None:
    """One that nobody closed is collected some day, which destroys no window opened meanwhile."""
    for _ in range(20):  # SDL gives a new window the address of an old one now and then
        forgotten = [Window((200, 100), INK, title="forgotten") for _ in range(5)]
        Window((200, 100), INK, title="closed").close()
        opened = [Window((200, 100), INK, title="opened meanwhile") for _ in range(5)]
        forgotten.clear()
        for window in opened:
            window.show(Page((200, 100), (Fill(Box(0, 0, 10, 10), RED),)))
        for window in opened:
            window.close()


def test_no_half_of_a_window_stays(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails once SDL has opened it, it is closed again."""
    made: list[pygame.Window] = []

    class Noted(pygame.Window):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            made.append(self)

    monkeypatch.setattr(pygame, "Window", Noted)
    monkeypatch.setattr(
        pygame.mouse, "set_visible", mock.Mock(side_effect=pygame.error("no mouse"))
    )
    with pytest.raises(DisplayError, match="no mouse"):
        Window((200, 100), INK, title="test", fullscreen=True)
    with pytest.raises(pygame.error, match="Invalid window"):
        made[0].get_surface()
    window.show(Page((200, 100), ()))


def test_the_last_window_gives_the_display_back() -> None:
    """After the last window, or after one that could not be opened, another program may have it."""
    first, second = (Window((200, 100), INK, title=title) for title in ("first", "second"))
    first.close()
    assert pygame.display.get_init()
    second.close()
    assert not pygame.display.get_init()
    with pytest.raises(DisplayError):
        Window((-200, 100), INK, title="impossible")
    assert not pygame.display.get_init()


def test_without_a_display_the_sentence_says_what_to_look_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A driver that does not exist is a DisplayError, not a traceback."""
    assert not pygame.display.get_init()
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonesuch")
    with pytest.raises(DisplayError, match="SDL_VIDEODRIVER"):
        Window((200, 100), INK, title="test")


def test_only_two_files_know_pygame() -> None:
    """Pages are made without it: all but the painter and the window can be read without SDL."""
    folder = Path(screen.__file__).parent
    users = {path.stem for path in folder.rglob("*.py") if "import pygame" in path.read_text()}
    assert users == {"paint", "window"}


def post(kind: int, **fields: object) -> None:
    """Put an event in pygame's queue."""
    pygame.event.post(pygame.event.Event(kind, fields))


def pygame_window(window: Window) -> pygame.Window:
    """Return the second window."""
    picture = window._picture
    assert picture is not None
    return picture.window


@pytest.mark.parametrize(
    ("driver", "environ", "said"),
    [
        ("offscreen", {}, True),
        ("offscreen", {"SDL_VIDEODRIVER": "offscreen"}, False),
        ("x11", {}, False),
    ],
)
def test_pages_that_nobody_sees_are_told_of(
    driver: str, environ: dict[str, str], said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a display SDL draws into memory by itself; a person would wait for a window."""
    tell_unseen(driver, environ)
    assert ("No screen was found" in capsys.readouterr().err) == said
