"""``python -m tests.adversaries.frames.planting``: faults planted under unsteady light and cameras.

Somebody moves a pawn one place on, takes one away, exchanges two or knocks one over; a move is
illegal; or it is right, and another pawn is shoved on under the same hand. Each is watched until
the page says what is the matter, then put right. A game begins by day.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from hardware.cameras.simulated import SimulatedCamera
from hardware.ports import Frame
from hardware.simulated.scene import Pawn
from hardware.simulated.truth import places_of
from tablet_companion.games.core import Place, Seat
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.verdicts import Misplaced, Objecting, Quiet, Waiting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.selfplay.plans import FaultKind, plan
from tablet_companion.selfplay.play import Player
from tablet_companion.simulator.house import FRAME_S, House, Print
from tests.adversaries.frames import falls, felling
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tests.adversaries.frames.falls import Way

LATE_S: Final = 8.0
_WATCHED_S: Final = 12.0
_QUIET: Final = 12
"""Frames in which nobody does anything before a fault is planted."""
_AFTER: Final = 20
"""Frames in which what was said may still turn out to be about something else."""
_TURNS: Final = 3
_MAX_TURNS: Final = 30
_TRIES: Final = 40
_KEPT: Final = 80


class Sort(StrEnum):
    """What is done wrongly. The last two take a turn, and end a game here."""

    ON = "one place on"
    AWAY = "taken away"
    SWAPPED = "two exchanged"
    FELL = "knocked over"
    ILLEGAL = "illegal move"
    SHOVED = "another shoved beside a move"


class Album(SimulatedCamera):
    """A camera that keeps its pictures: drawing takes three times as long as reading."""

    def __init__(self, house: House, seed: int) -> None:
        """Look at a house's table."""
        super().__init__(house.sim, house.kit.renderer, house.clock, seed=seed)
        self._house = house
        self._kept: dict[object, Frame] = {}

    def capture(self) -> Frame:
        """Return a picture; one without a hand may be one that was taken before."""
        sim, now_s = self._house.sim, self._house.clock.now_s()
        key = sim.scene, frozenset(sim.faults.items()), sim.pose, sim.fault_seed
        if sim.scene.hands:
            return super().capture()
        if key not in self._kept:
            self._kept = dict(list(self._kept.items())[-_KEPT:])
            self._kept[key] = super().capture()
        return replace(self._kept[key], taken_s=now_s)


@dataclass(frozen=True, slots=True)
class Planted:
    """What was said of a fault: when first anything, when what is the matter (s), and what."""

    sort: Sort
    word_s: float
    reason_s: float
    said: str
    wrong: tuple[str, ...]
    false_words: tuple[str, ...]


def plant_all(kit: Print, many: int, seed: int, condition: Condition) -> Iterator[Planted]:
    """Yield what is said of this many faults, in as many games as it takes."""
    games = (plant_some(kit, number, condition) for number in itertools.count(seed))
    return itertools.islice(itertools.chain.from_iterable(games), many)


def plant_some(kit: Print, seed: int, condition: Condition) -> Iterator[Planted]:
    """Yield what is said of a fault of each sort in one game, until the referee has lost it."""
    house = House(kit, seed)
    player = Player(house, fault_share=0.0)
    player.begin()
    for turn in range(_MAX_TURNS):
        if turn >= _TURNS and felling._is_calm(house):
            break
        if player.over or player.turn().wrong:
            return
    pass_time = condition.set_up(house.sim)
    house.on_frame = lambda: pass_time(house.clock.now_s())
    house._camera = Album(house, seed)
    last = (Sort.ILLEGAL, Sort.SHOVED)[seed % 2]
    for sort in (*list(Sort)[:4], last):
        false_words = _wait_quietly(house)
        before, seat = house.sim.scene.pawns, kit.game.actor(house.table.state)
        moved = _do(player, sort)
        if moved is None:
            house.sim.arrange(before)
            house.sim.hand_out()
            continue
        planted = _watch(house, sort, moved, seat, false_words)
        if sort is last:
            yield planted
            return
        back = _put_back(house, before)
        yield planted if back is None else replace(planted, wrong=(*planted.wrong, back))
        if back is not None:
            return


def _wait_quietly(house: House) -> tuple[str, ...]:
    """Do nothing; return what was said all the same."""
    first, words = len(house.judged), set()
    for _ in range(_QUIET):
        house.watch(1)
        if reason := _find_reason(house):
            words.add(reason)
    return (*sorted(words), *(str(one.kind) for one in house.judged[first:]))


def _do(player: Player, sort: Sort) -> dict[Place, str] | None:
    """Do something wrongly, and take the hand away; return the areas and pieces that matter."""
    house = player.house
    moved: dict[Place, str] | None
    if sort is Sort.ILLEGAL:
        moved = _move_illegally(player)
    elif sort is Sort.SHOVED:
        moved = _shove(house) if felling._move(player) is not None else None
    elif sort is Sort.FELL:
        felled = felling._knock(house, Way.OVER)
        moved = None if felled is None else {felled[1]: felled[0].colour}
    else:
        moved = _misplace(house, sort)
    if moved is not None:
        house.watch(2)
        house.sim.hand_out()
    return moved


def _move_illegally(player: Player) -> dict[Place, str] | None:
    house = player.house
    for _ in range(_TRIES):
        chosen = plan(house.kit.game, player.truth, house.table.state, house.rng, 1.0)
        if chosen is None:
            return None
        if chosen.fault is None or chosen.fault.kind is not FaultKind.ILLEGAL:
            continue
        before = house.sim.scene.pawns
        if player._plant(chosen, chosen.fault):
            shown = set(before) ^ set(house.sim.scene.pawns)
            return _areas_of(house, shown)
        house.sim.arrange(before)
    return None


def _areas_of(house: House, pawns: set[Pawn]) -> dict[Place, str]:
    standing, _ = places_of(house.kit.board, pawns)
    return {Place(house.kit.board.by_name[spot].area): one.colour for spot, one in standing.items()}


def _movable(house: House, fresh: set[Pawn]) -> list[str]:
    """Return where a pawn stands upright that was not just moved."""
    standing, _ = places_of(house.kit.board, house.sim.scene.pawns)
    spots = sorted(spot for spot, one in standing.items() if not (one.turned or one in fresh))
    house.rng.shuffle(spots)
    return spots


def _shove(house: House) -> dict[Place, str] | None:
    """Push a pawn on that the move has nothing to do with."""
    placed = by_area(house.table.placement).pieces
    board, sim = house.kit.board, house.sim
    standing, _ = places_of(board, sim.scene.pawns)
    fresh = {
        one
        for spot, one in standing.items()
        if (Place(board.by_name[spot].area), one.colour) not in placed
    }
    return _misplace(house, Sort.ON, fresh)


def _misplace(house: House, sort: Sort, fresh: set[Pawn] | None = None) -> dict[Place, str] | None:
    sim, board = house.sim, house.kit.board
    spots = _movable(house, fresh or set())
    if not sim.scene.hands and spots:
        sim.hand_in(spots[0])
        house.watch(2)
    for spot in spots:
        pawn, area = sim.pawn_on(spot), Place(board.by_name[spot].area)
        assert pawn is not None
        if sort is Sort.AWAY:
            sim.lift(spot)
            return {area: pawn.colour}
        if sort is Sort.SWAPPED:
            other = next((one for one in spots if _colour(house, one) != pawn.colour), None)
            if other is None:
                return None
            two = sim.lift(other)
            sim.lift(spot)
            sim.put(pawn.colour, other)
            sim.put(two.colour, spot)
            return {area: pawn.colour, Place(board.by_name[other].area): two.colour}
        on = _next_place(house, spot)
        if on is not None:
            sim.lift(spot)
            sim.put(pawn.colour, on)
            return {area: pawn.colour, Place(board.by_name[on].area): pawn.colour}
    return None


def _colour(house: House, spot: str) -> str:
    pawn = house.sim.pawn_on(spot)
    return "" if pawn is None else pawn.colour


def _next_place(house: House, spot: str) -> str | None:
    """Return the nearest free place of another area and the same kind; None if that is far."""
    board, sim = house.kit.board, house.sim
    here = board.by_name[spot]
    for place in falls.nearest_places(board, falls.middle_of(here))[:8]:
        free = sim.pawn_on(place.name) is None
        if free and place.area != here.area and board.kinds_at(place) == board.kinds_at(here):
            return place.name
    return None


def _put_back(house: House, before: tuple[Pawn, ...]) -> str | None:
    """Put everything right; return what is wrong with what is said then, if anything is."""
    past = len(house.table.past)
    house.sim.hand_in(house.kit.board.places[0].name)
    house.watch(2)
    house.sim.arrange(before)
    house.watch(2)
    house.sim.hand_out()
    first = len(house.judged)
    calm = house.watch(round(_WATCHED_S / FRAME_S), lambda: felling._is_calm(house))
    kinds = [str(one.kind) for one in house.judged[first:] if one.kind is Kind.OBJECTED]
    if kinds or len(house.table.past) != past:
        return f"put back, and {kinds or 'accepted'}"
    return None if calm else f"put back, and not over: {_find_reason(house)}"


def _watch(
    house: House, sort: Sort, moved: dict[Place, str], seat: Seat | None, words: tuple[str, ...]
) -> Planted:
    """Watch until the page says what is the matter, and a little longer."""
    first, past = len(house.judged), len(house.table.past)
    began_s, found = house.clock.now_s(), {"word": math.inf, "reason": math.inf}

    def hear() -> bool:
        since_s = house.clock.now_s() - began_s
        if _find_reason(house) or _says_restless(house):
            found["word"] = min(found["word"], since_s)
        if _find_reason(house):
            found["reason"] = min(found["reason"], since_s)
        return since_s > found["reason"] + _AFTER * FRAME_S

    house.watch(round(_WATCHED_S / FRAME_S), hear)
    wrong = list(_find_wrong(house, sort, moved, seat))
    kinds = [str(one.kind) for one in house.judged[first:]]
    if len(house.table.past) > past and sort is not Sort.SHOVED:
        wrong.append("accepted")
    said = f"{_find_reason(house)} {kinds} of {dict(moved)}"
    return Planted(sort, found["word"], found["reason"], said, tuple(wrong), words)


def _find_wrong(
    house: House, sort: Sort, moved: dict[Place, str], seat: Seat | None
) -> Iterator[str]:
    verdict = house.table.verdict
    if isinstance(verdict, Objecting) and verdict.seat is not None:
        guilty = sort is Sort.ILLEGAL and verdict.seat == seat
        if not guilty:
            yield f"blames {verdict.seat}"
    if isinstance(verdict, Misplaced):
        for one in verdict.pieces:
            if one.home not in moved and one.at not in moved and sort is not Sort.ILLEGAL:
                yield f"names {one.piece} of {one.home}"


def _says_restless(house: House) -> bool:
    panel = build_panel(house.table)
    said = panel.say.text if isinstance(panel, PlayPanel) else ""
    return bool(house.table.blind) or "keeps moving" in said or "never keeps still" in said


def _find_reason(house: House) -> str:
    """Return what the page says about the pieces; nothing if it only cannot see them."""
    table, panel = house.table, build_panel(house.table)
    if not isinstance(panel, PlayPanel):
        return type(panel).__name__
    if isinstance(table.verdict, Waiting) and not (table.verdict.todo or table.verdict.card):
        return ""
    if not isinstance(table.verdict, Quiet):
        return type(table.verdict).__name__
    told = [one.text for one in panel.todo]
    if told:
        return told[0]
    return "over" if "over its edge" in panel.say.text else ""


def tell(kit: Print, many: int, seed: int, condition: str, told: list[str]) -> Iterator[str]:
    """Yield a line of figures for each sort of fault."""
    found: dict[Sort, list[Planted]] = {sort: [] for sort in Sort}
    for one in plant_all(kit, many, seed, CONDITIONS[condition]):
        found[one.sort].append(one)
        times = f"{one.word_s:.1f} s, {one.reason_s:.1f} s"
        told.append(f"{condition} {one.sort}: {times}; {one.said}; {one.wrong} {one.false_words}")
        if one.wrong or one.false_words or one.reason_s > LATE_S:
            sys.stderr.write(told[-1] + "\n")
    for sort, those in found.items():
        reasons = sorted(one.reason_s for one in those) or [0.0]
        unnoticed = sum(math.isinf(one.reason_s) for one in those)
        late = sum(one.reason_s > LATE_S for one in those) - unnoticed
        mute = sum(one.word_s > LATE_S for one in those)
        wrong, false = sum(bool(o.wrong) for o in those), sum(bool(o.false_words) for o in those)
        middle = reasons[len(reasons) // 2]
        cells = (len(those), unnoticed, late, mute, wrong, false, f"{middle:.1f}")
        yield f"| {kit.game.name} | {condition} | {sort} | {' | '.join(map(str, cells))} |"


def main() -> None:
    """Plant faults, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.planting")
    parser.add_argument("--game", nargs="*", default=["agent_dog", "dog"])
    parser.add_argument("--many", type=int, default=20, help="faults in each game and condition")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--condition", nargs="*", default=["day"], choices=CONDITIONS)
    parser.add_argument("--tell", action="store_true", help="tell of every fault")
    given = parser.parse_args()
    heads = "planted | unnoticed | reason late | silent for 8 s | wrongly said | false before"
    sys.stdout.write(f"| game | condition | fault | {heads} | median s |\n")
    for name in given.game:
        for condition in given.condition:
            told: list[str] = []
            kit = CONDITIONS[condition].print(name)
            for line in tell(kit, given.many, given.seed, condition, told):
                sys.stdout.write(line + "\n")
            sys.stdout.write("\n".join([*told, ""]) if given.tell else "")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
