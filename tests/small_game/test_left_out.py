"""What the guide lets a game leave out, or have otherwise: nothing of the house expects it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from hardware.printing.board import draw_nests
from tablet_companion.cli import main
from tablet_companion.games.core import Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.lessons import chapters
from tablet_companion.referee.model.table import Stage, new_table
from tests.conformance.spy.choosing import _study
from tests.conformance.walk import draw_seats


def test_a_game_without_lessons_can_be_spied_on(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no chapter to open, none is opened; the spy went down there."""
    monkeypatch.setattr(chapters, "LESSONS_FILE", "none.toml")
    chapters.read_chapters.cache_clear()
    state = game.setup({}, game.seats)
    begun = game.successor(state, game.lot(state, game.seats[0]))
    areas = areas_of(printed.board(game.name), game.name)
    table = new_table(game, areas, "en").but(state=begun, stage=Stage.PLAY)
    try:
        assert _study((table, table), random.Random(1)) is None
    finally:
        chapters.read_chapters.cache_clear()


def test_seats_are_only_tried_that_people_may_choose(game: AnyGame) -> None:
    """Where a game does not say otherwise its first seats play, and no others are set up."""
    more = (*game.seats, Seat("green"), Seat("yellow"))
    larger = replace(game, seats=more, players=lambda _options: (2, 3))
    drawn = {tuple(draw_seats(larger, {}, random.Random(seed))) for seed in range(20)}
    assert drawn == {more[:2], more[:3]}


@pytest.mark.parametrize("length", [1, 2])
def test_a_row_of_waiting_men_covers_no_point(game: AnyGame, length: int) -> None:
    """A long row is on a band; the circle round it lay under the points, in a nest's colour."""
    board = printed.board(game.name)
    places = [
        msgspec.structs.replace(one, y_mm=95 + (one.y_mm - 95) * length)
        if one.kind == "nest"
        else one
        for one in board.places
    ]
    drawn = list(draw_nests(msgspec.structs.replace(board, places=tuple(places))))
    assert {part.split()[0] for part in drawn} == {"<circle" if length == 1 else "<path"}


def test_a_game_without_cards_is_calibrated_without_a_word_of_them(
    game: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was taken from the print is said: here the pieces, and no cards or pawns."""
    assert main(["calibrate", "--printed", game.name, "--out", str(tmp_path / "cal.json")]) == 0
    assert "Three Men’s Morris, its pieces." in capsys.readouterr().out
