"""Games without a pile are played to their end at the simulated table, by frames and touches."""

from __future__ import annotations

import random

import pytest

from tablet_companion import printed
from tablet_companion.referee.effects import Kind
from tablet_companion.selfplay.house import House, make_print
from tablet_companion.selfplay.play import TurnTold
from tablet_companion.selfplay.speaker import Speaker, at_random
from tests.conformance.walk import GAMES, AnyGame

GAMES_SOON_OVER = {"pocket_ops": (2, 52), "wink": (4, 43)}
"""Players and seed of random games that are soon over; any other seed would do as well."""
PLAYABLE = dict(printed.titles())
MOST = 250


def play(game: AnyGame, players: int, seed: int) -> list[TurnTold]:
    """Play a game with mistakes to its end and return what was told of every action."""
    house = House(make_print(game.name), seed)
    speaker = Speaker(house, at_random(random.Random(seed)), fault_share=0.2)
    speaker.begin(players)
    told: list[TurnTold] = []
    while not speaker.over:
        told.append(speaker.turn())
        assert len(told) < MOST, "the game does not end"
    return told


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if not game.pile and game.name in PLAYABLE],
    ids=lambda game: game.name,
)
def test_a_game_is_refereed_from_the_first_frame_to_the_last(game: AnyGame) -> None:
    """What the pieces show is taken without a tap, planted faults are objected to, nothing else."""
    told = play(game, *GAMES_SOON_OVER.get(game.name, (2, 1)))
    assert [one.wrong for one in told if one.wrong] == []
    planted = [one for one in told if one.fault]
    assert planted
    for one in planted:
        assert Kind.OBJECTED in [judged.kind for judged in one.verdicts]
