"""The content of pictures of a board, as the JSON objects of ``tablet-companion read``."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import ROUND, Fit
from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners, list_corners
from calibration.learning.truth import read_labels
from calibration.taught.model import Calibration
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from hardware.formats import write_png
from hardware.ports import Picture
from hardware.redaction import redact
from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.measure.reading_sheet import draw_reading
from tablet_companion.vision.frame.orientation import count_turns
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import Scan, explain_scores
from tablet_companion.vision.loose_cards.scan import CardScan
from tablet_companion.vision.places.joint import Contributions
from tablet_companion.vision.reading import SURE, CardReading, Reading
from tablet_companion.vision.stills import open_still_reader, prepare

_TURNED: Final = (
    "The corners given lie {} round from where the board was learnt; it is read as it was learnt. "
    "If that is wrong, give right corners to the pictures it is learnt from, and calibrate again."
)

Corners = Mapping[str, tuple[tuple[float, float], ...]]
"""The board's corners in pixels, by picture."""


class PictureReader:
    """Reads pictures one after the other, each alone or as those of one fixed camera."""

    def __init__(
        self,
        calibration: Calibration,
        corners: Path | None = None,
        sheet: Path | None = None,
        *,
        sequence: bool = False,
    ) -> None:
        """Take a calibration and two files: labels with corners, the drawing of the last reading.

        With ``sequence`` the pictures are of one fixed camera, in order.
        """
        self._board = calibration.board
        self._corners = {} if corners is None else _read_corners(corners)
        self._sheet = sheet
        self._sequence = sequence
        self._reader = open_still_reader(prepare(calibration))
        self._seen: tuple[Picture, Fit, Scan, Reading] | None = None

    def read_all(self, pictures: Sequence[Path]) -> Iterator[dict[str, Any]]:
        """Yield an object for every picture; one that cannot be read has an ``error``.

        The last reading is drawn in the end. Raises CompanionError if that cannot be written.
        """
        for path in pictures:
            if not self._sequence:
                self._reader.forget()
            try:
                yield self._read(path)
            except CompanionError as error:
                # an address that was taken for a file's name may end in a password
                yield {"file": Path(redact(str(path))).name, "error": str(error)}
        if self._sheet is not None and self._seen is not None:
            picture, fit, looked, reading = self._seen
            write_png(self._sheet, draw_reading(picture, self._board, fit, looked, reading))

    def _read(self, path: Path) -> dict[str, Any]:
        picture = read_picture(path)
        start = time.perf_counter()
        try:
            self._aim(path.name, picture)
            fit, looked, reading = self._reader.examine(picture)
        except RegistrationError as error:
            return {"file": path.name, "registered": False, "reason": str(error)}
        spent_ms = (time.perf_counter() - start) * 1000
        if isinstance(looked, Scan):
            self._seen = picture, fit, looked, reading
        return {
            "file": path.name,
            "registered": True,
            **self._tell_corners(path.name, fit),
            "residual_px": round(fit.residual_px, 3),
            **_contents(looked, reading),
            **self._explain(looked, reading),
            "ms": round(spent_ms, 1),
        }

    def _aim(self, file: str, picture: Picture) -> None:
        """Use the given corners, if there are any; raises RegistrationError. Cards have none."""
        reader = self._reader
        if isinstance(reader, BoardReader) and file in self._corners and not reader.aimed:
            corners = self._corners[file]
            reader.aim(fit_corners(picture, corners, self._board, reader.model.lenses))

    def _tell_corners(self, file: str, fit: Fit) -> dict[str, Any]:
        """Return where the board's corners were found; loose cards lie on no board."""
        if self._board.cards is not None:
            return {}
        seen = fit.pose.project(list_corners(self._board.size_mm))
        corners = [[round(x, 2), round(y, 2)] for x, y in seen.tolist()]
        return {**self._compare_corners(file, seen), "corners": corners}

    def _compare_corners(self, file: str, seen: NDArray[np.float64]) -> dict[str, str]:
        """Return a warning if the board lies turned beside a picture's given corners."""
        given = self._corners.get(file)
        quarters = count_turns(np.array(given), seen) if given else 0
        return {"warning": _TURNED.format(ROUND[quarters])} if quarters else {}

    def _explain(self, looked: Scan | CardScan, reading: Reading) -> dict[str, Any]:
        reader = self._reader
        if self._sheet is None or not isinstance(reader, BoardReader) or reader.scene is None:
            return {}
        assert isinstance(looked, Scan)
        return {"why": _why(explain_scores(reader.model, reader.scene, looked), reading)}


def _read_corners(path: Path) -> Corners:
    return {label.file: label.corners for label in read_labels(path) if label.corners}


def _why(said: Mapping[str, Mapping[Piece, Contributions]], reading: Reading) -> dict[str, Any]:
    """Return, place by place, each reader's evidence for each piece (nats; negative: against).

    ``counts`` is what the prior on the number of pieces adds.
    """
    told: dict[str, Any] = {}
    for one in reading.places:
        if one.covered:
            continue
        share = dict(one.posterior)
        told[one.place] = {
            piece: {
                **{name: round(value, 1) for name, value in parts._asdict().items()},
                "counts": round(_odds(share[piece], share[EMPTY]) - sum(parts), 1),
            }
            for piece, parts in said[one.place].items()
        }
    return told


def _odds(one: float, other: float) -> float:
    return math.log(max(one, 1e-9) / max(other, 1e-9))


def _card(card: CardReading) -> dict[str, Any]:
    """Return the top card; ``unknown`` distinguishes an untaught card from no card at all."""
    said = {"is": card.best, "p": round(card.probability, 4)}
    return {**said, "unknown": True} if card.unknown else said


def _contents(looked: Scan | CardScan, reading: Reading) -> dict[str, Any]:
    clear = [one for one in reading.places if not one.covered]
    return {
        "hand": looked.hand,
        "covered": [one.place for one in reading.places if one.covered],
        "pieces": {
            one.place: {"is": one.best, "p": round(one.probability, 4)}
            for one in clear
            if one.best != EMPTY
        },
        "unsure": [one.place for one in clear if one.probability < SURE],
        "card": reading.card and _card(reading.card),
        "off": [
            {"colour": stray.piece, "x_mm": round(stray.x_mm, 1), "y_mm": round(stray.y_mm, 1)}
            for stray in reading.strays
        ],
        "things": [
            {
                "x_mm": round(thing.x_mm, 1),
                "y_mm": round(thing.y_mm, 1),
                "size_mm": round(thing.size_mm, 1),
                "piece": thing.piece,
            }
            for thing in reading.things
        ],
    }
