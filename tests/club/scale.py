"""A thousand tables on one broker: ``python -m tests.club.scale`` prints what was measured.

Everything is on this machine, over the loopback: mosquitto, the club's command in a process of its
own, a page that is pushed its rows, and tables that each hold a connection and tell a verdict now
and then, kept until the broker has answered. In the middle the broker is killed and started again.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import selectors
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tablet_companion.club.messages import Happened, SeatStatus, Status, topic
from tests.club.brokers import Broker

_SPAWN: Final = multiprocessing.get_context("spawn")
_SEATS: Final = ("red", "blue", "green", "yellow")
_PIECES: Final[dict[str, tuple[str, ...]]] = {f"T{number}": ("red",) for number in range(16)}


class Table:
    """A simulated table: what it tells waits until the broker has it, as in the spool."""

    def __init__(self, name: str, port: int) -> None:
        """Take a name; nothing is connected yet."""
        self.name, self._port = name, port
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name)
        self.client.on_connect = lambda *_: self._connected()
        self.client.on_publish = lambda _c, _u, mid, *_: self._answered(mid)
        self.client.on_disconnect = lambda *_: self._lost()
        self.client.will_set(topic(name, "online"), "offline", 1, retain=True)
        self.client.on_message = lambda _c, _u, message: self._repeat(int(message.payload))
        self.told: list[Happened] = []
        self.waiting: list[Happened] = []
        self.number = 0
        self._sent: int | None = None
        self.again_s = 0.0

    def connect(self) -> bool:
        """Connect, if the broker is there."""
        try:
            self.client.connect("127.0.0.1", self._port, 60)
        except OSError:
            self.again_s = time.monotonic() + 1.0 + random.random()
            return False
        return True

    def tell(self, now_s: float) -> None:
        """Tell a verdict, and how the table stands."""
        self.number += 1
        self.told.append(Happened(self.number, now_s, "dog", "accepted", "red", _SEATS))
        self.waiting.append(self.told[-1])
        seats = tuple(SeatStatus(seat, 4, False) for seat in _SEATS)  # noqa: FBT003 - a value
        status = Status(
            "dog", "DOG", "play", "red", seats, self.number, "", _PIECES, {}, (), self.number
        )
        if self.client.is_connected():
            self.client.publish(topic(self.name, "status"), msgspec.json.encode(status), 1, True)  # noqa: FBT003 - paho's
        self.send()

    def send(self) -> None:
        """Send the oldest that waits, unless an answer is still to come."""
        if self._sent is None and self.waiting and self.client.is_connected():
            body = msgspec.json.encode(self.waiting[0])
            self._sent = self.client.publish(topic(self.name, "event"), body, 1).mid

    def _repeat(self, after: int) -> None:
        """Tell once more what the club says that it missed."""
        self.waiting += [one for one in self.told[after:] if one not in self.waiting]
        self.send()

    def _connected(self) -> None:
        self._sent = None
        self.client.subscribe(topic(self.name, "again"), 1)
        self.client.publish(topic(self.name, "online"), "online", 1, True)  # noqa: FBT003 - paho's
        self.send()

    def _answered(self, mid: int) -> None:
        if mid == self._sent:
            self._sent = None
            self.waiting.pop(0)
            self.send()

    def _lost(self) -> None:
        self._sent = None


def run_tables(count: int, port: int, seconds: float, every_s: float, told: Any) -> None:
    """Run all tables in one process: sockets are waited for together."""
    rng, tables = random.Random(1), [Table(f"t{number:04}", port) for number in range(count)]
    selector, known = selectors.DefaultSelector(), dict[Table, Any]()
    next_s = [time.monotonic() + 3.0 + rng.random() * every_s for _ in tables]
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s + 30 and (
        time.monotonic() < ends_s or any(one.waiting for one in tables)
    ):
        for table in tables:
            _attend(table, selector, known)
        for key, _ in selector.select(0.01):
            key.data.client.loop_read()
        for number, table in enumerate(tables):
            if next_s[number] <= time.monotonic() < ends_s:
                next_s[number] += every_s * (0.5 + rng.random())
                table.tell(time.time())
    told.put({table.name: (table.number, len(table.waiting)) for table in tables})


def _attend(table: Table, selector: selectors.BaseSelector, known: dict[Table, Any]) -> None:
    """Keep a table's socket among those that are waited for; connect it again if it is lost."""
    sock = table.client.socket()
    if sock is not known.get(table):
        if table in known and known[table] is not None:
            selector.unregister(known[table])
        known[table] = sock
        if sock is not None:
            selector.register(sock, selectors.EVENT_READ, table)
    if sock is None and time.monotonic() >= table.again_s:
        table.connect()
    elif sock is not None:
        while table.client.want_write():
            if table.client.loop_write() != mqtt.MQTT_ERR_SUCCESS:
                break
        table.client.loop_misc()


async def watch_page(port: int, seconds: float) -> list[tuple[float, float]]:
    """Return when each verdict was on the organiser's page, and how long after it was given."""
    found, seen = [], dict[str, float]()
    address = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as session:
        line = await session.ws_connect(f"{address}/tables", origin=address, max_msg_size=0)
        try:
            async with asyncio.timeout(seconds):
                async for message in line:
                    now_s = time.time()
                    for row in msgspec.json.decode(message.data):
                        if row["told_s"] > seen.get(row["table"], 0.0):
                            seen[row["table"]] = row["told_s"]
                            found.append((now_s, now_s - row["told_s"]))
        except TimeoutError:
            await line.close()
    return found


def main() -> None:
    """Run it and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=5.0, help="seconds from verdict to verdict")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _measure(Path(folder), given)


def _measure(folder: Path, given: argparse.Namespace) -> None:
    broker = Broker(folder, saves_at_once=False)
    broker.start()
    settings, book = folder / "settings.toml", folder / "book.db"
    settings.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\n', "ascii")
    command = [sys.executable, "-m", "tablet_companion.cli", "club", "--port", "0"]
    club = subprocess.Popen(
        [*command, "--settings", str(settings), "--book", str(book)], stdout=subprocess.PIPE
    )
    assert club.stdout is not None
    port = int(club.stdout.readline().decode().rstrip("/\n").rpartition(":")[2])
    told: Any = _SPAWN.Queue()
    tables = _SPAWN.Process(
        target=run_tables, args=(given.tables, broker.port, given.seconds, given.every, told)
    )
    tables.start()
    killed_s, found = asyncio.run(_watch_and_kill(broker, port, given.seconds))
    numbers = told.get(timeout=120)
    time.sleep(3.0)
    memory = {"broker": _megabytes(broker.pid), "club": _megabytes(club.pid)}
    club.terminate()
    club.wait(10)
    broker.kill()
    _report(book, numbers, found, killed_s, memory)


async def _watch_and_kill(
    broker: Broker, port: int, seconds: float
) -> tuple[float, list[tuple[float, float]]]:
    watching = asyncio.create_task(watch_page(port, seconds + 20))
    await asyncio.sleep(seconds * 0.6)
    await asyncio.to_thread(broker.kill)
    killed_s = time.time()
    await asyncio.sleep(3.0)
    await asyncio.to_thread(broker.start)
    return killed_s, await watching


def _report(
    book: Path,
    numbers: dict[str, tuple[int, int]],
    found: list[tuple[float, float]],
    killed_s: float,
    memory: dict[str, float],
) -> None:
    db = sqlite3.connect(book)
    kept = dict(db.execute("SELECT place, COUNT(*) FROM told GROUP BY place").fetchall())
    db.close()
    sent = sum(number for number, _ in numbers.values())
    lost = sum(number - kept.get(name, 0) for name, (number, _) in numbers.items())
    quiet = sorted(1000 * delay for at_s, delay in found if at_s < killed_s)
    times = [at_s for at_s, _ in found if at_s < killed_s]
    rate = len(times) / (times[-1] - times[0])
    after = [delay for at_s, delay in found if at_s >= killed_s]
    sys.stdout.write(
        f"tables {len(numbers)}, verdicts {sent}, in the book {sum(kept.values())}, lost {lost}\n"
        f"verdicts a second {rate:.0f} (and as many statuses)\n"
        f"verdict to page, ms: median {statistics.median(quiet):.0f}, "
        f"p99 {quiet[len(quiet) * 99 // 100]:.0f}, longest {quiet[-1]:.0f}\n"
        f"broker killed for 3 s: longest delay {max(after, default=0.0):.1f} s\n"
        f"memory, MB: {memory}\n"
    )


def _megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    main()
