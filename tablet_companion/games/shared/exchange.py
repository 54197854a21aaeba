"""What JSON positions of all games share: the game, who plays and is on turn, the options."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.shared.options import complete_options


def check_game(position: object, game: str, keys: Collection[str] | None = None) -> None:
    """Raise PositionError unless this is a JSON object with a position of this game.

    It may have no other ``keys`` than these, if some are given.
    """
    if not isinstance(position, Mapping):
        raise PositionError(
            "A position is a JSON object; “Positions in JSON” in the README of the game’s folder "
            "shows one."
        )
    if position.get("game") != game:
        raise PositionError(f"game: expected {game!r}, got {position.get('game')!r}.")
    for key in () if keys is None else sorted(set(position) - {*keys}):
        raise PositionError(f"{key}: there is no such key; known: {', '.join(sorted(keys or ()))}.")


def read_turn(position: Mapping[str, Any], seats: Sequence[Seat]) -> int:
    """Return the index of the seat on turn; raises PositionError."""
    turn = position.get("turn")
    if turn not in seats:
        raise PositionError(f"turn: expected one of {', '.join(seats)}, got {turn!r}.")
    return seats.index(Seat(str(turn)))


def read_seats(position: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Return the seats of a position; raises PositionError."""
    return tuple(map(Seat, read_texts(position, "seats", "a list of colours, in turn order")))


def read_texts(
    position: Mapping[str, Any], key: str, expected: str, default: Any = None
) -> list[str]:
    """Return a list of texts; raises PositionError naming the key and what was expected."""
    value = read_list(position.get(key, default), key, expected)
    if not all(isinstance(item, str) for item in value):
        raise PositionError(f"{key}: expected {expected}, got {value!r}.")
    return value


def read_list(value: object, label: str, expected: str) -> list[Any]:
    """Return a list; raises PositionError naming what was expected."""
    if not isinstance(value, list):
        raise PositionError(f"{label}: expected {expected}, got {value!r}.")
    return value


def read_object(value: object, label: str, keys: Collection[str]) -> Mapping[str, Any]:
    """Return an object that has no other keys than these; raises PositionError."""
    if not isinstance(value, Mapping) or not {*value} <= {*keys}:
        raise PositionError(f"{label}: expected an object with {', '.join(keys)}; got {value!r}.")
    return value


def read_options(
    position: Mapping[str, Any], options: Sequence[Option], *left_out: str
) -> dict[str, OptionValue]:
    """Return every option's value, defaults filled in; raises PositionError.

    Those ``left_out`` cannot be chosen, since the position itself says what they would.
    """
    known = [option.name for option in options if option.name not in left_out]
    given = position.get("options")
    chosen = read_object({} if given is None else given, "options", known)
    values = {name: tuple(v) if isinstance(v, list) else v for name, v in chosen.items()}
    return complete_options(options, values)
