"""Worker processes that end with the program they work for."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing import connection


def follow_parent() -> None:
    """Have this worker process end at once with its parent, however that ends.

    Workers hold both ends of the queue that they wait at, so they would wait there for ever after
    a parent that was killed. Control-C reaches every process; this one ends without a message.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_wait_for_parent, name="parent", daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
