"""Hostile clients get nothing, and the telephones that were let in go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tablet_companion.games.core import TABLE, Seat
from tablet_companion.screen.toolkit.orders import DismissTelephone
from tablet_companion.web.guests import MAX_AT_TABLE
from tests.web.attacks import ATTACKS
from tests.web.conftest import Serve
from tests.web.table import PATIENCE_S, SIZE, Client, ServedTable, wait_for
from tests.web.trying import Target

ELSEWHERE = "127.0.0.2"
"""Another machine's address, as far as the server can tell."""
RED, BLUE = Seat("red"), Seat("blue")
HARMLESS = {"cut", "held", "page", "touch", "asked", "200", "503"}
"""What is told to anybody (the empty page), or was asked for by the attacker itself."""


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gets_nothing(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every answer is a refusal, nothing is done or logged; a player's touch still is heard."""
    table = ServedTable("agent_dog", tmp_path, monkeypatch)
    table.begin()
    before = table.table.state

    async def attack() -> None:
        async with Client(table, BLUE) as blue, Client(table, RED) as red:
            used = table.invite(BLUE)
            assert await blue.join(used) == 204
            await red.enter()
            target = Target(
                table.port, tls=False, used=used, ended=table.invite(BLUE, -1.0),
                secret=blue.cookie, tries=12, seconds=0.4,
            )  # fmt: skip
            attacking = asyncio.ensure_future(ATTACKS[name](target))
            await wait_for(table, attacking.done)
            answers = attacking.result()
            refused = {one for one in answers if one.startswith(("4", "closed"))}
            assert answers
            assert set(answers) <= HARMLESS | refused
            await red.tap((100.0, 700.0))

    asyncio.run(attack())
    table.close()
    assert table.table.state == before
    assert caplog.records == []


def test_who_guesses_invitations_keeps_nobody_else_out(serve: Serve) -> None:
    """One machine's noise uses up its own tries: a telephone at another address joins."""
    table = serve("agent_dog")
    table.begin()

    async def attack() -> None:
        connector = aiohttp.TCPConnector(local_addr=(ELSEWHERE, 0))
        async with (
            aiohttp.ClientSession(connector=connector) as attacker,
            Client(table, RED) as red,
        ):
            answers = set()
            for _ in range(20):
                async with attacker.post(
                    f"{table.address}/join", data=b"noise", headers={"Origin": table.address}
                ) as answer:
                    answers.add(answer.status)
            assert answers == {403, 429}
            assert await red.join(table.invite(RED)) == 204

    asyncio.run(attack())


def test_who_names_no_host_gets_no_page(serve: Serve) -> None:
    """The network is not asked for this machine's name meanwhile: that blocked every telephone."""
    table = serve("agent_dog")
    table.begin()

    async def attack() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        assert (await reader.readline()).split()[1] == b"421"
        writer.close()

    asyncio.run(attack())


@pytest.mark.parametrize("waits", [False, True], ids=["watching", "about to"])
def test_a_telephone_that_is_dismissed_sees_no_more(serve: Serve, *, waits: bool) -> None:
    """Its line is cut at once, open or half open: it showed a hand until it left by itself."""
    table = serve("agent_dog")
    table.begin()

    async def attack() -> None:
        async with Client(table, BLUE) as blue:
            assert await blue.join(table.invite(BLUE)) == 204
            line = await blue.open_line()
            if not waits:
                await line.send_str(SIZE)
                await wait_for(table, lambda: table.find(BLUE) is not None)
            assert table.station.telephones is not None
            table.station.telephones.invitations.obey(DismissTelephone(BLUE))
            if waits:
                await line.send_str(SIZE)
            ended = asyncio.ensure_future(_read_to_the_end(line))
            await wait_for(table, lambda: ended.done() and table.find(BLUE) is None)
            assert line.close_code == 1008
            assert (ended.result() == 0) is waits

    asyncio.run(attack())


async def _read_to_the_end(line: aiohttp.ClientWebSocketResponse) -> int:
    """Return how many pages came before the line was closed."""
    return len([message async for message in line])


def test_what_is_no_request_learns_no_version(serve: Serve) -> None:
    """It is refused with our headers; aiohttp's own words named Python and themselves."""
    table = serve("agent_dog")

    async def attack() -> None:
        async with Client(table, RED) as red:
            await red.enter()
            host, cookie = f"127.0.0.1:{table.port}", f"Cookie: __Host-telephone={red.cookie}"
            head = f"GET /line HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{cookie}\r\n"
            for sent in ("noise\r\n\r\n", f"{head}\r\n", f"{head}Upgrade: websocket\r\n\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
                writer.write(sent.encode())
                told = await reader.read()
                assert told.split()[1] == b"400"
                assert b"Server: tablet-companion\r\n" in told
                assert told.endswith(b"\r\n\r\n")
                writer.close()

    asyncio.run(attack())


def test_who_opens_the_tables_page_again_and_again_keeps_no_other_out(serve: Serve) -> None:
    """Each telephone has one page and a rate of its own: another one's stays, and comes back."""
    table = serve("agent_dog")
    table.begin()

    async def attack() -> None:
        async with Client(table, TABLE) as watching, Client(table, TABLE) as hostile:
            await watching.enter()
            assert await hostile.join(table.invite(TABLE)) == 204
            opened = [await hostile.open_line() for _ in range(6)]
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await hostile.open_line()
            for line in opened:
                await line.send_str(SIZE)
            assert table.station.telephones is not None
            lines = table.station.telephones._all
            await wait_for(table, lambda: len(lines) == 2)
            await watching.open_line()

    asyncio.run(attack())


def test_a_table_telephone_whose_place_a_further_one_took_is_told_so(serve: Serve) -> None:
    """It went on, watching and touching, until it left by itself."""
    table = serve("agent_dog")

    async def run() -> str:
        async with Client(table, TABLE) as first, Client(table, TABLE) as further:
            await first.enter()
            for _ in range(MAX_AT_TABLE):
                further.cookie = ""
                assert await further.join(table.invite(TABLE)) == 204
            async with asyncio.timeout(PATIENCE_S):
                while (heard := await first.hear())["kind"] == "page":
                    pass
            return str(heard["kind"])

    assert asyncio.run(run()) == "replaced"
