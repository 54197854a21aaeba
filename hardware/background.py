"""Slow work in the background of a loop, on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Found = TypeVar("Found")


def run_in_background(do: Callable[[], Found], name: str) -> Future[Found]:
    """Begin a job on a daemon thread, which no end of the program waits for; return its result.

    The result raises the error with which the job failed.
    """
    future: Future[Found] = Future()

    def run() -> None:
        try:
            future.set_result(do())
        except Exception as error:  # noqa: BLE001 - not swallowed: the result raises it
            future.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future
