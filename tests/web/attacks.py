"""Hostile clients, over the loopback only: each tries one thing, so often and so long at most.

An attack returns what it was answered, counted. ``python -m tests.web.attacks`` measures what they
cost: see ``costs.py``.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp

from tests.web import trying

Attack = Callable[[trying.Target], Awaitable[trying.Answers]]


async def join_with_garbage(target: trying.Target) -> trying.Answers:
    """Ask to be let in with no invitation, with noise, and with one that looks right."""
    rng = random.Random(1)
    texts = ["", "A" * 43, "x" * 100, *("".join(rng.choices("aB3_-", k=43)) for _ in range(9))]
    return await trying.post(target, lambda n: texts[n % len(texts)])


async def join_with_a_used_one(target: trying.Target) -> trying.Answers:
    """Ask to be let in with an invitation that somebody used before, again and again."""
    return await trying.post(target, lambda _: target.used)


async def join_with_an_old_one(target: trying.Target) -> trying.Answers:
    """Ask to be let in with an invitation whose time is over."""
    return await trying.post(target, lambda _: target.ended)


async def join_from_elsewhere(target: trying.Target) -> trying.Answers:
    """Have a browser ask from a page that is not ours."""
    return await trying.post(target, lambda _: target.used, {"Origin": "https://elsewhere.example"})


async def rebind_a_name(target: trying.Target) -> trying.Answers:
    """Have a browser take a foreign name for our address."""
    return await trying.get(target, "/", {"Host": "elsewhere.example"})


async def open_lines_without_a_secret(target: trying.Target) -> trying.Answers:
    """Ask for lines with no secret, a wrong one, and from a foreign page with the right one."""
    wrong: tuple[dict[str, str], ...] = (
        {},
        {"Cookie": f"{trying.COOKIE}=wrong"},
        {"Cookie": f"{trying.COOKIE}={target.secret}"},
    )
    origins = (target.address, target.address, "https://elsewhere.example")
    answers: trying.Answers = Counter()
    async with trying.open_session(target) as session:
        async for number in trying.count_tries(target):
            headers, origin = wrong[number % 3], origins[number % 3]
            try:
                line = await session.ws_connect(
                    f"{target.address}/line", headers=headers, origin=origin
                )
                answers["LET IN"] += 1
                await line.close()
            except aiohttp.WSServerHandshakeError as error:
                answers[str(error.status)] += 1
            except (aiohttp.ClientError, OSError, TimeoutError):
                answers["cut"] += 1
    return answers


async def flood_with_requests(target: trying.Target) -> trying.Answers:
    """Ask for the page as often as can be, eight at a time."""
    found = await asyncio.gather(*(trying.get(target, "/telephone.js") for _ in range(8)))
    return sum(found, Counter())


async def hold_connections(target: trying.Target) -> trying.Answers:
    """Open connections and say nothing on them."""
    return await trying.hold(target, b"")


async def drip_headers(target: trying.Target) -> trying.Answers:
    """Begin requests and send the rest letter by letter (slow loris)."""
    return await trying.hold(target, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")


async def send_noise(target: trying.Target) -> trying.Answers:
    """Send bytes that are no request."""
    return await trying.raw(target, lambda rng: rng.randbytes(300))


async def send_too_much(target: trying.Target) -> trying.Answers:
    """Send headers and bodies far too large."""
    huge = b"X-Huge: " + b"h" * 60_000
    head = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    body = head + b"Content-Length: 9000000\r\n\r\n" + b"b" * 200_000
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"FFFF\r\n" + b"c" * 70_000
    return await trying.raw(target, lambda rng: rng.choice((head + huge, body, chunked)))


async def hide_requests(target: trying.Target) -> trying.Answers:
    """Send requests that two readers would cut apart differently, and paths that lead elsewhere."""
    host, hidden = b"Host: 127.0.0.1\r\n", b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    two = b"Content-Length: 4\r\nContent-Length: 90\r\n\r\n"
    both = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    bodies = (
        two, both, b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n", b"Content-Length: -1\r\n\r\n",
        b"Content-Length: +4\r\n\r\nxxxx", b"Content-Length : 4\r\n\r\nxxxx",
        b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n", b"X: 1\r\n folded\r\n\r\n",
    )  # fmt: skip
    paths = (
        b"/../../etc/passwd", b"//etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/..%00/", b"*",
        b"/telephone.js/../../club.js", b"http://elsewhere.example/", b"/\xe2\x80\xae",
    )  # fmt: skip
    texts = [b"POST /join HTTP/1.1\r\n" + host + body + hidden for body in bodies]
    texts += [b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n" for path in paths]
    texts += [b"GET /\r\n", b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n", b"GET / HTTP/9.9\r\n\r\n"]
    return await trying.raw(target, lambda rng: rng.choice(texts))


async def turn_hostile(target: trying.Target) -> trying.Answers:
    """Speak nonsense on a line that was let in: no JSON, other fields, another seat's, too long."""
    words = (
        "nonsense", '{"kind":"touch"}', '{"kind":"touch","x":1,"y":1,"page":1,"seat":"blue"}',
        "[" * 90,
        '{"kind":"size","w":-1,"h":0}', '{"kind":"touch","x":1e300,"y":0,"page":1}', "x" * 100_000,
        '{"kind":"reveal","seat":"blue"}', '{"kind":"touch","x":NaN,"y":1,"page":1}',
    )  # fmt: skip
    answers: trying.Answers = Counter()
    async with trying.open_session(target) as session:
        async for number in trying.count_tries(target):
            line = await trying.open_line(session, target, answers)
            if line is not None:
                with contextlib.suppress(ConnectionError):
                    await line.send_str(words[number % len(words)])
                    await trying.read_to_the_end(line, answers)
                await line.close()
    return answers


async def flood_with_touches(target: trying.Target) -> trying.Answers:
    """Touch as often as can be on a line that was let in; come back when it is cut."""
    answers: trying.Answers = Counter()

    async def touch(line: aiohttp.ClientWebSocketResponse, _: int) -> None:
        await line.send_str('{"kind":"touch","x":195,"y":735,"page":1}')
        answers["touch"] += 1

    return await _flood(target, answers, touch)


async def flood_with_pings(target: trying.Target) -> trying.Answers:
    """Ask for answers below the messages, or give them unasked, on a line that was let in."""

    async def ping(line: aiohttp.ClientWebSocketResponse, number: int) -> None:
        await (line.ping(b"x" * 99) if number % 2 else line.pong(b"x" * 99))

    return await _flood(target, Counter(), ping)


async def _flood(
    target: trying.Target,
    answers: trying.Answers,
    send: Callable[[aiohttp.ClientWebSocketResponse, int], Awaitable[None]],
) -> trying.Answers:
    """Send something 200 times on each line that was let in; ``send`` gets the line's number."""
    async with trying.open_session(target) as session:
        async for number in trying.count_tries(target):
            line = await trying.open_line(session, target, answers)
            if line is None:
                continue
            with contextlib.suppress(ConnectionError):
                await line.send_str(trying.FIRST_WORD)
                for _ in range(200):
                    await send(line, number)
                await trying.read_to_the_end(line, answers)
            await line.close()
    return answers


async def read_nothing(target: trying.Target) -> trying.Answers:
    """Be let in, ask for page after page by turning the telephone, and read none of them."""
    answers: trying.Answers = Counter()
    async with trying.open_session(target) as session:
        line = await trying.open_line(session, target, answers)
        if line is None:
            return answers
        assert line._conn is not None
        assert line._conn.protocol is not None
        reader: Any = line._conn.protocol.transport
        reader.pause_reading()
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            async for number in trying.count_tries(target, pause_s=0.15):
                await line.send_str(trying.write_size(1000 + number % 99, 900))
                answers["asked"] += 1
        reader.abort()
    return answers


async def look_on(target: trying.Target) -> trying.Answers:
    """Be a telephone as any other, and read every page."""
    answers: trying.Answers = Counter()
    async with trying.open_session(target) as session:
        line = await trying.open_line(session, target, answers)
        if line is not None:
            await line.send_str(trying.FIRST_WORD)
            # On a busy machine the attack may be measured for longer: nobody looks on then.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(target.seconds + 20):
                    async for _ in line:
                        answers["page"] += 1
    return answers


ATTACKS: Final[dict[str, Attack]] = {
    "no invitation, or noise": join_with_garbage,
    "a used invitation again": join_with_a_used_one,
    "an old invitation": join_with_an_old_one,
    "a page from elsewhere": join_from_elsewhere,
    "a foreign name for our address": rebind_a_name,
    "lines without a secret": open_lines_without_a_secret,
    "flood of requests": flood_with_requests,
    "connections that say nothing": hold_connections,
    "headers letter by letter": drip_headers,
    "noise": send_noise,
    "far too much": send_too_much,
    "requests hidden in others, paths elsewhere": hide_requests,
    "nonsense on a line, another seat's": turn_hostile,
    "flood of touches on a line": flood_with_touches,
    "flood of pings on a line": flood_with_pings,
    "a line that reads nothing": read_nothing,
}


def run(name: str, target: trying.Target) -> trying.Answers:
    """Run one attack to its end."""
    os.nice(5)
    return asyncio.run(_run(look_on if name == "look on" else ATTACKS[name], target))


async def _run(attack: Attack, target: trying.Target) -> trying.Answers:
    return await attack(target)
