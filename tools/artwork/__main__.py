"""Draw the shipped artwork.

``python -m tools.artwork FOLDER BOARD.toml …``: the files go into the folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardware.boardfile import read_board
from tools.arguments import read_words
from tools.artwork.drawings import draw_artwork


def main(folder: Path, boards: Sequence[Path]) -> None:
    """Draw everything again."""
    for name, svg in draw_artwork([read_board(path) for path in boards]).items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    folder, *boards = map(Path, read_words(__doc__, "FOLDER", "BOARD.toml..."))
    main(folder, boards)
