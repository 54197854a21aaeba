"""A deck of one's own may print its stages in any colour that can be written."""

from __future__ import annotations

from importlib import resources
from typing import Final

import numpy as np
import pytest

from hardware.board import Board
from hardware.boardfile import parse_board
from hardware.errors import CompanionError
from tablet_companion.games import package
from tablet_companion.vision.loose_cards.deck import CardTable, make_patches
from tablet_companion.vision.loose_cards.detect import Side

GREY: Final = "#a3a6aa"


def deck(stage: str) -> Board:
    """Return Wink's cards with stages of another colour."""
    text = resources.files(package("wink")).joinpath("board.toml").read_text(encoding="utf-8")
    assert GREY in text
    return parse_board(text.replace(GREY, stage), source="own.toml")


@pytest.mark.parametrize("stage", [GREY, "#ff0000", "#00c0ff"])
def test_a_bare_stage_of_a_strong_colour_is_seen_bare(stage: str) -> None:
    """A colour without red, green or blue was divided by: the stage always counted as covered."""
    table = CardTable(deck(stage))
    patches = np.full((3, table.disc.size, 3), 0.95, np.float32)
    printed = [int(stage[k : k + 2], 16) / 255 for k in (5, 3, 1)]
    patches[:, table.disc_points] = np.maximum(printed, 0.05)
    for patch in make_patches(table, [Side(name, up=True) for name in ("1", "2", "3")], patches):
        assert patch.ground[table.disc].all()


@pytest.mark.parametrize("stage", ["grey", "#12345", ""])
def test_a_stage_without_a_colour_is_refused_in_a_sentence(stage: str) -> None:
    """It was found out only by the reader, or the printer, which ended."""
    with pytest.raises(CompanionError, match=r"stage is .*; write it as '#rrggbb'"):
        deck(stage)
