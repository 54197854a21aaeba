"""Learning during play: confirmed readings teach the reader the light of the day.

The loop selects the readings that are beyond doubt. While the table lies unchanged, the camera's
thread learns in steps of at most one reading's time, and saves the result beside the taught
calibration. The journal is not involved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from calibration.errors import CalibrationError
from calibration.taught.experience import (
    Experience,
    begin_experience,
    read_experience,
    write_experience,
)
from calibration.taught.model import Calibration
from hardware.log import log
from hardware.ports import Clock
from tablet_companion.referee.model.certainty import is_beyond_doubt
from tablet_companion.referee.model.events import Saw
from tablet_companion.referee.model.table import Table
from tablet_companion.vision import experience
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.frame.scan import Observation
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model

EVERY_S: Final = 60.0
"""Light changes slowly: more looks would teach nothing new and only heat the processor."""

_DONE: Final = object()


class Practice:
    """What one table learns during play.

    ``hear`` is for the loop, the rest for the camera's thread; one reading passes between them.
    """

    def __init__(self, path: Path, clock: Clock, log: Callable[[str], None] = log) -> None:
        """Keep what is learnt in a file at ``path``; nothing is read before ``begin``."""
        self._path, self._clock, self._log = path, clock, log
        self._confirmed: Reading | None = None
        self._steps: Iterator[None] | None = None
        self._taught: Model | None = None
        self._model: Model | None = None
        self._experience: Experience | None = None
        self._due_s = clock.now_s()

    def begin(self, calibration: Calibration) -> Model:
        """Return the prepared calibration, with what was learnt before."""
        try:
            self._experience = read_experience(self._path, calibration)
        except CalibrationError as error:
            self._log(str(error))
            self._experience = begin_experience(calibration)
        self._taught = Model(calibration)
        self._model = _apply(self._taught, self._experience)
        return self._model

    def hear(self, event: Saw, table: Table) -> None:
        """Note a reading if it clearly agrees with the record."""
        self._confirmed = event.reading if is_beyond_doubt(table) else None

    def learn_step(self, reader: BoardReader, still: Still) -> None:
        """Take one step of learning from a still table, if it was confirmed and it is time."""
        look = reader.last_look
        if (
            self._confirmed is not still.reading
            or look is None
            or look.reading is not still.reading
        ):
            self._steps = None  # somebody plays: abandon the step
            return
        if self._steps is None:
            if self._clock.now_s() < self._due_s:
                return
            self._steps = self._learn(reader, look)
        if next(self._steps, _DONE) is _DONE:
            self._steps, self._due_s = None, self._clock.now_s() + EVERY_S

    def _learn(self, reader: BoardReader, look: Observation) -> Iterator[None]:
        """Learn from a look, or discard what was learnt; yield after each step."""
        known = self._experience
        assert self._taught is not None
        assert known is not None
        taught = self._taught.counted(more=reader.model.more)
        if known.exposures and experience.is_worse_than_taught(taught, look):
            self._log("What was learnt while playing read worse than what was taught: it is gone.")
            yield from self._adopt(reader, taught, Experience(known.of))
            return
        yield
        bare = experience.learn_bare(taught, known.bare, look)
        if bare is None:
            yield from self._learn_light(reader, taught, known, look)
            return
        yield
        more = known.show(bare)
        candidate = _apply(taught, more)
        yield
        if experience.does_no_harm(candidate, look):
            yield from self._adopt(reader, candidate, more)

    def _learn_light(
        self, reader: BoardReader, taught: Model, known: Experience, look: Observation
    ) -> Iterator[None]:
        """Learn the light of a look, if it is a new one; yield after each step."""
        assert self._model is not None
        if not experience.teaches(self._model, look):
            return
        plain = look if not known.lights else experience.read_as_taught(taught, look)
        yield
        light = None if plain is None else experience.learn_light(taught, plain)
        if light is None:
            return
        yield
        more = known.add(light)
        candidate = _apply(taught, more)
        if experience.helps(candidate, look):
            yield
            yield from self._adopt(reader, candidate, more)

    def _adopt(self, reader: BoardReader, model: Model, known: Experience) -> Iterator[None]:
        """Save the experience, and read with it from the next change on.

        If somebody plays in between, it is only saved.
        """
        try:
            write_experience(known, self._path)
        except CalibrationError as error:
            self._log(str(error))
        yield
        self._model, self._experience = model, known
        reader.use_model(model)


def _apply(taught: Model, known: Experience) -> Model:
    model = taught if known.bare is None else taught.with_bare(known.bare)
    return model.with_lights(known.lights) if known.lights else model
