"""A spool on a disk that fails: the publisher's thread lives, and repeats nothing without end."""

from __future__ import annotations

import errno
import functools
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from tablet_companion.club.messages import Happened
from tablet_companion.club.publisher import Publisher
from tablet_companion.club.spool import Spool, SpoolError
from tablet_companion.config import MqttSettings
from tests.club.page import STATUS

MOST = 3
"""Rounds or messages after which a publisher that does not stop by itself is stopped."""


class Client:
    """A broker's client that is always connected, and acknowledges everything."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self.rounds, self.published = 0, 0

    def loop_start(self) -> None:
        """Have a thread that lives."""

    def is_connected(self) -> bool:
        """Begin another round, without waiting for it."""
        self.rounds += 1
        self._publisher._due.set()
        self._stop_at(self.rounds)
        return True

    def publish(self, *_: Any, **__: Any) -> Any:
        """Acknowledge a message."""
        self.published += 1
        self._stop_at(self.published)
        return SimpleNamespace(wait_for_publish=lambda _: None, is_published=lambda: True, rc=0)

    def _stop_at(self, count: int) -> None:
        if count == MOST:
            self._publisher._stopped.set()


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    """Return a spool with one message."""
    spool = Spool(tmp_path / "spool.db")
    spool.add(msgspec.json.encode(Happened(0, 1e9, "dog", "accepted", "red")))
    spool.store()
    return spool


@pytest.fixture
def client(spool: Spool) -> Client:
    """Return the client of the spool's publisher."""
    publisher = Publisher(MqttSettings("127.0.0.1", 1), spool)
    client = publisher._client = Client(publisher)  # type: ignore[assignment] # what it needs of one
    return client


def test_the_game_never_waits_for_the_disk(spool: Spool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow card held up every verdict for a second, two while the broker was there."""
    publisher = Publisher(MqttSettings("127.0.0.1", 1), spool)
    with monkeypatch.context() as slow:
        slow.setattr(spool, "_open", Mock(side_effect=AssertionError("the loop waits")))
        publisher.tell(Happened(0, 1e9, "dog", "accepted", "red"))
        publisher.show(STATUS)
    assert spool.newest == 1
    spool.store()
    assert spool.newest == 2


def test_what_happens_before_the_end_is_on_the_disk(tmp_path: Path) -> None:
    """Whether its thread still came round or not."""
    for begun in (False, True):
        path = tmp_path / f"{begun}.db"
        publisher = Publisher(MqttSettings("127.0.0.1", 1), Spool(path))
        if begun:
            publisher.start()
        publisher.tell(Happened(0, 1e9, "dog", "ended", "red"))
        publisher.stop()
        again = Spool(path)
        assert again.newest == 1
        again.close()


def test_what_happens_while_a_broker_hangs_is_on_the_disk(
    spool: Spool, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plug is pulled while a message is waited for: the next one must not be lost with it."""
    publisher, stored = client._publisher, []

    def wait(_: float) -> None:
        stored.append(spool.newest)
        publisher.tell(Happened(0, 1e9, "dog", "accepted", "red"))
        if len(stored) == MOST:
            publisher._stopped.set()

    hung = SimpleNamespace(wait_for_publish=wait, is_published=lambda: False, rc=0)
    monkeypatch.setattr(client, "publish", lambda *_, **__: hung)
    publisher._publish_spool()
    assert stored == [1, 2, 3]
    assert spool.first() is not None


def test_the_status_names_the_newest_event_that_is_stored(
    spool: Spool, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club finds by it that it missed one; it is published anew once there is another."""
    told: list[int] = []

    def publish(_: str, body: bytes, *__: Any, **___: Any) -> Any:
        told.append(msgspec.json.decode(body)["events"])
        return SimpleNamespace(rc=0)

    monkeypatch.setattr(client, "publish", publish)
    publisher = client._publisher
    publisher.show(STATUS)
    for _ in range(2):
        publisher._publish_status()
    publisher.tell(Happened(0, 1e9, "dog", "accepted", "red"))
    spool.store()
    publisher._publish_status()
    assert told == [1, 2]


def test_a_message_that_cannot_be_marked_is_not_sent_in_a_circle(
    spool: Spool, client: Client
) -> None:
    """On a disk without room, an acknowledged message waits for the next round."""
    spool._open().execute("PRAGMA query_only = ON")
    client._publisher._publish_spool()
    assert client.published == 1


def test_a_spool_that_cannot_be_read_ends_no_thread(spool: Spool, client: Client) -> None:
    """The status is still published, and the spool is tried again in the next round."""
    spool._open().execute("DROP TABLE waiting")
    client._publisher._run()
    assert client.rounds == MOST
    assert client.published == 0


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff", b'{"number": "\xff"}', "text", 7])
def test_a_harmed_message_does_not_hold_up_the_others(
    body: object, spool: Spool, client: Client
) -> None:
    """It is passed over, and nobody's thread ends."""
    spool._open().execute("UPDATE waiting SET body = ?", (body,))
    spool.add(msgspec.json.encode(Happened(0, 1e9, "dog", "accepted", "red")))
    client._publisher._publish_spool()
    assert client.published == 1
    assert spool.first() is None


@pytest.mark.parametrize("harm", ["noise", "cut", "page"])
def test_a_harmed_spool_is_set_aside(harm: str, tmp_path: Path) -> None:
    """The table starts all the same, and events begin again; the harmed file is kept."""
    path = tmp_path / "spool.db"
    whole = Spool(path)
    for number in range(200):
        whole.add(b"x" * number)
    whole.close()
    data = path.read_bytes()
    harmed = {"noise": b"noise" * 999, "cut": data[:5000], "page": data[:4096] + data[:4096] * 3}
    path.write_bytes(harmed[harm])
    again = Spool(path)
    assert again.newest == 0
    again.add(b"new")
    again.close()
    assert path.with_name("spool.db.harmed").read_bytes() == harmed[harm]


def test_a_spool_in_use_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That another program writes into it is no harm."""
    at_once = functools.partial(sqlite3.connect, timeout=0)
    monkeypatch.setattr(sqlite3, "connect", at_once)
    path = tmp_path / "spool.db"
    Spool(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(SpoolError, match="locked"):
            Spool(path)
    assert not path.with_name("spool.db.harmed").exists()


def test_what_a_full_disk_cannot_take_is_told_once_there_is_room(spool: Spool) -> None:
    """In order, and each once: the club counts verdicts and results."""
    spool._open().execute("PRAGMA query_only = ON")
    for body in (b"second", b"third"):
        spool.add(body)
        spool.store()
    assert spool.newest == 1
    spool._open().execute("PRAGMA query_only = OFF")
    spool.add(b"fourth")
    told = []
    while (found := spool.first()) is not None:
        told.append(found)
        spool.note_sent(found[0])
    assert told[1:] == [(2, b"second"), (3, b"third"), (4, b"fourth")]
    spool._open().execute("PRAGMA query_only = ON")
    spool.add(b"last")
    spool._open().execute("PRAGMA query_only = OFF")
    assert spool.first() == (5, b"last"), "it waits for one that may never come"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_is_full_at_the_start_keeps_no_table_from_playing(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is made once there is room, and has what happened meanwhile."""
    with monkeypatch.context() as full:
        full.setattr(Path, "mkdir", Mock(side_effect=OSError(code, os.strerror(code))))
        spool = Spool(tmp_path / "club" / "spool.db")
        spool.add(b"first")
        spool.store()
        assert spool.first() is None
        assert not spool.note_sent(1)
        spool.send_again(0)
    spool.add(b"second")
    assert spool.first() == (1, b"first")
    assert spool.newest == 2
    spool.close()
