"""Check what was built: ``python -m tools.package DIST``.

The wheel holds what runs at a table and nothing that only builds, draws or tests; the source
distribution holds everything that git keeps. Prints what is wrong and ends with the status 1.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tools.arguments import read_words

_PACKAGES: Final = ("tablet_companion", "hardware", "calibration")

_DRAWN_BY_TOOLS: Final = "characters|emblems|features|floorplan|furniture|ornaments|townplan"

_FOREIGN: Final = (
    r"(tests?|tools|docs|systemd|\.github|\.ci)/",
    r".*/(building|playthroughs)/",
    r".*/(test_[^/]*|conftest)\.py",
    r".*\.(sh|pyc|db|jsonl|zip|pdf)",
    rf"hardware/printing/({_DRAWN_BY_TOOLS})\.py",
)
"""What must not be in a wheel."""

_WANTED: Final = (
    *(f"{package}/py.typed" for package in _PACKAGES),
    "tablet_companion/games/agent_dog/board.toml",
    "tablet_companion/games/dog/deck.toml",
    "tablet_companion/locale/fr.po",
    "tablet_companion/vision/weights/places.onnx",
    "hardware/firmware/main.py",
    "hardware/printing/artwork/board-agent_dog.svg",
    "hardware/printing/artwork/figures.svg",
)
"""Data without which the program would start and then fail."""

_MAX_BYTES: Final = 5_000_000
"""A wheel that suddenly is larger than this has swallowed something."""


def find_wheel_problems(wheel: Path) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    own = (*(f"{package}/" for package in _PACKAGES), "tablet_companion-")
    for name in names:
        if not name.startswith(own) or any(re.match(kind, name) for kind in _FOREIGN):
            yield f"{wheel.name} holds {name}, which nobody needs at a table"
    yield from (f"{wheel.name} lacks {name}" for name in _WANTED if name not in names)
    if wheel.stat().st_size > _MAX_BYTES:
        yield f"{wheel.name} is larger than {_MAX_BYTES / 1e6:g} MB"


def find_source_problems(archive: Path, kept: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for every file of the repository that a source distribution lacks."""
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    yield from (f"{archive.name} lacks {name}" for name in kept if name not in names)


def main(folder: Path) -> int:
    """Check the one wheel and the one source distribution of a folder."""
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
    kept = [name for name in listed.stdout.split("\0") if name]
    problems = [*find_wheel_problems(wheel), *find_source_problems(archive, kept)]
    for built in (wheel, archive):
        print(f"{built.name}: {built.stat().st_size / 1e6:.1f} MB")
    print("\n".join(problems) or "Nothing is missing, nothing is too much.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(*read_words(__doc__, "FOLDER"))))
