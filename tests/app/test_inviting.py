"""The code that a telephone scans leads to where this machine is now, or the page says why not."""

from __future__ import annotations

import errno
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from tablet_companion.app.network.invitations import SHOWN_S, Invitations, Reception
from tablet_companion.app.network.reception import draw_code, find_reachable
from tablet_companion.config import WebSettings
from tablet_companion.games.core import TABLE, Seat
from tablet_companion.screen.pages import telephones
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.web import addresses
from tablet_companion.web.guests import Guests
from tests.screen.looks import look

RED = Seat("red")


def test_the_code_follows_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes up after the table does, changes, and goes; a code for nobody is never shown."""
    guests, web = Guests(tmp_path, lambda: 1e9, ManualClock()), WebSettings(on=True)
    reception = Reception(guests, lambda: find_reachable(web), draw_code, lambda _: None)
    invitations = Invitations(reception, (RED,))
    for address in ("127.0.0.1", "192.168.1.5", "192.168.1.9", "127.0.0.1"):
        monkeypatch.setattr(addresses, "find_address", lambda here=address: here)
        invitations.obey(orders.InviteTelephone(RED))
        panel = invitations.panel
        assert panel is not None
        shown = texts(telephones.page(panel, look("7 inches")).items)
        said = " ".join(text.text for text in shown)
        reached = address != "127.0.0.1"
        assert (f"https://{address}:{web.port}/" in said) == bool(panel.code) == reached
        assert ("in no network" in said) == (not reached)


def test_a_code_that_is_shown_stays_one_that_leads_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The router gives another address, the network comes late, the clock is set by years."""
    wall = [0.0]
    guests, web = Guests(tmp_path, lambda: wall[0], ManualClock()), WebSettings(on=True)
    reception = Reception(guests, lambda: find_reachable(web), draw_code, lambda _: None)
    drawn: list[str] = []

    def draw(text: str) -> tuple[str, ...]:
        drawn.append(text)
        return draw_code(text)

    reception = replace(reception, draw=draw)
    invitations = Invitations(reception, (RED,))
    monkeypatch.setattr(addresses, "find_address", lambda: "127.0.0.1")
    invitations.obey(orders.InviteTelephone(TABLE))
    for address in ("192.168.1.5", "192.168.1.9"):
        monkeypatch.setattr(addresses, "find_address", lambda here=address: here)
        for _ in range(3):
            invitations.refresh()
        assert invitations.panel is not None
        assert invitations.panel.address == f"https://{address}:{web.port}/"
        assert drawn[-1].startswith(invitations.panel.address)
    assert len(drawn) == 2, "the code changes under the camera of a telephone"
    for later_s in (1.8e9, SHOWN_S):
        wall[0] += later_s
        invitations.refresh()
        assert guests.admit(drawn[-1].partition("#")[2])
    invitations.refresh()
    assert guests.admit(drawn[-1].partition("#")[2]), "the next telephone at the table has no code"
    monkeypatch.setattr(addresses, "find_address", lambda: "127.0.0.1")
    invitations.refresh()
    assert invitations.panel is not None
    assert not invitations.panel.code, "it leads nowhere"


@pytest.mark.parametrize("web", [WebSettings(address="127.0.0.1"), WebSettings(names=("here",))])
def test_an_address_that_was_set_is_used(web: WebSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a reverse proxy this machine need not know its network."""
    monkeypatch.setattr(addresses, "find_address", lambda: "127.0.0.1")
    assert find_reachable(web)


def test_an_address_that_was_set_leads_nowhere_before_the_network_is_there() -> None:
    """Its code was shown all the same; 192.0.2.1 is reserved for documentation."""
    assert not find_reachable(WebSettings(address="192.0.2.1"))
    assert find_reachable(WebSettings(address="192.0.2.1", names=("here",)))
    assert find_reachable(WebSettings(address="this.machine"))


def test_a_network_that_leads_nowhere_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hotspot of the table's own has no route to anywhere else."""
    asked = {b"wlan0": "10.42.0.1", b"lo": "127.0.0.1"}

    class Unrouted(socket.socket):
        def connect(self, _to: object, /) -> None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    def tell(_asked: object, _what: int, name: bytes) -> bytes:
        name = name.rstrip(b"\0")
        if name not in asked:
            raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")
        return bytes(20) + socket.inet_aton(asked[name]) + bytes(16)

    monkeypatch.setattr(socket, "socket", Unrouted)
    names = [(1, "lo"), (2, "eth0"), (3, "wlan0")]
    monkeypatch.setattr(socket, "if_nameindex", lambda: names)
    monkeypatch.setattr("fcntl.ioctl", tell)
    assert addresses.find_address() == "10.42.0.1"
    asked.pop(b"wlan0")
    assert addresses.find_address() == "127.0.0.1"
