"""The check of what people install finds what is too much in it and what is missing."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.package.__main__ import _WANTED, find_source_problems, find_wheel_problems


def _wheel(path: Path, *more: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in (*_WANTED, *more):
            archive.writestr(name, "")
    return path


def test_a_wheel_of_what_runs_at_a_table_passes(tmp_path: Path) -> None:
    """Programs and their data, and what a wheel says of itself."""
    wheel = _wheel(tmp_path / "a.whl", "hardware/board.py", "tablet_companion-0.1.dist-info/RECORD")
    assert not list(find_wheel_problems(wheel))


@pytest.mark.parametrize(
    "name",
    [
        "tests/conftest.py",
        "tools/artwork/characters.py",
        "hardware/building/mount.py",
        "hardware/printing/townplan.py",
        "hardware/firmware/get_micropython.sh",
        "tablet_companion/games/dog/playthroughs/4-seed1.txt",
        "tablet_companion/games/test_dog.py",
        "stray.txt",
    ],
)
def test_what_only_builds_draws_or_tests_is_refused(tmp_path: Path, name: str) -> None:
    """One such file is named."""
    (problem,) = find_wheel_problems(_wheel(tmp_path / "a.whl", name))
    assert name in problem


def test_missing_data_is_named(tmp_path: Path) -> None:
    """A wheel without its drawings would install, start and fail at the first print."""
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
        archive.writestr("hardware/board.py", "")
    problems = "\n".join(find_wheel_problems(tmp_path / "a.whl"))
    assert all(name in problems for name in _WANTED)


def test_a_source_distribution_lacks_nothing_that_git_keeps(tmp_path: Path) -> None:
    """What is not in the archive is named."""
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("a-1/README.md"), io.BytesIO())
    problems = find_source_problems(tmp_path / "a.tar.gz", ["README.md", "tests/conftest.py"])
    assert list(problems) == ["a.tar.gz lacks tests/conftest.py"]
