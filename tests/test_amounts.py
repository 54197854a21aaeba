"""An ordinary run leaves out repetitions alone, and says which by its seed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.amounts import sampled
from tests.conftest import _find_left_out


def collect(test: str, cases: range, step: int | None) -> list[Any]:
    """Return what pytest collects of a test, as far as its name and marker matter."""
    marker = None if step is None else sampled(step).mark
    return [
        SimpleNamespace(nodeid=f"{test}[{case}]", get_closest_marker=lambda _name: marker)
        for case in cases
    ]


def test_one_case_in_so_many_is_kept() -> None:
    """Of seven cases every third, rounded up; of a single one nothing, nor of an unmarked test."""
    left_out = _find_left_out(collect("a.py::one", range(7), 3), 1)
    assert len(left_out) == 4
    assert not _find_left_out(collect("a.py::one", range(1), 3), 1)
    assert not _find_left_out(collect("a.py::one", range(7), None), 1)


def test_every_worker_leaves_out_the_same_and_in_the_end_every_case_is_run() -> None:
    """The selection depends on the seed, not on the order; over the seeds no case is left out."""
    items = collect("a.py::one", range(7), 3)
    left_out = [_find_left_out(items, seed) for seed in range(30)]
    assert left_out == [_find_left_out(items[::-1], seed) for seed in range(30)]
    assert not set.intersection(*left_out)


def test_tests_of_one_file_try_the_same_cases() -> None:
    """What one test has made of a case, a booklet, serves the others."""
    left_out = _find_left_out(
        [*collect("a.py::one", range(9), 3), *collect("a.py::other", range(9), 3)], 1
    )
    one, other = (
        {name.partition("[")[2] for name in left_out if name.startswith(f"a.py::{test}[")}
        for test in ("one", "other")
    )
    assert one == other
