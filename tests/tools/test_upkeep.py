"""The tools that tell contributors which tests to run, and how much they run."""

from __future__ import annotations

import tomllib
from pathlib import Path

import coverage
import pytest

from tools.affected import find_by_contexts, find_by_imports, find_tests
from tools.coverage import FLOORS, find_shortfalls
from tools.rooms import find_arrows


def test_the_nearest_tests_of_a_module_are_found_over_what_imports_it() -> None:
    """A module of its own test has that test; one that no test imports has those of its users."""
    assert "tests/hardware/test_signals.py" in find_by_imports("hardware.signals")
    assert find_by_imports("tablet_companion.vision.places.likelihood")


def test_a_file_that_is_no_module_is_said_to_be_none(tmp_path: Path) -> None:
    """A misspelt name does not run every test, nor none."""
    with pytest.raises(ValueError, match="is no module"):
        find_tests(Path("hardware/no_such_file.py"), tmp_path / "none")


def test_what_a_run_measured_names_single_tests(tmp_path: Path) -> None:
    """Lines that were run while no test was, by imports, count for nothing."""
    ran = tmp_path / "ran.py"
    data = coverage.CoverageData(str(tmp_path / ".coverage"))
    data.set_context("")
    data.add_lines({str(ran): [1]})
    data.set_context("tests/test_a.py::test_b|run")
    data.add_lines({str(ran): [2]})
    data.write()
    assert find_by_contexts(tmp_path / ".coverage", ran) == ["tests/test_a.py::test_b"]


def test_a_room_below_its_floor_is_named() -> None:
    """So is one without a floor; one above it is not."""
    counts = {"games": (90, 100), "kit": (50, 100), "shed": (1, 1)}
    low, without = find_shortfalls(counts, {"games": 90, "kit": 60})
    assert low.startswith("kit: 50.0 %")
    assert without.startswith("shed has no floor")


def test_every_room_has_a_floor() -> None:
    """A new room is measured from its first day."""
    rooms, _ = find_arrows()
    assert set(tomllib.loads(FLOORS.read_text(encoding="utf-8"))["floors"]) == set(rooms)
