"""What is said to somebody who starts a tool without the packages that it needs."""

from __future__ import annotations

import runpy
import subprocess
import sys

import pytest

HIDES = """
import runpy, sys
sys.modules[{missing!r}] = None
sys.argv[1:] = []
run = runpy.run_path if {tool!r}.endswith(".py") else runpy.run_module
run({tool!r}, run_name="__main__")
"""


@pytest.mark.parametrize(
    ("tool", "missing", "wanted"),
    [
        ("tools.fit.hands", "torch", "torch"),
        ("tools.fit.joint", "torch", "torch"),
        ("tools/fit/places.py", "torch", "torch"),
        ("tools.pictures.raster", "moderngl", "moderngl"),
        ("tools.laboratory.solve", "open_spiel", "'.[research]'"),
    ],
)
def test_a_package_that_is_missing_is_named_with_its_remedy(
    tool: str, missing: str, wanted: str
) -> None:
    """One line, no traceback, status 1."""
    code = HIDES.format(tool=tool, missing=missing)
    told = [sys.executable, "-c", code]
    done = subprocess.run(told, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"There is no module {missing}")
    assert line.endswith(f": python -m pip install {wanted}, then try again.")


def test_a_fault_of_our_own_keeps_its_traceback() -> None:
    """A module of ours that is missing is no package that somebody could install."""
    told = [sys.executable, "-c", "import tools, hardware.nothing"]
    done = subprocess.run(told, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "Traceback" in done.stderr


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
@pytest.mark.parametrize(
    "tool", ["fit.simulated", "fit.samples", "fit.scenes", "rooms", "moving_picture"]
)
def test_a_tool_without_its_folders_says_how_it_is_used(
    tool: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As every command does."""
    monkeypatch.setattr("sys.argv", [tool])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(f"tools.{tool}", run_name="__main__", alter_sys=True)
    assert ended.value.code == 2
    assert "required: OUT" in capsys.readouterr().err.splitlines()[-1]
