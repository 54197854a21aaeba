"""Labelled pictures: one JSON object a line, in a file beside the pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from calibration.errors import CalibrationError
from hardware import formats
from hardware.board import Board

Corner = tuple[float, float]


class Spot(msgspec.Struct, frozen=True):
    """The position of a foreign object, or of a piece off its place; a lying one has ``fallen``."""

    x_mm: float
    y_mm: float
    fallen: bool = False


class Label(msgspec.Struct, frozen=True):
    """A person's labels of one picture; unknown keys of the file are ignored.

    ``corners`` are pixels (top-left, top-right, bottom-right, bottom-left of the board); ``pieces``
    maps every occupied place to a colour or ``hidden``. ``off`` are the pieces off their places,
    ``things`` the foreign objects on the board: lists of Spots. Other people's files may use these
    keys with another meaning, which is not an error.
    """

    file: str
    corners: tuple[Corner, Corner, Corner, Corner] | None = None
    pieces: dict[str, str] = {}
    hand: bool = False
    occluded: tuple[str, ...] = ()
    card: str | None = None
    role: str = "test"
    off: Any = None
    things: Any = None

    @property
    def lying(self) -> tuple[Spot, ...] | None:
        """Return all that lies on the board: things, and pieces that have fallen over.

        None if nobody looked for such things.
        """
        things, off = (_spots(given) for given in (self.things, self.off))
        if things is None:
            return None
        return (*things, *(spot for spot in off or () if spot.fallen))


def _spots(given: object) -> tuple[Spot, ...] | None:
    try:
        return msgspec.convert(given, tuple[Spot, ...])
    except msgspec.ValidationError:
        return None


def read_labels(path: Path) -> tuple[Label, ...]:
    """Read a truth file; raises CalibrationError naming the line that is wrong."""
    with formats.explain(f"The file of labels {path}", CalibrationError):
        text = formats.read_text(path, formats.MAX_LABELS_BYTES)
    labels: list[Label] = []
    taught: set[str] = set()
    # Not splitlines(): JSON texts may hold separators that Python would take for line ends.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        with formats.explain(f"{path}, line {number}: this", CalibrationError):
            label = formats.parse_json(line, Label, "a label")
        if label.role == "calibrate":
            if label.file in taught:  # learnt twice, or as two things
                raise CalibrationError(
                    f"{path}, line {number}: {formats.shorten(label.file)} has a label further "
                    "up; delete one of them."
                )
            taught.add(label.file)
        labels.append(label)
    return tuple(labels)


def check_labels(labels: tuple[Label, ...], board: Board, source: Path) -> None:
    """Refuse labels with places or colours that the board does not have."""
    colours = {*board.colours, "hidden"}
    for label in labels:
        for place in (*label.pieces, *label.occluded):
            if place not in board.by_name:
                raise CalibrationError(
                    f"{source}, {label.file}: the board has no place "
                    f"{formats.shorten(place)!r}; correct the label."
                )
        for place, colour in label.pieces.items():
            if colour not in colours:
                raise CalibrationError(
                    f"{source}, {label.file}: the board has no pieces of colour "
                    f"{formats.shorten(colour)!r} (on {place}); correct the label."
                )
