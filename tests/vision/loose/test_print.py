"""Pawns on what is printed, behind other pawns and at edges are seen, or their card is doubted."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from hardware.simulated.render import Renderer
from tablet_companion.kit import printed
from tests.amounts import count
from tests.vision.loose import wink_table
from tests.vision.loose.measured import MAKERS, Seen, measure
from tests.vision.loose.wink_table import BOARD

TABLES: Final = range(2000, 2000 + count(4, 16))


@pytest.mark.parametrize("kind", ["a second pawn behind", "a second pawn in front"])
def test_a_second_pawn_is_seen_or_doubted(kind: str) -> None:
    """Behind the first one, and leaning off its card, too: at most one in twenty goes unsaid."""
    told: list[str] = []
    found = measure(MAKERS[kind], TABLES, told)
    assert found[Seen.MISSED] + found[Seen.WRONG] <= found.total() / 20, told
    assert found[Seen.RIGHT] >= found.total() / 2


def test_a_pawn_anywhere_on_its_card_is_seen_or_doubted() -> None:
    """On a portrait, a number or a back's pattern: at most one in ten goes unsaid."""
    told: list[str] = []
    found = measure(MAKERS["a pawn anywhere on its card"], TABLES, told)
    assert found[Seen.MISSED] + found[Seen.WRONG] <= found.total() / 10, told
    assert found[Seen.RIGHT] >= 0.6 * found.total()


def test_cards_printed_in_other_colours_are_not_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A printer whose inks are paler and shifted leaves ordinary tables as clear as before."""
    faces = {
        name: np.clip(255 - (255 - face.astype(float)) * (0.6, 0.75, 0.9), 0, 255).astype(np.uint8)
        for name, face in printed.loose_card_faces(BOARD, 4.0).items()
    }
    pale = Renderer(BOARD, None, 4.0, faces)
    monkeypatch.setattr(wink_table, "renderer", lambda: pale)
    told: list[str] = []
    found = measure(MAKERS["ordinary tables"], TABLES, told)
    assert found.total() - found[Seen.RIGHT] <= found.total() / 50, told
