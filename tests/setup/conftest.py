"""What tests of the set-up share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final

import pytest

from tests.patience import PATIENCE_S

_WORK: Final = "set-up"
"""The name of the threads on which pages work."""


@pytest.fixture(autouse=True)
def _finish_work() -> Iterator[None]:
    """Let no page's work go on into the next test, which may have put something in its way."""
    yield
    for thread in threading.enumerate():
        if thread.name == _WORK:
            thread.join(PATIENCE_S)
