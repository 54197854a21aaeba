"""The options of a game: what is possible, and what was chosen."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from tablet_companion.games.core import Option, OptionValue, PositionError
from tablet_companion.games.protocol import AnyGame


def complete_options(
    known: Sequence[Option], options: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return every option's value, defaults filled in; raises PositionError for a wrong one.

    Of an option without choices, the game itself checks the value, except for its type.
    """
    by_name = {option.name: option for option in known}
    for name, value in options.items():
        if name not in by_name:
            raise PositionError(f"There is no option {name!r}; known: {', '.join(by_name)}.")
        choices, usual = by_name[name].choices, by_name[name].default
        if choices and not any(value == c and type(value) is type(c) for c in choices):
            allowed = ", ".join(map(json.dumps, choices))
            raise PositionError(f"The option {name} is one of {allowed}, not {value!r}.")
        if isinstance(usual, int) and type(value) is not type(usual):
            raise PositionError(f"The option {name} is a value such as {usual}, not {value!r}.")
    return {name: options.get(name, option.default) for name, option in by_name.items()}


def join_numbers(numbers: Sequence[int]) -> str:
    """Return numbers to choose from as words: ``2, 3 or 4``."""
    return " or ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))


def list_players(game: AnyGame) -> tuple[int, ...]:
    """Return every number of players that some choice of a game's options allows."""
    chosen = ({}, *({one.name: choice} for one in game.options for choice in one.choices))
    return tuple(sorted({count for options in chosen for count in game.players(options)}))
