"""How long a test waits for another thread or process before it says that nothing came."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Final

PATIENCE_S: Final = 60.0
"""Far longer than a passing test ever waits, however busy the machine is."""


def wait_for(job: Future[Any] | None) -> None:
    """Wait for the end of a job that was begun beside the loop, if one was; it may have failed."""
    if job is not None:
        job.exception(PATIENCE_S)
