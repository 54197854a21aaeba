"""The three editions in the booklet, as data: the deal, and where their rules differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NUMBERS: Final = range(1, 37)
"""The numbers on the cards; each is once on the table and once in a hand or the box."""


@dataclass(frozen=True, eq=False)
class Edition:
    """What an edition of the rules decides differently from others.

    ``dealt`` and ``accusations`` are the cards of each player, by number of players. ``must_name``:
    the partner must be named before the next call. ``twin_laid``: after a wrong name the table card
    is turned down and the true holder lays the twin face down; otherwise the table card is removed
    and the holder keeps the twin, secret and worthless. ``right_laid``: the card of a right
    accusation stays in front of the accuser and decides ties; otherwise it is discarded, and in a
    tie the fewest accusation cards left win. ``one_false``: the numbers of players with which a
    card can be accused about falsely only once.
    """

    dealt: Mapping[int, int]
    accusations: Mapping[int, int]
    must_name: bool
    twin_laid: bool
    right_laid: bool
    one_false: frozenset[int]

    @property
    def players(self) -> tuple[int, ...]:
        """Return the possible numbers of players."""
        return tuple(sorted(self.dealt))


_FOUR: Final = dict.fromkeys(range(4, 9), 4)

EDITIONS: Final[Mapping[str, Edition]] = {
    "agents": Edition(
        dealt={4: 9, 5: 7, 6: 6, 7: 5, 8: 4},
        accusations=_FOUR,
        must_name=False,
        twin_laid=True,
        right_laid=True,
        one_false=frozenset({4}),
    ),
    "wink": Edition(
        dealt={4: 8, 5: 6, 6: 5, 7: 4, 8: 4},
        accusations=_FOUR,
        must_name=True,
        twin_laid=True,
        right_laid=True,
        one_false=frozenset(),
    ),
    "zwinkern": Edition(
        dealt={3: 9, 4: 8, 5: 6, 6: 5},
        accusations={3: 4, 4: 4, 5: 3, 6: 3},
        must_name=False,
        twin_laid=False,
        right_laid=False,
        one_false=frozenset(),
    ),
}
"""The editions by the value of the option ``edition``."""
