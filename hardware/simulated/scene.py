"""The things on and over a simulated table, as values.

Lengths are millimetres in the board's frame (origin top left, x right, y down). Angles are degrees
from the x axis towards the y axis, so they turn clockwise as seen from above.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of thing: its name and outline, how it is drawn, and how much of it is open.

    ``outline`` returns corners × 2, in millimetres. ``draw`` gets the canvas, the thing, the pose,
    the light, and its gain there. ``hollow`` is the share of the width through which one sees.
    """

    name: str
    outline: Callable[[Thing], NDArray[np.float64]]
    draw: Callable[..., None]
    hollow: float = 0.0


@dataclass(frozen=True, slots=True)
class Thing:
    """A foreign object on the board: the position of its middle, its width and height.

    Of a box ``angle_deg`` is the turn and ``length_mm`` the other side, if that is not as long.
    """

    shape: Shape
    x_mm: float
    y_mm: float
    size_mm: float
    height_mm: float
    colour: Bgr
    angle_deg: float = 0.0
    length_mm: float = 0.0


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
