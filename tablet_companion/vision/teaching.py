"""Learns a board from labelled pictures, with the looks of its pieces: hues, and examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec
import numpy as np

from calibration.camera.intrinsics import Lens
from calibration.learning.learn import Learnt, learn
from calibration.learning.placing import Lesson, PosedLesson
from calibration.taught.model import Calibration, PieceExample
from hardware.board import Board
from hardware.formats import encode_png
from hardware.ports import Picture
from tablet_companion.vision.places.examples import outlines
from tablet_companion.vision.places.network import Nats
from tablet_companion.vision.scene import Model
from tablet_companion.vision.taught_views import lay_taught_views


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which labelled pieces teach a colour."""

    alike_squared: float = 9.0
    """Squared standard deviations of the colours the network was fitted to. A piece this far from
    the others of its colour is left out: it lies in glare. Chosen: three standard deviations."""
    examples_each: int = 2
    """Number of examples kept of each colour on each place; cards are often taught with the same
    pieces in every picture."""


TUNING: Final = Tuning()


def learn_board(
    board: Board,
    lessons: Sequence[Lesson],
    drawn: Picture | None = None,
    lenses: Sequence[Lens] = (),
) -> Learnt:
    """Return all that pictures teach of a board; see ``calibration.learning.learn.learn``."""
    learnt = learn(board, lessons, drawn, lenses)
    return replace(learnt, calibration=teach(learnt.calibration, learnt.placed))


def teach(calibration: Calibration, placed: Iterable[PosedLesson]) -> Calibration:
    """Return the calibration with the colours and examples of labelled pieces in the pictures."""
    model = Model(calibration)
    hues: dict[str, list[Nats]] = {}
    examples: dict[tuple[str, str], list[PieceExample]] = {}
    for each in placed:
        for hue, example in _pieces(model, each):
            hues.setdefault(example.colour, []).append(hue)
            examples.setdefault((example.place, example.colour), []).append(example)
    return msgspec.structs.replace(
        calibration,
        hues={colour: _middle(np.array(found)) for colour, found in hues.items()},
        examples=tuple(one for found in examples.values() for one in found[: TUNING.examples_each]),
    )


def _pieces(model: Model, placed: PosedLesson) -> Iterator[tuple[Nats, PieceExample]]:
    """Yield, for each labelled piece, the network's hues for it, and its window as an example."""
    label = placed.lesson.label
    if not label.pieces:
        return
    lessons = lay_taught_views(model.board, model.exposures, placed.pose)
    shown = lessons.place_input(placed.lesson.picture)
    output = model.places_network.infer(shown)
    drawn = outlines(lessons.windows)
    for number, row in enumerate(lessons.windows.rows):
        place = model.board.places[row.place].name
        colour = label.pieces.get(place)
        if colour in model.board.pieces[row.kind].colours and place not in label.occluded:
            assert colour is not None
            window = shown.bytes[number, 0:3].transpose(1, 2, 0)
            outline = drawn[number].astype(np.uint8) * np.uint8(255)
            blue, green, red = shown.light[number].tolist()
            yield (
                output.hues[number],
                PieceExample(
                    row.kind,
                    colour,
                    place,
                    encode_png(window),
                    encode_png(outline),
                    (blue, green, red),
                ),
            )


def _middle(hues: Nats) -> tuple[float, float, float]:
    """Return the median hue of pieces of one colour, without outliers."""
    middle = np.median(hues, axis=0)
    near = ((hues - middle) ** 2).sum(axis=1) < TUNING.alike_squared
    if near.any():
        middle = hues[near].mean(axis=0)
    brightness, red_green, blue = middle.tolist()
    return brightness, red_green, blue
