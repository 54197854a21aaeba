"""The self-test on the screen: everything is tried, and the game does not notice."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.ports import CameraError, CameraTrouble, Frame, SwitchStates
from hardware.signals import ACCEPTED, OBJECTION
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.referee.model.events import Pause
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.pages.trial import (
    BoardBody,
    CameraBody,
    RowsBody,
    TouchBody,
    TrialPanel,
    Trying,
)
from tablet_companion.screen.toolkit.drawing import Image
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.orders import (
    Corner,
    LeaveTrial,
    OpenTrial,
    Section,
    TouchCorner,
    TrySection,
)
from tablet_companion.selfcheck.checks import ALL_S, LAMP_S, LIGHT_S, TONE_S, Equipment
from tablet_companion.selfcheck.checkup import Checkup
from tablet_companion.selfcheck.sighting import READ_S, Sighting
from tablet_companion.session.cues import SOUNDS
from tablet_companion.simulator.house import FRAME_S
from tests.app.conftest import Opened
from tests.app.table import PINS, Scene, touch
from tests.expected import expect, present
from tests.screen.machine import equipment

# --- what is tried, told the time -----------------------------------------------------------------


def test_one_lamp_flashes_at_a_time_and_round_and_round() -> None:
    """Each three times in its turn; the page names the one that does, and ticks those that did."""
    lamps = (ACCEPTED, OBJECTION)
    begun = Checkup(Equipment(lamps), 0.0).turn_to(Section.LAMPS, 10.0)
    for turn in range(3):
        at = 10.0 + LAMP_S * turn
        flashes = [begun.outputs(at + 0.1 + 0.5 * n).lamps for n in range(3)]
        now = lamps[turn % 2]
        assert flashes == [{now: 1.0}] * 3
        between, after = begun.outputs(at + 0.35), begun.outputs(at + LAMP_S - 0.1)
        assert between.lamps == after.lamps == {now: 0.0}
        body = expect(RowsBody, begun.body(at))
        states = [row.state for row in body.rows]
        assert states.index(Trying.NOW) == turn % 2
        assert (Trying.DONE in states) == (turn > 0)


def pitch(checkup: Checkup, now_s: float) -> float:
    """Return what sounds."""
    return checkup.outputs(now_s).pitch_hz


def test_every_sound_is_heard_once() -> None:
    """One after the other, then silence however long nobody goes on; again on demand."""
    begun = Checkup(Equipment(sounds=True), 0.0).turn_to(Section.TONES, 5.0)
    pitches = [pitch(begun, 5.0 + TONE_S * n + 0.01) for n in range(len(SOUNDS))]
    assert all(pitches)
    assert [pitch(begun, 5.0 + TONE_S * n - 0.1) for n in range(1, 9)] == [0.0] * 8
    assert pitch(begun, 5.0 + TONE_S * len(SOUNDS) + 0.01) == 0.0
    assert begun.turn_to(Section.TONES, 99.0).outputs(99.01).pitch_hz == pitches[0]
    assert max(sound.melody.length_s for sound in SOUNDS) < TONE_S


def test_a_light_goes_round_under_the_board_and_then_all_shine() -> None:
    """No place is left out; a hole that is closed shines besides; elsewhere the board is dark."""
    lights, in_all = equipment().lights, round(ALL_S / LIGHT_S)
    begun = Checkup(equipment(), 0.0).turn_to(Section.BOARD, 0.0)
    shown = [set(begun.outputs(LIGHT_S * (n + 0.5)).lights) for n in range(len(lights) + in_all)]

    assert shown == [*({place} for place in lights), *[set(lights)] * in_all]
    hole = equipment().switches[0]
    closed = begun.with_switches(SwitchStates(0.0, {hole: (True, 0.0)}))
    assert set(closed.outputs(LIGHT_S * 0.5).lights) == {lights[0], hole}
    assert closed.turn_to(Section.TOUCH, 1.0).outputs(1.0).lights == {}


def test_a_switch_is_well_once_it_has_closed_and_opened() -> None:
    """Beginning again forgets what was tried, and knows how the switches stand."""
    hole, other = equipment().switches[:2]
    begun = Checkup(equipment(), 0.0).turn_to(Section.BOARD, 0.0)
    for closed in ({hole, other}, {other}):
        states = {place: (place in closed, 0.0) for place in (hole, other)}
        begun = begun.with_switches(SwitchStates(0.0, states))
    body = expect(BoardBody, begun.body(0.0))
    assert body.closed == {Place(other)}
    assert body.well == {Place(hole)}
    again = expect(BoardBody, begun.turn_to(Section.BOARD, 1.0).body(1.0))
    assert again.closed == {Place(other)}
    assert not again.well


def test_what_a_table_lacks_is_not_tried() -> None:
    """Every section but the touchscreen's says so."""
    bare = Checkup(Equipment(), 0.0)
    bodies = {section: bare.turn_to(section, 0.0).body(0.0) for section in Section}
    assert {section for section, body in bodies.items() if body is not None} == {Section.TOUCH}
    assert bare.outputs(0.0).lamps == {}
    assert bare.turn_to(Section.TONES, 0.0).outputs(0.01).pitch_hz == 0.0


# --- the camera -----------------------------------------------------------------------------------


class Looker:
    """A camera and a reader that a test leads."""

    def __init__(self, scene: Scene) -> None:
        self.source = scene.station.source
        self.error: CameraError | None = None
        self.frames = self.points = 0

    def point(self, frame: Frame) -> tuple[()]:  # noqa: ARG002
        """Count it."""
        self.points += 1
        return ()

    def frame(self) -> Frame:
        """Return a real frame, or fail."""
        self.frames += 1
        if self.error is not None:
            raise self.error
        return self.source.frame()


def test_the_picture_goes_on_while_the_places_are_found_now_and_then(scene: Scene) -> None:
    """Finding takes time, and a camera that fails is not hammered."""
    looker, clock = Looker(scene), ManualClock()
    sighting = Sighting(clock)
    for _ in range(20):
        sighting.look(looker.frame, looker.point)
        clock.advance(READ_S / 10)
    assert (looker.frames, looker.points) == (20, 2)
    looker.error = CameraError("It is gone.", CameraTrouble.UNPLUGGED)
    for _ in range(20):
        sighting.look(looker.frame, looker.point)
        clock.advance(READ_S / 10)
    assert looker.frames == 21
    assert sighting.body.shot is None
    assert sighting.body.trouble is not None
    looker.error = None
    clock.advance(2.0)
    sighting.look(looker.frame, looker.point)
    assert sighting.body.trouble is None
    sighting.rest()
    assert sighting.body == CameraBody()


# --- at a whole table -----------------------------------------------------------------------------


def shown(scene: Scene) -> object:
    """Return what the screen shows."""
    return scene.station.loop._display.shown


def kept(folder: Path) -> dict[str, bytes]:
    """Return everything on the disk."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def paused(scene: Scene) -> None:
    """Pause the game."""
    scene.station.loop.touch(Pause())
    scene.pass_time(0.5)


def body(scene: Scene) -> object:
    """Return what is tried now."""
    panel = expect(TrialPanel, shown(scene))
    return panel.body


def test_the_game_does_not_notice(scene: Scene) -> None:
    """Pawns are moved, buttons pressed, minutes pass: table, journal and page are as before."""
    paused(scene)
    table, page, disk = scene.table, shown(scene), kept(scene.journals)
    touch(scene.station, OpenTrial())
    scene.sim.lay("5")
    for section in Section:
        scene.station.loop._touched(TrySection(section))
        scene.press("take_back")
        scene.drag("red.nest", "T0")
        scene.pass_time(3)
        assert isinstance(shown(scene), TrialPanel)
    scene.clock.advance(600)
    touch(scene.station, LeaveTrial())
    assert (scene.table.state, scene.table.past) == (table.state, table.past)
    assert shown(scene) == page
    assert kept(scene.journals) == disk


def test_lamps_and_lights_are_the_trials_and_then_the_games_again(scene: Scene) -> None:
    """The lamp of the player on turn goes out for the trial, and shines when it is left."""
    paused(scene)
    before = {lamp for lamp in PINS if scene.lit(lamp)}
    assert before
    touch(scene.station, OpenTrial())
    seen = []
    for _ in range(round(LAMP_S * len(PINS) / FRAME_S) + 2):
        scene.pass_time(FRAME_S)
        seen.append(frozenset(lamp for lamp in PINS if scene.lit(lamp)))
    assert set(seen) == {frozenset(), *(frozenset([lamp]) for lamp in PINS)}
    touch(scene.station, TrySection(Section.TONES))
    touch(scene.station, TrySection(Section.BUTTONS))
    touch(scene.station, TrySection(Section.BOARD))
    scene.pass_time(1)
    assert scene.controller.shining()
    touch(scene.station, LeaveTrial())
    scene.pass_time(0.2)
    assert {lamp for lamp in PINS if scene.lit(lamp)} == before
    assert not scene.controller.shining(), "a pause lights nothing"


def test_buttons_switches_and_corners_get_their_ticks(scene: Scene) -> None:
    """A real pin falls, a pawn closes its hole's switch, a finger lies in a corner."""
    paused(scene)
    touch(scene.station, OpenTrial())
    scene.station.loop._touched(TrySection(Section.BUTTONS))
    scene.press("take_back")
    scene.pass_time(0.2)
    rows = expect(RowsBody, body(scene))
    states = [row.state for row in rows.rows]
    assert states == [Trying.WAITING, Trying.DONE, Trying.WAITING]
    hole = next(place.name for place in scene.sim.board.places if place.kind == "hole")
    scene.station.loop._touched(TrySection(Section.BOARD))
    scene.sim.put("red", hole)
    scene.pass_time(0.5)
    board = expect(BoardBody, body(scene))
    assert board.closed == {Place(hole)}
    scene.sim.lift(hole)
    scene.pass_time(0.5)
    board = expect(BoardBody, body(scene))
    assert not board.closed
    assert board.well == {Place(hole)}
    scene.station.loop._touched(TrySection(Section.TOUCH))
    for corner in Corner:
        touch(scene.station, TouchCorner(corner))
    felt = expect(TouchBody, body(scene))
    assert felt.touched == set(Corner)


def test_without_its_cable_the_board_is_not_connected(scene: Scene) -> None:
    """It says so, and shows the board as soon as the cable is in."""
    paused(scene)
    touch(scene.station, OpenTrial())
    scene.controller.plugged = False
    scene.pass_time(3)
    scene.station.loop._touched(TrySection(Section.BOARD))
    scene.pass_time(0.2)
    assert body(scene) is None
    scene.controller.plugged = True
    scene.pass_time(2)
    assert isinstance(body(scene), BoardBody)


def test_the_camera_shows_its_picture_and_the_places_found(scene: Scene) -> None:
    """Where the rings are drawn the pawns are; no look reaches the referee meanwhile."""
    paused(scene)
    touch(scene.station, OpenTrial())
    scene.station.loop._touched(TrySection(Section.CAMERA))
    thread = scene.station._camera
    assert thread._sighting is not None
    thread._stopped.set()  # it was never started: this only keeps its pauses from taking time
    assert thread._serve_sighting(thread._sighting)
    thread._stopped = threading.Event()
    scene.clock.advance(0.1)
    scene.station.loop.turn()
    seen = expect(CameraBody, body(scene))
    assert seen.shot is not None
    assert seen.trouble is None
    width = seen.shot.size[0]
    size = scene.sim.pose.size[0]
    spots = scene.sim.board.by_name
    assert len(seen.found) == len(spots)
    for one in seen.found:
        place = spots[one.sight.place]
        x, y = scene.sim.pose.project([[place.x_mm, place.y_mm]], 0.0)[0]
        assert (one.x * size, one.y * size) == pytest.approx((x, y), abs=size / width * 2)
    filled = sum(one.sight.best != EMPTY for one in seen.found)
    assert filled == 16
    items = present(scene.station.loop._display.window._shown)
    assert any(isinstance(item, Image) for item in items.items)
    scene.station.loop._touched(TrySection(Section.TOUCH))
    assert not thread._serve_sighting(thread._sighting)


def test_the_switches_as_they_stand_are_told_when_it_is_over(scene: Scene) -> None:
    """A pawn put into a hole meanwhile is known to the referee without being moved again."""
    paused(scene)
    touch(scene.station, OpenTrial())
    hole = next(place.name for place in scene.sim.board.places if place.kind == "hole")
    scene.sim.put("red", hole)
    scene.pass_time(1)
    assert not any(state for place, state, _ in scene.table.switches if place == hole)
    touch(scene.station, LeaveTrial())
    assert any(state for place, state, _ in scene.table.switches if place == hole)


def test_from_the_set_up_and_back_to_the_same_sheet(opened: Opened) -> None:
    """The set-up's last line leads there; the way back ends where it began."""
    scene = opened()
    scene.pass_time(0.5)
    assert scene.table.stage is Stage.SETUP
    display = scene.station.loop._display
    sheet = 0
    while not reaches(scene, OpenTrial()):
        sheet += 1
        touch(scene.station, Local(sheet=sheet))
    table, page = scene.table, display.window.pixels().copy()
    assert sheet > 0
    touch(scene.station, OpenTrial())
    scene.pass_time(1)
    touch(scene.station, LeaveTrial())
    # Switches are told anew, and what they say is the same.
    before, after = (one.but(now_s=0.0, switches=()) for one in (table, scene.table))
    assert after == before
    assert [here[:2] for here in scene.table.switches] == [here[:2] for here in table.switches]
    assert (display.window.pixels() == page).all()


def reaches(scene: Scene, order: object) -> bool:
    """Whether the page has something to touch that means this."""
    page = present(scene.station.loop._display.window._shown)
    return any(area.meaning == order for area in page.touches)
