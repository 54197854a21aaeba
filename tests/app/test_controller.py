"""Lights and switches under the board, from the settings to the simulated table and back."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pytest

from hardware.clock import SystemClock
from hardware.link.transport import Line, LineNameError
from hardware.simulated import faults
from tablet_companion.app.inbox import Failed, Inbox
from tablet_companion.app.wired.controller import ControllerThread, list_wired_places
from tablet_companion.config import ConfigError, ControllerSettings
from tablet_companion.config.reading import parse_settings
from tablet_companion.games.core import Place
from tablet_companion.journal import JournalError
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import MarkKind, ObjectionPanel, PlayPanel
from tablet_companion.referee.pages.panel import build_panel
from tests.app.table import Scene
from tests.hardware.link.process import FIRMWARE
from tests.patience import PATIENCE_S

BOARD = printed.board("agent_dog")
START = {place.colour: place.name for place in BOARD.places if place.kind == "start"}
MEETINGS = {place.name for place in BOARD.places if place.kind == "meeting"}


def over(scene: Scene, seconds: float) -> dict[str, int]:
    """Return how often each place was seen to shine in this many seconds."""
    counts: dict[str, int] = {}
    for _ in range(round(15 * seconds)):
        scene.pass_time(1 / 15)
        for place in scene.controller.shining():
            counts[place] = counts.get(place, 0) + 1
    return counts


def test_the_board_shows_whose_turn_it_is_and_where_people_meet(scene: Scene) -> None:
    """The start of the seat on turn shines most of the time, the meeting points wink."""
    counts = over(scene, 2)
    assert set(counts) == {START["red"], *MEETINGS}
    assert counts[START["red"]] > 25
    assert all(1 <= counts[place] <= 5 for place in MEETINGS)


def test_a_fault_blinks_where_it_is_until_it_is_mended(scene: Scene) -> None:
    """A pawn that left its nest with a 7 stands on a place that blinks fast; then it is dark."""
    scene.play("7", "red.nest", "T5")
    shown = build_panel(scene.table)
    assert isinstance(shown, ObjectionPanel)
    wrong = {mark.place for mark in shown.marks if mark.kind is MarkKind.WRONG} & set(BOARD.by_name)
    counts = over(scene, 2)
    assert wrong
    assert all(10 <= counts[place] <= 20 for place in wrong)
    home = next(
        spot for spot in scene.table.areas[Place("red.nest")] if not scene.sim.pawn_on(spot)
    )
    scene.drag("T5", home)
    scene.pass_time(2.5)
    assert not wrong & set(over(scene, 2))


def test_a_pulled_cable_stops_nothing_and_mends_itself(scene: Scene) -> None:
    """The game goes on without the board's lights, which come back and show where it is now."""
    scene.controller.plugged = False
    scene.play("13", "T0", "T13")
    assert scene.table.turn == "blue"
    assert scene.controller.shining() == {}
    assert scene.table.switches == ()
    scene.controller.plugged = True
    scene.pass_time(1)
    assert START["blue"] in over(scene, 1)
    assert scene.table.switches


def test_a_magnet_that_fell_out_is_said_and_does_not_stop_the_game(scene: Scene) -> None:
    """The page names the hole; the move into it is not accused, and the next one is judged."""
    scene.play("10", "T0", "T10")
    scene.turn_over("T10")
    scene.pass_time(2.5)
    scene.controller._contacts = lambda: 0  # type: ignore[method-assign]  # no switch closes now
    scene.pass_time(2)
    shown = build_panel(scene.table)
    assert isinstance(shown, PlayPanel)
    assert [message.text for message in shown.todo] == [
        "Camera and switch disagree about {place:the}. Is a pawn in it?"
    ]
    assert 4 <= over(scene, 2)["T10"] <= 8, "two flashes in two seconds"
    scene.play("13", "T16", "T29")
    assert scene.table.turn == "green"


def test_the_camera_s_fault_is_not_the_switches_(scene: Scene) -> None:
    """Without a picture the switches alone judge nothing."""
    scene.sim.faults = {faults.UNPLUGGED: 1.0}
    past = scene.table.past
    scene.sim.lift("T0")
    scene.sim.put("red", "T10", turned=True)
    scene.pass_time(4)
    assert scene.table.past == past


def test_a_full_disk_does_not_make_the_switches_stale(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the game stands still a pawn's leaving is heard nevertheless, and nothing is shown."""

    def full(*_: object) -> None:
        raise JournalError("The journal cannot be written (the disk is full); make room.")

    monkeypatch.setattr(scene.station.loop.session._keeper, "keep", full)
    scene.play("10", "T0", "T10")
    scene.turn_over("T10")
    scene.pass_time(2.5)
    notice = scene.station.window.pixels().copy()
    scene.sim.lift("T10")
    scene.pass_time(0.5)
    assert not any(state for _, state, _ in scene.table.switches)
    assert (scene.station.window.pixels() == notice).all()


def test_people_see_the_lights_and_the_camera_does_not(scene: Scene) -> None:
    """The window draws a ring round a place that shines; the picture that is read has none."""
    while START["red"] not in scene.controller.shining():  # it blinks
        scene.pass_time(0.1)
        assert scene.table.now_s < 60, "it never shines"
    seen = scene.window.camera().capture().picture
    drawn = scene.window.picture()
    x, y = (round(value) for value in scene._pixel(START["red"]))
    apart = np.abs(drawn[: len(seen)].astype(int) - seen).sum(axis=2) > 60
    assert apart[y - 40 : y + 40, x - 40 : x + 40].sum() > 100
    assert not apart[y - 5 : y + 5, x - 5 : x + 5].any(), "the pawn itself stays as it is"


# --- settings ----------------------------------------------------------------------------------


def test_the_order_is_the_board_s_or_the_owner_s() -> None:
    """LEDs follow the board file without its nests, switches its holes; or what is named."""
    lights, switches = list_wired_places(ControllerSettings(), BOARD)
    assert (len(lights), len(switches)) == (80, 16)
    assert lights[:3] == ("T0", "T1", "T2")
    assert switches[:2] == ("T2", "T6")
    named = ControllerSettings(lights=("T5", "red.N1"), switches=("T6",))
    assert list_wired_places(named, BOARD) == (("T5", "red.N1"), ("T6",))


def test_the_settings_that_the_readme_shows_are_enough() -> None:
    """They are accepted as they stand, and name a line; every setting it names is one."""
    text = FIRMWARE.with_name("README.md").read_text(encoding="utf-8")
    shown = re.search(r"^    (\[controller\]\n    .*)$", text, re.MULTILINE)
    assert shown
    settings = parse_settings(shown[1].replace("    ", ""), Path("settings.toml"))
    assert settings.controller == ControllerSettings(line="usb")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (ControllerSettings(lights=("T0", "T99")), r"controller\.lights: .* no place 'T99'"),
        (ControllerSettings(switches=("T2", "T2")), r"controller\.switches: T2 is named twice"),
    ],
)
def test_places_that_the_board_lacks_are_refused(
    settings: ControllerSettings, sentence: str
) -> None:
    """The sentence names the setting and the place."""
    with pytest.raises(ConfigError, match=sentence):
        list_wired_places(settings, BOARD)


def _underneath(opened: Callable[[str, int], Line], line: str | None = "usb") -> Inbox:
    """Start and stop what is underneath; return what it queued."""
    inbox: Inbox = SimpleQueue()
    underneath = ControllerThread(
        ControllerSettings(line=line), BOARD, opened, inbox, SystemClock()
    )
    underneath.start()
    if line is not None:
        inbox.put(inbox.get(timeout=PATIENCE_S))
    underneath.stop()
    underneath.stop()
    return inbox


def test_without_a_line_nothing_is_opened() -> None:
    """A table without a controller has no thread for it, and stopping it does no harm."""

    def unopened(_where: str, _baud: int) -> Line:
        raise AssertionError

    before = threading.active_count()
    assert _underneath(unopened, line=None).empty()
    assert threading.active_count() == before


def test_a_name_that_is_none_ends_the_program() -> None:
    """What the thread cannot mend reaches the loop, which raises it with its sentence."""

    def misspelt(where: str, _baud: int) -> Line:
        raise LineNameError(f"{where!r} names no serial line.")

    item = _underneath(misspelt).get_nowait()
    assert isinstance(item, Failed)
    assert isinstance(item.error, LineNameError)
