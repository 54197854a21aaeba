"""Whether a pose shows the board: compares the rectified picture with the reference.

The comparison uses the art without the light: grey and two colour differences, each normalised by
its neighbourhood's mean and standard deviation. Shifted and turned copies of the board give the
level of chance, and show whether the board is seen as well somewhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import find_outside, project_grid
from calibration.surfaces.exposures import Exposed
from hardware.ports import Picture

Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Parameters of the comparison with the board.

    Chosen with the limits of calibration/finding/features.py, on pictures of other boards and of
    tables without a board.
    """

    long_px: int = 128
    """Pixels of the board's longer side in the pictures that are compared."""
    margin_share: float = 0.25
    """Longer sides by which the board is also shifted beside its place."""
    neighbourhood_px: float = 6.0
    """Pixels (standard deviation) of the neighbourhood for mean and variance."""
    noise_grey: float = 5.0
    """Grey levels. Lower bound of standard deviations: noise and JPEG artefacts reach this
    far."""
    chroma_weight: float = 0.5
    """Weight of the two differences of colour beside grey."""
    home_px: int = 4
    """Pixels. A board this near its place does not count as being somewhere else."""
    tiles: int = 8
    """Tiles, across and down, in which the board's own place is compared with its rival."""
    alike_turned_min: float = 0.2
    """Correlation of the art with itself turned, below which it cannot be taken for it: as in
    calibration/finding/features.py."""
    unlike_min: float = 0.15
    """Share of the art's power by which it must differ from itself turned before the difference
    says which way it lies: the grain of a chessboard turned by half, 2 to 11 %, does not."""
    other_way_min: float = 0.3
    """How clearly, of 1, the points that differ must look as they do turned. Chosen on drawn tracks
    with four nests, and chequers: 0.6 to 0.9 for the true way."""
    other_way_sigmas: float = 6.0
    """Standard errors of the same, tile by tile; there 10 to 40, or 3 to 10 by grain alone."""
    hidden_share_max: float = 0.2
    """Share. A point that is hidden in more of the pictures is not used."""
    outlier_sigmas: float = 2.5
    """Upper limit of a point's standard deviations."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """How closely the picture resembles the board.

    ``alike`` is the correlation (−1 to 1) and ``sigmas`` the number of standard deviations above
    that of shifted and turned boards. ``rival`` maps points of the board (mm) to the best other
    position; ``margin`` is the number of standard errors, tile by tile, by which the board's own
    place is better.
    """

    alike: float
    sigmas: float
    rival: Floats
    margin: float


class Likeness:
    """The board's art, normalised; computed once from its rectified pictures."""

    def __init__(self, references: Sequence[Exposed], size_mm: tuple[float, float]) -> None:
        """Take rectified pictures of the board, and where it is bare in each (0 if not)."""
        self._size_mm = size_mm
        self._scale = TUNING.long_px / max(size_mm)
        columns, rows = (round(side * self._scale) for side in size_mm)
        total, weight = np.zeros((rows, columns, 3), np.float32), np.zeros((rows, columns, 1))
        for each in references:
            small = cv2.resize(each.flat, (columns, rows), interpolation=cv2.INTER_AREA)
            hidden = (each.bare == 0).astype(np.float32)
            share = cv2.resize(hidden, (columns, rows), interpolation=cv2.INTER_AREA)
            bare = np.asarray(share < TUNING.hidden_share_max, np.float32)
            total += _remove_light(np.asarray(small, np.uint8), bare) * bare[..., None]
            weight += bare[..., None]
        self._art = np.asarray(total / np.maximum(weight, 1), np.float32)
        self._margin = round(TUNING.margin_share * TUNING.long_px)
        self._turned = {
            turns: np.ascontiguousarray(np.rot90(self._art, turns))
            for turns in range(4)
            if turns % 2 == 0 or rows == columns
        }
        power = float((self._art**2).sum())
        self.alike_turned = tuple(
            turns
            for turns, art in self._turned.items()
            if turns and float((art * self._art).sum()) > TUNING.alike_turned_min * power
        )
        """The quarter turns from which the board looks somewhat like itself."""
        self._differences: dict[tuple[int, int], tuple[Map | None, Floats]] = {}
        side = [length + 2 * self._margin for length in (rows, columns)]
        self._shape = [cv2.getOptimalDFTSize(length) for length in side]
        self._spectra = {
            turns: np.conj(np.fft.rfft2(art, self._shape, axes=(0, 1)))
            for turns, art in self._turned.items()
        }

    def judge(self, picture: Picture, pose: Pose, *, shifted: bool = False) -> Verdict:
        """Compare the picture under a pose with the board.

        With ``shifted`` the board turned in its place is no rival, only one that lies beside it.
        """
        seen = self._rectify(picture, pose, self._margin)
        surfaces = self._correlate(seen)
        home = self._margin
        near = surfaces[0][home - 1 : home + 2, home - 1 : home + 2]
        alike = float(near.max())
        reach = slice(home - TUNING.home_px, home + TUNING.home_px + 1)
        elsewhere = {turns: surface.copy() for turns, surface in surfaces.items()}
        for turns in elsewhere if shifted else [0]:
            elsewhere[turns][reach, reach] = np.nan
        spread = float(np.nanstd(np.stack(list(elsewhere.values()))))
        turns = max(elsewhere, key=lambda turned: float(np.nanmax(elsewhere[turned])))
        at = np.unravel_index(np.nanargmax(elsewhere[turns]), elsewhere[turns].shape)
        row, column = int(at[0]), int(at[1])
        there = self._tiles(seen, turns, row, column)
        own = np.unravel_index(near.argmax(), near.shape)
        here = self._tiles(seen, 0, home - 1 + int(own[0]), home - 1 + int(own[1]))
        rival = self._carry(turns, row - home, column - home)
        return Verdict(alike, alike / max(spread, 1e-6), rival, _compare(here, there))

    def is_turned(self, picture: Picture, pose: Pose, least_margin: float) -> bool:
        """Whether the board is clearly seen turned in its place, and not shifted.

        ``least_margin`` (standard errors) is asked of all tiles together. Never so for a board that
        looks like itself from no other side.
        """
        seen = self._rectify(picture, pose, 0)
        here = self._tiles(seen, 0, 0, 0)
        return any(
            _compare(here, self._tiles(seen, turns, 0, 0)) <= -least_margin
            or self._fits_better(seen, turns, 0)
            for turns in self.alike_turned
        )

    def find_way(self, picture: Picture, pose: Pose) -> int | None:
        """Return by how many quarter turns (``Pose.turned``) the board lies turned in its place.

        0 if no other way fits clearly better; None if several others do. Only points that differ
        between two ways are compared: four nests are a small part of a board.
        """
        seen = self._rectify(picture, pose, 0)
        beaten = {
            turns
            for turns in self._turned
            if any(self._fits_better(seen, other, turns) for other in self._turned)
        }
        left = [turns for turns in self._turned if turns not in beaten]
        if 0 in left:
            return 0
        return -left[0] % 4 if len(left) == 1 else None

    def _fits_better(self, seen: Map, one: int, other: int) -> bool:
        """Whether the board turned in one way clearly explains what is seen better than another."""
        apart, most = self._differ(one, other)
        if apart is None:
            return False
        given = _shrink_to_tiles(np.einsum("ijc,ijc->ij", seen, apart))
        share = float(given.sum() / most.sum())
        error = float(np.sqrt(((given - share * most) ** 2).sum()) / most.sum())
        return share >= max(TUNING.other_way_min, TUNING.other_way_sigmas * error)

    def _differ(self, one: int, other: int) -> tuple[Map | None, Floats]:
        """Return how two ways of lying differ, None if hardly; and tile by tile, how much."""
        if (one, other) not in self._differences:
            apart = self._turned[one] - self._turned[other]
            half = (apart**2).sum(axis=2) / 2  # a picture that is quite as one way gives as much
            much = half.sum() > TUNING.unlike_min * float((self._art**2).sum())
            self._differences[one, other] = apart if much else None, _shrink_to_tiles(half)
        return self._differences[one, other]

    def _rectify(self, picture: Picture, pose: Pose, margin: int) -> Map:
        rows, columns = self._art.shape[:2]
        x, y = (
            (np.arange(length + 2 * margin) + 0.5 - margin) / self._scale
            for length in (columns, rows)
        )
        pixels = project_grid(pose, x, y)
        seen = cv2.remap(
            picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        size = picture.shape[1], picture.shape[0]
        inside = ~find_outside(pixels.reshape(-1, 2), size).reshape(pixels.shape[:2])
        return _remove_light(np.asarray(seen, np.uint8), inside.astype(np.float32))

    def _correlate(self, seen: Map) -> dict[int, Map]:
        """Return the correlation at every shift (margin at no shift), for each quarter turn."""
        spectrum = np.fft.rfft2(seen, self._shape, axes=(0, 1))
        rows, columns = self._art.shape[:2]
        summed = (seen**2).sum(axis=2)
        # The sum over a window that begins at each point; the last windows reach beyond the edge.
        energy = (
            columns
            * rows
            * cv2.blur(summed, (columns, rows), anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
        )
        shifts = slice(0, 2 * self._margin + 1), slice(0, 2 * self._margin + 1)
        power = np.sqrt(np.maximum(energy, 1e-3) * float((self._art**2).sum()))[shifts]
        found = {}
        for turns, known in self._spectra.items():
            summed = (spectrum * known).sum(axis=2)
            surface = np.fft.irfft2(summed, self._shape)[shifts]
            found[turns] = np.asarray(surface / power, np.float32)
        return found

    def _tiles(self, seen: Map, turns: int, row: int, column: int) -> Floats:
        """Return how alike each tile of the board is, the board turned and shifted."""
        art = self._turned[turns]
        part = seen[row : row + art.shape[0], column : column + art.shape[1]]
        return _shrink_to_tiles((art * part).sum(axis=2)).ravel()

    def _carry(self, turns: int, down: int, across: int) -> Floats:
        """Return the affine map (2 × 3, mm) of the board turned and shifted."""
        angle = -np.pi / 2 * turns
        turn = np.round([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = np.array(self._size_mm) / 2
        shift = np.array([across, down]) / self._scale
        return np.column_stack([turn, middle - turn @ middle + shift])


def _shrink_to_tiles(values: Map) -> Floats:
    size = TUNING.tiles, TUNING.tiles
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float64)


def _compare(here: Floats, there: Floats) -> float:
    """Return how many standard errors, tile by tile, one place is better than another."""
    apart = here - there
    return float(apart.mean() / (apart.std() / np.sqrt(apart.size) + 1e-6))


def _remove_light(picture: Picture, bare: Map) -> Map:
    """Return grey and two colour differences by their neighbourhood's mean and spread."""
    blue, green, red = (plane.astype(np.float32) for plane in cv2.split(picture))
    grey = (blue + 2 * green + red) / 4
    planes = [
        (grey, 1.0),
        (red - green, TUNING.chroma_weight),
        (blue - (red + green) / 2, TUNING.chroma_weight),
    ]
    share = np.maximum(cv2.GaussianBlur(bare, (0, 0), TUNING.neighbourhood_px), 0.05)
    flat = []
    for plane, weight in planes:
        mean = cv2.GaussianBlur(plane * bare, (0, 0), TUNING.neighbourhood_px) / share
        apart = (plane - mean) * bare
        spread = cv2.GaussianBlur(apart**2, (0, 0), TUNING.neighbourhood_px) / share
        flat.append(
            weight
            * np.clip(
                apart / np.sqrt(spread + TUNING.noise_grey**2),
                -TUNING.outlier_sigmas,
                TUNING.outlier_sigmas,
            )
        )
    return np.asarray(np.dstack(flat), np.float32)
