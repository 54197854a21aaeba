"""What is said beneath a constant or a field can be read alone, as tools and searches show it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def _read_docstrings(text: str) -> Iterator[str]:
    """Yield the docstrings of a source's constants and fields, in one line each.

    They begin a line, and the line before ends a statement, not the head of a block.
    """
    parts = text.split('"""')
    for before, said in zip(parts[::2], parts[1::2], strict=False):
        lines = before.rstrip(" ")
        if lines.endswith("\n") and not lines.endswith((":\n", "\n\n")):
            yield " ".join(said.split())


def test_no_docstring_goes_on_in_the_next() -> None:
    """Each begins with what it is about, in a capital, a number or backquotes, and ends it."""
    found = {
        f"{path.relative_to(ROOT)}: {said}"
        for room in ("tablet_companion", "calibration", "hardware")
        for path in (ROOT / room).rglob("*.py")
        for said in _read_docstrings(path.read_text("utf-8"))
        if said[0].islower()
        or said.startswith(("Of ", "And ", "Or ", "Nor ", "But ", "The same"))
        or not said.endswith((".", "!", "?", ")", "”", "``", "…"))
    }
    assert not found, "\n".join(sorted(found))
