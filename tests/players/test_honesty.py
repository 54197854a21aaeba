"""Players choose by what their seat knows, and by luck that can be repeated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, TABLE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.choosing import choose, play_greedily
from tablet_companion.players.levels import Level
from tablet_companion.players.seen import Seen, knows_its_hand, own_actions
from tablet_companion.research.tables import first_state
from tests.conformance.walk import GAMES, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

QUICK = Level("quick", "", turns=12, seconds=0.0)


def choices(game: AnyGame, every: int, most: int) -> Iterator[tuple[Any, Seat]]:
    """Yield positions of a game with a seat that has a choice in them, on turn or not."""
    found = 0
    for number, (state, _) in enumerate(walk(game, first_state(game, {}), 3)):
        if number % every or game.actor(state) in (None, CHANCE):
            continue
        for entry in game.view(state, TABLE).seats:
            if found < most and len(own_actions(game, state, entry.seat)) > 1:
                found += 1
                yield state, entry.seat


@every_game
def test_a_choice_depends_on_nothing_hidden(game: AnyGame) -> None:
    """In two truths that a seat cannot tell apart it is played the same, and thinks the same."""
    rng, differ = random.Random(5), 0
    for state, seat in choices(game, every=11, most=12):
        other = game.resample(state, seat, rng)
        differ += other != state
        for player in (play_greedily, lambda seen, luck: choose(seen, luck, QUICK)):
            one, two = (player(Seen(game, s, seat), random.Random(8)) for s in (state, other))
            assert one == two
    assert differ > 1


@every_game
def test_the_same_luck_plays_the_same(game: AnyGame) -> None:
    """A choice can be repeated by its seed; it is one of those that the seat has."""
    for state, seat in choices(game, every=29, most=6):
        seen = Seen(game, state, seat)
        first = choose(seen, random.Random(2), QUICK)
        assert first in seen.actions
        assert choose(Seen(game, state, seat), random.Random(2), QUICK) == first


def test_the_time_ends_a_search() -> None:
    """A search whose time is over looks ahead once, and still answers with something legal."""
    game = next(game for game in GAMES if game.name == "dog")
    state, seat = next(choices(game, every=40, most=1))
    asked: list[bool] = []

    def is_over() -> bool:
        asked.append(True)
        return True

    endless = Level("endless", "", turns=10**9, seconds=0.0)
    action = choose(Seen(game, state, seat), random.Random(1), endless, is_over)
    assert action in game.legal(state)
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["agent_dog", "dog", "wink"])
def test_a_hand_of_real_cards_cannot_be_played(name: str) -> None:
    """The program plays for a seat only where it knows its cards."""
    game = next(game for game in GAMES if game.name == name)
    real = game.setup({"dealing": "people"}, game.seatings({}, game.players({})[-1])[0])
    while game.actor(real) == CHANCE:
        real = game.successor(real, game.legal(real)[0])
    assert not any(knows_its_hand(game, real, one.seat) for one in game.view(real, TABLE).seats)
