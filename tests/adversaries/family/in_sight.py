"""Whether one look shows all that was done, so that nobody need be asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tablet_companion.games.core import Card, Place
from tablet_companion.referee.explaining.evidence import CLEARLY_SEEN
from tests.adversaries.family.account import Account, follow
from tests.adversaries.family.figures import Contents, LaidCard, flat, on_board
from tests.adversaries.family.room import Room

_TURNS: Final = 2
"""A move stands in sight alone, or beneath one more."""


def is_in_sight(room: Room, account: Account, read: Sequence[LaidCard]) -> bool:
    """Whether one or two turns, each with its card, stand in full sight, and no others would.

    Every card was read, every place that changed is seen for sure, nothing of the first turn is
    undone by the second, and no other moves of these cards lead there, in this order or the other.
    """
    deeds, reader, top = account.deeds, room.reader, room.tabletop
    if not 0 < len(deeds) <= _TURNS or reader.stuck or reader.unnoticed or top.askew:
        return False
    laid = top.pile[account.played :] if room.game.pile else []
    if not all(any(one is card for one in read) for card in laid):
        return False
    sure = _find_sure(room)
    shown = top.contents()
    before: Contents = on_board(flat(room.game.placement(deeds[0].state)), top.areas)
    for deed in deeds:
        changed = [a for a in {*before, *deed.after} if before.get(a) != deed.after.get(a)]
        if not changed or any(shown.get(area) != deed.after.get(area) for area in changed):
            return False
        if not sure.issuperset(changed):
            return False
        before = deed.after
    cards = [deed.card for deed in deeds]
    state, crossed = deeds[0].state, cards[::-1] if cards[1:] and cards[0] != cards[1] else []
    ways = set(_find_ways(room, state, cards, before))
    return len(ways) == 1 and not (crossed and any(_find_ways(room, state, crossed, before)))


def _find_sure(room: Room) -> frozenset[Place]:
    """Return the areas of which every place is clearly seen, or none is."""
    doubtful = {
        room.tabletop.area_of[spot]
        for spot, one in room.reader.read().by_place.items()
        if one.covered or one.probability < CLEARLY_SEEN
    }
    return frozenset(room.tabletop.areas) - doubtful


def _find_ways(
    room: Room, state: Any, cards: Sequence[Card | None], end: Contents
) -> Iterator[Any]:
    """Yield the state after each turn of the first card from which the others lead to the end."""
    game, last = room.game, len(cards) == 1
    for action in game.legal(state):
        if game.pile and game.card_of(action) != cards[0]:
            continue
        if last and on_board(flat(game.attempted(state, action)), room.tabletop.areas) == end:
            yield game.successor(state, action)
        elif not last:
            then = follow(game, state, action)
            if then is not None and any(_find_ways(room, then, cards[1:], end)):
                yield then
