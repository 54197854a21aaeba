"""A board is found by its art where it is, and nowhere where it is not."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.plausible import measure_coverage
from calibration.errors import RegistrationError
from calibration.finding.discs import list_corners
from calibration.finding.features import Art
from calibration.finding.likeness import Likeness
from calibration.surfaces.exposures import FlatView, expose_whole
from calibration.taught.model import REFERENCE_PX_PER_MM
from hardware.ports import Picture
from hardware.printing.raster import render_board
from tablet_companion.kit import printed
from tests.amounts import sampled

BOARD = printed.board("agent_dog")
SIZE = (800, 600)
_SIDE_MM = 1000 / REFERENCE_PX_PER_MM
"""The side of the square boards that are drawn here, 1000 pixels wide."""


@functools.cache
def drawn() -> Picture:
    """Return the printed board."""
    return render_board(BOARD, REFERENCE_PX_PER_MM)


def _pose(turn_deg: float = 4.0, tilt: float = 0.12) -> Pose:
    """Return a camera over the board's middle, a little aslant."""
    turn = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn_deg)]))[0]
    rotation = cv2.Rodrigues(np.array([tilt, -tilt / 2, 0.0]))[0] @ turn
    middle = np.array([BOARD.size_mm[0] / 2, BOARD.size_mm[1] / 2, 0])
    shift = np.array([5.0, -3.0, 1.55 * max(BOARD.size_mm)]) - rotation @ middle
    vector = cv2.Rodrigues(rotation)[0].ravel()
    return Pose((*map(float, vector), *map(float, shift), 0.85 * SIZE[0], -0.03), SIZE)


def _view(
    flat: Picture, pose: Pose, seed: int = 0, *, gain: float = 1.0, px_per_mm: float | None = None
) -> Picture:
    """Return what a camera sees of a flat picture that lies where the board lies, on a table."""
    rng = np.random.default_rng(seed)
    scale = px_per_mm or REFERENCE_PX_PER_MM
    y, x = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float64)
    points = pose.ground(np.stack([x.ravel(), y.ravel()], axis=1)) * scale - 0.5
    at = points.reshape(*SIZE[::-1], 2).astype(np.float32)
    seen = cv2.remap(
        cv2.GaussianBlur(flat, (0, 0), 1.2),
        at[..., 0],
        at[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(90, 120, 150),
    )
    noisy = gain * seen.astype(np.float32) + rng.normal(0, 3, seen.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8)


def _speckled(seed: int) -> Picture:
    """Return another board's art, as large as ours: blotches and discs in random colours."""
    rng = np.random.default_rng(seed)
    rows, columns = drawn().shape[:2]
    coarse = rng.uniform(0, 255, (rows // 40, columns // 40, 3)).astype(np.uint8)
    art = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC)
    for _ in range(150):
        x, y = int(rng.integers(columns)), int(rng.integers(rows))
        colour = [int(value) for value in rng.integers(0, 255, 3)]
        cv2.circle(art, (x, y), int(rng.integers(5, 30)), colour, -1)
    return np.asarray(art, np.uint8)


def _chequer() -> Picture:
    tile = np.indices((8, 8)).sum(axis=0) % 2
    grey = np.kron(tile, np.ones((120, 120))) * 150 + 50
    return np.asarray(np.repeat(grey[..., None], 3, axis=2), np.uint8)


def _off_px(pose: Pose, truth: Pose, corners: Floats) -> float:
    return float(np.abs(pose.project(corners) - truth.project(corners)).max())


@pytest.fixture(scope="module")
def art() -> Art:
    """Return the features of the printed board."""
    return Art([expose_whole(drawn())], REFERENCE_PX_PER_MM)


@sampled(2)
@pytest.mark.parametrize(("turn_deg", "gain"), [(4, 1.0), (95, 0.7), (183, 0.4), (-88, 1.1)])
def test_a_board_is_found_whichever_way_it_lies(art: Art, turn_deg: float, gain: float) -> None:
    """Also in dim light, and to half a pixel."""
    truth = _pose(turn_deg)
    fit = art.find(_view(drawn(), truth, gain=gain))
    assert _off_px(fit.pose, truth, list_corners(BOARD.size_mm)) < 0.8
    assert fit.held_out_px < 1.0


def test_a_board_is_found_in_a_light_that_one_of_its_pictures_shows() -> None:
    """Several references work together; what a mask hides of one does not count."""
    dim = (drawn() // 4).astype(np.uint8)
    dim[300:600, 300:600] = _speckled(5)[300:600, 300:600]
    bare = np.full(drawn().shape[:2], 255, np.uint8)
    bare[300:600, 300:600] = 0
    fit = Art([expose_whole(drawn()), FlatView(dim, bare)], REFERENCE_PX_PER_MM).find(
        _view(drawn(), _pose())
    )
    assert _off_px(fit.pose, _pose(), list_corners(BOARD.size_mm)) < 0.8


def _table() -> Picture:
    grain = np.random.default_rng(3).normal(0, 1, (SIZE[1], SIZE[0] // 8)).astype(np.float32)
    wood = cv2.GaussianBlur(cv2.resize(grain, SIZE), (0, 0), 2) * 60 + 130
    return np.asarray(np.repeat(wood[..., None], 3, axis=2).clip(0, 255), np.uint8)


def _two_spots() -> Picture:
    """Return a picture in which two small pieces of the board are seen, and nothing else of it."""
    view = _view(drawn(), _pose())
    spots = np.full_like(view, 110)
    for x, y in ((250, 200), (520, 380)):
        spots[y : y + 45, x : x + 45] = view[y : y + 45, x : x + 45]
    return spots


def _quarter() -> Picture:
    """Return a picture that shows one corner of the board: the rest is cut off."""
    view = _view(drawn(), _pose())
    moved = np.full_like(view, 110)
    moved[330:, 450:] = view[60:330, 100:450]
    return moved


@sampled(3)
@pytest.mark.parametrize(
    "make",
    [
        *(lambda seed=seed: _view(_speckled(seed), _pose(), seed) for seed in range(4)),
        lambda: _view(_chequer(), _pose()),
        lambda: np.random.default_rng(1).integers(0, 255, (*SIZE[::-1], 3)).astype(np.uint8),
        lambda: np.full((*SIZE[::-1], 3), 128, np.uint8),
        lambda: np.zeros((*SIZE[::-1], 3), np.uint8),
        lambda: np.full((40, 60, 3), 128, np.uint8),
        _table,
        _two_spots,
        _quarter,
    ],
)
def test_no_board_is_no_board(art: Art, make: Callable[[], Picture]) -> None:
    """Other boards, noise, a bare table and scraps are refused, in one sentence."""
    with pytest.raises(RegistrationError, match="cannot be found") as refused:
        art.find(make())
    assert str(refused.value).count(". ") == 0


def test_a_mirrored_board_is_no_board(art: Art) -> None:
    """A picture of a screen that shows it mirrored, for one."""
    with pytest.raises(RegistrationError, match="cannot be found"):
        art.find(np.ascontiguousarray(_view(drawn(), _pose())[:, ::-1]))


def test_half_a_board_is_placed_rightly_or_not_at_all(art: Art) -> None:
    """Of a picture that cuts the board in half, what is seen must not be stretched over it."""
    truth = _pose()
    view = _view(drawn(), truth)
    for part in (view[:, : SIZE[0] // 2], view[SIZE[1] // 2 :]):
        blank = np.full_like(view, 100)
        blank[-part.shape[0] :, : part.shape[1]] = part
        try:
            fit = art.find(blank)
        except RegistrationError:
            continue
        assert _off_px(fit.pose, truth, list_corners(BOARD.size_mm)) < 8


@sampled(3)
@pytest.mark.parametrize("turn_deg", [0, 90, 180])
def test_a_chequer_that_fits_in_several_ways_is_not_guessed(turn_deg: float) -> None:
    """A chequer fits as well turned, and nearly as well two squares on: then corners are needed."""
    size = BOARD.size_mm
    side = int(size[0] * REFERENCE_PX_PER_MM)
    flat = cv2.resize(_chequer(), (side, int(size[1] * REFERENCE_PX_PER_MM)))
    chequer = Art([expose_whole(np.asarray(flat, np.uint8))], REFERENCE_PX_PER_MM)
    with pytest.raises(RegistrationError, match="cannot be found"):
        chequer.find(_view(np.asarray(flat, np.uint8), _pose(turn_deg), 1))


@pytest.mark.parametrize(
    ("given_deg", "moved_mm", "shown"), [(0, 0, True), (180, 0, True), (0, 40, False)]
)
def test_a_chequer_is_recognised_where_it_was_said_to_lie(
    given_deg: float, moved_mm: float, *, shown: bool
) -> None:
    """Whoever gives the corners says which way it lies; but not that it lies where it does not."""
    flat = np.asarray(cv2.resize(_chequer(), drawn().shape[1::-1]), np.uint8)
    chequer = Art([expose_whole(flat)], REFERENCE_PX_PER_MM)
    pose = _pose(given_deg)
    given = Pose((*pose.values[:3], pose.values[3] + moved_mm, *pose.values[4:]), SIZE)
    assert chequer.is_shown(_view(flat, _pose(0), 1), given) is shown


def test_shade_and_grain_do_not_refuse_corners_that_nothing_says_are_turned() -> None:
    """On a chessboard filmed from both sides they resembled the learnt ones turned by half."""
    plain = cv2.resize(_chequer(), drawn().shape[1::-1])
    shade = np.random.default_rng(5).normal(0, 12, (40, 40))
    flat = np.asarray(
        (plain + cv2.resize(shade, plain.shape[1::-1])[..., None]).clip(0, 255), np.uint8
    )
    chequer = Art([expose_whole(flat)], REFERENCE_PX_PER_MM)
    seen, given = _view(flat, _pose(180), 1), _pose(0)
    assert chequer.find_way(seen, given) == 0
    assert not chequer.is_shown(seen, given)
    assert chequer.is_shown(seen, given, way_known=True)


def _four_nests() -> Picture:
    """Return a track that looks the same from four sides but for the colours of its nests."""
    flat = np.full((1000, 1000, 3), (90, 110, 60), np.uint8)
    quarter = np.zeros((1000, 1000), np.uint8)
    for number in range(5):
        cv2.circle(quarter, (180 + 160 * number, 150), 22, 255, -1)
    for turns in range(4):
        flat[np.rot90(quarter, turns) > 0] = 200
    nests = [(40, 40, 200), (200, 60, 30), (60, 170, 60), (40, 200, 220)]
    for (x, y), colour in zip([(60, 60), (940, 60), (940, 940), (60, 940)], nests, strict=True):
        for across, down in itertools.product((-25, 25), repeat=2):
            cv2.circle(flat, (x + across, y + down), 20, colour, -1)
    return flat


def _over(side_mm: float) -> Pose:
    """Return a camera over the middle of a square board."""
    rotation = cv2.Rodrigues(np.array([0.12, -0.06, 0.0]))[0]
    shift = np.array([5.0, -3.0, 1.55 * side_mm]) - rotation @ np.array([side_mm, side_mm, 0]) * 0.5
    vector = cv2.Rodrigues(rotation)[0].ravel()
    return Pose((*map(float, vector), *map(float, shift), 0.85 * SIZE[0], -0.03), SIZE)


@pytest.mark.parametrize("given", range(4))
def test_nests_tell_which_way_a_board_lies(given: int) -> None:
    """Its track is alike from four sides; corners given turned were believed before."""
    flat = _four_nests()
    art, pose = Art([expose_whole(flat)], REFERENCE_PX_PER_MM), _over(_SIDE_MM)
    picture, turned = _view(flat, pose, given, gain=0.8), pose.turned(given, (_SIDE_MM, _SIDE_MM))
    assert art.find_way(picture, turned) == -given % 4
    assert art.is_turned(picture, turned) is bool(given)


@pytest.mark.parametrize(("given", "way"), [(0, 0), (1, None), (2, 0), (3, None)])
def test_a_chequer_tells_that_it_lies_turned_by_a_quarter_not_which(
    given: int, way: int | None
) -> None:
    """By half it looks the same, so corners a quarter too far may be meant either way."""
    flat = np.asarray(cv2.resize(_chequer(), (1000, 1000)), np.uint8)
    art, pose = Art([expose_whole(flat)], REFERENCE_PX_PER_MM), _over(_SIDE_MM)
    turned = pose.turned(given, (_SIDE_MM, _SIDE_MM))
    assert art.find_way(_view(flat, pose, 1), turned) == way


def test_a_chequer_with_its_own_grain_is_found_the_right_way_round() -> None:
    """Wear and grain tell a symmetric board's ways of lying apart."""
    flat = cv2.resize(_chequer(), drawn().shape[1::-1]).astype(np.float32)
    grain: NDArray[np.float32] = np.random.default_rng(7).normal(0, 1, flat.shape[:2]).astype("f4")
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 4), np.float32)
    worn = (flat + 25 * (grain / grain.std())[..., None]).clip(0, 255).astype(np.uint8)
    known = Art([expose_whole(worn)], REFERENCE_PX_PER_MM)
    for turn_deg in (0, 180):
        fit = known.find(_view(worn, _pose(turn_deg), 2))
        assert _off_px(fit.pose, _pose(turn_deg), list_corners(BOARD.size_mm)) < 1.5


@pytest.mark.parametrize(("game", "turns"), [("dog", (2,)), ("agent", ())])
def test_only_a_board_with_a_likeness_to_itself_turned_is_compared_so(
    game: str, turns: tuple[int, ...]
) -> None:
    """The comparison is part of every whole look; a map looks like itself from no other side."""
    board = printed.board(game)
    likeness = Likeness([expose_whole(render_board(board, 1.0))], board.size_mm)
    assert likeness.alike_turned == turns


def test_anchors_on_two_spots_are_not_spread() -> None:
    """However many they are; those all over the board are."""
    rng = np.random.default_rng(0)
    spots = np.vstack([rng.normal(at, 1, (53, 2)) for at in (100.0, 220.0)])
    size = BOARD.size_mm
    assert measure_coverage(spots, size).cells < 7
    assert measure_coverage(spots, size).hull < 0.1
    steps = np.linspace(5, 395, 8)
    everywhere = np.array(list(itertools.product(steps, steps)))
    assert measure_coverage(everywhere, size).hull > 0.7
