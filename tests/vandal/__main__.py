"""``python -m tests.vandal``: so many harmed journals, and a table of what came of them."""

from __future__ import annotations

import argparse
import sys

from tests.vandal.cases import Tally, run


def main() -> int:
    """Run the cases and print the table; the status is 1 where a journal broke its word."""
    parser = argparse.ArgumentParser(prog="vandal", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tallies = run(arguments.cases, arguments.seed)
    sys.stdout.write(table(tallies))
    return any(tally.faults for tally in tallies.values())


def table(tallies: dict[str, Tally]) -> str:
    """Return the tallies as a table in Markdown."""
    lines = [
        "| what was done | cases | whole | refused | offered | faults |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for name, tally in tallies.items():
        faults = "; ".join(f"{count} × {fault}" for fault, count in tally.faults.items())
        share = f"{tally.offered / tally.refused:.0%}" if tally.refused else ""
        lines.append(
            f"| {name} | {tally.cases} | {tally.whole} | {tally.refused} | {share} | {faults or '0'} |"
        )
    lines.append(
        f"| all | {sum(tally.cases for tally in tallies.values())} | | | | "
        f"{sum(sum(tally.faults.values()) for tally in tallies.values())} |"
    )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
