"""The bare board in each labelled picture, kept separately: every light is its own reference.

Blended into one picture, two lights give a board that was never seen.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.sampling import Colours, make_axes, rectify
from calibration.camera.silhouettes import Mask, Stance, make_silhouettes
from calibration.errors import CalibrationError
from hardware import formats
from hardware.board import Board
from hardware.formats import encode_png
from hardware.ports import Picture

MAX_EXPOSURES: Final = 6
"""At most this many exposures are kept; each costs some 300 kB of the file and a millisecond for
each reading."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which part of a labelled picture counts as bare board, and how its light is exchanged."""

    jpeg_quality: int = 95
    """JPEG quality of an exposure. Chosen so that its noise is below a camera's."""
    halo_mm: float = 2.0
    """Millimetres round a piece that it may shade. Chosen by hand."""
    pile_mm: float = 8.0
    """Millimetres beyond half a card's diagonal: cards lie sloppily."""
    light_step_px: int = 8
    """Pixels of the board from above: side of a cell in which light is compared."""
    light_cells: float = 5.0
    """Cells (standard deviation) over which light varies."""
    light_max: float = 0.5
    """Logarithm by which light varies at most; anything beyond is no light."""


TUNING: Final = Tuning()

FLOOR_GREY: Final = 12.0
"""Grey levels added before a logarithm: noise in the dark is no contrast."""

Logs = NDArray[np.float32]


class Exposed(Protocol):
    """The board from straight above in one light, and where it is bare (255, else 0)."""

    @property
    def flat(self) -> Picture:
        """Return the board (rows × columns × 3)."""
        ...

    @property
    def bare(self) -> Picture:
        """Return where it is bare (rows × columns)."""
        ...


class FlatView(NamedTuple):
    """A board from straight above, and where it is bare (255, else 0)."""

    flat: Picture
    bare: Picture


def expose_whole(flat: Picture) -> FlatView:
    """Return a board from above with nothing on it."""
    return FlatView(flat, np.full(flat.shape[:2], 255, dtype=np.uint8))


class Exposure(msgspec.Struct, frozen=True, dict=True):
    """The board from straight above in one light, as JPEG, and a mask of where it is bare, as PNG.

    Both are as large as the calibration's reference.
    """

    flat_jpg: bytes
    bare_png: bytes

    @property
    def flat(self) -> Picture:
        """Return the board (rows × columns × 3), decoded each time: kept, all would take 17 MB."""
        return decode(self.flat_jpg)

    @functools.cached_property
    def bare(self) -> Picture:
        """Return the mask of where it is bare (rows × columns): 255, else 0."""
        return decode(self.bare_png, grey=True)


def decode(data: bytes, *, grey: bool = False) -> Picture:
    """Return a picture in a calibration; raises CalibrationError if it cannot be decoded."""
    try:
        return formats.decode_picture(data, grey=grey)
    except formats.Unusable as error:
        raise CalibrationError(f"a picture in it {error}") from error


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A labelled picture: its camera, the pieces by place, and whether a card lies on the pile."""

    picture: Picture
    pose: Pose
    pieces: Mapping[str, str]
    card: bool


def expose(board: Board, shot: Shot, *, px_per_mm: float) -> Exposure:
    """Return the bare board in a picture."""
    flat, bare = see_bare(board, shot, px_per_mm=px_per_mm)
    return pack(flat.clip(0, 255).astype(np.uint8), bare)


def see_bare(board: Board, shot: Shot, *, px_per_mm: float) -> tuple[Colours, Mask]:
    """Return the board in a picture from straight above, −1 outside it, and where it is bare."""
    flat = rectify(shot.picture, shot.pose, board.size_mm, px_per_mm)
    hidden = find_hidden(board, shot.pose, shot.pieces, card=shot.card, px_per_mm=px_per_mm)
    return flat, (flat[..., 0] >= 0) & ~hidden


def pack(flat: Picture, bare: Mask) -> Exposure:
    """Return an exposure of a board from above with its mask of where it is bare."""
    _, jpg = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, TUNING.jpeg_quality])
    png = encode_png(bare.astype(np.uint8) * 255)
    return Exposure(jpg.tobytes(), png)


def find_hidden(
    board: Board, pose: Pose, pieces: Mapping[str, str], *, card: bool, px_per_mm: float
) -> Mask:
    """Return which points of the board from above pieces on their places, or a card, hide."""
    across, down = make_axes(board.size_mm, px_per_mm)
    hidden = np.zeros((len(down), len(across)), dtype=np.bool_)
    shapes = make_silhouettes(board, pose)
    for name, colour in pieces.items():
        place = board.by_name[name]
        stance = Stance.DOWN if colour == "hidden" else Stance.UP
        shape = shapes[board.kind_name(colour, place)]
        foot = np.array([place.x_mm, place.y_mm])
        low, high = shape.bounds(foot, stance, TUNING.halo_mm)
        left, top = np.maximum((low * px_per_mm).astype(int), 0)
        right, bottom = np.maximum((high * px_per_mm).astype(int) + 1, 0)
        window = np.s_[top:bottom, left:right]
        part = np.stack(np.meshgrid(across[window[1]], down[window[0]]), axis=-1)
        if part.size:
            covered = shape.cover(part.reshape(-1, 2), foot, stance, halo_mm=TUNING.halo_mm)
            hidden[window] |= covered.reshape(part.shape[:2])
    if card and board.discard is not None:
        pile = board.discard
        reach = float(np.hypot(*pile.card_mm)) / 2 + TUNING.pile_mm
        hidden |= (across - pile.x_mm) ** 2 + (down[:, None] - pile.y_mm) ** 2 < reach**2
    return hidden


def choose(counts: Sequence[int]) -> list[int]:
    """Return which pictures to keep, by the number of pieces in each: those with the fewest.

    Those without any come first; else they stay in their order.
    """
    kept = sorted(range(len(counts)), key=lambda number: (counts[number], number))[:MAX_EXPOSURES]
    return sorted(kept, key=lambda number: (counts[number] > 0, number))


def relight(flat: Picture, like: Picture, both: Mask) -> Picture:
    """Return a board from above in another picture's light, as ``both`` bare parts show it."""
    size = tuple(max(1, side // TUNING.light_step_px) for side in flat.shape[1::-1])
    lighter = take_logarithm(like) - take_logarithm(flat)
    usual = np.median(lighter[both], axis=0) if both.any() else np.zeros(3, np.float32)
    fair = both & (np.abs(lighter - usual).mean(axis=2) < TUNING.light_max)
    share = cv2.resize(fair.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    total = cv2.resize(
        np.where(fair[..., None], lighter - usual, 0).astype(np.float32),
        size,
        interpolation=cv2.INTER_AREA,
    )
    share, total = (cv2.GaussianBlur(part, (0, 0), TUNING.light_cells) for part in (share, total))
    field = cv2.resize(total / (share[..., None] + 1e-3), flat.shape[1::-1])
    lit = np.exp(take_logarithm(flat) + field + usual) - FLOOR_GREY
    return np.asarray(lit.clip(0, 255).round(), dtype=np.uint8)


def take_logarithm(flat: Colours) -> Logs:
    """Return the natural logarithm of a picture's colours."""
    return np.asarray(np.log(flat.astype(np.float32) + np.float32(FLOOR_GREY)))
