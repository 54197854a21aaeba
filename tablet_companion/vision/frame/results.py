"""What a frame means: something moves, the board is lost, or the table lies still and is read."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.camera.lens import Fit
from tablet_companion.games.core import Place
from tablet_companion.vision.reading import CardReading, Reading


@dataclass(frozen=True, slots=True)
class Moving:
    """A movement, or a hand that rests over the places ``beneath``; ``card`` tops the pile."""

    hand: bool
    card: CardReading | None = None
    beneath: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """The board cannot be seen: ``why`` is a reason of ``Blind``; ``reason`` a sentence."""

    why: str
    reason: str


@dataclass(frozen=True, slots=True)
class Still:
    """A still table, read."""

    reading: Reading
    fit: Fit


FrameResult = Moving | Lost | Still
