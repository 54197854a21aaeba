"""The log has a line for each thing that is said, whatever is quoted in it."""

from __future__ import annotations

import pytest

from hardware.errors import CompanionError
from hardware.log import LogOnce, log


@pytest.mark.parametrize("made", [str, CompanionError])
def test_what_is_quoted_breaks_no_line(
    made: type[str] | type[CompanionError], capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither line ends, nor a terminal's commands, nor a change of direction, nor its length."""
    turns = "\N{RIGHT-TO-LEFT OVERRIDE}\N{RIGHT-TO-LEFT ISOLATE}\N{RIGHT-TO-LEFT MARK}"
    log(made(f"The port a\nb\x1b[31m{turns}{9000 * 'x'} is away."))
    told = capsys.readouterr().err
    assert told.endswith("x is away.\n")
    assert len(told) < 700
    assert told.removesuffix("\n").isprintable()


def test_what_goes_on_failing_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """A cable that is out for a night fills no log; out a second time, it is told again."""
    once = LogOnce()
    for why in ("It is out.", "It is out.", "It is in use.", "It is in use."):
        once.tell(why)
    once.forget()
    once.tell("It is in use.")
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[2] for line in told] == [
        "It is out.", "It is in use.", "It is in use."
    ]  # fmt: skip
