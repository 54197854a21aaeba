"""``tablet-companion export GAME``: a game that was played as text, moving picture or page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from tablet_companion.commands._outputs import GAME, require_output
from tablet_companion.exports.files import KINDS, TEXT, export_files, read_game
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit.prints import write_files

_HELP: Final = {
    "text": "as text that can be read back (the default)",
    "picture": "as an animated picture (WebP)",
    "page": "as A4 pages (PDF): final board, chart, all moves",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", type=Path, metavar="GAME", help="a .journal, or an exported .txt")
    for kind in KINDS:
        add(f"--{kind}", action="store_true", help=_HELP[kind])
    add("--language", choices=tuple(LANGUAGES), default="en", help="the language (default: en)")
    add(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="the folder to write to (default: .)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the files and print one line for each."""
    story = read_game(arguments.game)
    if story.left_out:
        print(
            f"Warning: {arguments.game} goes on, and the first {story.left_out} turns are left "
            "out, as they tell what is hidden now; export it again once it has ended.",
            file=sys.stderr,
        )
    kinds = [kind for kind in KINDS if getattr(arguments, kind)] or [TEXT]
    text = arguments.out / f"{arguments.game.stem}.txt"
    if TEXT in kinds and text.exists():
        require_output(text, GAME, [arguments.game])
    files = export_files(arguments.game.stem, story, arguments.language, kinds)
    for path in write_files(arguments.out, files):
        print(path)
    return 0
