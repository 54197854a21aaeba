"""Write the building guide's drawings and tables.

``python -m tools.building DOCS BOARD.toml …``: ``DOCS`` is the folder with ``building.md``; the
drawings go into its folder ``building``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardware.boardfile import read_board
from tools.arguments import read_words
from tools.building.drawings import all_drawings
from tools.building.tables import fill_tables


def main(docs: Path, boards: Sequence[Path]) -> None:
    """Write everything again."""
    read = [read_board(path) for path in boards]
    folder = docs / "building"
    folder.mkdir(exist_ok=True)
    for name, svg in all_drawings(read).items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    guide = docs / "building.md"
    guide.write_text(fill_tables(guide.read_text(encoding="utf-8"), read), encoding="utf-8")


if __name__ == "__main__":
    docs, *boards = map(Path, read_words(__doc__, "DOCS", "BOARD.toml..."))
    main(docs, boards)
