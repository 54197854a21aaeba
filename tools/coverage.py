"""How much of each room the tests run: ``python -m tools.coverage``, after a run that measured it.

Reads ``.coverage``, prints a line for each room, and ends with status 1 if a room has fallen below
its floor in ``tests/coverage.toml``. Floors may be raised, but not lowered.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import coverage

from tools.arguments import read_words
from tools.rooms import name_room

FLOORS: Final = Path(__file__).parents[1] / "tests" / "coverage.toml"

Counts = Mapping[str, tuple[int, int]]
"""By room: how many statements were run, of how many."""


def count_statements(data_file: Path) -> Counts:
    """Return the coverage that a run has measured."""
    measured = coverage.Coverage(data_file=str(data_file))
    measured.load()
    counts: dict[str, tuple[int, int]] = {}
    root = Path.cwd()
    for file in measured.get_data().measured_files():
        _, statements, _, missing, _ = measured.analysis2(file)
        module = ".".join(Path(file).relative_to(root).with_suffix("").parts)
        room = name_room(module.removesuffix(".__init__"))
        if room is not None:
            run, total = counts.get(room, (0, 0))
            counts[room] = run + len(statements) - len(missing), total + len(statements)
    return counts


def find_shortfalls(counts: Counts, floors: Mapping[str, int]) -> list[str]:
    """Return a sentence for every room that is below its floor, or has none."""
    found = []
    for room, (run, total) in sorted(counts.items()):
        percent = 100 * run / max(total, 1)
        if room not in floors:
            found.append(f"{room} has no floor in tests/coverage.toml")
        elif percent < floors[room]:
            found.append(f"{room}: {percent:.1f} % is below its floor of {floors[room]} %")
    return found


def main() -> int:
    """Print every room, and every fault."""
    counts = count_statements(Path(".coverage"))
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))["floors"]
    for room, (run, total) in sorted(counts.items()):
        floor = floors.get(room, 0)
        percent = 100 * run / max(total, 1)
        sys.stdout.write(f"{room:14} {percent:5.1f} %  of {total:6} statements, floor {floor} %\n")
    shortfalls = find_shortfalls(counts, floors)
    sys.stdout.write("".join(f"{sentence}\n" for sentence in shortfalls))
    return 1 if shortfalls else 0


if __name__ == "__main__":
    read_words(__doc__)
    sys.exit(main())
