"""Conditions in which families and whole games are seen: lights, cameras, pieces that differ.

A condition changes with the table's time alone, so that a seed gives the same evening again. What
is calibrated is the board by day, its pieces as its file says, whatever the condition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
import numpy as np

from hardware.board import Board, PieceKind
from hardware.simulated.faults import Strengths
from hardware.simulated.optics import Pose, overhead
from hardware.simulated.table import SimulatedTable
from tablet_companion.simulator.house import House, Print, make_print
from tests.vision.evening import DIM
from tools import faults

_EVENING_S: Final = 90.0
"""So fast day becomes evening: nobody thinks here, and a game takes minutes."""
_DUSK_S: Final = 1.5
_CLOUD_S: Final = (18.0, 0.5)
"""A cloud's passing, and how often its light is looked at."""
_SWAY: Final = (2.0, 0.5, 0.1)
"""Seconds between two knocks against the camera's arm, mm and degrees that each leaves it off."""
_PICTURE_S: Final = 1 / 15
"""What is never still is another in every picture."""
_PICTURES: Final = 15
"""So many pictures on it is as it was, so that pictures of a table at rest can be kept."""
_SHAKE_DEG_PER_MM: Final = 0.05
_PUMP_S: Final = 2.0
"""A period of an exposure, and of a lens, that goes to and fro."""
_BREATH: Final = 0.003
"""By so much a lens that looks for its focus makes the picture larger and smaller."""
_SWITCHED_S: Final = 6.0
_PASSING: Final = (5.0, 1.6)
"""Every so many seconds somebody passes, or leans on the table, and for how long it is seen."""
_DOOR: Final = (10.0, 0.7)
"""Every so many seconds a door opens or shuts, and how long that takes."""
_LEAN: Final = (1.5, 2.5)
"""Millimetres by which the camera's arm swings when somebody leans on the table; swings a second.
"""
_WIDER: Final = 1.2
_LAMPS: Final = 77
"""Where the lamps are."""

Light = Callable[[float], Strengths]
View = Callable[[Board], Pose]


@dataclass(frozen=True)
class Condition:
    """How a table is lit and seen, and what its pieces are like.

    ``swings``: the camera's arm does, whenever somebody leans on the table.
    ``shakes_mm``: in every picture the board seems to lie elsewhere, by this standard deviation.
    ``runs``: the number of ways in which shadows and bands lie, another in every picture.
    """

    light: Light = lambda _now_s: {}
    view: View = overhead
    sways: bool = False
    shakes_mm: float = 0.0
    swings: bool = False
    breathes: bool = False
    runs: int = 0
    wider: float = 1.0

    def print(self, name: str) -> Print:
        """Return a game as it is drawn here; the reader goes by what the file says."""
        kit = make_print(name)
        if self.wider == 1.0:
            return kit
        board = widen(kit.board, self.wider)
        kit.renderer._board = board
        return Misstated(kit.game, board, kit.renderer, kit)

    def set_up(self, table: SimulatedTable) -> Callable[[float], None]:
        """Let a table be seen so; return what is to be told the time before every picture."""
        pose, middle = self.view(table.board), np.array(table.board.size_mm) / 2
        table.fault_seed = _LAMPS

        def pass_time(now_s: float) -> None:
            table.faults, table.pose = self.light(now_s), pose
            if self.sways:
                every_s, off_mm, off_deg = _SWAY
                numbers = np.random.default_rng([_LAMPS, int(now_s / every_s)])
                dx_mm, dy_mm, turn = (numbers.normal(size=3) * (off_mm, off_mm, off_deg)).tolist()
                table.pose = pose.nudge(dx_mm, dy_mm, turn, middle)
            picture = _count(now_s) % _PICTURES
            if self.runs:
                table.fault_seed = _LAMPS + picture % self.runs
            if self.shakes_mm:
                sizes = self.shakes_mm * np.array([1.0, 1.0, _SHAKE_DEG_PER_MM])
                numbers = np.random.default_rng([_LAMPS, picture])
                dx_mm, dy_mm, turn = (numbers.normal(size=3) * sizes).tolist()
                table.pose = pose.nudge(dx_mm, dy_mm, turn, middle)
            if self.swings:
                table.pose = pose.nudge(_lean_mm(now_s), 0.4 * _lean_mm(now_s), 0.0, middle)
            if self.breathes:
                focus = pose.focal_px * (1 + _BREATH * _swing(now_s))
                table.pose = replace(pose, focal_px=focus)

        pass_time(0.0)
        return pass_time

    def open(self, kit: Print, seed: int) -> House:
        """Open a table that is seen so."""
        house = House(kit, seed)
        pass_time = self.set_up(house.sim)
        house.on_frame = lambda: pass_time(house.clock.now_s())
        return house


@dataclass(frozen=True)
class Misstated(Print):
    """A print whose pieces are not as the file says, by which it is read."""

    stated: Print

    @property
    def model(self) -> Any:
        """The model of the board with the pieces of the file."""
        return self.stated.model


def widen(board: Board, times: float) -> Board:
    """Return a board whose pieces that stand are wider; flat ones, such as cards, are left."""
    kinds = {name: _widen(kind, times) for name, kind in board.pieces.items()}
    return msgspec.structs.replace(board, pieces=kinds)


def _widen(kind: PieceKind, times: float) -> PieceKind:
    if kind.flat:
        return kind
    cap = kind.marker_diameter_mm and kind.marker_diameter_mm * times
    wide = kind.diameter_mm * times
    return msgspec.structs.replace(kind, diameter_mm=wide, marker_diameter_mm=cap)


def _fixed(strengths: Strengths) -> Light:
    return lambda _now_s: strengths


def _falls(now_s: float) -> Strengths:
    """Evening: the window fades, and a warm lamp beside the table is left."""
    share = min(1.0, now_s // _DUSK_S * _DUSK_S / _EVENING_S)
    return {fault: share * strength for fault, strength in DIM.items()}


def _clouds(now_s: float) -> Strengths:
    """Clouds pass before the sun: within seconds a third of the light is gone, and back."""
    period_s, every_s = _CLOUD_S
    wave = (1 - np.cos(2 * np.pi * (now_s // every_s * every_s) / period_s)) / 2
    return {faults.DIM: 0.38 * float(wave)}


def _count(now_s: float) -> int:
    """Return the number of a picture."""
    return round(now_s / _PICTURE_S)


def _swing(now_s: float) -> float:
    """Return a number from -1 to 1 that goes to and fro."""
    period = round(_PUMP_S / _PICTURE_S)
    return float(np.sin(2 * np.pi * (_count(now_s) % period) / period))


def _pumps(now_s: float) -> Strengths:
    """An automatic exposure that never finds its brightness."""
    return {faults.DIM: 0.15 + 0.15 * _swing(now_s)}


def _burns(now_s: float) -> Strengths:
    """A candle beside the board: its flame is another in every picture."""
    flame = float(np.random.default_rng([_LAMPS, _count(now_s) % _PICTURES]).uniform())
    return {faults.TINTED: 1.0, faults.ONE_SIDED: 0.8 + 0.2 * flame, faults.DIM: 0.4 + 0.15 * flame}


def _shows_films(now_s: float) -> Strengths:
    """A television in a dim room: another light with every cut, and a little in between."""
    cut, between = (
        float(np.random.default_rng([_LAMPS, round(now_s / every_s)]).uniform())
        for every_s in (1.5, _PICTURE_S)
    )
    return {faults.TINTED: cut, faults.ONE_SIDED: 0.8, faults.DIM: 0.3 + 0.2 * cut + 0.05 * between}


def _is_switched(now_s: float) -> Strengths:
    return {faults.DIM: 0.6 * (now_s // _SWITCHED_S % 2), faults.TINTED: 0.5}


def _ease(now_s: float, within_s: float) -> float:
    """Return a number from 0 to 1 that rises smoothly within a time."""
    return float((1 - np.cos(np.pi * np.clip(now_s / within_s, 0, 1))) / 2)


def _opens(now_s: float) -> Strengths:
    """A door to a lit hall opens and shuts: it is brighter on one side then, and less warm."""
    every_s, takes_s = _DOOR
    turned = _ease(now_s % every_s, takes_s)
    open_share = turned if now_s // every_s % 2 else 1 - turned
    return {
        faults.TINTED: 0.7 - 0.4 * open_share,
        faults.ONE_SIDED: 0.2 + 0.4 * open_share,
        faults.DIM: 0.5 - 0.3 * open_share,
    }


def _passes(now_s: float) -> Strengths:
    """Somebody walks past the lamp: for a moment a soft shadow lies over one edge of the board."""
    every_s, for_s = _PASSING
    since_s = now_s % every_s
    deep = _ease(since_s, for_s / 2) - _ease(since_s - for_s / 2, for_s / 2)
    return {faults.EDGE_SHADOW: 0.7 * deep, faults.TINTED: 0.3}


def _breaks_through(now_s: float) -> Strengths:
    """The sun between quick clouds: the light comes and goes within a second or two."""
    return {faults.DIM: 0.25 + 0.25 * float(np.sin(2.1 * now_s) * np.sin(0.77 * now_s))}


def _is_whitened(now_s: float) -> Strengths:
    """A white balance that never settles: the picture turns warmer and cooler."""
    return {faults.TINTED: 0.35 + 0.3 * _swing(now_s), faults.DIM: 0.2}


def _swings(now_s: float) -> Strengths:
    """A lamp on a cord that somebody knocked: one side is lit more, then less."""
    return {faults.ONE_SIDED: 0.45 + 0.25 * _swing(now_s), faults.TINTED: 0.5, faults.DIM: 0.3}


def _lean_mm(now_s: float) -> float:
    """Return how far the camera's arm swings after somebody leaned on the table."""
    far_mm, a_second = _LEAN
    since_s = now_s % _PASSING[0]
    return far_mm * float(np.exp(-2 * since_s) * np.sin(2 * np.pi * a_second * since_s))


def _tilted(board: Board) -> Pose:
    return overhead(board, tilt_deg=18.0, roll_deg=6.0, fill=0.8)


def _small(board: Board) -> Pose:
    return overhead(board, size=(640, 480))


CONDITIONS: Final = {
    "day": Condition(),
    "lamp": Condition(
        _fixed({faults.TINTED: 0.7, faults.ONE_SIDED: 0.6, faults.CAP_GLOSS: 0.35, faults.DIM: 0.3})
    ),
    "shadow": Condition(_fixed({faults.EDGE_SHADOW: 0.6, faults.MIRRORED: 0.4})),
    "evening": Condition(_falls),
    "clouds": Condition(_clouds),
    "noisy": Condition(_fixed({faults.NOISE: 0.4, faults.COMPRESSED: 0.4})),
    "tilted": Condition(view=_tilted),
    "swaying": Condition(sways=True),
    "small": Condition(view=_small),
    "wide": Condition(wider=_WIDER),
    "careless": Condition(_fixed({faults.CARELESS: 0.8})),
    "noise": Condition(_fixed({faults.NOISE: 1.0})),
    "trembling": Condition(shakes_mm=0.15),
    "shaking": Condition(shakes_mm=0.6),
    "shaken": Condition(shakes_mm=1.2),
    "quaking": Condition(shakes_mm=3.0),
    "pumping": Condition(_pumps),
    "bands": Condition(_fixed({faults.FLICKER: 0.15}), runs=15),
    "breathing": Condition(
        lambda now_s: {faults.BLURRED: 0.1 + 0.1 * _swing(now_s)}, breathes=True
    ),
    "fan": Condition(_fixed({faults.SHADOW: 0.3}), runs=5),
    "candle": Condition(_burns),
    "television": Condition(_shows_films),
    "switched": Condition(_is_switched),
    "door": Condition(_opens),
    "passing": Condition(_passes),
    "sun": Condition(_breaks_through),
    "balance": Condition(_is_whitened),
    "cord": Condition(_swings),
    "leaning": Condition(swings=True),
}
"""By name. ``swaying``: the camera's arm is knocked every two seconds; ``small``: 640 × 480.
``noise`` is as much as there is; ``trembling`` to ``quaking`` shake in every picture.
"""
