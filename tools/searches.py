"""How long the two longest searches take: every way to spread a `partner`, or a shared `7`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, Final

from tablet_companion.games.agent_dog import exchange as agent_dog
from tablet_companion.games.agent_dog import legal as agent_dog_legal
from tablet_companion.games.agent_dog.state import PARTNER
from tablet_companion.games.core import Card
from tablet_companion.games.dog import exchange as dog
from tablet_companion.games.dog import legal as dog_legal

POSITIONS: Final = 300
PARTNERS: Final = "every partner"
_SEATS: Final = ("red", "blue", "green", "yellow")
_SEVEN: Final = Card("7")
_NEST: Final = 0.2
_FINISH: Final = 0.1
"""The probability that a pawn is there; all others stand anywhere on the track."""

Times = tuple[float, float]
"""Median and worst, in milliseconds of this process alone."""


def measure_searches() -> Iterator[tuple[str, Times]]:
    """Yield each search and its times, over the same random positions every time."""
    team = (agent_dog.read_position(position) for position in _draw_positions("agent_dog", {}))
    yield PARTNERS, _measure(lambda state: agent_dog_legal.plays_of(state, PARTNER), team)
    shared = (dog.read_position(one) for one in _draw_positions("dog", {"canadian_seven": True}))
    dog_legal.outcomes.cache_clear()
    yield "every shared seven", _measure(lambda state: dog_legal.plays_of(state, _SEVEN), shared)


def _measure(search: Callable[[Any], object], states: Iterator[Any]) -> Times:
    spent = []
    for state in states:
        start = time.process_time()
        search(state)
        spent.append((time.process_time() - start) * 1000)
    return median(spent), max(spent)


def _draw_positions(game: str, options: dict[str, bool]) -> Iterator[dict[str, Any]]:
    """Yield random positions in the exchange format, four seats playing."""
    for seed in range(POSITIONS):
        rng = random.Random(seed)  # noqa: S311 - games, not secrets
        track = [f"T{number}" for number in range(64)]
        rng.shuffle(track)
        yield {
            "game": game,
            "options": options,
            "seats": list(_SEATS),
            "turn": rng.choice(_SEATS),
            "hand": [],
            "last_card": None,
            "left_round": [],
            "pawns": {seat: _draw_pawns(seat, track, rng) for seat in _SEATS},
            **({"fresh": []} if game == "dog" else {}),
        }


def _draw_pawns(seat: str, track: list[str], rng: random.Random) -> list[str]:
    """Draw four places; one pawn at least is on the way, so that nobody is home."""
    finish = [f"{seat}.F{depth}" for depth in (1, 2, 3, 4)]
    rng.shuffle(finish)
    places = [track.pop()]
    for _ in range(3):
        drawn = rng.random()
        if drawn < _NEST:
            places.append(f"{seat}.nest")
        else:
            places.append((finish if drawn < _NEST + _FINISH else track).pop())
    return places
