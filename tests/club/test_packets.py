"""A broker that answers with anything: no thread ends, no memory is filled, the game goes on."""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from tablet_companion.club.book import Book
from tablet_companion.club.listener import Listener
from tablet_companion.club.messages import Happened
from tablet_companion.club.publisher import MAX_BYTES, MAX_QUEUED, Publisher, make_client
from tablet_companion.club.spool import Spool
from tablet_companion.config import MqttSettings
from tests.patience import PATIENCE_S
from tests.sockets import free_port

_WELCOME: Final = b"\x20\x02\0\0"
_AGAIN: Final = b"\x00\x1atablet-companion/one/again"


def _length(count: int) -> bytes:
    low = bytes((count % 128 | (128 if count > 127 else 0),))
    return low + (_length(count // 128) if count > 127 else b"")


def _publish(body: bytes, flags: int = 0) -> bytes:
    return bytes((0x30 | flags,)) + _length(len(body)) + body


ANSWERS: Final = {
    "nothing": b"",
    "noise": os.urandom(3000),
    "a refusal": b"\x20\x02\0\5",
    "a welcome that is cut": b"\x20\x7f\0\0",
    "a hundred megabytes": _WELCOME + b"\x30" + _length(10**8) + b"x" * 10**7,
    "a topic of 64 kB that is no text": _WELCOME + _publish(b"\xff" * 60_000),
    "a megabyte of digits": _WELCOME + _publish(_AGAIN + b"1" * 1_000_000),
    "requests without end": _WELCOME + _publish(_AGAIN + b"0") * 3000,
    "acknowledgements of nothing": _WELCOME + b"\x40\x02\0\x63" * 300,
    "packets of every type": _WELCOME + b"".join(bytes((n << 4, 2, 0, 1)) for n in range(16)),
    "a delivery that does not exist": _WELCOME + _publish(_AGAIN + b"\0\1", 6),
}
"""What the broker sends once somebody has connected."""


class _Broker:
    """Answers everybody with the same bytes, and hangs up; the second time it listens on."""

    def __init__(self, answer: bytes) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.back = threading.Event()
        self._answer = answer
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        for number in range(3):
            with contextlib.suppress(OSError):
                one, _ = self._socket.accept()
                with one:
                    one.recv(4096)
                    one.sendall(self._answer)
                    if number == 0:
                        one.settimeout(0.2)
                        while one.recv(4096):
                            pass
            if number == 1:
                self.back.set()
        self._socket.close()


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_table_comes_back_to_a_broker_that_lies(answer: str, tmp_path: Path) -> None:
    """Its threads live, and it connects again."""
    broker, spool = _Broker(ANSWERS[answer]), Spool(tmp_path / "spool.db")
    spool.add(msgspec.json.encode(Happened(0, 1e9, "dog", "accepted", "red")))
    publisher = Publisher(MqttSettings("127.0.0.1", broker.port, "one"), spool)
    publisher.start()
    assert broker.back.wait(PATIENCE_S)
    assert publisher._thread.is_alive()
    assert publisher._client._thread is not None
    assert publisher._client._thread.is_alive()
    publisher.stop()
    assert spool.newest == 1


@pytest.mark.parametrize(("answer", "said"), [("Success", 1), ("Not authorized", 0)])
def test_a_name_that_another_table_has_is_said_once(
    answer: str, said: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both were thrown out by turns, each two seconds, without a word; a refusal has its own."""
    client = make_client(MqttSettings("127.0.0.1", 1883, "one"), "name", lambda _: None)
    assert client.on_connect is not None
    assert client.on_disconnect is not None
    code = ReasonCode(PacketTypes.CONNACK, answer)
    for _ in range(20):
        client.on_connect(client, None, None, code, None)  # type: ignore[call-arg, arg-type] # as paho
        client.on_disconnect(client, None, None, code, None)  # type: ignore[call-arg, arg-type] # as paho
    told = capsys.readouterr().err
    assert told.count("if another table or club is called one, too") == said


@pytest.mark.parametrize(
    ("before", "ends", "said"),
    [((), "Keep alive timeout", 1), ((), "Success", 0), (("Not authorized",), "Server busy", 0)],
    ids=["silent", "switched off", "refused"],
)
def test_a_broker_that_takes_a_connection_and_says_nothing_is_said_once(
    before: tuple[str, ...], ends: str, said: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that hangs, or another program at its port: nobody learnt why no club heard the table."""
    client = make_client(MqttSettings("127.0.0.1", 1883, "one"), "name", lambda _: None)
    assert client.on_connect is not None
    assert client.on_disconnect is not None
    for _ in range(3):
        for answer in before:
            code = ReasonCode(PacketTypes.CONNACK, answer)
            client.on_connect(client, None, None, code, None)  # type: ignore[call-arg, arg-type] # as paho
        code = ReasonCode(PacketTypes.DISCONNECT, ends)
        client.on_disconnect(client, None, None, code, None)  # type: ignore[call-arg, arg-type] # as paho
    assert capsys.readouterr().err.count("it does not answer; trying again") == said


@pytest.mark.parametrize("name", ["status", "event"])
def test_a_table_of_another_version_is_said_once(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its row stood still, and its events were asked for for ever, without a word."""
    book = Book(tmp_path / "book.db")
    club = Listener(MqttSettings("127.0.0.1", 1883, "club"), book, lambda _: None)
    message = mqtt.MQTTMessage(topic=f"tablet-companion/one/{name}".encode())
    message.payload = b'{"of": "another version"}'
    for _ in range(3):
        club._heard(club._client, None, message)
    book.close()
    assert capsys.readouterr().err.count("Table one sends what this version does not know") == 1


def _open_publisher(port: int, folder: Path) -> Publisher:
    return Publisher(MqttSettings("127.0.0.1", port, "one"), Spool(folder / "spool.db"))


def _open_listener(port: int, folder: Path) -> Listener:
    book = Book(folder / "book.db")
    return Listener(MqttSettings("127.0.0.1", port, "one"), book, lambda _: None)


@pytest.mark.parametrize("refused", [True, False])
def test_the_log_says_once_why_no_broker_hears_the_table(
    *, refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong password, or a wrong port, would otherwise look like a club without tables."""
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    monkeypatch.setattr("hardware.log.log", told.put)
    broker = _Broker(ANSWERS["a refusal"]) if refused else None
    port = broker.port if broker else free_port()
    table = Publisher(MqttSettings("127.0.0.1", port, "one"), Spool(tmp_path / "spool.db"))
    table.start()
    said = told.get(timeout=PATIENCE_S)
    assert broker is None or broker.back.wait(PATIENCE_S)
    table.stop()
    assert f"broker 127.0.0.1:{port} cannot be used: " in said
    assert "Errno" not in said
    assert ("Not authorized" if refused else "Connection refused") in said
    assert not refused or told.empty()


# paho leaves the pair of sockets of its former thread to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("open_one", [_open_publisher, _open_listener], ids=["table", "club"])
def test_a_thread_of_paho_s_that_ends_is_begun_again(
    open_one: Callable[[int, Path], Publisher | Listener], tmp_path: Path
) -> None:
    """As it does when a broker refuses our protocol and is gone a moment later."""
    with socket.create_server(("127.0.0.1", 0)) as broker:
        broker.settimeout(PATIENCE_S)
        one = open_one(broker.getsockname()[1], tmp_path)
        one.start()
        broker.accept()[0].close()
        one._client.loop_stop()
        broker.accept()[0].close()
    one.stop()


def test_a_broker_that_acknowledges_nothing_fills_no_queue(tmp_path: Path) -> None:
    """What is sent again at every connection does not pile up over a night."""
    publisher = Publisher(MqttSettings("127.0.0.1", 1, "one"), Spool(tmp_path / "spool.db"))
    client = publisher._client
    for _ in range(1000):
        publisher._connected(client)
    assert len(client._out_messages) <= MAX_QUEUED
    publisher._spool.close()


def test_a_packet_that_would_fill_the_memory_is_let_pass(tmp_path: Path) -> None:
    """Ten megabytes are received and not kept, and the message after them is heard."""
    spool = Spool(tmp_path / "spool.db")
    client = Publisher(MqttSettings("127.0.0.1", 1, "one"), spool)._client
    heard: list[int] = []
    client.on_message = lambda *given: heard.append(len(given[2].payload))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(0)
        client._sock = ours
        sent = memoryview(_publish(_AGAIN + b"1" * 10_000_000) + _publish(_AGAIN + b"7"))
        theirs.settimeout(0)
        while len(heard) < 2:
            with contextlib.suppress(BlockingIOError):
                sent = sent[theirs.send(sent) :]
            assert client._packet_read() in {mqtt.MQTT_ERR_SUCCESS, mqtt.MQTT_ERR_AGAIN}
            assert len(client._in_packet["packet"]) < 2 * MAX_BYTES
    assert heard[0] < 2 * MAX_BYTES
    assert heard[1] == 1
    spool.close()
