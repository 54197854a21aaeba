"""Which tests concern a file: ``python -m tools.affected FILE``.

Prints test files, or single tests once ``make coverage`` has recorded the lines that each test
ran. Without that record it follows the imports: the test files with the shortest path to the file.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import coverage
import grimp

from tools.arguments import read_words

PACKAGES: Final = ("tablet_companion", "hardware", "calibration", "tools", "tests")

_STEPS: Final = 3
"""Imports farther away than this lead from every test to every file."""

_ENOUGH: Final = 3
"""With this many test files found, none is looked for a step farther away."""


def find_by_imports(module: str) -> list[str]:
    """Return the files of the nearest tests that import a module, over others if need be."""
    graph = _read_imports()
    if module not in graph.modules:
        raise ValueError(f"{module} is no module of {', '.join(PACKAGES)}")
    found: list[str] = [module] if _is_test(module) else []
    reached, edge = {module}, {module}
    for _ in range(_STEPS):
        edge = {m for one in edge for m in graph.find_modules_that_directly_import(one)} - reached
        reached |= edge
        found += sorted(filter(_is_test, edge))
        if len(found) >= _ENOUGH:
            break
    return [f"{one.replace('.', '/')}.py" for one in found]


@functools.cache
def _read_imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def _is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def find_by_contexts(data_file: Path, file: Path) -> list[str]:
    """Return the tests that ran a line of a file inside a function, as pytest names them."""
    data = coverage.CoverageData(str(data_file))
    data.read()
    contexts = data.contexts_by_lineno(str(file.resolve())).values()
    names = {context.partition("|")[0] for line in contexts for context in line}
    return sorted(name for name in names if name)


def find_tests(file: Path, data_file: Path) -> Sequence[str]:
    """Return what to hand to pytest."""
    known = find_by_contexts(data_file, file) if data_file.exists() else []
    return known or find_by_imports(".".join(_parts(file)))


def _parts(file: Path) -> Iterator[str]:
    yield from (part for part in file.with_suffix("").parts if part not in (".", "__init__"))


if __name__ == "__main__":
    (file,) = read_words(__doc__, "FILE")
    try:
        tests = find_tests(Path(file), Path(".coverage"))
    except ValueError as error:
        sys.exit(f"{file}: {error}; name a Python file from the repository's root.")
    sys.stdout.write("".join(f"{test}\n" for test in tests))
