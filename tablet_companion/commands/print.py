"""``tablet-companion print GAME``: the game's board, cards and rules as files for a printer.

``charuco`` in a game's place is the sheet to measure a lens by.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit.prints import KIT, PARTS, Formats, print_files, write_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="such as agent_dog; charuco: the sheet for measuring a lens")
    parts = (
        "kit: board, cards and sheets (default); drilling: a template for holes and lights; the "
        "rulebook; or a reference card for each player"
    )
    add("part", nargs="?", choices=PARTS, default=KIT, help=parts)
    add("--fold", action="store_true", help="also write the rulebook as a booklet to fold")
    folder = "the folder to write to (default: .)"
    add("--out", type=Path, default=Path(), metavar="DIR", help=folder)
    add("--png", action="store_true", help="also write PNG pictures")
    add("--svg", action="store_true", help="also write SVG drawings")
    paper = "paper for the board: a3 for one sheet, a4 for tiles (default: both)"
    add("--paper", choices=("a3", "a4"), help=paper)
    language = "the language of rules, pieces and stake sheets (default: en)"
    add("--language", choices=tuple(LANGUAGES), default="en", help=language)


def run(arguments: argparse.Namespace) -> int:
    """Write the files and print one line for each."""
    formats = Formats(
        arguments.paper, arguments.png, arguments.svg, arguments.language, arguments.fold
    )
    files = print_files(arguments.game, formats, arguments.part)
    for path in write_files(arguments.out, files):
        print(path)
    return 0
