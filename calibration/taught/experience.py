"""What was learnt about a board while people played on it, kept beside what was taught.

The calibration itself is never changed: without this file the table reads as it was taught.
"""

from __future__ import annotations

import hashlib
import itertools
from pathlib import Path
from typing import Final

import msgspec

from calibration.errors import CalibrationError
from calibration.surfaces.exposures import Exposure
from calibration.taught.model import Calibration, find_exposure_problems
from hardware import formats
from hardware.errors import explain_os_error
from hardware.files import write_durably

VERSION: Final = "tablet-companion experience 1"
MAX_LIGHTS: Final = 1
"""The number of lights kept: each costs some five milliseconds a turn. The oldest is dropped."""
_MAX_BYTES: Final = 50_000_000


class Experience(msgspec.Struct, frozen=True):
    """The bare board in the lights it was played in, the latest last.

    ``of`` is the fingerprint of the calibration that it belongs to. ``bare`` shows, in the
    reference's light, what no labelled picture shows bare and play did.
    """

    of: str
    lights: tuple[Exposure, ...] = ()
    version: str = VERSION
    bare: Exposure | None = None

    def add(self, light: Exposure) -> Experience:
        """Return the experience with one more light, without the oldest if there are too many."""
        return msgspec.structs.replace(self, lights=(*self.lights, light)[-MAX_LIGHTS:])

    def show(self, bare: Exposure) -> Experience:
        """Return the experience with more of the bare board."""
        return msgspec.structs.replace(self, bare=bare)

    @property
    def exposures(self) -> tuple[Exposure, ...]:
        """Return all pictures in it."""
        return self.lights if self.bare is None else (*self.lights, self.bare)


def begin_experience(calibration: Calibration) -> Experience:
    """Return the experience of a board on which nobody has played.

    It keeps the calibration's fingerprint: of the board's data, and of its appearance.
    """
    board = msgspec.json.encode(calibration.board)
    return Experience(hashlib.sha256(board + calibration.reference_png).hexdigest())


def read_experience(path: Path, calibration: Calibration) -> Experience:
    """Return what was learnt while playing; empty if there is no file, or an outdated one.

    Raises CalibrationError for an unusable file.
    """
    nothing = begin_experience(calibration)
    if not path.exists():
        return nothing
    mend = "delete it: only what was learnt while playing is lost"
    with formats.explain(f"The file {path}", CalibrationError, mend):
        data = formats.read_bytes(path, _MAX_BYTES)
        found = formats.parse_json(data, Experience, "what was learnt while playing")
    if found.of != nothing.of or found.version != VERSION:
        return nothing  # the board was taught again
    problem = _first_problem(found, calibration)
    if problem is not None:
        raise CalibrationError(f"The file {path} is damaged: {problem}; {mend}.")
    return found


def _first_problem(found: Experience, calibration: Calibration) -> str | None:
    if len(found.lights) > MAX_LIGHTS:
        return f"it holds {len(found.lights)} lights, and {MAX_LIGHTS} is the most"
    try:
        problems = (find_exposure_problems(each, calibration.reference) for each in found.exposures)
        return next(itertools.chain.from_iterable(problems), None)
    except CalibrationError as error:
        return str(error).removesuffix(".")


def write_experience(experience: Experience, path: Path) -> None:
    """Write it durably; raises CalibrationError if it cannot be written."""
    what = f"What was learnt while playing cannot be written to {path}"
    with explain_os_error(what, CalibrationError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_durably(path, msgspec.json.encode(experience))


def forget_experience(path: Path) -> bool:
    """Delete what was learnt while playing; return whether there was anything.

    Raises CalibrationError if it cannot be deleted.
    """
    with explain_os_error(f"{path} cannot be deleted", CalibrationError):
        try:
            path.unlink()
        except FileNotFoundError:
            return False
    return True
