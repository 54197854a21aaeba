"""``python -m tests.adversaries.frames.resting``: cups put down, and hands that rest, unmoved.

Nobody moves a piece. What the page says is noted after 3, 8, 20 and 40 seconds: where something
lies that should be taken away, that something lies over the board, or nothing. A hand drifts a
little, as the simulated camera lets every hand do.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.simulated.things import cup
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.selfplay.play import Player
from tablet_companion.simulator.house import FRAME_S, House, Print
from tests.adversaries.frames.conditions import CONDITIONS, Condition

AFTER_S: Final = (3, 8, 20, 40)
_RIM_MM: Final = 50.0


@dataclass(frozen=True, slots=True)
class Told:
    """What the page said after each time: ``where``, ``over`` the board, or nothing.

    ``marked``: the area that it named at last was marked. ``verdicts`` is how many there were,
    though nobody did anything.
    """

    said: tuple[str, ...]
    marked: bool
    verdicts: int


def rest(
    kit: Print,
    seed: int,
    *,
    hand: bool,
    after_s: tuple[int, ...] = AFTER_S,
    condition: Condition = CONDITIONS["day"],
) -> Told:
    """Put a cup down somewhere, or rest a hand there, and leave it."""
    house = condition.open(kit, seed)
    Player(house, fault_share=0.0).begin()
    house.watch(15)
    before = len(house.judged)
    numbers = np.random.default_rng(seed)
    x_mm, y_mm = (float(numbers.uniform(_RIM_MM, side - _RIM_MM)) for side in kit.board.size_mm)
    house.sim.reach(x_mm, y_mm)
    house.watch(4)
    if not hand:
        house.sim.hand_out()
        house.sim.leave(cup(x_mm, y_mm))
    said, marked = [], False
    for last_s, now_s in zip((0, *after_s), after_s, strict=False):
        house.watch(round((now_s - last_s) / FRAME_S))
        word, marked = _read_page(house)
        said.append(word)
    return Told(tuple(said), marked, len(house.judged) - before)


def _read_page(house: House) -> tuple[str, bool]:
    panel = build_panel(house.table)
    assert isinstance(panel, PlayPanel), panel
    where = [dict(one.details) for one in panel.todo if "Take it away" in one.text]
    marks, said = {mark.place for mark in panel.marks}, panel.say.text
    marked = any(one.get("place") in marks for one in where)
    if "over its edge" in said:
        return "over", marked
    if where:
        return "where", marked
    unsteady = "keeps moving" in said or "never keeps still" in said
    return ("unsteady" if unsteady else "nothing"), False


def tell(kit: Print, many: int, condition: Condition) -> Iterator[str]:
    """Yield a line for cups and one for hands on a game's board."""
    for hand in (False, True):
        told = [rest(kit, seed, hand=hand, condition=condition) for seed in range(1, many + 1)]
        counts = (Counter(words) for words in zip(*(one.said for one in told), strict=True))
        cells = (
            ", ".join(f"{count} {word}" for word, count in sorted(each.items())) for each in counts
        )
        marked, verdicts = sum(one.marked for one in told), sum(one.verdicts for one in told)
        name = "hands" if hand else "cups"
        yield f"| {kit.game.name} | {name} | {' | '.join(cells)} | {marked} | {verdicts} |"


def main() -> None:
    """Print what was said."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.resting")
    parser.add_argument("--game", nargs="*", default=["agent_dog", "dog", "pocket_ops", "agent"])
    parser.add_argument("--many", type=int, default=8, help="cups, and hands, on each board")
    parser.add_argument("--condition", default="day", choices=CONDITIONS, help="of light, camera")
    given = parser.parse_args()
    condition = CONDITIONS[given.condition]
    times = " | ".join(f"after {seconds} s" for seconds in AFTER_S)
    sys.stdout.write(f"| game | what | {times} | marked | verdicts |\n")
    for name in given.game:
        for line in tell(condition.print(name), given.many, condition):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
