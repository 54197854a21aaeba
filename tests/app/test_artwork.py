"""The board's picture on the page is drawn again in the language that was chosen."""

from __future__ import annotations

import threading

from tablet_companion.app.artwork import ArtThread
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
