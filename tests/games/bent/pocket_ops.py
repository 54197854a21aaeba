"""Bends of Pocket Ops, and states in which a power is to be used."""

import random
from collections.abc import Iterator
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.pocket_ops import GAME
from tablet_companion.games.pocket_ops.actions import Enrol, Guessed, Place, Reveal, Use
from tablet_companion.games.pocket_ops.state import (
    ASSASSIN,
    BURGLAR,
    COMMANDO,
    COURIER,
    HACKER,
    MOLE,
    NINJA,
    SNIPER,
    SPECIALISTS,
    SPY,
    Phase,
    State,
    with_own,
)
from tests.games.bent import Bend, some

Bent = tuple[Any, Any] | None
_ROOMS = range(9)


def _colour(state: State) -> int:
    """Return who places: the first player guesses in every other turn."""
    return 1 - (state.first + state.turns) % 2


def _with(state: State, *stands: int) -> list[int]:
    """Return the rooms in which one of these stands: 1, 2 spies, 3, 4 specialists."""
    return [room for room in _ROOMS if state.base[room] in stands]


def _apart(room: int, other: int) -> tuple[int, int]:
    return abs(room // 3 - other // 3), abs(room % 3 - other % 3)


def _using(state: State, agent: Card) -> int | None:
    """Return the room of an agent that is to use its power."""
    if state.phase is not Phase.POWER or state.placed is None or state.placed.agent != agent:
        return None
    return state.placed.room


# --- the course of a turn -------------------------------------------------------------------------


def keep_another(state: State, action: Any, rng: random.Random) -> Bent:
    """Keep a specialist that was not looked at."""
    offers = [card for offer in state.offers for card in offer]
    if not isinstance(action, Enrol) or UNKNOWN_CARD in offers:
        return None
    return some(rng, state, [Enrol(card) for card in SPECIALISTS if card not in offers])


def lay_three(state: State, action: Any, _rng: random.Random) -> Bent:
    """Lay three cards."""
    return (state, Guessed((0, 4, 8))) if isinstance(action, Guessed) else None


def lay_none(state: State, action: Any, _rng: random.Random) -> Bent:
    """Lay no card."""
    return (state, Guessed(())) if isinstance(action, Guessed) and action.rooms else None


def lay_two(state: State, action: Any, _rng: random.Random) -> Bent:
    """Lay two cards without a hacker's help."""
    if not isinstance(action, Guessed) or state.double[1 - _colour(state)]:
        return None
    return state, Guessed((2, 6))


def misread(state: State, action: Any, _rng: random.Random) -> Bent:
    """Let an agent through that was guessed, or take one out that was not."""
    if not isinstance(action, Reveal) or not state.guess:
        return None
    return state, Reveal(not action.foiled)


def guess_late(state: State, action: Any, _rng: random.Random) -> Bent:
    """Lay a card once it is time to place."""
    return (state, Guessed((0,))) if isinstance(action, Place) else None


# --- placing --------------------------------------------------------------------------------------


def on_somebody(state: State, action: Any, rng: random.Random) -> Bent:
    """Place a spy on an occupied room."""
    if not isinstance(action, Place):
        return None
    return some(rng, state, [Place(SPY, room) for room in _with(state, 1, 2, 3, 4)])


def an_eighth_spy(state: State, action: Any, _rng: random.Random) -> Bent:
    """Place a spy when all seven stand in the base."""
    if not isinstance(action, Place):
        return None
    return state._replace(base=bytes([1 + _colour(state)] * 7 + [0, 0])), Place(SPY, 8)


def a_strange_specialist(state: State, action: Any, rng: random.Random) -> Bent:
    """Place a specialist that is not in reserve."""
    if not isinstance(action, Place):
        return None
    colour = _colour(state)
    own = state.active[colour] if state.fresh[colour] else None
    return some(rng, state, [Place(card, action.room) for card in SPECIALISTS if card != own])


def _placing(agent: Card, state: State, rng: random.Random, *wrong: int) -> Bent:
    """Place an agent on a room where one of these stands, 0 for nobody."""
    colour = _colour(state)
    if state.phase is not Phase.PLACE:
        return None
    state = state._replace(active=with_own(state.active, colour, agent), fresh=(True, True))
    return some(rng, state, [Place(agent, r) for r in _ROOMS if state.base[r] in wrong])


def assassin_nowhere(state: State, _action: Any, rng: random.Random) -> Bent:
    """Place an assassin on a free room, on an own spy or on a specialist."""
    return _placing(ASSASSIN, state, rng, 0, 1 + _colour(state), 3, 4)


def courier_nowhere(state: State, _action: Any, rng: random.Random) -> Bent:
    """Place a courier on a free room, on an enemy spy or on a specialist."""
    return _placing(COURIER, state, rng, 0, 2 - _colour(state), 3, 4)


# --- powers ---------------------------------------------------------------------------------------


def leave_it(state: State, action: Any, _rng: random.Random) -> Bent:
    """Leave a power alone that has to be used."""
    bound = isinstance(action, Use) and action.agent in (ASSASSIN, COMMANDO, COURIER)
    return (state, Use(action.agent)) if bound else None


def anothers_power(state: State, action: Any, rng: random.Random) -> Bent:
    """Use the power of a specialist that did not get through."""
    if not isinstance(action, Use):
        return None
    others = [card for card in (SPY, *SPECIALISTS) if card != action.agent]
    return some(rng, state, [action._replace(agent=card) for card in others])


def on_specialists(state: State, action: Any, rng: random.Random) -> Bent:
    """Remove another specialist."""
    if not isinstance(action, Use) or state.placed is None:
        return None
    rooms = [room for room in _with(state, 3, 4) if room != state.placed.room]
    return some(rng, state, [Use(action.agent, removed=(room,)) for room in rooms])


def _removing(agent: Card, state: State, rng: random.Random, near: Any) -> Bent:
    """Remove an own spy, or an enemy spy that is not near."""
    room, colour = _using(state, agent), _colour(state)
    if room is None:
        return None
    wrong = [*_with(state, 1 + colour)]
    wrong += [r for r in _with(state, 2 - colour) if not near(*_apart(room, r))]
    return some(rng, state, [Use(agent, removed=(r,)) for r in wrong])


def ninja_afar(state: State, _action: Any, rng: random.Random) -> Bent:
    """Remove an own spy, or one two rooms away."""
    return _removing(NINJA, state, rng, lambda rows, columns: max(rows, columns) == 1)


def sniper_aslant(state: State, _action: Any, rng: random.Random) -> Bent:
    """Remove an own spy, or one that is not in line."""
    return _removing(SNIPER, state, rng, lambda rows, columns: 0 in (rows, columns))


def assassin_elsewhere(state: State, _action: Any, rng: random.Random) -> Bent:
    """Remove another spy than the one below."""
    return _removing(ASSASSIN, state, rng, lambda rows, columns: rows == columns == 0)


def _swap(agent: Card, one: int, other: int) -> Use:
    return Use(agent, tuple(sorted(((one, other), (other, one)))))


def burglar_aslant(state: State, _action: Any, rng: random.Random) -> Bent:
    """Change places with an own spy, or one that is not beside."""
    room, colour = _using(state, BURGLAR), _colour(state)
    if room is None:
        return None
    wrong = [*_with(state, 1 + colour)]
    wrong += [r for r in _with(state, 2 - colour) if sum(_apart(room, r)) != 1]
    return some(rng, state, [_swap(BURGLAR, room, r) for r in wrong])


def mole_afar(state: State, _action: Any, rng: random.Random) -> Bent:
    """Swap two spies of a colour, or one that is two rooms away."""
    room = _using(state, MOLE)
    if room is None:
        return None
    spies = _with(state, 1, 2)
    wrong = [
        _swap(MOLE, one, other)
        for one in spies
        for other in spies
        if one < other
        and (
            state.base[one] == state.base[other]
            or any(max(_apart(room, spy)) != 1 for spy in (one, other))
        )
    ]
    return some(rng, state, wrong)


def commando_stays(state: State, action: Any, _rng: random.Random) -> Bent:
    """Push somebody without sliding into that room."""
    room = _using(state, COMMANDO)
    if room is None or not isinstance(action, Use) or len(action.moves) != 2:
        return None
    return state, action._replace(moves=tuple(m for m in action.moves if m[0] != room))


def courier_stays(state: State, _action: Any, rng: random.Random) -> Bent:
    """Send the spy into an occupied room, or one that is not beside."""
    room = _using(state, COURIER)
    if room is None:
        return None
    wrong = [to for to in _ROOMS if to != room and (state.base[to] or sum(_apart(room, to)) != 1)]
    return some(rng, state, [Use(COURIER, ((room, to),)) for to in wrong])


BENDS: Final[dict[str, Bend]] = {
    "not_looked_at": keep_another,
    "how_many_cards": lay_three,
    "how_many_cards: none": lay_none,
    "how_many_cards: two": lay_two,
    "as_guessed": misread,
    "wrong_moment": guess_late,
    "empty_room": on_somebody,
    "no_spy_left": an_eighth_spy,
    "active_specialist": a_strange_specialist,
    "assassin": assassin_nowhere,
    "courier": courier_nowhere,
    "power_must": leave_it,
    "active_specialist: power": anothers_power,
    "specialists_stay": on_specialists,
    "ninja": ninja_afar,
    "sniper": sniper_aslant,
    "assassin: power": assassin_elsewhere,
    "burglar": burglar_aslant,
    "mole": mole_afar,
    "commando": commando_stays,
    "courier: power": courier_stays,
}


def with_powers(count: int, seed: int) -> Iterator[State]:
    """Yield states in which a specialist has got through in a random base, and may act."""
    rng = random.Random(seed)
    first: State = GAME.setup({"dealing": "tablet"}, GAME.seats)
    while count:
        colour = rng.randrange(2)
        base = bytes(rng.choices((0, 1, 2, 4 - colour), (5, 3, 3, 1), k=9))
        agent = rng.choice((ASSASSIN, BURGLAR, COMMANDO, COURIER, MOLE, NINJA, SNIPER))
        state = first._replace(
            phase=Phase.PLACE,
            first=1 - colour,
            base=base,
            active=with_own((HACKER, HACKER), colour, agent),
            fresh=(True, True),
        )
        places = [p for p in GAME.legal(state) if isinstance(p, Place) and p.agent == agent]
        if base.count(4 - colour) > 1 or not places:
            continue
        state = GAME.successor(state, rng.choice(places))
        state = GAME.successor(state, Reveal(foiled=False))
        if state.phase is Phase.POWER:
            count -= 1
            yield state
