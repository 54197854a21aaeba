"""Agent DOG's cards once more, by brute force and by name of place; as slow as it is plain.

A pawn is ``("red", 2)``; where it is, is the place's name in the exchange format. Every movement is
walked space by space, every order of points and meetings is tried. Written from the rules' text.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Pawn = tuple[str, int]
Pawns = dict[Pawn, str]

LAP, QUARTER, DEEPEST = 64, 16, 4
NUMBERS = {str(number): (number,) for number in (2, 3, 5, 6, 7, 8, 9, 10, 12, 13)} | {
    "1/11": (1, 11)
}
STARTING = ("1/11", "13")


@dataclass(frozen=True)
class Rules:
    """What a position says besides where the pawns stand."""

    seats: tuple[str, ...]
    playing: tuple[str, ...]
    turn: str
    holes: frozenset[str]
    meetings: frozenset[str]

    def start(self, colour: str) -> str:
        """Return a colour's start space."""
        return f"T{QUARTER * self.seats.index(colour)}"

    def partner(self, colour: str) -> str | None:
        """Return the colour opposite in a game of four; the others play for themselves."""
        if len(self.playing) < 4:
            return None
        return self.seats[(self.seats.index(colour) + 2) % 4]

    def side(self) -> set[str | None]:
        """Return the colours that the player on turn must not capture."""
        return {self.turn, self.partner(self.turn)} - {None}

    def played(self, pawns: Pawns) -> str:
        """Return the colour that counts as the player's own."""
        mate = self.partner(self.turn)
        return mate if mate and home(pawns, self.turn) else self.turn


@dataclass(frozen=True)
class Done:
    """Where the pawns are before flips and meetings, which were moved, which were captured."""

    pawns: Pawns
    moved: frozenset[Pawn] = frozenset()
    captured: frozenset[Pawn] = frozenset()


def home(pawns: Pawns, colour: str) -> bool:
    """Tell whether all four of a colour are in its finish."""
    return all(".F" in place for pawn, place in pawns.items() if pawn[0] == colour)


def who(pawns: Pawns, place: str) -> Pawn | None:
    """Return the pawn on a place other than a nest."""
    return next((pawn for pawn, where in pawns.items() if where == place), None)


def moves(position: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the command ``moves`` should print for a position."""
    rules, pawns = read(position)
    lines = {}
    for card in set(position["hand"]):
        means = position["last_card"] if card == "copy" else card
        for done in carried_out(rules, pawns, means):
            gives_up = any(pawn[0] in rules.side() for pawn in done.captured)
            for after in finished(rules, pawns, done):
                written = write(rules, after)
                lines[card, str(written), gives_up] = {
                    "card": card,
                    "after": written,
                    "fresh": [],
                    "gives_up_hand": gives_up,
                }
    if not lines:
        return [{"card": None, "gives_up_hand": len(rules.playing) == 4}]
    return [lines[key] for key in sorted(lines)]


# --- the cards ----------------------------------------------------------------------------------


def carried_out(rules: Rules, pawns: Pawns, card: str | None) -> Iterator[Done]:
    """Yield every way to carry a card out completely."""
    for points in NUMBERS.get(card or "", ()):
        yield from numbers(rules, pawns, points)
    if card in STARTING:
        yield from starts(rules, pawns)
    if card == "exchange":
        yield from exchanges(rules, pawns)
    if card == "partner":
        yield from partners(rules, pawns)


def starts(rules: Rules, pawns: Pawns) -> Iterator[Done]:
    """Bring a pawn from the nest to its start space, where none of its colour stands."""
    own = rules.played(pawns)
    there = who(pawns, rules.start(own))
    for pawn, place in pawns.items():
        if pawn[0] == own and place.endswith(".nest") and (not there or there[0] != own):
            yield put(Done(pawns), pawn, rules.start(own))


def numbers(rules: Rules, pawns: Pawns, points: int) -> Iterator[Done]:
    """Move one pawn exactly this many spaces."""
    own = rules.played(pawns)
    sitting = who(pawns, rules.start(own))
    held_back = sitting is not None and sitting[0] == own
    for pawn, place in pawns.items():
        infiltrated = place in rules.holes
        if (infiltrated and not held_back) or (pawn[0] == own and not infiltrated):
            finish = own if infiltrated else pawn[0]
            for path in paths(rules, place, points, finish):
                if not any(blocked(rules, pawns, step) for step in path):
                    yield put(Done(pawns), pawn, path[-1])


def exchanges(rules: Rules, pawns: Pawns) -> Iterator[Done]:
    """Let two infiltrated pawns change places."""
    infiltrated = [pawn for pawn, place in pawns.items() if place in rules.holes]
    for one, other in itertools.combinations(infiltrated, 2):
        yield Done(pawns | {one: pawns[other], other: pawns[one]})


def partners(rules: Rules, pawns: Pawns) -> Iterator[Done]:
    """Give four points, one after the other, to any pawns that may take them."""
    own = rules.played(pawns)
    hidden = frozenset(pawn for pawn, place in pawns.items() if place in rules.holes)
    all_home = any(home(pawns, colour) for colour in rules.side() if colour)
    anyone = all_home or len(rules.playing) < 4
    # Of each way so far: what was done, who moved last, and where that movement began.
    ways: dict[Any, tuple[Done, Pawn | None, str]] = {(): (Done(pawns), None, "")}
    for _ in range(4):
        longer: dict[Any, tuple[Done, Pawn | None, str]] = {}
        for done, last, began in ways.values():
            for pawn, place in done.pawns.items():
                if not (pawn in hidden or pawn[0] in rules.side() or anyone):
                    continue
                from_here = began if pawn == last else place
                finish = own if pawn in hidden else pawn[0]
                for step in onward(rules, place, finish, may_enter=from_here != place):
                    if not blocked(rules, done.pawns, step, hidden):
                        further = put(done, pawn, step)
                        key = (*further.pawns.values(), further.moved, pawn, from_here)
                        longer[key, further.captured] = (further, pawn, from_here)
        ways = longer
    yield from (done for done, _, _ in ways.values())


# --- walking ------------------------------------------------------------------------------------


def onward(rules: Rules, place: str, finish: str, *, may_enter: bool) -> Iterator[str]:
    """Yield the next spaces in front of a place; ``finish`` is the one this pawn may enter."""
    if place.endswith(".nest"):
        return
    if ".F" in place:
        colour, depth = place.split(".F")
        if int(depth) < DEEPEST:
            yield f"{colour}.F{int(depth) + 1}"
        return
    yield f"T{(int(place[1:]) + 1) % LAP}"
    if may_enter and place == rules.start(finish):
        yield f"{finish}.F1"


def paths(rules: Rules, place: str, points: int, finish: str) -> Iterator[tuple[str, ...]]:
    """Yield every way of this many spaces; none enters a finish from where the movement began."""
    ways: list[tuple[str, ...]] = [()]
    for _ in range(points):
        ways = [
            (*way, step)
            for way in ways
            for step in onward(rules, way[-1] if way else place, finish, may_enter=bool(way))
        ]
    yield from ways


def blocked(rules: Rules, pawns: Pawns, place: str, hidden: frozenset[Pawn] = frozenset()) -> bool:
    """Tell whether nobody gets past a place: a finish space taken, or a pawn on its own start."""
    pawn = who(pawns, place)
    if pawn is None:
        return False
    return ".F" in place or (place == rules.start(pawn[0]) and pawn not in hidden)


def put(done: Done, pawn: Pawn, place: str) -> Done:
    """Put a pawn on a place and capture who stands there."""
    pawns, captured = dict(done.pawns), done.captured
    there = who(pawns, place)
    if there is not None:
        pawns[there] = f"{there[0]}.nest"
        captured |= {there}
    pawns[pawn] = place
    return Done(pawns, done.moved | {pawn}, captured)


# --- the end of a turn --------------------------------------------------------------------------


def finished(rules: Rules, before: Pawns, done: Done) -> Iterator[Pawns]:
    """Yield what stands after reveals in the finish and after the meetings in every order."""
    pawns = revealed(rules, before, done)
    met = [pawn for pawn in done.moved if pawns[pawn] in rules.meetings]
    for order in itertools.permutations(met):
        after = dict(pawns)
        for pawn in order:
            meet(rules, after, pawn)
        yield after


def revealed(rules: Rules, before: Pawns, done: Done) -> Pawns:
    """Turn up the pawns that came infiltrated into a finish; who is not at home there goes."""
    pawns = dict(done.pawns)
    for pawn in sorted(done.moved):
        colour, place = pawn[0], pawns[pawn]
        if before[pawn] not in rules.holes or ".F" not in place or place.startswith(colour):
            continue
        if colour == rules.partner(place.split(".")[0]):
            pawns[pawn] = f"{colour}.nest"
        else:
            spaces = [f"{colour}.F{depth}" for depth in range(DEEPEST, 0, -1)]
            pawns[pawn] = next(space for space in spaces if who(pawns, space) is None)
    return pawns


def meet(rules: Rules, pawns: Pawns, pawn: Pawn) -> None:
    """Call the nearest pawn behind one on a meeting point; nothing if it was called away itself."""
    if pawns[pawn] not in rules.meetings:
        return
    spot = int(pawns[pawn][1:])
    for back in range(1, LAP):
        called = who(pawns, f"T{(spot - back) % LAP}")
        if called is not None:
            pawns[called] = f"T{(spot - 1) % LAP}"
            return


# --- positions ----------------------------------------------------------------------------------


def read(position: dict[str, Any]) -> tuple[Rules, Pawns]:
    """Return a position's rules and pawns."""
    options = position["options"]

    def spread(offsets: list[int]) -> frozenset[str]:
        return frozenset(f"T{q * QUARTER + offset}" for q in range(4) for offset in offsets)

    rules = Rules(
        seats=tuple(position["seats"]),
        playing=tuple(seat for seat in position["seats"] if seat in position["pawns"]),
        turn=position["turn"],
        holes=spread(options.get("holes", [2, 6, 10, 14])),
        meetings=spread(options.get("meeting_points", [7])),
    )
    pawns = {
        (colour, number): place
        for colour, places in position["pawns"].items()
        for number, place in enumerate(places)
    }
    return rules, pawns


def write(rules: Rules, pawns: Pawns) -> dict[str, list[str]]:
    """Return the pawns as the exchange format has them."""
    return {
        colour: sorted(place for pawn, place in pawns.items() if pawn[0] == colour)
        for colour in rules.playing
    }
