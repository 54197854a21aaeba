"""The three editions in the booklet, read from ``editions.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

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
    one_false: Sequence[int]

    @property
    def players(self) -> tuple[int, ...]:
        """Return the possible numbers of players."""
        return tuple(sorted(self.dealt))


def _read_edition(table: dict[str, Any]) -> Edition:
    """Return an edition; keys of TOML are texts, also where they are numbers of players."""
    by_players = ("dealt", "accusations")
    counts = {one: {int(key): n for key, n in table[one].items()} for one in by_players}
    return Edition(**(table | counts))


_TEXT: Final = resources.files(__package__).joinpath("editions.toml").read_text(encoding="utf-8")
EDITIONS: Final[Mapping[str, Edition]] = {
    name: _read_edition(table) for name, table in tomllib.loads(_TEXT).items()
}
"""The editions by the value of the option ``edition``."""
