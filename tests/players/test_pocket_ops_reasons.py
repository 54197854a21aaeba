"""What is said for actions of Pocket Ops is so by its rules, and is said wherever it is."""

from __future__ import annotations

import functools
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.pocket_ops.actions import Enrol, Guessed, Place, Reveal, Use
from tablet_companion.games.pocket_ops.board import LINES
from tablet_companion.games.pocket_ops.powers import every_use
from tablet_companion.games.pocket_ops.state import Phase
from tests.amounts import count
from tests.players.merits import Case, cases, check

OPS: Final = games.load("pocket_ops")
MOVERS: Final = ("commando", "courier")


def colours(base: bytes) -> list[int | None]:
    """Return whose agent stands in each room."""
    return [None if stands == 0 else (stands - 1) % 2 for stands in base]


def mover(case: Case) -> Any:
    """Return the colour that places in this turn."""
    return 1 - (case.state.first + case.state.turns) % 2


def beside(base: bytes, room: int, mine: int, yours: int, own: int) -> bool:
    """Whether a line through a room has these numbers of agents in its other rooms."""
    owned = colours(base)
    for line in LINES:
        others = [owned[one] for one in line if one != room]
        if room in line and (others.count(own), others.count(1 - own)) == (mine, yours):
            return True
    return False


def count_open(base: bytes, room: int, own: int) -> int:
    """Return how many lines through a room have no agent of the other's besides."""
    owned = colours(base)
    return sum(
        1 - own not in [owned[one] for one in line if one != room] for line in LINES if room in line
    )


def lined_up(base: bytes, own: int) -> bool:
    """Whether a colour has three in a line."""
    owned = colours(base)
    return any(all(owned[room] == own for room in line) for line in LINES)


def ends(case: Case) -> list[bytes]:
    """Return the base for every way to go on after an agent got through."""
    if not isinstance(case.action, Place):
        return []
    through = OPS.successor(case.after._replace(guess=()), Reveal(foiled=False))
    if through.phase is not Phase.POWER:
        return [through.base]
    return [OPS.successor(through, use).base for use in OPS.legal(through)]


def results(case: Case) -> list[bool]:
    """Return, for every way to go on after an agent got through, whether it has three in line."""
    return [lined_up(end, mover(case)) for end in ends(case)]


def _can_remove(case: Case) -> bool:
    other = 1 - mover(case)
    before = colours(case.state.base).count(other)
    return any(colours(end).count(other) < before for end in ends(case))


@functools.cache
def list_all_uses() -> list[Use]:
    """Return every use of every power."""
    return every_use()


def uses(case: Case) -> list[Use]:
    """Return every use of the power of a specialist that is kept, on any base."""
    if not isinstance(case.action, Enrol):
        return []
    return [use for use in list_all_uses() if use.agent == case.action.card]


def places(case: Case, mine: int, yours: int) -> bool:
    """Whether an agent goes to a free room of such a line, and stays there."""
    action = case.action
    if not isinstance(action, Place) or action.agent in MOVERS or case.state.base[action.room]:
        return False
    return beside(case.state.base, action.room, mine, yours, mover(case))


def answers(case: Case, agents: tuple[str, ...] = ()) -> list[Any]:
    """Return the placements that a guess foils."""
    if not isinstance(case.action, Guessed):
        return []
    legal = OPS.legal(case.after)
    return [one for one in legal if one.room in case.action.rooms and one.agent not in agents]


def foils(case: Case, mine: int, yours: int) -> bool:
    """Whether a guess foils an agent on such a line."""
    found = answers(case, MOVERS)
    return any(beside(case.state.base, one.room, mine, yours, mover(case)) for one in found)


def _guesses_best_room(case: Case) -> bool:
    if not isinstance(case.action, Guessed):
        return False
    spies = [one.room for one in OPS.legal(case.after) if one.agent == "spy"]
    counts = {room: count_open(case.state.base, room, mover(case)) for room in spies}
    found = [counts.get(room, -1) for room in case.action.rooms]
    return bool(counts) and max(found) == max(counts.values()) > min(counts.values())


def _places_in_best_room(case: Case) -> bool:
    action = case.action
    if not isinstance(action, Place) or action.agent in MOVERS:
        return False
    same = [one.room for one in OPS.legal(case.state) if one.agent == action.agent]
    counts = [count_open(case.state.base, room, mover(case)) for room in same]
    here = count_open(case.state.base, action.room, mover(case))
    return here == max(counts) > min(counts)


def _risks_a_spy(case: Case) -> bool:
    """Whether a foiled spy is in reserve as before, and a specialist could be placed instead."""
    if not isinstance(case.action, Place) or case.action.agent != "spy":
        return False
    foiled = OPS.successor(case.after._replace(guess=(case.action.room,)), Reveal(foiled=True))
    own = mover(case)
    return foiled.base == case.state.base and bool(foiled.fresh[own])


def pairs(base: bytes, own: int) -> int:
    """Return how many lines have two of a colour and a free room."""
    owned = colours(base)
    lines = [[owned[room] for room in line] for line in LINES]
    return sum(line.count(own) == 2 and None in line for line in lines)


def changes(case: Case, side: int) -> int:
    """Return how many pairs in open lines a power adds for a colour."""
    if not isinstance(case.action, Use):
        return 0
    return pairs(case.after.base, side) - pairs(case.state.base, side)


def _removes(case: Case) -> bool:
    if not isinstance(case.action, Use):
        return False
    other = 1 - mover(case)
    return colours(case.after.base).count(other) < colours(case.state.base).count(other)


_SAID: Final = ((2, 0), (0, 2), (1, 0))
EXACT: Final = {
    "If it gets through, three are in line.": lambda c: bool(results(c)) and all(results(c)),
    "If it gets through, its power can put three in line.": lambda c: (
        any(results(c)) and not all(results(c))
    ),
    "It keeps the other from three in line.": lambda c: places(c, 0, 2),
    "It continues one of your lines.": lambda c: places(c, 1, 0),
    "It closes one of the other’s lines.": lambda c: places(c, 0, 1),
    "No room is on more lines that are open to you.": _places_in_best_room,
    "A foiled spy only goes back to your reserve.": _risks_a_spy,
    "The other could get three in line there.": lambda c: foils(c, 2, 0),
    "The other could keep you from three in line there.": lambda c: foils(c, 0, 2),
    "The other could continue a line there.": lambda c: foils(c, 1, 0),
    "No room is on more lines that are open to the other.": _guesses_best_room,
    "The other can place there.": lambda c: (
        bool(answers(c)) and not any(foils(c, *one) for one in _SAID) and not _guesses_best_room(c)
    ),
    "It puts three in line.": lambda c: (
        isinstance(c.action, Use) and lined_up(c.after.base, mover(c))
    ),
    "It breaks up two of the other’s in an open line.": lambda c: changes(c, 1 - mover(c)) < 0,
    "It puts two of yours in an open line.": lambda c: changes(c, mover(c)) > 0,
    "It takes a spy of the other’s out of the base.": _removes,
    "If it gets through, it can take a spy of the other’s out of the base.": _can_remove,
    "Its power takes spies of the other’s out of the base.": lambda c: any(
        use.removed for use in uses(c)
    ),
    "Its power moves agents in the base.": lambda c: any(use.moves for use in uses(c)),
    "After it you guess two rooms at once.": lambda c: (
        isinstance(c.action, Enrol)
        and not uses(c)
        and c.state._replace(double=(True, True)).most_guesses == 2
    ),
}


def test_what_is_said_is_so_and_said_wherever_it_is() -> None:
    """The rules say the same of every action of some games, chosen or not."""
    counts = check(cases(OPS, 41, count(450, 900), each=9), EXACT)
    assert all(counts.values()), counts
    assert {text for text, _ in OPS.reasons} == EXACT.keys()
