"""The parts of the reader of loose cards, without pictures: plane, lean, light, habit, colours."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from calibration.camera.lens import Fit, Floats, Pose
from hardware.loose_cards import aruco_corners
from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.vision.loose_cards.deck import Shot
from tablet_companion.vision.loose_cards.detect import ArucoMarkers, Side
from tablet_companion.vision.loose_cards.memory import (
    CardPosition,
    Memory,
    expected_positions,
    follow_cards,
)
from tablet_companion.vision.loose_cards.outline import top_lean
from tablet_companion.vision.loose_cards.pawns import empty_posterior, likeliest
from tablet_companion.vision.loose_cards.plane import fit_plane, locate_cards, rotate
from tablet_companion.vision.loose_cards.spots import View
from tablet_companion.vision.loose_cards.vacant import Fate, decide_fate, palette
from tests.vision.loose.wink_table import BOARD, COLOURS, NAMES, deck

SIZE: Final = (1920, 1080)
POSE: Final = Pose((0.15, 0.05, 0.0, 0.0, 0.0, 800.0, 1700.0, -0.05), SIZE)
CENTRES: Final = np.array([[x, y] for y in (-160.0, 0.0, 160.0) for x in (-240.0, -60.0, 190.0)])
TURNS: Final = np.linspace(-1.2, 1.4, len(CENTRES))


def _pair_markers(shrunk: float = 0.0) -> ArucoMarkers:
    """Return the markers of nine cards as POSE sees them, smaller by a share."""
    model = aruco_corners(deck().cards)
    middle = model.mean(axis=1, keepdims=True)
    corners = (middle + (model - middle) * (1 - shrunk)).reshape(-1, 2)
    placed = rotate(corners[None], TURNS[:, None]) + CENTRES[:, None]
    pixels = POSE.project(placed.reshape(-1, 2)).reshape(-1, 4, 2)
    owner = np.repeat(np.arange(len(CENTRES)), 2)
    sides = tuple(Side(name, up=True) for name in NAMES[: len(CENTRES)])
    return ArucoMarkers(sides, owner, pixels, np.tile(model, (len(CENTRES), 1, 1)))


def test_cards_lie_where_they_lie() -> None:
    """With the camera known, centres and turns are exact."""
    seen = locate_cards(_pair_markers(), POSE)
    assert seen.centres == pytest.approx(CENTRES, abs=1e-6)
    assert seen.turns == pytest.approx(TURNS, abs=1e-6)
    assert seen.errors.max() < 1e-6


@pytest.mark.parametrize("shrunk", [0.0, 0.03])
def test_the_camera_follows_from_the_cards(shrunk: float) -> None:
    """Tilt and height come out, even where blur makes every marker look a little small."""
    fit = fit_plane(_pair_markers(shrunk), SIZE)
    assert fit.pose.values[:2] == pytest.approx(POSE.values[:2], abs=0.02)
    assert fit.pose.height_mm == pytest.approx(POSE.height_mm, rel=0.06)


def test_a_pawn_leans_as_the_camera_sees_it() -> None:
    """Foot and lean together are seen where the pawn's top is seen."""
    kind = BOARD.pawn
    leans = rotate(top_lean(kind, POSE, CENTRES, TURNS), TURNS)
    top = POSE.project(CENTRES, kind.height_mm)
    assert POSE.project(CENTRES + leans) == pytest.approx(top, abs=0.3)


def test_light_that_falls_off_is_known_between_and_not_beyond() -> None:
    """White paper is as bright as the paper round it; outside, no brighter than the brightest."""
    points = np.array([[x, y] for x in (0.0, 100.0, 200.0) for y in (0.0, 100.0)])
    white = (100 + 0.5 * points[:, :1] + np.zeros(3)).astype(np.float32)
    view = View(np.zeros((2, 2, 3), np.uint8), 1.0)
    shot = Shot(view, Fit(POSE, 0.0, 0), points, white)
    light = shot.light_at(np.array([[50.0, 50.0], [900.0, 50.0]]))
    assert light[:, 0] == pytest.approx([125, 200], abs=0.5)


def test_rows_of_any_width_are_a_habit_and_heaps_are_not() -> None:
    """What is missing from the rows is where the rows have it; in a heap nobody knows."""
    wide = {n: CardPosition(_habitual(n) * (1.2, 1.1) + 7, 0.0) for n in NAMES if n != "22"}
    missing = expected_positions(BOARD, wide)
    assert list(missing) == ["22"]
    assert missing["22"].centre == pytest.approx(_habitual("22") * (1.2, 1.1) + 7, abs=0.1)
    rng = np.random.default_rng(1)
    heap = {name: CardPosition(rng.uniform(0, 500, 2), 0.0) for name in NAMES if name != "22"}
    assert expected_positions(BOARD, heap) == {}


def _habitual(name: str) -> Floats:
    place = BOARD.by_name[f"{name}.card"]
    return np.array([place.x_mm, place.y_mm])


def test_what_moved_alike_moves_what_is_remembered() -> None:
    """A place whose card is gone moves along with the rest, and with one card alone it does not."""
    cards = {name: CardPosition(_habitual(name), 0.1) for name in NAMES[:8]}
    angle = np.array(0.2)
    seen = {
        n: CardPosition(rotate(c.centre, angle) + 30, 0.3) for n, c in cards.items() if n != "5"
    }
    moved = follow_cards(Memory(cards=cards), seen).cards["5"]
    assert moved.centre == pytest.approx(rotate(_habitual("5"), angle) + 30)
    assert moved.turn == pytest.approx(0.3)
    one = {**cards, "3": CardPosition(_habitual("3") + 40, 0.1)}
    del one["5"]
    assert follow_cards(Memory(cards=cards), one).cards["5"] is cards["5"]


def test_every_pawn_has_its_colour_and_skin_has_none() -> None:
    """Nominal colours, shaded or lit, are told; fingers and wood are no pawn's."""
    pawns = deck().pawns
    for colour in COLOURS:
        red, green, blue = BOARD.pawn.rgb(colour)
        for level in (0.8, 1.0):
            top = np.array([blue * level, green * level, red * level], np.float32) / np.float32(255)
            posterior = pawns.posterior(top)
            assert posterior is not None, colour
            assert max(posterior, key=lambda pair: pair[1])[0] == colour
            assert dict(posterior)[EMPTY] < 0.01
    for other in ((138, 168, 216), (60, 90, 140), (90, 120, 175)):
        assert pawns.posterior(np.array(other, np.float32) / np.float32(255)) is None, other


def test_a_disc_that_may_hide_a_pale_pawn_doubts_the_pale_colour_alone() -> None:
    """White is nearly as likely as nothing there, and no other colour is likely at all."""
    pawns = deck().pawns
    assert pawns.pale == ("white",)
    seen = dict(empty_posterior(pawns, pawns.pale))
    assert sum(seen.values()) == pytest.approx(1)
    assert likeliest(seen) == EMPTY
    assert seen[EMPTY] == pytest.approx(seen[Piece("white")], abs=0.01)
    assert all(seen[colour] < 0.001 for colour in pawns.colours if colour != "white")


def test_a_place_is_bare_only_where_the_table_is_seen() -> None:
    """The table's colours mean gone, what looks as before is there, anything else covers it."""
    wood = np.tile(np.array([0.2, 0.27, 0.38], np.float32), (117, 1))
    card = np.tile(np.array([0.9, 0.9, 0.9], np.float32), (117, 1))
    table = palette([wood[:40], wood[:40] * 1.1, wood[:40] * 0.95])
    free = np.zeros(117, dtype=bool)
    assert decide_fate(wood, card, free, table) is Fate.GONE
    assert decide_fate(card * 0.95, card, free, table) is Fate.THERE
    skin = np.tile(np.array([0.55, 0.67, 0.86], np.float32), (117, 1))
    assert decide_fate(skin, card, free, table) is Fate.COVERED
    assert decide_fate(wood * 0.5, card, free, table) is Fate.COVERED  # in the shadow of a hand
    assert decide_fate(wood, card, ~free, table) is Fate.BENEATH


def test_a_colour_seen_round_few_cards_is_not_the_tables() -> None:
    """A hand beside two of twenty cards does not make skin a colour of the table."""
    wood = np.tile(np.array([0.2, 0.27, 0.38], np.float32), (40, 1))
    skin = np.tile(np.array([0.55, 0.67, 0.86], np.float32), (40, 1))
    known = palette([wood] * 18 + [skin] * 2)
    assert len(known)
    assert known.max() < 0.5
