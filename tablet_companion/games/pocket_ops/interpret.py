"""From what a table shows to what, legal or not, somebody may have done, and what was wrong."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tablet_companion.games.core import Breach, Card, Placement
from tablet_companion.games.pocket_ops import rules
from tablet_companion.games.pocket_ops.actions import Action, Place, Use
from tablet_companion.games.pocket_ops.attempts import conceivable, uses
from tablet_companion.games.pocket_ops.base import ROOMS, Room
from tablet_companion.games.pocket_ops.judge import judge, placing, using
from tablet_companion.games.pocket_ops.powers import carried, choices, landed
from tablet_companion.games.pocket_ops.state import Phase, Placed, State, placer
from tablet_companion.games.pocket_ops.table import attempted, in_rooms, placement

MOST = 2
"""More rooms than this that nobody's action explains are no slip; somebody bumped the table."""


class Reading(NamedTuple):
    """What somebody may have done: rules broken, rooms left unexplained, pieces that it touches."""

    breaches: tuple[Breach, ...]
    left: list[Room]
    touched: int

    @property
    def told(self) -> tuple[Breach, ...]:
        """Return the breaches; rooms left unexplained are one more."""
        if not self.left:
            return self.breaches
        places = tuple(ROOMS[room] for room in self.left)
        return (
            *self.breaches,
            Breach(rules.NOTHING_ELSE, places, (), (("place", places[0]),)),
        )


def card_of(action: Action) -> Card | None:
    """Return the agent that an action places, or whose power it uses on somebody."""
    if isinstance(action, Place) or (isinstance(action, Use) and not action.is_nothing):
        return action.agent
    return None


def _best(readings: Iterable[Reading]) -> Reading:
    """Return the reading with the fewest broken rules, then rooms unexplained, then touches."""
    return min(readings, key=lambda one: (len(one.told), len(one.left), one.touched))


def _touches(use: Use) -> int:
    return len(use.moves) + len(use.removed)


# --- a table, one action after another ------------------------------------------------------------


def diagnose(state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what a table shows after an action.

    ``card`` is the agent that was placed or used, empty where nobody named one. The answer is empty
    where too much differs to be anybody's action. Raises PositionError for places and pieces that
    this game does not have.
    """
    there = in_rooms(shown)
    if not _differing(placement(state), there):
        return _undone(state)
    readings = [
        Reading(
            judge(state, action),
            _differing(attempted(state, action), there),
            _touches(action) if isinstance(action, Use) else 1,
        )
        for action in conceivable(state)
        if not card or card_of(action) in (None, card)
    ]
    if not readings:
        return ()
    best = _best(readings)
    return best.told if len(best.left) <= MOST else ()


def _undone(state: State) -> tuple[Breach, ...]:
    """Return why it is not enough to leave the table as it was."""
    if state.phase is Phase.PLACE:
        return (Breach(rules.MUST_PLACE),)
    if state.phase is Phase.POWER and state.placed is not None:
        return judge(state, Use(state.placed.agent))
    return ()


def _differing(wanted: Placement, there: dict[Room, list[int]]) -> list[Room]:
    """Return the rooms that do not show what they should; of two agents one may hide the other."""
    due = in_rooms(wanted)

    def agree(room: Room) -> bool:
        one, other = due.get(room, []), there.get(room, [])
        return sorted(one) == sorted(other) or (
            len(one) > 1 and len(other) == 1 <= one.count(*other)
        )

    return [room for room in range(len(ROOMS)) if not agree(room)]


# --- a base, after a whole turn -------------------------------------------------------------------


def explain(state: State, agents: Iterable[Card], shown: bytes) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that turns a base into the one shown.

    One of these agents was placed and, being through, used its power. Empty when a legal
    placement leads to what is shown.
    """
    best = _best(_turns(state, agents, shown))
    return (Breach(rules.MUST_PLACE),) if best.told and shown == state.base else best.told


def _turns(state: State, agents: Iterable[Card], shown: bytes) -> Iterator[Reading]:
    """Yield every placement, legal or not, with every use of its power, legal or not."""
    for place in itertools.starmap(Place, itertools.product(agents, range(len(ROOMS)))):
        wrong = tuple(breach for breach in placing(state, place) if breach)
        for use, misused, after in _outcomes(state, place):
            left = [room for room in range(len(ROOMS)) if after[room] != shown[room]]
            yield Reading((*wrong, *misused), left, _touches(use))


def _outcomes(state: State, place: Place) -> Iterator[tuple[Use, tuple[Breach, ...], bytes]]:
    """Yield every use of a power, right or not, what is wrong with it and the base after it."""
    colour, (agent, room, _) = placer(state), place
    through = landed(state.base, colour, agent, room)
    right = choices(through, colour, agent, room)
    tried = uses(through, agent, room) if agent in rules.OWN_RULE else ()
    after_reveal = state._replace(phase=Phase.POWER, base=through, placed=Placed(agent, room))
    for use in dict.fromkeys((*(right or [Use(agent)]), *tried)):
        idle = use.is_nothing and not right  # there was nothing to choose
        misused = () if idle else tuple(breach for breach in using(after_reveal, use) if breach)
        yield use, misused, carried(through, colour, room, use)
