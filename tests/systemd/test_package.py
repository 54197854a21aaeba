"""The Debian package holds the program, and its scripts are scripts."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[2]
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")

PYTHONS: Final = ("3.11", "3.13")

DPKG: Final = shutil.which("dpkg-deb") or ""
SHELL: Final = shutil.which("sh") or ""

pytestmark = pytest.mark.skipif(not DPKG, reason="there is no dpkg-deb")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package, built and unpacked."""
    folder = tmp_path_factory.mktemp("deb")
    command = [str(ROOT / "systemd" / "build-deb.sh"), str(folder)]
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


@functools.cache
def pinned(version: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return version and hashes of every package that is installed on one Python."""
    text = (ROOT / "systemd" / "locks" / f"{version}.txt").read_text(encoding="utf-8")
    pins = {}
    for entry in text.replace("\\\n", "").splitlines():
        found = re.fullmatch(r"([a-z0-9-]+)==([^\s;]+)((?: +--hash=sha256:[0-9a-f]{64})+) *", entry)
        assert found, f"{version}: {entry} is no pin with hashes"
        pins[found[1]] = found[2], tuple(found[3].split())
    return pins


@pytest.mark.parametrize("version", PYTHONS)
def test_what_is_installed_is_pinned_to_the_byte(version: str) -> None:
    """All that the project asks for, Bookworm's exceptions on its own Python, and no address."""
    script = [sys.executable, str(ROOT / "systemd" / "needs.py"), str(ROOT / "pyproject.toml")]
    needs = subprocess.run([*script, version], capture_output=True, text=True, check=True).stdout
    assert needs.count("\n") >= 12
    for need in map(Requirement, needs.splitlines()):
        assert need.specifier.contains(pinned(version)[need.name][0]), need


def test_bookworm_has_its_own_numbers() -> None:
    """Its picamera2 is built for NumPy 1, which newer OpenCV wheels drive out."""
    assert pinned("3.11")["numpy"][0].startswith("1.")
    assert pinned("3.11")["opencv-python-headless"][0] == "4.10.0.84"
    assert not pinned("3.13")["numpy"][0].startswith("1.")


def test_nothing_but_what_is_pinned_is_ever_installed(unpacked: Path) -> None:
    """The package's script has one way to fetch, with hashes and without sources, and the lists."""
    (install,) = re.findall(
        r"pip install (?:.*\\\n)*.*", (unpacked / "DEBIAN" / "postinst").read_text()
    )
    for word in ("--require-hashes", "--only-binary :all:", "--no-deps", '--requirement "$lock"'):
        assert word in install
    locks = unpacked / "opt" / "tablet-companion" / "locks"
    assert {path.stem for path in locks.iterdir()} == set(PYTHONS)


def test_a_python_without_a_list_is_refused(unpacked: Path, tmp_path: Path) -> None:
    """Nothing is fetched then; the sentence says how to make the list."""
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\necho 9.9\n")
    python.chmod(0o755)
    (tmp_path / "systemd-sysusers").symlink_to("/bin/true")
    (tmp_path / "systemctl").symlink_to("/bin/true")
    done = subprocess.run(
        [SHELL, str(unpacked / "DEBIAN" / "postinst"), "configure", "1.0"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "make lock PYTHONS=9.9" in done.stderr


def test_the_settings_are_not_for_everybody(unpacked: Path) -> None:
    """A camera's password may stand in them."""
    postinst = (unpacked / "DEBIAN" / "postinst").read_text()
    assert re.search(r'install .*-m 640 .*settings\.toml" "\$settings"', postinst)
    assert 'chgrp tablet-companion "$settings"\n    chmod g+r,o-rwx "$settings"\n' in postinst


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
    from tablet_companion.app.start.program import is_new  # noqa: PLC0415 - of one test only
    from tablet_companion.config.reading import read_settings  # noqa: PLC0415 - of one test only

    settings = read_settings(unpacked / "opt" / "tablet-companion" / "settings.toml")
    assert is_new(settings), "a card that installed itself has to begin with the set-up"
