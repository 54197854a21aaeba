"""A new game is a folder: one that no file of the product names is played, taught and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import tablet_companion
from tablet_companion.games.protocol import AnyGame
from tablet_companion.selfplay.play import TurnTold
from tablet_companion.selfplay.players import play_out, someone
from tablet_companion.simulator.house import House, Print

ROOT: Final = Path(tablet_companion.__file__).parents[1]


def test_selfplay(game: AnyGame, kit: Print) -> None:
    told: list[TurnTold] = []
    for seed in range(4):
        player = someone(House(kit, seed), fault_share=0.5)
        player.begin()
        play_out(player, told.append)
    for t in told:
        print(
            t.seat,
            t.action,
            t.fault,
            sorted(t.expected),
            [(str(j.kind), [b.rule for b in j.breaches]) for j in t.verdicts],
            t.wrong,
        )
    assert 0
