"""DOG's cards once more, by brute force and by name of place; as slow as it is plain.

Written from the booklet and the rulings alone. How each ruling is read here:

3.  Protected is a pawn on its own start space that is fresh; with ``always_protected`` any pawn
    on its own start space. Nobody of any colour comes onto or past it, forwards, backwards or
    within a seven. The protected pawn itself leaves freely. A pawn is fresh until its first step.
4.  A start is one more way to come onto a space: refused just where a protected pawn stands, and
    else capturing what is there, also an own pawn; the space is fresh then.
5.  Who ends a movement on a pawn sends it home, whosever it is.
6.  Four back is walked along the track alone, also by a fresh pawn and across the own start space;
    what it passes stays.
7.  From its own start space a pawn that is not fresh goes into the finish or on along the track,
    wherever its movement began: passing there, pausing there within a seven, having stopped there,
    been swapped onto it or come back over it. A fresh one only goes on along the track.
8.  Into and inside a finish only free spaces are walked on, always forwards.
9.  A seven is seven single steps, each by any pawn that may make it at that moment: the player's
    own, and the partner's from the moment the player's four are home, or from the first step with
    ``canadian_seven`` (then all seven may be the partner's). Each step captures what it comes onto.
    Where nobody can make the next step, the way is illegal: so with all eight home too early.
10. Any own pawn and any pawn of the three other colours, the partner's too, both on the track and
    neither protected, change places. Nobody becomes fresh by it.
11. A joker is each of the thirteen cards.
12. With the player's four home, *own* is the partner's colour in everything above.
13. Nothing follows the eighth pawn; a position with eight home or the player out is not asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

LAP, QUARTER, DEEPEST = 64, 16, 4
FORWARDS = {str(number): (number,) for number in (2, 3, 4, 5, 6, 8, 9, 10)} | {
    "A": (1, 11),
    "Q": (12,),
    "K": (13,),
}
STARTING = ("A", "K")
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Table(NamedTuple):
    """Where the pawns are: number ``n`` is of colour ``seats[n // 4]``; and the fresh spaces."""

    places: tuple[str, ...]
    fresh: frozenset[str]


@dataclass(frozen=True)
class Rules:
    """What a position says besides where the pawns stand."""

    seats: tuple[str, ...]
    turn: str
    always_protected: bool
    canadian_seven: bool

    def colour(self, pawn: int) -> str:
        """Return a pawn's colour."""
        return self.seats[pawn // 4]

    def start(self, colour: str) -> str:
        """Return a colour's start space."""
        return f"T{QUARTER * self.seats.index(colour)}"

    def partner(self) -> str:
        """Return the colour opposite the player on turn."""
        return self.seats[(self.seats.index(self.turn) + 2) % 4]

    def own(self, table: Table) -> str:
        """Return the colour that counts as the player's own (12)."""
        return self.partner() if self.home(table, self.turn) else self.turn

    def pawns(self, colour: str) -> range:
        """Return the four pawns of a colour."""
        first = 4 * self.seats.index(colour)
        return range(first, first + 4)

    def home(self, table: Table, colour: str) -> bool:
        """Tell whether all four of a colour are in its finish."""
        return all(".F" in table.places[pawn] for pawn in self.pawns(colour))


def moves(position: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the command ``moves`` should print for a position."""
    rules, table = read(position)
    lines = {}
    for card in set(position["hand"]):
        for after in outcomes(rules, table, card):
            written, fresh = write(rules, after), sorted(after.fresh)
            lines[card, str(written), tuple(fresh)] = {
                "card": card,
                "after": written,
                "fresh": fresh,
                "gives_up_hand": False,
            }
    if not lines:
        return [{"card": None, "gives_up_hand": True}]
    return [lines[key] for key in sorted(lines)]


# --- the cards ----------------------------------------------------------------------------------


def outcomes(rules: Rules, table: Table, card: str) -> Iterator[Table]:
    """Yield what every way to carry a card out completely leads to (11)."""
    if card == "X":
        for any_card in CARDS:
            yield from outcomes(rules, table, any_card)
    for points in FORWARDS.get(card, ()):
        yield from forwards(rules, table, points)
    if card in STARTING:
        yield from starts(rules, table)
    if card == "4":
        yield from four_back(rules, table)
    if card == "7":
        yield from sevens(rules, table)
    if card == "J":
        yield from swaps(rules, table)


def starts(rules: Rules, table: Table) -> Iterator[Table]:
    """Bring an own pawn from the nest to its start space, fresh (4)."""
    own = rules.own(table)
    start = rules.start(own)
    for pawn in rules.pawns(own):
        if table.places[pawn].endswith(".nest") and not blocked(rules, table, start):
            placed = put(rules, table, pawn, start)
            yield Table(placed.places, placed.fresh | {start})


def forwards(rules: Rules, table: Table, points: int) -> Iterator[Table]:
    """Move one own pawn exactly this many spaces; only where it ends it captures (5)."""
    for pawn in rules.pawns(rules.own(table)):
        reached = [table.places[pawn]]
        for _ in range(points):
            reached = [
                step
                for place in reached
                for step in ahead(rules, table, pawn, place)
                if not blocked(rules, table, step)
            ]
        for place in reached:
            yield put(rules, table, pawn, place)


def four_back(rules: Rules, table: Table) -> Iterator[Table]:
    """Move one own pawn four spaces backwards along the track (6)."""
    for pawn in rules.pawns(rules.own(table)):
        place = table.places[pawn]
        if on_track(place):
            path = [f"T{(int(place[1:]) - number) % LAP}" for number in (1, 2, 3, 4)]
            if not any(blocked(rules, table, step) for step in path):
                yield put(rules, table, pawn, path[-1])


def swaps(rules: Rules, table: Table) -> Iterator[Table]:
    """Let an own pawn change places with one of another colour (10)."""
    own = rules.own(table)
    free = [
        pawn
        for pawn, place in enumerate(table.places)
        if on_track(place) and not blocked(rules, table, place)
    ]
    for one in free:
        for other in free:
            if rules.colour(one) == own != rules.colour(other):
                places = list(table.places)
                places[one], places[other] = places[other], places[one]
                yield Table(tuple(places), table.fresh)


def sevens(rules: Rules, table: Table) -> Iterator[Table]:
    """Make seven single steps in every order, capturing at each of them (9)."""
    ways = {table}
    for _ in range(7):
        ways = {further for way in ways for further in single_steps(rules, way)}
    yield from ways


def single_steps(rules: Rules, table: Table) -> Iterator[Table]:
    """Yield what every next step of a seven leads to."""
    movable = list(rules.pawns(rules.turn))
    if rules.canadian_seven or rules.home(table, rules.turn):
        movable += rules.pawns(rules.partner())
    for pawn in movable:
        for step in ahead(rules, table, pawn, table.places[pawn]):
            if not blocked(rules, table, step):
                yield put(rules, table, pawn, step)


# --- walking ------------------------------------------------------------------------------------


def on_track(place: str) -> bool:
    """Tell whether a place is one of the 64 round the track."""
    return place.startswith("T")


def ahead(rules: Rules, table: Table, pawn: int, place: str) -> Iterator[str]:
    """Yield the spaces next in front of a place for a pawn (7, 8)."""
    colour = rules.colour(pawn)
    if on_track(place):
        yield f"T{(int(place[1:]) + 1) % LAP}"
        if place == rules.start(colour) and place not in table.fresh:
            yield f"{colour}.F1"
    elif ".F" in place and int(place[-1]) < DEEPEST:
        yield f"{colour}.F{int(place[-1]) + 1}"


def blocked(rules: Rules, table: Table, place: str) -> bool:
    """Tell whether nobody gets onto a place: a finish space taken, or a protected pawn (3, 8)."""
    if place not in table.places:
        return False
    on_own_start = place == rules.start(rules.colour(table.places.index(place)))
    return ".F" in place or place in table.fresh or (rules.always_protected and on_own_start)


def put(rules: Rules, table: Table, pawn: int, place: str) -> Table:
    """Put a pawn on a place, capture who stands there; a fresh pawn that left is fresh no more."""
    places = list(table.places)
    if place in places:
        there = places.index(place)
        places[there] = f"{rules.colour(there)}.nest"
    places[pawn] = place
    return Table(tuple(places), table.fresh - {table.places[pawn]})


# --- positions ----------------------------------------------------------------------------------


def read(position: dict[str, Any]) -> tuple[Rules, Table]:
    """Return a position's rules and table."""
    seats, options = tuple(position["seats"]), position["options"]
    rules = Rules(
        seats=seats,
        turn=position["turn"],
        always_protected=options.get("always_protected", False),
        canadian_seven=options.get("canadian_seven", False),
    )
    places = tuple(place for seat in seats for place in position["pawns"][seat])
    return rules, Table(places, frozenset(position["fresh"]))


def write(rules: Rules, table: Table) -> dict[str, list[str]]:
    """Return the pawns as the exchange format has them."""
    fours = [sorted(table.places[first : first + 4]) for first in (0, 4, 8, 12)]
    return dict(zip(rules.seats, fours, strict=True))
