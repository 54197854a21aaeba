"""The camera's picture, and the places found in it."""

from __future__ import annotations

from collections.abc import Iterator

from calibration.errors import RegistrationError
from hardware.blotting import blotted
from hardware.cameras import SIMULATED
from hardware.ports import CameraError, Picture
from tablet_companion.games.core import EMPTY
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.course import Outcome, Part, Verdict
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE, Reading


class CameraPart:
    """One picture is taken and read; the board should lie in it, without a hand over it."""

    ask = "the board lies in the picture, no hand over it"

    def __init__(self, bench: Bench) -> None:
        """Try the camera of the settings."""
        self.name = blotted(f"camera {bench.settings.camera}")
        self._bench = bench

    def begin(self, now_s: float) -> None:
        """Do nothing: one step does it all."""

    def step(self, now_s: float) -> Outcome:  # noqa: ARG002 - as every part
        """Take the picture, read it and draw how it was read; this takes seconds."""
        try:
            picture = self._picture()
        except CameraError as error:
            return Outcome(Verdict.BAD, str(error))
        size = f"{picture.shape[1]}×{picture.shape[0]}"
        try:
            return Outcome(Verdict.GOOD, f"{size}; {self._read(picture)}")
        except RegistrationError as error:
            return Outcome(Verdict.BAD, f"{size}; {error}")

    def end(self) -> None:
        """Do nothing: the camera was closed as soon as it had delivered."""

    def _picture(self) -> Picture:
        camera = self._bench.camera(self._bench.settings.camera)
        try:
            return camera.capture().picture
        finally:
            camera.close()

    def _read(self, picture: Picture) -> str:
        fit, looked, reading = BoardReader(self._bench.model(), still_frames=1).examine(picture)
        where = self._bench.draw(picture, fit, looked, reading)
        return (
            f"the board is found within {fit.residual_px:.1f} px; {counted(reading)}"
            + (", a hand is over it" if looked.hand else "")
            + (f"; drawn in {where}" if where else "")
        )


def counted(reading: Reading) -> str:
    """Return in words how many places were seen, and how many hold something."""
    clear = [sight for sight in reading.places if not sight.covered]
    unsure = sum(sight.probability < SURE for sight in clear)
    filled = sum(sight.best != EMPTY for sight in clear)
    seen = f"{len(clear)} of {len(reading.places)} places seen, {filled} with a piece"
    return seen + (f", {unsure} in doubt" if unsure else "")


def parts(bench: Bench) -> Iterator[Part]:
    """Yield the one part, unless the settings name the simulated table, which has no lens."""
    if bench.settings.camera != SIMULATED:
        yield CameraPart(bench)
