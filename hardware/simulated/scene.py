"""The things on and over a simulated table, as values.

Lengths are millimetres in the board's frame (origin top left, x right, y down). Angles are degrees
from the x axis towards the y axis, so they turn clockwise as seen from above.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import Final

from hardware.board import Board
from hardware.simulated.optics import Pose

Bgr = tuple[float, float, float]
"""A colour or a factor for each channel: blue, green, red, as OpenCV orders them."""

DAYLIGHT_BGR: Bgr = (1.0, 1.0, 0.98)
_ELEVATION: Final = math.tan(math.radians(55))
"""How high the light stands over the table: the tangent of its angle."""


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn, or a piece of another kind: its colour and where its axis meets the board.

    ``turned``: it stands on its head, so that its coloured cap is hidden. ``sunk_mm``: the depth of
    its lower end below the board (in a hole); negative if it stands on a flat piece, or is held
    above the board. ``lying_deg``: it has fallen over, its axis lies along the board with its top
    in this direction, and its position is the middle of the axis.
    """

    colour: str
    x_mm: float
    y_mm: float
    turned: bool = False
    sunk_mm: float = 0.0
    lying_deg: float | None = None


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that lies face up: the name of its face, its centre and its turn."""

    face: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


class Shape(enum.Enum):
    """The kinds of foreign objects."""

    DIE = "die"
    COIN = "coin"
    RING = "ring"
    CUP = "cup"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Thing:
    """A foreign object on the board: the position of its middle, its width and height.

    A die is a box, of which ``size_mm`` is the edge and ``angle_deg`` the turn; so is a telephone,
    of which ``size_mm`` is the width. The others are round. A cup is open at its top.
    """

    shape: Shape
    x_mm: float
    y_mm: float
    size_mm: float
    height_mm: float
    colour: Bgr
    angle_deg: float = 0.0
    length_mm: float = 0.0


def die(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return an ivory die of 16 mm."""
    return Thing(Shape.DIE, x_mm, y_mm, 16.0, 16.0, (212.0, 228.0, 234.0), angle_deg)


def coin(x_mm: float, y_mm: float) -> Thing:
    """Return a brass coin of 24 mm."""
    return Thing(Shape.COIN, x_mm, y_mm, 24.0, 2.2, (84.0, 142.0, 176.0))


def ring(x_mm: float, y_mm: float) -> Thing:
    """Return a silver finger ring of 21 mm, which lies flat."""
    return Thing(Shape.RING, x_mm, y_mm, 21.0, 4.0, (186.0, 188.0, 190.0))


def cup(x_mm: float, y_mm: float) -> Thing:
    """Return a white cup, 75 mm wide and 90 mm high."""
    return Thing(Shape.CUP, x_mm, y_mm, 75.0, 90.0, (222.0, 226.0, 228.0))


def telephone(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return a telephone that lies on its back, its dark glass up."""
    return Thing(Shape.BOX, x_mm, y_mm, 72.0, 8.0, (38.0, 34.0, 32.0), angle_deg, 150.0)


def lid(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return a game's box lid, which covers a third of a board and more."""
    return Thing(Shape.BOX, x_mm, y_mm, 220.0, 45.0, (60.0, 50.0, 150.0), angle_deg, 300.0)


def sleeve(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return the sleeve of a jacket, of the cloth that hands wear here."""
    return Thing(Shape.BOX, x_mm, y_mm, 88.0, 24.0, (92.0, 70.0, 58.0), angle_deg, 240.0)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the board: its fingertips, and the direction in which its arm leaves them.

    ``length_mm`` reaches from the fingertips to the end of the arm. ``holding`` is the colour of
    the pawn between the fingers.
    """

    x_mm: float
    y_mm: float
    angle_deg: float
    length_mm: float = 700.0
    holding: str | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """The light on the table.

    ``gain_bgr`` is its colour and ``brightness`` a factor. The board is brighter towards
    ``shade_deg`` by ``shade_strength`` (0 even, 0.3 a window on one side) and shadows fall away
    from there, the longer the more one-sided it is. ``noise`` is the standard
    deviation of the sensor's noise in grey levels. ``gloss`` is how much of every top mirrors the
    lamp (0 none, 1 half of it).
    """

    gain_bgr: Bgr = DAYLIGHT_BGR
    shade_deg: float = 250.0
    shade_strength: float = 0.12
    brightness: float = 1.0
    noise: float = 2.0
    gloss: float = 0.0

    @property
    def towards(self) -> tuple[float, float]:
        """Return the unit vector on the board that points to where the light comes from."""
        angle = math.radians(self.shade_deg)
        return math.cos(angle), math.sin(angle)

    def cast_mm(self, height_mm: float) -> tuple[float, float]:
        """Return how far, right and down, the shadow of something so high falls from its foot."""
        toward_x, toward_y = self.towards
        away = height_mm / _ELEVATION * min(1.0, self.shade_strength * 4)
        return -toward_x * away, -toward_y * away


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table; later cards lie on earlier ones."""

    pawns: tuple[Pawn, ...] = ()
    cards: tuple[LaidCard, ...] = ()
    hands: tuple[Hand, ...] = ()
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The input of the camera: the things on a board, the pose, the light."""

    board: Board
    scene: Scene
    pose: Pose
    light: Light
