"""A voice: any program that reads a sentence aloud, such as espeak-ng.

The sentence is written to the program's standard input, or replaces ``{text}`` in its command.
There is no shell and no thread: ``turn`` checks on the process. At most one program runs at a time.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable
from typing import Final

from hardware.errors import CompanionError
from hardware.ports import Clock

NAMES: Final = ("language", "text", "volume")
"""The names allowed in braces in a command."""

GRACE_S: Final = 0.5
"""A program that was asked to end is killed after this long."""
MAX_S: Final = 60.0
"""No sentence takes longer: the program hangs."""
_LEAVE_S: Final = 0.5  # how long closing waits after each of the two signals


class VoiceError(CompanionError):
    """A command for the voice that can never be run."""


def split_command(command: str) -> tuple[str, ...]:
    """Return the words of a command, as a shell would split them. Raises VoiceError."""
    try:
        found = tuple(shlex.split(command))
    except ValueError as error:
        raise VoiceError(f"{command!r} cannot be split into words: {error}.") from error
    if not found or not found[0]:
        raise VoiceError("the command is empty; name a program that reads text aloud.")
    if "\0" in command:
        raise VoiceError(f"{command!r} contains a NUL, which no command can.")
    known = ", ".join(f"{{{name}}}" for name in NAMES)
    for name in re.findall(r"\{(.*?)\}", command):
        if name not in NAMES:
            raise VoiceError(f"there is no {{{name}}} in a command; known: {known}.")
    return (os.path.expanduser(found[0]), *found[1:])  # noqa: PTH111 - a Path drops "./"


class CommandSpeaker:
    """Says one sentence at a time through a program; nothing the program does stops the caller.

    ``tell`` gets each fault of the program once, as a sentence.
    """

    def __init__(
        self, command: str, volume: int, clock: Clock, tell: Callable[[str], None]
    ) -> None:
        """Speak with this command; ``volume`` is in percent. Raises VoiceError."""
        self._words = split_command(command)
        self._volume, self._clock, self._tell = volume, clock, tell
        self._told: set[str] = set()
        self._running: subprocess.Popen[bytes] | None = None
        self._since_s = 0.0
        self._asked_s: float | None = None
        self._next: tuple[str, str] | None = None

    def say(self, text: str, language: str) -> None:
        """Say this in place of the present sentence; begins as soon as its program has ended."""
        self._next = text, language
        self._ask_to_end()
        self.turn()

    def stop(self) -> None:
        """Fall silent."""
        self._next = None
        self._ask_to_end()
        self.turn()

    def set_volume(self, percent: int) -> None:
        """Set the volume of later sentences, in percent."""
        self._volume = percent

    def turn(self) -> None:
        """Reap an ended program, kill one that does not end, and start the next sentence."""
        self._look_after()
        if self._running is None and self._next is not None:
            (text, language), self._next = self._next, None
            self._start(text, language)

    def close(self) -> None:
        """Fall silent for good."""
        self.stop()
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self._running is not None:
                self._signal(number)
                with contextlib.suppress(subprocess.TimeoutExpired):  # the next signal is stronger
                    self._running.wait(_LEAVE_S)
                    self._running = None

    def _start(self, text: str, language: str) -> None:
        """Start the program and pass it the sentence; a full pipe takes what it can."""
        aloud = text.lstrip("-")  # else it could be taken for an option
        given = {"language": language, "text": aloud, "volume": str(self._volume)}
        command = [_encode(_fill(word, given)) for word in self._words]
        reads = not any("{text}" in word for word in self._words)
        try:
            process = subprocess.Popen(  # noqa: S603 - the owner's own command, without a shell
                command,
                bufsize=0,
                stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that a script's own programs end with it
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self._tell_once(f"cannot be started ({reason}); see [voice] in the settings")
            return
        self._running, self._since_s, self._asked_s = process, self._clock.now_s(), None
        if process.stdin is not None:
            # A program that ends without reading is reported by its status.
            with contextlib.suppress(OSError), process.stdin as pipe:
                os.set_blocking(pipe.fileno(), False)
                pipe.write(_encode(f"{aloud}\n"))

    def _look_after(self) -> None:
        if self._running is None:
            return
        now_s, status = self._clock.now_s(), self._running.poll()
        if status is not None:
            if status and self._asked_s is None:
                self._tell_once(f"ended with status {status}; try it in a terminal")
            self._running = None
        elif self._asked_s is not None:
            if now_s - self._asked_s >= GRACE_S:
                self._signal(signal.SIGKILL)
        elif now_s - self._since_s >= MAX_S:
            self._tell_once(f"took longer than {MAX_S:g} s for a sentence and was ended")
            self._ask_to_end()

    def _ask_to_end(self) -> None:
        if self._running is not None and self._asked_s is None:
            self._asked_s = self._clock.now_s()
            self._signal(signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the program and whatever it started, unless it has ended."""
        if self._running is not None and self._running.poll() is None:
            # It has just ended, or has changed its privileges; then its time runs out.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._running.pid, number)

    def _tell_once(self, what: str) -> None:
        if what not in self._told:
            self._told.add(what)
            self._tell(f"The voice's program {self._words[0]} {what}.")


def _fill(word: str, given: dict[str, str]) -> str:
    """Return a word of a command with every name in braces replaced once."""
    return re.sub(r"\{(\w+)\}", lambda found: given[found[1]], word)


def _encode(text: str) -> bytes:
    """Return a text as UTF-8, whatever the locale."""
    return text.encode("utf-8", "replace")
