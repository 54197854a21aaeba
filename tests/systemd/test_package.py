"""The Debian package holds the program, and its scripts are scripts."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")

DPKG: Final = shutil.which("dpkg-deb") or ""
SHELL: Final = shutil.which("sh") or ""

pytestmark = pytest.mark.skipif(not DPKG, reason="there is no dpkg-deb")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package, built and unpacked."""
    folder = tmp_path_factory.mktemp("deb")
    command = [str(ROOT / "systemd" / "build-deb.sh"), sys.executable, str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run([DPKG, "--raw-extract", built, str(folder / "root")], check=True)
    return folder / "root"


def test_every_file_of_the_program_is_in_it(unpacked: Path) -> None:
    """Code, boards, words and typefaces are all there, and nothing that Python left behind."""
    source = unpacked / "opt" / "tablet-companion" / "src"
    for package in ("tablet_companion", "hardware", "calibration"):
        wanted = {
            path.relative_to(ROOT)
            for path in (ROOT / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        packed = (path.relative_to(source) for path in (source / package).rglob("*"))
        assert {path for path in packed if (source / path).is_file()} == wanted


def test_it_asks_for_what_the_project_asks_for(unpacked: Path) -> None:
    """The list of packages is the project's; Bookworm's exceptions are for its Python alone."""
    text = (unpacked / "opt" / "tablet-companion" / "requirements.txt").read_text()
    needs = [line for line in text.splitlines() if ";" not in line]
    project = (ROOT / "pyproject.toml").read_text()
    assert needs
    assert all(f'"{need}"' in project for need in needs)
    assert 'numpy>=1.26,<2; python_version < "3.12"' in text


def test_for_one_python_it_asks_without_markers() -> None:
    """What pip would decide by its own Python is decided before, for Bookworm and Trixie."""
    script = [sys.executable, str(ROOT / "systemd" / "needs.py"), str(ROOT / "pyproject.toml")]
    bookworm, trixie = (
        subprocess.run([*script, version], capture_output=True, text=True, check=True).stdout
        for version in ("3.11", "3.13")
    )
    assert ";" not in bookworm + trixie
    assert "numpy>=1.26,<2\n" in bookworm
    assert "numpy>=1.26,<2\n" not in trixie


def test_its_paths_are_those_of_the_unit(unpacked: Path) -> None:
    """What the unit starts is what the package's scripts put there, with its settings."""
    unit = (unpacked / "usr/lib/systemd/system/tablet-companion.service").read_text()
    postinst = (unpacked / "DEBIAN" / "postinst").read_text()
    command = re.search(r"^ExecStart=(\S+) .*--settings (\S+)$", unit, flags=re.MULTILINE)
    assert command
    assert command[1] == "/opt/tablet-companion/.venv/bin/tablet-companion"
    assert '"$home/.venv/bin/tablet-companion"' in postinst
    assert f"settings={command[2]}\n" in postinst


def test_the_scripts_are_scripts(unpacked: Path) -> None:
    """A shell understands them, they stop at the first failure, and none touches a game."""
    for name in SCRIPTS:
        path = unpacked / "DEBIAN" / name
        if path.exists():
            assert path.stat().st_mode & 0o777 == 0o755
            subprocess.run([SHELL, "-n", str(path)], check=True)
            text = path.read_text()
            assert "\nset -e\n" in text
            assert not re.search(r"rm\b.*/var/lib", text)


def test_the_settings_that_it_brings_are_settings(unpacked: Path) -> None:
    """A fresh installation is not refused."""
    from tablet_companion.config import read_settings  # noqa: PLC0415 - of one test only

    settings = read_settings(unpacked / "opt" / "tablet-companion" / "settings.toml")
    assert settings.camera == "usb:0"
