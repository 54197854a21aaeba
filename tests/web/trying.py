"""How hostile clients go about it: sessions, lines, and tries that end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Final

import aiohttp

from tablet_companion.web.server import hash_page

HOST: Final = "127.0.0.1"
COOKIE: Final = "__Host-telephone"


def write_size(width: int, height: int) -> str:
    """Return what a telephone says of its size, with the script of today."""
    size = {"kind": "size", "w": width, "h": height, "version": hash_page()}
    return json.dumps(size)


FIRST_WORD: Final = write_size(390, 760)


@dataclass(frozen=True)
class Target:
    """The served table that is attacked, and what the attackers have got hold of.

    ``used`` is an invitation that was used, ``ended`` one that is too old, ``secret`` that of a
    telephone that was let in and turns hostile.
    """

    port: int
    tls: bool
    used: str
    ended: str
    secret: str
    tries: int
    seconds: float

    @property
    def address(self) -> str:
        """Return what browsers ask for."""
        return f"{'https' if self.tls else 'http'}://{HOST}:{self.port}"

    @property
    def context(self) -> ssl.SSLContext | None:
        """Return what encrypts, whatever the certificate."""
        if not self.tls:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context


Answers = Counter[str]


def open_session(target: Target) -> aiohttp.ClientSession:
    """Return what asks for pages, each over a connection of its own."""
    connector = aiohttp.TCPConnector(ssl=target.context or True, force_close=True, limit=0)
    return aiohttp.ClientSession(
        connector=connector, timeout=aiohttp.ClientTimeout(total=max(2.0, target.seconds))
    )


class Tries:
    """Numbers of tries, until there were enough or the time is over."""

    def __init__(self, target: Target, pause_s: float) -> None:
        """Begin now."""
        self._left, self._pause_s, self._number = target.tries, pause_s, -1
        self._ends_s = asyncio.get_running_loop().time() + target.seconds

    def __aiter__(self) -> Tries:
        return self

    async def __anext__(self) -> int:
        """Return the next number."""
        await asyncio.sleep(self._pause_s)
        self._number += 1
        if self._number >= self._left or asyncio.get_running_loop().time() >= self._ends_s:
            raise StopAsyncIteration
        return self._number


def count_tries(target: Target, pause_s: float = 0.0) -> Tries:
    """Return the numbers of an attack's tries."""
    return Tries(target, pause_s)


async def post(
    target: Target, choose: Callable[[int], str], headers: Mapping[str, str] | None = None
) -> Answers:
    """Ask to be let in, each time with the text that is chosen for the try."""
    answers: Answers = Counter()
    async with open_session(target) as session:
        async for number in count_tries(target):
            try:
                async with session.post(
                    f"{target.address}/join",
                    data=choose(number).encode(),
                    headers=headers or {"Origin": target.address},
                ) as answer:
                    given = "LET IN" if answer.status < 300 else str(answer.status)
                    answers[given] += 1
            except (aiohttp.ClientError, OSError, TimeoutError):
                answers["cut"] += 1
    return answers


async def get(target: Target, path: str, headers: Mapping[str, str] | None = None) -> Answers:
    """Ask for a page, again and again."""
    answers: Answers = Counter()
    async with open_session(target) as session:
        async for _ in count_tries(target):
            try:
                async with session.get(f"{target.address}{path}", headers=headers) as answer:
                    await answer.read()
                    answers[str(answer.status)] += 1
            except (aiohttp.ClientError, OSError, TimeoutError):
                answers["cut"] += 1
    return answers


async def hold(target: Target, first: bytes) -> Answers:
    """Open as many connections as are asked for, and keep them until they are cut."""
    answers: Answers = Counter()

    async def hold() -> None:
        try:
            async with _connected(target, None) as (reader, writer):
                writer.write(first)
                async with asyncio.timeout(target.seconds):
                    while not await _is_cut(reader):
                        writer.write(b"s" if first else b"")
            answers["cut"] += 1
        except TimeoutError:
            answers["held"] += 1
        except OSError:
            answers["cut"] += 1

    await asyncio.gather(*(hold() for _ in range(min(300, target.tries))))
    return answers


@contextlib.asynccontextmanager
async def _connected(
    target: Target, context: ssl.SSLContext | None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(HOST, target.port, ssl=context)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _is_cut(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(0.5):
            return await reader.read(1) == b""
    except TimeoutError:
        return False


async def raw(target: Target, make: Callable[[random.Random], bytes]) -> Answers:
    """Send bytes on connections of their own, and read the status of the answers."""
    rng, answers = random.Random(3), Counter[str]()
    async for _ in count_tries(target):
        try:
            async with asyncio.timeout(2.0), _connected(target, target.context) as both:
                both[1].write(make(rng))
                status = (await both[0].readline()).split()
                answers[status[1].decode() if len(status) > 1 else "cut"] += 1
        except (OSError, TimeoutError, UnicodeDecodeError):
            answers["cut"] += 1
    return answers


async def open_line(
    session: aiohttp.ClientSession, target: Target, answers: Answers
) -> aiohttp.ClientWebSocketResponse | None:
    """Open the line of a telephone that was let in; None, and counted, if it is refused."""
    try:
        return await session.ws_connect(
            f"{target.address}/line",
            headers={"Cookie": f"{COOKIE}={target.secret}"},
            origin=target.address,
            max_msg_size=0,
        )
    except aiohttp.WSServerHandshakeError as error:
        answers[str(error.status)] += 1
    except (aiohttp.ClientError, OSError, TimeoutError):
        answers["cut"] += 1
    return None


async def read_to_the_end(line: aiohttp.ClientWebSocketResponse, answers: Answers) -> None:
    """Read until the line is closed by the other side, and note how."""
    try:
        async with asyncio.timeout(8.0):
            async for message in line:
                answers["page"] += message.type is aiohttp.WSMsgType.TEXT
    except TimeoutError:
        answers["LEFT OPEN"] += 1
    else:
        answers[f"closed {line.close_code}"] += 1
