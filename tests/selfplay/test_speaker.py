"""Games without a pile are played to their end at the simulated table, by frames and touches."""

from __future__ import annotations

import random

import pytest

from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.verdicts import Asking
from tablet_companion.selfplay.play import TurnTold
from tablet_companion.selfplay.speaker import Policy, Speaker, at_random
from tablet_companion.simulator.house import House, Print
from tests.amounts import some
from tests.conformance.walk import GAMES
from tests.conftest import Prints

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
POCKET_OPS = """
enrol hacker; enrol mole; place spy I; through; place spy C; foiled; place spy F;
through; place hacker H; through; place spy C; through; gather; enrol assassin; enrol
mole; place spy G; foiled; place spy A; through; place mole E; foiled; place spy E;
through; place spy F; foiled; place spy I; through
"""
"""Two rounds, some agents foiled, five of the specialists."""
SCRIPTS = {"agent": (2, 1, AGENT), "pocket_ops": (2, 1, POCKET_OPS), "wink": (4, 43, "")}
"""Players, seed, and the actions of games that are soon over; without them chance plays."""
MOST = 250


def scripted(game: AnyGame, script: str) -> Policy:
    """Return who plays what is written."""
    told = iter(" ".join(script.split()).split("; "))
    return lambda state, _actions: game.read_action(state, next(told))


def begun(kit: Print, fault_share: float) -> Speaker:
    """Return who plays a game that has begun."""
    game = kit.game
    players, seed, script = SCRIPTS.get(game.name, (game.players({})[0], 1, ""))
    policy = scripted(game, script) if script else at_random(random.Random(seed))
    speaker = Speaker(House(kit, seed), policy, fault_share=fault_share)
    speaker.begin(players)
    return speaker


def play(kit: Print) -> list[TurnTold]:
    """Play a game with mistakes to its end and return what was told of every action."""
    speaker = begun(kit, fault_share=0.2)
    told: list[TurnTold] = []
    while not speaker.over:
        told.append(speaker.turn())
        assert len(told) < MOST, "the game does not end"
    return told


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.name in some(("agent", "pocket_ops", "wink"), 3)],
    ids=lambda game: game.name,
)
def test_a_game_is_refereed_from_the_first_frame_to_the_last(prints: Prints, game: AnyGame) -> None:
    """What the pieces show is taken without a tap, planted faults are objected to, nothing else.

    A fault that puts the table back to an earlier position is asked about. Pocket Ops is played so
    by the adversaries' whole game, Wink in a thorough run.
    """
    told = play(prints(game.name))
    assert [one.wrong for one in told if one.wrong] == []
    planted = [one for one in told if one.fault]
    assert planted
    for one in planted:
        kinds = {judged.kind for judged in one.verdicts}
        assert kinds & {Kind.OBJECTED, Kind.WAITING, Kind.ASKED}


def test_a_question_about_what_was_shown_before_is_not_answered(prints: Prints) -> None:
    """Whoever is asked whether a move is taken back, and moves on instead, takes nothing back."""
    speaker = begun(prints("pocket_ops"), fault_share=0.0)
    house, told = speaker.house, [speaker.turn() for _ in range(2)]
    before = speaker.house.hands.shown()
    assert before is not None
    told += [speaker.turn() for _ in range(2)]
    house.hands.arrange(before)
    assert house.watch(90, lambda: isinstance(house.table.verdict, Asking))
    told.append(speaker.turn())
    assert [one.wrong for one in told if one.wrong] == []
    assert len(house.table.past) >= len(told)
