"""People who play a game whose journal is kept."""

from __future__ import annotations

import random
from pathlib import Path

from tablet_companion import games
from tablet_companion.journal import JournalError
from tablet_companion.referee.model.events import Answer, Begin, Choose, GiveUp, Saw, Touched
from tablet_companion.session.keeper import Keeper
from tablet_companion.session.session import Session, open_table
from tests.referee.looks import AREAS, look

GAME = games.load("agent_dog")


class Player:
    """Plays legal moves at a session's table by showing them."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Resume or begin in a folder."""
        self.rng = random.Random(seed)
        self.now_s = 0.0
        wall = random.Random(seed)  # set back and forth: it is only information for people
        self.keeper = Keeper(folder, lambda: wall.uniform(0.0, 4e9))
        table = open_table(GAME, AREAS, "en", self.keeper)
        self.session = Session(table, keeper=self.keeper, lots=self.rng.randrange)

    def touch(self, *intents: object) -> None:
        """Touch things one after another."""
        for intent in intents:
            self.now_s += 1
            self.session.handle(Touched(self.now_s, intent))  # type: ignore[arg-type] # of tests

    def begin(self) -> None:
        """Begin a game whose dealer is drawn by lot."""
        self.touch(Choose("dealer", ""), Begin(), Begin())

    def play(self) -> None:
        """Make one legal move, or give the hand up."""
        state = self.session.table.state
        action = self.rng.choice(GAME.legal(state))
        if GAME.card_of(action) is None:
            self.touch(GiveUp(), Answer(0))
            return
        number = len(self.session.table.past)
        reading = look(
            GAME.attempted(state, action), card=GAME.card_of(action) or "", pose=(number * 9, 0, 0)
        )
        for _ in range(40):
            self.now_s += 0.1
            self.session.handle(Saw(self.now_s, reading))
            if len(self.session.table.past) > number:
                return
        self.touch(Answer(0))


def refuse(*_: object, **__: object) -> None:
    """Fail as a journal on a full disk does."""
    raise JournalError("The journal cannot be written (the disk is full); make room.")
