"""Measures how long every chapter of the lessons takes a person, through the simulated camera.

``python -m tools.lessons docs/lessons.md [GAME…]`` takes them and writes the table, and prints each
line as soon as it is known; with games only theirs again. The status is 1 if a chapter cannot be
finished or takes three minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablet_companion import games
from tablet_companion.lessons.chapters import read_chapters
from tablet_companion.simulator.house import make_print
from tools.arguments import read_words
from tools.pupil import Taken, take_all

MAX_S: Final = 180.0
_HEAD: Final = """# How long the lessons take

Made by `make lessons`; do not edit it. A simulated learner who knows the answers takes every
chapter at the simulated table. *Seen* are tasks solved with the pieces under the camera, *touched*
those solved on the page; *seconds* are at a person's pace: three a sentence, four a piece, a card
or a touch, and the time of waiting for the camera.

| game | chapter | steps | seen | touched | pieces | seconds |
| --- | --- | --- | --- | --- | --- | --- |
"""


def write_line(told: Taken) -> str:
    """Return the line of a chapter."""
    titles = {one.name: one.title for one in read_chapters(told.game)}
    counts = told.steps, told.seen, told.touched, told.pieces, f"{told.seconds:.0f}"
    cells = (games.load(told.game).title, titles[told.chapter], *counts)
    return "| " + " | ".join(map(str, cells)) + " |\n"


def list_lines(name: str, faults: list[str]) -> Iterator[str]:
    """Yield the lines of a game, and note in ``faults`` what is wrong with its chapters."""
    for told in take_all(make_print(name)):
        if told.stuck or told.seconds >= MAX_S:
            faults.append(f"{name}, {told.chapter}: {told.stuck or f'{told.seconds:.0f} s'}")
        line = write_line(told)
        sys.stdout.write(line)
        yield line


def keep_lines(path: Path, name: str) -> list[str]:
    """Return the lines of a game as they were written before."""
    if not path.exists():
        return []
    begin = f"| {games.load(name).title} |"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [line for line in lines if line.startswith(begin)]


def main(arguments: list[str]) -> int:
    """Write the document."""
    path, wanted = Path(arguments[0]), arguments[1:] or list(games.names())
    faults: list[str] = []
    lines = [
        line
        for name in games.names()
        for line in (list_lines(name, faults) if name in wanted else keep_lines(path, name))
    ]
    path.write_text(_HEAD + "".join(lines), encoding="utf-8")
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(read_words(__doc__, "DOCUMENT.md", "GAME...")))
