"""A plain reader that every clever one has to beat: each place against the empty board.

It is given the corners, guesses the camera's focal length, and compares what it sees where a
piece would be with the bare board there, relative to the same comparison in a ring round the place;
what differs is the nearest learnt colour. It has no doubts, no hands and no cards. Its few numbers
were written down beforehand and are never fitted to anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats
from calibration.camera.sampling import look_up
from calibration.finding.discs import list_corners
from calibration.learning.placing import Lesson
from calibration.taught.model import choose_scale
from hardware.board import Board, BoardPlace, PieceKind
from hardware.ports import Picture
from tools.measure.shots import EMPTY, HIDDEN

_FOCAL: Final = 0.9
"""The focal length as a share of the picture's width: a common webcam's."""
_UNLIKE: Final = 0.3
"""A place this much darker or lighter than its ring tells (natural logarithm) is taken."""
_HEIGHT, _RADIUS, _RING = 0.7, 0.35, (1.1, 1.5)
"""Where a piece is looked at (shares of height and diameter) and the ring (shares of radius)."""
_DARK: Final = 8.0
"""Grey levels added before a logarithm is taken: noise in the dark is no difference."""


class View:
    """Where a board's points are in a picture with known corners."""

    def __init__(self, board: Board, corners: Floats, size_px: tuple[int, int]) -> None:
        """Find the homography, and the camera's pose with a guessed focal length."""
        flat, pixels = list_corners(board.size_mm), np.asarray(corners, np.float64)
        self._plane = cv2.getPerspectiveTransform(
            flat.astype(np.float32), pixels.astype(np.float32)
        )
        focal = _FOCAL * size_px[0]
        self._camera = np.array(
            [[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1]], np.float64
        )
        solid = np.column_stack([flat, np.zeros(4)])
        _, self._turn, self._shift = cv2.solvePnP(solid, pixels, self._camera, None)

    def project(self, points: Floats, height_mm: float = 0.0) -> Floats:
        """Return the pixels (n × 2) of board points in mm, leaning as their height makes them."""
        flat = cv2.perspectiveTransform(points[None].astype(np.float64), self._plane)[0]
        low, high = (
            cv2.projectPoints(
                np.column_stack([points, np.full(len(points), -height)]).astype(np.float64),
                self._turn,
                self._shift,
                self._camera,
                None,
            )[0][:, 0]
            for height in (0.0, height_mm)
        )
        return np.asarray(flat + high - low, np.float64)

    def ground(self, pixels: Floats) -> Floats:
        """Return the board points in mm that pixels show at height 0."""
        back = np.linalg.inv(self._plane)
        return np.asarray(cv2.perspectiveTransform(pixels[None], back)[0], np.float64)


Seen = tuple[Picture, View]


class Baseline:
    """Reads one picture at a time, by itself."""

    def __init__(self, board: Board, lessons: Sequence[Lesson], drawn: Picture) -> None:
        """Learn the colours, and each place bare from the barest picture, else the drawing."""
        self._board = board
        height, width = drawn.shape[:2]
        sheet = list_corners(board.size_mm) * choose_scale(board.size_mm) - 0.5
        shown = [lesson for lesson in lessons if lesson.label.corners and not lesson.label.hand]
        barest = sorted(shown, key=lambda lesson: len(lesson.label.pieces))
        drawing: Seen = drawn, View(board, sheet, (width, height))
        self._bare = {place.name: drawing for place in board.places}
        for lesson in reversed(barest):
            free = self._bare.keys() - lesson.label.pieces.keys()
            self._bare |= dict.fromkeys(free, (lesson.picture, self.view(lesson)))
        self._colours = self._learn(shown)

    def view(self, lesson: Lesson) -> View:
        """Return where the board is in a picture by its label."""
        size = lesson.picture.shape[1], lesson.picture.shape[0]
        return View(self._board, np.array(lesson.label.corners), size)

    def read(self, lesson: Lesson) -> dict[str, str]:
        """Return what stands on every place: a colour, ``hidden``, or ``empty``."""
        view = self.view(lesson)
        return {p.name: self._tell(lesson.picture, view, p) for p in self._board.places}

    def _tell(self, picture: Picture, view: View, place: BoardPlace) -> str:
        unlike, colour = self._compare(picture, view, place)
        if np.abs(unlike).max() < _UNLIKE:
            return EMPTY
        known = self._known(place)
        return min(known, key=lambda name: float(np.linalg.norm(known[name] - colour)))

    def _compare(self, picture: Picture, view: View, place: BoardPlace) -> tuple[Floats, Floats]:
        """Return how a place differs from bare, beyond its ring, and its colour in even light."""
        kind = next(iter(self._board.kinds_at(place).values()))
        foot = np.array([place.x_mm, place.y_mm])
        inner = view.project(
            foot + _disc(_RADIUS * kind.cap_diameter_mm), _HEIGHT * _up(kind, place)
        )
        reach = max(place.radius_mm, kind.diameter_mm / 2)
        around = view.project(foot + np.vstack([_circle(share * reach) for share in _RING]))
        bare = self._bare[place.name]
        inside, colour = _against_bare((picture, view), bare, inner)
        ring, _ = _against_bare((picture, view), bare, around)
        return inside - ring, colour - ring

    def _learn(self, shown: Sequence[Lesson]) -> dict[str, Floats]:
        seen: dict[str, list[Floats]] = {}
        for lesson in shown:
            view = self.view(lesson)
            for name, colour in lesson.label.pieces.items():
                _, found = self._compare(lesson.picture, view, self._board.by_name[name])
                seen.setdefault(colour, []).append(found)
        return {colour: np.median(found, axis=0) for colour, found in seen.items()}

    def _known(self, place: BoardPlace) -> dict[str, Floats]:
        """Return the colours that can stand on a place: learnt, else as the file has them."""
        known = {}
        for kind in self._board.kinds_at(place).values():
            turned = (HIDDEN,) if kind.hidden and place.kind == "hole" else ()
            for name in (*kind.colours, *turned):
                nominal = np.log(np.array(kind.rgb(name)[::-1]) + _DARK)
                known[name] = self._colours.get(name, nominal)
        return known


def _against_bare(now: Seen, bare: Seen, pixels: Floats) -> tuple[Floats, Floats]:
    """Return the median difference of some pixels from the bare board, and their median colour."""
    at = pixels, bare[1].project(now[1].ground(pixels))
    seen, known = (
        np.log(np.maximum(look_up(picture, where.astype(np.float32)), 0) + _DARK)
        for (picture, _), where in zip((now, bare), at, strict=True)
    )
    return np.median(seen - known, axis=0), np.median(seen, axis=0)


def _up(kind: PieceKind, place: BoardPlace) -> float:
    sunk = kind.hole_depth_mm if place.kind == "hole" else 0.0
    return max(0.0, kind.height_mm - sunk)


def _circle(radius: float) -> Floats:
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _disc(radius: float) -> Floats:
    return np.vstack([_circle(radius * share) for share in (0.2, 0.6, 1.0)])
