"""The loop hands events to the referee and carries out what it wants, devices included."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import cv2
import numpy as np
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from calibration.errors import CalibrationError
from hardware.cameras import open_camera
from hardware.cameras.folder import FolderCamera
from hardware.clock import ManualClock
from hardware.ports import Camera, CameraEnd, CameraError, Frame, NoSuchCamera
from hardware.signals import OBJECTION, turn_lamp
from tablet_companion.app.inbox import Inbox, Pushed, drain
from tablet_companion.app.sight.camera import CameraSource, CameraThread, Interpret
from tablet_companion.app.wired.buttons import interpret_press
from tablet_companion.games.core import Message, Seat
from tablet_companion.referee.model.events import (
    Answer,
    Begin,
    Blind,
    Busy,
    Event,
    GiveUp,
    GoOn,
    OpenBoard,
    Pause,
    Reveal,
    Saw,
)
from tablet_companion.referee.model.panels import (
    Button,
    HandOverPanel,
    HandPanel,
    PlayPanel,
    Weight,
)
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.warnings import LEARNING, LEARNS
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.orders import Knob, Tune
from tests.app.begun import Desk, begun
from tests.patience import PATIENCE_S
from tests.referee.looks import look


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Yield a desk at which a game has begun."""
    with begun() as desk:
        yield desk


def test_fingers_are_heard_while_the_camera_is_quicker_than_the_referee(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another look queued whenever one was thought about, a turn of the loop still ends."""
    handle, seen = desk.loop.handle, []

    def slowly(event: Event) -> None:
        handle(event)
        seen.append(event)
        assert len(seen) < 100, "the loop never comes round"
        desk.queue.put(replace(event, at_s=event.at_s + 1))

    monkeypatch.setattr(desk.loop, "handle", slowly)
    desk.queue.put(Busy(desk.clock.now_s()))
    for turn in range(3):
        desk.loop.turn()
        assert len(seen) == turn + 1


def test_looks_that_piled_up_are_one_look(desk: Desk) -> None:
    """The newest of looks alike counts; that a hand was there between them is not forgotten."""
    shown = look(desk.game.placement(desk.loop.session.table.state))
    events: list[Event] = [Saw(1, shown), Saw(2, shown), Busy(3), Busy(4), Saw(5, shown)]
    pushed = Pushed("confirm", 0.0)
    for item in (*events, pushed, Saw(6, shown), Saw(7, shown)):
        desk.queue.put(item)
    kept = [Saw(2, shown), Busy(4), Saw(5, shown), pushed, Saw(7, shown)]
    assert drain(desk.queue) == kept
    assert drain(desk.queue) == []


def test_a_fault_lights_the_lamp_and_changes_the_page(desk: Desk) -> None:
    """An illegal move makes the objection lamp flash, and the page says it in French."""
    before = desk.window.pixels().copy()
    state = desk.loop.session.table.state
    game = desk.game
    wrong = next(
        action
        for action in game.conceivable(state)
        if game.card_of(action) == "9"
        and game.judge(state, action)
        and game.attempted(state, action) != game.placement(state)
    )
    shown = look(game.attempted(state, wrong), card="9", pose=(0.0, 0.0, 0.0))
    seen = set()
    for _ in range(30):
        desk.pass_time(0.1, show=shown)
        seen.add(desk.lit(OBJECTION))
    assert isinstance(desk.loop.session.table.verdict, Objecting)
    assert seen == {True, False}, "it flashes"
    assert (desk.window.pixels() != before).any()


def test_the_turn_lamp_follows_the_turn(desk: Desk) -> None:
    """Exactly the lamp of the seat on turn is lit."""
    turn = desk.loop.session.table.turn
    lit = {seat for seat in ("red", "blue") if desk.lit(turn_lamp(seat))}
    assert lit == {turn} & {"red", "blue"}


def test_what_the_camera_thread_cannot_mend_is_raised_by_the_loop(desk: Desk) -> None:
    """A calibration that cannot be used ends the program with its sentence, not in silence."""

    def refuse() -> Interpret:
        raise CalibrationError("The calibration is broken.")

    def unopened() -> Camera:
        raise AssertionError

    thread = CameraThread(CameraSource(unopened, refuse, desk.clock), desk.queue)
    thread.start()
    thread.stop()
    with pytest.raises(CalibrationError, match="broken"):
        desk.loop.turn()


def test_an_unreadable_recorded_picture_is_passed_over(tmp_path: Path) -> None:
    """Between two good pictures a bad one is no blindness, and the recording does not restart."""
    blank = np.zeros((64, 64, 3), np.uint8)
    for name in ("1.png", "3.png"):
        cv2.imwrite(str(tmp_path / name), blank)
    (tmp_path / "2.png").write_bytes(b"no picture")
    clock, names = ManualClock(), list[str]()

    def note(frame: Frame) -> Event:
        names.append(frame.name)
        return Busy(frame.taken_s)

    source = CameraSource(lambda: FolderCamera(tmp_path, clock), lambda: note, clock)
    assert [type(source.look()) for _ in range(3)] == [Busy, type(None), Busy]
    with pytest.raises(CameraEnd):
        source.look()
    assert names == ["1.png", "3.png"]


def test_a_camera_that_failed_is_closed_and_opened_again() -> None:
    """A cable pulled out and put back needs no new start; the dead device is let go first."""
    opened, closed = list[int](), list[int]()

    class Loose:
        """Delivers one picture each time it is plugged in."""

        def __init__(self) -> None:
            self.pictures = [np.zeros((8, 8, 3), np.uint8)]
            opened.append(len(opened))

        def capture(self) -> Frame:
            if not self.pictures:
                raise CameraError("The cable is loose.")
            return Frame(self.pictures.pop(), 0.0, "1")

        def close(self) -> None:
            closed.append(len(closed))

    source = CameraSource(Loose, lambda: lambda frame: Busy(frame.taken_s), ManualClock())
    assert [type(source.look()) for _ in range(4)] == [Busy, Blind, Busy, Blind]
    assert opened == closed == [0, 1]


def test_no_button_shows_a_hand(desk: Desk) -> None:
    """Whoever presses the button in the frame need not hold the tablet: only a touch looks."""
    look = Button(Message("Touch to look"), Reveal(), Weight.MAIN)
    assert interpret_press("confirm", HandOverPanel(Seat("red"), Message("Red"), (look,))) is None
    panel = build_panel(desk.loop.session.table)
    begin = replace(panel, buttons=(replace(look, intent=Begin()),))
    assert interpret_press("confirm", begin) == Begin()


def test_a_failing_camera_makes_the_table_blind() -> None:
    """A camera that cannot be opened is reported as blindness, not as an error of the program."""
    queue: Inbox = SimpleQueue()

    def refuse() -> Camera:
        raise CameraError("no camera")

    def unread(frame: Frame) -> Event:
        raise AssertionError(frame)

    thread = CameraThread(CameraSource(refuse, lambda: unread, ManualClock()), queue)
    thread.start()
    events = [queue.get(timeout=PATIENCE_S) for _ in range(2)]
    thread.stop()
    assert [one.reason for one in events if isinstance(one, Blind)] == [LEARNING, "camera"]


def test_the_page_says_that_a_board_is_still_learnt(desk: Desk) -> None:
    """It takes a Pi a while, in which only the simulated table's window told why nothing moved."""
    learnt = threading.Event()

    def learn() -> Interpret:
        learnt.wait(PATIENCE_S)
        raise CalibrationError("enough")

    def unopened() -> Camera:
        raise AssertionError

    thread = CameraThread(CameraSource(unopened, learn, desk.clock), desk.queue)
    thread.start()
    desk.loop.turn()
    page = build_panel(desk.loop.session.table)
    assert isinstance(page, PlayPanel)
    assert page.unseen == Message(LEARNS)
    learnt.set()
    thread.stop()


def test_a_misspelt_camera_is_no_blindness() -> None:
    """Trying again would be vain: the program ends with a sentence, and does not stay silent."""
    source = CameraSource(
        lambda: open_camera("nonsense:0", ManualClock()), lambda: _unread, ManualClock()
    )
    with pytest.raises(NoSuchCamera, match="nonsense:0"):
        source.look()


def _unread(frame: Frame) -> Event:
    raise AssertionError(frame)


def spot_of(desk: Desk, intent: object) -> tuple[float, float]:
    """Return where the page that is shown has the key of an intent."""
    display = desk.loop._display
    assert display.panel is not None
    page = scenes.page(display.panel, display.look)
    return next(touch.box.centre for touch in page.touches if touch.meaning == intent)


def test_a_touch_does_not_hit_a_key_that_was_not_there_yet(desk: Desk) -> None:
    """Whoever touches sooner than he can see means the page before; a little later it counts."""
    desk.pass_time(1)
    display = desk.loop._display
    spot = spot_of(desk, Pause())
    assert display.interpret_touch(*spot) == Pause()
    desk.loop.touch(Pause())
    assert spot == spot_of(desk, GoOn())
    for late_s in (0.0, 0.1, 0.2):
        desk.clock.advance(late_s)
        assert display.interpret_touch(*spot) is None
    board = spot_of(desk, OpenBoard())
    assert display.interpret_touch(*board) == OpenBoard(), "it was there before, too"
    desk.clock.advance(0.2)
    assert display.interpret_touch(*spot) == GoOn()


def test_the_sound_can_be_turned_down_as_fast_as_fingers_go(desk: Desk) -> None:
    """Each touch changes what the key would set, and yet the next one counts at once."""
    desk.loop.touch(Pause())
    desk.clock.advance(1)
    display = desk.loop._display
    assert display.panel is not None
    for level in (80, 60, 40):
        page = scenes.page(display.panel, display.look)
        (spot,) = [t.box.centre for t in page.touches if t.meaning == Tune(Knob.VOLUME, level)]
        meant = display.interpret_touch(*spot)
        assert meant == Tune(Knob.VOLUME, level)
        display.look = replace(display.look, volume=level)
        desk.clock.advance(0.2)


def test_a_wired_button_does_not_answer_what_nobody_has_read(desk: Desk) -> None:
    """A page that appears under the hand is not confirmed by a press meant for another."""
    desk.pass_time(1)
    display = desk.loop._display
    assert display.interpret_button("referee") == Pause()
    desk.loop.touch(Pause())
    assert display.interpret_button("confirm") is None
    assert display.interpret_button("referee") is None
    desk.clock.advance(0.5)
    assert display.interpret_button("confirm") == GoOn()
    assert display.interpret_button("referee") == GoOn()


def test_cards_can_be_entered_as_fast_as_fingers_go(desk: Desk) -> None:
    """Each touch of a hand changes the page, and yet the next one counts at once."""
    for intent in (GiveUp(), Answer(1), Reveal()):
        desk.loop.touch(intent)
    desk.clock.advance(1)
    display = desk.loop._display
    shown = display.panel
    assert isinstance(shown, HandPanel)
    for count, card in enumerate(shown.cards[:3], start=1):
        page = scenes.page(shown, display.look, display._local)
        keys = [t for t in page.touches if isinstance(t.meaning, Local)]
        key = next(t for t in keys if t.meaning == Local(cards=(*display._local.cards, card)))
        assert display.interpret_touch(*key.box.centre) is None
        assert len(display._local.cards) == count
        desk.clock.advance(0.1)
