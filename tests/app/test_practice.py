"""A table goes on learning while it is played at, and forgets that without harm."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.taught.experience import forget_experience, read_experience
from calibration.taught.model import REFERENCE_PX_PER_MM
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.printing.raster import render_board
from hardware.simulated.table import SimulatedTable
from tablet_companion.app.sight.practice import Practice
from tablet_companion.referee.model.events import Saw
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board
from tests.app.table import Scene
from tools import faults
from tools.truth import tell_truth

_LAMP = {faults.TINTED: 0.35, faults.ONE_SIDED: 0.35}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return the file in which is kept what is learnt."""
    return tmp_path / "table.played.json"


@pytest.fixture
def scene(kit: Print, tmp_path: Path, kept: Path) -> Iterator[Scene]:
    """Return a table at which a game has begun by day, and that goes on learning."""
    scene = Scene(kit, tmp_path / "games", practice=Practice(kept, ManualClock()))
    scene.begin()
    yield scene
    scene.close()


def _journals(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*.journal")))


def test_an_evening_is_learnt_beside_what_was_taught(scene: Scene, kit: Print, kept: Path) -> None:
    """After an accepted move in another light its look is kept, and no journal knows of it.

    Before the first move, or by day, there is nothing to learn. What was learnt is used by the next
    table, and forgotten without a trace.
    """
    scene.sim.faults = _LAMP
    scene.pass_time(2)
    assert not kept.exists()
    scene.play("13", "T0", "T13")
    assert scene.table.turn == "blue"
    before = _journals(scene.journals)
    scene.pass_time(2)
    calibration = kit.learnt.calibration
    assert len(read_experience(kept, calibration).lights) == 1
    assert _journals(scene.journals) == before != b""
    again = Practice(kept, ManualClock()).begin(calibration)
    assert len(again.lights) == 1
    assert forget_experience(kept)
    forgotten = Practice(kept, ManualClock()).begin(calibration)
    assert not forgotten.lights


def test_what_no_picture_showed_bare_is_learnt(kit: Print, tmp_path: Path, kept: Path) -> None:
    """If every picture showed pieces, an accepted move shows what lay under those that are away."""
    scene = Scene(_show_start(kit), tmp_path / "games", practice=Practice(kept, ManualClock()))
    scene.begin()
    scene.pass_time(2)
    assert not kept.exists()
    scene.play("13", "T0", "T13")
    scene.pass_time(2)
    assert scene.table.turn == "blue"
    calibration = scene.window.print().learnt.calibration
    scene.close()
    bare = read_experience(kept, calibration).bare
    assert bare is not None
    place = kit.board.by_name["T20"]
    x, y = (round(at * REFERENCE_PX_PER_MM) for at in (place.x_mm, place.y_mm))
    assert bare.bare[y, x] > 0
    again = Practice(kept, ManualClock()).begin(calibration)
    assert again.exposures[0].bare[y, x] > 0


def _show_start(kit: Print) -> Print:
    """Return a board that was taught by a starting position alone."""
    sim = SimulatedTable(kit.board, np.random.default_rng(1))
    for colour, place in (("red", "T5"), ("blue", "T20"), ("green", "T29"), ("yellow", "T52")):
        sim.put(colour, place)
    label = msgspec.convert(tell_truth(sim, "start.png", "calibrate"), Label)
    picture = SimulatedCamera(sim, kit.renderer, ManualClock()).capture().picture
    drawn = render_board(kit.board, REFERENCE_PX_PER_MM)
    learnt = learn_board(kit.board, [Lesson(label, picture)], drawn).calibration
    learnt = msgspec.structs.replace(learnt, faces_png=kit.learnt.calibration.faces_png)
    shown = replace(kit)
    shown.__dict__["model"] = Model(learnt)
    return shown


def test_what_is_objected_to_teaches_nothing(scene: Scene, kept: Path) -> None:
    """While the record and the table differ, no look is confirmed, however plain it is."""
    scene.sim.faults = _LAMP
    scene.play("7", "red.nest", "T5")
    scene.pass_time(3)
    assert not kept.exists()


def test_news_are_never_kept_waiting(kit: Print) -> None:
    """Nothing is learnt in a frame that has something to tell, only where it repeats itself."""
    idle: list[Reading] = []
    sim = SimulatedTable(kit.board, np.random.default_rng(1))
    camera = SimulatedCamera(sim, kit.renderer, ManualClock())
    interpret = FrameInterpreter(kit.learnt, lambda _reader, still: idle.append(still.reading))
    told = [interpret(camera.capture()) for _ in range(7)]
    sim.put("red", "T5")
    told += [interpret(camera.capture()) for _ in range(7)]
    seen = [event.reading for event in told if isinstance(event, Saw)]
    again = [now for before, now in itertools.pairwise(seen) if now is before]
    assert [id(reading) for reading in idle] == [id(reading) for reading in again]
    assert 0 < len(again) < len(seen) - 1


def test_what_was_begun_is_left_when_somebody_plays(kit: Print, kept: Path) -> None:
    """Each step is of a table that is still the one that was confirmed."""
    practice = Practice(kept, ManualClock())
    reader = BoardReader(practice.begin(kit.learnt.calibration), still_frames=1)
    sim = SimulatedTable(kit.board, np.random.default_rng(1))
    sim.faults = _LAMP
    camera = SimulatedCamera(sim, kit.renderer, ManualClock())
    still = reader.look(camera.capture().picture)
    assert isinstance(still, Still)
    for _ in range(10):
        practice.learn_step(reader, still)
    assert not kept.exists(), "nobody has confirmed it"


def test_a_damaged_file_is_said_and_left_out(kit: Print, kept: Path) -> None:
    """The board is then read as it was taught, and the sentence says what to do."""
    kept.write_text("{")
    said: list[str] = []
    model = Practice(kept, ManualClock(), said.append).begin(kit.learnt.calibration)
    assert not model.lights
    assert len(said) == 1
    assert "delete it: only what was learnt while playing is lost" in said[0]


def test_what_belongs_to_another_calibration_is_left_out(kit: Print, kept: Path) -> None:
    """A board that was taught again begins with nothing, and nothing is said."""
    kept.write_text('{"of": "another", "lights": [], "version": "tablet-companion experience 1"}')
    said: list[str] = []
    model = Practice(kept, ManualClock(), said.append).begin(kit.learnt.calibration)
    assert (model.lights, said) == ((), [])
