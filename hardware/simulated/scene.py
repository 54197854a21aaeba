"""What stands, lies and reaches over a simulated table, as values.

Lengths are millimetres in the board's frame (origin top left, x right, y down). Angles are degrees
from the x axis towards the y axis, so they turn clockwise as seen from above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Bgr = tuple[float, float, float]
"""A colour or a factor for each channel: blue, green, red, as OpenCV orders them."""

DAYLIGHT_BGR: Bgr = (1.0, 1.0, 0.98)
LAMP_BGR: Bgr = (0.72, 0.92, 1.08)


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn, or a piece of another kind: its colour and where its axis meets the board.

    ``turned``: it stands on its head, so that its coloured cap is hidden. ``sunk_mm``: so deep its
    lower end is below the board (in a hole); negative where it stands on a flat piece, or is held
    above the board.
    """

    colour: str
    x_mm: float
    y_mm: float
    turned: bool = False
    sunk_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that lies face up: the name of its face, its centre and its turn."""

    face: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


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
    deviation of the sensor's noise in grey levels.
    """

    gain_bgr: Bgr = DAYLIGHT_BGR
    shade_deg: float = 250.0
    shade_strength: float = 0.12
    brightness: float = 1.0
    noise: float = 2.0

    @property
    def towards(self) -> tuple[float, float]:
        """Return the unit vector on the board that points to where the light comes from."""
        angle = math.radians(self.shade_deg)
        return math.cos(angle), math.sin(angle)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is on the table; the later of two cards lies on the earlier."""

    pawns: tuple[Pawn, ...] = ()
    cards: tuple[LaidCard, ...] = ()
    hands: tuple[Hand, ...] = ()
