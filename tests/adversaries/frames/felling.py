"""``python -m tests.adversaries.frames.felling``: pieces that fall over, seen through pictures.

One falls in any direction: at its place, over it, across it and the next, over the board's edge, or
it rolls away, perhaps to where its own colour is printed; or a piece that was moved, rightly and
with its card, falls where it was put. Nobody mends it for as long as a page may be silent; then it
is stood up again.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.board import BoardPlace, PieceKind
from hardware.simulated.scene import Pawn
from hardware.simulated.truth import places_of
from tablet_companion.games.core import EMPTY, HIDDEN, Place, Placement
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.panels import ObjectionPanel, PlayPanel
from tablet_companion.referee.model.verdicts import Misplaced, Quiet
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.selfplay.plans import plan
from tablet_companion.selfplay.play import Player
from tablet_companion.selfplay.players import someone
from tablet_companion.selfplay.speaker import Speaker
from tablet_companion.simulator.house import FRAME_S, House, Print
from tablet_companion.vision.reading import SURE
from tests.adversaries.frames import falls
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tests.adversaries.frames.falls import Point, Way

WATCHED_S: Final = 9.0
"""Longer than a page may be silent."""
TURNS: Final = 6
"""Turns that are played before pieces fall, so that some are under way."""
_MAX_TURNS: Final = 40
FALLS_A_GAME: Final = 6
"""Pieces that fall in one game, one after another."""
_CALM: Final = 60
_TRIES: Final = 40
_GAP_MM: Final = 1.0


WAYS: Final = (Way.FROM, Way.OVER, Way.ACROSS, Way.EDGE, Way.AWAY, Way.PUT, Way.OWN)


class Said(Enum):
    """What people are told of it, from the best to the worst."""

    FALLEN = "named as fallen"
    ASTRAY = "named as out of place"
    THING = "something lies there"
    DOUBT = "doubted or asked"
    HARMLESS = "harmless"
    SILENT = "silent"
    ANOTHER = "another piece named"
    ACCEPTED = "taken for a move"
    ACCUSED = "accused"


@dataclass(frozen=True, slots=True)
class Fall:
    """What was said of one fallen piece, and how many places were surely read wrong."""

    way: Way
    said: Said
    sure: int
    story: str


def fell_all(kit: Print, many: int, seed: int, condition: Condition) -> Iterator[Fall]:
    """Yield what is said of this many fallen pieces, in as many games as it takes."""
    games = (fell_some(kit, number, condition) for number in itertools.count(seed))
    return itertools.islice(itertools.chain.from_iterable(games), many)


def fell_some(kit: Print, seed: int, condition: Condition = CONDITIONS["day"]) -> Iterator[Fall]:
    """Yield what is said in one game, until the referee has lost it."""
    house = condition.open(kit, seed)
    player = someone(house, fault_share=0.0)
    player.begin()
    for turn in range(_MAX_TURNS):
        if turn >= TURNS and _is_calm(house):
            break
        if player.over or player.turn().wrong:
            return
    for number in range(FALLS_A_GAME):
        way = WAYS[(number + seed) % len(WAYS)]
        before, past = house.sim.scene.pawns, len(house.table.past)
        felled = _put_down(player) if way is Way.PUT else _knock(house, way)
        if felled is None:
            house.sim.arrange(before)
            continue
        yield _judge(house, way, *felled)
        if way is Way.PUT or len(house.table.past) != past:
            return
        house.sim.hand_in(kit.board.places[0].name)
        house.watch(2)
        house.sim.arrange(before)
        house.sim.hand_out()
        if not house.watch(_CALM, lambda: _is_calm(house)):
            return


def _is_calm(house: House) -> bool:
    """Whether the page asks for nothing but a turn in which pieces move."""
    table, pile = house.table, house.kit.game.pile
    moves = pile or any(
        one.saying.shown for one in sayings.find_entries(Position(table.game, table.state))
    )
    return moves and isinstance(table.verdict, Quiet) and isinstance(build_panel(table), PlayPanel)


def _knock(house: House, way: Way) -> tuple[Pawn, Place, Placement | None] | None:
    """Let a piece that stands fall over; None if no piece has room to."""
    sim, board = house.sim, house.kit.board
    standing, _ = places_of(board, sim.scene.pawns)
    for _ in range(_TRIES):
        spot = house.rng.choice(sorted(standing))
        pawn, kind = standing[spot], board.kind_of(standing[spot].colour)
        if kind is None or kind.flat or pawn.sunk_mm > 0:
            continue
        lying = _lay(house, way, pawn, kind)
        if _has_room(house, lying, pawn, kind):
            sim.hand_in(spot)
            house.watch(2)
            sim.arrange([lying if one is pawn else one for one in sim.scene.pawns])
            sim.hand_out()
            return lying, Place(board.by_name[spot].area), None
    return None


def _lay(house: House, way: Way, pawn: Pawn, kind: PieceKind) -> Pawn:
    """Return a piece that fell from where it stood."""
    rng, board, half_mm = house.rng, house.kit.board, kind.height_mm / 2
    at, turn = (pawn.x_mm, pawn.y_mm), rng.uniform(0, 360)
    if way is Way.ACROSS:
        home = _area_of(house, pawn)
        near = [one for one in falls.nearest_places(board, at) if one.area != home]
        at, turn = _lie_across(house, at, near, turn)
    elif way is Way.OWN and (own := falls.list_own(board, pawn.colour)):
        middle = falls.middle_of(rng.choice(own))
        near = falls.nearest_places(board, middle)[1:]
        at, turn = _lie_across(house, middle, near, turn) if rng.random() < 0.5 else (middle, turn)
    elif way is Way.EDGE:
        x, y = falls.nearest_edge(board, at)
        deep = rng.uniform(-half_mm, half_mm)
        width, height = board.size_mm
        at = min(max(x, deep), width - deep), min(max(y, deep), height - deep)
    elif way in {Way.AWAY, Way.OWN}:
        width, height = board.size_mm
        at = rng.uniform(half_mm, width - half_mm), rng.uniform(half_mm, height - half_mm)
    return falls.lie(pawn.colour, kind, at, turn, 0.0 if way is Way.FROM else half_mm)


def _lie_across(
    house: House, at: Point, near: Sequence[BoardPlace], turn: float
) -> tuple[Point, float]:
    """Return the point between a place and one of the nearest ones, and a turn, often along."""
    other = falls.middle_of(house.rng.choice(near[:3]))
    at = falls.halfway(at, other)
    if house.rng.random() < 0.5:
        along = math.atan2(other[1] - at[1], other[0] - at[0])
        turn = math.degrees(along) + house.rng.gauss(0, 10)
    return at, turn


def _area_of(house: House, pawn: Pawn) -> str:
    """Return the area in which a pawn stands."""
    standing, _ = places_of(house.kit.board, house.sim.scene.pawns)
    spot = next(name for name, one in standing.items() if one is pawn)
    return house.kit.board.by_name[spot].area


def _has_room(house: House, lying: Pawn, pawn: Pawn, kind: PieceKind) -> bool:
    """Whether a piece that lies there hits no other."""
    others = (one for one in house.sim.scene.pawns if one is not pawn)
    return falls.measure_gap(lying, kind, others) > kind.diameter_mm + _GAP_MM


def _put_down(player: Player | Speaker) -> tuple[Pawn, Place, Placement | None] | None:
    """Do a legal move with its card, but let the moved piece fall on its place; None if none."""
    house = player.house
    before = house.sim.scene.pawns
    meant = _move(player)
    if meant is None:
        return None
    board = house.kit.board
    standing, _ = places_of(board, house.sim.scene.pawns)
    for spot, pawn in sorted(standing.items()):
        kind = board.kind_of(pawn.colour)
        if pawn in before or kind is None or kind.flat or pawn.sunk_mm > 0 or pawn.turned:
            continue
        for _ in range(_TRIES):
            lying = _lay(house, house.rng.choice((Way.FROM, Way.OVER, Way.ACROSS)), pawn, kind)
            if _has_room(house, lying, pawn, kind):
                house.sim.arrange([lying if one is pawn else one for one in house.sim.scene.pawns])
                house.sim.hand_out()
                return lying, Place(board.by_name[spot].area), meant
    return None


def _move(player: Player | Speaker) -> Placement | None:
    """Carry a legal action out under a hand that stays, and return what it leads to, if any can."""
    house, game = player.house, player.house.kit.game
    if isinstance(player, Player):
        chosen = plan(game, player.truth, house.table.state, house.rng, 0.0)
        if chosen is None:
            return None
        steps = game.steps(player.truth, chosen.action)
        house.sim.hand_in(house.hands.spot(steps[0].source))
        house.watch(2)
        house.sim.lay(chosen.card)
        house.hands.carry_out(steps)
        return by_area(game.placement(game.successor(player.truth, chosen.action)))
    state = house.table.state
    shown = [one.action for one in sayings.find_entries(Position(game, state)) if one.saying.shown]
    if not shown:
        return None
    action = house.rng.choice(shown)
    wanted = by_area(game.attempted(state, action))
    house.hands.reach(wanted)
    house.watch(2)
    house.hands.arrange(wanted)
    return wanted


def _judge(house: House, way: Way, lying: Pawn, home: Place, meant: Placement | None) -> Fall:
    """Watch for as long as a page may be silent, and return what was said."""
    past, judged = len(house.table.past), len(house.judged)
    house.watch(round(WATCHED_S / FRAME_S))
    # Under unsteady light nothing is read now and then, and the page says nothing meanwhile.
    house.watch(_CALM, lambda: house.table.reading is not None)
    done = [moment.action for moment in house.table.past[past:]]
    kinds = [one.kind for one in house.judged[judged:]]
    sure = _list_sure(house, home)
    if Kind.OBJECTED in kinds:
        said = Said.ACCUSED
    elif done and by_area(house.table.placement) != meant:
        said = Said.ACCEPTED
    else:
        said = _read_page(house, lying, home, followed=bool(done))
    panel, reading = build_panel(house.table), house.table.reading
    words = [one.text for one in panel.todo] if isinstance(panel, PlayPanel) else panel
    seen = (reading.things, reading.strays) if reading is not None else ()
    story = (
        f"{lying.colour} of {home} at {lying.x_mm:.0f}, {lying.y_mm:.0f} mm, "
        f"{lying.lying_deg or 0:.0f} deg: {said.value}; {words}; {seen}; surely {sure}; "
        f"done {done}"
    )
    return Fall(way, said, len(sure), story)


def _list_sure(house: House, home: Place) -> list[tuple[Place, str]]:
    """Return what is surely read otherwise than it stands, the fallen piece at home excepted."""
    standing, _ = places_of(house.kit.board, house.sim.scene.pawns)
    reading, by_name = house.table.reading, house.kit.board.by_name
    sights = () if reading is None else reading.places
    return [
        (sight.place, str(sight.best))
        for sight in sights
        if sight.probability >= SURE
        and not sight.covered
        and sight.best != EMPTY
        and not by_name[sight.place].name.endswith(".card")
        and sight.place not in standing
        and by_name[sight.place].area != home
    ]


def _read_page(house: House, lying: Pawn, home: Place, *, followed: bool) -> Said:
    """Return what the page says of a piece that lies."""
    table, panel = house.table, build_panel(house.table)
    if isinstance(panel, ObjectionPanel):
        return Said.ACCUSED
    if not isinstance(panel, PlayPanel):
        return Said.DOUBT
    for told in panel.todo:
        if "has fallen over" in told.text:
            right = dict(told.details).get("piece") == lying.colour
            return Said.FALLEN if right else Said.ANOTHER
    if isinstance(table.verdict, Misplaced):
        named = {one.piece for one in table.verdict.pieces} - {HIDDEN}
        return Said.ASTRAY if named <= {lying.colour} else Said.ANOTHER
    if any("omething lies" in one.text for one in panel.todo):
        return Said.THING
    if panel.todo or panel.left or not isinstance(table.verdict, Quiet) or table.blind:
        return Said.DOUBT
    if "over its edge" in panel.say.text or "keeps moving" in panel.say.text:
        return Said.DOUBT
    reading, spots = table.reading, table.areas.get(home, ())
    stands = followed or any(
        reading is not None
        and reading.by_place[spot].best == lying.colour
        and not reading.by_place[spot].covered
        for spot in spots
    )
    return Said.HARMLESS if stands else Said.SILENT


def tell(kit: Print, many: int, seed: int, condition: Condition, told: list[str]) -> Iterator[str]:
    """Yield a line of figures for each way in which a game's pieces fell."""
    found: dict[Way, Counter[Said]] = {way: Counter() for way in WAYS}
    sure: Counter[Way] = Counter()
    for fall in fell_all(kit, many, seed, condition):
        found[fall.way][fall.said] += 1
        sure[fall.way] += fall.sure > 0
        told.append(f"{kit.game.name}, {fall.way.value}: {fall.story}")
    for way, counts in found.items():
        cells = " | ".join(str(counts[said]) for said in Said)
        yield f"| {kit.game.name} | {way.value} | {counts.total()} | {cells} | {sure[way]} |"


def main() -> None:
    """Let pieces fall, and print a table."""
    games = ["agent", "agent_dog", "dog", "pocket_ops", "wink"]
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.felling")
    parser.add_argument("--game", nargs="*", default=games)
    parser.add_argument("--many", type=int, default=60, help="pieces that fall in each game")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--condition", default="day", choices=CONDITIONS, help="of light, camera")
    parser.add_argument("--tell", action="store_true", help="tell of every fall")
    given = parser.parse_args()
    heads = " | ".join(said.value for said in Said)
    sys.stdout.write(f"| game | a piece falls | falls | {heads} | surely elsewhere |\n")
    for name in given.game:
        told: list[str] = []
        condition = CONDITIONS[given.condition]
        for line in tell(condition.print(name), given.many, given.seed, condition, told):
            sys.stdout.write(line + "\n")
        sys.stdout.write("\n".join([*told, ""]) if given.tell else "")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
