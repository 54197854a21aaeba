"""Tables and a club on a real broker: what was published while it was away arrives once."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from paho.mqtt.client import MQTTMessage

from tablet_companion.club import listener, publisher
from tablet_companion.club.book import Book
from tablet_companion.club.listener import Listener, TableRow
from tablet_companion.club.messages import Happened, Status
from tablet_companion.club.publisher import Publisher, PublishError, make_client
from tablet_companion.club.spool import Spool
from tablet_companion.config import MqttSettings
from tablet_companion.web.certificate import make_certificate
from tests.club.brokers import Broker
from tests.patience import PATIENCE_S


class Club:
    """A club that listens, and says when anything has changed."""

    def __init__(self, folder: Path, settings: MqttSettings) -> None:
        """Begin to listen."""
        self._changed = threading.Condition()
        self.book = Book(folder / "book.db")
        self.listener = Listener(settings, self.book, self._note)
        self.listener.start()

    def _note(self, _: str) -> None:
        with self._changed:
            self._changed.notify_all()

    def wait(self, done: Callable[[], bool]) -> None:
        """Wait for a change that makes this so."""
        with self._changed:
            assert self._changed.wait_for(done, PATIENCE_S)

    def close(self) -> None:
        """Close it."""
        self.listener.stop()
        self.book.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """Return a broker that runs, and wants a password."""
    broker = Broker(tmp_path, password="secret")  # noqa: S106 - of a broker that lives for a second
    (tmp_path / "password").write_text("secret\n", encoding="ascii")
    broker.start()
    yield broker
    broker.kill()


def settings(broker: Broker, folder: Path, table: str) -> MqttSettings:
    """Return the settings of a table."""
    return MqttSettings(
        "127.0.0.1", broker.port, table, user="table", password_file=folder / "password"
    )


def status(needs: str = "") -> Status:
    """Return how a table stands."""
    return Status("dog", "DOG", "play", "red", (), 3, needs, {}, {}, ())  # type: ignore[arg-type] # one of them


def told(kind: str) -> Happened:
    """Return a verdict."""
    return Happened(0, 1e9, "dog", kind, "red")


def test_what_was_told_while_the_broker_was_away_arrives_once(
    broker: Broker, tmp_path: Path
) -> None:
    """Killed in the middle and started again: every verdict is in the book, none twice."""
    club = Club(tmp_path, settings(broker, tmp_path, "club"))
    table = Publisher(settings(broker, tmp_path, "one"), Spool(tmp_path / "spool.db"))
    table.start()
    table.show(status())
    for number in range(5):
        table.tell(told(f"before {number}"))
    club.wait(lambda: club.book.count() == 5)
    broker.kill()
    for number in range(5):
        table.tell(told(f"away {number}"))
    table.show(status("objection"))
    broker.start()
    club.wait(lambda: club.book.count() == 10)
    club.wait(lambda: getattr(club.listener.rows["one"].status, "needs", "") == "objection")
    assert club.listener.rows["one"].online
    table.stop()
    club.wait(lambda: not club.listener.rows["one"].online)
    assert club.book.count() == 10
    club.close()


def test_a_table_that_dies_is_said_to_be_offline(broker: Broker, tmp_path: Path) -> None:
    """Its last will; and a club that comes later is told how it stands at once."""
    table = Publisher(settings(broker, tmp_path, "one"), Spool(tmp_path / "spool.db"))
    table.start()
    table.show(status())
    club = Club(tmp_path, settings(broker, tmp_path, "club"))
    club.wait(lambda: "one" in club.listener.rows and club.listener.rows["one"].online)
    club.wait(lambda: club.listener.rows["one"].status == status())
    sock: Any = table._client.socket()
    assert sock is not None
    table._client._reconnect_on_failure = False
    sock.shutdown(2)
    club.wait(lambda: not club.listener.rows["one"].online)
    table.stop()
    club.close()


def test_without_the_broker_no_table_is_said_to_be_online(broker: Broker, tmp_path: Path) -> None:
    """The page showed every table as it had been, for as long as nothing came any more."""
    table = Publisher(settings(broker, tmp_path, "one"), Spool(tmp_path / "spool.db"))
    club = Club(tmp_path, settings(broker, tmp_path, "club"))
    rows = club.listener.rows
    table.start()
    table.show(status())
    club.wait(lambda: "one" in rows and rows["one"].online and rows["one"].status is not None)
    broker.kill()
    club.wait(lambda: not rows["one"].online)
    broker.start()
    club.wait(lambda: rows["one"].online)
    assert rows["one"].status is not None
    table.stop()
    club.close()


def test_what_a_broker_forgot_is_asked_for_again(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker said that it has a verdict, and nobody ever got it: the club finds it missing."""
    monkeypatch.setattr(listener, "_GAPS_S", 0.2)
    club = Club(tmp_path, settings(broker, tmp_path, "club"))
    spool = Spool(tmp_path / "spool.db")
    table = Publisher(settings(broker, tmp_path, "one"), spool)
    table.start()
    table.show(status())
    table.tell(told("heard"))
    club.wait(lambda: club.book.count() == 1)
    spool.add(msgspec.json.encode(told("forgotten")))
    spool.store()
    spool.note_sent(2)
    table.tell(told("heard, too"))
    table.show(status())
    club.wait(lambda: club.book.count() == 3)
    table.stop()
    club.close()


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (b"a/b/c/d", b""),
        (b"\xff", b""),
        (b"tablet-companion/<b>/online", b"online"),
        (b"tablet-companion/" + b"x" * 60_000 + b"/online", b"online"),
        (
            b"tablet-companion/one/event",
            msgspec.json.encode(Happened(2**63, 1e9, "dog", "ended", "")),
        ),
    ],
)
def test_a_broker_that_lies_is_not_believed(topic: bytes, payload: bytes, tmp_path: Path) -> None:
    """What nobody asked for, or no table can be called, makes no row and stops no thread."""
    club = Club(tmp_path, MqttSettings("127.0.0.1", 1))
    client = club.listener._client
    message = MQTTMessage(1, topic)
    message.payload = payload
    club.listener._heard(client, None, message)
    assert not club.listener.rows
    assert club.listener._told.empty()
    club.close()


def test_a_full_disk_loses_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the book does not take is offered to it again, until it is kept."""
    monkeypatch.setattr(listener, "_GAPS_S", 0.01)
    club = Club(tmp_path, MqttSettings("127.0.0.1", 1))
    full = iter((True, True))

    def note(
        told: Iterable[tuple[str, Happened]], keep: Callable[..., None] = club.book._note
    ) -> None:
        if next(full, False):
            raise sqlite3.OperationalError("database or disk is full")
        keep(told)

    monkeypatch.setattr(club.book, "_note", note)
    club.listener._told.put(("one", told("ended"), MQTTMessage(1, b"")))
    club.wait(lambda: "one" in club.listener.rows)
    assert club.book.count() == 1
    club.close()


def test_events_that_nobody_can_store_fill_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broker may send without end what needs no acknowledgement, while the disk is full."""
    monkeypatch.setattr(listener, "_MAX_WAITING", 20)
    club = Club(tmp_path, MqttSettings("127.0.0.1", 1))
    monkeypatch.setattr(club.book, "note", lambda _: False)
    message = MQTTMessage(1, b"tablet-companion/one/event")
    message.payload = msgspec.json.encode(told("ended"))
    for _ in range(listener._AT_ONCE + 100):
        club.listener._heard(club.listener._client, None, message)
    assert club.listener._told.qsize() <= 20
    club.close()


# paho leaves the socket of a refused handshake to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_tables_reach_a_broker_through_tls(tmp_path: Path) -> None:
    """With its certificate for the authority; without it nothing is told to a stranger."""
    (tmp_path / "tls.pem").write_bytes(make_certificate(["127.0.0.1"]))
    broker = Broker(tmp_path, certificate=tmp_path / "tls.pem")
    broker.start()
    trusting = MqttSettings(
        "127.0.0.1", broker.port, "one", tls=True, ca=tmp_path / "tls.pem", discovery=False
    )
    club = Club(tmp_path, trusting)
    doubting = msgspec.structs.replace(trusting, table="two", ca=None)
    tables = [
        Publisher(each, Spool(tmp_path / f"{each.table}.db")) for each in (trusting, doubting)
    ]
    for table in tables:
        table.start()
        table.tell(told("accepted"))
        table.show(status())
    club.wait(lambda: club.book.count() == 1 and "one" in club.listener.rows)
    assert set(club.listener.rows) == {"one"}
    for table in tables:
        table.stop()
    club.close()
    broker.kill()


def test_a_password_file_that_is_missing_is_said(tmp_path: Path) -> None:
    """One sentence, before anything is published."""
    missing = MqttSettings("127.0.0.1", user="table", password_file=tmp_path / "none")
    with pytest.raises(PublishError, match="password_file"):
        make_client(missing, "one", print)


def test_two_threads_change_a_row_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that goes offline while one of its events is stored stays offline."""
    club = Club(tmp_path, MqttSettings("127.0.0.1", 1))
    club.listener._change("one", online=True)
    leaving = threading.Thread(
        target=club.listener._change, args=("one",), kwargs={"online": False}
    )
    replace = msgspec.structs.replace

    def interrupted(row: TableRow, **changes: Any) -> TableRow:
        if "told_s" in changes:
            leaving.start()
            leaving.join(0.1)  # it cannot end while this row is being changed
        return replace(row, **changes)

    monkeypatch.setattr(msgspec.structs, "replace", interrupted)
    club.listener._change("one", told_s=1.0)
    leaving.join(PATIENCE_S)
    assert club.listener.rows["one"] == TableRow("one", online=False, told_s=1.0)
    club.close()


@pytest.mark.parametrize("who", ["table", "club"])
def test_whoever_switches_off_waits_for_no_network(
    who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A router that is switched off answers no request for an address, for half a minute."""
    asked, answered = threading.Event(), threading.Event()

    def resolve(*_: object, **__: object) -> None:
        asked.set()
        answered.wait(PATIENCE_S)
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(publisher, "_END_S", 0.1, raising=False)
    where = MqttSettings("broker.local", 1883, "one")
    book = Book(tmp_path / "book.db")
    end = (
        Publisher(where, Spool(tmp_path / "spool.db"))
        if who == "table"
        else Listener(where, book, lambda _: None)
    )
    end.start()
    assert asked.wait(PATIENCE_S)
    began_s = time.monotonic()
    waiting = threading.Thread(target=end.stop, daemon=True)
    waiting.start()
    waiting.join(5.0)
    took_s = time.monotonic() - began_s
    answered.set()
    waiting.join(PATIENCE_S)
    book.close()
    assert took_s < 5.0
