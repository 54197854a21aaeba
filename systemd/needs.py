"""Prints the program's requirements for one Python, one a line, as pip reads them.

Bookworm's Python, 3.11, has exceptions. They are printed without markers, since pip would evaluate
those for its own Python. ``make lock`` pins what this prints.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

BOOKWORM = (3, 11)
EXTRAS = ("web", "club")
"""Whatever the settings may switch on: nothing can be installed on a table later."""


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
