"""Agent DOG positions drawn at random: crowded so that pawns meet, block and capture."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import agent_dog

SEATS = ("red", "blue", "green", "yellow")
CARDS = (*agent_dog.NUMBERS, "copy", "exchange", "partner")
SPECIAL = ("1/11", "13", "copy", "exchange", "partner")
OTHER_BOARDS: tuple[dict[str, list[int]], ...] = (
    {},
    {},
    {"holes": [3, 7, 11], "meeting_points": [8]},
    {"holes": [1, 5, 9, 13], "meeting_points": [6, 10]},
)
"""A meeting point's hole lies behind it; a board of your own may have several meeting points."""


def position(seed: int) -> dict[str, Any]:
    """Draw a position: pawns crowd together, so that they meet, block and capture each other."""
    rng = random.Random(seed)
    count = rng.choice((4, 4, 4, 3, 2))
    seats = list(SEATS) if rng.random() < 0.8 else rng.sample(SEATS, 4)
    playing = sorted(rng.sample(seats, count), key=seats.index)
    turn = rng.choice(playing)
    at_home = rng.choice(playing) if count == 4 and rng.random() < 0.4 else None
    crowd = 16 * seats.index(turn) + rng.randint(-12, 4)
    near = [f"T{(crowd + number) % 64}" for number in range(18)]
    anywhere = [f"T{number}" for number in range(64)]
    pawns: dict[str, list[str]] = {}
    for seat in playing:
        taken = {place for places in pawns.values() for place in places}
        start = f"T{16 * seats.index(seat)}"
        spots = [start] * 5 + near + rng.sample(anywhere, 6)
        free = [spot for spot in spots if spot not in taken]
        pawns[seat] = _home(seat) if seat == at_home else _four(rng, seat, free)
    return {
        "game": "agent_dog",
        "options": rng.choice(OTHER_BOARDS),
        "seats": seats,
        "turn": turn,
        "hand": [rng.choice(SPECIAL), *rng.choices(CARDS, k=rng.randrange(3))],
        "last_card": rng.choice([None, *(card for card in CARDS if card != "copy")]),
        "left_round": [],
        "pawns": pawns,
    }


def _home(seat: str) -> list[str]:
    return [f"{seat}.F{depth}" for depth in (1, 2, 3, 4)]


def _four(rng: random.Random, seat: str, free: list[str]) -> list[str]:
    """Draw four places for a colour: most on the track, never all four in its finish."""
    places: list[str] = []
    for kind in rng.choices(("nest", "finish", "track"), weights=(2, 1, 5), k=4):
        left = [spot for spot in free if spot not in places]
        if kind == "track" and left:
            places.append(rng.choice(left))
        elif kind == "finish" and len(set(places) & set(_home(seat))) < 3:
            places.append(rng.choice([space for space in _home(seat) if space not in places]))
        else:
            places.append(f"{seat}.nest")
    return places
