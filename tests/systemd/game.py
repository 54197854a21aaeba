"""Leaves a game in progress in the journals' folder, as a person would who pulled the plug.

Run by the service's own user with the program's own Python. No camera: everything is said.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tablet_companion import games
from tablet_companion.kit.boards import areas_of
from tablet_companion.kit.printed import board
from tablet_companion.referee.model.events import (
    Answer,
    Begin,
    GiveUp,
    Intent,
    OpenCardKeys,
    Touched,
)
from tablet_companion.referee.model.history import list_plays
from tablet_companion.session.keeper import Keeper
from tablet_companion.session.session import Session, open_table


def main() -> None:
    """Begin a game whose dealer is drawn by lot; print its moves as the status counts them."""
    game = games.load("agent_dog")
    keeper = Keeper(Path(sys.argv[1]), lambda: 0.0)
    table = open_table(game, areas_of(board(game.name), game.name), "en", keeper)
    session = Session(table, keeper=keeper, lots=random.randrange)
    said: tuple[Intent, ...] = (Begin(), Begin(), OpenCardKeys(), GiveUp(), Answer(0))
    for at_s, intent in enumerate(said):
        session.handle(Touched(float(at_s), intent))
    sys.stdout.write(f"{len(list_plays(session.table.past))}\n")
    keeper.close()


if __name__ == "__main__":
    main()
