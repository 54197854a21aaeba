"""Pocket Ops once more, by letters and compass, without a shortcut; as slow as it is plain.

A base is what the exchange format says: letters of rooms, each with a colour and an agent. Written
from the rules' text alone; nothing of the engine is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Agent = tuple[str, str]
Base = dict[str, Agent]
Reserve = dict[str, str | None]
Node = tuple[tuple[tuple[str, Agent], ...], tuple[tuple[str, str | None], ...]]

ROWS = ("ABC", "DEF", "GHI")
LINES = ("ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG")
FOUR_WINDS = ((-1, 0), (0, 1), (1, 0), (0, -1))
EIGHT_WINDS = (*FOUR_WINDS, (-1, -1), (-1, 1), (1, -1), (1, 1))
ENEMY = {"red": "blue", "blue": "red"}
SPIES = 7


def go(room: str, wind: tuple[int, int], steps: int = 1) -> str | None:
    """Return the room this many steps away, or None outside the base."""
    row = next(number for number, letters in enumerate(ROWS) if room in letters)
    column = ROWS[row].index(room)
    row, column = row + steps * wind[0], column + steps * wind[1]
    return ROWS[row][column] if row in range(3) and column in range(3) else None


def near(room: str, winds: tuple[tuple[int, int], ...], steps: tuple[int, ...] = (1,)) -> list[str]:
    """Return the rooms this many steps away in any of these directions."""
    found = (go(room, wind, count) for wind in winds for count in steps)
    return [other for other in found if other is not None]


def in_line(base: Base) -> list[str]:
    """Return who has three agents in a line, sorted."""
    return [
        colour
        for colour in ("blue", "red")
        if any(all(base.get(room, ("", ""))[0] == colour for room in line) for line in LINES)
    ]


# --- one placement ------------------------------------------------------------------------------


def spies_left(base: Base, colour: str) -> int:
    """Return how many spies of a colour are not in the base."""
    return SPIES - list(base.values()).count((colour, "spy"))


def enterable(base: Base, colour: str, agent: str) -> list[str]:
    """Return where an agent may be placed."""
    if agent == "spy" and spies_left(base, colour) == 0:
        return []
    letters = "".join(ROWS)
    if agent == "assassin":
        return [room for room in letters if base.get(room) == (ENEMY[colour], "spy")]
    if agent == "courier":
        return [
            room
            for room in letters
            if base.get(room) == (colour, "spy")
            and [other for other in near(room, FOUR_WINDS) if other not in base]
        ]
    return [room for room in letters if room not in base]


def without(base: Base, room: str) -> Base:
    """Return the base with a room emptied."""
    return {other: agent for other, agent in base.items() if other != room}


def swapped(base: Base, one: str, other: str) -> Base:
    """Return the base with the agents of two rooms exchanged."""
    return {**base, one: base[other], other: base[one]}


def outcomes(base: Base, colour: str, agent: str, room: str) -> list[Base]:
    """Return every base that an unblocked placement can lead to, its power used or not."""
    before = base
    base = {**base, room: (colour, agent)}
    enemy = (ENEMY[colour], "spy")
    match agent:
        case "ninja":
            hit = [other for other in near(room, EIGHT_WINDS) if base.get(other) == enemy]
            return [base, *(without(base, other) for other in hit)]
        case "sniper":
            hit = [o for o in near(room, FOUR_WINDS, (1, 2)) if base.get(o) == enemy]
            return [base, *(without(base, other) for other in hit)]
        case "burglar":
            mate = [other for other in near(room, FOUR_WINDS) if base.get(other) == enemy]
            return [base, *(swapped(base, room, other) for other in mate)]
        case "mole":
            around = near(room, EIGHT_WINDS)
            own = [other for other in around if base.get(other) == (colour, "spy")]
            other = [other for other in around if base.get(other) == enemy]
            return [base, *(swapped(base, a, b) for a in own for b in other)]
        case "courier":
            free = [other for other in near(room, FOUR_WINDS) if other not in before]
            return [{**base, other: (colour, "spy")} for other in free]
        case "commando":
            return list(_slides(base, colour, room)) or [base]
        case _:
            return [base]


def _slides(base: Base, colour: str, room: str) -> Iterator[Base]:
    """Yield what a commando's slides lead to, pushing a spy, and a second one behind it."""
    for wind in FOUR_WINDS:
        first, second = go(room, wind), go(room, wind, 2)
        if first is None or base.get(first, ("", ""))[1] != "spy":
            continue
        if second in base and base[second][1] != "spy":
            continue
        after = without(base, room)
        pushed = after[first]
        after[first] = (colour, "commando")
        if second is not None:
            after[second] = pushed
        yield after


def moves(position: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the lines of ``moves`` for a position."""
    base: Base = {room: (colour, agent) for room, (colour, agent) in position["rooms"].items()}
    turn = position["turn"]
    lines: list[dict[str, Any]] = []
    for agent in ("spy", position["active"][turn]):
        for room in enterable(base, turn, agent) if agent else ():
            for after in outcomes(base, turn, agent, room):
                line = {
                    "place": agent,
                    "room": room,
                    "after": {r: list(after[r]) for r in sorted(after)},
                    "lines": sorted(in_line(after)),
                }
                if line not in lines:
                    lines.append(line)
    return sorted(lines, key=lambda line: (line["place"], line["room"], str(line["after"])))


# --- mission impossible -------------------------------------------------------------------------


def line_can_be_made(base: Base, reserve: Reserve) -> bool:
    """Whether any series of placements, whoever makes them, ever leads to a line."""
    seen: set[Node] = set()
    left = [(base, reserve)]
    while left:
        here, fresh = left.pop()
        if in_line(here):
            return True
        node = (tuple(sorted(here.items())), tuple(sorted(fresh.items())))
        if node not in seen:
            seen.add(node)
            left += _further(here, fresh)
    return False


def _further(base: Base, fresh: Reserve) -> Iterator[tuple[Base, Reserve]]:
    for colour in ("red", "blue"):
        for agent in ("spy", fresh[colour]):
            if agent is None:
                continue
            after = fresh if agent == "spy" else {**fresh, colour: None}
            for room in enterable(base, colour, agent):
                for reached in outcomes(base, colour, agent, room):
                    yield reached, after


def rooms_left(base: Base, reserve: Reserve, colours: tuple[str, ...]) -> set[str]:
    """Return the rooms on which these colours may place anything."""
    return {
        room
        for colour in colours
        for agent in ("spy", reserve[colour])
        if agent is not None
        for room in enterable(base, colour, agent)
    }


def impossible(position: dict[str, Any]) -> str | None:
    """Return which proof ends the round before this turn: ``line``, ``one`` or ``none``."""
    base: Base = {room: (colour, agent) for room, (colour, agent) in position["rooms"].items()}
    reserve: Reserve = position["active"]
    if not line_can_be_made(base, reserve):
        return "line"
    if len(rooms_left(base, reserve, ("red", "blue"))) == 1:
        return "one"
    return None if rooms_left(base, reserve, (position["turn"],)) else "none"
