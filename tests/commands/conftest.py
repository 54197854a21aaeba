"""A folder to stand in, with a good file of every kind and little memory left to take."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.commands import room

_ROOM_BYTES: Final = 1_500_000_000
"""So much more address space than before a refusal may take: a runaway finds its end there."""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for what takes long to make."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture
def good(tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """Stand in a folder with a good file of every kind, and with little memory left to take."""
    room.fill(tmp_path, made)
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    before = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + _ROOM_BYTES, before[1]))
    yield files
    resource.setrlimit(resource.RLIMIT_AS, before)
