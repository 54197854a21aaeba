"""Boards of other makes, with art of their own."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import cv2
import msgspec
import numpy as np

from hardware.board import Board, PieceKind, PlaceKind
from hardware.ports import Picture
from hardware.simulated.render import Renderer
from tablet_companion.kit import printed
from tablet_companion.setup.geometry.layouts import lay_grid
from tablet_companion.setup.geometry.layouts import make_board as board_of
from tablet_companion.setup.geometry.sketch import QUARTER, Plan, Point, Shape, Sketch, sketch_dog
from tablet_companion.setup.teaching.teaching import Teaching

PX_PER_MM: Final = 3.0


@dataclass(frozen=True)
class Make:
    """A board of some make: how it is laid out (halves of its track), in which colours it is.

    ``tall`` is its height as a share of its width.
    """

    name: str
    game: str
    plan: Plan
    handles: tuple[Point, ...]
    size_mm: float
    radius_mm: float
    ground: tuple[int, int, int]
    paper: tuple[int, int, int]
    seed: int
    tall: float = 1.0

    @property
    def sides_mm(self) -> tuple[float, float]:
        """Return the board's width and height."""
        return self.size_mm, self.size_mm * self.tall


MAKES: Final = (
    Make("round", "dog", Plan(Shape.CIRCLE, nest=3),
         ((0.0, 0.88), (0.0, 0.74), (0.0, 0.45), (-0.86, 0.74), (-0.74, 0.86)),
         430.0, 7.6, (70, 120, 160), (200, 225, 235), 1),
    Make("octagon", "agent_dog", Plan(Shape.OCTAGON),
         ((-0.4, 0.9), (-0.9, 0.4), (0.0, 0.78), (0.0, 0.5), (-0.84, 0.72), (-0.72, 0.84)),
         390.0, 6.6, (90, 60, 40), (225, 225, 220), 2),
    Make("cross", "dog", Plan(Shape.CROSS, start=2, mirrored=True),
         ((0.24, 0.9), (0.26, 0.26), (0.9, 0.24), (0.0, 0.76), (0.0, 0.4),
          (0.8, 0.68), (0.68, 0.8)),
         500.0, 8.0, (60, 110, 70), (235, 240, 240), 3),
)  # fmt: skip
OBLONG: Final = Make(
    "oblong", "dog", Plan(Shape.OCTAGON, start=1, mirrored=True, rows=True, stretched=True),
    ((0.4, 0.9), (0.9, 0.4), (0.0, 0.74), (0.0, 0.4), (0.32, 0.62), (0.62, 0.32)),
    500.0, 6.5, (120, 150, 170), (235, 240, 245), 4, tall=0.8,
)  # fmt: skip
"""A board that is stretched as a whole; not among the makes, as nests have to be laid in rows."""
ZIGZAG: Final = Make(
    "zigzag", "dog", Plan(Shape.CIRCLE, apart=True),
    ((0.0, 0.86), (0.0, 0.7), (0.0, 0.4),
     (-0.887, 0.749), (-0.785, 0.739), (-0.795, 0.841), (-0.693, 0.832)),
    460.0, 7.4, (70, 95, 120), (190, 215, 225), 5,
)  # fmt: skip
"""A board whose nests are neither squares nor rows."""
COLOURS_BGR: Final = {
    "red": (40, 40, 190),
    "blue": (180, 80, 40),
    "green": (60, 140, 50),
    "yellow": (40, 190, 220),
}


def true_sketch(make: Make) -> Sketch:
    """Return where the make's places are."""
    size = make.sides_mm
    teaching = Teaching(printed.board(make.game))
    sketch = sketch_dog(make.plan, size, teaching.colours)
    handles = np.array([*make.handles, (0, 0)]) * make.plan.axes(size) + np.array(size) / 2
    return replace(sketch, handles=handles)


def make_board(make: Make) -> Board:
    """Return the board as it is: printed a little askew, its pawns another size."""
    rng = np.random.default_rng(make.seed)
    teaching = Teaching(printed.board(make.game), size_mm=make.sides_mm)
    teaching.sketch, teaching.radius_mm = true_sketch(make), make.radius_mm
    teaching.kinds = true_kinds(make)
    board = teaching.board()
    places = tuple(
        msgspec.structs.replace(
            place,
            x_mm=place.x_mm + float(rng.normal(0, 0.3)),
            y_mm=place.y_mm + float(rng.normal(0, 0.3)),
        )
        for place in board.places
    )
    pawn = msgspec.structs.replace(board.pieces["pawn"], height_mm=25.0)
    return msgspec.structs.replace(board, places=places, pieces={"pawn": pawn})


def true_kinds(make: Make) -> dict[str, PlaceKind]:
    """Return which spaces are holes and meeting points on this make, where the game has any."""
    own = printed.board(make.game)
    if not any(place.kind == "hole" for place in own.places):
        return {}
    kinds: dict[int, PlaceKind] = {3: "hole", 7: "meeting", 9: "hole", 13: "hole"}
    return {
        f"T{at + QUARTER * side}": kinds.get(at, "space")
        for at in range(1, QUARTER)
        for side in range(4)
    }


def draw_ground(make: Make, board: Board) -> Picture:
    """Return the make's print: blots and lines of its own, spaces with a rim."""
    rng = np.random.default_rng(make.seed)
    width, height = (round(side * PX_PER_MM) for side in make.sides_mm)
    art = np.full((height, width, 3), make.ground, np.uint8)
    for _ in range(220):
        tone = np.clip(np.array(make.ground) * rng.uniform(0.6, 1.5), 0, 255)
        middle = tuple(int(value) for value in rng.uniform(0, (width, height)))
        axes = tuple(int(value) for value in rng.uniform(8, 70, 2))
        angle = float(rng.uniform(0, 180))
        cv2.ellipse(art, middle, axes, angle, 0, 360, tone.tolist(), -1, cv2.LINE_AA)
    cv2.rectangle(art, (0, 0), (width - 1, height - 1), (30, 40, 50), 14)
    draw_places(make, board, art, COLOURS_BGR)
    return art


def draw_places(
    make: Make, board: Board, art: Picture, inks: Mapping[str, tuple[int, int, int]]
) -> None:
    """Draw the spaces onto a print, each with a rim."""
    for place in board.places:
        at = round(place.x_mm * PX_PER_MM), round(place.y_mm * PX_PER_MM)
        radius = round(place.radius_mm * PX_PER_MM)
        ink = inks.get(place.colour or "", make.paper)
        cv2.circle(art, at, radius, ink, -1, cv2.LINE_AA)
        cv2.circle(art, at, radius, (25, 30, 35), 2, cv2.LINE_AA)


@functools.cache
def lay_make(make: Make) -> tuple[Board, Renderer]:
    """Return a make's board, and what draws it with the game's cards; the same for every test."""
    board = make_board(make)
    ground = draw_ground(make, board)
    return board, Renderer(board, ground, PX_PER_MM, printed.faces(make.game))


def lay_alike(make: Make, *, coloured: bool) -> tuple[Board, Renderer]:
    """Return a make's board whose art is the same turned by half, and what draws it.

    Only the colours of its nests and starts tell the sides apart, if it is coloured.
    """
    teaching = Teaching(printed.board(make.game), size_mm=make.sides_mm)
    teaching.sketch, teaching.radius_mm = true_sketch(make), make.radius_mm
    teaching.kinds = true_kinds(make)
    board = teaching.board()
    art = draw_ground(make, msgspec.structs.replace(board, places=()))
    half = art.shape[0] // 2
    art[half:] = art[: art.shape[0] - half][::-1, ::-1]
    draw_places(make, board, art, COLOURS_BGR if coloured else {})
    return board, Renderer(board, art, PX_PER_MM, printed.faces(make.game))


def lay_motley() -> tuple[Board, Renderer]:
    """Return a board of no game, 8 by 8 discs, each printed otherwise, and what draws it."""
    rng, side = np.random.default_rng(5), 400.0
    men = PieceKind({"white": "#f0f0f0", "black": "#202020"}, 25.0, 25.0)
    spots = lay_grid(8, 8, (25.0, 25.0), (375.0, 375.0))
    board = board_of("Motley", (side, side), spots, {"man": men}, ("space", None, 20.0))
    art = np.full((round(side * PX_PER_MM), round(side * PX_PER_MM), 3), (150, 190, 210), np.uint8)
    for number, place in enumerate(board.places):
        at = round(place.x_mm * PX_PER_MM), round(place.y_mm * PX_PER_MM)
        tone = rng.integers(90, 250, 3).tolist()
        cv2.circle(art, at, 60, tone, -1, cv2.LINE_AA)
        if number % 5 == 0:  # an emblem as large and as dark as a man
            ink = list(COLOURS_BGR.values())[number % 4]
            cv2.circle(art, at, 37, ink if number % 2 else (20, 20, 20), -1, cv2.LINE_AA)
        where = at[0] - 40, at[1] + 15
        cv2.putText(art, str(number), where, cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 3)
    return board, Renderer(board, art, PX_PER_MM, {})
