"""However the program ends, its status says so, though a thread is still inside a library."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.log import log
from tests.patience import PATIENCE_S

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


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_whoever_is_impatient_gets_no_traceback(ending: signal.Signals) -> None:
    """While the program is already leaving, one more signal ends it at once."""
    program = (
        "import signal, threading\nfrom tablet_companion import cli\n"
        "def interrupt(): raise KeyboardInterrupt\n"
        "cli.main = interrupt\n"
        f"threading.enumerate = lambda: signal.raise_signal({ending:d})\ncli.start()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (-ending, "")


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_asks_for_the_end_gets_it_in_order(ending: signal.Signals) -> None:
    """Lamps go dark and half-written files go; one sentence says why, and the status is theirs."""
    program = (
        "import signal\nfrom tablet_companion import cli\n"
        f"signal.signal({ending:d}, signal.SIG_DFL)\n"  # `nohup` of the suite would be inherited
        "def ask():\n"
        f"    try: signal.raise_signal({ending:d})\n"
        "    finally: print('tidied')\n"
        "cli.main = ask\ncli.start()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (-ending, "tidied\n")
    assert done.stderr == "tablet-companion: It was asked to end.\n"


def test_a_terminal_s_end_that_is_ignored_stays_ignored() -> None:
    """``nohup`` does that, so that a long measurement goes on."""
    program = (
        "import signal\nfrom tablet_companion import cli\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "cli.main = lambda: signal.raise_signal(signal.SIGHUP) or 3\ncli.start()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (3, "")


_DROPPED = """
import signal, time, weakref
from tablet_companion import cli
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)

class Thing: pass

def run():
    thing = Thing()
    held = weakref.ref(thing, lambda _: signal.raise_signal({ending:d}))
    del thing
    time.sleep(600)

cli.main = run
cli.start()
"""


@pytest.mark.parametrize(("ending", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_an_end_that_falls_into_a_callback_is_not_lost(ending: int, status: int) -> None:
    """Python drops what its callbacks raise, as those that run at every import do."""
    done = subprocess.run(
        [sys.executable, "-c", _DROPPED.format(ending=ending)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr


_HEARD = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Programs that a shell put into the background ignore Control-C, and so would these."""
_INTERRUPT = "os.killpg(os.getpgid({process}), signal.SIGINT)"
"""What a terminal does at Control-C: every process of the group hears of it."""
_MEASURING = f"""
{_HEARD}
from tablet_companion import cli
from tablet_companion.measure.speed import _run_python
child = "import os, signal, time; {_INTERRUPT.format(process="os.getppid()")}; time.sleep(600)"
cli.main = lambda: _run_python(child)
cli.start()
"""
_STARTING = f"""
{_HEARD}
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from tablet_companion import cli
from tablet_companion.players.workers import follow_parent, hold_interrupts

def run():
    pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=follow_parent)
    try:
        with hold_interrupts():
            pool.submit(time.sleep, 600)
            {_INTERRUPT.format(process="0")}
    finally:
        pool.shutdown(cancel_futures=True)

if __name__ == "__main__":
    cli.main = run
    cli.start()
"""


@pytest.mark.parametrize("program", [_MEASURING, _STARTING], ids=["measuring", "starting"])
def test_control_c_is_no_traceback_of_a_child(program: str, tmp_path: Path) -> None:
    """Processes that were started end without a word, even those that are still starting."""
    path = tmp_path / "program.py"
    path.write_text(program, "utf-8")
    done = subprocess.run(
        (sys.executable, path),
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_a_log_that_is_full_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its disk may be the very one that the sentence is about."""
    stream = open("/dev/full", "w", buffering=1)  # noqa: PTH123, SIM115 - closed below, in its own way
    monkeypatch.setattr(sys, "stderr", stream)
    log("The disk is full.")
    with pytest.raises(OSError, match="No space"):
        stream.close()


@pytest.mark.parametrize("ignored", [False, True])
def test_control_c_in_the_first_moment_is_no_traceback(*, ignored: bool) -> None:
    """It comes while the command line is still being imported; who ignores it goes on."""
    program = (
        "import importlib.abc, signal, sys\n"
        f"heeds = signal.{'SIG_IGN' if ignored else 'default_int_handler'}\n"
        "signal.signal(signal.SIGINT, heeds)\n"
        "class Impatient(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'tablet_companion.cli': signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "sys.argv[1:] = ['--version']\n"
        "from tablet_companion.__main__ import start\nstart()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0 if ignored else -signal.SIGINT, "")
