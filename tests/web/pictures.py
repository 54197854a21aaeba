"""Pictures of the pages in a real browser: ``python -m tests.web.pictures docs`` writes them.

A seat's own page, the table's page, a table of a plain telephone, and the organiser's page with its
password, each as Chromium shows it.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from tests.club.page import PASSWORD, serving
from tests.web.browsers import SIZES, count_pages, join, open_browser, tap
from tests.web.table import ServedTable, wait_for

_GAP: Final = 16
_CLUB: Final = (1024, 720)
_SETTLED_S: Final = 1.0


def picture_telephones(folder: Path) -> list[Image.Image]:
    """Return the pages of a table of Agent: a seat's own, the table's, in three sizes."""
    with pytest.MonkeyPatch.context() as patched:
        table = ServedTable("agent", folder, patched, tls=True)
        table.begin()
        try:
            return [_picture(table, size) for size in SIZES.values()]
        finally:
            table.close()


def _picture(table: ServedTable, size: tuple[int, int]) -> Image.Image:
    browser, seat = open_browser(size), table.table.setup.seats[0]
    try:
        join(browser, table, table.invite(seat))
        _wait(table, lambda: table.find(seat) is not None and count_pages(browser) > 0)
        own, one = _shoot(browser), table.find(seat)
        assert one is not None
        table.let_notice()
        before = count_pages(browser)
        tap(browser, (100.0, one._height + 20.0))
        _wait(table, lambda: count_pages(browser) > before)
        return _beside([own, _shoot(browser)])
    finally:
        browser.quit()


def _wait(table: ServedTable, done: Callable[[], bool]) -> None:
    asyncio.run(wait_for(table, done))


def picture_club(folder: Path) -> Image.Image:
    """Return the organiser's page, before and after the password."""

    async def run() -> Image.Image:
        async with serving(folder, password=PASSWORD, language="en") as address:
            return await asyncio.to_thread(_visit, address)

    return asyncio.run(run())


def _visit(address: str) -> Image.Image:
    browser = open_browser(_CLUB)
    try:
        browser.get(address)
        shut = _settle(browser, "enter")
        field = browser.find_element("name", "password")
        field.send_keys(PASSWORD)
        field.submit()
        return _beside([shut, _settle(browser, "games")])
    finally:
        browser.quit()


def _settle(browser: Any, shown: str) -> Image.Image:
    """Return the page once a part of it is shown."""
    waiting = pytest.importorskip("selenium.webdriver.support.wait")
    part = browser.find_element("id", shown)
    waiting.WebDriverWait(browser, 10).until(lambda _: part.is_displayed())
    return _shoot(browser)


def _shoot(browser: Any) -> Image.Image:
    return Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")


def _beside(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side on white."""
    width = sum(one.width for one in pictures) + _GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, max(one.height for one in pictures)), "white")
    left = 0
    for one in pictures:
        whole.paste(one, (left, 0))
        left += one.width + _GAP
    return whole


def main(folder: Path) -> None:
    """Write both pictures."""
    with contextlib.ExitStack() as stack:
        room = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        telephones = _beside(picture_telephones(room[0]))
        club = picture_club(room[1])
    for name, picture, width in (("telephones", telephones, 1600), ("club", club, 1400)):
        picture.thumbnail((width, width))
        picture.save(folder / f"{name}.webp", quality=80)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
