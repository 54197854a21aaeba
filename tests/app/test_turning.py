"""A boxed board that looks the same turned by half, its camera turned: the game goes on."""

from __future__ import annotations

import functools
from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from calibration.camera.lens import Pose
from calibration.finding.features import Art
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.taught.model import REFERENCE_PX_PER_MM
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.formats import encode_png
from hardware.ports import Frame
from hardware.simulated.table import SimulatedTable
from tablet_companion import games
from tablet_companion.app.sight.turning import Turning
from tablet_companion.games.core import Place, Seat
from tablet_companion.kit import printed
from tablet_companion.kit.boards import find_turns
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Begin, Choose, Event, Saw
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.simulator import house
from tablet_companion.simulator.house import House, Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board
from tests.amounts import sampled
from tests.setup.boxed import MAKES, OBLONG, lay_alike
from tools.truth import tell_truth

ROUND = MAKES[0]


@pytest.fixture(autouse=True)
def small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the camera deliver five pictures a second, as a small machine reads them."""
    monkeypatch.setattr(house, "FRAME_S", 1 / 5)


@functools.cache
def taught(coloured: bool) -> Print:
    """Return the board of another make, learnt from one picture of it in which it is bare."""
    board, renderer = lay_alike(ROUND, coloured=coloured)
    table = SimulatedTable(board, np.random.default_rng(0))
    picture = SimulatedCamera(table, renderer, ManualClock()).capture().picture
    top_left, top_right, right, left = tell_truth(table, "empty.png")["corners"]
    corners = (tuple(top_left), tuple(top_right), tuple(right), tuple(left))
    rows, columns = (round(side * REFERENCE_PX_PER_MM) for side in board.size_mm[::-1])
    drawn = np.full((rows, columns, 3), 200, np.uint8)
    lesson = Lesson(Label("empty.png", role="calibrate", corners=corners), picture)
    learnt = learn_board(board, [lesson], drawn).calibration
    faces = {card: encode_png(face) for card, face in printed.faces(ROUND.game).items()}
    kit = Print(games.load(ROUND.game), board, renderer)
    kit.__dict__["model"] = Model(msgspec.structs.replace(learnt, faces_png=faces))
    return kit


class Guests(House):
    """A referee at that board, whose camera can be turned by half."""

    def __init__(self, kit: Print, seed: int = 1) -> None:
        """Open a table, its camera upright."""
        super().__init__(kit, seed)
        self.upside_down = False
        self.turning = Turning(kit.board)
        self._event: Event | None = None
        capture = self._camera.capture

        def turned() -> Frame:
            frame = capture()
            if not self.upside_down:
                return frame
            turned = cv2.rotate(frame.picture, cv2.ROTATE_180)
            return replace(frame, picture=np.asarray(turned, np.uint8))

        self._camera.capture = turned  # type: ignore[method-assign]
        self.on_frame = self._tell
        self.restart()

    def restart(self) -> None:
        """Let a new reader look, that remembers nothing."""
        interpret = FrameInterpreter(self.kit.model, self.turning.follow)

        def noted(frame: Frame) -> Event:
            self._event = interpret(frame)
            return self._event

        self._interpret = noted  # type: ignore[assignment]

    def _tell(self) -> None:
        if isinstance(self._event, Saw):
            self.turning.hear(self._event, self.table)

    def begin(self) -> None:
        """Set the pawns out and begin."""
        self.touch(Choose("dealer", Seat("red")), Begin())
        self.hands.set_up(self.table.placement)
        self.watch(15)
        assert self.table.stage is Stage.PLAY

    def agrees(self) -> bool:
        """Whether the referee sees what is on record, and has nothing to say."""
        evidence = self.table.evidence
        assert evidence is not None
        return evidence.gap(self.table.placement) < 1 and isinstance(self.table.verdict, Quiet)


@sampled(2)
@pytest.mark.parametrize("coloured", [True, False])
def test_a_camera_that_is_turned_in_mid_game_is_noticed(*, coloured: bool) -> None:
    """By the print, or by where the pieces stand; before, each was read at the opposite place."""
    guests = Guests(taught(coloured))
    guests.begin()
    for upside_down in (True, False):
        guests.upside_down = upside_down
        guests.watch(30)
        assert guests.agrees(), guests.table.verdict
    assert {one.kind for one in guests.judged} <= {Kind.ACCEPTED}


@sampled(2)
@pytest.mark.parametrize("coloured", [True, False])
def test_a_camera_that_starts_again_upside_down_is_noticed(*, coloured: bool) -> None:
    """Also a board that cannot be told from itself turned is found at all; before, it was not."""
    guests = Guests(taught(coloured))
    guests.begin()
    for upside_down in (True, True, False):
        guests.upside_down = upside_down
        guests.restart()
        guests.watch(30)
        assert guests.agrees(), guests.table.verdict
    assert {one.kind for one in guests.judged} <= {Kind.ACCEPTED}


def test_a_board_pushed_aside_is_read_as_it_lay() -> None:
    """Nothing turned it: if it is searched again, the nearer of both ways is meant."""
    kit = taught(coloured=False)
    table = SimulatedTable(kit.board, np.random.default_rng(1))
    table.set_up({"T5": ("red", False), "T50": ("blue", False)})
    picture = SimulatedCamera(table, kit.renderer, ManualClock()).capture().picture
    reader = BoardReader(kit.learnt, still_frames=1, either_way=True)
    for quarters in (0, 2):
        reader.look(picture)
        reader.turn(quarters)
        before = reader.look(picture)
        after = reader.look(np.ascontiguousarray(np.roll(picture, 60, axis=1)))
        assert isinstance(before, Still)
        assert isinstance(after, Still)
        assert [one.best for one in after.reading.places] == [
            one.best for one in before.reading.places
        ]


def test_a_board_whose_print_tells_its_sides_is_not_turned() -> None:
    """Whatever the pieces tell: people have set them up at the wrong side."""
    kit = taught(coloured=True)
    reader = BoardReader(kit.learnt, still_frames=1, either_way=True)
    table = SimulatedTable(kit.board, np.random.default_rng(1))
    picture = SimulatedCamera(table, kit.renderer, ManualClock()).capture().picture
    reader.look(picture)
    assert reader.last_look is not None
    before = reader.last_look.fit
    reader.turn(2)
    assert reader.last_look is not None
    assert reader.last_look.fit == before


def test_which_way_a_board_lies_is_not_asked_while_nothing_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The comparison takes as long as a picture in which nothing has moved."""
    kit = taught(coloured=True)
    asked: list[Pose] = []
    monkeypatch.setattr(Art, "is_turned", lambda _art, _picture, pose: asked.append(pose))
    table = SimulatedTable(kit.board, np.random.default_rng(1))
    table.set_up({"T5": ("red", False), "T50": ("blue", False)})
    camera = SimulatedCamera(table, kit.renderer, ManualClock())
    reader = BoardReader(kit.learnt, still_frames=1, either_way=True)
    for _ in range(8):
        assert isinstance(reader.read(camera.capture().picture), Still)
    assert not asked
    reader.read(np.ascontiguousarray(np.roll(camera.capture().picture, 3, axis=1)))
    assert len(asked) == 1


def test_places_that_lie_on_places_are_found() -> None:
    """By halves and quarters; on an oblong board by halves only."""
    turns = find_turns(lay_alike(ROUND, coloured=False)[0])
    assert set(turns) == {1, 2, 3}
    assert turns[2][Place("T0")] == "T32"
    assert {turns[1][Place("T0")], turns[3][Place("T0")]} == {"T16", "T48"}
    assert set(find_turns(lay_alike(OBLONG, coloured=False)[0])) == {2}
