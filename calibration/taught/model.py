"""A calibration: everything needed in advance to read a board, as one JSON file."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from calibration.camera.intrinsics import Lens, find_lens_problems
from calibration.errors import CalibrationError
from calibration.surfaces.appearance import Appearance, Bgr
from calibration.surfaces.exposures import Exposure, decode, pack
from calibration.surfaces.faces import FACE_PX_PER_MM
from hardware import formats
from hardware.board import Board, BoardError
from hardware.boardfile import require_sound
from hardware.errors import explain_os_error
from hardware.files import write_durably
from hardware.formats import encode_png
from hardware.ports import Picture
from hardware.printing.raster import render_board

VERSION: Final = "tablet-companion calibration 1"
REFERENCE_PX_PER_MM: Final = 2.5
REFERENCE_PX: Final = 1250
"""A reference's longest side: a camera shows no more points of a large board."""
EXAMPLE_PX: Final = 32
_MAX_BYTES: Final = 300_000_000
_RIM_PX: Final = 2
"""Pixels by which a print may be larger or smaller than its size in millimetres says."""
_MAX_GREY: Final = 10_000.0
"""Upper limit of a colour, which was divided by a light that may be weak."""


def choose_scale(size_mm: tuple[float, float]) -> float:
    """Return the pixels per millimetre of a board's reference: fewer for boards above half a metre.

    Otherwise memory and time would grow with the board's area.
    """
    return min(REFERENCE_PX_PER_MM, REFERENCE_PX / max(size_mm))


def draw_reference(board: Board, language: str = "en") -> Picture:
    """Return the board as its file draws it, at ``choose_scale``."""
    return render_board(board, choose_scale(board.size_mm), language)


class PieceExample(msgspec.Struct, frozen=True, dict=True):
    """A labelled piece: its place's window (a small rotated square, see ``vision``) as PNG.

    ``light`` is the logarithm of how much lighter the window is than in the first labelled picture
    (BGR). ``outline_png`` is 255 where the piece may be visible.
    """

    kind: str
    colour: str
    place: str
    window_png: bytes
    outline_png: bytes
    light: tuple[float, float, float]

    @functools.cached_property
    def window(self) -> Picture:
        """Return the window (EXAMPLE_PX × EXAMPLE_PX × 3)."""
        return decode(self.window_png)

    @functools.cached_property
    def outline(self) -> Picture:
        """Return where in it the piece may be visible (EXAMPLE_PX × EXAMPLE_PX)."""
        return decode(self.outline_png, grey=True)


class Calibration(msgspec.Struct, frozen=True, dict=True):
    """What was learnt about one board.

    ``reference_png`` is the empty board from straight above at ``choose_scale``; ``faces_png``
    the taught card faces, upright, at ``faces.FACE_PX_PER_MM``. ``pictures`` is the number of
    pictures it was learnt from; 0 means our own print, used as drawn. ``lenses`` are the measured
    ones, one for each mode of a camera. ``exposures`` show the bare board, each in its own light;
    files of older versions have none. ``hues`` are the taught colours of pieces, in the colour
    space of the place network; ``examples`` are the labelled pieces, none in older files.
    """

    board: Board
    appearance: Appearance
    reference_png: bytes
    faces_png: dict[str, bytes]
    pictures: int
    version: str = VERSION
    lenses: tuple[Lens, ...] = ()
    exposures: tuple[Exposure, ...] = ()
    hues: dict[str, tuple[float, float, float]] = {}
    examples: tuple[PieceExample, ...] = ()

    @functools.cached_property
    def reference(self) -> Picture:
        """Return the empty board from straight above."""
        return decode(self.reference_png)

    @functools.cached_property
    def faces(self) -> dict[str, Picture]:
        """Return the taught faces by card."""
        return {card: decode(data) for card, data in self.faces_png.items()}


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration durably; an existing file stays whole until the new one is."""
    with explain_os_error(f"The calibration cannot be written to {path}", CalibrationError):
        write_durably(path, msgspec.json.format(msgspec.json.encode(calibration), indent=1))


def read_calibration(path: Path) -> Calibration:
    """Read a calibration file; raises CalibrationError with the problem and its remedy."""
    again = "make it again with tablet-companion calibrate"
    with formats.explain(f"The file {path}", CalibrationError, again):
        data = formats.read_bytes(path, _MAX_BYTES)
        calibration = formats.parse_json(data, Calibration, "a calibration")
    if calibration.version != VERSION:
        version = formats.shorten(calibration.version)
        raise CalibrationError(f"{path} was made by another version ({version!r}); {again}.")
    try:
        return _accept(calibration)
    except (BoardError, CalibrationError) as error:
        problem = str(error).removesuffix(".")
        raise CalibrationError(f"The calibration {path} is damaged: {problem}; {again}.") from error


def _accept(calibration: Calibration) -> Calibration:
    require_sound(calibration.board, source="its board")
    accepted = _coarsen(calibration)
    problem = next(find_problems(accepted), None)
    if problem is not None:
        raise CalibrationError(problem)
    return accepted


def _coarsen(calibration: Calibration) -> Calibration:
    size_mm, whole = calibration.board.size_mm, calibration.reference
    size, earlier = (_size_px(size_mm, s) for s in (choose_scale(size_mm), REFERENCE_PX_PER_MM))
    problems = (find_exposure_problems(each, whole) for each in calibration.exposures)
    if (
        size == earlier
        or any(_find_size_problems("reference", whole, earlier, rim_px=_RIM_PX))
        or any(itertools.chain.from_iterable(problems))
    ):
        return calibration

    def shrink(picture: Picture) -> Picture:
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    exposures = (pack(shrink(e.flat), shrink(e.bare) == 255) for e in calibration.exposures)
    return msgspec.structs.replace(
        calibration, reference_png=encode_png(shrink(whole)), exposures=tuple(exposures)
    )


def _size_px(size_mm: tuple[float, float], px_per_mm: float) -> tuple[int, int]:
    return round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm)


def find_problems(calibration: Calibration) -> Iterator[str]:
    """Yield what is wrong with a calibration whose board is sound.

    All pictures are decoded here, so that a damaged one is refused now and not during a game;
    raises CalibrationError for a picture that cannot be decoded.
    """
    yield from _find_colour_problems(calibration.board, calibration.appearance)
    for name, hue in calibration.hues.items():
        if not _are_fair(hue):
            yield f"the hue of {formats.shorten(name)!r} is not a colour"
    for lens in calibration.lenses:
        yield from find_lens_problems(lens)
    size_mm = calibration.board.size_mm
    wanted = _size_px(size_mm, choose_scale(size_mm))
    yield from _find_size_problems("reference", calibration.reference, wanted, rim_px=_RIM_PX)
    for exposure in calibration.exposures:
        yield from find_exposure_problems(exposure, calibration.reference)
    for example in calibration.examples:
        yield from _find_example_problems(calibration.board, example)
    card = calibration.board.card_mm
    for name, face in calibration.faces.items():
        size = tuple(round(side * FACE_PX_PER_MM) for side in card or ())
        what = f"of the card {formats.shorten(name)!r}"
        yield from _find_size_problems(what, face, size, rim_px=_RIM_PX)


def find_exposure_problems(exposure: Exposure, reference: Picture) -> Iterator[str]:
    """Yield the pictures of an exposure that do not have the reference's size."""
    size = reference.shape[1], reference.shape[0]
    for picture in (exposure.flat, exposure.bare):
        yield from _find_size_problems("of a light", picture, size, rim_px=0)


def _find_example_problems(board: Board, example: PieceExample) -> Iterator[str]:
    name = formats.shorten(f"{example.colour} {example.kind} on {example.place}")
    kind = board.pieces.get(example.kind)
    if kind is None or example.colour not in kind.colours:
        yield f"the board has no piece like the example {name!r}"
    if example.place not in {place.name for place in board.places}:
        yield f"the board has no place for the example {name!r}"
    if not _are_fair(example.light):
        yield f"the light of the example {name!r} is none"
    if not example.outline.any():
        yield f"the outline of the example {name!r} shows no piece"
    for picture in (example.window, example.outline):
        if picture.shape[:2] != (EXAMPLE_PX, EXAMPLE_PX):
            yield f"the example {name!r} is not {EXAMPLE_PX} × {EXAMPLE_PX} pixels large"


def _find_colour_problems(board: Board, looks: Appearance) -> Iterator[str]:
    wanted = {
        "tops": board.colours,
        "sides": [c for k in board.pieces.values() if k.coloured_all_over for c in k.colours],
        "faces": [c for k in board.pieces.values() if k.face is not None for c in k.colours],
    }
    for part, colours in wanted.items():
        known: dict[str, Bgr] = getattr(looks, part)
        for colour in {*colours, *known}:
            if not _are_fair(known.get(colour, (math.inf,))):
                yield f"{part} does not tell the colour {formats.shorten(colour)!r}"
    if not _are_fair(looks.body):
        yield "body is not a colour"


def _are_fair(values: Sequence[float]) -> bool:
    return all(abs(value) <= _MAX_GREY for value in values)


def _find_size_problems(
    name: str, picture: Picture, size_px: tuple[int, ...], *, rim_px: int
) -> Iterator[str]:
    """Yield a sentence if a picture does not have the required size; a rim is tolerated."""
    own = picture.shape[1], picture.shape[0]
    if any(abs(there - wanted) > rim_px for there, wanted in zip(own, size_px, strict=False)):
        yield (
            f"the picture {name} has {own[0]} × {own[1]} pixels instead of "
            f"{size_px[0]} × {size_px[1]}"
        )
