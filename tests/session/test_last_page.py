"""A game that is over is still on the screen after a power cut, until somebody leaves it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import (
    Answer,
    Intent,
    NewGame,
    SwitchOff,
    TakeBack,
    Touched,
)
from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.session.session import Session
from tests.amounts import count
from tests.conformance.walk import GAMES
from tests.referee.player import SETUPS
from tests.session.finished import cut, keep, play_out, start


def offered(table: Table) -> tuple[object, ...]:
    """Return what the last page says, and its keys; what was seen of the table is none of it."""
    panel = build_panel(table)
    assert isinstance(panel, EndPanel)
    return panel.view, panel.say, panel.facts, panel.buttons


@pytest.mark.parametrize("seed", range(1, count(2, 6)))
@pytest.mark.parametrize(("game", "options"), SETUPS)
def test_a_power_cut_leaves_the_last_page(
    tmp_path: Path, game: AnyGame, options: dict[str, Any], seed: int
) -> None:
    """Winners, story, "Save" and "Take back" are there again; the set-up had taken their place."""
    before = keep(play_out(game, options, seed), tmp_path / "games")
    after = start(game, cut(tmp_path / "games"))
    assert offered(after.table) == offered(before.table)
    assert tell_story(after.table) == tell_story(before.table)


def touch(session: Session, *intents: Intent) -> None:
    """Touch things one after another."""
    for number, intent in enumerate(intents, start=1):
        session.handle(Touched(session.table.now_s + number, intent))


def play_short(game: AnyGame, folder: Path) -> Session:
    """Return a session of a game that is over, in the first of its set-ups."""
    options = next(one.values[1] for one in SETUPS if one.values[0] is game)
    return keep(play_out(game, options, 1), folder)  # type: ignore[arg-type]  # pytest's own type


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_last_move_is_taken_back_after_a_power_cut(tmp_path: Path, game: AnyGame) -> None:
    """The key does what it did before the cut, and the game goes on in its journal."""
    before = play_short(game, tmp_path / "games")
    after = start(game, cut(tmp_path / "games"))
    for session in (before, after):
        touch(session, TakeBack(), Answer(0))
    assert after.table.stage is Stage.PLAY
    assert after.table.state == before.table.state
    assert start(game, cut(tmp_path / "games-cut")).table.state == before.table.state


def test_a_question_does_not_take_the_last_page_away(tmp_path: Path) -> None:
    """What is asked over it, and answered with no, leaves it there for the next start."""
    game = GAMES[-1]
    before = play_short(game, tmp_path / "games")
    last = offered(before.table)
    for number, intents in enumerate([(TakeBack(),), (SwitchOff(),), (SwitchOff(), Answer(1))]):
        touch(before, *intents)
        left = shutil.copytree(tmp_path / "games", tmp_path / f"cut-{number}")
        assert offered(start(game, Path(left)).table) == last
        touch(before, Answer(1))


@pytest.mark.parametrize("intents", [(NewGame(),), (SwitchOff(), Answer(0))])
def test_who_leaves_the_last_page_does_not_find_it_again(
    tmp_path: Path, intents: tuple[Intent, ...]
) -> None:
    """The next evening begins with the set-up, after "Again" and after "Switch off"."""
    game = GAMES[-1]
    touch(play_short(game, tmp_path / "games"), *intents)
    assert start(game, cut(tmp_path / "games")).table.stage is Stage.SETUP
