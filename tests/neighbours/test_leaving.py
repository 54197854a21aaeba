"""However the program ends, its status says so, though a thread is still inside a library."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import atexit, sys, threading
import cv2, numpy as np
from hardware.errors import CompanionError
from tablet_companion import cli

def busy():
    picture = np.zeros((400, 400, 3), np.uint8)
    begun.set()
    while True:
        cv2.GaussianBlur(picture, (31, 31), 0)

def run(arguments):
    threading.Thread(target=busy, daemon=True).start()
    begun.wait()
    sys.stdout.write("said before")
    {ending}

begun = threading.Event()
cli.parser = lambda _: type("", (), {{"parse_args": lambda *_: type("", (), {{"run": run}})}})()
sys.argv[1:] = ["run"]
{start}
"""
ENDINGS = {
    "return 0": (0, ""),
    "return 1": (1, ""),
    "raise CompanionError('It is broken.')": (1, "tablet-companion: It is broken.\n"),
    "raise KeyboardInterrupt": (130, ""),
    "raise ZeroDivisionError('ours')": (1, "ZeroDivisionError: ours\n"),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_end_is_never_an_abort(ending: str) -> None:
    """Status and words are those of the ending; what was written before is not lost."""
    status, words = ENDINGS[ending]
    program = PROGRAM.format(ending=ending, start="cli.start()")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (status, "said before")
    assert done.stderr.endswith(words)


def test_without_a_thread_python_ends_as_ever() -> None:
    """What was registered for the end is done then."""
    program = (
        "import atexit\nfrom tablet_companion import cli\natexit.register(print, 'done')\n"
        "cli.main = lambda: 3\ncli.start()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "done\n", "")


def test_an_impatient_second_control_c_is_no_traceback() -> None:
    """While the program is already leaving, one more ends it at once."""
    program = (
        "import signal, threading\nfrom tablet_companion import cli\n"
        "def interrupt(): raise KeyboardInterrupt\n"
        "cli.main = interrupt\n"
        "threading.enumerate = lambda: signal.raise_signal(signal.SIGINT)\ncli.start()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
