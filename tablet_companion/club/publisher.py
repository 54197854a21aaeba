"""Publishes a table over MQTT, on a thread of its own; the game never waits for a broker.

The status is retained, and only the newest counts. Events, which must not be lost, go through the
spool one after the other, each until the broker has acknowledged it; a club that misses some may
ask for them again.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from hardware import formats
from hardware.errors import CompanionError
from hardware.log import LogOnce
from tablet_companion import __version__
from tablet_companion.club import messages
from tablet_companion.club.messages import Happened, Status
from tablet_companion.club.spool import Spool
from tablet_companion.config import MqttSettings
from tablet_companion.web.rates import Rate

_RETRY_S: Final = (1, 30)
"""The shortest and the longest pause between two tries to connect."""
_KEEPALIVE_S: Final = 20
"""A broker that hears nothing for one and a half of these publishes the table's last will."""
_WAIT_S: Final = 5.0
"""A message without an acknowledgement for this long is sent again, with its number."""
_STORED_S: Final = 0.2
"""What happens while one is waited for is on the disk within this time."""

_END_S: Final = 2.0
"""How long the end waits for paho's thread, which may be asking for an address, or in a pause."""

_LOSSES: Final = (1 / 30, 4)
"""The rate and the burst of connections that are lost without anything to say. A broker has one
client of a name: two tables called alike threw each other out every two seconds."""
_REPEATS: Final = (1 / 10, 3)
"""The rate and the burst at which clubs may ask for missed events."""


MAX_BYTES: Final = 256_000
"""Bytes of the largest packet taken from the broker; ours have some kilobytes."""

_RECEIVED_BYTES: Final = 64_000
"""Bytes asked for at once: room for them is made before they come."""

MAX_QUEUED: Final = 100
"""Most messages that the broker has not acknowledged; events wait on the disk."""


class PublishError(CompanionError):
    """Nothing can be published with these settings."""


class _Client(mqtt.Client):
    """A client that keeps only the beginning of a packet that would fill the memory.

    MQTT allows 256 MB, paho keeps all of it, and anybody at the broker may publish that much on a
    table's topic, retained. The rest is received and dropped: after hanging up, the broker
    would send it again at every connection, and nothing else would come through. What is left is
    no message.
    """

    def _sock_recv(self, bufsize: int) -> bytes:
        del self._in_packet["packet"][MAX_BYTES:]
        received: bytes = super()._sock_recv(min(bufsize, _RECEIVED_BYTES))
        return received


@contextlib.contextmanager
def _explained(key: str, path: Path | None) -> Iterator[None]:
    """Raise PublishError, naming the setting and its file, if the file cannot be used."""
    try:
        yield
    except (OSError, ValueError, formats.Unusable) as error:
        unusable = isinstance(error, formats.Unusable)
        raise PublishError(
            f"{key} under [mqtt] in the settings: {path} "
            f"{error if unusable else f'cannot be used ({error})'}; name another."
        ) from error


def _attend(
    client: mqtt.Client,
    settings: MqttSettings,
    connected: Callable[[mqtt.Client], None],
    lost: Callable[[], None],
) -> None:
    """Call ``connected`` whenever the broker lets the client in; log once why it does not.

    So is that it is thrown out again and again. At each end of a connection ``lost`` is called.
    """
    refused, thrown_out, losses = LogOnce(), LogOnce(), Rate(*_LOSSES)
    answered, let_in = threading.Event(), threading.Event()

    def answer(_client: mqtt.Client, _data: Any, _flags: Any, code: ReasonCode, _: Any) -> None:
        answered.set()
        if code.is_failure:
            tell(str(code))
        else:
            refused.forget()
            let_in.set()
            connected(client)

    def tell(why: str) -> None:
        at = f"{settings.broker}:{settings.port}"
        refused.tell(f"The MQTT broker {at} cannot be used: {why}; trying again; check [mqtt].")

    def lose(_client: mqtt.Client, _data: Any, _flags: Any, code: ReasonCode, _: Any) -> None:
        if code.is_failure and not answered.is_set():  # no failure: it was ended here
            tell("it does not answer")
        if let_in.is_set() and not losses.take(time.monotonic()):
            thrown_out.tell(
                f"The MQTT broker {settings.broker}:{settings.port} ends every connection: if "
                f"another table or club is called {settings.table}, too, change table under [mqtt]."
            )
        let_in.clear()
        answered.clear()
        lost()

    client.on_connect = answer
    client.on_disconnect = lose
    client.on_connect_fail = lambda *_: tell(_explain(sys.exception()))  # paho is handling it


def make_client(
    settings: MqttSettings,
    name: str,
    connected: Callable[[mqtt.Client], None],
    *,
    lost: Callable[[], None] = lambda: None,
    clean: bool = True,
) -> mqtt.Client:
    """Return a client for a broker, not yet connected. Raises PublishError.

    It calls ``connected`` each time that the broker has let it in, and logs once why it has not;
    it calls ``lost`` when a connection has ended.
    Unless ``clean``, the broker keeps messages for it while it is disconnected.
    """
    client = _Client(CallbackAPIVersion.VERSION2, client_id=name, clean_session=clean)
    _attend(client, settings, connected, lost)
    secret, authorities = settings.password_file, settings.ca
    if settings.user is not None:
        with _explained("password_file", secret):
            password = None if secret is None else formats.read_text(secret).strip()
            client.username_pw_set(settings.user, password)
    with _explained("ca", authorities):
        if authorities is not None:
            formats.read_bytes(authorities)  # OpenSSL would wait for ever at a pipe
        if settings.tls:
            client.tls_set(ca_certs=None if authorities is None else str(authorities))
    client.reconnect_delay_set(*_RETRY_S)
    client.max_queued_messages_set(MAX_QUEUED)
    return client


def end_client(client: mqtt.Client) -> None:
    """Disconnect a client, and wait a moment for its thread.

    Where no network answers, that thread waits in the system for half a minute, and the
    person who switches the table off would wait as long. It holds nothing that the end needs.
    """
    client.disconnect()
    ending = threading.Thread(target=client.loop_stop, name="mqtt end", daemon=True)
    ending.start()
    ending.join(_END_S)


def _explain(error: BaseException | None) -> str:
    return str(getattr(error, "strerror", None) or error)


class Publisher:
    """Publishes one table; the loop may call ``show`` and ``tell``, which return at once."""

    def __init__(self, settings: MqttSettings, spool: Spool) -> None:
        """Begin to connect; the broker may be away. Raises PublishError."""
        self._settings, self._spool, self.table = settings, spool, settings.table
        self._status: Status | None = None
        self._shown: bytes | None = None
        self._repeats = Rate(*_REPEATS)
        self._due, self._stopped = threading.Event(), threading.Event()
        self._client = make_client(settings, f"{messages.ROOT}-{self.table}", self._connected)
        self._client.will_set(messages.topic(self.table, "online"), "offline", 1, retain=True)
        self._client.on_message = self._heard
        assert settings.broker is not None
        self._client.connect_async(settings.broker, settings.port, _KEEPALIVE_S)
        self._thread = threading.Thread(target=self._run, name="mqtt spool", daemon=True)

    def start(self) -> None:
        """Begin to publish."""
        self._client.loop_start()
        self._thread.start()

    def show(self, status: Status) -> None:
        """Publish the status, if it changed."""
        self._status = status
        self._due.set()

    def tell(self, happened: Happened) -> None:
        """Publish an event; the spool numbers it once it is stored."""
        self._spool.add(msgspec.json.encode(happened))
        self._due.set()

    def stop(self) -> None:
        """Disconnect; events still in the spool are published the next time."""
        self._stopped.set()
        self._due.set()
        if self._client.is_connected():
            self._client.publish(messages.topic(self.table, "online"), "offline", 1, retain=True)
        end_client(self._client)
        if self._thread.is_alive():
            self._thread.join(_END_S)
        if not self._thread.is_alive():  # else a disk that hangs would keep the table from ending
            self._spool.close()

    def _heard(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        """Publish events again that a club missed, within the rate limit."""
        if message.payload.isdigit() and self._repeats.take(time.monotonic()):
            self._spool.send_again(int(message.payload[:18]))
            self._due.set()

    def _connected(self, client: mqtt.Client) -> None:
        client.subscribe(messages.topic(self.table, "again"), 1)
        client.publish(messages.topic(self.table, "online"), "online", 1, retain=True)
        if self._settings.discovery:
            topic, message = messages.write_discovery(self.table, __version__)
            client.publish(topic, msgspec.json.encode(message), 1, retain=True)
        self._shown = None
        self._due.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._due.wait(1.0)
            self._due.clear()
            if not self._stopped.is_set():
                self._client.loop_start()  # does nothing unless paho's thread has ended
            self._spool.store()
            if self._client.is_connected():
                self._publish_status()
                self._publish_spool()

    def _publish_status(self) -> None:
        if self._status is None:
            return
        numbered = msgspec.structs.replace(self._status, events=self._spool.newest)
        status, topic = msgspec.json.encode(numbered), messages.topic(self.table, "status")
        if status == self._shown:
            return
        if self._client.publish(topic, status, 1, retain=True).rc == mqtt.MQTT_ERR_SUCCESS:
            self._shown = status

    def _publish_spool(self) -> None:
        """Publish one message after the other, as long as the broker acknowledges them."""
        while not self._stopped.is_set() and (found := self._spool.first()) is not None:
            number, body = found
            topic = messages.topic(self.table, "event")
            try:
                done = self._await(self._client.publish(topic, number_message(number, body), 1))
            except formats.Unusable:
                done = True  # a harmed one must not hold up the others
            except (RuntimeError, ValueError):
                return  # not connected, or the queue is full: try again later
            if not done or not self._spool.note_sent(number):
                return

    def _await(self, sent: mqtt.MQTTMessageInfo) -> bool:
        """Whether the broker acknowledges a message in time; what happens meanwhile is stored.

        Raises RuntimeError or ValueError if it was not sent.
        """
        ends_s = time.monotonic() + _WAIT_S
        while not sent.is_published():
            if time.monotonic() > ends_s or self._stopped.is_set():
                return False
            sent.wait_for_publish(_STORED_S)
            self._spool.store()
        return True


def number_message(number: int, body: bytes) -> bytes:
    """Return a message with the number under which it was kept. Raises Unusable."""
    happened = formats.parse_json(body, Happened)
    return msgspec.json.encode(msgspec.structs.replace(happened, number=number))
