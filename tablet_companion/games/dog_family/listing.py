"""The plays of DOG and Agent DOG that can be listed: those of one pawn, and swaps.

A card that is split among pawns has too many; it gets a block of ``_SPLITS`` numbers.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import (
    Action,
    Deal,
    Discard,
    Give,
    GiveUp,
    Legs,
    Lot,
    Play,
    Redraw,
)
from tablet_companion.games.dog_family.state import Setting, State
from tablet_companion.games.protocol import Listing

_SPLITS: Final = 1 << 14
"""Three times the most choices found in any position (5043)."""

LegsOf = Callable[[Setting, Card], Iterable[Legs]]
"""Returns the ways of one pawn, and the swaps, that a card allows anywhere."""


def list_actions(legs_of: LegsOf, state: State) -> Listing[Action]:
    """Return every action of a game, given the ways of each card.

    A play is listed by its card and its legs.
    """
    return _list_all(legs_of, state.setting)


@functools.lru_cache(maxsize=16)
def _list_all(legs_of: LegsOf, setting: Setting) -> Listing[Action]:
    faces = setting.faces
    passes = [GiveUp()] if setting.teams else [*map(Redraw, faces), *map(Discard, faces)]
    plays = (Play(card, legs) for card in faces for legs in dict.fromkeys(legs_of(setting, card)))
    return Listing(
        chance=(*map(Lot, setting.playing), *map(Deal, faces)),
        seats=(*map(Give, faces), *passes, *plays),
        more=_SPLITS,
        bare=lambda one: Play(one.card, one.legs) if isinstance(one, Play) else one,
    )


def starts() -> Iterator[Legs]:
    """Yield the start of a pawn of each colour."""
    return (((track.nest(colour), start),) for colour, start in enumerate(track.STARTS))


def advances(counts: Iterable[int]) -> Iterator[Legs]:
    """Yield every way of one pawn forwards by one of these numbers, into any finish too."""
    ways = {
        (origin, target)
        for count in counts
        for colour in range(len(track.STARTS))
        for origin in track.ALL
        for target in track.AHEAD[colour][count][origin]
    }
    return ((way,) for way in sorted(ways))


def retreats(counts: Iterable[int]) -> Iterator[Legs]:
    """Yield every way of one pawn backwards by one of these numbers."""
    return (((at, (at - count) % track.LAP),) for count in counts for at in range(track.LAP))


def swaps(squares: Iterable[int]) -> Iterator[Legs]:
    """Yield every swap of two pawns on these squares."""
    return (((a, b), (b, a)) for a, b in itertools.combinations(squares, 2))
