"""The simulated camera: its pictures show what is on the table, and its faults are faults."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import CameraError, Picture
from hardware.simulated.faults import UNPLUGGED, Fault
from hardware.simulated.optics import overhead
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Hand, Light, Scene
from hardware.simulated.table import SimulatedTable
from tests.hardware.small_table import (
    BOARD,
    COLOURS,
    GREY,
    PAWN,
    POSE,
    QUIET,
    RENDERER,
    camera_over,
    coloured,
    middle_of,
    new_table,
    replace_pawn,
    seen,
)
from tests.lights import LAMP_BGR
from tools import faults
from tools.truth import tell_truth


@pytest.fixture
def table() -> SimulatedTable:
    """Return an empty table under a camera without noise."""
    return new_table()


# --- the picture -------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["P00", "P05", "P50", "P55", "P24", "H1"])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_cap_is_seen_where_the_lens_puts_it(
    table: SimulatedTable, place: str, colour: str
) -> None:
    """The coloured blob is the cap, at its height, in its colour and about its size."""
    pawn = table.put(colour, place)
    picture = seen(table)
    blob = coloured(picture)
    cap = POSE.project([(pawn.x_mm, pawn.y_mm)], PAWN.height_mm - pawn.sunk_mm)[0]
    assert np.linalg.norm(middle_of(blob) - cap) < 1.6
    x, y = np.round(cap).astype(int)
    nominal = np.array(PAWN.rgb(colour))[::-1]
    assert np.abs(picture[y, x] - nominal).max() < 45
    radius_px = 5.5 * POSE.px_per_mm(pawn.x_mm, pawn.y_mm, 28)
    assert blob.sum() == pytest.approx(np.pi * radius_px**2, rel=0.3)


def test_a_pawn_turned_over_shows_no_colour_and_leans_less(table: SimulatedTable) -> None:
    """It is black all over and reaches as far as its foot does, up in the air, sunk by the hole."""
    empty = seen(table).astype(np.int16)
    hole = BOARD.by_name["H1"]

    def reach_px() -> float:
        """Return how far to the left of the hole the pawn is seen, shadow left out."""
        changed = np.abs(seen(table) - empty).max(axis=2) > 90
        return float(
            POSE.project([(hole.x_mm, hole.y_mm)])[0, 0] - np.argwhere(changed)[:, 1].min()
        )

    def expected_px(radius_mm: float, height_mm: float) -> float:
        """Return how far to the left a disc at this height is seen."""
        edge, middle = POSE.project(
            [(hole.x_mm - radius_mm, hole.y_mm), (hole.x_mm, hole.y_mm)], [height_mm, 0.0]
        )
        return float(middle[0] - edge[0])

    table.put("red", "H1", turned=True, sloppy_mm=0)
    assert not coloured(seen(table)).any()
    assert reach_px() == pytest.approx(expected_px(6.5, 18), abs=1)
    table.turn_over("H1")
    assert coloured(seen(table)).any()
    assert reach_px() == pytest.approx(expected_px(5.5, 18), abs=1)
    table.set_up({})
    table.put_at("red", hole.x_mm, hole.y_mm + 44)
    assert expected_px(5.5, 28) > expected_px(6.5, 18) + 0.5
    assert reach_px() == pytest.approx(expected_px(5.5, 28), abs=1)


def test_a_plain_pawn_is_coloured_all_over(table: SimulatedTable) -> None:
    """Where a board names no cap and no hidden side, foot and body have the colour, too."""
    plain = replace_pawn(marker_diameter_mm=None, hidden=None, marker_side_mm=0.0)
    renderer = Renderer(plain, GREY, 2.0, {})
    table.put("red", "P00", sloppy_mm=0)
    rng = np.random.default_rng(0)
    whole = coloured(renderer.render(table.scene, POSE, QUIET, rng)).sum()
    assert whole > 1.5 * coloured(seen(table)).sum()


def test_an_empty_hole_is_dark_and_a_pawn_darkens_the_board_around_it(
    table: SimulatedTable,
) -> None:
    """Holes are recessed and pawns throw soft shadows."""
    picture = seen(table)
    x, y = np.round(POSE.project([(42.0, 64.0)])[0]).astype(int)
    assert picture[y, x].max() < 60 < picture[y, x + 20].max()
    table.put("blue", "P44", sloppy_mm=0)
    beside = np.round(POSE.project([(196.0 - 9, 196.0 - 3)])[0]).astype(int)
    assert seen(table)[beside[1], beside[0]].max() < picture[beside[1], beside[0]].min() - 8


def test_of_two_pawns_the_nearer_to_the_camera_hides_the_other(table: SimulatedTable) -> None:
    """A cap that leans over another pawn's foot is whole, whichever was put down first."""
    inner, outer = ("red", 60.0, 60.0), ("green", 52.0, 52.0)

    def shoot(*order: tuple[str, float, float]) -> Picture:
        """Return a picture of pawns put down in this order."""
        table.set_up({})
        for colour, x_mm, y_mm in order:
            table.put_at(colour, x_mm, y_mm)
        return seen(table)

    picture = shoot(inner, outer)
    assert np.array_equal(picture, shoot(outer, inner))
    x, y = np.round(POSE.project([(60.0, 60.0)], 28)[0]).astype(int)
    assert picture[y, x].argmax() == 2


def test_the_topmost_card_is_seen(table: SimulatedTable) -> None:
    """Its face fills the pile's place; the one beneath shows no more than its edges."""
    table.lay("grey")
    table.lay("pink")
    outline = POSE.project([(130.0 - 20, 130.0 - 33), (130.0 + 20, 130.0 + 33)])
    (x0, y0), (x1, y1) = np.round(outline).astype(int)
    assert coloured(seen(table))[y0:y1, x0:x1].all()
    table.clear_pile()
    assert not coloured(seen(table)).any()


def test_a_card_lies_turned_as_it_was_laid(table: SimulatedTable) -> None:
    """Its top-left quarter is seen where a turn clockwise takes it."""
    card = table.lay("cornered")
    picture = seen(table)
    turn = np.exp(1j * np.radians(card.angle_deg))
    for part, channel in (
        (-12 - 18j, 1),
        (12 - 18j, 2),
        (12 + 18j, 2),
        (-12 + 18j, 2),
        (-2 - 3j, 1),
    ):
        point = complex(card.x_mm, card.y_mm) + part * turn
        x, y = np.round(POSE.project([(point.real, point.imag)])[0]).astype(int)
        assert picture[y, x].argmax() == channel


def test_what_stands_in_a_hole_is_seen_through_its_rim_only() -> None:
    """From aside, the sunken foot does not show through the board."""
    table = SimulatedTable(
        BOARD, np.random.default_rng(1), pose=overhead(BOARD, tilt_deg=35), light=QUIET
    )
    empty = seen(table).astype(np.int16)
    hole = BOARD.by_name["H1"]
    table.put("red", "H1", sloppy_mm=0)
    changed = np.abs(seen(table) - empty).max(axis=2) > 60
    near_rim = table.pose.project([(hole.x_mm, hole.y_mm - 7.5)])[0, 1]
    assert changed.sum() > 300
    assert np.argwhere(changed)[:, 0].min() > near_rim - 1


@pytest.mark.parametrize(("length_mm", "reaches"), [(700.0, True), (150.0, False)])
def test_an_arm_is_as_long_as_it_is(table: SimulatedTable, length_mm: float, reaches: bool) -> None:
    """A long one leaves the picture; the hand alone stays within."""
    rng = np.random.default_rng(0)
    scene = Scene(hands=(Hand(20, 130, 0, length_mm),))
    changed = np.abs(RENDERER.render(scene, POSE, QUIET, rng) - seen(table).astype(np.int16)) > 25
    assert changed[:, -1].any() == reaches


def test_a_hand_reaches_in_over_the_border(table: SimulatedTable) -> None:
    """It covers pixels of the picture's border, the place reached for and those beneath the arm."""
    without = seen(table).astype(np.int16)
    table.hand_in("P43")
    changed = np.abs(seen(table) - without).max(axis=2) > 25
    assert changed[-1].sum() > 30
    assert not changed[0].any()
    truth = tell_truth(table, "a.jpg")
    assert truth["hand"]
    assert "P53" in truth["occluded"]
    assert "P03" not in truth["occluded"]
    for place in truth["occluded"]:
        spot = BOARD.by_name[place]
        window = np.array([(spot.x_mm - 6, spot.y_mm - 6), (spot.x_mm + 6, spot.y_mm + 6)])
        (x0, y0), (x1, y1) = np.round(POSE.project(window)).astype(int)
        assert changed[y0:y1, x0:x1].mean() > 0.4
    table.hand_out()
    assert np.array_equal(seen(table), without)


def test_a_hand_shows_the_pawn_it_carries(table: SimulatedTable) -> None:
    """The cap is seen at the fingertips; the pawn stands on no place."""
    table.hand_in("P43")
    assert not coloured(seen(table)).any()
    table.hand_out()
    table.hand_in("P43", holding="green")
    assert coloured(seen(table)).sum() > 20
    assert tell_truth(table, "a.jpg")["pieces"] == {}


@pytest.mark.parametrize("light", [Light(brightness=0.5, noise=0), Light(LAMP_BGR, noise=0)])
def test_light_changes_the_picture(table: SimulatedTable, light: Light) -> None:
    """Half the light is half the grey levels; a lamp is redder than daylight."""
    table.put("yellow", "P00")
    day = seen(table).mean(axis=(0, 1))
    table.light = light
    expected = day * light.brightness * np.divide(light.gain_bgr, QUIET.gain_bgr)
    assert seen(table).mean(axis=(0, 1)).tolist() == pytest.approx(expected.tolist(), rel=0.03)


def test_a_bump_moves_the_board_and_what_stands_on_it(table: SimulatedTable) -> None:
    """Pixels of the cap and the corners of the truth move by what the board was pushed."""
    table.put("red", "P24", sloppy_mm=0)
    before = np.array(tell_truth(table, "a")["corners"]), middle_of(coloured(seen(table)))
    table.bump(6.0, -4.0, 0.0)
    after = np.array(tell_truth(table, "a")["corners"]), middle_of(coloured(seen(table)))
    pushed = np.array([6.0, -4.0]) * POSE.px_per_mm(130, 130)
    assert np.abs(after[0] - before[0] - pushed).max() < 1
    assert np.abs(after[1] - before[1] - pushed).max() < 1.5


# --- the camera --------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_pictures() -> None:
    """Pictures differ from frame to frame and from seed to seed by noise of the light's size."""

    def shoot(seed: int) -> list[Picture]:
        """Return two pictures of a table set up alike."""
        table = new_table()
        table.set_up({"P00": ("red", False), "H1": ("blue", True)})
        table.light = Light(noise=2.0)
        camera = camera_over(table, seed)
        return [camera.capture().picture for _ in range(2)]

    first, again, other = shoot(1), shoot(1), shoot(2)
    assert all(np.array_equal(*pair) for pair in zip(first, again, strict=True))
    for differing in (first[1], other[0]):
        noise = first[0].astype(float) - differing
        assert noise.std() == pytest.approx(2.0 * np.sqrt(2), rel=0.1)
        assert abs(noise.mean()) < 0.1


def test_frames_are_stamped_and_numbered(table: SimulatedTable) -> None:
    """The clock says when, the name ascends, and a frame stays what it was."""
    clock = ManualClock(5.0)
    camera = SimulatedCamera(table, RENDERER, clock)
    first = camera.capture()
    kept = first.picture.copy()
    clock.advance(0.25)
    table.put("red", "P34")
    second = camera.capture()
    assert (first.taken_s, second.taken_s) == (5.0, 5.25)
    assert first.name < second.name
    assert np.array_equal(first.picture, kept)
    assert coloured(second.picture).any()


def test_an_unplugged_camera_fails_until_it_is_plugged_in(table: SimulatedTable) -> None:
    """The sentence says what to do; a closed camera stays closed."""
    camera = camera_over(table)
    table.faults = {UNPLUGGED: 1.0}
    with pytest.raises(CameraError, match="is unplugged; plug it in"):
        camera.capture()
    table.faults = {}
    assert camera.capture().picture.shape == (480, 640, 3)
    camera.close()
    with pytest.raises(CameraError, match="was closed"):
        camera.capture()


def test_faults_of_the_picture(table: SimulatedTable) -> None:
    """Black is black, over-exposed is washed out to white, out of focus has lost its edges."""
    camera = camera_over(table)

    def shoot(fault: Fault) -> Picture:
        """Return a picture with this fault."""
        table.faults = {fault: 1.0}
        return camera.capture().picture

    good = camera.capture().picture
    assert shoot(faults.BLACK).mean() < 3
    assert (shoot(faults.OVEREXPOSED) == 255).mean() > 0.4 > (good == 255).mean()
    edges = [np.abs(np.diff(p.astype(float), axis=1)).max() for p in (good, shoot(faults.BLURRED))]
    assert edges[1] < edges[0] / 3
