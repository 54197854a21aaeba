"""Fingertips that only just reach over the board's edge, and places in the shade of a hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest

from hardware.simulated.scene import Hand
from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import fingertips, rescan, scan
from tablet_companion.vision.frame.covering import cover_in_shade
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.objects.foreground import _foreground_mask
from tablet_companion.vision.objects.hands import CELLS
from tablet_companion.vision.places.scores import PlaceScores
from tests.vision.table import Table
from tools import faults

SIDE = 60
_BEYOND_MM: Final = 12.0
_RESTING: Final = 8
_SHADOWS: Final = 3


def _mm2(z_score: Any) -> int:
    """Return how much of the board counts as foreign (a point is four square millimetres)."""
    view: Any = SimpleNamespace(z_score=z_score)
    return 4 * int(_foreground_mask(view).sum())


def _tip(left: int, strong: int) -> Any:
    """Return a board with a spot three points wide; ``strong`` points in its middle are foreign."""
    z_score = np.full((SIDE, SIDE), 0.5)
    z_score[20:28, left : left + 3] = 2.6
    z_score[20 : 20 + strong, left + 1] = 6.0
    return z_score


def test_what_is_fairly_foreign_beside_a_fingertip_belongs_to_it() -> None:
    """At the edge twice as much of the spot counts; elsewhere its strong points alone."""
    assert _mm2(_tip(SIDE - 4, strong=6)) >= 2 * 4 * 6
    assert _mm2(_tip(SIDE // 2, strong=6)) == 4 * 6


@pytest.mark.parametrize("strong", [0, 1, 3])
def test_a_few_noisy_points_at_the_edge_do_not_grow(strong: int) -> None:
    """Without a cluster of strongly foreign points nothing is added to them."""
    assert _mm2(_tip(SIDE - 4, strong=strong)) == 4 * strong


@pytest.mark.parametrize(
    ("x_mm", "score", "visible"), [(50.0, 2.0, 0.0), (50.0, 9.0, 1.0), (75.0, 2.0, 1.0)]
)
def test_a_doubtful_place_beside_a_hand_is_as_good_as_covered(
    x_mm: float, score: float, visible: float
) -> None:
    """A hand ends at 40 mm: what is doubtful close to it is covered, what is clear is not."""
    hands = np.zeros((50, 50), dtype=np.bool_)
    hands[:, :20] = True
    site: Any = SimpleNamespace(place=SimpleNamespace(x_mm=x_mm, y_mm=50.0, radius_mm=7.0))
    standing: Any = None
    place = PlaceScores(site, {HIDDEN: score, Piece("red"): -3.0}, HIDDEN, standing, 1.0)
    (seen,) = cover_in_shade([place], hands)
    assert seen.visible_share == visible


@pytest.fixture
def table(kit: Print, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table that was read, whose hands are no longer seen in any picture."""
    table = Table(kit)
    table.check()
    for module in (scan, rescan):
        monkeypatch.setattr(module, "find_hand", lambda *_: None)
    return table


def _touch(table: Table, place: str) -> None:
    """Lay fingertips between a place and the rim nearest to it, in place of any others."""
    table.sim.hand_out()
    hand = table.sim.hand_in(place)
    spot, away = table.sim.board.by_name[place], np.radians(hand.angle_deg)
    at = spot.x_mm + _BEYOND_MM * np.cos(away), spot.y_mm + _BEYOND_MM * np.sin(away)
    table.sim.scene = replace(table.sim.scene, hands=(Hand(*at, hand.angle_deg),))


def _covered(table: Table) -> set[str]:
    glance = table.look()
    assert isinstance(glance, Still), glance
    return {sight.place for sight in glance.reading.places if sight.covered}


def test_what_unseen_fingertips_touch_is_not_read(table: Table) -> None:
    """A pawn that they push along the rim stands nowhere yet; before, it was read at once."""
    clear = _covered(table)
    _touch(table, "T20")
    touched = _covered(table) - clear
    assert "T20" in touched
    assert len(touched) < 9
    table.sim.lift("T20")
    table.sim.put("green", "T21")
    _touch(table, "T21")
    assert "T21" in _covered(table)
    table.sim.hand_out()
    assert _covered(table) <= clear
    table.check()


def test_fingertips_that_rest_for_long_hide_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came over the rim and does not stir is none, though somebody plays meanwhile."""
    monkeypatch.setattr(fingertips, "TUNING", replace(fingertips.TUNING, patience_frames=_RESTING))
    _touch(table, "T20")
    assert "T20" in _covered(table)
    table.sim.lift("T5")
    table.sim.put("red", "T6")
    assert "T20" in _covered(table)
    table.look(_RESTING - 6)
    assert "T20" not in _covered(table)


def test_what_fingertips_touch_under_a_fan_is_not_read(table: Table) -> None:
    """Its shadows change more than a hand does; before, they hid that one came over the rim."""
    table.sim.faults = {faults.SHADOW: 0.3}

    def read(shadow: int) -> set[str]:
        table.sim.fault_seed = shadow
        glance = table.eye.read(table.camera.capture().picture)
        assert isinstance(glance, Still), glance
        return {sight.place for sight in glance.reading.places if sight.covered}

    clear = set().union(*map(read, range(_SHADOWS)))
    assert read(0) <= clear
    _touch(table, "T20")
    for shadow in range(_SHADOWS):
        touched = read(shadow) - clear
        assert "T20" in touched
        assert len(touched) < 9
    table.eye._frames += fingertips.TUNING.patience_frames
    assert all(read(shadow) <= clear for shadow in range(_SHADOWS)), "what rests so long is none"


def test_a_table_that_was_never_read_has_no_fingertips(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a single picture nothing came over the rim."""
    table = Table(kit)
    monkeypatch.setattr(scan, "find_hand", lambda *_: None)
    _touch(table, "T20")
    assert "T20" not in _covered(table)


@pytest.mark.parametrize(
    ("rows", "columns", "above", "came"),
    [
        pytest.param((0, 14), (30, 34), 0, True, id="fingers"),
        pytest.param((6, 14), (30, 34), 6, True, id="fingers where the picture ends"),
        pytest.param((0, 10), (30, 34), 0, False, id="beside the board only"),
        pytest.param((5, 16), (30, 34), 0, False, id="laid across the rim"),
        pytest.param((8, 16), (30, 34), 8, False, id="a piece that leans over it"),
        pytest.param((0, 40), (20, 40), 0, False, id="an arm"),
        pytest.param((0, 40), (20, 40), 24, True, id="an arm of which little is in the picture"),
        pytest.param((0, 64), (0, 64), 0, False, id="a lamp"),
    ],
)
def test_only_what_comes_from_afar_is_a_fingertip(
    rows: tuple[int, int], columns: tuple[int, int], above: int, *, came: bool
) -> None:
    """Few cells, on both sides of the rim, that reach on to where nothing is seen."""
    moved, board, inside = (np.zeros((CELLS, CELLS), np.bool_) for _ in range(3))
    moved[slice(*rows), slice(*columns)] = True
    board[12:-12, 12:-12] = True
    inside[above:] = True
    assert fingertips._came_over_rim(moved, board, inside).any() == came
