"""The board's picture on the page is drawn again in the language that was chosen."""

from __future__ import annotations

import threading

import pytest

from tablet_companion.app.pages.artwork import ArtThread
from tablet_companion.screen.toolkit.look import Art
from tests.patience import PATIENCE_S


def test_another_language_is_another_picture_each_shown_once() -> None:
    """A picture is taken once; a language chosen later has its own, whichever is drawn first."""
    drawn: list[str] = []
    done = threading.Semaphore(0)

    def draw(language: str) -> Art:
        drawn.append(language)
        return Art((1, 1), language.encode())

    def draw_and_tell(language: str) -> Art:
        try:
            return draw(language)
        finally:
            done.release()

    art = ArtThread(draw_and_tell)
    for language in ("de", "fr", "de"):
        taken = [art.take(language)]
        assert done.acquire(timeout=PATIENCE_S)
        while taken[-1] is None:
            taken.append(art.take(language))
        assert taken[-1].bgr == language.encode()
        assert art.take(language) is None
    assert drawn == ["de", "fr", "de"]


def test_a_picture_that_comes_too_late_is_shown_to_nobody() -> None:
    """The language was changed while it was drawn; only the new one's picture is shown."""
    slow = threading.Event()

    def draw(language: str) -> Art:
        assert language == "fr" or slow.wait(PATIENCE_S)
        return Art((1, 1), language.encode())

    art = ArtThread(draw)
    assert art.take("de") is None
    late = next(one for one in threading.enumerate() if one.name == "art")
    taken = [art.take("fr")]
    while taken[-1] is None:
        taken.append(art.take("fr"))
    slow.set()
    late.join(PATIENCE_S)
    assert taken[-1].bgr == b"fr"
    assert art.take("fr") is None
    assert not art._drawn, "a picture of megabytes that nobody takes"


def test_a_fault_in_drawing_is_raised_in_the_loop() -> None:
    """Otherwise the board would stay plain, and nobody would learn why."""
    begun, go_on = threading.Event(), threading.Event()

    def draw(_language: str) -> Art:
        begun.set()
        assert go_on.wait(PATIENCE_S)
        raise ZeroDivisionError

    art = ArtThread(draw)
    art.take("en")
    assert begun.wait(PATIENCE_S)
    thread = next(one for one in threading.enumerate() if one.name == "art")
    go_on.set()
    thread.join(PATIENCE_S)
    with pytest.raises(ZeroDivisionError):
        art.take("en")
