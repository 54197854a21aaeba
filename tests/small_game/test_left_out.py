"""What the guide says that a game may leave out: nothing that asks every game expects it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

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
