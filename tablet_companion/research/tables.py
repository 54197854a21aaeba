"""A researcher's table: a game, its options, the number of players.

The program deals: if a game asks who does, the default here is ``tablet``. With cards that people
deal face down, the program would know no hand and nothing could be played.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from tablet_companion.games.core import TABLE, Option, OptionValue, Outcome, PositionError, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.options import join_numbers

KNOWING: Final = "tablet"
"""The value of an option with which the program deals, and so knows the hands."""
AS_MANY_AS_MAY: Final = 0
"""In place of a number of players: the most that the options allow."""


def default(option: Option) -> OptionValue:
    """Return an option's default at a researcher's table."""
    return KNOWING if KNOWING in option.choices else option.default


def options_of(game: AnyGame, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return every option's value; raises PositionError for an unknown option."""
    defaults = {option.name: default(option) for option in game.options}
    if strange := sorted(set(chosen) - set(defaults)):
        known = ", ".join(defaults) or "none"
        raise PositionError(f"{game.title} has no option {strange[0]!r}; known: {known}.")
    return defaults | dict(chosen)


def read_options(game: AnyGame, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Return options from texts such as ``edition=wink``, ``code_moves=true``, ``holes=[2, 6]``.

    Raises PositionError for an unknown option or an invalid value.
    """
    found: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, written = text.partition("=")
        if not equals:
            raise PositionError(f"An option is written as NAME=VALUE, not {text!r}.")
        if name in found:
            raise PositionError(f"The option {name} is given twice; leave one out.")
        found[name] = _read_value(written)
    options_of(game, found)
    return found


def _read_value(written: str) -> OptionValue:
    """Return a value written as in JSON, or a plain word."""
    try:
        value = json.loads(written)
    except ValueError:
        return written
    if isinstance(value, list) and all(isinstance(one, int) for one in value):
        return tuple(value)
    if isinstance(value, bool | int | str):
        return value
    raise PositionError(
        f"{written} is not an option's value: give a word, a number or a list of them."
    )


def first_state(
    game: AnyGame,
    options: Mapping[str, OptionValue],
    players: int = AS_MANY_AS_MAY,
    seating: Collection[str] = (),
) -> Any:
    """Return the state before the first lot.

    ``seating`` names the seats that play; without it the first ``players`` seats of the game play.
    Raises PositionError for an option's value, a number of players or a seat that the game does not
    have, and if the hands would be unknown.
    """
    values = options_of(game, options)
    for option in game.options:
        if KNOWING in option.choices and values[option.name] != KNOWING:
            raise PositionError(
                f"With {option.name}={values[option.name]} the hands of {game.title} are unknown; "
                f"leave it at {KNOWING}."
            )
    allowed = game.players(values)
    count = len(set(seating)) or players or allowed[-1]
    if count not in allowed:
        wanted = join_numbers(allowed)
        raise PositionError(
            f"{game.title} is played by {wanted} players, not by {count}; change their number."
        )
    return game.setup(values, _choose_seats(game, count, seating))


def _choose_seats(game: AnyGame, count: int, seating: Collection[str]) -> tuple[Seat, ...]:
    """Return the seats that play, in turn order."""
    if not seating:
        return game.seats[:count]
    if strange := sorted(set(seating) - set(game.seats)):
        known = ", ".join(game.seats)
        raise PositionError(f"{game.title} has no seat {strange[0]!r}; known: {known}.")
    return tuple(seat for seat in game.seats if seat in seating)


def seats_of(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Return the seats that play, in turn order."""
    return tuple(entry.seat for entry in game.view(state, TABLE).seats)


def returns(outcome: Outcome | None, seats: Sequence[Seat]) -> tuple[float, ...]:
    """Return each seat's payoff; they sum to zero.

    The winners share one point and the others share its loss: two players get 1 and -1, two teams
    of two 1/2 and -1/2 each, one winner of four 1 and the others -1/3. The payoff is 0 for all if
    the game is not over, was cut short, or was won by nobody or everybody.
    """
    winners = set() if outcome is None else set(outcome.winners)
    losers = len(seats) - len(winners)
    if not winners or not losers:
        return (0.0,) * len(seats)
    return tuple(1 / len(winners) if seat in winners else -1 / losers for seat in seats)
