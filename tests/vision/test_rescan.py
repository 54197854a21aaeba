"""Reading again only what changed says what a reading of the whole picture says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import Mock, patch

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.faults import Fault
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import Place
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import lying
from tablet_companion.vision.frame import rescan as rescan_module
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.rescan import make_cache, rescan
from tablet_companion.vision.frame.results import Moving, Still
from tablet_companion.vision.frame.scan import Scan, make_reading, scan
from tablet_companion.vision.scene import Scene
from tests.amounts import sampled, some
from tools import faults
from tools.faults.things import die
from tools.truth import tell_truth

NESTS = {
    f"{colour}.N{number}": (colour, False)
    for colour in ("red", "blue", "green", "yellow")
    for number in (1, 2, 3)
}
AWAY = {"T5": ("red", False), "T9": ("blue", False), "T20": ("green", False)}
HIDDEN = {"T58": ("yellow", True)}
_NIGHT = {faults.DIM: 0.7, faults.NOISE: 0.7}
"""In this light some places are doubtful, whatever stands there."""

Change = Callable[[SimulatedTable], None]


class Table:
    """A simulated table, looked at twice."""

    def __init__(self, kit: Print, fault: Fault | None = None, *, night: bool = False) -> None:
        """Put some pawns out, one of them turned over, in a light as bad as can be."""
        self.kit = kit
        self.sim = SimulatedTable(kit.board, np.random.default_rng(3))
        self.camera = SimulatedCamera(self.sim, kit.renderer, ManualClock(), seed=3)
        self.sim.set_up({**NESTS, **AWAY, **HIDDEN})
        self.scene = self._scene()
        self.sim.faults = _NIGHT if night else {fault: 1.0} if fault else {}
        picture = self.picture()
        self.before = make_cache(
            scan(kit.learnt, self.scene, self.scene.sample(picture)),
            self.scene.coarse.sample(picture),
        )

    def _scene(self) -> Scene:
        eye = BoardReader(self.kit.learnt, still_frames=1)
        eye.examine(self.picture())
        assert eye.scene is not None
        return eye.scene

    def picture(self) -> Picture:
        """Return the next picture; its noise is its own."""
        return self.camera.capture().picture

    def again(self, picture: Picture) -> Scan | None:
        """Read again only what changed."""
        cache = rescan(self.kit.learnt, self.scene, self.scene.sample(picture), self.before)
        return None if cache is None else cache.scan

    def agree(self, picture: Picture) -> None:
        """See that this says what the whole picture says, and what is true."""
        model, looked = self.kit.learnt, self.again(picture)
        assert looked is not None
        whole = make_reading(model, scan(model, self.scene, self.scene.sample(picture)), None)
        true = tell_truth(self.sim, "-")["pieces"]
        for one, other in zip(make_reading(model, looked, None).places, whole.places, strict=True):
            assert (one.best, one.covered) == (other.best, other.covered), (one, other)
            assert one.best == true.get(one.place, "")


def _moved(table: SimulatedTable) -> None:
    table.lift("T5")
    table.put("red", "T8")


def _captured(table: SimulatedTable) -> None:
    table.lift("T9")
    table.put("blue", "blue.N4")
    table.lift("T5")
    table.put("red", "T9")


def _hidden(table: SimulatedTable) -> None:
    table.lift("T20")
    table.put("green", "T22", turned=True)


def _unmasked(table: SimulatedTable) -> None:
    table.lift("T58")
    table.put("yellow", "T59")


CHANGES = (_moved, _captured, _hidden, _unmasked)
LIGHTS = (None, faults.DIM, faults.NOISE, faults.TINTED)


@sampled(4)
@pytest.mark.parametrize(("change", "fault"), some(itertools.product(CHANGES, LIGHTS), 5))
def test_what_changed_is_read_as_in_the_whole_picture(
    kit: Print, change: Change, fault: Fault | None
) -> None:
    """After a move every place is what it is called by a reading from nothing."""
    table = Table(kit, fault)
    change(table.sim)
    table.agree(table.picture())


@sampled(3)
@pytest.mark.parametrize("hole", ["T14", "T26", "T50"])
def test_a_piece_turned_over_is_not_overlooked_by_candlelight(kit: Print, hole: str) -> None:
    """Black in a black hole, with an eighth of the light, changes little, but it is told."""
    table = Table(kit, faults.DIM)
    table.sim.lift("green.N1")
    table.sim.put("green", hole, turned=True)
    table.agree(table.picture())


def test_where_nothing_changed_the_answer_is_the_same(kit: Print) -> None:
    """New noise is no news: not even the odds are worked out again."""
    table = Table(kit)
    eye = BoardReader(kit.learnt, still_frames=1)
    first, second = (eye.read(table.picture()) for _ in range(2))
    assert isinstance(first, Still)
    assert second is first


def test_beside_a_die_that_lies_still_nothing_is_read_anew(kit: Print) -> None:
    """A die on the board cost a whole scan in each picture; once it is gone, all is read again."""
    table = Table(kit)
    table.sim.leave(die(110.0, 200.0))
    eye = BoardReader(kit.learnt, still_frames=1)
    first, second = (eye.read(table.picture()) for _ in range(2))
    assert isinstance(first, Still)
    assert first.reading.things
    assert second is first
    table.sim.clear_things()
    gone = eye.read(table.picture())
    assert isinstance(gone, Still)
    assert not gone.reading.things


@sampled(2)
@pytest.mark.parametrize(
    "change",
    [
        lambda sim: sim.bump(1.0, 0.5, 0.0),
        lambda sim: sim.hand_in("T40"),
        lambda sim: sim.leave(die(110.0, 200.0)),
        lambda sim: setattr(sim, "light", replace(sim.light, brightness=0.9)),
    ],
    ids=["bumped", "hand", "die", "light"],
)
def test_where_much_changed_the_whole_picture_is_read(kit: Print, change: Change) -> None:
    """A board that moved, a hand, a thing, another light: no part is read by itself."""
    table = Table(kit)
    change(table.sim)
    assert table.again(table.picture()) is None


@sampled(1)
@pytest.mark.parametrize("push", [(0.6, 0.3, 0.0), (-2.0, 1.5, -0.4)], ids=["little", "far"])
def test_a_move_that_pushes_the_board_is_read_without_reading_all(
    kit: Print, push: tuple[float, float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is followed, and what changed on it is read in the light as it was."""
    table = Table(kit)
    eye = BoardReader(kit.learnt, still_frames=1)
    assert isinstance(eye.read(table.picture()), Still)
    _moved(table.sim)
    table.sim.bump(*push)
    monkeypatch.setattr(lying, "scan", lambda *_: pytest.fail("the whole picture is scanned"))
    seen = eye.read(table.picture())
    assert isinstance(seen, Still)
    true = tell_truth(table.sim, "-")["pieces"]
    assert all(one.best == true.get(one.place, "") for one in seen.reading.places)


def test_a_board_pushed_out_of_the_picture_is_read_as_a_whole(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the picture cuts off now was seen before: at the old points there is nothing to read."""
    table = Table(kit)
    left = round(float(table.scene.pose.project(np.array([[10.0, 140.0]]))[0, 0]))
    eye = BoardReader(kit.learnt, still_frames=1)
    assert isinstance(eye.read(table.picture()[:, left:].copy()), Still)
    table.sim.bump(-3.0, 0.0, 0.0)
    whole = Mock(wraps=scan)
    monkeypatch.setattr(lying, "scan", whole)
    assert isinstance(eye.read(table.picture()[:, left:].copy()), Still)
    whole.assert_called_once()


def test_fingers_that_pushed_the_board_are_a_hand(kit: Print) -> None:
    """They rest at its rim, and hardly cover it: of a pushed board more than its places is read."""
    table = Table(kit)
    eye = BoardReader(kit.learnt, still_frames=1)
    assert isinstance(eye.read(table.picture()), Still)
    table.sim.reach(kit.board.size_mm[0] / 2, 4.0)
    table.sim.bump(0.6, 0.3, 0.0)
    assert isinstance(eye.read(table.picture()), Moving)


def test_a_hand_that_came_and_went_leaves_what_was_read(kit: Print) -> None:
    """The eye says that there is a hand, and afterwards reads the move it made."""
    table = Table(kit)
    eye = BoardReader(kit.learnt, still_frames=1)
    assert isinstance(eye.read(table.picture()), Still)
    table.sim.hand_in("T5")
    assert isinstance(eye.read(table.picture()), Moving)
    table.sim.hand_out()
    _moved(table.sim)
    seen = eye.read(table.picture())
    assert isinstance(seen, Still)
    assert {seen.reading.by_place[Place(name)].best for name in ("T5", "T8")} == {"", "red"}


def test_a_doubtful_place_on_which_nothing_changed_costs_nothing(kit: Print) -> None:
    """Noise alone hardly ever has it read again; before, each picture read all of them."""
    table = Table(kit, night=True)
    assert 5 <= table.before.doubtful.sum() <= 20
    every = replace(table.before, doubtful=np.ones_like(table.before.doubtful))
    with patch.object(rescan_module, "_infer_again", wraps=rescan_module._infer_again) as infer:
        cache = rescan(kit.learnt, table.scene, table.scene.sample(table.picture()), every)
    assert cache is not None
    read = set().union(*(call.args[-1] for call in infer.call_args_list))
    assert len(read) <= 0.15 * len(every.doubtful)


def test_a_doubtful_place_that_noise_makes_look_changed_is_not_all_read_anew(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads as it did, so that the whole picture would say no more; on DOG it cost 90 ms."""
    table = Table(kit, night=True)
    doubtful = np.where(table.before.doubtful, np.inf, 0.0)
    monkeypatch.setattr(rescan_module, "_site_sigmas", lambda *_: doubtful)
    assert table.again(table.picture()) is not None


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_at_a_doubtful_place_is_read(kit: Print, change: Change) -> None:
    """Also where every place is doubtful, and the light is as bad as can be."""
    table = Table(kit, night=True)
    table.before = replace(table.before, doubtful=np.ones_like(table.before.doubtful))
    change(table.sim)
    picture = table.picture()
    if table.again(picture) is not None:
        table.agree(picture)
