"""``python -m tests.adversaries.frames.rim``: things at the board's rim while a game goes on.

A thing is laid half over the rim, over a corner, over the pile or between two pieces. Then turns
are played, the thing is pushed, exchanged for another, reached over, and taken away. After each of
these it is noted how long nothing was read, and what was read wrongly or not at all. Where a page
goes on waiting, people say that it is no hand.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import product
from typing import Final

from hardware.board import Board
from hardware.simulated.scene import Thing
from hardware.simulated.things import cup
from tablet_companion.games.core import EMPTY
from tablet_companion.referee.model.events import NoHand
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.selfplay.play import Player
from tablet_companion.simulator.house import FRAME_S, House, Print
from tablet_companion.vision.reading import SURE
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tools.faults.things import BOX, lid, sleeve, telephone
from tools.truth import find_occluded, tell_truth


def _carton(x_mm: float, y_mm: float, angle_deg: float) -> Thing:
    """Return a box of cards."""
    return Thing(BOX, x_mm, y_mm, 66.0, 22.0, (70.0, 96.0, 178.0), angle_deg, 94.0)


_Make = Callable[[float, float, float], Thing]
MAKES: Final[dict[str, _Make]] = {
    "telephone": telephone,
    "carton": _carton,
    "sleeve": sleeve,
    "lid": lid,
    "cup": lambda x_mm, y_mm, _deg: cup(x_mm, y_mm),
}
LONGEST_S: Final = 14.0
"""Longer than anything that does not stir should stop a game."""
_NEAR_MM: Final = 30.0
"""Beyond this from what a thing hides, nothing should be covered because of it."""
_PUSHED: Final = (17.0, 8.0, 12.0)
_REACHED_MM: Final = 25.0
"""A hand over a thing reaches at least so far over the board."""
_CALM: Final = 20


class Spot(StrEnum):
    """Where a thing is laid."""

    RIM = "half over the rim"
    CORNER = "over a corner"
    PILE = "over the pile"
    BETWEEN = "between two pieces"


@dataclass
class Story:
    """What came of one thing: each step with the seconds until the table was read, and faults."""

    waited_s: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)


def lay(house: House, make: _Make, spot: Spot) -> Thing:
    """Return a thing at a spot of the table, where chance will have it."""
    board, numbers = house.kit.board, house.numbers
    width, height = board.size_mm
    deg = float(numbers.choice([0, 90, 180, 270]) + numbers.normal(0, 8))
    if spot is Spot.RIM:
        along, side = float(numbers.uniform(0.2, 0.8)), int(numbers.integers(4))
        over = float(numbers.uniform(-12, 12))
        ends = ((along * width, over), (along * width, height - over))
        return make(*(*ends, (over, along * height), (width - over, along * height))[side], deg)
    if spot is Spot.CORNER:
        x_mm, y_mm = (float(numbers.choice([12.0, side - 12.0])) for side in board.size_mm)
        return make(x_mm, y_mm, deg)
    if spot is Spot.PILE and board.discard is not None:
        return make(board.discard.x_mm + 25, board.discard.y_mm + 20, deg)
    pawns = house.sim.scene.pawns
    one = pawns[int(numbers.integers(len(pawns)))]
    away = sorted(pawns, key=lambda p: math.hypot(p.x_mm - one.x_mm, p.y_mm - one.y_mm))
    two = away[min(5, len(away) - 1)]
    return make((one.x_mm + two.x_mm) / 2, (one.y_mm + two.y_mm) / 2, deg)


class Watch:
    """A game with a thing on its table."""

    def __init__(
        self, kit: Print, seed: int, turns: int, condition: Condition = CONDITIONS["day"]
    ) -> None:
        """Begin a game, and play some turns."""
        self.house, self.story, self.beneath = condition.open(kit, seed), Story(), False
        self.player = Player(self.house, fault_share=0.0, wish=self._wish)
        self.player.begin()
        for _ in range(turns):
            self.player.turn()
        self.house.watch(_CALM)
        self._usual = self._covered()

    def _wish(self, truth: object, action: object) -> float:
        """Rather play what is seen."""
        steps = self.player._game.steps(truth, action)
        hidden = self._hidden()
        areas = {area for step in steps for area in (step.source, step.target) if area}
        board = self.house.kit.board
        spots = {place.name for place in board.places if place.area in areas}
        return self.house.rng.random() - 10 * len(spots & hidden)

    def _hidden(self) -> set[str]:
        sim = self.house.sim
        return set(find_occluded(sim.board, replace(sim.scene, hands=()), sim.pose))

    def _covered(self) -> set[str]:
        reading = self.house.table.reading
        return set() if reading is None else {o.place for o in reading.places if o.covered}

    def settle(self, name: str) -> None:
        """Wait until the table is read, and compare it with the truth."""
        house, story = self.house, self.story
        begun_s = house.clock.now_s()
        house.watch(3)
        most = round(LONGEST_S / FRAME_S)
        seen = house.watch(most, lambda: house.table.resting_s is None)
        if not seen:
            if house.table.resting_s is None or house.table.blind:
                story.faults.append(f"{name}: not told of, but blind: {house.table.blind}")
            house.touch(NoHand())
            seen = house.watch(_CALM, lambda: house.table.resting_s is None)
            story.said.append("told")
        story.waited_s[name] = house.clock.now_s() - begun_s if seen else math.inf
        house.watch(_CALM)
        self.compare(name)

    def compare(self, name: str) -> None:
        """Compare what was read last with the truth, and note what the page says."""
        house, story = self.house, self.story
        reading, hidden = house.table.reading, self._hidden()
        if reading is None:  # a move that was played beneath the thing is waited for
            return
        true = tell_truth(house.sim, "-")["pieces"]
        for sight in reading.places:
            if sight.covered or sight.best == true.get(sight.place, EMPTY):
                continue
            if sight.probability >= SURE:
                word = f"{sight.place} {true.get(sight.place, '-')} as {sight.best or '-'}"
                story.faults.append(f"{name}: {word} {sight.probability:.3f}")
        board = house.kit.board
        away = [p for p in self._covered() - self._usual if _away_mm(board, p, hidden) > _NEAR_MM]
        story.lost[name] = len(away)
        panel = build_panel(house.table)
        if isinstance(panel, PlayPanel):
            words = [one.text for one in panel.todo]
            over = "over its edge" in panel.say.text
            lying = any("Take it away" in text or "take it away" in text for text in words)
            story.said.append("over" if over else "where" if lying else "-")

    def play(self, name: str) -> None:
        """Play a turn; nobody can follow one that had to be played beneath the thing."""
        if self.beneath:
            return
        told = self.player.turn()
        self.beneath = not self._hidden().isdisjoint(re.findall(r"[\w.]+", told.action))
        if told.wrong and not self.beneath:
            self.story.faults.append(f"{name}: {told.action} {told.wrong}")

    def reach_over(self, thing: Thing) -> None:
        """Hold a hand over the thing and what lies beyond, and note whether it is seen."""
        house = self.house
        width, height = house.kit.board.size_mm
        x_mm = min(max(thing.x_mm, _REACHED_MM), width - _REACHED_MM)
        y_mm = min(max(thing.y_mm, _REACHED_MM), height - _REACHED_MM)
        house.sim.reach(x_mm, y_mm)
        seen = 0
        for _ in range(30):
            house.watch(1)
            seen += house.table.resting_s is not None
        house.sim.hand_out()
        if seen < 20:
            self.story.faults.append(f"a hand over it: seen in {seen} of 30 frames")
        self.settle("hand gone")


def _away_mm(board: Board, place: str, hidden: set[str]) -> float:
    at = board.by_name[place]
    others = (board.by_name[one] for one in hidden)
    return min((math.hypot(at.x_mm - o.x_mm, at.y_mm - o.y_mm) for o in others), default=1e4)


def tell(  # noqa: PLR0913 - a thing, and how it is seen
    kit: Print,
    seed: int,
    kind: str,
    spot: Spot,
    condition: Condition = CONDITIONS["day"],
    *,
    hasty: bool = False,
) -> Story:
    """Lay a thing somewhere, and do with it what people do; ``hasty``: hardly a turn between."""
    watch = Watch(kit, seed, 0 if hasty else 2, condition)
    thing = lay(watch.house, MAKES[kind], spot)
    _lay_down(watch, thing)
    for number in range(1 if hasty else 3):
        thing = _push(watch, thing, number)
    if not hasty:
        _play_on(watch, "turn after pushes")
    watch.reach_over(thing)
    _exchange(watch, thing, kind)
    _take_away(watch, thing)
    watch.play("turn at last")
    return watch.story


def _play_on(watch: Watch, name: str) -> None:
    watch.play(name)
    watch.compare(name)


def _lay_down(watch: Watch, thing: Thing) -> None:
    sim = watch.house.sim
    sim.reach(thing.x_mm, thing.y_mm)
    watch.house.watch(4)
    sim.hand_out()
    sim.leave(thing)
    watch.settle("laid")
    watch.house.watch(round(8 / FRAME_S))
    watch.compare("after 8 s")
    _play_on(watch, "turn beside it")


def _push(watch: Watch, thing: Thing, number: int) -> Thing:
    """Push a thing to and fro; return it where it lies then."""
    dx_mm, dy_mm, turn = _PUSHED
    watch.house.sim.take(thing)
    pushed = replace(
        thing,
        x_mm=thing.x_mm + dx_mm * (-1) ** number,
        y_mm=thing.y_mm + dy_mm,
        angle_deg=thing.angle_deg + turn,
    )
    watch.house.sim.leave(pushed)
    watch.settle(f"pushed {number + 1}")
    return pushed


def _exchange(watch: Watch, thing: Thing, kind: str) -> None:
    """Lay the next kind of thing where this one lies."""
    kinds = list(MAKES)
    other = MAKES[kinds[(kinds.index(kind) + 1) % len(kinds)]]
    watch.house.sim.clear_things()
    watch.house.sim.leave(other(thing.x_mm, thing.y_mm, thing.angle_deg + 40))
    watch.settle("exchanged")
    _play_on(watch, "turn after exchange")


def _take_away(watch: Watch, thing: Thing) -> None:
    watch.house.sim.reach(thing.x_mm, thing.y_mm)
    watch.house.watch(4)
    watch.house.sim.clear_things()
    watch.house.sim.hand_out()
    watch.settle("gone")
    left = watch._covered() - watch._usual
    if left:
        watch.story.faults.append(f"gone: {len(left)} places still covered")


def tales(
    kit: Print, seeds: range, kinds: Iterable[str], spots: Iterable[Spot], condition: Condition
) -> Iterator[tuple[str, Story]]:
    """Yield what came of every thing at every spot."""
    for seed, kind, spot in product(seeds, kinds, spots):
        yield f"{kit.game.name} {seed} {kind} {spot}", tell(kit, seed, kind, spot, condition)


def main() -> None:
    """Print what came of each thing, and a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.rim")
    games = ["agent_dog", "dog"]
    parser.add_argument("--game", nargs="*", choices=games, default=games)
    parser.add_argument("--many", type=int, default=1, help="of each thing at each spot")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--thing", nargs="*", choices=MAKES, default=list(MAKES))
    parser.add_argument("--spot", nargs="*", choices=[spot.name.lower() for spot in Spot])
    parser.add_argument("--condition", default="day", choices=CONDITIONS, help="of light, camera")
    given = parser.parse_args()
    condition = CONDITIONS[given.condition]
    faults: Counter[str] = Counter()
    waited: dict[str, list[float]] = {}
    seeds = range(given.seed, given.seed + given.many)
    spots = [Spot[name.upper()] for name in given.spot] if given.spot else list(Spot)
    for name in given.game:
        kit = condition.print(name)
        for title, story in tales(kit, seeds, given.thing, spots, condition):
            waits = {step: round(s, 1) for step, s in story.waited_s.items()}
            sys.stdout.write(f"{title}: {waits} lost {story.lost} said {story.said}\n")
            for fault in story.faults:
                sys.stdout.write(f"    {fault}\n")
            sys.stdout.flush()
            faults.update(fault.split(":")[0] for fault in story.faults)
            for step, seconds in story.waited_s.items():
                waited.setdefault(step, []).append(seconds)
    sys.stdout.write(f"{dict(faults)}\n")
    for step, all_s in waited.items():
        late = sum(s > 5 for s in all_s)
        sys.stdout.write(f"{step}: longest {max(all_s):.1f} s, {late} of {len(all_s)} above 5 s\n")


if __name__ == "__main__":
    main()
