"""A random board with its pieces: everything about a world but its single pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from tools.pictures.raster import art, paint
from tools.pictures.raster.layouts import Layout, random_layout
from tools.pictures.raster.mesh import (
    ART,
    BOARD,
    PLAIN,
    SUNK,
    TABLE,
    TABLETOP,
    Floats,
    Mesh,
    Part,
    join,
    turn_profile,
)
from tools.pictures.raster.paint import ATLAS_CELLS
from tools.pictures.raster.palette import NAMED, any_colour, linear, vary
from tools.pictures.raster.pieces import CHESS_HEIGHTS, Face, PieceModel
from tools.pictures.raster.scene import Surfaces
from tools.pictures.raster.sensor import Sensor, random_sensor

SIZES = ((640, 480), (800, 600), (960, 720), (960, 720), (960, 720), (1280, 720), (1024, 768),
         (1280, 960), (720, 960), (960, 540))  # fmt: skip
"""Sizes of pictures."""


@dataclass(frozen=True)
class PieceSet:
    """The pieces of a board: shapes, colours (sRGB by name), and what shows when turned over."""

    name: str
    models: tuple[PieceModel, ...]
    colours: dict[str, Floats]
    hidden: Floats | None


@dataclass(frozen=True)
class Holes:
    """Holes drilled at some places; lengths in mm, colours linear.

    ``upright_sinks`` is whether pieces that stand upright go down into them too.
    """

    places: tuple[int, ...]
    radius_mm: float
    depth_mm: float
    wall: Floats
    floor: Floats
    upright_sinks: bool


@dataclass(frozen=True)
class World:
    """A random board, its pieces, its table and its camera's habits."""

    seed: int
    size_mm: tuple[float, float]
    layout: Layout
    at_mm: Floats
    radius_mm: float
    pieces: PieceSet
    holes: Holes | None
    surfaces: Surfaces
    edge: Floats
    floor: Floats
    table_gloss: float
    picture: tuple[int, int]
    sensor: Sensor
    fixed: bool
    off_sigma: float
    stated: tuple[float, float]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the places' names, as in a board file: ``P0``, ``red.N1``, ``blue.F2``."""
        counts: dict[str, int] = {}
        names = []
        for kind, owner in zip(self.layout.kinds, self.layout.owners, strict=True):
            prefix = {"nest": f"{owner}.N", "finish": f"{owner}.F"}.get(kind, "P")
            counts[prefix] = counts.get(prefix, -1 if prefix == "P" else 0) + 1
            names.append(f"{prefix}{counts[prefix]}")
        return tuple(names)

    def kind_of(self, place: int) -> str:
        """Return the kind of a place, as in a board file."""
        if self.holes and place in self.holes.places:
            return "hole"
        return self.layout.kinds[place]

    def hole_at(self, place: int) -> tuple[float, float, float]:
        """Return centre and radius of the hole at a place; radius 0 where there is none."""
        if self.holes and place in self.holes.places:
            x, y = self.at_mm[place]
            return (float(x), float(y), self.holes.radius_mm)
        return (0.0, 0.0, 0.0)


def random_world(seed: int) -> World:
    """Return the world of a seed."""
    rng = np.random.default_rng([seed, 1])
    colours = _choose_colours(rng)
    layout = random_layout(rng, tuple(colours))
    size, at, pitch = _spread(rng, layout)
    if layout.style == "chequers" and layout.cells and len(at) < np.prod(layout.cells):
        pitch /= np.sqrt(2)
    radius = pitch * rng.uniform(0.3, 0.47)
    share = rng.uniform(0.6, 0.93) if layout.style == "go" else rng.uniform(0.4, 0.75)
    diameter = float(np.clip(pitch * share, 8, 45))
    has_holes = rng.random() < 0.42 and layout.style != "go"
    depth = float(rng.uniform(6, 12))
    deep = depth if has_holes else None
    pieces = _random_pieces(rng, colours, diameter, deep, chequers=layout.style == "chequers")
    holes = _random_holes(rng, layout, pieces, depth) if has_holes else None
    if holes and holes.radius_mm * 2 > pitch * 0.92:
        holes = None
    owners = {name: vary(rng, colour, 0.1) for name, colour in colours.items()}
    painter = art.BoardPainter(rng, size, layout, at, owners=owners)
    surfaces = _random_surfaces(rng, size, painter.paint(radius), at, holes)
    pieces = _with_faces(rng, _like_board(rng, pieces, painter, at))
    off_true = rng.random() < 0.5
    stated = (rng.uniform(0.7, 1.3), rng.uniform(0.8, 1.2)) if off_true else (1.0, 1.0)
    return World(
        seed, size, layout, at, radius, pieces, holes, surfaces,
        linear(any_colour(rng)), linear(any_colour(rng)) * 0.5,
        float(rng.choice([0.0, rng.uniform(0.05, 0.8)])),
        SIZES[int(rng.integers(len(SIZES)))], random_sensor(rng), bool(rng.random() < 0.5),
        float(rng.uniform(0.04, 0.12)), stated,
    )  # fmt: skip


def _choose_colours(rng: Generator) -> dict[str, Floats]:
    sets = [("white", "black"), ("red", "blue", "green", "yellow"), ("wood", "brown"),
            ("red", "black"), ("white", "red"), ("purple", "teal"), ("wood", "black")]  # fmt: skip
    if rng.random() < 0.6:
        names = sets[int(rng.choice(len(sets), p=[0.28, 0.32, 0.1, 0.08, 0.08, 0.06, 0.08]))]
    else:
        names = tuple(rng.choice(list(NAMED), int(rng.integers(2, 7)), replace=False))
    return {str(name): vary(rng, NAMED[name], 0.12) for name in names}


def _spread(rng: Generator, layout: Layout) -> tuple[tuple[float, float], Floats, float]:
    """Return the board's size, where its places are and their pitch, in mm."""
    low, high = layout.points.min(0), layout.points.max(0)
    extent = high - low + layout.pitch * rng.uniform(1.0, 1.3)
    largest = float(np.exp(rng.uniform(np.log(150), np.log(600))))
    border = rng.uniform(0.0, 0.1) if rng.random() < 0.6 else 0.0
    scale = largest * (1 - 2 * border) / extent.max()
    scale = min(max(scale, 13.5 / layout.pitch), 600 * (1 - 2 * border) / extent.max())
    size = extent * scale + 2 * border * largest
    if rng.random() < 0.15:
        size[1] *= 1 + rng.uniform(0, 0.3)
    size = np.round(size, 1)
    at = (layout.points - (low + high) / 2) * scale + size / 2
    return (float(size[0]), float(size[1])), np.round(at, 2), float(layout.pitch * scale)


def _random_pieces(
    rng: Generator,
    colours: dict[str, Floats],
    diameter: float,
    hole_depth: float | None,
    *,
    chequers: bool,
) -> PieceSet:
    gloss = float(
        rng.choice([0.0, rng.uniform(0.1, 0.6), rng.uniform(0.6, 1.2)], p=[0.3, 0.35, 0.35])
    )
    rough = float(np.exp(rng.uniform(np.log(0.02), np.log(0.4))))
    wooden = bool(rng.random() < 0.3)
    crown = linear(any_colour(rng)) if rng.random() < 0.2 else None
    ring = (float(rng.uniform(0.5, 0.9)), float(rng.choice([0.0, rng.uniform(0.2, 0.45)])))
    radius = diameter / 2
    if hole_depth is not None and rng.random() < 0.7:
        form = str(rng.choice(["cylinder", "blunt"]))
        plain = PieceModel(form, radius, 0.0, gloss, rough, wooden=False)
        return _turnable(rng, colours, plain, hole_depth)
    if rng.random() < (0.45 if chequers else 0.2) and diameter > 10:
        king = min(80.0, diameter * rng.uniform(1.5, 2.8))
        men = tuple(
            PieceModel(form, radius * (0.8 + 0.2 * tall), king * tall, gloss, rough, wooden)
            for form, tall in CHESS_HEIGHTS.items()
        )
        return PieceSet("man", men, colours, None)
    return _random_pawns(
        rng,
        colours,
        diameter,
        PieceModel("", radius, 0.0, gloss, rough, wooden, crown=crown, ring=ring),
    )


def _random_pawns(
    rng: Generator, colours: dict[str, Floats], diameter: float, surface: PieceModel
) -> PieceSet:
    """Return pieces of one form, which some boards stack in twos; ``surface`` says of what."""
    ratios = {"cylinder": (0.4, 1.7), "disc": (0.16, 0.4), "draught": (0.18, 0.4),
              "stone": (0.25, 0.5), "cone": (0.9, 2.3), "blunt": (0.8, 2.2), "ludo": (1.2, 2.2),
              "pawn": (1.3, 2.3), "cube": (0.7, 1.5), "peg": (0.8, 2.5)}  # fmt: skip
    form = str(rng.choice(["disc", "draught"] if rng.random() < 0.3 else list(ratios)))
    height = float(np.clip(diameter * rng.uniform(*ratios[form]), 3, 80))
    crown = None if form in ("pawn", "ludo", "cone", "cube", "stone") else surface.crown
    model = replace(surface, form=form, height_mm=height, crown=crown)
    if rng.random() < 0.12 and form in ("cylinder", "blunt", "ludo", "cone"):
        body = linear(vary(rng, NAMED[str(rng.choice(["black", "wood", "white"]))], 0.1))
        model = replace(model, wooden=False, body=body, cap_mm=height * rng.uniform(0.2, 0.6))
    models: tuple[PieceModel, ...] = (model,)
    if form in ("disc", "draught", "stone", "cylinder") and rng.random() < 0.2:
        models = (model, model, replace(model, height_mm=height * 2))
    return PieceSet("pawn", models, colours, None)


def _turnable(
    rng: Generator, colours: dict[str, Floats], plain: PieceModel, depth: float
) -> PieceSet:
    """Return pieces with a coloured end that is put down into a hole to hide it."""
    height = float(max(rng.uniform(17, 36), depth * 1.7))
    dark = rng.random() < 0.8
    hidden = vary(rng, NAMED["black"] if dark else any_colour(rng) * 0.6, 0.15)
    neck = plain.radius_mm * rng.uniform(0.55, 0.8) if rng.random() < 0.6 else None
    cap = depth * rng.uniform(0.9, 1.15) if neck else depth
    model = replace(plain, height_mm=height, body=linear(hidden), cap_mm=cap, neck_mm=neck)
    return PieceSet("pawn", (model,), colours, hidden)


def _random_holes(rng: Generator, layout: Layout, pieces: PieceSet, depth: float) -> Holes:
    model = pieces.models[0]
    inner = model.neck_mm if model.neck_mm is not None else model.radius_mm
    kinds = {"space", "start", "point"} if rng.random() < 0.5 else set(layout.kinds)
    places = tuple(i for i, kind in enumerate(layout.kinds) if kind in kinds)
    wall = linear(vary(rng, (0.6, 0.45, 0.3), 0.3)) if rng.random() < 0.6 else np.full(3, 0.015)
    floor = wall * rng.uniform(0.5, 1.1)
    sinks = model.neck_mm is None and bool(rng.random() < 0.6)
    return Holes(places, float(inner + rng.uniform(0.4, 1.6)), depth, wall, floor, sinks)


def _like_board(
    rng: Generator, pieces: PieceSet, painter: art.BoardPainter, at: Floats
) -> PieceSet:
    """Give a colour or two that of the board at some place, now and then: wood on wood."""
    if rng.random() > (0.75 if painter.layout.style == "chequers" else 0.4):
        return pieces
    near = float(rng.choice([0.04, 0.12]))
    colours = dict(pieces.colours)
    for name in rng.permutation(list(colours))[: int(rng.integers(1, 3))]:
        x, y = (at[int(rng.integers(len(at)))] * painter.scale).astype(int)
        patch = painter.picture[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4].reshape(-1, 3)
        colour = vary(rng, patch.mean(0), near)
        rest = [c for n, c in colours.items() if n != name]
        if min(np.abs(colour - c).max() for c in rest) >= 0.12:
            colours[str(name)] = colour
    models = pieces.models
    if pieces.hidden is None and rng.random() < 0.5:
        models = tuple(replace(model, wooden=True) for model in models)
    return PieceSet(pieces.name, models, colours, pieces.hidden)


def _with_faces(rng: Generator, pieces: PieceSet) -> PieceSet:
    """Print pictures onto flat pieces, now and then: their colour is that of the ring outside."""
    flat = pieces.models[0].form in ("disc", "cylinder") and pieces.hidden is None
    if not flat or rng.random() > 0.4:
        return pieces
    cell = (int(rng.integers(ATLAS_CELLS)), int(rng.integers(ATLAS_CELLS)))
    face = Face(float(rng.uniform(0.5, 0.85)), cell)
    models = tuple(replace(model, crown=None, face=face) for model in pieces.models)
    return PieceSet(pieces.name, models, pieces.colours, pieces.hidden)


def _random_surfaces(
    rng: Generator,
    size: tuple[float, float],
    picture: paint.Picture,
    at: Floats,
    holes: Holes | None,
) -> Surfaces:
    gloss = float(
        rng.choice([0.0, rng.uniform(0.05, 0.5), rng.uniform(0.5, 1.3)], p=[0.2, 0.35, 0.45])
    )
    rough = float(np.exp(rng.uniform(np.log(0.006), np.log(0.25))))
    bend = rng.uniform(0, 0.03) if rng.random() < 0.4 else 0.0
    folds = [(-1.0, -1.0), (size[0] / 2, -1.0), (-1.0, size[1] / 2), (size[0] / 2, size[1] / 2)]
    fold = folds[int(rng.choice(4, p=[0.6, 0.17, 0.17, 0.06]))]
    if max(fold) > 0:
        _crease(rng, picture, size, fold)
    grain = rng.uniform(0, 0.12) if rng.random() < 0.4 else 0.0
    rough = max(rough, grain * 0.7)
    thick = float(rng.uniform(1.5, 18))
    if holes:
        thick = holes.depth_mm + float(rng.uniform(1, 8))
    drilled = np.zeros((0, 3))
    if holes:
        chosen = at[list(holes.places)]
        drilled = np.hstack([chosen, np.full((len(chosen), 1), holes.radius_mm)])
    return Surfaces(
        size, picture, paint.paint_table(rng).astype(np.float32), paint.paint_faces(rng),
        (gloss, rough, float(bend), float(rng.normal(0, 0.03))),
        (*fold, float(grain), thick), drilled.astype(np.float32),
    )  # fmt: skip


def _crease(
    rng: Generator, picture: paint.Picture, size: tuple[float, float], fold: tuple[float, float]
) -> None:
    height, width = picture.shape[:2]
    wide = max(1, int(rng.uniform(0.3, 2.5) * width / size[0]))
    shade = float(rng.choice([0.1, 0.3, 0.85]))
    for axis, (where, side) in enumerate(zip(fold, size, strict=True)):
        if where > 0:
            middle = int(where / side * (width, height)[axis])
            line = np.s_[:, middle : middle + wide] if axis == 0 else np.s_[middle : middle + wide]
            picture[line][..., :3] = picture[line][..., :3] * 0.4 + shade * 0.6


def board_parts(world: World) -> list[Part]:
    """Return the table, the board's face and sides, and the holes."""
    (w, h), thick = world.size_mm, world.surfaces.fold[3]
    face = _quad(np.array([[0, 0, 0], [w, 0, 0], [w, h, 0], [0, h, 0]]), (0, 0, 1), np.ones(3))
    table = _quad(np.array([[*p, -thick] for p in _table_corners(world)]), (0, 0, 1), np.ones(3))
    far = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 6000.0
    floor = _quad(np.array([[*p, -740.0] for p in far]), (0, 0, 1), world.floor)
    parts = [
        Part(face, BOARD, layer=ART, casts=False),
        Part(table, TABLE, 0, world.table_gloss, 0.08, TABLETOP, casts=False),
        Part(floor, TABLE, layer=PLAIN, casts=False),
        Part(_sides(w, h, thick, world.edge), BOARD, layer=PLAIN, casts=False),
    ]
    if world.holes:
        parts += [_hole(world, place) for place in world.holes.places]
    return parts


def _table_corners(world: World) -> Floats:
    """Return the table's corners: far off, or with an edge or two near the board."""
    rng = np.random.default_rng([world.seed, 4])
    w, h = world.size_mm
    far = np.full(4, 4000.0)
    if rng.random() < 0.3:
        for side in rng.choice(4, int(rng.integers(1, 3)), replace=False):
            far[side] = rng.uniform(10, 0.5 * max(w, h))
    left, right, top, bottom = far
    corners = [(-left, -top), (w + right, -top), (w + right, h + bottom), (-left, h + bottom)]
    return np.array(corners)


def _quad(corners: Floats, normal: tuple[float, float, float], colour: Floats) -> Mesh:
    return Mesh(
        corners.astype(np.float32),
        np.tile(np.array(normal, np.float32), (4, 1)),
        np.tile(colour.astype(np.float32), (4, 1)),
        corners[:, :2].astype(np.float32),
        np.array([[0, 1, 2], [0, 2, 3]], np.int32),
    )


def _sides(w: float, h: float, thick: float, colour: Floats) -> Mesh:
    corners = np.array([[0, 0, 0], [w, 0, 0], [w, h, 0], [0, h, 0]])
    sides = []
    for i, normal in enumerate([(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)]):
        a, b = corners[i], corners[(i + 1) % 4]
        down = np.array([0, 0, -thick])
        sides.append(_quad(np.array([a, b, b + down, a + down]), normal, colour))
    return join(sides)


def _hole(world: World, place: int) -> Part:
    assert world.holes is not None
    holes = world.holes
    r, d = holes.radius_mm, holes.depth_mm
    wall = turn_profile(np.array([[r, 0], [r, -d]]), np.stack([holes.wall] * 2), 24)
    floor = turn_profile(np.array([[r, -d], [0, -d]]), np.stack([holes.floor] * 2), 24)
    by = np.array([*world.at_mm[place], 0])
    mesh = join([wall, floor]).moved(np.eye(3), by)
    return Part(mesh, BOARD, layer=SUNK, hole=world.hole_at(place), casts=False)
