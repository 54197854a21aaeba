"""Teach the network of the places what the pieces of a board look like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np

from calibration.learn import Placed
from calibration.model import Calibration
from tablet_companion.vision.lessons import lay_lessons
from tablet_companion.vision.places.network import Nats
from tablet_companion.vision.scene import Model

_ALIKE: Final = 9.0
"""A piece this unlike the others of its colour (squared spreads) is left out: it lies in glare."""


def teach(calibration: Calibration, placed: Iterable[Placed]) -> Calibration:
    """Return the calibration with the colours that labelled pieces show in the pictures."""
    model = Model(calibration)
    seen: dict[str, list[Nats]] = {}
    for each in placed:
        if each.lesson.label.pieces:
            for colour, hue in _hues(model, each):
                seen.setdefault(colour, []).append(hue)
    hues = {colour: _middle(np.array(found)) for colour, found in seen.items()}
    return msgspec.structs.replace(calibration, hues=hues)


def _hues(model: Model, placed: Placed) -> Iterable[tuple[str, Nats]]:
    """Yield the colour of each labelled piece, and what the network makes of it."""
    lessons = lay_lessons(model.board, model.exposures, placed.pose)
    told = model.places_network.tell(lessons.shown(placed.lesson.picture))
    label = placed.lesson.label
    for row, hue in zip(lessons.windows.rows, told.hues, strict=True):
        place = model.board.places[row.place]
        colour = label.pieces.get(place.name)
        if colour in model.board.pieces[row.kind].colours and place.name not in label.occluded:
            assert colour is not None
            yield colour, hue


def _middle(hues: Nats) -> tuple[float, float, float]:
    """Return the middle of what pieces of one colour show, without those that are far off."""
    middle = np.median(hues, axis=0)
    near = ((hues - middle) ** 2).sum(axis=1) < _ALIKE
    if near.any():
        middle = hues[near].mean(axis=0)
    brightness, red_green, blue = middle.tolist()
    return brightness, red_green, blue
