"""The program, and the package that carries it, tell one version."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tablet_companion import __version__
from tablet_companion.cli import main


def test_the_program_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` prints the name and the version, and ends well."""
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"tablet-companion {__version__}\n"


def test_the_wheel_takes_it_from_the_same_place() -> None:
    """The project file names no second version."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert "version" not in project["project"]
