"""The playthroughs that the games keep read back, and are what the rules of today bring about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tests.conformance.walk import GAMES
from tools.playthrough import PlaythroughError, Table, list_kept, read_back, table_of, write

FILES = [path for game in GAMES for path in list_kept(game)]
every_file = pytest.mark.parametrize(
    "path", FILES, ids=[f"{path.parents[1].name}/{path.stem}" for path in FILES]
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_keeps_playthroughs(game: AnyGame) -> None:
    """A game without a playthrough fails here: ``make playthroughs`` writes some.

    There is one for every number of players that the game's files do not call an edition of.
    """
    tables = [table_of(path.read_text(encoding="utf-8")) for path in list_kept(game)]
    assert tables, f"{game.title} keeps no playthrough: make playthroughs"
    assert {table.game.name for table in tables} == {game.name}
    fewest, most = game.players({})[0], game.players({})[-1]
    assert {fewest, most} <= {table.players for table in tables}


@every_file
def test_a_playthrough_reads_back(path: Path) -> None:
    """Every action and every state in it is read, and what is written from them is the file."""
    text = path.read_text(encoding="utf-8")
    assert read_back(text) == text


@every_file
def test_a_playthrough_is_regenerated(path: Path) -> None:
    """The same options and the same seed bring the same game, byte for byte."""
    text = path.read_text(encoding="utf-8")
    assert write(table_of(text)) == text
    assert len(text) < 120_000


def test_a_spoilt_playthrough_is_refused() -> None:
    """An action that leads elsewhere, or a head that is none, is found out."""
    text = FILES[0].read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("0 chance"))
    verb, seat = first.split()[-2:]
    other = next(name for name in table_seats(text) if name != seat)
    with pytest.raises(PlaythroughError, match="do not lead"):
        read_back(text.replace(first, first.replace(f"{verb} {seat}", f"{verb} {other}")))
    with pytest.raises(PlaythroughError, match="no playthrough"):
        table_of("nothing")


def table_seats(text: str) -> list[str]:
    """Return the seats in a playthrough's head."""
    return text.splitlines()[3].split()[1:]


def test_a_game_in_which_nobody_can_act_is_told() -> None:
    """It is not over, and goes on nowhere: the sentence says whose turn it is, and where."""
    stuck = replace(games.load("dog"), legal=lambda _state: ())
    with pytest.raises(PlaythroughError, match="chance has no legal action, and it is not over"):
        write(Table(stuck, {}, 4, seed=1))
