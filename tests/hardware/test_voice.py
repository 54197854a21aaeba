"""The voice's driver, with small programs in place of one that speaks."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from hardware.clock import ManualClock
from hardware.voice import GRACE_S, MAX_S, CommandSpeaker, VoiceError, split_command

READS: Final = """
import sys
told = open(sys.argv[1], "a")
print(*sys.argv[2:], sys.stdin.read(), sep="|", end="", file=told, flush=True)
"""
"""Writes down its arguments and what it reads, and ends."""

HANGS: Final = """
import signal, sys, time
if "deaf" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(sys.argv[1], "a").write(sys.stdin.readline())
while True:
    time.sleep(60)
"""
"""Writes down what it reads and never ends; a deaf one does not even when it is asked to."""

PATIENCE_S: Final = 20.0


class Bench:
    """A speaker whose program writes into a file, and whose clock is told the time."""

    def __init__(self, folder: Path) -> None:
        """Write into this folder."""
        self.folder, self.clock, self.troubles = folder, ManualClock(), list[str]()
        self.others = _children()
        self.told = folder / "told"
        self.told.touch()
        self.speaker: CommandSpeaker | None = None

    def open(self, script: str, *arguments: str, volume: int = 100) -> CommandSpeaker:
        """Return a speaker whose program is this script."""
        path = self.folder / "program.py"
        path.write_text(script)
        words = (sys.executable, "-I", str(path), str(self.told), *arguments)
        return self.run(shlex.join(words), volume)

    def run(self, command: str, volume: int = 100) -> CommandSpeaker:
        """Return a speaker with this command."""
        self.speaker = CommandSpeaker(command, volume, self.clock, self.troubles.append)
        return self.speaker

    def wait(self, until: Callable[[], bool]) -> None:
        """Take turns until something is so; the speaker's clock stands still meanwhile."""
        assert self.speaker is not None
        end_s = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end_s, (self.told.read_text(), self.troubles)
            self.speaker.turn()
            os.sched_yield()

    def has_children(self) -> bool:
        """Whether a program of ours runs or waits to be reaped; other tests may have their own."""
        return bool(_children() - self.others)

    def hears(self, text: str) -> None:
        """Wait until the programs wrote exactly this."""
        self.wait(lambda: self.told.read_text() == text)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Return a bench; no program, ended or not, and no thread outlives its speaker."""
    bench, threads = Bench(tmp_path), threading.active_count()
    yield bench
    if bench.speaker is not None:
        bench.speaker.close()
    assert threading.active_count() == threads
    assert not bench.has_children()


def test_the_sentence_is_written_to_the_program(bench: Bench) -> None:
    """Its input is the sentence in UTF-8, its arguments language and volume."""
    bench.open(READS, "{language}", "{volume}", volume=70).say("Rouge : à vous, « 7 ».", "fr")
    bench.hears("fr|70|Rouge : à vous, « 7 ».\n")


def test_the_sentence_can_be_an_argument(bench: Bench) -> None:
    """No shell reads it, braces in it are its own, and it is never taken for an option."""
    bench.open(READS, "<{text}>").say("--help $(id) `id` ; 'x' {volume}", "en")
    bench.hears("<help $(id) `id` ; 'x' {volume}>|")


def test_a_new_sentence_replaces_the_old(bench: Bench) -> None:
    """What is being said is ended; of what was never begun nothing is heard."""
    speaker = bench.open(HANGS)
    speaker.say("one", "en")
    bench.hears("one\n")
    speaker.say("two", "en")
    speaker.say("three", "en")
    bench.hears("one\nthree\n")
    assert not bench.troubles


def test_stop_ends_what_is_said_and_what_is_next(bench: Bench) -> None:
    """Afterwards no program is there, not even as a zombie."""
    speaker = bench.open(HANGS)
    speaker.say("one", "en")
    bench.hears("one\n")
    speaker.say("two", "en")
    speaker.stop()
    bench.wait(lambda: not bench.has_children())
    assert bench.told.read_text() == "one\n"


def test_what_has_ended_by_itself_is_reaped(bench: Bench) -> None:
    """A sentence that was said to its end leaves no zombie."""
    bench.open(READS).say("one", "en")
    bench.wait(lambda: not bench.has_children())
    assert bench.told.read_text() == "one\n"


def test_a_program_that_does_not_end_is_killed(bench: Bench) -> None:
    """It is asked first, and has half a second; no second program speaks beside it."""
    speaker = bench.open(HANGS, "deaf")
    speaker.say("one", "en")
    bench.hears("one\n")
    speaker.say("two", "en")
    bench.clock.advance(GRACE_S / 2)
    speaker.turn()
    assert bench.told.read_text() == "one\n"
    bench.clock.advance(GRACE_S)
    bench.hears("one\ntwo\n")


def test_a_program_that_hangs_is_ended(bench: Bench) -> None:
    """No sentence takes a minute; the log is told once."""
    speaker = bench.open(HANGS)
    for _ in range(2):
        speaker.say("one", "en")
        bench.wait(lambda: "one" in bench.told.read_text())
        bench.clock.advance(MAX_S + 1)
        bench.wait(lambda: not bench.has_children())
        bench.told.write_text("")
    (trouble,) = bench.troubles
    assert "took longer than 60 s" in trouble


def test_a_script_ends_with_what_it_started(bench: Bench) -> None:
    """A pipe of two programs falls silent as a whole."""
    beat = bench.folder / "beat"
    inner = (
        f"cat > {shlex.quote(str(bench.told))}; sleep 600 & wait; touch {shlex.quote(str(beat))}"
    )
    speaker = bench.run(shlex.join(("sh", "-c", inner)))
    speaker.say("one", "en")
    bench.hears("one\n")
    speaker.stop()
    bench.wait(lambda: not bench.has_children())
    assert not beat.exists()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/nowhere/espeak-ng", "cannot be started (No such file or directory)"),
        ("/dev/null", "cannot be started (Permission denied)"),
        ("{garbage}", "cannot be started (Exec format error)"),
        ("false", "ended with status 1"),
    ],
)
def test_a_program_that_is_none_is_one_sentence(bench: Bench, command: str, reason: str) -> None:
    """It is missing, not allowed, garbage, or fails: the log hears it once, the game goes on."""
    garbage = bench.folder / "garbage"
    garbage.write_bytes(bytes(range(256)))
    garbage.chmod(0o700)
    speaker = bench.run(command.replace("{garbage}", shlex.quote(str(garbage))))
    for sentence in ("one", "two"):
        speaker.say(sentence, "en")
        bench.wait(lambda: not bench.has_children())
    (trouble,) = bench.troubles
    assert reason in trouble
    assert trouble.startswith("The voice's program ")


def test_a_sentence_that_nobody_reads_holds_nothing_up(bench: Bench) -> None:
    """A pipe that is full, or shut at the other end, takes what it can."""
    deaf = bench.run("sleep 600")
    deaf.say("x" * 10_000_000, "en")
    deaf.say("short", "en")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "the command is empty"),
        ("''", "the command is empty"),
        ("say 'it", "cannot be split into words: No closing quotation"),
        ("say -v {lang}", r"there is no \{lang\}"),
        ("say {}", r"there is no \{\}"),
        ("say {text.__class__}", r"there is no \{text.__class__\}"),
        ("say a\0b", "contains a NUL"),
    ],
)
def test_a_command_that_cannot_be_is_refused(command: str, reason: str) -> None:
    """What no installing mends is said at once."""
    with pytest.raises(VoiceError, match=reason):
        split_command(command)


def test_a_program_may_stand_at_home() -> None:
    """The program's own path may begin with a tilde."""
    assert split_command("~/bin/say {text}") == (str(Path.home() / "bin/say"), "{text}")


def _children() -> set[int]:
    """Return the programs of this process that run or wait to be reaped."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(number) for path in lists for number in path.read_text().split()}
