"""Starts are counted so that a fault at the start cannot lock people out of their game."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock
from tablet_companion.app.start.starts import (
    MAX_FAILED,
    RECENT_S,
    WELL_S,
    Start,
    StartMode,
    Starts,
    is_safe,
    list_recent,
)
from tablet_companion.config import ConfigError

BOOT = "a"


def _start(path: Path, at_s: float, boot: str = BOOT) -> tuple[Starts, StartMode]:
    starts = Starts(path, ManualClock())
    return starts, starts.begin(Start(boot, at_s))


def test_the_fourth_start_after_three_failures_is_safe(tmp_path: Path) -> None:
    """Three starts that nobody ended make the next one safe, and it says what the last one said."""
    path = tmp_path / "new" / "starts.json"
    for number in range(MAX_FAILED):
        starts, advice = _start(path, number * 5)
        assert advice == StartMode()
        starts.note_failure(ConfigError("The settings are odd."))
    assert _start(path, 20)[1] == StartMode(
        safe=True, trouble="The settings are odd.", kind="ConfigError"
    )
    assert _start(path, 25)[1].safe, "a safe start that fails is followed by another"


def test_an_end_in_order_is_no_failure(tmp_path: Path) -> None:
    """Switching on and off ten times within minutes is nobody's failure."""
    path = tmp_path / "starts.json"
    for number in range(10):
        starts, advice = _start(path, number)
        assert not advice.safe
        starts.note_end()
    assert not path.exists()


def test_a_minute_is_long_enough(tmp_path: Path) -> None:
    """A start that goes on for a minute empties the list, and not a moment before."""
    path = tmp_path / "starts.json"
    for number in range(2):
        _start(path, number)
    clock = ManualClock(500)
    starts = Starts(path, clock)
    starts.begin(Start(BOOT, 3))
    clock.advance(WELL_S - 0.1)
    starts.note_turn()
    assert path.exists()
    clock.advance(0.1)
    starts.note_turn()
    assert not path.exists()
    starts.note_failure(ConfigError("Much later."))
    assert not path.exists(), "a fault after a good start counts for nothing"


def test_long_ago_counts_only_where_it_is_known(tmp_path: Path) -> None:
    """Within a run of the machine old starts are forgotten; over a power cut nobody can say."""
    path = tmp_path / "starts.json"
    for number in range(MAX_FAILED):
        _start(path, number)
    assert not _start(path, RECENT_S + 5)[1].safe
    for number in range(MAX_FAILED):
        _start(path, 30, boot=f"b{number}")
    assert _start(path, 30, boot="c")[1].safe


def test_a_file_that_cannot_be_used_fails_no_start(tmp_path: Path) -> None:
    """Rubbish is an empty list, and where nothing can be written nothing is counted."""
    path = tmp_path / "starts.json"
    for rubbish in (b"", b"{", b'{"starts": 3}', b"\xff\xfe", b"[]"):
        path.write_bytes(rubbish)
        assert _start(path, 0)[1] == StartMode()
        assert path.read_bytes() != rubbish
    blocked = tmp_path / "starts.json" / "starts.json"
    starts, advice = _start(blocked, 0)
    starts.note_end()
    assert advice == StartMode()


_STARTS = st.builds(Start, st.sampled_from("ab"), st.floats(0, 5000))


@given(st.lists(_STARTS, max_size=6), _STARTS)
def test_only_enough_starts_make_one_safe(starts: list[Start], now: Start) -> None:
    """Whatever the list, fewer than three that count never do, and what counts was on the list."""
    kept = list_recent(starts, now)
    assert is_safe(starts, now) == (len(kept) >= MAX_FAILED)
    assert all(start in starts for start in kept)
    assert {s for s in starts if s.boot != now.boot} <= set(kept)
