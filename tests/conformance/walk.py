"""Random walks through a game, shared by the conformance tests."""

from __future__ import annotations

import functools
import itertools
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import OptionValue, Seat
from tablet_companion.games.protocol import AnyGame

GAMES = tuple(games.load(name) for name in games.names())
"""Every game there is, found by its folder."""
SECRETIVE = tuple(game for game in GAMES if game.has_secrets)
"""Those in which something is hidden from somebody."""
FEW: Final = 3
MANY: Final = int(os.environ.get("CONFORMANCE_GAMES", FEW))
"""How many random games are played of each game; a few by default, so that the suite stays quick.

``make conformance`` plays a thousand, and looks at more positions of them.
"""
MORE: Final = 1 if MANY <= FEW else 4
CHAPTER_S: Final = 180
"""No chapter of lessons takes longer, in seconds."""
_FOLLOWED: Final = 300 if MANY <= FEW else 680
"""How many actions of a game positions are taken from."""
_KEPT: Final = 600
"""Walks of no more actions are kept for the next test."""


def setups(game: AnyGame) -> Iterator[Any]:
    """Yield first states: every option at each of its choices, and every number of players.

    The numbers are tried with the defaults, with each option's last choice, and with all of them;
    the last choices together with the full number of players, too.
    """
    for option in game.options:
        for choice in option.choices:
            options = {option.name: choice}
            yield game.setup(options, game.seats[: game.players(options)[-1]])
    last = {option.name: option.choices[-1] for option in game.options if option.choices}
    yield game.setup(last, game.seats[: game.players(last)[-1]])
    for options in ({}, *({name: value} for name, value in last.items()), last):
        for count in game.players(options)[:-1]:
            yield game.setup(options, game.seats[:count])


def walk(game: AnyGame, state: Any, seed: int, most: int = 100_000) -> Iterator[tuple[Any, Any]]:
    """Yield the states of one random game, each with the legal action taken in it.

    Tests that follow the same game for a while share its states.
    """
    if most > _KEPT:
        yield from itertools.islice(_walk(game, state, seed), most)
        return
    walked, further = _begin(game, state, seed)
    for number in range(most):
        if number == len(walked):
            walked += itertools.islice(further, 1)
        if number == len(walked):
            return
        yield walked[number]


@functools.lru_cache(maxsize=150)
def _begin(
    game: AnyGame, state: Any, seed: int
) -> tuple[list[tuple[Any, Any]], Iterator[tuple[Any, Any]]]:
    """Return where a random game has been followed to, and what goes on from there."""
    return [], _walk(game, state, seed)


def _walk(game: AnyGame, state: Any, seed: int) -> Iterator[tuple[Any, Any]]:
    rng = random.Random(seed)
    while actions := game.legal(state):
        action = rng.choice(actions)
        yield state, action
        state = game.successor(state, action)


def positions(game: AnyGame, count: int, seed: int = 1) -> Iterator[Any]:
    """Yield states spread over random games of every set-up, ``count`` from each.

    Of the first actions of one game: who asks for few gets them from all over it. ``make
    conformance`` gets several times as many.
    """
    for number in range(_setups(game)):
        states = _played(game, number, seed)
        yield from states[:: max(1, len(states) // (count * MORE))]


@functools.cache
def _setups(game: AnyGame) -> int:
    return sum(1 for _ in setups(game))


@functools.lru_cache(maxsize=150)
def _played(game: AnyGame, number: int, seed: int) -> tuple[Any, ...]:
    """Return the first states of a random game of a set-up; test after test asks for the same."""
    first = next(itertools.islice(setups(game), number, None))
    return tuple(state for state, _ in walk(game, first, seed + number, most=_FOLLOWED))


def is_dealt_by_tablet(state: Any) -> bool:
    """Whether the program deals what is secret; a game that leaves it no choice has no setting."""
    return bool(getattr(getattr(state, "setting", None), "seen_deal", True))


def table(game: AnyGame, rng: random.Random) -> Any:
    """Return the first state of a table with any choice of each option, and any seats allowed."""
    options = {option.name: rng.choice(option.choices) for option in game.options if option.choices}
    return game.setup(options, draw_seats(game, options, rng))


def draw_seats(
    game: AnyGame, options: Mapping[str, OptionValue], rng: random.Random
) -> Sequence[Seat]:
    """Return seats that people may choose with these options, for any number of players."""
    return rng.choice(game.seatings(options, rng.choice(game.players(options))))
