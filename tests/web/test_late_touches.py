"""Touches that come late: they were meant for a page that is gone, or for one of another size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tablet_companion.games.core import TABLE, Viewer
from tablet_companion.referee.model.events import Choose, GoOn, OpenLevels, Pause, SwitchOff
from tablet_companion.referee.model.panels import PausePanel, PlayPanel
from tablet_companion.screen.toolkit.orders import Knob, Tune
from tests.expected import present
from tests.web.table import SIZE, Client, ServedTable

Play = Callable[[Client], Awaitable[None]]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    """Return a table of Agent, under way."""
    table = ServedTable("agent", tmp_path, monkeypatch)
    table.begin()
    yield table
    table.close()


def _join(table: ServedTable, play: Play, seat: Viewer | None = None) -> None:
    """Let a seat's telephone, the first if none is named, play on the table's page."""
    seat = seat or table.table.setup.seats[0]

    async def run() -> None:
        async with Client(table, seat) as client:
            await client.enter()
            table.let_notice()
            if seat != TABLE:
                await _change_page(table, client)
            await play(client)

    asyncio.run(run())


async def _change_page(table: ServedTable, client: Client) -> None:
    one = present(table.find(client.viewer))
    await client.tap((100.0, one._height + 20.0))
    table.let_notice()


def test_a_touch_on_a_page_that_is_gone_does_nothing(table: ServedTable) -> None:
    """A slow network: the finger came down where another page now has its key to go on."""

    async def play(client: Client) -> None:
        one = present(table.find(client.viewer))
        before = one.line.number
        table.station.loop.touch(Pause())
        table.let_notice()
        keys = table.list_keys(client.viewer)
        await client.tap(keys[GoOn()], before)
        assert isinstance(table.station.loop._display.shown, PausePanel)
        await client.tap(keys[OpenLevels()], before)
        assert isinstance(table.station.loop._display.shown, PausePanel)
        await client.tap(keys[GoOn()])
        table.turn()
        assert isinstance(table.station.loop._display.shown, PlayPanel)

    _join(table, play)


def test_a_touch_counts_where_the_key_is_still_the_same(table: ServedTable) -> None:
    """What changed elsewhere on the page takes nothing from a finger on its way."""

    async def play(client: Client) -> None:
        one = present(table.find(client.viewer))
        before = one.line.number
        await client.resize(390, 761)
        table.let_notice()
        assert one.line.number > before
        await client.tap(table.list_keys(client.viewer)[Pause()], before)
        table.turn()
        assert isinstance(table.station.loop._display.shown, PausePanel)

    _join(table, play)


def test_the_scripts_own_words_are_told_when_the_language_changes(table: ServedTable) -> None:
    """They stand in the page that was loaded, perhaps in another language, and only there."""

    async def play(client: Client) -> None:
        assert (await client.hear())["texts"]["language"] == "en"
        assert (await client.hear())["texts"] is None
        table.station.loop.touch(Choose("language", "fr"))
        table.let_notice()
        page = await client.hear()
        assert page["texts"]["language"] == "fr"
        assert "La page de la table" not in page["told"]
        assert "Ma propre page" in [label for *_, label in page["keys"]]

    _join(table, play)


def test_no_browser_offers_to_translate_the_page(table: ServedTable) -> None:
    """A German table on an English telephone: the offer comes in a bar over the page."""

    async def load() -> str:
        async with Client(table, TABLE) as client, client._session.get(table.address) as answer:
            return await answer.text()

    assert '<html lang="en" translate="no">' in asyncio.run(load())


def test_a_touch_made_as_soon_as_the_page_had_come_does_nothing(table: ServedTable) -> None:
    """It took half a second to come, and the touch as long: nobody had seen the new key."""

    async def play(client: Client) -> None:
        table.station.loop.touch(Pause())
        table.let_notice()
        keys = table.list_keys(client.viewer)
        await client.tap(keys[SwitchOff()], ms=700)
        await client.tap(keys[GoOn()], ms=200)
        assert isinstance(table.station.loop._display.shown, PausePanel)
        await client.tap(keys[GoOn()], ms=500)
        table.turn()
        assert isinstance(table.station.loop._display.shown, PlayPanel)

    _join(table, play, TABLE)


def test_nobody_opens_anothers_own_page(table: ServedTable) -> None:
    """All saw the table's page there; two touches elsewhere, or a lost line, opened the other."""

    async def play(client: Client) -> None:
        table.station.loop.touch(Pause())
        table.let_notice()
        table.station.loop.touch(GoOn())
        table.let_notice()
        assert not _is_own(table, client)
        await client.leave()
        await client.connect()
        table.let_notice()
        assert not _is_own(table, client)
        await _change_page(table, client)
        table.station.loop.touch(Pause())
        table.let_notice()
        table.station.loop.touch(GoOn())
        table.let_notice()
        assert _is_own(table, client)

    _join(table, play)


def _is_own(table: ServedTable, client: Client) -> bool:
    one = present(table.find(client.viewer))
    return one.own


def test_quieter_on_a_telephone_is_quieter(table: ServedTable) -> None:
    """At 40 percent its key for less said 80: it did not know what had been turned elsewhere."""

    async def play(client: Client) -> None:
        table.station.loop._touched(Tune(Knob.VOLUME, 40))
        table.station.loop.touch(Pause())
        table.let_notice()
        keys = table.list_keys(client.viewer)
        assert {Tune(Knob.VOLUME, 20), Tune(Knob.VOLUME, 60)} <= set(keys)
        await client.tap(keys[Tune(Knob.VOLUME, 20)])
        table.let_notice()
        assert Tune(Knob.VOLUME, 0) in table.list_keys(client.viewer)

    _join(table, play)


def test_an_unknown_page_has_no_keys(table: ServedTable) -> None:
    """A page of a line that has ended, or of no line at all."""

    async def play(client: Client) -> None:
        for page in (0, 9999, -1):
            await client.tap(table.list_keys(client.viewer)[Pause()], page)
        table.turn()
        assert isinstance(table.station.loop._display.shown, PlayPanel)

    _join(table, play)


def test_a_second_touch_leads_no_further_than_the_first(table: ServedTable) -> None:
    """Of two touches on the key to the other page the second is not one to come back."""

    async def play(client: Client) -> None:
        one = present(table.find(client.viewer))
        before, own = one.line.number, one.own
        for _ in range(2):
            await client.tap((100.0, one._height + 20.0), before)
            table.let_notice()
        assert one.own != own

    _join(table, play)


def test_a_telephone_that_is_resized_stays_on_its_page(table: ServedTable) -> None:
    """A browser's bar slides away as somebody reads the table's page."""

    async def play(client: Client) -> None:
        one = present(table.find(client.viewer))
        assert not one.own
        await client.resize(390, 700)
        table.let_notice()
        after = present(table.find(client.viewer))
        assert not after.own
        assert after.display.look.theme.size[1] < 700

    _join(table, play)


def test_a_guest_who_is_dismissed_is_told_so(table: ServedTable) -> None:
    """Whoever was refused a line asks whether they are a guest at all."""
    seat = table.table.setup.seats[0]

    async def ask(client: Client) -> int:
        cookie = {"Cookie": f"__Host-telephone={client.cookie}"}
        async with client._session.get(f"{table.address}/guest", headers=cookie) as answer:
            return answer.status

    async def play(client: Client) -> None:
        assert await ask(client) == 204
        table.guests.dismiss(seat)
        assert await ask(client) == 403

    _join(table, play)


def test_a_telephone_that_another_replaced_is_told_so(table: ServedTable) -> None:
    """A touch cannot take the place back, as it does from another page of the same telephone."""
    seat = table.table.setup.seats[0]

    async def run(*, same: bool) -> str:
        async with Client(table, seat) as first, Client(table, seat) as second:
            await first.enter()
            if same:
                second.cookie = first.cookie
            else:
                assert await second.join(table.invite(seat)) == 204
            line = await second.open_line()
            await line.send_str(SIZE)
            while (heard := await first.hear())["kind"] == "page":
                table.turn()
            return str(heard["kind"])

    assert asyncio.run(run(same=True)) == "elsewhere"
    assert asyncio.run(run(same=False)) == "replaced"


def test_a_telephone_that_takes_another_place_gives_its_own_up(table: ServedTable) -> None:
    """It forgets the secret of the first, whose pages then went to no telephone at all."""
    first, second = table.table.setup.seats[:2]

    async def run() -> str:
        async with Client(table, first) as client:
            await client.enter()
            assert await client.join(table.invite(second)) == 204
            assert table.guests.seats == (second,)
            while (heard := await client.hear())["kind"] == "page":
                pass
            return str(heard["kind"])

    assert asyncio.run(run()) == "elsewhere"


@pytest.mark.parametrize(("version", "word"), [("0123456789ab", "old"), ("", "elsewhere")])
def test_a_page_from_before_an_update_is_told_so(
    table: ServedTable, version: str, word: str
) -> None:
    """Its touches ended its line again and again. One without a version knows one such word."""
    seat = table.table.setup.seats[0]

    async def run() -> None:
        async with Client(table, seat) as client:
            assert await client.join(table.invite(seat)) == 204
            line = await client.open_line()
            await line.send_json({"kind": "size", "w": 390, "h": 760, "version": version})
            assert await line.receive_json() == {"kind": word}
            assert table.find(seat) is None

    asyncio.run(run())


def test_two_telephones_that_answer_at_once_answer_once(table: ServedTable) -> None:
    """Both touched the page of the question; the second touch is none on the one that follows."""
    seats = table.table.setup.seats[:2]

    async def run() -> None:
        async with Client(table, seats[0]) as one, Client(table, seats[1]) as other:
            for client in (one, other):
                await client.enter()
                await _change_page(table, client)
            table.station.loop.touch(Pause())
            table.let_notice()
            keys, numbers = [], []
            for client in (one, other):
                found = present(table.find(client.viewer))
                keys.append(table.list_keys(client.viewer)[GoOn()])
                numbers.append(found.line.number)
            past = len(table.table.past)
            for client, at, number in zip((one, other), keys, numbers, strict=True):
                await client.tap(at, number)
            table.turn()
            assert isinstance(table.station.loop._display.shown, PlayPanel)
            assert len(table.table.past) == past

    asyncio.run(run())


def test_an_invitation_that_is_sent_twice_at_once_lets_one_in(table: ServedTable) -> None:
    """A double touch on the scanned address: one answer lets in, the other changes nothing."""
    seat = table.table.setup.seats[0]

    async def run() -> None:
        async with Client(table, seat) as client:
            invitation = table.invite(seat)
            answers = await asyncio.gather(client.join(invitation), client.join(invitation))
            assert sorted(answers) == [204, 403]
            await client.connect()
            assert table.find(seat) is not None

    asyncio.run(run())
