"""Listening to every table of a broker, on paho's own thread."""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
import paho.mqtt.client as mqtt

from hardware import formats
from hardware.log import log
from tablet_companion.club.book import Book
from tablet_companion.club.messages import ROOT, Happened, Status, topic
from tablet_companion.club.publisher import end_client, make_client
from tablet_companion.config import MqttSettings

MAX_TABLES: Final = 5000
MAX_BYTES: Final = 64_000
_TOPIC: Final = re.compile(rf"{ROOT}/([A-Za-z0-9_-]{{1,40}})/(online|status|event)")
_AT_ONCE: Final = 500
_MAX_WAITING: Final = 2000
"""Events without an acknowledgement that wait for a full disk, as they come without end.

The broker itself limits the others. What is dropped is missing, and is asked for.
"""
_MAX_FOREIGN: Final = 100
"""Tables of another version that are logged: whoever may publish can invent thousands."""
_GAPS_S: Final = 5.0
"""How often missing events are looked for; those missing twice are requested."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as the organiser sees it; ``since_s`` is when it began to need somebody.

    It is by this machine's monotonic clock; ``told_s``, when the table last told an event, is by
    the table's wall clock.
    """

    table: str
    online: bool = False
    status: Status | None = None
    since_s: float = 0.0
    told_s: float = 0.0


class Listener:
    """Keeps a row for each table, and stores events, each once.

    A message is acknowledged only after it is stored, so that unprocessed ones come again. If the
    broker lost events, their numbers show the gap, and the table is asked to repeat them.
    """

    def __init__(self, settings: MqttSettings, book: Book, changed: Callable[[str], None]) -> None:
        """Begin to connect; ``changed`` gets the name of every row that has changed."""
        self.rows: dict[str, TableRow] = {}
        self._book, self._changed = book, changed
        # Received and not stored yet; and, by table, the last number before a gap.
        self._told: queue.SimpleQueue[tuple[str, Happened, mqtt.MQTTMessage]] = queue.SimpleQueue()
        self._missing: dict[str, int] = {}
        self._foreign: set[str] = set()
        self._changing = threading.Lock()
        self._looked_s = time.monotonic()
        self._stopped = threading.Event()
        name = f"{ROOT}-club-of-{settings.table}"
        self._client = make_client(settings, name, self._connected, lost=self._lost, clean=False)
        self._client.manual_ack_set(on=True)
        self._client.on_message = self._heard
        assert settings.broker is not None
        self._client.connect_async(settings.broker, settings.port, 20)
        self._writing = threading.Thread(target=self._write, name="club's book", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._client.loop_start()
        self._writing.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stopped.set()
        end_client(self._client)
        self._writing.join(2.0)

    def _connected(self, client: mqtt.Client) -> None:
        client.subscribe([(f"{ROOT}/+/{name}", 1) for name in ("online", "status", "event")])

    def _lost(self) -> None:
        """Take no table for online without the broker, which tells again who is."""
        for table, row in tuple(self.rows.items()):
            if row.online:
                self._change(table, online=False)

    def _heard(self, client: mqtt.Client, _: Any, message: mqtt.MQTTMessage) -> None:
        table, name = _parse_topic(message)
        known = table in self.rows or (bool(table) and len(self.rows) < MAX_TABLES)
        one = _read(message.payload, Happened) if name == "event" else None
        if known and one is not None:
            if message.qos or self._told.qsize() < _MAX_WAITING:
                self._told.put((table, one, message))
            return
        client.ack(message.mid, message.qos)
        if not known:
            return
        status = _read(message.payload, Status) if name == "status" else None
        if name == "online":
            self._change(table, online=message.payload == b"online")
        elif status is not None:
            self._show(table, status)
        else:
            self._tell_foreign(table)

    def _tell_foreign(self, table: str) -> None:
        """Log once that a table's messages are not those of this version, or garbage."""
        if table not in self._foreign and len(self._foreign) < _MAX_FOREIGN:
            self._foreign.add(table)
            log(
                f"Table {table} sends what this version does not know; install the same version "
                "there and here."
            )

    def _show(self, table: str, status: Status) -> None:
        before = self.rows.get(table, TableRow(table)).status
        if before is None:
            self._book.find_gap(table, status.events)  # from now on no event may be missing
        if before is None or before.needs != status.needs:
            self._change(table, status=status, since_s=time.monotonic() if status.needs else 0.0)
        else:
            self._change(table, status=status)

    def _change(self, table: str, **changes: Any) -> None:
        with self._changing:  # paho's thread and the book's both change rows
            self.rows[table] = msgspec.structs.replace(
                self.rows.get(table, TableRow(table)), **changes
            )
        self._changed(table)

    def _write(self) -> None:
        """Store the received events in one transaction, then acknowledge them."""
        while not self._stopped.is_set():
            self._client.loop_start()  # does nothing unless paho's thread has ended
            self._ask_for_missing()
            try:
                some = [self._told.get(timeout=0.5)]
            except queue.Empty:
                continue
            while len(some) < _AT_ONCE and not self._told.empty():
                some.append(self._told.get_nowait())
            while not self._book.note([(table, one) for table, one, _ in some]):
                if self._stopped.wait(_GAPS_S):  # the disk is full: tried again
                    return
            for table, one, message in some:
                self._client.ack(message.mid, message.qos)
                self._change(table, told_s=one.at_s)

    def _ask_for_missing(self) -> None:
        """Request events that were missing at the last look, too; others may be on their way."""
        if time.monotonic() - self._looked_s < _GAPS_S:
            return
        self._looked_s, before, self._missing = time.monotonic(), self._missing, {}
        for table, row in tuple(self.rows.items()):
            if row.status is None or not row.online:
                continue
            after = self._book.find_gap(table, row.status.events)
            if after is not None:
                self._missing[table] = after
                if before.get(table) == after:
                    self._client.publish(topic(table, "again"), str(after), 1)


def _parse_topic(message: mqtt.MQTTMessage) -> tuple[str, str]:
    """Return a topic's table and kind of message; empty texts if no table can have it."""
    try:
        found = _TOPIC.fullmatch(message.topic)
    except UnicodeDecodeError:
        found = None
    return ("", "") if found is None else (found[1], found[2])


def _read(payload: bytes | bytearray, kind: Any) -> Any:
    """Parse a message; None if it is too long or invalid."""
    if len(payload) > MAX_BYTES:
        return None
    try:
        return formats.parse_json(bytes(payload), kind)
    except formats.Unusable:
        return None
