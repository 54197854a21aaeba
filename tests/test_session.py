"""A game goes on after a restart exactly where it was, to the last confirmed step."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tablet_companion import games
from tablet_companion.journal import JournalError
from tablet_companion.referee.events import (
    Answer,
    Begin,
    Choose,
    GiveUp,
    NewGame,
    Saw,
    TakeBack,
    Touched,
)
from tablet_companion.session import Keeper, Session, last_game, open_table
from tests.referee.looks import AREAS, look

GAME = games.load("agent_dog")


class Player:
    """Plays legal moves at a session's table by showing them."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Resume or begin in a folder."""
        self.rng = random.Random(seed)
        self.now_s = 0.0
        self.keeper = Keeper(folder, lambda: 1_700_000_000.0)
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


def test_a_restart_finds_the_game_where_it_was(tmp_path: Path) -> None:
    """After each of many moves, take-backs among them, a new session has the same record."""
    player = Player(tmp_path, seed=1)
    player.begin()
    for number in range(60):
        player.play()
        if number % 7 == 3:
            player.touch(TakeBack(), Answer(0))
        before = player.session.table
        player.keeper.close()
        player = Player(tmp_path, seed=number)
        after = player.session.table
        assert after.state == before.state
        assert [moment.action for moment in after.past] == [m.action for m in before.past]
        assert after.happened == before.happened
        assert after.setup.seats == before.setup.seats


def test_nothing_is_on_record_that_the_journal_refused(tmp_path: Path) -> None:
    """When the journal fails, the table stays as it was: nothing unconfirmed is shown."""
    player = Player(tmp_path, seed=2)
    player.begin()
    before = player.session.table
    player.keeper.close()
    with pytest.raises(JournalError):
        player.play()
    assert player.session.table.state == before.state
    assert player.session.table.past == before.past


def test_a_new_game_has_a_journal_of_its_own(tmp_path: Path) -> None:
    """Beginning again leaves the old journal and resumes the newer game."""
    player = Player(tmp_path, seed=3)
    player.begin()
    player.play()
    player.touch(NewGame(), Answer(0))
    player.begin()
    assert len(list(tmp_path.glob("*.journal"))) == 2
    newer = player.session.table.past
    player.keeper.close()
    assert len(Player(tmp_path, seed=4).session.table.past) == len(newer)


def test_the_next_game_is_set_up_as_the_last_one_was(tmp_path: Path) -> None:
    """A box's own holes are entered once: a new game has them, after a restart too."""
    player = Player(tmp_path, 1)
    player.touch(Choose("holes", (1, 6, 9)), Choose("players", 3), Begin(), Begin())
    player.touch(NewGame(), Answer(0))
    assert dict(player.session.table.setup.options)["holes"] == (1, 6, 9)
    player.touch(Begin(), Begin(), NewGame(), Answer(0))
    player.keeper.close()
    again = Player(tmp_path, 2).session.table
    assert dict(again.setup.options)["holes"] == (1, 6, 9)
    assert len(again.setup.seats) == 3


def test_another_games_journal_is_left_alone(tmp_path: Path) -> None:
    """A table of one game does not go on with another game's journal, nor touch it."""
    player = Player(tmp_path, 1)
    player.begin()
    player.keeper.close()
    (path,) = tmp_path.glob("*.journal")
    before = path.read_bytes()
    wink = open_table(games.load("wink"), {}, "en", Keeper(tmp_path, lambda: 1_700_000_000.0))
    assert wink.state is None
    assert path.read_bytes() == before
    assert last_game(tmp_path) == "agent_dog"
