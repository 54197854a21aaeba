"""What systemd hears, on a real datagram socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.oversight import Overseer, overseer


@pytest.fixture(params=["path", "abstract"])
def ear(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """Return an address as systemd writes it, and the socket that listens there."""
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.settimeout(0)
        listening.bind(path if request.param == "path" else "\0" + path)
        yield (path if request.param == "path" else "@" + path), listening


def _heard(listening: socket.socket) -> list[str]:
    heard = []
    while True:
        try:
            heard.append(listening.recv(4096).decode())
        except BlockingIOError:
            return heard


def test_systemd_hears_the_words_of_its_protocol(ear: tuple[str, socket.socket]) -> None:
    """Each call is one datagram; a status has one line and is not said twice."""
    address, listening = ear
    told = Overseer(address, 20)
    told.report_ready()
    told.report_alive()
    told.status("A game\nis under way.")
    told.status("A game is under way.")
    told.report_stopping()
    assert _heard(listening) == [
        "READY=1",
        "WATCHDOG=1",
        "STATUS=A game is under way.",
        "STOPPING=1",
    ]


def test_a_manager_that_is_away_is_no_reason_to_stop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Words that nobody hears, or reads any more, are dropped; the former is logged once."""
    away = Overseer(str(tmp_path / "nobody"), None)
    for _ in range(3):
        away.report_ready()
    assert capsys.readouterr().err.count("systemd cannot be notified") == 1
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "deaf"))
        for _ in range(3000):
            Overseer(str(tmp_path / "deaf"), None).report_alive()


def test_the_environment_says_who_listens() -> None:
    """Socket and patience are systemd's variables; another process's watchdog is not ours."""
    for environment in ({}, {"NOTIFY_SOCKET": "vsock:2:1"}):
        assert overseer(environment)._address == ""
    named = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "20000000"}
    assert overseer(named).patience_s == 20
    assert overseer(named | {"WATCHDOG_PID": str(os.getpid())}).patience_s == 20
    assert overseer(named | {"WATCHDOG_PID": "1"}).patience_s is None
    for odd in ("", "0", "soon", "-1"):
        assert overseer(named | {"WATCHDOG_USEC": odd}).patience_s is None
