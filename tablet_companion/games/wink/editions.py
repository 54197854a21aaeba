"""The three editions in one booklet, as data: what is dealt, and where their rules differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

NUMBERS: Final = range(1, 37)
"""The numbers on the cards; every one stands once on the table and once in a hand or the box."""


@dataclass(frozen=True, eq=False)
class Edition:
    """What one edition of the rules decides otherwise than another.

    ``dealt`` and ``accusations`` give the cards of each player by the number of players.
    ``must_name``: the partner is named before the next call, like it or not. ``twin_laid``: after
    a wrong name the table card is turned down and the true holder lays the twin face down;
    otherwise the table card is removed and the holder keeps the twin, secret and worthless.
    ``right_laid``: the card of a right accusation stays in front of the accuser and decides ties;
    otherwise it is discarded, and in a tie the fewest accusation cards left win. ``one_false``:
    the numbers of players with whom a card falsely accused about is never accused about again.
    """

    dealt: Mapping[int, int]
    accusations: Mapping[int, int]
    must_name: bool
    twin_laid: bool
    right_laid: bool
    one_false: frozenset[int]

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of players that it is made for."""
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
"""By the value of the option ``edition``."""
