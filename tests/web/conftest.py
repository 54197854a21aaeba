"""Tables that telephones find over the network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.web.table import ServedTable

Serve = Callable[..., ServedTable]


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Return what opens a game's table, ``screen=False`` without one; the test's end closes it."""
    with ExitStack() as opened:
        yield lambda game, *, screen=True: opened.enter_context(
            closing(ServedTable(game, tmp_path, monkeypatch, screen=screen))
        )
