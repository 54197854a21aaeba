"""Which card was laid this turn, as far as anybody knows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tablet_companion.games.core import Card
from tablet_companion.vision.reading import SURE, CardReading

UNLIKELY: Final = 0.05
"""Below this probability a card is not the one on the pile, even if the face is in doubt."""
MOVED_MM: Final = 4.0
TURNED_DEG: Final = 5.0
"""A top card whose pose has changed this much is a new card with the same face."""


class How(StrEnum):
    """How the card of the turn is known.

    ``named``: somebody tapped it. ``seen``: a new card lies on the pile. ``same``: the pile looks
    as before or is bare, so either no card was laid or the same face in exactly the same place.
    ``blind``: the camera cannot tell. ``inferred``: only the move tells which card it was.
    """

    NAMED = "named"
    SEEN = "seen"
    SAME = "same"
    BLIND = "blind"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Laid:
    """The card of the turn, or None, and how it is known.

    With ``same`` it is the old top card; a new one with that face may cover it.
    """

    card: Card | None
    how: How

    @property
    def known(self) -> Card | None:
        """The card that was named or seen to be laid; None if neither."""
        return self.card if self.how in (How.NAMED, How.SEEN) else None


def read_laid(named: Card | None, now: CardReading | None, before: CardReading | None) -> Laid:
    """Return what is known of this turn's card from a tap, the pile now and the pile before."""
    if named is not None:
        return Laid(named, How.NAMED)
    if now is None or now.probability < SURE or now.unknown:
        return Laid(None, How.BLIND)
    if now.best is None:
        return Laid(None, How.SAME)  # nothing lies there, whatever lay there before
    if before is None or before.best is None:
        return Laid(now.best, How.SEEN)
    if now.best != before.best or _shifted(now, before):
        return Laid(now.best, How.SEEN)
    return Laid(now.best, How.SAME)


def is_readable(card: CardReading) -> bool:
    """Whether it is clear which card lies there, if it is one of the taught ones."""
    untaught = dict(card.posterior).get(None, 0.0)
    return card.best is not None and card.probability >= SURE * (1 - untaught)


def find_expected(card: Card, now: CardReading | None, before: CardReading | None) -> How:
    """Return how a card that has to be laid is seen to lie there; ``blind`` if it is not.

    It was taught, so no room is left for a face that was not.
    """
    clear = now is not None and now.best == card and is_readable(now)
    return read_likeliest(now, before).how if clear else How.BLIND


def read_likeliest(now: CardReading | None, before: CardReading | None) -> Laid:
    """Return what would be known of this turn's card if the likeliest face were certain."""
    certain = None if now is None else replace(now, posterior=((now.best, 1.0),))
    return read_laid(None, certain, before)


def is_another(now: CardReading, card: Card) -> bool:
    """Whether the card that lies there is not this one, even if its own face is in doubt."""
    return now.best is not None and dict(now.posterior).get(card, 0.0) < UNLIKELY


def is_same_card(one: CardReading, other: CardReading) -> bool:
    """Whether two readings show the same card in the same pose."""
    known = one.best is not None and one.pose is not None and other.pose is not None
    return known and one.best == other.best and not _shifted(one, other)


def _shifted(now: CardReading, before: CardReading) -> bool:
    """Whether the top card has moved; False if its pose is unknown."""
    if now.pose is None or before.pose is None:
        return False
    dx, dy = now.pose[0] - before.pose[0], now.pose[1] - before.pose[1]
    # A face that looks the same upside down is read modulo 180° (``CardReading``).
    turn = abs((now.pose[2] - before.pose[2] + 90) % 180 - 90)
    return dx * dx + dy * dy > MOVED_MM**2 or turn > TURNED_DEG
