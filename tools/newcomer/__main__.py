"""Measures how a newcomer fares who knows only what the table says and lights.

``python -m tools.newcomer docs/newcomer.md`` writes the table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablet_companion import games
from tablet_companion.referee.model.levels import Level
from tools.arguments import read_words
from tools.newcomer.person import ROUNDS, Newcomer, Told

SITTINGS: Final = 12
"""With two, a share of turns differed by 13 % from one seed to the next."""

_HEAD: Final = """# A newcomer at the table

Made by `make newcomer`; do not edit it. {sittings} sittings of each kind with a simulated newcomer
who knows only what the table says and lights. *First move*: seconds at a person's pace, and
touches, until the first legal move (median). *Legal*: share of legal moves, round by round.
*Helped*: share of turns in which the newcomer found no move and somebody helped.
In Pocket Ops the first move counts entering, alone, which specialist is kept.

| game | level | first move | touches | legal, round 1 | round 2 | round 3 | helped |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def sit_down(name: str, level: Level, seeds: range) -> list[Told]:
    """Return the results of some sittings."""
    return [Newcomer(name, level, seed).sit() for seed in seeds]


def write_lines(name: str) -> Iterator[str]:
    """Yield a line for each level of a game."""
    for level in (Level.TEACH, Level.REFEREE):
        told = sit_down(name, level, range(SITTINGS))
        firsts = sorted((one.first_s, one.touches) for one in told if one.first_s is not None)
        middle = firsts[len(firsts) // 2] if firsts else None
        first = f"{middle[0]:.0f} s | {middle[1]}" if middle else "never | "
        shares = (
            _share(sum(one.legal[n] for one in told), sum(one.tries[n] for one in told))
            for n in range(ROUNDS)
        )
        helped = _share(sum(one.helped for one in told), sum(one.turns for one in told))
        yield f"| {games.load(name).title} | {level} | {first} | {' | '.join(shares)} | {helped} |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def main(arguments: list[str]) -> int:
    """Write the document."""
    lines = [line for name in games.names() for line in write_lines(name)]
    text = _HEAD.format(sittings=SITTINGS) + "\n".join(lines) + "\n"
    Path(arguments[0]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(read_words(__doc__, "DOCUMENT.md")))
