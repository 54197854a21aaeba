"""DOG positions drawn at random: every stage of a game, crowded so that pawns meet and block."""

from __future__ import annotations

import random
from typing import Any

SEATS = ("red", "blue", "green", "yellow")
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
TELLING = ("7", "7", "4", "J", "A", "K", "X")
OPTIONS = (("always_protected", 0.6), ("canadian_seven", 0.35))
STAGES = {
    "nested": ("nest", "nest", "nest", "nest"),
    "early": ("nest", "nest", "nest", "start"),
    "middle": ("nest", "start", "crowd", "crowd"),
    "busy": ("crowd", "crowd", "crowd", "anywhere"),
    "near": ("finish", "gate", "gate", "crowd"),
    "late": ("finish", "finish", "gate", "gate"),
    "last": ("finish", "finish", "finish", "gate"),
    "gap": ("deep", "deep", "deep", "gate"),
    "home": ("finish", "finish", "finish", "finish"),
}
OFTEN = (2, 2, 3, 4, 3, 3, 3, 3, 3)
FEW_MOVE = ("early", "late", "last", "gap", "home")
"""Where two colours share a seven, four such pawns more keep brute force within bounds."""
TRACK = tuple(f"T{number}" for number in range(64))


def position(seed: int) -> dict[str, Any]:
    """Draw a position in the exchange format; the same seed draws the same one.

    The game is never over, the player on turn never out of the round.
    """
    rng = random.Random(seed)
    seats = list(SEATS) if rng.random() < 0.8 else rng.sample(SEATS, 4)
    turn = rng.choice(seats)
    options = {name: rng.random() < often for name, often in OPTIONS if rng.random() < 0.7}
    stages = dict(zip(seats, rng.choices(tuple(STAGES), OFTEN, k=4), strict=True))
    if options.get("canadian_seven") and rng.random() < 0.95:
        stages[seats[(seats.index(turn) + 2) % 4]] = rng.choice(FEW_MOVE)
    for one, other in (seats[::2], seats[1::2]):
        if stages[one] == "home" and (stages[other] == "home" or rng.random() < 0.4):
            stages[other] = rng.choice(("last", "gap"))
    pawns = _all_pawns(rng, seats, turn, stages)
    starts = {seat: f"T{16 * number}" for number, seat in enumerate(seats)}
    return {
        "game": "dog",
        "options": options,
        "seats": seats,
        "turn": turn,
        "hand": _hand(rng),
        "last_card": rng.choice((None, *CARDS)),
        "left_round": [seat for seat in seats if seat != turn and rng.random() < 0.2],
        "pawns": {seat: pawns[seat] for seat in seats},
        "fresh": [
            starts[seat] for seat in seats if starts[seat] in pawns[seat] and rng.random() < 0.5
        ],
    }


def _hand(rng: random.Random) -> list[str]:
    """Draw a hand: with many cards something can always be played."""
    if rng.random() < 0.02:
        return []
    few = rng.choice((0, 0, 0, 1, 2))
    return [rng.choice(rng.choice((TELLING, CARDS))), *rng.choices(CARDS, k=few)]


def _all_pawns(
    rng: random.Random, seats: list[str], turn: str, stages: dict[str, str]
) -> dict[str, list[str]]:
    """Draw every colour's places, the crowd most often round a start of the team on turn."""
    quarter = rng.choice((seats.index(turn), seats.index(turn) + 2, rng.randrange(4)))
    crowd = 16 * quarter + rng.randint(-8, 5)
    pawns: dict[str, list[str]] = {}
    for seat in rng.sample(seats, 4):
        start = 16 * seats.index(seat)
        taken = {place for places in pawns.values() for place in places}
        spots = {
            "start": (TRACK[start],),
            "crowd": _round(crowd, 9, 9),
            "gate": _round(start, 8, 3),
            "anywhere": TRACK,
            "finish": tuple(f"{seat}.F{depth}" for depth in (1, 2, 3, 4)),
            "deep": tuple(f"{seat}.F{depth}" for depth in (2, 3, 4)),
            "nest": (),
        }
        free = {kind: [spot for spot in kept if spot not in taken] for kind, kept in spots.items()}
        pawns[seat] = [place or f"{seat}.nest" for place in _four(rng, stages[seat], free)]
    return pawns


def _four(rng: random.Random, stage: str, free: dict[str, list[str]]) -> list[str | None]:
    """Draw four spaces of a stage; none stands for the nest, also where nothing is free."""
    places: list[str | None] = []
    for kind in STAGES[stage]:
        other = stage != "home" and rng.random() < 0.15
        drawn = rng.choice(("nest", "start", "crowd", "gate", "anywhere")) if other else kind
        left = [spot for spot in free[drawn] if spot not in places]
        places.append(rng.choice(left) if left else None)
    return places


def _round(centre: int, behind: int, before: int) -> tuple[str, ...]:
    return tuple(TRACK[(centre + offset) % 64] for offset in range(-behind, before + 1))
