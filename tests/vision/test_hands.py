"""A hand is over the board where the network, the rim and what looks foreign say so together."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.camera.silhouettes import Mask
from tablet_companion.games.core import Piece
from tablet_companion.vision.frame import covering, scan
from tablet_companion.vision.objects import foreground
from tablet_companion.vision.objects.hands import (
    CELLS,
    SUREST,
    TUNING,
    WEIGHTS,
    SceneShares,
    crossing_log_odds,
    gather_evidence,
    hand_log_odds,
    hand_mask,
    judge_hand,
)
from tablet_companion.vision.objects.survey import SIDE, Square
from tablet_companion.vision.places.scores import PlaceScores

_MM = 200.0
_SHAPE = (100, 100)
_RIM = round(0.1 / 1.2 * CELLS)
"""The first row of cells on the board."""


def _square() -> Square:
    at = (np.arange(SIDE) + 0.5) / SIDE * _MM * 1.2 - 0.1 * _MM
    points = np.stack(np.meshgrid(at, at), axis=-1)
    on: Mask = np.asarray(((points > 0) & (points < _MM)).all(axis=-1))
    return Square(points, on, on, np.zeros((SIDE, SIDE), np.uint8))


def _lying(
    odds: float, cells: int, *, row: int = CELLS // 2, rows: int = 3, thing: bool = False
) -> SceneShares:
    share, none = np.full((2, CELLS, CELLS), 1e-4, np.float32)
    share[row : row + rows, 20 : 20 + cells] = 1 / (1 + np.exp(-odds))
    return SceneShares(none, share) if thing else SceneShares(share, none)


def test_some_cells_make_a_hand_and_one_does_not() -> None:
    """Fingertips cover a few cells; a single sure one is chance."""
    assert hand_log_odds(_lying(5.0, SUREST, rows=1), _square()) == pytest.approx(5.0, abs=0.01)
    assert hand_log_odds(_lying(5.0, 1, rows=1), _square()) < 0


def test_a_hand_beside_the_board_is_not_over_it() -> None:
    """What the network sees on the table round the board does not count."""
    assert hand_log_odds(_lying(8.0, 20, row=1, rows=2), _square()) < -5


def test_even_a_faint_hand_is_somewhere() -> None:
    """Where no cell is a hand by itself, the surest of them are where it is."""
    mask = hand_mask(_lying(-0.5, 6), _square(), _SHAPE)
    assert 0 < mask.mean() < 0.03
    rows, _ = np.nonzero(mask)
    assert abs(rows.mean() - _SHAPE[0] / 2) < 4


def _reaching(
    lying: SceneShares,
    foreign: Mask | None,
    monkeypatch: pytest.MonkeyPatch,
    *,
    loose: bool = False,
) -> Mask | None:
    """Return where a hand is, told from what the network says and from what is foreign."""
    monkeypatch.setattr(foreground, "find_over_edge", lambda *_: None if loose else foreign)
    monkeypatch.setattr(foreground, "find_lying_loose", lambda *_: foreign if loose else None)
    return _find(lying)


def _find(
    lying: SceneShares, *pieces: Any, moved: Mask | None = None, blob: foreground.Blob | None = None
) -> Mask | None:
    network = SimpleNamespace(infer=lambda _: lying)
    model: Any = SimpleNamespace(scene_network=network, ignored=np.zeros(_SHAPE, dtype=np.bool_))
    lessons: Any = SimpleNamespace(
        square_input=lambda _: None,
        moved_cells=lambda _: moved,
        square=_square(),
    )
    board_scores = SimpleNamespace(sites=None)
    looked: Any = SimpleNamespace(
        view=None,
        board_scores=board_scores,
        places=pieces,
        strays=(),
        blobs=() if blob is None else (blob,),
    )
    now: Any = None
    found = scan.find_hand(model, lessons, now, looked)
    return None if found is None else found.mask


def _foreign(row: int, wide: int = 35) -> Mask:
    mask = np.zeros(_SHAPE, dtype=np.bool_)
    mask[row : row + 10, 25 : 25 + wide] = True
    return mask


def test_fingers_that_cross_the_rim_lie_on_both_sides_of_it() -> None:
    """What ends at the rim, inside or outside, does not cross it."""
    assert crossing_log_odds(_lying(5.0, 6, row=_RIM - 3, rows=6), _square()) > 4
    assert crossing_log_odds(_lying(5.0, 6, row=_RIM + 4, rows=3), _square()) < -5
    assert crossing_log_odds(_lying(5.0, 6, row=_RIM - 4, rows=3), _square()) < -5


def test_what_has_not_moved_is_no_hand() -> None:
    """However sure the network is, and though it looks foreign."""
    tips, moved = _lying(5.0, 12, row=_RIM - 3, rows=9), np.zeros((CELLS, CELLS), dtype=np.bool_)
    blob = _blob(0, 8)
    assert _find(tips, blob=blob) is not None
    assert _find(tips, moved=moved, blob=blob) is None
    moved[:, 10:40] = True
    assert _find(tips, moved=moved, blob=blob) is not None


def test_cards_on_the_pile_are_no_hand() -> None:
    """They lie there in any way, and no picture that was shown has this one."""
    square = replace(_square(), judged=_square().judged.copy())
    square.judged[SIDE // 2 - 6 : SIDE // 2 + 10, 36:60] = False
    assert hand_log_odds(_lying(5.0, 8), _square()) > 4
    assert hand_log_odds(_lying(5.0, 8), square) < -5


def test_no_evidence_for_a_hand_speaks_against_one() -> None:
    """The surer anything is, the likelier is a hand."""
    assert min(WEIGHTS.alone, WEIGHTS.crossing, WEIGHTS.beside) > 0


def test_what_grows_surer_without_end_outweighs_nothing_else() -> None:
    """A network that is utterly sure of one thing is as sure as it ever is."""
    sure = gather_evidence(_lying(9.0, 8), _square(), _foreign(0))
    assert sure.alone == TUNING.evidence_max
    assert sure.crossing == sure.beside == -TUNING.evidence_max


@pytest.mark.parametrize("wide", [5, 9, 12, 35])
def test_what_is_foreign_at_the_rim_is_no_hand_if_the_network_sees_none(
    wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shadows, gloss and streaks along the rim are foreign, too, small or large, for ever."""
    assert _reaching(_lying(-6.0, 1), _foreign(0, wide=wide), monkeypatch) is None


def test_fingertips_that_come_over_the_rim_are_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few doubtful cells on both sides of it are enough where the board looks foreign."""
    tips, foreign = _lying(-1.0, 3, row=_RIM - 3, rows=6), _foreign(0, wide=9)
    mask = _reaching(tips, foreign, monkeypatch)
    assert mask is not None
    assert mask[foreign].all()
    assert _reaching(tips, None, monkeypatch) is None


@pytest.mark.parametrize(
    ("odds", "sure"), [(-3.5, None), (-1.5, False), (-0.5, False), (0.5, True), (6.0, True)]
)
def test_what_may_be_a_hand_or_not_is_doubtful(odds: float, sure: bool | None) -> None:
    """Between what is none and what is rather one than not nobody knows."""
    lying = _lying(odds, 12, row=_RIM - 4, rows=12)
    found = judge_hand(lying, _square(), _SHAPE, _foreign(0), None)
    assert (None if found is None else found.sure) == sure


@pytest.mark.parametrize(
    ("odds", "hand"), [(TUNING.alone_log_odds + 0.5, True), (TUNING.alone_log_odds - 0.5, False)]
)
def test_alone_the_network_has_to_be_sure(
    odds: float, hand: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing looks foreign, a hand takes more than a chance."""
    assert (_reaching(_lying(odds, 8), None, monkeypatch) is not None) == hand


def test_a_hand_is_where_it_is_foreign_and_where_the_network_is_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A streak at the rim does not hide that the hand is elsewhere."""
    streak = _foreign(80, wide=5)
    mask = _reaching(_lying(5.0, 8, row=_RIM - 3, rows=12), streak, monkeypatch)
    assert mask is not None
    assert mask[streak].all()
    assert mask[:10].any()


@pytest.mark.parametrize(
    ("odds", "hand"), [(TUNING.loose_log_odds + 0.8, True), (TUNING.loose_log_odds - 0.8, False)]
)
def test_what_looks_odd_off_the_edge_is_a_hand_only_if_the_network_is_sure(
    odds: float, hand: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands come over the edge; a lamp's image in the middle does not."""
    assert (_reaching(_lying(odds, 8), _foreign(45), monkeypatch, loose=True) is not None) == hand


@pytest.mark.parametrize(
    ("odds", "sure"), [(TUNING.thing_log_odds - 0.8, None), (TUNING.thing_log_odds + 0.8, False)]
)
def test_a_thing_off_the_edge_may_be_a_gloved_hand(odds: float, sure: bool | None) -> None:
    """Men of another shape than the file's are not waited for; a hand in a glove is, for a while.

    Of six gloved hands over the middle of drawn boards three had counted as things and were read.
    """
    found = judge_hand(_lying(odds, 8, thing=True), _square(), _SHAPE, None, _foreign(45))
    assert (None if found is None else found.sure) == sure


def _blob(row: int, side: int) -> foreground.Blob:
    mask = np.zeros(_SHAPE, dtype=np.bool_)
    mask[row : row + side, 40 : 40 + side] = True
    return foreground.Blob(mask, 4.0 * side**2, (90.0, 2.0 * row), row == 0)


def test_what_touches_no_edge_does_not_come_over_it() -> None:
    """At the edge fingertips are enough; off it only what is as large as a hand may be one."""
    tip, spot, cup = _blob(0, 5), _blob(45, 5), _blob(45, 20)
    edge, loose = (
        foreground.find_over_edge((tip, spot, cup), ()),
        foreground.find_lying_loose((tip, spot, cup)),
    )
    assert edge is not None
    assert (edge == tip.mask).all()
    assert loose is not None
    assert (loose == cup.mask).all()
    assert foreground.find_over_edge((spot, cup), ()) is None
    assert foreground.find_lying_loose((tip, spot)) is None


def test_a_thing_elsewhere_makes_no_hand_of_a_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chance has to be where the board looks foreign."""
    lying = _lying(3.0, 8, thing=True)
    assert _reaching(lying, _foreign(5), monkeypatch) is None


@pytest.mark.parametrize(("odds", "hand"), [(-1.0, False), (1.0, True)])
@pytest.mark.parametrize("score", [-0.8, 0.8])
def test_what_a_doubtful_piece_explains_is_a_hand_only_if_the_network_sees_one(
    score: float, odds: float, hand: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece on the outermost row that is read with doubt is foreign at the edge."""
    tip = _blob(0, 8)
    monkeypatch.setattr(foreground, "hidden_mask", lambda pieces, *_: tip.mask & any(pieces))
    piece: Any = SimpleNamespace(scores={Piece("red"): score})
    lying = _lying(odds, 12, row=_RIM, rows=6)
    assert (_find(lying, piece, blob=tip) is not None) == hand
    assert _find(lying, blob=tip) is not None


def _draw(*boxes: tuple[slice, slice]) -> Mask:
    """Return a mask (points of the map) in which these boxes are foreign."""
    mask = np.zeros((200, 200), dtype=np.bool_)
    for box in boxes:
        mask[box] = True
    return mask


def _fill(mask: Mask, *, lost: float = 1.0, grey: float = 90.0) -> Mask:
    """Return what a body hides, whose points have lost this share of the art behind it."""
    art: Mask = np.random.default_rng(1).random(mask.shape) < lost
    view: Any = SimpleNamespace(art_missing=art, flat=np.full((*mask.shape, 3), grey))
    return foreground.fill_bodies(mask, view)


def test_a_body_hides_what_looks_like_the_board_amid_it() -> None:
    """A cup is seen round a square of its own colour, or by the print that it hides on two sides.

    What sprawls, is small, or covers most of the board hides no more than itself, which is nothing.
    """
    ring = _draw(np.s_[80:120, 80:120])
    ring[90:110, 90:120] = False
    assert _fill(ring)[100, 105]
    corner = _draw(np.s_[80:120, 80:88], np.s_[112:120, 80:120])
    assert _fill(corner)[100, 90]
    frame = _draw(np.s_[20:180, 20:23], np.s_[177:180, 20:180])
    few, all_over = _draw(np.s_[80:88, 80:88]), _draw(np.s_[5:195, 5:195])
    for light in (frame, few, all_over):
        assert not _fill(light).any()
    assert not _fill(ring, lost=0.1).any(), "in a shadow the art shows"
    assert not _fill(ring, grey=255.0).any(), "glare is looked for by itself"


def test_only_what_seems_empty_is_hidden_by_a_body() -> None:
    """Beside a cup, or before it, a piece that is seen clearly keeps its reading."""

    def place(x_mm: float, best: str | None) -> PlaceScores:
        spot = SimpleNamespace(x_mm=x_mm, y_mm=50.0, radius_mm=8.0)
        site: Any = SimpleNamespace(place=spot)
        standing: Any = None
        return PlaceScores(site, {}, Piece(best) if best else None, standing, 1.0)

    body = _draw(np.s_[15:35, 15:27])
    under, before, beside = place(50.0, None), place(50.0, "red"), place(90.0, None)
    seen = covering.cover_seemingly_empty((under, before, beside), body, middle=True)
    assert [one.visible_share for one in seen] == [0.0, 1.0, 1.0]
