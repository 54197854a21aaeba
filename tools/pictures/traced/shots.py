"""One picture as it is planned: who stands where, in which light, before which camera."""

from __future__ import annotations

from dataclasses import dataclass

from tools.pictures.traced.boards import BoardSpec
from tools.pictures.traced.camera import Camera
from tools.pictures.traced.lights import Aim, Light, make_light


@dataclass(frozen=True)
class Piece:
    """A piece on the board, at board coordinates in millimetres; turned and leaning in degrees.

    ``place`` is None for one in a hand, which is then ``lift`` mm above the board. One that is
    ``sunk`` is turned over in a hole.
    """

    place: str | None
    colour: str
    shape: str
    x: float
    y: float
    turned: float = 0.0
    lean: float = 0.0
    lift: float = 0.0
    sunk: bool = False


@dataclass(frozen=True)
class HandPose:
    """A hand whose grip point is at (x, y, z) of the world; its arm lies towards ``azimuth``."""

    grip: str
    person: str
    x: float
    y: float
    z: float
    azimuth: float
    pitch: float = 0.0
    left: bool = False


@dataclass(frozen=True)
class Thing:
    """A cup, telephone, die, card, charger or sleeve at world coordinates.

    ``style`` picks its colours; ``size`` is how many times it is as large as usual.
    """

    kind: str
    x: float
    y: float
    turned: float
    on_board: bool
    style: int = 0
    size: float = 1.0


@dataclass(frozen=True)
class Card:
    """A card of the pile: its face, how far it lies from the middle, how it is turned."""

    face: str
    dx: float
    dy: float
    turned: float


@dataclass(frozen=True)
class Shot:
    """One picture of a board, to the last seed."""

    board: BoardSpec
    group: str
    file: str
    camera: Camera
    light_name: str
    light_seed: int
    spot: tuple[float, float]
    table: str
    table_turned: float
    seed: int
    pieces: tuple[Piece, ...] = ()
    pile: tuple[Card, ...] = ()
    hands: tuple[HandPose, ...] = ()
    things: tuple[Thing, ...] = ()

    @property
    def role(self) -> str:
        """Return what the picture is for: ``calibrate`` or ``test``."""
        return "calibrate" if self.group == "setup" else "test"

    @property
    def light(self) -> Light:
        """Return the light; the same each time."""
        return make_light(self.light_name, self.light_seed, Aim(self.camera.eye, self.spot))
