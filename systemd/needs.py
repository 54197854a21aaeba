"""Prints what the program needs of PyPI for one Python, a requirement a line, as pip reads it.

Bookworm's Python, 3.11, has exceptions of its own. They are told without markers, which pip would
ask its own Python about; ``make lock`` pins what this prints.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

BOOKWORM = (3, 11)
EXTRAS = ("web", "club")
"""What a table may be told to do in its settings; nothing can be installed there later."""


def needs(project: dict[str, dict[str, list[str]]], version: str) -> list[str]:
    """Return the requirements of a project's table for a version of Python such as 3.13."""
    older = tuple(int(part) for part in version.split(".")) <= BOOKWORM
    optional = project["optional-dependencies"]
    extras = dict.fromkeys(need for extra in EXTRAS for need in optional[extra])
    return [*project["dependencies"], *extras, *(optional["bookworm"] if older else [])]


def main() -> None:
    """Print the requirements of a pyproject.toml for one version."""
    project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
    print(*needs(project, sys.argv[2]), sep="\n")  # noqa: T201 - this is a script


if __name__ == "__main__":
    main()
