"""Games without a pile are played to their end at the simulated table, by frames and touches."""

from __future__ import annotations

import random

import pytest

from tablet_companion import printed
from tablet_companion.referee.effects import Kind
from tablet_companion.selfplay.house import House, make_print
from tablet_companion.selfplay.play import TurnTold
from tablet_companion.selfplay.speaker import Policy, Speaker, at_random
from tests.conformance.walk import GAMES, AnyGame

GAMES_SOON_OVER = {"pocket_ops": (2, 52), "wink": (4, 43)}
"""Players and seed of random games that are soon over; any other seed would do as well."""
AGENT = """
stake green 1000; stake green 500; seal; stake red 1000; stake green 300; seal; move
green Halifax; accept; move red Berlin; accept; move green Horta; object; insist; bid
100; bid 400; concede; let stand; move red Moscow; accept; move green Lisbon; accept;
bribe; stake red 500; seal; move green Tangier case; accept; move red Berlin; accept;
move green Lisbon case; accept; move red Moscow; accept; move green Horta case; accept;
move red Berlin; accept; move green Halifax case; accept; move red Moscow; accept; move
green Washington case; accept
"""
"""Green fetches the case from Tangier and brings it home; one objection, one bribe."""
PLAYABLE = dict(printed.titles())
MOST = 250


def policy(game: AnyGame, seed: int) -> Policy:
    """Return who plays: Agent's random games take hours, so there somebody knows what he does."""
    if game.name != "agent":
        return at_random(random.Random(seed))
    told = iter(" ".join(AGENT.split()).split("; "))
    return lambda state, _actions: game.read_action(state, next(told))


def play(game: AnyGame, players: int, seed: int) -> list[TurnTold]:
    """Play a game with mistakes to its end and return what was told of every action."""
    house = House(make_print(game.name), seed)
    speaker = Speaker(house, policy(game, seed), fault_share=0.2)
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
