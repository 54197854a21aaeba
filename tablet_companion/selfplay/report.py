"""Prints the figures of many turns."""

from __future__ import annotations

from collections import Counter

from tablet_companion.selfplay.play import Tally


def figures(tally: Tally, rounds: int) -> str:
    """Return the counts, a line each."""
    planted = sum(tally.planted.values())
    accused = sum("objected to a legal move" in wrong for wrong in tally.wrong)
    lines = [
        f"rounds            {rounds}, with {tally.turns} turns and {tally.frames} frames",
        f"false objections  {accused}",
        f"other mistakes    {len(tally.wrong) - accused}",
        f"planted faults    {planted}: {_counts(tally.planted)}",
        f"  objected to     {sum(tally.found.values())}: {_counts(tally.found)}",
        f"  asked about     {sum(tally.asked.values())}: {_counts(tally.asked)}",
        f"  place doubted   {sum(tally.doubted.values())}: {_counts(tally.doubted)}",
        f"  by that rule    {sum(tally.named.values())}",
        f"  reason kept     {sum(tally.kept.values())}: only the player is told it",
        f"verdicts          {_counts(tally.kinds)}",
    ]
    return "\n".join(lines) + "\n"


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items())) or "none"
