"""The eye over a simulated table: hands, bumps, darkness, cards, stray pawns."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from calibration.camera.sampling import make_grid
from calibration.camera.silhouettes import Mask
from hardware.ports import Frame
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import lying, scan
from tablet_companion.vision.frame.results import Lost, Moving, Still
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.objects.hands import Hand
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tests.amounts import sampled
from tests.vision.table import Table
from tools import faults
from tools.truth import tell_truth


def test_every_place_is_read(kit: Print) -> None:
    """Pawns, empty places, holes and a turned-over pawn are all read right."""
    Table(kit).check()


def test_a_camera_that_starts_again_upside_down_misreads_nothing(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The print looks nearly the same turned by half; before, each piece was read opposite."""
    table = Table(kit)
    table.check()
    capture = table.camera.capture

    def turned() -> Frame:
        frame = capture()
        return replace(frame, picture=np.ascontiguousarray(frame.picture[::-1, ::-1]))

    monkeypatch.setattr(table.camera, "capture", turned)
    table.check()
    monkeypatch.undo()
    table.check()


def test_a_resting_hand_is_no_stillness(kit: Print) -> None:
    """A hand that does not move still covers; gone, the table is read."""
    table = Table(kit)
    table.sim.hand_in("T20")
    glance = table.look(6)
    assert isinstance(glance, Moving)
    assert glance.hand
    table.sim.hand_out()
    table.check()


def _odd_at(
    monkeypatch: pytest.MonkeyPatch,
    middle_mm: tuple[float, float],
    wide_mm: float,
    *,
    sure: bool,
    doubtful: bool = False,
) -> None:
    """See a hand in what is foreign there; a sure one wherever nothing foreign is sought, too."""

    def find(_model: object, _lessons: object, _picture: object, scanned: Scan) -> Hand | None:
        ignored = scanned.view.ignored
        apart = make_grid((ignored.shape[1], ignored.shape[0]), 1.0) / MAP_PX_PER_MM - middle_mm
        foreign: Mask = np.asarray((np.abs(apart) < wide_mm / 2).all(axis=-1))
        return Hand(foreign, not doubtful) if sure or not ignored[foreign].all() else None

    monkeypatch.setattr(scan, "find_hand", find)
    # What no arm leads to is doubtful from the first frame on.
    waits = replace(lying.TUNING, doubtful_frames=_LONG, lying_frames=_LONG)
    monkeypatch.setattr(lying, "TUNING", waits)


_SHORT, _LONG = 4, 7
"""Frames, rather than those of two seconds, and of ten."""
_GLOSS_MM: Final = 16.0


@pytest.mark.parametrize(
    ("wide_mm", "sure", "read"),
    [(_GLOSS_MM, False, True), (_GLOSS_MM, True, False), (1000.0, False, False)],
)
def test_what_lies_still_for_long_and_is_no_sure_hand_is_passed_over(
    kit: Print, monkeypatch: pytest.MonkeyPatch, wide_mm: float, sure: bool, read: bool
) -> None:
    """Gloss at the rim stops no game; a hand that the network sees does, and so does half a board.

    Until then the table waits.
    """
    _odd_at(monkeypatch, (0, 0), wide_mm, sure=sure)
    table = Table(kit)
    picture = table.camera.capture().picture
    for _ in range(_LONG - 1):
        assert isinstance(table.eye.look(picture.copy()), Moving)
    assert isinstance(table.eye.look(picture.copy()), Still) == read


def test_what_may_be_a_hand_covers_its_places_and_silences_nothing_else(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is one or the table beside the rim: all that it leaves to be seen is read."""
    beneath = kit.board.by_name["T20"]
    middle, wide_mm = (beneath.x_mm, beneath.y_mm), 2 * beneath.radius_mm
    _odd_at(monkeypatch, middle, wide_mm, sure=False, doubtful=True)
    monkeypatch.setattr(lying, "TUNING", replace(lying.TUNING, doubtful_frames=_SHORT))
    table = Table(kit)
    picture, true = table.camera.capture().picture, tell_truth(table.sim, "-")["pieces"]
    for _ in range(_SHORT - 1):
        assert isinstance(table.eye.look(picture.copy()), Moving)
    glance = table.eye.look(picture.copy())
    assert isinstance(glance, Still)
    seen = glance.reading.places
    assert "T20" in [sight.place for sight in seen if sight.covered]
    assert all(sight.covered or sight.best == true.get(sight.place, "") for sight in seen)
    assert sum(sight.covered for sight in seen) < 5


def test_what_something_lies_on_is_covered_until_the_board_is_moved(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cup is passed over like gloss, and hides its place; after a push it may be a hand."""
    beneath = kit.board.by_name["T20"]
    _odd_at(monkeypatch, (beneath.x_mm, beneath.y_mm), 2 * beneath.radius_mm, sure=False)
    table = Table(kit)
    picture = table.camera.capture().picture
    for _ in range(_LONG):
        glance = table.eye.look(picture.copy())
    assert isinstance(glance, Still)
    assert {sight.place for sight in glance.reading.places if sight.covered} == {"T20"}
    table.sim.bump(2.5, -1.5, 0.6)
    assert isinstance(table.look(), Moving)


def test_what_a_hand_hides_is_covered_and_the_rest_is_read(kit: Print) -> None:
    """Under a hand places are covered; beside it every one is read right, or covered."""
    table = Table(kit)
    table.sim.hand_in("T20")
    _, looked, reading = table.eye.examine(table.camera.capture().picture)
    assert looked.hands is not None
    true = tell_truth(table.sim, "-")
    hidden = set(true["occluded"])
    seen = {sight.place: sight for sight in reading.places}
    assert hidden
    assert sum(seen[place].covered for place in hidden) >= 0.8 * len(hidden)
    assert sum(sight.covered for sight in seen.values()) < len(hidden) + 10
    for place, sight in seen.items():
        if place not in hidden and not sight.covered:
            assert sight.best == true["pieces"].get(place, ""), sight


def test_a_picture_with_a_hand_is_not_kept_with_the_reading_before_it(kit: Print) -> None:
    """Else the hand would be learnt as the look of the board that was read before it came."""
    table = Table(kit)
    assert isinstance(table.look(), Still)
    assert table.eye.last_look is not None
    table.sim.hand_in("T20")
    look = table.look()
    assert isinstance(look, Moving)
    assert look.hand
    assert table.eye.last_look is None


def test_a_bumped_board_is_followed(kit: Print) -> None:
    """After a push of some millimetres every place is read right at once."""
    table = Table(kit)
    table.check()
    table.sim.bump(2.5, -1.5, 0.6)
    table.check()


def test_a_dark_picture_is_a_lost_board(kit: Print) -> None:
    """Without light the board is lost, and found again afterwards."""
    table = Table(kit)
    table.check()
    table.sim.faults = {faults.BLACK: 1.0}
    assert isinstance(table.look(), Lost)
    table.sim.faults = {}
    table.check()


def test_every_face_is_told(kit: Print) -> None:
    """The top card is read, whatever lies beneath it."""
    table = Table(kit)
    for card in kit.game.cards:
        table.sim.lay(card)
        reading = table.reading()
        assert reading.card is not None
        assert reading.card.best == card


def test_a_pawn_beside_its_place_is_named(kit: Print) -> None:
    """A pawn that stands on no place is seen, with its colour."""
    table = Table(kit)
    table.sim.lift("T20")
    table.sim.put_at("green", 120.0, 200.0)
    strays = table.reading().strays
    assert [stray.piece for stray in strays] == ["green"]
    assert abs(strays[0].x_mm - 120) < 4
    assert abs(strays[0].y_mm - 200) < 4


@sampled(4)
@pytest.mark.parametrize("hole", ["T10", "T42"])
@pytest.mark.parametrize("colour", ["red", "yellow"])
def test_a_pawn_at_the_edge_of_its_place_fills_no_hole_beside_it(
    kit: Print, hole: str, colour: str
) -> None:
    """The side of a pawn that nearly touches a hole is no pawn turned over in it."""
    table = Table(kit)
    board = kit.board
    table.sim.lift(f"{colour}.N1")
    empty, beside = board.by_name[hole], board.by_name[f"T{int(hole[1:]) + 1}"]
    table.sim.put_at(
        colour,
        beside.x_mm + 0.3 * (empty.x_mm - beside.x_mm),
        beside.y_mm + 0.3 * (empty.y_mm - beside.y_mm),
    )
    table.check()


def test_places_beside_the_picture_are_covered(kit: Print) -> None:
    """What a far push takes out of the camera's sight is called covered, not misread."""
    table = Table(kit)
    table.check()
    table.sim.bump(120, 0, 0)
    covered = {sight.place for sight in table.reading().places if sight.covered}
    assert {"T46", "T50", "T54"} <= covered
