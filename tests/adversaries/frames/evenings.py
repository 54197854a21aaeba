"""Whole games at the simulated table, from the first deal to the last pawn, mistakes included."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import Answer, TakeBack
from tablet_companion.referee.model.table import Stage
from tablet_companion.selfplay.play import Player, Tally, TurnTold
from tablet_companion.selfplay.players import someone
from tablet_companion.simulator.house import House, Print
from tests.adversaries.frames.delays import Delays, Outcome

FAULT_SHARE: Final = 0.25
MOST_TURNS: Final = 1500
"""More turns than any game has that its players want to end."""
_AT_HOME: Final = 3
"""A pawn in the finish is worth as many as this on the way."""
_CALM: Final = 30
"""Frames for the referee to see a table that was put right."""


@dataclass
class Evening:
    """One game, and what came of it."""

    game: str
    seed: int
    players: int
    tally: Tally = field(default_factory=Tally)
    delays: dict[Outcome, list[int]] = field(default_factory=dict)
    ended: bool = False
    mended: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


def play_evening(
    kit: Print, seed: int, players: int, hear: Callable[[TurnTold], None] = lambda _told: None
) -> Evening:
    """Play a game to its end; after a wrong verdict the table is put right and the game goes on."""
    began_s = time.process_time()
    house = House(kit, seed)
    evening = Evening(kit.game.name, seed, players)
    delays = Delays(house)
    player = someone(house, fault_share=FAULT_SHARE, wish=homewards(kit.game))
    player.begin(players)
    while not player.over and evening.tally.turns < MOST_TURNS:
        scene, past = house.sim.scene, len(house.table.past)
        told = player.turn()
        evening.tally.add(told)
        hear(told)
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


def homewards(game: AnyGame) -> Any:
    """Return the wish to bring pawns out and home, so that the game comes to its end."""

    def wish(state: Any, action: Any) -> float:
        places = [place for place, _ in game.attempted(state, action).pieces]
        home = sum(".F" in place for place in places)
        return _AT_HOME * home + sum(not place.endswith(".nest") for place in places)

    return wish


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
