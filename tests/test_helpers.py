"""What several tests use lies in files of its own, named for what it makes."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

_TESTS = Path(__file__).parent
_MAY_BORROW = re.compile(r"^\s*(?:from|import)\s[^\n(]*(?:\([^)]*?)?\btest_", re.MULTILINE)
"""To parse every file takes seconds."""


def _find_borrowed(text: str) -> list[str]:
    """Return the test modules that a file imports, or imports from."""
    found = []
    for node in ast.walk(ast.parse(text)) if _MAY_BORROW.search(text) else ():
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [
        name
        for name in found
        if name.startswith("tests.") and name.rpartition(".")[2].startswith("test_")
    ]


def test_no_test_is_imported() -> None:
    """A test can be moved, split or deleted without a look at the others: none needs its module."""
    borrowed = {
        path.name: names
        for path in [*_TESTS.rglob("*.py"), *(_TESTS.parent / "tools").rglob("*.py")]
        if (names := _find_borrowed(path.read_text("utf-8")))
    }
    assert borrowed == {}


@pytest.mark.parametrize(
    "line",
    [
        "from tests.app.test_loop import begun",
        "from tests.app import table, test_loop",
        "import tests.app.test_loop",
        "from tests.app import (\n        table,\n        test_loop,\n    )",
    ],
)
def test_every_form_of_such_an_import_is_found(line: str) -> None:
    """However it is written, also inside a function."""
    assert _find_borrowed(f"def test() -> None:\n    {line}\n") == ["tests.app.test_loop"]
    assert _find_borrowed("from tests.app.table import Scene") == []
