"""The command line. A subcommand's file is imported only when it is asked for."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import errno
import importlib
import io
import json
import os
import re
import resource
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn

from hardware.errors import FULL, CompanionError
from hardware.redaction import redact
from hardware.stray_lines import catch_lines
from tablet_companion import __version__

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: Final = {
    "bench": "measure how fast the program is on this machine",
    "calibrate": "learn what a board looks like from labelled pictures",
    "club": "show all tables of an MQTT broker on one page, with pairings and results",
    "demo": "play one round on the simulated table and judge it",
    "doctor": "check that everything a table needs is there and works",
    "explain": "say why a move is not allowed (JSON in, JSON out)",
    "export": "save a game as text, an animated picture or pages to print",
    "forget": "forget what was learnt about a board while playing on it",
    "join": "let a telephone join the table (a QR code)",
    "label": "label pictures of a board on the touchscreen",
    "layout": "write the board file of a new board: grid, hexagons, track or points",
    "lens": "measure a camera's lens with the printed sheet, saying how to hold it next",
    "moves": "list the outcomes of every legal move (JSON in, JSON lines out)",
    "print": "make the board and cards to print, or the sheet for measuring a lens",
    "read": "read pictures of a board (JSON lines out)",
    "referee": "referee a recorded table (one line for each verdict)",
    "run": "referee a real table, or a simulated one to try it",
    "score": "measure the reader on labelled pictures",
    "selfplay": "play whole rounds at the simulated table and count the verdicts",
    "selftest": "try every lamp, tone, button and the camera of a table",
    "tournament": "let computer players play each other, and print their Elo ratings",
}

_ROOT: Final = Path(__file__).resolve().parents[1]
_INSTALLED: Final = tuple(_ROOT / name for name in ("calibration", "hardware", "tablet_companion"))
"""Our packages: nobody named what is missing there."""
_INTERRUPTED: Final = 130
"""What shells take for Control-C."""
_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP)
"""The system, or another program, asks for the end; the terminal is closed."""
_AGAIN_S: Final = 0.05
"""Until a dropped wish to end comes again; Python has left the callback by then."""
_LEAST_BYTES: Final = 600_000_000
"""Bytes of address space: with less, libraries of algebra, pictures or text end the program without
a word, each at a limit of its own, seen up to 500 MB; from here on they say that memory is full."""
_CV_NO_MEMORY: Final = -4
"""OpenCV's own number for it, in its errors' ``code``; it raises no MemoryError."""
_OF_OUTPUT: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class _Ended(KeyboardInterrupt):
    """A signal asked for the end, as Control-C does; ``args`` holds its number."""


def start() -> None:
    """Be the program that a shell starts: do what was asked, and leave with its status.

    A thread may still be waiting in a driver, or be learning a board. Python's own end would throw
    it out in the middle of C++, which aborts (status 134); so that end is left out then. A second
    Control-C on the way out ends it at once.
    """
    status = 1
    _open_streams()
    let_go = catch_lines()
    _heed(_end)
    sys.unraisablehook = _ask_again
    try:
        status = main()
    except _Ended as ended:
        _die(*ended.args)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # first: another may follow within a ms
        status = _INTERRUPTED
    except SystemExit as ending:  # of argparse: help, or wrong usage
        status = ending.code if isinstance(ending.code, int) else status
    except Exception:  # noqa: BLE001 - told as Python would, and the status stays what it is
        sys.excepthook(*sys.exc_info())
    let_go()
    _heed(signal.SIG_DFL)  # what is left to do takes no time, or hangs
    try:
        sys.stderr.flush()
    except OSError:  # nobody can be told, and Python's own end would change the status
        _give_up(sys.stderr)
    if any(thread.daemon for thread in threading.enumerate()):
        _leave(status)
    sys.exit(status)


def _open_streams() -> None:
    """Open the null device for every standard stream that the shell closed.

    Otherwise the next file that we open gets the stream's number, and whatever a library writes to
    that stream ends up in the file. Output is opened for reading, so that a command whose output
    nobody gets fails as one does whose disk is full.
    """
    streams = (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY))
    for name, flags in streams:
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.open(os.devnull, flags), mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open


def _heed(handler: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    for ending in _ENDINGS:
        if signal.getsignal(ending) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(ending, handler)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise _Ended(number)


def _ask_again(dropped: sys.UnraisableHookArgs) -> None:
    """Repeat a wish to end that came while Python ran a callback, and was dropped with it.

    Python runs such callbacks at every import, so a command that imports much lost Control-C once
    in a while. The signal comes from a thread, as whatever is raised in here is dropped as well.
    """
    if not isinstance(dropped.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)
        return
    ended = isinstance(dropped.exc_value, _Ended)
    number = dropped.exc_value.args[0] if ended else signal.SIGINT
    again = threading.Timer(_AGAIN_S, signal.pthread_kill, (threading.main_thread().ident, number))
    again.daemon = True
    again.start()


def _die(number: int) -> NoReturn:
    """Die of a signal, as whoever sent it expects; lamps are dark by now, and files whole."""
    signal.signal(number, signal.SIG_DFL)  # first: another may follow within a ms
    _refuse(CompanionError("It was asked to end."))
    _flush()
    signal.raise_signal(number)
    raise AssertionError("it is dead")


def _leave(status: int) -> NoReturn:
    _flush()
    os._exit(status)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # its reader is gone, or it is closed
            stream.flush()


def main(words: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status.

    A CompanionError is printed as one sentence, with exit status 1; so are the system's errors
    about a file, about a full disk that our output goes to, and about memory, and what a library
    says that cannot be loaded. Wrong usage exits with 2, as argparse does. Anything else is a bug
    of ours and keeps its traceback.
    """
    words = sys.argv[1:] if words is None else words
    if isinstance(sys.stdout, io.TextIOWrapper):  # file names may not be valid text
        codecs.register_error("escape", _escape)
        sys.stdout.reconfigure(errors="escape")
    try:
        if words and words[0] in COMMANDS:
            _heed_limit()
        try:
            arguments = parser(words[0] if words else "").parse_args(words)
        finally:
            sys.stdout.flush()  # help, which ends in SystemExit
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except CompanionError as error:
        return _refuse(error)
    except BrokenPipeError:
        # The reader of our output went away (``| head``), which is no error.
        _give_up(sys.stdout)
        return 0
    except ImportError as error:
        return _refuse(_blame_library(error))
    except OSError as error:
        return _refuse(_explain(error))
    except Exception as error:
        if not _is_memory_full(error):
            raise
        return _refuse(CompanionError("The memory is full; close other programs and try again."))
    return status


def _is_memory_full(error: Exception) -> bool:
    """Whether an error is for want of memory, which OpenCV tells by a number of its own."""
    return isinstance(error, MemoryError) or getattr(error, "code", 0) == _CV_NO_MEMORY


def _heed_limit() -> None:
    """Refuse to start with too little memory; with a limit, let the algebra library take less.

    It takes some 40 MB for each core as it is loaded, and crashes if it may not. In one thread it
    is slower, which nobody notices at a table. Only ``ulimit -v`` is such a limit: of one like
    the service's, the system tells nobody before it ends the program.
    """
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return
    if limit < _LEAST_BYTES:
        may, needs = limit // 1_000_000, _LEAST_BYTES // 1_000_000
        raise CompanionError(
            f"It may take {may} MB of memory, and needs {needs}; raise the limit (ulimit -v)."
        )
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Write what the terminal's encoding lacks as JSON does: much of our output is JSON."""
    assert isinstance(error, UnicodeEncodeError), "our own text is written"
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _explain(error: OSError) -> CompanionError:
    """Return the sentence for an error about a file or our output; raises any other one again."""
    if error.filename is not None:
        missing = Path(os.fsdecode(error.filename))
        ours = any(missing.is_relative_to(folder) for folder in _INSTALLED)
        mend = "install tablet-companion again" if ours else "name another"
        return CompanionError(f"{error.filename}: {error.strerror}; {mend}.")
    if error.errno not in _OF_OUTPUT:
        raise error
    _give_up(sys.stdout)
    mend = "; make room there" if error.errno in FULL else ""
    return CompanionError(f"The output cannot be written: {error.strerror}{mend}.")


def _blame_library(error: ImportError) -> CompanionError:
    """Return the sentence for a library that cannot be loaded; raises an error of ours again."""
    if (error.name or "").partition(".")[0] in {folder.name for folder in _INSTALLED}:
        raise error
    return CompanionError(
        f"A library cannot be loaded ({error}): close other programs if the memory is full; "
        "otherwise install tablet-companion again."
    )


def _refuse(error: CompanionError) -> int:
    with contextlib.suppress(OSError):  # it is full: the status has to do
        print(f"tablet-companion: {error}", file=sys.stderr)  # noqa: T201 - this is the shell
    return 1


def _give_up(stream: IO[str]) -> None:
    """Discard further output; Python would try to write it at its end, and complain."""
    with contextlib.suppress(OSError):  # in tests it has no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Parser(argparse.ArgumentParser):
    """A parser that does not pass over in silence that its help cannot be written.

    A word such as -20,20 is a value, as no option begins with a digit. No password is repeated. An
    empty word, and a dash alone, name no file.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._negative_number_matcher = re.compile(r"-[\d.]")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        if action.type is Path and arg_string in ("", "-"):
            raise argparse.ArgumentError(action, f"{arg_string!r} names no file or folder")
        return super()._get_value(action, arg_string)

    def error(self, message: str) -> NoReturn:
        super().error(redact(message))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is sys.stdout:
            file.write(message)
        else:
            # As newer Pythons do: if no errors can be written, the status has to do.
            with contextlib.suppress(AttributeError, OSError):
                super()._print_message(message, file)


def parser(wanted: str) -> argparse.ArgumentParser:
    """Return the parser; only the wanted command's arguments are known to it."""
    top = _Parser(prog="tablet-companion", description="A referee for real board games.")
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        if name == wanted:
            command = importlib.import_module(f"tablet_companion.commands.{name}")
            command.add_arguments(subparser)
            subparser.set_defaults(run=command.run)
    return top


if __name__ == "__main__":
    start()
