"""``python -m tests.vandal``: this many harmed journals, and a table of what came of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from tests.vandal.cases import Tally, run
from tests.vandal.disk import CAN_BE_TOLD


def main() -> int:
    """Run the cases and print the table; the status is 1 where a journal broke its word."""
    parser = argparse.ArgumentParser(prog="vandal", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not CAN_BE_TOLD:
        sys.stdout.write("vandal: SKIPPED, as this Python has SQLite built in.\n")
        return 0
    tallies = run(arguments.cases, arguments.seed)
    sys.stdout.write(table(tallies))
    return any(tally.faults for tally in tallies.values())


def table(tallies: Mapping[str, Tally]) -> str:
    """Return the tallies as a table in Markdown."""
    lines = ["| what was done | cases | whole | refused | offered | faults |"]
    lines.append("| --- | --: | --: | --: | --: | --- |")
    cases = faults = 0
    for name, tally in tallies.items():
        found = "; ".join(f"{count} × {fault}" for fault, count in tally.faults.items()) or "0"
        share = f"{tally.offered / tally.refused:.0%}" if tally.refused else ""
        counts = f"{tally.cases} | {tally.whole} | {tally.refused} | {share}"
        lines.append(f"| {name} | {counts} | {found} |")
        cases += tally.cases
        faults += tally.faults.total()
    lines.append(f"| all | {cases} | | | | {faults} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
