"""Every action of DOG, each once: the action space of learning players."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablet_companion.games.dog.state import CARDS, PLAYING, POWERS, SEVEN, Powers, State
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Action, Deal, Give, GiveUp, Legs, Lot, Play
from tablet_companion.games.dog_family.listing import SPLITS, advances, retreats, starts, swaps
from tablet_companion.games.protocol import Listing


def _legs(powers: Powers) -> Iterator[Legs]:
    if powers.starts:
        yield from starts()
    yield from advances((*powers.forwards, *[SEVEN] * powers.splits))
    yield from retreats(powers.backwards)
    if powers.swaps:
        yield from swaps(range(track.LAP))


def _bare(action: Action) -> Action:
    return Play(action.card, action.legs) if isinstance(action, Play) else action


@functools.cache
def _listed() -> Listing[Action]:
    plays = (Play(card, legs) for card in CARDS for legs in dict.fromkeys(_legs(POWERS[card])))
    return Listing(
        chance=(*map(Lot, PLAYING), *map(Deal, CARDS)),
        seats=(*map(Give, CARDS), GiveUp(), *plays),
        more=SPLITS,
        bare=_bare,
    )


def listing(_state: State) -> Listing[Action]:
    """Return every action except a `7` that is split among pawns."""
    return _listed()
