"""Prints what the program needs of PyPI, a requirement a line, as pip reads it.

Without a version for every Python: what Bookworm's needs instead is told by a marker. With one,
such as 3.13, for that Python alone and without markers: pip would ask its own Python.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

BOOKWORM = (3, 11)


def needs(project: dict[str, dict[str, list[str]]], version: str) -> list[str]:
    """Return the requirements of a project's table for one version, or for all ("")."""
    exceptions = project["optional-dependencies"]["bookworm"]
    if not version:
        marked = (f'{need}; python_version < "3.12"' for need in exceptions)
        return [*project["dependencies"], *marked]
    older = tuple(int(part) for part in version.split(".")) <= BOOKWORM
    return [*project["dependencies"], *(exceptions if older else ())]


def main() -> None:
    """Print the requirements of a pyproject.toml for all versions or for one."""
    project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
    print(*needs(project, "".join(sys.argv[2:3])), sep="\n")  # noqa: T201 - this is a script


if __name__ == "__main__":
    main()
