"""Telephones in a real browser: three sizes, offline and back, a round of Agent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablet_companion.games.core import Viewer
from tablet_companion.referee.model.events import Choose, GoOn, Pause
from tablet_companion.referee.model.panels import PausePanel
from tablet_companion.web import door
from tests.amounts import sampled
from tests.expected import present
from tests.web.browsers import (
    SIZES,
    age_pages,
    count_pages,
    join,
    open_browser,
    read_errors,
    read_number,
    read_word,
    resize,
    tap,
)
from tests.web.playing import play_round
from tests.web.table import ServedTable, wait_for

_AGAIN, _HEARD_S = 10, 2.0
"""A touch that is not heard within this many seconds is repeated this often."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    """Return a table of Agent, under way, encrypted with a certificate of its own."""
    table = ServedTable("agent", tmp_path, monkeypatch, tls=True)
    table.begin()
    yield table
    table.close()


def _enter(browser: Any, table: ServedTable, seat: Viewer) -> None:
    """Join as a seat and wait for the first page."""
    join(browser, table, table.invite(seat))
    asyncio.run(wait_for(table, lambda: table.find(seat) is not None))
    _await_page(browser, table, 0)


def _await_page(browser: Any, table: ServedTable, before: int) -> None:
    asyncio.run(wait_for(table, lambda: count_pages(browser) > before))


@sampled(3)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_page_is_painted_and_touched(table: ServedTable, size: tuple[int, int]) -> None:
    """The page fills the telephone, a touch turns it, and nothing breaks the page's own rules."""
    browser, seat = open_browser(size), table.table.setup.seats[0]
    try:
        _enter(browser, table, seat)
        one = present(table.find(seat))
        assert one.line.size == size
        assert one.own
        table.let_notice()
        before = count_pages(browser)
        tap(browser, (100.0, one._height + 20.0))
        _await_page(browser, table, before)
        assert not one.own
        browser.back()  # the telephone's own key left the table, in mid-game
        assert count_pages(browser) > before
        assert read_word(browser) == ""
        assert read_errors(browser) == []
    finally:
        browser.quit()


def test_a_page_is_heard_and_turned_without_a_finger(table: ServedTable) -> None:
    """Its words and keys are in the tree that a screen reader reads, in the table's language."""
    browser, seat = open_browser(SIZES["telephone"]), table.table.setup.seats[0]
    try:
        _enter(browser, table, seat)
        one = present(table.find(seat))
        before = count_pages(browser)
        table.station.loop.touch(Choose("language", "de"))
        _await_page(browser, table, before)
        nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        heard = {(node["role"]["value"], node["name"]["value"]) for node in nodes if "name" in node}
        assert ("button", "Die Seite des Tischs") in heard
        assert any("Übrige Posten: 4" in name for role, name in heard if role == "StaticText")
        assert browser.execute_script("return document.documentElement.lang") == "de"
        assert "Verbindung" in browser.execute_script("return document.body.dataset.offline")
        table.let_notice()
        browser.execute_script("document.querySelector('#keys :last-child').click()")
        asyncio.run(wait_for(table, lambda: not one.own))
    finally:
        browser.quit()


def test_the_last_of_many_sizes_counts(table: ServedTable) -> None:
    """A window that is dragged by its corner, or a browser's bar that slides away."""
    browser, seat = open_browser(SIZES["tablet"]), table.table.setup.seats[0]
    try:
        _enter(browser, table, seat)
        one = present(table.find(seat))
        browser.execute_script("for (let n = 0; n < 60; n++) dispatchEvent(new Event('resize'))")
        resize(browser, (390, 741))
        asyncio.run(wait_for(table, lambda: one.line.size == (390, 741)))
        assert table.find(seat) is one
        assert read_word(browser) == ""
    finally:
        browser.quit()


def test_offline_and_back(table: ServedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened meanwhile is on the page as soon as there is a network again; no new code."""
    browser, seat = open_browser(SIZES["telephone"]), table.table.setup.seats[0]
    try:
        _enter(browser, table, seat)
        before = count_pages(browser)
        with monkeypatch.context() as patched:
            patched.setattr(door, "MAX_CONNECTIONS", 0)
            assert table.server is not None
            assert table.server._loop is not None
            assert table.server._door is not None
            table.server._loop.call_soon_threadsafe(table.server._door.cut)
            asyncio.run(wait_for(table, lambda: table.find(seat) is None))
            asyncio.run(wait_for(table, lambda: read_word(browser) != ""))
            table.station.loop.touch(Pause())
        _await_page(browser, table, before)
        one = present(table.find(seat))
        assert isinstance(one.display.shown, PausePanel)
        assert read_word(browser) == ""
        table.station.loop.touch(GoOn())
    finally:
        browser.quit()


def test_a_round_of_agent_in_four_browsers(table: ServedTable) -> None:
    """The same round as with plain clients, in four browsers that share nothing."""
    seats = table.table.setup.seats
    browsers = {seat: open_browser(SIZES["telephone"]) for seat in seats}
    try:
        for seat, browser in browsers.items():
            _enter(browser, table, seat)
            age_pages(browser)

        async def touch(viewer: Viewer, at: tuple[float, float]) -> None:
            one = present(table.find(viewer))
            browser, before = browsers[viewer], one.line.taken
            await wait_for(table, lambda: read_number(browser) == one.line.number)
            for _ in range(_AGAIN):  # who touches faster than people do is not heard for a moment
                tap(browser, at)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_HEARD_S):
                        await wait_for(table, lambda: one.line.taken > before)
                    return
            raise AssertionError(f"{viewer} is not heard")

        told = asyncio.run(play_round(table, touch, moves=6))
        assert told == set(seats)
    finally:
        for browser in browsers.values():
            browser.quit()
