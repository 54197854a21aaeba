"""``python -m tests.adversaries.frames.tips``: fingertips at the board's rim while a game goes on.

Only the fingertips of a hand reach over the rim, as they do where somebody points at a pawn, holds
it or pushes it along. Nobody has to notice the hand; but nothing may be judged before a pawn stands
where it shall, and nothing may be waited for once the hand is gone.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hardware.board import BoardPlace
from hardware.simulated.scene import Hand, Pawn
from tablet_companion.games.core import EMPTY, Card
from tablet_companion.selfplay.play import Player
from tablet_companion.simulator.house import FRAME_S, House, Print
from tablet_companion.vision.reading import SURE
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tools.truth import tell_truth

_RIM_MM: Final = 40.0
"""What stands nearer to the rim than this is touched by fingertips alone."""
_OVER_MM: Final = (0.0, 22.0)
"""So far over the rim reaches the middle of the foremost fingertip."""
_REST_S: Final = (0.5, 2.0)
_PUSHED_MM: Final = 13.0
_DETOUR_MM: Final = 30.0
"""What lies on a pawn's way makes it no longer than by this."""
_TREMBLE_MM: Final = 0.15
_TREMBLES: Final = 5
_PATIENCE_S: Final = 14.0


@dataclass
class Told:
    """What came of the fingertips of one game."""

    counts: Counter[str] = field(default_factory=Counter)
    waited_s: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Told) -> None:
        """Add another game."""
        self.counts += other.counts
        self.waited_s += other.waited_s
        self.faults += other.faults


class Fingers(Player):
    """A player whose hands are seen only at their fingertips, where that is possible."""

    def __init__(self, house: House) -> None:
        """Play at random among what is nearest to the rim."""
        super().__init__(house, fault_share=0.0, wish=self._wish)
        self.told = Told()

    def _wish(self, truth: Any, action: Any) -> float:
        """Rather move from rim to rim."""
        steps = self._game.steps(truth, action)
        areas = {area for step in steps for area in (step.source, step.target) if area}
        near = [self._is_near(self._place_of(area)) for area in areas]
        return self.house.rng.random() + (sum(near) / len(near) if near else 0.0)

    def _place_of(self, area: Any) -> BoardPlace:
        return self.house.kit.board.by_name[self.house.hands.spot(area)]

    def _is_near(self, spot: BoardPlace | Pawn) -> bool:
        return min(self._reaches(spot.x_mm, spot.y_mm).values()) < _RIM_MM

    def _reaches(self, x_mm: float, y_mm: float) -> dict[float, float]:
        width, height = self.house.kit.board.size_mm
        return {90.0: height - y_mm, 270.0: y_mm, 0.0: width - x_mm, 180.0: x_mm}

    def _touch_at(self, x_mm: float, y_mm: float) -> Hand:
        """Return a hand whose fingertips lie between a point and the rim nearest to it."""
        numbers, reaches = self.house.numbers, self._reaches(x_mm, y_mm)
        side = min(reaches, key=lambda one: reaches[one])
        over = min(float(numbers.uniform(*_OVER_MM)), reaches[side] - 8)
        back = math.radians(side)
        beyond = reaches[side] - over
        x_mm, y_mm = x_mm + beyond * math.cos(back), y_mm + beyond * math.sin(back)
        return Hand(x_mm, y_mm, side + float(numbers.normal(0, 8)))

    def _hold(self, hand: Hand, seconds: float) -> None:
        """Hold fingertips there, which tremble, and note what is seen meanwhile."""
        house, scene = self.house, self.house.sim.scene
        for frame in range(round(seconds / FRAME_S)):
            if frame % _TREMBLES == 0:
                dx_mm, dy_mm = house.numbers.normal(0, _TREMBLE_MM, 2).tolist()
                shaken = replace(hand, x_mm=hand.x_mm + dx_mm, y_mm=hand.y_mm + dy_mm)
                house.sim.scene = replace(scene, hands=(shaken,))
            house.watch(1)
        self.told.counts["held"] += 1
        if house.table.resting_s is not None:
            self.told.counts["seen"] += 1
            return
        self._compare()

    def _compare(self) -> None:
        """Note what is read wrongly beside fingertips that are not seen."""
        reading, true = self.house.table.reading, tell_truth(self.house.sim, "-")["pieces"]
        for sight in reading.places if reading is not None else ():
            wrong = not sight.covered and sight.best != true.get(sight.place, EMPTY)
            if wrong and sight.probability >= SURE:
                self.told.counts["places misread"] += 1
                self.told.faults.append(f"read {sight.place} as {sight.best or 'empty'}")

    def _rest(self) -> float:
        return float(self.house.numbers.uniform(*_REST_S))

    def _leave(self, name: str) -> None:
        """Take the hand away, and note how long the table waits for it."""
        house = self.house
        house.sim.hand_out()
        begun_s = house.clock.now_s()
        house.watch(3)
        most = round(_PATIENCE_S / FRAME_S)
        seen = house.watch(most, lambda: house.table.resting_s is None)
        waited_s = house.clock.now_s() - begun_s if seen else math.inf
        self.told.waited_s.append(waited_s)
        if waited_s > 1:
            self.told.faults.append(f"{name}: {waited_s:.1f} s of silence")

    def touch_pawn(self) -> None:
        """Lay a finger at a pawn by the rim, or push it to and fro; it stays where it was."""
        house = self.house
        pawns = [one for one in house.sim.scene.pawns if self._is_near(one)]
        if not pawns:
            return
        before, past = len(house.judged), len(house.table.past)
        pawn = pawns[int(house.numbers.integers(len(pawns)))]
        hand = self._touch_at(pawn.x_mm, pawn.y_mm)
        self._hold(hand, self._rest())
        pushed = house.numbers.random() < 0.5
        if pushed:
            self._push(pawn, hand)
        self._leave("touched")
        house.watch(round(1 / FRAME_S))
        name = "pushed" if pushed else "touched"
        self.told.counts[name] += 1
        kinds = [str(one.kind) for one in house.judged[before:]]
        if kinds or len(house.table.past) != past:
            self.told.counts[f"judged though only {name}"] += 1
            self.told.faults.append(f"{name} a {pawn.colour} pawn: {kinds}")

    def _push(self, pawn: Pawn, hand: Hand) -> None:
        """Push a pawn along the rim and back again."""
        house = self.house
        along = math.radians(round(hand.angle_deg / 90) * 90 + 90)
        dx_mm, dy_mm = _PUSHED_MM * math.cos(along), _PUSHED_MM * math.sin(along)
        house.sim.take(pawn)
        away = replace(pawn, x_mm=pawn.x_mm + dx_mm, y_mm=pawn.y_mm + dy_mm, sunk_mm=0.0)
        house.sim.put_back(away)
        self._hold(replace(hand, x_mm=hand.x_mm + dx_mm, y_mm=hand.y_mm + dy_mm), self._rest())
        house.sim.take(away)
        house.sim.put_back(pawn)
        self._hold(hand, FRAME_S)

    def _do(self, action: Any, card: Card, *, lay: bool) -> None:
        """Carry an action out by fingertips, if it begins and ends at the rim."""
        house = self.house
        steps = self._game.steps(self.truth, action)
        goal = steps[-1].target or steps[-1].source if steps else None
        if goal is None or len(steps) > 1 or not self._is_near(self._place_of(goal)):
            super()._do(action, card, lay=lay)
            return
        begun, ends = self._place_of(steps[0].source), self._place_of(goal)
        house.sim.lay(card)
        self._hold(self._touch_at(begun.x_mm, begun.y_mm), self._rest())
        self._pause(begun, ends)
        house.hands.carry_out(steps)
        house.hands.settle(self._game.placement(self._game.successor(self.truth, action)))
        self._hold(self._touch_at(ends.x_mm, ends.y_mm), self._rest())
        self.told.counts["moved"] += 1
        self._leave("moved")

    def _pause(self, begun: BoardPlace, ends: BoardPlace) -> None:
        """Push the pawn to a place on its way, and think there with a finger at it."""
        house = self.house
        standing = house.sim.pawn_on(begun.name)
        spots = [one for one in house.kit.board.places if self._is_on_way(one, begun, ends)]
        if standing is None or standing.turned or not spots:
            return
        spot = spots[int(house.numbers.integers(len(spots)))]
        before, past = len(house.judged), len(house.table.past)
        house.sim.lift(begun.name)
        house.sim.put(standing.colour, spot.name)
        self._hold(self._touch_at(spot.x_mm, spot.y_mm), self._rest())
        self.told.counts["paused"] += 1
        kinds = [str(one.kind) for one in house.judged[before:]]
        if kinds or len(house.table.past) != past:
            self.told.counts["judged in a pause"] += 1
            self.told.faults.append(f"{begun.name} over {spot.name} to {ends.name}: {kinds}")
        house.sim.lift(spot.name)
        house.sim.put(standing.colour, begun.name)

    def _is_on_way(self, spot: BoardPlace, begun: BoardPlace, ends: BoardPlace) -> bool:
        """Whether a free place of the same kind lies by the rim between two others."""
        free = self.house.sim.pawn_on(spot.name) is None and spot.name not in {ends.name}
        way = math.hypot(begun.x_mm - ends.x_mm, begun.y_mm - ends.y_mm)
        both = sum(math.hypot(spot.x_mm - o.x_mm, spot.y_mm - o.y_mm) for o in (begun, ends))
        return free and spot.kind == ends.kind and self._is_near(spot) and both < way + _DETOUR_MM


def tell(kit: Print, seed: int, turns: int, condition: Condition = CONDITIONS["day"]) -> Told:
    """Play some turns of a game with fingertips at the rim before and during each."""
    house = condition.open(kit, seed)
    player = Fingers(house)
    player.begin()
    house.watch(15)
    for _ in range(turns):
        player.touch_pawn()
        if player.over:
            break
        done = player.turn()
        if done.wrong:
            player.told.counts[done.wrong] += 1
            player.told.faults.append(f"{done.action}: {done.wrong}")
            break
    return player.told


def tales(kit: Print, seeds: range, turns: int, condition: Condition) -> Iterator[tuple[str, Told]]:
    """Yield what came of the fingertips of each game."""
    for seed in seeds:
        yield f"{kit.game.name} {seed}", tell(kit, seed, turns, condition)


def main() -> None:
    """Print what came of each game, and a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.tips")
    games = ["agent_dog", "dog"]
    parser.add_argument("--game", nargs="*", choices=games, default=games)
    parser.add_argument("--many", type=int, default=4, help="games of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--turns", type=int, default=8, help="of each game")
    parser.add_argument("--condition", default="day", choices=CONDITIONS, help="of light, camera")
    given = parser.parse_args()
    seeds, total = range(given.seed, given.seed + given.many), Told()
    condition = CONDITIONS[given.condition]
    for name in given.game:
        for title, told in tales(condition.print(name), seeds, given.turns, condition):
            sys.stdout.write(f"{title}: {dict(told.counts)}\n")
            for fault in told.faults:
                sys.stdout.write(f"    {fault}\n")
            sys.stdout.flush()
            total.add(told)
    longest = max(total.waited_s, default=0.0)
    sys.stdout.write(f"{dict(total.counts)}; longest silence after a hand: {longest:.1f} s\n")


if __name__ == "__main__":
    main()
