"""Going through the set-up by touch: what it asks, what it writes, that nothing is needed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from hardware.clock import ManualClock
from hardware.ports import AvailableCamera, Frame
from tablet_companion.app.start.program import is_new
from tablet_companion.config import Settings, played_file
from tablet_companion.config.reading import read_settings
from tablet_companion.games.core import Message
from tablet_companion.kit.offers import list_offers
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Group, Page, texts
from tablet_companion.screen.toolkit.local import NOTICED_S
from tablet_companion.screen.toolkit.window import Dragged, Happening, Pressed, Released
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.camera_page import CameraStep
from tablet_companion.setup.pages.desk import Desk, SetupPlatform, Step
from tablet_companion.setup.pages.firststart import GameStep, LanguageStep, ScreenStep
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.pages.route import plan_steps
from tablet_companion.setup.pages.wizard import HELD_S, REPEAT_S, STICK_S, Wizard, take
from tablet_companion.setup.parts import camera_feed
from tablet_companion.setup.parts.pageparts import Does, Key
from tests.screen.checks import unread
from tests.setup.keys import BOARD, GAME, list_keys, no_camera, touch


def test_every_step_can_be_skipped(desk: Desk, tmp_path: Path) -> None:
    """One touch a step leads to the end; only that it was gone through is written, once."""
    wizard, touches = Wizard(desk, plan_steps(desk)), 0
    while wizard.open:
        touch(wizard, Does("on"))
        touches += 1
    wizard.close()
    assert touches == len(plan_steps(desk))
    text = (tmp_path / "settings.toml").read_text()
    assert "# mine" in text
    assert "# the baby sleeps" in text
    assert read_settings(tmp_path / "settings.toml").set_up
    assert "dpi" not in text


def test_language_and_screen_are_written(desk: Desk, tmp_path: Path) -> None:
    """What is touched is in the file, and on the page at once; the rest of the file is kept."""
    wizard = Wizard(desk, [LanguageStep(desk), ScreenStep(desk)])
    touch(wizard, Does("language", "fr"))
    assert desk.look.words.language == "fr"
    touch(wizard, Does("on"))
    touch(wizard, Does("turn"))
    assert desk.look.theme.size == (480, 800)
    line = wizard.step._line()  # type: ignore[attr-defined]  # a screen step, as was asked
    wizard.press(line.x + 250, line.y - 5)
    kept = read_settings(tmp_path / "settings.toml")
    assert (kept.language, kept.voice.volume, kept.sound) == ("fr", 40, False)
    assert kept.screen.turned == 90
    assert kept.screen.dpi == pytest.approx(250 / 50 * 25.4, abs=0.1)


def test_settings_that_cannot_be_written_hold_until_the_end(tmp_path: Path) -> None:
    """A disk that is read-only is said, and the page speaks the new language all the same."""
    platform = SetupPlatform(ManualClock(), no_camera, folder=tmp_path)
    (tmp_path / "file").write_text("")
    desk = Desk(Settings(), tmp_path / "file" / "settings.toml", GAME, BOARD, platform)
    wizard = Wizard(desk, [LanguageStep(desk)])
    touch(wizard, Does("language", "de"))
    assert desk.look.words.language == "de"
    desk.platform.clock.advance(STICK_S)  # type: ignore[attr-defined]  # a manual clock
    wizard.look()
    assert "nicht speichern" in " ".join(one.text for one in texts(wizard.step.page().items))
    touch(wizard, Does("on"))
    assert isinstance(wizard.step, LanguageStep)
    desk.platform.clock.advance(STICK_S)  # type: ignore[attr-defined]  # a manual clock
    wizard.look()
    assert isinstance(wizard.step, LanguageStep), "once is enough"
    (tmp_path / "file").unlink()
    (tmp_path / "file").mkdir()
    touch(wizard, Does("on"))
    kept = read_settings(tmp_path / "file" / "settings.toml")
    assert (kept.language, kept.set_up) == ("de", True), "with room again, all of it is written"


def test_what_was_chosen_is_saved_by_itself_once_there_is_room(tmp_path: Path) -> None:
    """Nobody has to touch anything more: the person who made room may pull the plug next."""
    path = tmp_path / "settings.toml"
    path.mkdir()
    platform = SetupPlatform(ManualClock(), no_camera, folder=tmp_path)
    desk = Desk(Settings(), path, GAME, BOARD, platform)
    wizard = Wizard(desk, [LanguageStep(desk)])
    wizard.step.obey(Does("language", "de"))
    assert desk.is_unsaved
    path.rmdir()
    platform.clock.advance(STICK_S)  # type: ignore[attr-defined]  # a manual clock
    wizard.look()
    assert not desk.is_unsaved
    assert read_settings(path).language == "de"


def test_settings_that_are_harmed_are_kept_beside_those_that_are_chosen_now(tmp_path: Path) -> None:
    """The page asked for room on the disk, and nothing on the screen could mend them."""
    path = tmp_path / "settings.toml"
    path.write_text('language = "fr"\ncamera = "us')
    desk = Desk(Settings(), path, GAME, BOARD, SetupPlatform(ManualClock(), no_camera))
    desk.put(language="de")
    assert not desk.is_unsaved
    assert read_settings(path).language == "de"
    assert "fr" in (tmp_path / "settings.toml.harmed").read_text()


def test_a_camera_that_fails_keeps_nobody(desk: Desk) -> None:
    """Without a picture there is the way on, and the way back."""
    desk.settings = Settings(camera="usb:3")
    wizard = Wizard(desk, plan_steps(desk)[2:3])
    assert {does.what for _, does in list_keys(wizard.step)} >= {"on", "back"}
    wizard.close()


class Brief:
    """A camera that gives one picture, and has people look elsewhere at the next."""

    def __init__(self, stopped: Event) -> None:
        """Take what they stop it with."""
        self._stopped, self._taken = stopped, False

    def capture(self) -> Frame:
        """Return a picture."""
        if self._taken:
            self._stopped.set()
        self._taken = True
        return Frame(np.zeros((60, 80, 3), np.uint8), 0.0, "1")

    def close(self) -> None:
        """Let go of nothing."""


def test_a_camera_may_come_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is plugged in at first, and the page says so; the one that comes is used, and kept."""
    monkeypatch.setattr(camera_feed, "RETRY_S", 0.0)
    stopped, said = Event(), list[object]()
    late = iter([(), (), (AvailableCamera("usb:2", "A"), AvailableCamera("usb:4", "B"))])

    def find() -> tuple[AvailableCamera, ...]:
        said.append(opened.feed.trouble)
        return next(late)

    platform = SetupPlatform(ManualClock(), lambda _: Brief(stopped), find, folder=tmp_path)
    opened = Desk(Settings(camera=""), tmp_path / "settings.toml", GAME, BOARD, platform)
    opened.feed._run("", stopped)
    assert said == [None, camera_feed.NO_CAMERA, camera_feed.NO_CAMERA]
    step = CameraStep(opened)
    step.see(opened.see())
    assert read_settings(tmp_path / "settings.toml").camera == "usb:2"
    assert Does("other") in [does for _, does in list_keys(step)]


def test_the_game_is_chosen_before_its_board(desk: Desk) -> None:
    """What is printed or taught after that is the board of that game."""
    desk.settings = Settings(camera="")
    wizard = Wizard(desk, plan_steps(desk))
    while not isinstance(wizard.step, GameStep):
        touch(wizard, Does("on"))
    touch(wizard, Does("game", "agent"))
    assert (desk.game.name, desk.board.name, desk.look.board.name) == ("agent", "Agent", "Agent")
    wizard.close()


def test_games_are_chosen_by_their_boards_or_none_is(desk: Desk) -> None:
    """As at the start of a game; who will teach a board without rules is not made to choose one."""
    desk.settings = Settings(camera="")
    step = GameStep(desk)
    step.enter()
    page = step.page()
    boards = [item for item in page.items if isinstance(item, Group)]
    assert len(boards) >= len(list_offers())
    assert "None of these" in {text.text for text in texts(page.items)}
    assert list(unread(page)) == []


def test_teaching_is_reached_from_the_board(desk: Desk) -> None:
    """The key leads to the corners; from there the way back leads to the key again."""
    wizard = Wizard(desk, [BoardStep(desk)])
    touch(wizard, Does("teach"))
    assert isinstance(wizard.step, CornersStep)
    touch(wizard, Does("back"))
    assert isinstance(wizard.step, BoardStep)
    touch(wizard, Does("on"))
    assert not wizard.open


def test_what_was_learnt_while_playing_can_be_forgotten(desk: Desk) -> None:
    """The key is there only while there is something; the taught board stays beside it."""
    forget = Does("forget")
    step = BoardStep(desk)
    assert forget not in [does for _, does in list_keys(step)]
    kept = played_file(GAME.name, None, desk.platform.folder)
    kept.parent.mkdir(parents=True)
    kept.write_text("{}")
    wizard = Wizard(desk, [step])
    touch(wizard, forget)
    assert kept.exists(), "one touch is not enough"
    touch(wizard, Does("stay"))
    touch(wizard, forget)
    touch(wizard, Does("forget", "sure"))
    assert not kept.exists()
    assert forget not in [does for _, does in list_keys(step)]


def test_a_plug_pulled_in_the_middle_leads_back_to_the_pages(desk: Desk, tmp_path: Path) -> None:
    """The camera is written already; the game that was chosen is remembered, too."""
    desk.use("usb:0")
    wizard = Wizard(desk, plan_steps(desk))
    while not isinstance(wizard.step, CameraStep):
        if isinstance(wizard.step, GameStep):
            touch(wizard, Does("game", "agent"))
        touch(wizard, Does("on"))
    kept = read_settings(tmp_path / "settings.toml")
    assert kept.camera == "usb:0"
    assert is_new(kept)
    assert kept.game == "agent"
    while wizard.open:
        touch(wizard, Does("on"))
    assert not is_new(read_settings(tmp_path / "settings.toml"))


class Batch:
    """A window in which all of this happened since it was asked last."""

    def __init__(self, *happened: Happening) -> None:
        """Take what happened."""
        self._happened = happened

    def happenings(self) -> Iterator[Happening]:
        """Yield it."""
        yield from self._happened


def test_a_quick_tap_lets_go_again(desk: Desk) -> None:
    """A finger that comes and goes while the page is painted holds nothing afterwards."""
    held: list[str] = []

    class Feeling(LanguageStep):
        def press(self, x: float, y: float) -> None:
            held.append(f"press at {x}, {y}")

        def release(self) -> None:
            held.append("release")

    wizard = Wizard(desk, [Feeling(desk)])
    batch: Any = Batch(Pressed(1, 1), Released(), Pressed(1, 1))
    assert take(batch, wizard, None)
    assert held == ["press at 1, 1", "release"], "the second was meant for a page not seen yet"


def test_what_happens_after_the_last_page_is_nobodys(desk: Desk) -> None:
    """The finger is lifted when the last page is gone already."""
    wizard = Wizard(desk, [LanguageStep(desk)])
    ((box, _),) = [key for key in list_keys(wizard.step) if key[1] == Does("on")]
    batch: Any = Batch(Pressed(*box.centre), Dragged(*box.centre), Released())
    assert take(batch, wizard, None)
    assert not wizard.open


class Turning(Step):
    """A page that changes by itself: the next picture is asked for."""

    picture = "first"

    def __init__(self, desk: Desk) -> None:
        """Have taken nothing."""
        super().__init__(desk)
        self.taken: list[object] = []

    def page(self) -> Page:
        """Return a page with a key that takes the picture."""
        key: Key = ("Take it now", Does("take", self.picture), Weight.PLAIN)
        return self.lay(Message("Now."), (key,))

    def obey(self, does: Does) -> None:
        """Take it."""
        self.taken.append(does.value)


def test_a_touch_meant_for_the_page_before_does_nothing(desk: Desk) -> None:
    """The page changed as the finger came down; after a moment the same key works."""
    step = Turning(desk)
    wizard = Wizard(desk, [step])
    wizard.show()
    ((box, _),) = list_keys(step)
    step.picture = "second"
    wizard.show()
    wizard.press(*box.centre)
    assert step.taken == []
    desk.platform.clock.advance(NOTICED_S)  # type: ignore[attr-defined]  # a manual clock
    wizard.press(*box.centre)
    wizard.press(*box.centre)
    assert step.taken == ["second", "second"]


@pytest.mark.parametrize("ends", ["released", "dragged off"])
def test_a_key_that_is_held_goes_on_changing_its_number(desk: Desk, ends: str) -> None:
    """Ten times in a second, after a moment; a touch is a touch, and nothing goes on by itself."""
    wizard, clock = Wizard(desk, [ScreenStep(desk)]), desk.platform.clock
    before = desk.settings.screen.dpi

    def count(seconds: float) -> int:
        clock.advance(seconds)  # type: ignore[attr-defined]  # a manual clock
        wizard.look()
        return round(math.log(desk.settings.screen.dpi / before, 1.01))

    touch(wizard, Does("longer", 1), held=True)
    assert [count(HELD_S / 2), count(HELD_S)] == [1, 2]
    assert [count(REPEAT_S + 0.01) for _ in range(3)] == [3, 4, 5]
    if ends == "released":
        wizard.release()
    else:
        wizard.drag(1.0, 1.0)
    assert [count(1.0) for _ in range(3)] == [5] * 3
