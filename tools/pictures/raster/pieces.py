"""Pieces: profiles of turned bodies, and pieces put on the board, leaning, turned over, fallen."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tools.pictures.raster.mesh import (
    ATLAS,
    PIECE,
    PLAIN,
    WOOD,
    Floats,
    Mesh,
    Part,
    join,
    make_box,
    ring_points,
    turn_profile,
)
from tools.pictures.raster.paint import ATLAS_CELLS
from tools.pictures.raster.palette import linear


def _ball(radius: float, low: float, high: float, steps: int = 5) -> list[tuple[float, float]]:
    """Return the profile of a ball from height ``low`` to its pole at ``high`` (units of size)."""
    angle = np.linspace(-0.95, np.pi / 2, steps)
    middle, half = (low + high) / 2, (high - low) / 2
    return [(float(radius * np.cos(a)), float(middle + half * np.sin(a))) for a in angle]


PROFILES: Final[dict[str, list[tuple[float, float]]]] = {
    "cylinder": [(0.95, 0), (1, 0.05), (1, 0.93), (0.93, 1), (0, 1)],
    "disc": [(0.92, 0), (1, 0.15), (1, 0.85), (0.93, 1), (0, 1)],
    "draught": [(0.95, 0), (1, 0.2), (1, 0.8), (0.9, 1), (0.75, 1), (0.7, 0.86), (0.35, 0.86),
                (0.3, 1), (0, 1)],
    "stone": [(0.3, 0), (0.75, 0.12), (1, 0.42), (0.95, 0.6), (0.75, 0.83), (0.4, 0.97), (0, 1)],
    "cone": [(1, 0), (1, 0.06), (0.55, 0.55), (0.12, 0.96), (0, 1)],
    "blunt": [(1, 0), (1, 0.08), (0.62, 0.9), (0.5, 1), (0, 1)],
    "ludo": [(1, 0), (1, 0.1), (0.72, 0.3), (0.38, 0.6), *_ball(0.5, 0.6, 1.0)],
    "pawn": [(1, 0), (1, 0.09), (0.8, 0.2), (0.45, 0.3), (0.33, 0.6), (0.55, 0.64), (0.33, 0.68),
             *_ball(0.52, 0.68, 1.0)],
    "rook": [(1, 0), (1, 0.1), (0.7, 0.25), (0.55, 0.7), (0.75, 0.78), (0.75, 1), (0.5, 1),
             (0.48, 0.9), (0, 0.9)],
    "bishop": [(1, 0), (1, 0.08), (0.6, 0.2), (0.36, 0.6), (0.6, 0.63), (0.4, 0.67), (0.5, 0.78),
               (0.3, 0.92), (0.13, 0.94), (0.1, 0.98), (0, 1)],
    "queen": [(1, 0), (1, 0.07), (0.6, 0.17), (0.34, 0.65), (0.58, 0.68), (0.4, 0.71), (0.6, 0.92),
              (0.35, 0.9), (0.15, 0.95), (0, 1)],
    "king": [(1, 0), (1, 0.07), (0.62, 0.17), (0.36, 0.62), (0.6, 0.65), (0.4, 0.69), (0.58, 0.86),
             (0.25, 0.9), (0.1, 0.91), (0.14, 0.96), (0.08, 1), (0, 1)],
    "knight": [(1, 0), (1, 0.1), (0.75, 0.2), (0.5, 0.3), (0.62, 0.5), (0.66, 0.7), (0.5, 0.9),
               (0.2, 1), (0, 1)],
    "peg": [(0.7, 0), (0.7, 0.5), (1, 0.55), (1, 0.92), (0.8, 1), (0, 1)],
    "cube": [(1, 0), (1, 1), (0, 1)],
}  # fmt: skip
"""Radius and height of each form from foot to top, in parts of the piece's own."""

CHESS_HEIGHTS: Final = {
    "pawn": 0.6, "rook": 0.66, "knight": 0.75, "bishop": 0.8, "queen": 0.93, "king": 1.0,
}  # fmt: skip
"""The heights of a set of chess-like men in parts of the king's."""


@dataclass(frozen=True)
class Face:
    """A print on the top: how much of its radius it covers, and the cell of the sheet of faces."""

    share: float
    cell: tuple[int, int]


@dataclass(frozen=True, eq=False)
class PieceModel:
    """One shape of piece as it really is; lengths in mm, colours linear.

    ``cap_mm`` is how far the colour reaches down from the top; the body below has ``body``
    (None: the same colour). ``neck_mm`` is the coloured part's radius where the piece narrows to
    it. ``crown`` is the colour of a ring printed on the top, ``ring`` its radii in parts of the
    top's. ``face`` is a picture printed there.
    """

    form: str
    radius_mm: float
    height_mm: float
    gloss: float
    rough: float
    wooden: bool
    body: Floats | None = None
    cap_mm: float = 0.0
    neck_mm: float | None = None
    crown: Floats | None = None
    ring: tuple[float, float] = (0.72, 0.4)
    face: Face | None = None

    def profile(self) -> Floats:
        """Return (radius, height) in mm from foot to top."""
        if self.neck_mm is not None:
            low = self.height_mm - self.cap_mm
            r, n = self.radius_mm, self.neck_mm
            high = self.height_mm
            body = [(r * 0.96, 0), (r, 0.6), (r, low - 0.6), (r * 0.95, low)]
            cap = [(n, low), (n, high - 0.5), (n * 0.92, high), (0, high)]
            return np.array(body + cap, np.float64)
        return np.array(PROFILES[self.form]) * (self.radius_mm, self.height_mm)


@dataclass(frozen=True)
class Stand:
    """How one piece stands: off its place by ``off_mm``, turned, leaning, sunk or fallen.

    ``turned_over`` puts its top end down; ``lean`` is an angle in radians towards ``azimuth``.
    """

    at_mm: tuple[float, float]
    azimuth: float = 0.0
    lean: float = 0.0
    sink_mm: float = 0.0
    turned_over: bool = False
    fallen: bool = False


def _turned(axis: int, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    a, b = [i for i in range(3) if i != axis]
    matrix[a, a], matrix[a, b], matrix[b, a], matrix[b, b] = c, -s, s, c
    return matrix


def _segments(form: str) -> int:
    return 4 if form == "cube" else 20


def _split_at_cap(profile: Floats, cap_height: float) -> Floats:
    """Add a point where the colour begins, so that it has a sharp edge."""
    for i in range(len(profile) - 1):
        (r0, h0), (r1, h1) = profile[i], profile[i + 1]
        if h0 < cap_height < h1:
            r = r0 + (r1 - r0) * (cap_height - h0) / (h1 - h0)
            added = np.array([[r, cap_height - 0.01], [r, cap_height]])
            return np.vstack([profile[: i + 1], added, profile[i + 1 :]])
    return profile


def _solid(model: PieceModel, colour: Floats, segments: int) -> Mesh:
    """Return the piece upright at the origin in its colour."""
    mesh = _make_shape(model, segments)
    own = np.isnan(mesh.colours)
    return replace(mesh, colours=np.where(own, colour, mesh.colours).astype(np.float32))


@functools.lru_cache(maxsize=64)
def _make_shape(model: PieceModel, segments: int) -> Mesh:
    """Return the piece with its foot closed; what has the piece's own colour is NaN."""
    colour = np.full(3, np.nan)
    profile = model.profile()
    edge = model.height_mm - model.cap_mm
    if model.body is not None and model.neck_mm is None:
        profile = _split_at_cap(profile, edge)
    profile = np.vstack([[0, 0], profile])
    colours = np.tile(colour, (len(profile), 1))
    if model.body is not None:
        colours[profile[:, 1] < edge - 0.005] = model.body
    mesh = turn_profile(profile, colours, segments)
    if model.form == "knight" and segments > 8:
        mesh = _give_muzzle(model, mesh, colour)
    if model.crown is not None:
        mesh = join([mesh, _crown(model)])
    return mesh


def _give_muzzle(model: PieceModel, mesh: Mesh, colour: Floats) -> Mesh:
    half = np.array([0.62 * model.radius_mm, 0.28 * model.radius_mm, 0.13 * model.height_mm])
    box = make_box(half, colour, (0, 0, 0, 0))
    shift = np.array([0.35 * model.radius_mm, 0, 0.66 * model.height_mm])
    return join([mesh, box.moved(np.eye(3), shift)])


def _crown(model: PieceModel) -> Mesh:
    """Return a ring printed on the top."""
    assert model.crown is not None
    top = model.height_mm + 0.06
    wide = model.profile()[-2][0]
    profile = np.array([[wide * radius, top] for radius in model.ring])
    return turn_profile(profile, np.tile(model.crown, (2, 1)), 20)


def put_piece(
    model: PieceModel, colour: Floats, stand: Stand, index: int, hole: tuple[float, float, float]
) -> Part:
    """Return a piece as it stands; ``index`` tells it from the others, ``hole`` is under it."""
    turn, lift = _posture(model, stand)
    by = np.array([*stand.at_mm, lift - stand.sink_mm])
    segments = _segments(model.form)
    mesh = _solid(model, colour, segments).moved(turn, by)
    coarse = _solid(model, colour, min(8, segments)).moved(turn, by)
    rings = ring_points(model.profile(), 16) @ turn.T + by
    layer = WOOD if model.wooden else PLAIN
    return Part(mesh, PIECE, index, model.gloss, model.rough, layer, hole, coarse, rings=rings)


def print_face(
    model: PieceModel, stand: Stand, index: int, hole: tuple[float, float, float]
) -> list[Part]:
    """Return what is printed on the top of a piece as it stands, if anything."""
    if model.face is None:
        return []
    turn, lift = _posture(model, stand)
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    disc = np.vstack([[0, 0], np.stack([np.cos(angle), np.sin(angle)], 1)])
    top = np.full((25, 1), model.height_mm + 0.06)
    row, column = model.face.cell
    mesh = Mesh(
        np.hstack([disc * model.radius_mm * model.face.share, top]).astype(np.float32),
        np.tile(np.array([0, 0, 1], np.float32), (25, 1)),
        np.ones((25, 3), np.float32),
        ((np.array([column, row]) + 0.5 + disc * 0.48) / ATLAS_CELLS).astype(np.float32),
        np.array([(0, 1 + i, 1 + (i + 1) % 24) for i in range(24)], np.int32),
    ).moved(turn, np.array([*stand.at_mm, lift - stand.sink_mm]))
    return [Part(mesh, PIECE, index, model.gloss, model.rough, ATLAS, hole, casts=False)]


def _posture(model: PieceModel, stand: Stand) -> tuple[Floats, float]:
    """Return how a piece is turned and how high its foot's middle comes to lie."""
    spin = _turned(2, stand.azimuth)
    if stand.fallen:
        return spin @ _turned(1, np.pi / 2), model.radius_mm
    turn = spin @ _turned(1, stand.lean) @ _turned(2, -stand.azimuth * 1.7)
    lift = model.radius_mm * abs(np.sin(stand.lean))
    if stand.turned_over:
        turn = turn @ np.diag([1.0, -1.0, -1.0])
        lift += model.height_mm
    return turn, lift


def shade_of(rng: np.random.Generator, colour: Floats) -> Floats:
    """Return the linear colour of one piece, slightly off that of its kind."""
    return linear(np.clip(colour * np.exp(rng.normal(0, 0.04) + rng.normal(0, 0.015, 3)), 0, 1))
