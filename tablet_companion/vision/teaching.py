"""Learn a board from labelled pictures, with its pieces' colours as the network sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec
import numpy as np

from calibration.intrinsics import Lens
from calibration.learn import Learnt, learn
from calibration.model import Calibration
from calibration.placing import Lesson, PosedLesson
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.vision.places.network import Nats
from tablet_companion.vision.scene import Model
from tablet_companion.vision.taught_views import lay_taught_views


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which labelled pieces teach a colour."""

    alike_squared: float = 9.0
    """Squared standard deviations of the colours the network was fitted to. A piece this far from
    the others of its colour is left out: it lies in glare. Chosen: three standard deviations."""


TUNING: Final = Tuning()


def learn_board(
    board: Board, lessons: Sequence[Lesson], drawn: Picture, lenses: Sequence[Lens] = ()
) -> Learnt:
    """Return all that pictures teach of a board; see ``calibration.learn.learn``."""
    learnt = learn(board, lessons, drawn, lenses)
    return replace(learnt, calibration=teach(learnt.calibration, learnt.placed))


def teach(calibration: Calibration, placed: Iterable[PosedLesson]) -> Calibration:
    """Return the calibration with the colours of labelled pieces in the pictures."""
    model = Model(calibration)
    seen: dict[str, list[Nats]] = {}
    for each in placed:
        if each.lesson.label.pieces:
            for colour, hue in _hues(model, each):
                seen.setdefault(colour, []).append(hue)
    hues = {colour: _middle(np.array(found)) for colour, found in seen.items()}
    return msgspec.structs.replace(calibration, hues=hues)


def _hues(model: Model, placed: PosedLesson) -> Iterable[tuple[str, Nats]]:
    """Yield the colour name of each labelled piece, and the network's hues for it."""
    lessons = lay_taught_views(model.board, model.exposures, placed.pose)
    told = model.places_network.infer(lessons.place_input(placed.lesson.picture))
    label = placed.lesson.label
    for row, hue in zip(lessons.windows.rows, told.hues, strict=True):
        place = model.board.places[row.place]
        colour = label.pieces.get(place.name)
        if colour in model.board.pieces[row.kind].colours and place.name not in label.occluded:
            assert colour is not None
            yield colour, hue


def _middle(hues: Nats) -> tuple[float, float, float]:
    """Return the median hue of pieces of one colour, without outliers."""
    middle = np.median(hues, axis=0)
    near = ((hues - middle) ** 2).sum(axis=1) < TUNING.alike_squared
    if near.any():
        middle = hues[near].mean(axis=0)
    brightness, red_green, blue = middle.tolist()
    return brightness, red_green, blue
