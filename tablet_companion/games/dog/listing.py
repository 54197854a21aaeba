"""What the cards of DOG do with one pawn, for the action space of learning players."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import Card
from tablet_companion.games.dog.state import POWERS, SEVEN
from tablet_companion.games.dog_family import listing, track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import Setting


def legs_of(_setting: Setting, card: Card) -> Iterator[Legs]:
    """Yield every way of a card, except a `7` that is split among pawns."""
    powers = POWERS[card]
    if powers.starts:
        yield from listing.starts()
    yield from listing.advances((*powers.forwards, *[SEVEN] * powers.splits))
    yield from listing.retreats(powers.backwards)
    if powers.swaps:
        yield from listing.swaps(range(track.LAP))
