"""The table's voice: each page's headline once, while the page is there, and no secret."""

from __future__ import annotations

import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tablet_companion.app.wired.voice import AGAIN_S, HEARD_S, SETTLED_S, Voice
from tablet_companion.config import VoiceSettings
from tablet_companion.games.core import Message, Seat
from tablet_companion.kit import printed
from tablet_companion.referee.model.effects import Language
from tablet_companion.referee.model.events import Answer, GiveUp, Pause, Reveal
from tablet_companion.referee.model.notes import NEVER_AT_REST
from tablet_companion.referee.model.panels import HandPanel, PlayPanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit.orders import OpenTrial
from tablet_companion.simulator.house import Print
from tests.app import table
from tests.app.table import Scene, touch
from tests.app.voices import ToldSpeaker
from tests.screen.situations import situations

TURN = "Blue, lay a card and move."
BOARD = printed.board("agent_dog")
EVERYTHING = VoiceSettings()


class Screen:
    """A voice before a screen that shows what it is told to."""

    def __init__(self, wanted: VoiceSettings = EVERYTHING) -> None:
        """Begin with nothing on the screen, at second 0."""
        self.told = ToldSpeaker()
        self.voice = Voice(self.told, wanted, BOARD)
        self.now_s = 0.0

    def show(self, shown: Shown | str, seconds: float = 1.0, language: str = "en") -> list[str]:
        """Show a page, or a situation by its name, and return what was said of it."""
        panel = situations()[shown][0] if isinstance(shown, str) else shown
        before = len(self.told.said)
        for _ in range(max(1, round(seconds * 20))):
            self.voice.follow(panel, language, self.now_s)
            self.now_s += 0.05
        return self.told.texts[before:]


def play_panel() -> PlayPanel:
    """Return a page of a game under way."""
    panel, _ = situations()["play"]
    assert isinstance(panel, PlayPanel)
    return panel


def test_a_page_is_said_once() -> None:
    """Neither time nor a note below the headline has it said again."""
    screen = Screen()
    assert screen.show("play", 9) == [TURN]
    assert screen.show(replace(play_panel(), facts=(Message("Round 3"),)), 9) == []


def test_what_was_heard_is_not_said_again_right_after_itself() -> None:
    """A silent page in between changes nothing; half a sentence is said again as a whole."""
    screen = Screen()
    assert screen.show("play", HEARD_S + 1) == [TURN]
    screen.show("hand")
    assert screen.show("play") == []
    screen.show("objection", 9)
    assert screen.show("play", HEARD_S - 1) == [TURN]
    screen.show("hand")
    assert screen.show("play") == [TURN]


def test_a_page_that_is_gone_at_once_is_not_said() -> None:
    """What flashes by leaves no half word, and nothing is ever said late."""
    screen = Screen()
    assert screen.show("objection", SETTLED_S / 2) == []
    assert screen.show("play") == [TURN]
    assert screen.show("objection", SETTLED_S / 2) == []
    assert screen.show("hand", 9) == []


def test_what_is_said_of_a_page_ends_with_the_page() -> None:
    """A silent or private page that follows cuts it short."""
    for silent in ("hand", "menu_alone", "setup", "trial_lamps"):
        screen = Screen()
        screen.show("objection")
        assert screen.told.speaking
        assert screen.show(silent, 0.05) == []
        assert not screen.told.speaking


def test_the_same_objection_again_is_said_again() -> None:
    """It is another page once the table was right in between, spoken of or not."""
    screen = Screen(VoiceSettings(turns=False))
    assert len(screen.show("objection")) == 1
    assert screen.show("play") == []
    assert len(screen.show("objection")) == 1


def test_a_page_that_was_only_covered_is_not_said_again() -> None:
    """The self-test or the cameras lie over it; unless they came before it was said."""
    screen = Screen()
    screen.show("play")
    assert screen.show("trial_lamps") == []
    assert screen.show("play") == []
    screen.show("objection", SETTLED_S / 2)
    screen.show("cameras")
    assert len(screen.show("objection")) == 1


def test_hands_that_keep_moving_are_spoken_of_once() -> None:
    """Before, the turn was said again after every such sentence, and the sentence each time."""
    screen = Screen()
    moving = replace(play_panel(), say=NEVER_AT_REST)
    assert screen.show("play", HEARD_S + 1) == [TURN]
    assert len(screen.show(moving)) == 1
    assert screen.show("play", HEARD_S + 1) == []
    assert screen.show(moving) == []
    assert screen.show("play") == []
    assert len(screen.show("objection")) == 1
    screen.now_s += AGAIN_S
    assert len(screen.show(moving)) == 1


def test_another_language_is_spoken_at_once() -> None:
    """The page is said in the language that it turned to."""
    screen = Screen()
    screen.show("play")
    assert screen.show("play", language="fr") == ["Bleu, une carte, puis un pion."]
    assert screen.told.said[-1][1] == "fr"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (VoiceSettings(turns=False), ["objection", "play_waiting"]),
        (VoiceSettings(verdicts=False), ["play", "question_which", "handover"]),
    ],
)
def test_only_what_is_wanted_is_said(wanted: VoiceSettings, said: list[str]) -> None:
    """Turns and verdicts can be left out, each alone."""
    screen = Screen(wanted)
    names = ("play", "objection", "question_which", "play_waiting", "handover")
    assert sorted(name for name in names if screen.show(name)) == sorted(said)


def test_without_a_voice_nothing_is_done() -> None:
    """Off is the default, and following the screen then costs nothing."""
    assert not VoiceSettings().on
    Voice(None, VoiceSettings(), BOARD).follow(play_panel(), "en", 0.0)


# --- in the loop ----------------------------------------------------------------------------------


@pytest.fixture
def told(scene: Scene) -> ToldSpeaker:
    """Return what the scene's loop says from now on."""
    speaker = ToldSpeaker()
    voice = Voice(speaker, VoiceSettings(on=True), scene.window.board)
    scene.station.loop._speak = voice.follow
    scene.pass_time(HEARD_S + 0.5)
    speaker.said.clear()
    return speaker


def test_turns_and_objections_are_heard(scene: Scene, told: ToldSpeaker) -> None:
    """A move is answered with whose turn it is; a wrong one with rule and mend."""
    scene.play("13", "T0", "T13")
    assert told.said == [(TURN, "en")]
    told.said.clear()
    scene.play("7", "blue.nest", "T20")
    scene.pass_time(1)
    (objection,) = (text for text in told.texts if "not allowed" in text)
    assert "Only a 1 or 11 or a 13 brings a pawn out of its nest." in objection


def test_of_a_hand_only_the_way_to_its_player_is_heard(scene: Scene, told: ToldSpeaker) -> None:
    """While the hand is on the screen, and after, no word of it falls."""
    for meant in (GiveUp(), Answer(1)):
        scene.station.loop.touch(meant)
        scene.pass_time(0.5)
    assert told.texts[-1] == "Pass the tablet to Red."
    count = len(told.said)
    scene.station.loop.touch(Reveal())
    scene.pass_time(1)
    assert isinstance(scene.station.loop._display.panel, HandPanel)
    assert len(told.said) == count
    assert not told.speaking


def test_the_self_test_is_not_talked_over(scene: Scene, told: ToldSpeaker) -> None:
    """Its page says nothing, and the game's page was heard before."""
    touch_pause(scene)
    before = list(told.said)
    touch(scene.station, OpenTrial())
    scene.pass_time(1)
    assert told.said == before


def touch_pause(scene: Scene) -> None:
    """Pause the game and let it be said."""
    scene.station.loop.touch(Pause())
    scene.pass_time(1)


def test_the_language_follows_the_page(scene: Scene, told: ToldSpeaker) -> None:
    """Once the table speaks German, so does the voice."""
    scene.station.loop._carry_out(Language("de"))
    scene.pass_time(0.5)
    assert told.said[-1][1] == "de"


# --- from the settings to the program -------------------------------------------------------------

PROGRAM = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read())"


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file into which the program of a table's settings writes."""
    told, plain = tmp_path / "told", table.settings
    told.touch()
    command = shlex.join((sys.executable, "-I", "-c", PROGRAM, str(told)))
    voice = VoiceSettings(on=True, command=command)
    monkeypatch.setattr(
        table, "settings", lambda at: msgspec.structs.replace(plain(at), voice=voice)
    )
    return told


def test_a_real_program_hears_the_page(spoken: Path, kit: Print, tmp_path: Path) -> None:
    """Settings, station, loop and driver together: the set-up is silent, the game is not."""
    scene = Scene(kit, tmp_path)
    try:
        scene.station.loop.touch(Answer(0))
        scene.begin()
        end_s = time.monotonic() + 20
        while "Red deals 5 cards each and begins." not in spoken.read_text():
            assert time.monotonic() < end_s, spoken.read_text()
            scene.pass_time(0.1)
    finally:
        scene.close()


def test_a_missing_program_never_ends_the_game(
    kit: Print, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log has one sentence, and play goes on."""
    plain, voice = table.settings, VoiceSettings(on=True, command="/nowhere/voice")
    monkeypatch.setattr(
        table, "settings", lambda at: msgspec.structs.replace(plain(at), voice=voice)
    )
    scene = Scene(kit, tmp_path)
    try:
        scene.begin()
        scene.play("13", "T0", "T13")
        assert scene.table.turn == Seat("blue")
    finally:
        scene.close()
    assert capsys.readouterr().err.count("/nowhere/voice cannot be started") == 1
