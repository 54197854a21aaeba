"""Taught pictures of a board, laid out for the networks under one camera.

Made once for a pose; if the board is pushed a little, only the pixels change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask
from calibration.surfaces.exposures import Exposed
from calibration.taught.model import choose_scale
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Piece
from tablet_companion.vision.objects import surroundings, survey
from tablet_companion.vision.places import details as place_details
from tablet_companion.vision.places import examples as place_examples
from tablet_companion.vision.places import network_input
from tablet_companion.vision.places import relief as place_relief
from tablet_companion.vision.places import windows as place_windows


@dataclass(frozen=True, slots=True)
class Tuning:
    """How much of a sample must be bare board for the sample to count.

    Both are values of an 8-bit mask, 255 for wholly bare, after interpolation; chosen so that one
    hidden neighbour spoils a sample of a place, and one in five a sample of the coarse square.
    """

    window_bare_min: int = 250
    """For samples of a place's window."""
    square_bare_min: int = 200
    """For samples of the square over the whole board."""


TUNING: Final = Tuning()


class _Small(NamedTuple):
    """A taught picture as windows and square sample it, and its greys for close looks."""

    near: Picture
    far: Picture
    grey: Picture


class TaughtPicture:
    """A taught picture that keeps what was sampled from it, a tenth of it, after the first time.

    So a board can be laid out again without decoding its pictures again.
    """

    def __init__(self, exposure: Exposed) -> None:
        """Take the picture; it is decoded when it is needed."""
        self.exposure = exposure
        self._kept: tuple[tuple[int, int], _Small] | None = None

    @property
    def flat(self) -> Picture:
        """Return the board."""
        return self.exposure.flat

    @property
    def bare(self) -> Picture:
        """Return where it is bare."""
        return self.exposure.bare

    def shrink(self, near: place_windows.Sampler, far: place_windows.Sampler) -> _Small:
        """Return the picture as small as these samplers of windows and square need it."""
        wanted = near.halvings, far.halvings
        if self._kept is None or self._kept[0] != wanted:
            flat = self.flat
            windows, square = (place_windows.halve(flat, times) for times in wanted)
            self._kept = wanted, _Small(windows, square, place_details.shrink(flat, near))
        return self._kept[1]


@dataclass(frozen=True, slots=True, eq=False)
class TaughtViews:
    """A board's windows and square under a camera, with the taught views of them.

    ``window_sampler`` and ``square_sampler`` sample them from the camera's pictures. ``examples``
    are labelled pieces to compare windows with. ``before`` are the square's colours in the last
    picture without a hand over the board, ``around`` is that picture, small. ``details`` are those
    of the bare board, if it was shown. ``uneven`` are labelled pieces with light and shade, and how
    uneven they are, by window; ``homes`` are nests in which that tells most.
    """

    windows: place_windows.Windows
    window_sampler: place_windows.Sampler
    taught: tuple[network_input.TaughtWindows, ...]
    square: survey.Square
    square_sampler: place_windows.Sampler
    bare: tuple[survey.BareView, ...]
    examples: place_examples.Examples = field(default=place_examples.NONE)
    before: place_windows.Bytes | None = None
    around: Picture | None = None
    details: place_details.BareDetails | None = None
    uneven: Mapping[int, tuple[Piece, float]] = field(default_factory=dict)
    homes: frozenset[int] = frozenset()

    def place_input(
        self, picture: Picture, rows: NDArray[np.intp] | None = None
    ) -> network_input.NetworkInput:
        """Return the places' network input for a picture; only for some ``rows`` if given."""
        now, inside = self.window_sampler.sample(picture, rows), self.window_sampler.inside
        if rows is None:
            return network_input.compare(self.windows, now, inside, self.taught)
        taught = [t.only(rows) for t in self.taught]
        part = place_windows.select(self.windows, rows)
        return network_input.compare(part, now, inside[rows], taught)

    def beside_bare(
        self, shown: network_input.NetworkInput, rows: NDArray[np.intp]
    ) -> place_examples.Seen:
        """Return some windows beside the bare board.

        ``shown`` is the network's input for these windows, whose indices are ``rows``.
        """
        taught = [t.only(rows) for t in self.taught]
        return place_examples.Seen(*network_input.colours_and_bare(shown, taught))

    def shows_bare(self, row: int) -> bool:
        """Whether a picture, and not only a guess, shows the bare board at a window."""
        return self.details is not None and self.details.is_shown(row)

    def sample_square(self, picture: Picture) -> place_windows.Bytes:
        """Return the colours of the square in a picture (SIDE × SIDE × 3)."""
        square: place_windows.Bytes = self.square_sampler.sample(picture)[0]
        return square

    def square_input(self, now: place_windows.Bytes) -> place_windows.Bytes:
        """Return the input of the network of hands for a square's colours."""
        return survey.compare_all(self.square, now, self.square_sampler.inside[0], self.bare)

    def moved_cells(
        self, now: place_windows.Bytes, reach_cells: int = survey.TUNING.moved_reach_cells
    ) -> Mask | None:
        """Return which cells of the square differ from ``before``; None if there is none."""
        return None if self.before is None else survey.find_moved(now, self.before, reach_cells)

    def remember(self, now: place_windows.Bytes, picture: Picture) -> TaughtViews:
        """Return the lessons with the picture that was read last, and its square."""
        return replace(self, before=now, around=surroundings.shrink(picture))


def lay_taught_views(  # noqa: PLR0913, PLR0917 - all that a calibration shows
    board: Board,
    exposures: Sequence[TaughtPicture],
    pose: Pose,
    lights: Sequence[TaughtPicture] = (),
    examples: Sequence[place_examples.Example] = (),
    shown: Sequence[TaughtPicture] = (),
    doubted: Mask | None = None,
) -> TaughtViews:
    """Lay out what exposures and labelled pieces teach about a board under a camera.

    ``lights`` are further exposures that are used only to tell hands from the board; ``shown`` are
    the exposures without anything that is only guessed, for the board's fine details. Where the
    bare board is ``doubted``, exposures tell nothing of hands.
    """
    windows = place_windows.lay_windows(board, pose)
    square = survey.lay_square(board, pose)
    scale = choose_scale(board.size_mm)
    near = place_windows.make_flat_sampler(windows.points_mm, board.size_mm, scale)
    far = place_windows.make_flat_sampler(square.points_mm[None], board.size_mm, scale)
    taught = _teach_windows(windows, exposures, near, far)
    masks = [each.bare if doubted is None else each.bare * ~doubted for each in exposures]
    masks += [light.bare for light in lights]
    bare = tuple(
        _bare_view(far, each.shrink(near, far).far, mask)
        for each, mask in zip((*exposures, *lights), masks, strict=True)
    )
    close = tuple(
        (each.shrink(near, far).grey, place_details.shrink(_wholly_bare(each.bare), near))
        for each in shown
    )
    uneven = place_relief.measure_examples(board, windows, examples)
    return TaughtViews(
        windows,
        place_windows.make_camera_sampler(windows, pose),
        taught,
        square,
        survey.make_camera_sampler(square, pose),
        bare,
        place_examples.lay_examples(windows, examples),
        details=place_details.BareDetails(windows.own, near, close),
        uneven=uneven,
        homes=place_relief.find_homes(board, windows, uneven, taught),
    )


def _teach_windows(
    windows: place_windows.Windows,
    exposures: Sequence[TaughtPicture],
    near: place_windows.Sampler,
    far: place_windows.Sampler,
) -> tuple[network_input.TaughtWindows, ...]:
    taught: list[network_input.TaughtWindows] = []
    for each in exposures:
        known = near.inside & (near.sample(each.bare) >= TUNING.window_bare_min)
        first = taught[0] if taught else None
        seen = near.sample_halved(each.shrink(near, far).near)
        taught.append(network_input.taught(windows, seen, known, first))
    return tuple(taught)


def _wholly_bare(bare: Picture) -> Picture:
    """Return where a board is wholly bare (255, else 0): mostly the very mask, not a copy."""
    if ((bare == 0) | (bare == 255)).all():
        return bare
    return np.asarray((bare >= TUNING.window_bare_min) * np.uint8(255), dtype=np.uint8)


def _bare_view(far: place_windows.Sampler, small: Picture, bare: Picture) -> survey.BareView:
    clear = far.sample(bare)[0] >= TUNING.square_bare_min
    return survey.BareView(far.sample_halved(small)[0], far.inside[0] & clear)


def aim(lessons: TaughtViews, pose: Pose) -> TaughtViews:
    """Return the lessons for a camera that has hardly moved."""
    return replace(
        lessons,
        window_sampler=place_windows.make_camera_sampler(lessons.windows, pose),
        square_sampler=survey.make_camera_sampler(lessons.square, pose),
        before=None,
        around=None,
    )


def views_of_guess(lessons: TaughtViews, at: Any) -> TaughtViews:
    """Return the lessons with a guess of a board that was never shown empty.

    ``at`` maps board points (n × 2, mm) to colours (n × 3; -1 where unknown).
    """
    windows, square = lessons.windows, lessons.square
    seen, known = _guess_at(at, windows.points_mm)
    around, clear = _guess_at(at, square.points_mm)
    return replace(
        lessons,
        taught=(network_input.taught(windows, seen, known, None),),
        details=None,
        bare=(survey.BareView(around, clear),),
    )


def _guess_at(at: Any, points: NDArray[Any]) -> tuple[place_windows.Bytes, NDArray[np.bool_]]:
    colours = np.asarray(at(points.reshape(-1, 2))).reshape(*points.shape[:-1], 3)
    known: NDArray[np.bool_] = np.asarray(colours[..., 0] >= 0)
    return colours.clip(0, 255).astype(np.uint8), known
