"""What the table of the rooms' sizes counts."""

from __future__ import annotations

from pathlib import Path

from tools.sizes import LAYERS, measure

_FILE = '''"""A file
of two lines."""

A = 1  # counted
"""What A is."""


# not counted
def add(one: int) -> int:
    """Return it."""
    return one + A
'''


def test_docstrings_comments_and_blank_lines_are_no_code(tmp_path: Path) -> None:
    """A file of eleven lines has three of code; its function has two beside the docstring."""
    for layer in LAYERS:
        (tmp_path / layer / "room").mkdir(parents=True)
    (tmp_path / "tablet_companion" / "room" / "a.py").write_text(_FILE)
    (tmp_path / "hardware" / "room" / "b.py").write_text("B = 2\n")
    sizes = measure(tmp_path)
    assert list(sizes) == ["tablet_companion/room", "hardware", "all"]
    room = sizes["tablet_companion/room"]
    assert (room.files, room.lines, room.code, room.functions) == (1, 11, 3, [2])
    assert (sizes["all"].files, sizes["all"].code) == (2, 4)
