"""A spool on a disk that fails: the publisher's thread lives, and repeats nothing without end."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tablet_companion.club.messages import Happened
from tablet_companion.club.publisher import Publisher
from tablet_companion.club.spool import Spool
from tablet_companion.config import MqttSettings

MOST = 3
"""Rounds or messages after which a publisher that does not stop by itself is stopped."""


class Client:
    """A broker's client that is always connected, and acknowledges everything."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self.rounds, self.published = 0, 0

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
    return spool


@pytest.fixture
def client(spool: Spool) -> Client:
    """Return the client of the spool's publisher."""
    publisher = Publisher(MqttSettings("127.0.0.1", 1), spool)
    client = publisher._client = Client(publisher)  # type: ignore[assignment] # what it needs of one
    return client


def test_a_message_that_cannot_be_marked_is_not_sent_in_a_circle(
    spool: Spool, client: Client
) -> None:
    """On a disk without room, an acknowledged message waits for the next round."""
    spool._db.execute("PRAGMA query_only = ON")
    client._publisher._publish_spool()
    assert client.published == 1


def test_a_spool_that_cannot_be_read_ends_no_thread(spool: Spool, client: Client) -> None:
    """The status is still published, and the spool is tried again in the next round."""
    spool._db.execute("DROP TABLE waiting")
    client._publisher._run()
    assert client.rounds == MOST
    assert client.published == 0
