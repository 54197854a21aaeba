"""What does not move is no hand, however much it looks like one."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol
from unittest.mock import Mock

import numpy as np
import pytest

from hardware.ports import Picture
from hardware.simulated.things import cup
from tablet_companion.games.core import Card
from tablet_companion.kit import printed
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import lying, scan
from tablet_companion.vision.frame.results import Moving, Still
from tablet_companion.vision.objects.hands import CELLS, SceneNetwork, SceneShares
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.places.windows import Bytes
from tablet_companion.vision.reading import CardReading
from tablet_companion.vision.taught_views import TaughtViews
from tests.expected import expect, present
from tests.vision.table import Table
from tools.faults.things import lid
from tools.truth import find_occluded, tell_truth

_PLACE = "T20"
_LYING, _RIGID = 5, 10
"""Frames, rather than those of ten and forty seconds."""


class Insist(Protocol):
    """Lets the network see a hand from now on, or none."""

    def __call__(self, table: Table, *, there: bool) -> None:
        """Change what it sees."""


@pytest.fixture
def insist(monkeypatch: pytest.MonkeyPatch) -> Insist:
    """Let the network see a hand over a place in every picture, or none anywhere."""
    # No arm leads there, which would make it doubtful.
    monkeypatch.setattr(scan, "ends_beside", lambda *_: False)
    waits = replace(lying.TUNING, doubtful_frames=_LYING, lying_frames=_LYING, rigid_frames=_RIGID)
    monkeypatch.setattr(lying, "TUNING", waits)

    def see(table: Table, *, there: bool) -> None:
        def infer(_network: SceneNetwork, _shown: Bytes) -> SceneShares:
            scene = present(table.eye.scene)
            place = next(s.place for s in scene.sites.sites if s.place.name == _PLACE)
            points = scene.lessons.square.points_mm[::2, ::2]
            near = np.hypot(*np.moveaxis(points - [place.x_mm, place.y_mm], -1, 0)) < 25
            none = np.full((CELLS, CELLS), 1e-4, np.float32)
            return SceneShares(np.where(near & there, np.float32(0.98), none), none)

        monkeypatch.setattr(SceneNetwork, "infer", infer)

    return see


def _covered(glance: object) -> set[str]:
    assert isinstance(glance, Still), glance
    return {sight.place for sight in glance.reading.places if sight.covered}


def test_what_the_network_insists_on_is_passed_over_once_nothing_trembles(
    kit: Print, insist: Insist
) -> None:
    """A table that looks like a hand stops no game for ever; what it may hide is covered."""
    table = Table(kit)
    insist(table, there=True)
    picture = table.camera.capture().picture
    for _ in range(_RIGID - 1):
        assert isinstance(table.eye.look(picture.copy()), Moving)
    assert _PLACE in _covered(table.eye.look(picture.copy()))


def test_what_no_new_arm_belongs_to_is_passed_over_sooner(
    kit: Print, insist: Insist, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its drift is unknown, as all pictures are the same; before, much later."""
    table = Table(kit)
    insist(table, there=False)
    table.check()
    insist(table, there=True)
    monkeypatch.setattr(scan, "ends_beside", lambda *seen: len(seen) > 4)
    spot = table.sim.board.by_name[_PLACE]
    table.sim.leave(cup(spot.x_mm, spot.y_mm))
    picture = table.camera.capture().picture
    for _ in range(_LYING - 1):
        assert isinstance(table.eye.look(picture.copy()), Moving)
    assert _PLACE in _covered(table.eye.look(picture.copy()))


def test_what_is_as_it_was_when_the_board_was_read_is_no_hand(kit: Print, insist: Insist) -> None:
    """A move elsewhere does not make one of it, and is read at once."""
    table = Table(kit)
    insist(table, there=False)
    table.check()
    insist(table, there=True)
    table.sim.lift("T9")
    table.sim.put("blue", "T50")
    table.check()


def test_a_hand_that_comes_over_what_was_read_is_seen(kit: Print, insist: Insist) -> None:
    """It differs from what was there."""
    table = Table(kit)
    insist(table, there=False)
    table.check()
    insist(table, there=True)
    table.sim.hand_in(_PLACE)
    glance = expect(Moving, table.look())
    assert glance.hand


def test_what_was_passed_over_and_goes_covers_nothing(kit: Print, insist: Insist) -> None:
    """An arm that rested for long hides its places no longer than it is there."""
    table = Table(kit)
    insist(table, there=True)
    table.sim.hand_in(_PLACE)
    picture = table.camera.capture().picture
    for _ in range(_RIGID):
        glance = table.eye.look(picture.copy())
    assert _PLACE in _covered(glance)
    table.sim.hand_out()
    insist(table, there=False)
    assert not _covered(table.look())
    table.check()


def test_what_people_call_no_hand_is_read_around_however_large(kit: Print) -> None:
    """A box lid over a third of the board was waited for without end, or called a blurred picture.

    Nothing beneath it is read; what stands beside it is, also once the lid is gone.
    """
    table = Table(kit)
    table.check()
    width, height = table.sim.board.size_mm
    table.sim.leave(lid(0.32 * width, 0.5 * height, 94.0))
    assert expect(Moving, table.look()).hand
    table.eye.pass_over()
    hidden = set(find_occluded(table.sim.board, table.sim.scene, table.sim.pose))
    glance = expect(Still, table.look(1))
    assert hidden <= _covered(glance)
    true = tell_truth(table.sim, "-")["pieces"]
    for sight in glance.reading.places:
        assert sight.covered or sight.best == true.get(sight.place, ""), sight
    table.sim.clear_things()
    table.check()


def test_a_look_around_a_lid_does_nothing_twice(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture is scanned whole, twice beside the lid and without it, its square once."""
    table = Table(kit)
    width, height = table.sim.board.size_mm
    table.sim.leave(lid(0.32 * width, 0.5 * height, 94.0))
    assert isinstance(table.look(), Moving)
    scans = Mock(wraps=scan._scan)
    squares = Mock(wraps=TaughtViews.sample_square)
    monkeypatch.setattr(scan, "_scan", scans)

    def sample(views: TaughtViews, picture: Picture) -> Bytes:
        seen: Bytes = squares(views, picture)
        return seen

    monkeypatch.setattr(TaughtViews, "sample_square", sample)
    table.eye.pass_over()
    assert isinstance(table.look(1), Still)
    assert (scans.call_count, squares.call_count) == (4, 1)


def test_an_arm_over_the_pile_does_not_make_it_bare() -> None:
    """Where a hand reaches over the pile, “no card” is not believed; beside it, it is."""
    board = printed.board("agent_dog")
    pile, bare = board.discard, CardReading(((None, 1.0),))
    assert pile is not None
    hands = np.zeros([int(side * MAP_PX_PER_MM) for side in board.size_mm[::-1]], np.bool_)
    assert lying.read_beside(board, hands, bare) is bare
    hands[int(pile.y_mm * MAP_PX_PER_MM), int((pile.x_mm + 20) * MAP_PX_PER_MM)] = True
    assert lying.read_beside(board, hands, bare) is None
    face = CardReading(((Card("7"), 0.9), (None, 0.1)), (pile.x_mm, pile.y_mm, 0.0))
    assert lying.read_beside(board, hands, face) is face
