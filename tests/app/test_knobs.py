"""Loudness, brightness and language are turned in mid-game, at once, and kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.backlight import find_backlight
from hardware.fanout import AllSounders
from tablet_companion.app.pages.knobs import Knobs, KnobTargets
from tablet_companion.app.running.loop import SAVE_S
from tablet_companion.config import ConfigError
from tablet_companion.config.reading import read_settings
from tablet_companion.config.writing import keep_choice
from tablet_companion.referee.model.events import Choose, Pause
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.orders import Knob, Tune
from tablet_companion.screen.toolkit.window import Window
from tablet_companion.simulator.house import Print
from tests.app.table import Scene, touch
from tests.app.voices import ToldSpeaker


def test_what_is_turned_is_heard_seen_and_kept(tmp_path: Path) -> None:
    """The voice and the light follow at once; the settings have it for the next start."""
    file, speaker = tmp_path / "settings.toml", ToldSpeaker()
    light: list[int] = []
    file.write_text('# mine\nlanguage = "de"\n')
    ways = KnobTargets(
        AllSounders(), speaker, light.append, lambda name, value: keep_choice(name, value, file)
    )
    knobs = Knobs(ways, 100, 80)
    assert (speaker.volume, light) == (100, [80])
    knobs.obey(Tune(Knob.VOLUME, 40))
    knobs.obey(Tune(Knob.BRIGHTNESS, 60))
    knobs.keep("language", "fr")
    kept = read_settings(file)
    assert (speaker.volume, light[-1]) == (40, 60)
    assert (kept.volume, kept.voice.volume, kept.screen.brightness) == (40, 40, 60)
    assert kept.language == "fr"
    assert "# mine" in file.read_text()


def test_what_cannot_be_kept_is_turned_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """The log and the page say so; once there is room, all that waited is saved with the next."""
    full, kept, light = True, dict[str, int | str](), list[int]()

    def keep(name: str, value: int | str) -> None:
        if full:
            raise ConfigError("The settings cannot be written: read-only.")
        kept[name] = value

    knobs = Knobs(KnobTargets(AllSounders(), None, light.append, keep), 100, 100)
    knobs.obey(Tune(Knob.BRIGHTNESS, 20))
    assert light == [100, 20]
    assert "read-only" in capsys.readouterr().err
    assert knobs.unkept
    full = False
    knobs.keep("language", "fr")
    assert kept == {"brightness": 20, "language": "fr"}
    assert not knobs.unkept


def test_what_is_turned_on_a_full_disk_is_saved_by_itself(kit: Print, tmp_path: Path) -> None:
    """Within seconds of there being room, and the page says so no more."""
    scene = Scene(kit, tmp_path)
    path, loop = tmp_path / "chosen", scene.station.loop

    def keep(_name: str, value: int | str) -> None:
        try:
            path.write_text(str(value))
        except OSError as error:
            raise ConfigError("The settings cannot be written: full.") from error

    path.mkdir()
    scene.begin()
    loop._knobs = Knobs(KnobTargets(AllSounders(), None, lambda _: None, keep), 100, 100)
    touch(scene.station, Pause())
    touch(scene.station, Tune(Knob.VOLUME, 80))
    scene.pass_time(SAVE_S)
    assert loop._knobs.unkept
    path.rmdir()
    scene.pass_time(SAVE_S + 1)
    assert path.read_text() == "80"
    assert not loop._knobs.unkept
    scene.close()


def test_a_backlight_is_set_in_its_own_measure(tmp_path: Path) -> None:
    """A screen whose light has 31 steps gets one of them, never none; without one there is none."""
    assert find_backlight(tmp_path) is None
    screen = tmp_path / "10-0045"
    screen.mkdir()
    (screen / "max_brightness").write_text("31\n")
    found = find_backlight(tmp_path)
    assert found is not None
    assert found.set(60)
    assert (screen / "brightness").read_text() == "18\n"
    assert found.set(1)
    assert (screen / "brightness").read_text() == "1\n"
    (screen / "brightness").unlink()
    (screen / "brightness").mkdir()
    assert not found.set(60), "and whoever may not write it is told"


def test_a_screen_without_a_light_of_its_own_shows_darker_pages() -> None:
    """At half the brightness every colour is half as bright; the page itself stays as it is."""
    window = Window((320, 320), (200, 100, 50), title="")
    window.show(Page((320, 320), ()))
    before = np.array(window._window.get_surface().get_at((9, 9))[:3])
    window.dim(50)
    after = np.array(window._window.get_surface().get_at((9, 9))[:3])
    assert np.abs(after - before // 2).max() <= 1
    assert window.pixels()[9, 9].tolist() == [50, 100, 200]
    window.close()


def test_the_pause_turns_everything_in_mid_game(kit: Print, tmp_path: Path) -> None:
    """Its keys change volume, brightness and language while the game waits, and it still waits."""
    scene = Scene(kit, tmp_path)
    scene.begin()
    scene.station.loop.touch(Pause())
    scene.pass_time(1)
    touch(scene.station, Tune(Knob.VOLUME, 80))
    scene.pass_time(1)
    touch(scene.station, Tune(Knob.VOLUME, 60))
    touch(scene.station, Tune(Knob.BRIGHTNESS, 80))
    touch(scene.station, Choose("language", "de"))
    display = scene.station.loop._display
    assert (display.look.volume, display.look.brightness) == (60, 80)
    assert display.language == "de"
    assert scene.table.dialogue is not None
    scene.close()
