"""Workers end with the program they work for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_PROGRAM = """
import os, signal, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from tablet_companion.players.workers import follow_parent

if __name__ == "__main__":
    pool = ProcessPoolExecutor(2, get_context(sys.argv[1]), initializer=follow_parent)
    busy = [pool.submit(time.sleep, 600) for _ in range(2)]
    while not all(one.running() for one in busy):
        os.sched_yield()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_no_worker_outlives_a_program_that_is_killed(method: str, tmp_path: Path) -> None:
    """They hold its output open as long as they live; what reads it would wait for ever."""
    path = tmp_path / "program.py"
    path.write_text(_PROGRAM, "utf-8")
    done = subprocess.run(
        (sys.executable, path, method), capture_output=True, timeout=60, check=False
    )
    assert done.returncode == -9
