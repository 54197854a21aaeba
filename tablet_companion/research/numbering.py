"""Numbers for actions, the same for an action in every position of a table.

A game lists its actions (``Game.listing``); the number is the position in that list. Actions that
are too many to list (a card of DOG split among pawns) are numbered by a checksum of their text,
beyond the list. If several choices of a moment want the same number, the first in sorted order
keeps it; each other one takes its checksum's number, or the next free one above.

A moment's choices are the same in every truth that the player cannot distinguish, and so are their
numbers. Rejected: the index among the choices of the moment (nothing learnt carries over).
"""

from __future__ import annotations

import functools
import zlib
from typing import Any, Final

from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.sequence import WAIT, Choice, Moment

MAX_STEPS: Final = 20_000
"""Decisions, including chance's, after which an environment stops a game without a winner.

Random games of Agent for four are the longest: of a thousand, one had 14 274 actions.
"""
_KEPT: Final = 64
"""Cached moments: searches ask for the same numbers repeatedly."""


class Numbering:
    """The numbers of a table: ``most`` for players, ``most_chance`` for chance."""

    def __init__(self, game: AnyGame, first: Any) -> None:
        self._game, self._state = game, first
        self._listing = listing = game.listing(first)
        waits = not listing.seats or any(map(game.interrupter, listing.seats))
        self._seats = _places((*[WAIT] * waits, *listing.seats))
        self._chance = _places(listing.chance)
        self.most = len(self._seats) + listing.more
        self.most_chance = len(self._chance) or listing.more
        self.choices = functools.lru_cache(maxsize=_KEPT)(self._number)

    def choice(self, moment: Moment, number: int) -> Choice:
        """Return the choice with a number; raises IndexError if it is not possible now."""
        try:
            return self.choices(moment)[number]
        except KeyError as error:
            raise IndexError(f"{number} is not a choice of {moment.decider} now.") from error

    def _number(self, moment: Moment) -> dict[int, Choice]:
        """Return the choices of a moment by their numbers, in ascending order."""
        places = self._chance if moment.decider == CHANCE else self._seats
        found: dict[int, Choice] = {}
        late = []
        for choice in moment.choices:
            number = places.get(choice if choice is WAIT else self._listing.bare(choice))
            number = self._beyond(places, choice) if number is None else number
            if number in found:
                late.append(choice)
            else:
                found[number] = choice
        for choice in late:
            number = self._beyond(places, choice)
            while number in found:
                number = len(places) + (number + 1 - len(places)) % self._listing.more
            found[number] = choice
        return dict(sorted(found.items()))

    def _beyond(self, places: dict[Choice, int], choice: Choice) -> int:
        text = self._game.write_action(self._state, choice)
        assert self._listing.more, f"the list of {self._game.title} lacks {text!r}"
        return len(places) + zlib.crc32(text.encode()) % self._listing.more


def _places(listed: tuple[Choice, ...]) -> dict[Choice, int]:
    return {choice: number for number, choice in enumerate(listed)}
