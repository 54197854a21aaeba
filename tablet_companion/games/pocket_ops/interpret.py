"""From what a table shows to the possible actions, legal or not, and what is wrong with them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tablet_companion.games.core import Breach, Card, Placement, Rule
from tablet_companion.games.pocket_ops import rules
from tablet_companion.games.pocket_ops.actions import Action, Place, Use
from tablet_companion.games.pocket_ops.board import ROOMS, Room, specialist, spy
from tablet_companion.games.pocket_ops.judge import judge, judge_placement, judge_use
from tablet_companion.games.pocket_ops.legal import conceivable, uses
from tablet_companion.games.pocket_ops.powers import carry_out, land, list_choices
from tablet_companion.games.pocket_ops.state import AGENTS, SEATS, SPY, Phase, Placed, State
from tablet_companion.games.pocket_ops.table import attempted, in_rooms, placement

MAX_UNEXPLAINED: Final = 2
"""If more rooms than this stay unexplained, it was no slip: somebody bumped the table."""

Rooms = Mapping[Room, Sequence[int]]
"""The agents seen in each non-empty room; of two agents, one stands on the other."""


class Reading(NamedTuple):
    """A possible action: its broken rules, the rooms left unexplained, the power it uses."""

    breaches: tuple[Breach, ...]
    left: list[Room]
    use: Use | None

    @property
    def cost(self) -> tuple[int, int, int]:
        """Distance from a legal action: rules broken, rooms unexplained, pieces touched."""
        return len(self.breaches) + bool(self.left), len(self.left), _count_touched(self.use)


def _list_breaches(
    state: State, reading: Reading, before: Rooms, shown: Rooms
) -> tuple[Breach, ...]:
    """Return the breaches of a reading; unexplained rooms add one more, unless it is the same.

    That somebody placed too much comes first, and a power that waits last.
    """
    if not reading.left:
        return reading.breaches
    strange = _unexplained(state, reading, before, shown)
    others = (breach for breach in reading.breaches if breach.rule != strange.rule)
    return tuple(sorted((*others, strange), key=lambda breach: _ORDER.get(breach.rule, 1)))


_ORDER: Final = {rules.WHOSE_TURN: 0, rules.ONE_AGENT: 0, rules.POWER_MUST: 2}


def _unexplained(state: State, reading: Reading, before: Rooms, shown: Rooms) -> Breach:
    """Return why unexplained rooms are wrong: too many agents, or agents that were touched.

    Rooms that the power changes were left out of its use.
    """
    colour, left, use = state.placer, reading.left, reading.use
    guessing = _find_newcomers(1 - colour, before, shown)
    if guessing:
        seats = {"seat": SEATS[colour], "seat_guesser": SEATS[1 - colour]}
        return _in_rooms(rules.WHOSE_TURN, guessing, **seats)
    placed = _find_newcomers(colour, before, shown)
    if len(placed) > (state.phase is Phase.PLACE):
        already = state.phase in (Phase.REVEAL, Phase.POWER)
        return _in_rooms(rules.ONE_AGENT, placed, count=len(placed) + already)
    if use and set(left) <= {*use.removed, *itertools.chain(*use.moves)}:
        return _in_rooms(rules.OWN_RULE[use.agent], left)
    return _in_rooms(rules.NOTHING_ELSE, left)


def _find_newcomers(colour: int, before: Rooms, shown: Rooms) -> list[Room]:
    """Return the rooms with new agents of a colour, if the base has more of them than before."""
    own = {spy(colour), specialist(colour)}

    def standing(rooms: Rooms) -> Counter[Room]:
        return Counter(room for room, agents in rooms.items() for agent in agents if agent in own)

    was, now = standing(before), standing(shown)
    return sorted((now - was).elements()) if now.total() > was.total() else []


def _in_rooms(rule: Rule, rooms: list[Room], **details: str | int) -> Breach:
    places = tuple(ROOMS[room] for room in rooms)
    return Breach(rule, places, (), tuple(sorted({"place": places[0], **details}.items())))


def card_of(action: Action) -> Card | None:
    """Return the agent that an action places, or whose power it uses on some piece."""
    if isinstance(action, Place) or (isinstance(action, Use) and not action.is_nothing):
        return action.agent
    return None


def _best(readings: Iterable[Reading]) -> Reading:
    """Return the reading with the lowest cost."""
    return min(readings, key=lambda one: one.cost)


def _count_touched(use: Use | None) -> int:
    """Return how many pieces a power touches; placing touches one."""
    return len(use.moves) + len(use.removed) if use else 1


# --- one table, one action ------------------------------------------------------------------------


def diagnose(state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what a table shows after an action.

    ``card`` is the agent that was placed or used, empty if nobody named one. The answer is empty if
    too much differs for any action. Raises PositionError for places and pieces that this game does
    not have.
    """
    there, before = in_rooms(shown), in_rooms(placement(state))
    if not _differing(placement(state), there):
        return _explain_unchanged(state)
    likely_agents = {None, card} if card else _likely_agents(state)
    readings = [
        Reading(
            judge(state, action),
            _differing(attempted(state, action), there),
            action if isinstance(action, Use) else None,
        )
        for action in conceivable(state)
        if card_of(action) in likely_agents
    ]
    if state.phase is Phase.PLACE:  # what stands in the base may be moved and nothing be placed
        readings.append(Reading((), _differing(placement(state), there), None))
    likely = [reading for reading in readings if len(reading.left) <= MAX_UNEXPLAINED]
    return _list_breaches(state, _best(likely), before, there) if likely else ()


def _likely_agents(state: State) -> set[Card | None]:
    """Return what may have been placed if nobody named it: all specialists look the same.

    If everybody knows this round's, that one is meant: to name another would be a false accusation.
    """
    own = state.active[state.placer]
    return {None, SPY, own} if own else {None, *AGENTS}


def _explain_unchanged(state: State) -> tuple[Breach, ...]:
    """Return why the table may not stay as it was."""
    if state.phase is Phase.PLACE:
        return (Breach(rules.MUST_PLACE),)
    if state.phase is Phase.POWER and state.placed is not None:
        return judge(state, Use(state.placed.agent))
    return ()


def _differing(wanted: Placement, there: dict[Room, list[int]]) -> list[Room]:
    """Return the rooms that do not show what they should; of two agents, one may hide the other."""
    due = in_rooms(wanted)

    def agree(room: Room) -> bool:
        one, other = due.get(room, []), there.get(room, [])
        return sorted(one) == sorted(other) or (
            len(one) > 1 and len(other) == 1 <= one.count(*other)
        )

    return [room for room in range(len(ROOMS)) if not agree(room)]


# --- the base after a whole turn ------------------------------------------------------------------


def explain(state: State, agents: Iterable[Card], shown: bytes) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that turns a base into the one shown.

    One of these agents was placed and, if through, used its power. Empty if a legal placement leads
    to what is shown.
    """
    best = _best(_turns(state, agents, shown))
    told = _list_breaches(state, best, _standing(state.base), _standing(shown))
    return (Breach(rules.MUST_PLACE),) if told and shown == state.base else told


def _standing(base: bytes) -> Rooms:
    return {room: (agent,) for room, agent in enumerate(base) if agent}


def _turns(state: State, agents: Iterable[Card], shown: bytes) -> Iterator[Reading]:
    """Yield every placement, legal or not, with every use of its power, legal or not."""
    for place in itertools.starmap(Place, itertools.product(agents, range(len(ROOMS)))):
        wrong = tuple(breach for breach in judge_placement(state, place) if breach)
        for use, misused, after in _outcomes(state, place):
            left = [room for room in range(len(ROOMS)) if after[room] != shown[room]]
            # A wrong placement is explained without its power, and no rule is named twice.
            told = {rules.POWER_MUST, *(breach.rule for breach in wrong)} if wrong else set()
            further = (breach for breach in misused if breach.rule not in told)
            yield Reading((*wrong, *further), left, use)


def _outcomes(state: State, place: Place) -> Iterator[tuple[Use, tuple[Breach, ...], bytes]]:
    """Yield every use of a power, legal or not, its faults, and the base after it."""
    colour, (agent, room, _) = state.placer, place
    through = land(state.base, colour, agent, room)
    right = list_choices(through, colour, agent, room)
    tried = uses(through, agent, room) if agent in rules.OWN_RULE else ()
    after_reveal = state._replace(phase=Phase.POWER, base=through, placed=Placed(agent, room))
    for use in dict.fromkeys((*(right or (Use(agent),)), *tried)):
        idle = use.is_nothing and not right  # there was nothing to choose
        misused = () if idle else tuple(breach for breach in judge_use(after_reveal, use) if breach)
        yield use, misused, carry_out(through, colour, room, use)
