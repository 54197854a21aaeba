"""Whole games at the simulated table, from the first deal to the last pawn, mistakes included."""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion.games.agent import state as agents
from tablet_companion.games.agent.actions import OBJECT
from tablet_companion.games.agent.flow import successor
from tablet_companion.games.agent.map import MAP, distances
from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import Answer, Choose, TakeBack
from tablet_companion.referee.model.table import Stage
from tablet_companion.selfplay.play import Player, Tally
from tablet_companion.selfplay.players import someone
from tablet_companion.selfplay.speaker import Policy, Speaker, at_random
from tablet_companion.simulator.house import House, Print
from tests.adversaries.family.evening import RuleSet
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tests.adversaries.frames.delays import Delays, Outcome

FAULT_SHARE: Final = 0.25
MAX_TURNS: Final = 1500
"""More turns than any game has that its players want to end."""
_AT_HOME: Final = 3
"""A pawn in the finish is worth as many as this on the way."""
_CALM: Final = 30
"""Frames for the referee to see a table that was put right."""
_OBJECTING_SHARE: Final = 0.2
"""With three others who object to every second move, hardly any of them stands."""


@dataclass
class Evening:
    """One game, in one of its editions, and what came of it."""

    game: str
    seed: int
    players: int
    tally: Tally = field(default_factory=Tally)
    delays: dict[Outcome, list[int]] = field(default_factory=dict)
    ended: bool = False
    mended: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


def play_evening(  # noqa: PLR0913 - what differs from evening to evening
    kit: Print,
    rules: RuleSet,
    seed: int,
    players: int,
    *,
    condition: Condition = CONDITIONS["day"],
    most: int = MAX_TURNS,
) -> Evening:
    """Play a game to its end; after a wrong verdict the table is put right and the game goes on."""
    began_s = time.process_time()
    house = House(kit, seed)
    evening = Evening(rules.name, seed, players)
    delays = Delays(house, condition.set_up(house.sim))
    player = sit_down(house)
    house.touch(*(Choose(name, value) for name, value in rules.options))
    player.begin(players)
    while not player.over and evening.tally.turns < most:
        scene, past = house.sim.scene, len(house.table.past)
        told = player.turn()
        evening.tally.add(told)
        if told.wrong:
            evening.wrong.append(f"{told.seat}, {told.action}: {told.wrong}")
            if isinstance(player, Player) and not _mend(house, player, scene, past):
                break
            evening.mended += 1
    evening.ended = player.over and house.table.stage is Stage.ENDED
    evening.tally.frames = house.frames
    evening.delays = delays.frames
    evening.seconds = time.process_time() - began_s
    return evening


def sit_down(house: House) -> Player | Speaker:
    """Return who plays a game so that it comes to an end, with a quarter of the turns gone wrong.

    With cards they want their pawns home; at Agent the case, with the agent they have most on;
    the other games end by themselves.
    """
    if house.kit.game.name == "agent":
        policy = fetch_the_case(random.Random(house.rng.random()))
        return Speaker(house, policy, fault_share=FAULT_SHARE)
    return someone(house, fault_share=FAULT_SHARE, wish=homewards(house.kit.game))


def homewards(game: AnyGame) -> Any:
    """Return the wish to bring pawns out and home, so that the game comes to its end."""

    def wish(state: Any, action: Any) -> float:
        places = [place for place, _ in game.attempted(state, action).pieces]
        home = sum(".F" in place for place in places)
        return _AT_HOME * home + sum(not place.endswith(".nest") for place in places)

    return wish


def fetch_the_case(rng: random.Random) -> Policy:
    """Return a policy for Agent: the kind of action by chance, its move what brings the case on."""
    by_chance = at_random(rng)

    def choose(state: agents.State, actions: Sequence[Any]) -> Any:
        if rng.random() >= _OBJECTING_SHARE:
            actions = [one for one in actions if one != OBJECT] or actions
        chosen = by_chance(state, actions)
        if not hasattr(chosen, "target"):
            return chosen
        alike = [one for one in actions if type(one) is type(chosen)]
        return min(alike, key=lambda one: _moves_left(successor(state, one), state.turn))

    return choose


def _moves_left(state: agents.State, seat: int) -> int:
    """Return how many moves bring the case home with the agent that a seat has most on."""
    playing = [one for one, city in enumerate(state.agents) if city != agents.EXILED]
    agent = max(playing, key=lambda one: state.stake(seat, one))
    city, ways = state.agents[agent], _ways(agents.home(agent))
    return ways[city] if state.holder == agent else 1 + _ways(state.case)[city] + ways[state.case]


@functools.cache
def _ways(city: int) -> dict[int, int]:
    return distances(MAP, city)


def _mend(house: House, player: Player, scene: Any, past: int) -> bool:
    """Do as people do who see that the referee got it wrong; False where nothing helps.

    Either the table or the record is a move ahead: that move is taken back, or the pieces are put
    as they were.
    """
    game = house.kit.game
    if player.over or game.placement(house.table.state) == game.placement(player.truth):
        return True
    if len(house.table.past) > past:
        house.touch(TakeBack(), Answer(0))
    house.sim.arrange(scene.pawns)
    house.watch(_CALM)
    state = house.table.state
    same = game.placement(state) == game.placement(player.truth)
    return same and game.actor(state) == game.actor(player.truth) != CHANCE
