"""What is said beneath a constant or a field can be read alone, as tools and searches show it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
UNREAD: Final = {"things.py", "network_scores.py"}
"""Files of the eye whose docstrings still run on from one to the next."""


def _read_docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a file's constants and fields, in one line each."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        body = getattr(node, "body", ())
        for stated, said in pairwise(body if isinstance(body, list) else ()):
            match stated, said:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                    yield " ".join(text.split())


def test_no_docstring_goes_on_in_the_next() -> None:
    """Each begins with a capital, a number or a name in backquotes, and ends its sentence."""
    found = {
        f"{path.relative_to(ROOT)}: {said}"
        for room in ("tablet_companion", "calibration", "hardware", "tools")
        for path in (ROOT / room).rglob("*.py")
        if path.name not in UNREAD
        for said in _read_docstrings(path)
        if said[0].islower() or not said.endswith((".", "!", "?", ")", "”", "``", "…"))
    }
    assert not found, "\n".join(sorted(found))
