"""Worker processes that end with the program they work for."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Control-C back meanwhile, and from workers that start, until ``follow_parent``.

    Python prints a traceback if it is interrupted while it starts, and forgets an interruption
    while it forks.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_parent() -> None:
    """Have this worker process end at once with its parent, however that ends.

    Workers hold both ends of the queue that they wait at, so they would wait there for ever after
    a parent that was killed. Control-C reaches every process; this one ends without a message.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_wait_for_parent, name="parent", daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
