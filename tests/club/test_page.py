"""The organiser's page: its language, its password, and what strangers are answered."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
import ssl
import time
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path

import aiohttp
import msgspec
import pytest

from hardware.formats import Unusable, parse_json
from tablet_companion.club.access import Access, AccessError, read_password
from tablet_companion.club.book import Book
from tablet_companion.club.listener import TableRow
from tablet_companion.club.messages import SeatStatus, Status
from tablet_companion.club.place import HOST, Place
from tablet_companion.club.wording import PAGE, describe_row, write_page
from tablet_companion.screen.words.wording import words
from tablet_companion.web import door
from tablet_companion.web.certificate import open_tls
from tests.club.page import PASSWORD, ROWS, STATUS, serving
from tests.patience import PATIENCE_S
from tests.web.browsers import open_browser

Visit = Callable[[aiohttp.ClientSession, str], Awaitable[None]]


def visit(folder: Path, visitor: Visit, password: str | None = None, *, tls: bool = False) -> None:
    """Let a browser visit the page; it takes whatever certificate there is."""

    async def run() -> None:
        # As at the first start: the folder of the certificate is not there yet.
        place = Place(tls=open_tls(folder / "new", ["127.0.0.1"]) if tls else None)
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        jar = aiohttp.CookieJar(unsafe=True)
        async with (
            serving(folder, place, password) as address,
            aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(ssl=trusting), cookie_jar=jar
            ) as browser,
        ):
            await visitor(browser, address)

    asyncio.run(run())


async def status_of(browser: aiohttp.ClientSession, address: str, path: str) -> int:
    """Return what asking for a path is answered."""
    async with browser.get(address + path) as answer:
        return answer.status


async def enter(browser: aiohttp.ClientSession, address: str, password: str) -> int:
    """Enter a password on the page; return the answer."""
    body, headers = msgspec.json.encode({"password": password}), {"Origin": address}
    async with browser.post(f"{address}/enter", data=body, headers=headers) as answer:
        return answer.status


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_speaks_the_language_of_the_settings(language: str) -> None:
    """Every text of the page and of a row has its translation, and nothing is left to fill in."""
    said = words(language)
    page = write_page(said).decode()
    assert f'lang="{language}"' in page
    assert "$" not in page
    assert said.text(PAGE["begin"]) in page
    row = describe_row(ROWS["one"], said, 0.0)
    if language != "en":
        assert (row.turn, row.needs, row.verdicts) != ("Red", "objection", "objected to 2")


def test_the_page_is_told_how_long_a_table_has_waited() -> None:
    """Not since when: the browser's clock may be another than the club's."""
    waiting = msgspec.structs.replace(ROWS["one"], since_s=100.0)
    assert describe_row(waiting, words("en"), 160.0).needing_s == 60.0
    content = msgspec.structs.replace(STATUS, needs="")
    assert (
        describe_row(TableRow("one", online=True, status=content), words("en"), 160.0).needing_s
        == 0
    )
    script = resources.files("tablet_companion.club") / "static" / "club.js"
    assert "Date" not in script.read_text("utf-8")


@pytest.mark.parametrize(("language", "said"), [("fr", "Ronde"), ("de", "Runde")])
def test_a_round_is_not_called_by_the_word_for_a_shape(language: str, said: str) -> None:
    """A tournament's round has a text of its own, which no shape of places shares."""
    assert words(language).text(PAGE["round"]) == said


def test_without_the_password_nothing_is_told(tmp_path: Path) -> None:
    """Not a table, a pairing or a result; the empty page and its script are no news."""

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        for path in ("/tournament", "/tables", "/export.csv", "/anything"):
            assert await status_of(browser, address, path) == 401
        assert await status_of(browser, address, "/") == 200
        assert await enter(browser, address, "guess") == 403
        assert await status_of(browser, address, "/tournament") == 401

    visit(tmp_path, look, PASSWORD)


def test_with_the_password_the_page_is_as_without_one(tmp_path: Path) -> None:
    """Also through TLS: rows in words, and pairings."""

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        assert await enter(browser, address, PASSWORD) == 204
        assert await status_of(browser, address, "/tournament") == 200
        line = await browser.ws_connect(f"{address}/tables", origin=address)
        (row,) = msgspec.json.decode((await line.receive()).data)
        assert (row["turn"], row["needing"]) == ("Rot", True)
        await line.close()

    visit(tmp_path, look, PASSWORD, tls=True)


def test_a_page_whose_club_says_nothing_more_says_so(tmp_path: Path) -> None:
    """No line ends where a network fails: the tables stood there as they had been, for minutes."""
    browser = open_browser((1024, 768))

    def read() -> str:
        return str(browser.find_element("id", "sum").text)

    def wait(text: str) -> None:
        ends_s = time.monotonic() + PATIENCE_S
        while text not in read():
            assert time.monotonic() < ends_s, read()

    async def run() -> None:
        async with serving(tmp_path, language="en") as address:
            await asyncio.to_thread(browser.get, address)
            await asyncio.to_thread(wait, "online: 1")
            wait("No connection")  # here nothing is answered meanwhile, and no line ends
            await asyncio.to_thread(wait, "online: 1")

    try:
        asyncio.run(run())
    finally:
        browser.quit()


def test_guessing_is_slow() -> None:
    """After some tries the right password is refused, too, until a while has passed."""
    access = Access(PASSWORD)
    assert not any(access.enter(f"guess {number}", HOST, 100.0) for number in range(5))
    assert access.enter(PASSWORD, HOST, 100.0) is None
    session = access.enter(PASSWORD, HOST, 110.0)
    assert session is not None
    assert access.admits(session)
    assert not access.admits("")


def test_who_guesses_keeps_nobody_else_out() -> None:
    """The organiser's own address has its own tries."""
    access = Access(PASSWORD)
    assert not any(access.enter("guess", "127.0.0.2", 100.0) for _ in range(99))
    assert access.enter(PASSWORD, HOST, 100.0) is not None


def test_a_password_that_never_comes_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those who are let in keep their connections; each kept one keeps somebody out."""
    monkeypatch.setattr(door, "ERRAND_S", 0.1)

    async def look(_: aiohttp.ClientSession, address: str) -> None:
        host = address.removeprefix("http://")
        reader, writer = await asyncio.open_connection(*host.split(":"))
        head = f"POST /enter HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
        writer.write(f"{head}Content-Length: 99\r\n\r\n".encode())
        async with asyncio.timeout(5.0):
            assert await reader.read() == b""
        writer.close()

    visit(tmp_path, look, PASSWORD)


def test_a_page_from_elsewhere_can_do_nothing(tmp_path: Path) -> None:
    """Neither by another name for our address nor by a form on another site."""

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        evil = {"Host": "evil.example"}
        async with browser.get(f"{address}/tournament", headers=evil) as answer:
            assert answer.status == 421
        body = msgspec.json.encode({"names": ["X", "Y"]})
        foreign = {"Origin": "https://evil.example"}
        async with browser.post(f"{address}/sides", data=body, headers=foreign) as answer:
            assert answer.status == 404

    visit(tmp_path, look)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/result", {"game": 1, "points": 1e308}),
        ("/result", {"game": 1, "points": -5}),
        ("/result", {"game": 2**63, "points": 1}),
        ("/sides", {"names": [f"side {number}" for number in range(401)]}),
    ],
)
def test_what_no_tournament_has_is_refused(path: str, message: object, tmp_path: Path) -> None:
    """Neither kept nor taken for a fault of ours: rounds could never be drawn again."""

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        body, headers = msgspec.json.encode(message), {"Origin": address}
        async with browser.post(address + path, data=body, headers=headers) as answer:
            assert answer.status == 400
        async with browser.get(f"{address}/tournament") as answer:
            assert (await answer.json())["games"][0]["points"] is None

    visit(tmp_path, look)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://[::1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 99_000 + b"\r\n\r\n",
        b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"\x16\x03\x01\x02" + bytes(range(256)),
    ],
)
def test_what_is_no_request_is_refused_without_a_word_in_the_log(
    sent: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback of each, which would fill the disk; no host is ours, no version is named."""

    async def look(_: aiohttp.ClientSession, address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address.split(":")[2]))
        writer.write(sent)
        assert (await reader.readline()).split()[1] in {b"400", b"421"}
        assert b"Server: tablet-companion\r\n" in await reader.readuntil(b"\r\n\r\n")
        writer.close()

    visit(tmp_path, look)
    assert caplog.records == []


@pytest.mark.parametrize("path", ["/enter", "/sides", "/round", "/result"])
@pytest.mark.parametrize(
    "body",
    [b"", b"\xff", b'{"password": "\xff"}', b'{"names": ' + b"[" * 50_000, b'{"a": ' * 10_000],
    ids=["nothing", "no text", "a word that is no text", "lists in lists", "objects in objects"],
)
def test_a_body_that_is_none_is_refused_without_a_word_in_the_log(
    path: str, body: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Who knows no password could otherwise fill the disk with tracebacks."""

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        headers = {"Origin": address}
        async with browser.post(address + path, data=body, headers=headers) as answer:
            assert answer.status == 400

    visit(tmp_path, look)
    assert caplog.records == []


def test_a_body_is_never_unpacked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Of 2 MB strangers made 2 GB: nobody else was answered for ten seconds."""
    packed = gzip.compress(msgspec.json.encode({"password": PASSWORD}))

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        headers = {"Origin": address, "Content-Encoding": "gzip"}
        for body in (packed, packed[:9], gzip.compress(bytes(10**7)), b"x" * 10**6):
            async with browser.post(f"{address}/enter", data=body, headers=headers) as answer:
                assert answer.status == 400

    visit(tmp_path, look, PASSWORD)
    assert caplog.records == []


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        *((one, 401) for one in ("OPTIONS *", "CONNECT 1", "GET /a%0a", "PUT /")),
        ("GET /tables", 400),
    ],
)
def test_every_refusal_is_ours(asked: str, status: int, tmp_path: Path) -> None:
    """None says which library serves the page, in which version."""

    async def look(_: aiohttp.ClientSession, address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address.split(":")[2]))
        own = "Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
        writer.write(f"{asked} HTTP/1.1\r\n{own}\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        assert f" {status} " in head
        assert "Server: tablet-companion" in head
        writer.close()

    visit(tmp_path, look, PASSWORD if status == 401 else None)


def test_connections_that_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    """Strangers have so many at once, so that files and memory are left for the organiser."""

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        async with browser.get(f"{address}/tournament") as answer:  # its connection is kept
            assert answer.status == 200
        port = int(address.rpartition(":")[2])
        silent = [
            await asyncio.open_connection("127.0.0.1", port)
            for _ in range(door.MAX_CONNECTIONS + 9)
        ]
        async with asyncio.timeout(door.ERRAND_S / 2):
            assert not any([await reader.read(1) for reader, _ in silent[door.MAX_CONNECTIONS :]])
        async with browser.get(f"{address}/tournament") as answer:
            assert answer.status == 200
        for _, writer in silent:
            writer.close()

    visit(tmp_path, look)


@pytest.mark.parametrize("address", ["203.0.113.1", "ü\u2028", "a" * 99, "a\0", "\udcff", "a..b"])
def test_an_address_that_is_none_is_named(address: str) -> None:
    """Not the port, which may be good."""
    with pytest.raises(door.DoorError, match=r"(?s)served at .*:8750 .* or address"):
        door.listen(address, 8750)


def test_a_password_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """Too short, or not there: one sentence that names the file."""
    (tmp_path / "short").write_text("1234\n", encoding="ascii")
    with pytest.raises(AccessError, match="at least 8"):
        read_password(tmp_path / "short")
    with pytest.raises(AccessError, match="none"):
        read_password(tmp_path / "none")


@pytest.mark.parametrize("number", ["-1", "9" * 30, "9" * 4400])
@pytest.mark.parametrize("counted", ['"actions":3', '"objected":2', '"cards":6'])
def test_a_count_that_none_is_ends_no_page(counted: str, number: str) -> None:
    """Whoever reaches the broker may send it; a row that cannot be sent ended the whole club."""
    status = msgspec.structs.replace(STATUS, seats=(SeatStatus("red", 6, out=False),))
    good = msgspec.json.encode(status).decode()
    name, _, _ = counted.partition(":")
    assert counted in good
    with pytest.raises(Unusable):
        parse_json(good.replace(counted, f"{name}:{number}"), Status)


def test_a_book_that_cannot_be_written_ends_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk is answered as such, and nothing of it is logged as a fault of ours."""

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async def look(browser: aiohttp.ClientSession, address: str) -> None:
        monkeypatch.setattr(Book, "enter", fail)
        body, headers = msgspec.json.encode({"names": ["X"]}), {"Origin": address}
        async with browser.post(f"{address}/sides", data=body, headers=headers) as answer:
            assert answer.status == 507
        assert await status_of(browser, address, "/tournament") == 200

    visit(tmp_path, look)
    assert caplog.records == []
