"""The organiser's page, served with one table and one pairing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from tablet_companion.club.access import Access
from tablet_companion.club.book import Book
from tablet_companion.club.listener import TableRow
from tablet_companion.club.messages import Status
from tablet_companion.club.organiser import Organiser, PageOptions
from tablet_companion.club.pairing import Game
from tablet_companion.club.place import Place
from tablet_companion.screen.words.wording import words

PASSWORD = "long enough"  # noqa: S105 - of a page that lives for a second
STATUS = Status("dog", "DOG", "play", "red", (), 3, "objection", {}, {"objected": 2}, ())
ROWS = {"one": TableRow("one", online=True, status=STATUS)}
HERE = Place()


@contextlib.asynccontextmanager
async def serving(
    folder: Path, place: Place = HERE, password: str | None = None, language: str = "de"
) -> AsyncIterator[str]:
    """Serve a page with one table and one pairing; its address is given."""
    book = Book(folder / "book.db")
    book.enter(["A", "B"])
    book.add_round([Game("A", "B")], ["one"])
    options = PageOptions(Access(password), words(language))
    port = asyncio.get_running_loop().create_future()
    page = asyncio.create_task(Organiser(book, lambda: ROWS, place, options).serve(port.set_result))
    yield f"{place.scheme}://127.0.0.1:{await port}"
    page.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await page
    book.close()
