"""Representative tables of a game: what perft, recorded games and the tests of research play."""

from __future__ import annotations

from collections.abc import Mapping

from tablet_companion.games.core import OptionValue
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.tables import options_of


def tables(game: AnyGame) -> tuple[tuple[dict[str, OptionValue], int], ...]:
    """Return representative tables: each edition with each number of players.

    Editions are the values of the option ``edition``.
    """
    editions: list[dict[str, OptionValue]] = [
        {option.name: choice}
        for option in game.options
        if option.name == "edition"
        for choice in option.choices
    ]
    return tuple(
        (edition, count)
        for edition in editions or [{}]
        for count in game.players(options_of(game, edition))
    )


def exemplary(game: AnyGame) -> tuple[tuple[dict[str, OptionValue], int], ...]:
    """Return the tables of ``tables`` with the fewest and the most players of each edition."""
    found = []
    for edition, count in tables(game):
        numbers = game.players(options_of(game, edition))
        if not edition or count in (numbers[0], numbers[-1]):
            found.append((edition, count))
    return tuple(found)


def title(options: Mapping[str, OptionValue], players: int) -> str:
    """Return a table's short name: ``4``, ``zwinkern-3``."""
    return "-".join([*(str(value) for value in options.values()), str(players)])
