"""What a board is here: its places, its pieces, its material and how board.toml states it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from tools.pictures.traced.meshes import Colour


@dataclass(frozen=True)
class Place:
    """A place as in board.toml: millimetres from the board's top-left corner, y down."""

    name: str
    kind: str
    x: float
    y: float
    radius: float
    colour: str | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of piece as it is, and as board.toml states it.

    ``shapes`` are all the pieces of one colour. ``stated`` is the height and diameter in
    board.toml, which may be wrong on purpose. ``alpha`` is the roughness of the paint, ``body``
    the linear colour of what is not painted. ``face_mm`` is the width of a printed face on top.
    """

    name: str
    colours: Mapping[str, str]
    shapes: tuple[str, ...]
    stated: tuple[float, float]
    diameter: float
    alpha: float
    body: Colour = (0.02, 0.02, 0.022)
    face_mm: float = 0.0
    keys: Mapping[str, float | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Discard:
    """The pile of a board with cards: its middle, and a card's width and height."""

    x: float
    y: float
    card: tuple[float, float]


@dataclass(frozen=True, eq=False)
class BoardSpec:
    """A whole board, compared by identity, so that it can be the key of a cache.

    ``draw`` makes its art, ``faces`` the printed faces (of cards or tokens) by name. ``alpha`` is
    the roughness of its face: 0.05 is varnish, 0.4 bare cardboard. ``relief`` is the height in
    millimetres of the face at (x, y), each -1 to 1 from edge to edge; 0 at the corners. ``most``
    bounds the number of pieces of one colour on a crowded table; ``start`` is the position in
    which a game begins: (place, colour, shape).
    """

    name: str
    title: str
    seed: int
    size: tuple[float, float]
    places: tuple[Place, ...]
    kinds: tuple[Kind, ...]
    draw: Callable[[BoardSpec], Image.Image]
    start: tuple[tuple[str, str, str], ...]
    most: int
    alpha: float
    thickness: float = 5.0
    edge: Colour = (0.5, 0.48, 0.44)
    relief: Callable[[float, float], float] | None = None
    tables: tuple[str, ...] = ("walnut", "beech", "linen", "white")
    tilt: tuple[float, float] = (0.0, 9.0)
    sizes: tuple[tuple[int, int], ...] = ((960, 720),)
    faces: Callable[[], dict[str, Image.Image]] | None = None
    discard: Discard | None = None
    cards: tuple[str, ...] = ()
    game: str | None = None
    hole_mm: float = 0.0

    @property
    def ground_shape(self) -> tuple[int, int]:
        """Return rows and columns of a ground texture, two pixels a millimetre."""
        return round(self.size[1] * 2), round(self.size[0] * 2)

    def kind_of(self, colour: str) -> Kind:
        """Return the kind of piece that has a colour."""
        return next(kind for kind in self.kinds if colour in kind.colours)

    def place(self, name: str) -> Place:
        """Return a place by its name."""
        return next(place for place in self.places if place.name == name)

    def to_world(self, x: float, y: float) -> tuple[float, float, float]:
        """Return the point of the face at board coordinates in the world of ``meshes``."""
        across, along = x - self.size[0] / 2, self.size[1] / 2 - y
        return across, along, self.height_at(across, along)

    def height_at(self, across: float, along: float) -> float:
        """Return the height of the face at world coordinates; 0 where the board is flat."""
        if self.relief is None:
            return 0.0
        return self.relief(2 * across / self.size[0], 2 * along / self.size[1])


def linear(text: str) -> Colour:
    """Turn ``#rrggbb`` into linear reflectance."""
    r, g, b = ((int(text[k : k + 2], 16) / 255) ** 2.2 for k in (1, 3, 5))
    return r, g, b


def paint_of(spec: BoardSpec, colour: str) -> Colour:
    """Return what a piece is really painted with: near the stated colour, not equal to it."""
    stated = linear(spec.kind_of(colour).colours[colour])
    rng = np.random.default_rng([spec.seed, *colour.encode()])
    r, g, b = np.clip(np.array(stated) * rng.normal(1, 0.07) * rng.normal(1, 0.07, 3), 0.004, 0.9)
    return float(r), float(g), float(b)


def _write_kind(kind: Kind, spec: BoardSpec) -> list[str]:
    colours = ", ".join(f'{name} = "{value}"' for name, value in kind.colours.items())
    lines = [f"[pieces.{kind.name}]", f"colours = {{{colours}}}"]
    lines += [f"height_mm = {kind.stated[0]:.1f}", f"diameter_mm = {kind.stated[1]:.1f}"]
    lines += [
        f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
        for key, value in kind.keys.items()
    ]
    if not any(place.kind == "nest" for place in spec.places):
        lines.append(f"each = {max(spec.most, len(kind.shapes))}")
    return [*lines, ""]


def _write_place(place: Place) -> list[str]:
    colour = [f'colour = "{place.colour}"'] if place.colour else []
    return [
        "[[places]]",
        f'name = "{place.name}"',
        f'kind = "{place.kind}"',
        *colour,
        f"x_mm = {place.x:.2f}",
        f"y_mm = {place.y:.2f}",
        f"radius_mm = {place.radius:.1f}",
        "",
    ]


def write_toml(spec: BoardSpec, path: Path) -> None:
    """Write board.toml as ``hardware.board`` reads it."""
    lines = [f'name = "{spec.title}"']
    lines += [f'game = "{spec.game}"'] if spec.game else []
    lines += [f"size_mm = [{spec.size[0]:.1f}, {spec.size[1]:.1f}]", ""]
    for kind in spec.kinds:
        lines += _write_kind(kind, spec)
    if spec.discard:
        pile = spec.discard
        lines += ["[discard]", f"x_mm = {pile.x}", f"y_mm = {pile.y}"]
        lines += [f"card_mm = [{pile.card[0]}, {pile.card[1]}]", ""]
    for place in spec.places:
        lines += _write_place(place)
    path.write_text("\n".join(lines), encoding="utf-8")


FOUR: Final = ("red", "blue", "green", "yellow")
Grid = tuple[tuple[float, float], ...]


def squircle(count: int, reach: float, power: float, middle: float) -> Grid:
    """Return points evenly along a rounded square, clockwise from the middle of the bottom."""
    angles = np.linspace(0, 2 * np.pi, 7200, endpoint=False) + np.pi / 2
    c, s = np.cos(angles), np.sin(angles)
    radius = reach / (np.abs(c) ** power + np.abs(s) ** power) ** (1 / power)
    points = np.stack([middle + radius * c, middle + radius * s], 1)
    steps = np.linalg.norm(np.diff(points, axis=0, append=points[:1]), axis=1)
    along = np.concatenate([[0], np.cumsum(steps)[:-1]])
    picks = np.searchsorted(along, np.arange(count) * steps.sum() / count)
    return tuple((float(x), float(y)) for x, y in points[picks % len(points)])


@dataclass(frozen=True)
class DogShape:
    """A DOG-like board: its middle, and millimetres between the places.

    ``step`` is the distance of two finishes, ``nest`` how far from the middle the nests' centres
    lie along x and y, ``gap`` the distance of two spots of a nest.
    """

    middle: float
    step: float
    nest: float
    gap: float
    radius: float


def dog_places(track: Grid, shape: DogShape, kinds: Mapping[int, str]) -> tuple[Place, ...]:
    """Return the places of a DOG-like board: 64 on a track, four finishes and nests a colour.

    ``kinds`` are the special spaces of each quarter of the track by their number.
    """
    places, middle = [], shape.middle
    for k, (x, y) in enumerate(track):
        colour = FOUR[k // 16] if k % 16 == 0 else None
        kind = "start" if colour else kinds.get(k % 16, "space")
        places.append(Place(f"T{k}", kind, x, y, shape.radius, colour))
    for quarter, colour in enumerate(FOUR):
        x, y = track[16 * quarter]
        far = math.hypot(x - middle, y - middle)
        ux, uy = (middle - x) / far * shape.step, (middle - y) / far * shape.step
        places += [
            Place(f"{colour}.F{k}", "finish", x + ux * (k + 0.15), y + uy * (k + 0.15),
                  shape.radius, colour)
            for k in range(1, 5)
        ]  # fmt: skip
        sx, sy = ((-1, 1), (-1, -1), (1, -1), (1, 1))[quarter]
        centre = (middle + sx * shape.nest, middle + sy * shape.nest)
        places += _nest(colour, *centre, shape.gap, shape.radius)
    return tuple(places)


def _nest(colour: str, x: float, y: float, gap: float, radius: float) -> list[Place]:
    corners = ((-1, -1), (1, -1), (-1, 1), (1, 1))
    return [
        Place(f"{colour}.N{k}", "nest", x + a * gap / 2, y + b * gap / 2, radius, colour)
        for k, (a, b) in enumerate(corners, start=1)
    ]


def walk(start: tuple[int, int], moves: str) -> list[tuple[int, int]]:
    """Return the cells of a walk: ``U3R2`` is three up and two to the right."""
    cells = [start]
    for letter, count in zip(moves[::2], moves[1::2], strict=True):
        dx, dy = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}[letter]
        for _ in range(int(count)):
            cells.append((cells[-1][0] + dx, cells[-1][1] + dy))
    return cells
