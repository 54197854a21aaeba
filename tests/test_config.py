"""Settings are read strictly, refused with their name and the reason, and saved with care."""

from __future__ import annotations

import errno
import json
import os
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.signals import ACCEPTED, turn_lamp
from tablet_companion.config import (
    ButtonPins,
    ConfigError,
    GpioSettings,
    Language,
    ScreenSettings,
    Settings,
    data_folder,
    settings_path,
    taught_calibration,
)
from tablet_companion.config.reading import parse_settings, read_settings, safe_settings
from tablet_companion.config.writing import keep_camera, save_settings
from tablet_companion.games.text import LANGUAGES

WRITTEN_BY_HAND = """\
# The table in the attic.
camera = "usb:0"        # the one on the lamp
calibration = "cal.json"
journals = "~/games"

[screen]
dpi = 210               # the tall one
size_px = [720, 1280]

[gpio]
accepted = 5
turn = {red = 17, blue = 27}
[gpio.buttons]
take_back = 24
"""


def test_what_is_not_said_has_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty file, and this user's file where there is none, are the defaults."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert parse_settings("", tmp_path / "s.toml") == Settings()
    assert read_settings() == Settings()
    settings_path().parent.mkdir()
    settings_path().write_text("sound = false")
    assert read_settings() == Settings(sound=False)
    assert settings_path().is_relative_to(tmp_path)


def test_read(tmp_path: Path) -> None:
    """Paths start at the file's folder or at home; lamps are named as the signals name them."""
    settings = parse_settings(WRITTEN_BY_HAND, tmp_path / "settings.toml")
    assert settings == Settings(
        camera="usb:0",
        calibration=tmp_path / "cal.json",
        journals=Path.home() / "games",
        screen=ScreenSettings(size_px=(720, 1280), dpi=210),
        gpio=GpioSettings(
            turn={"red": 17, "blue": 27}, accepted=5, buttons=ButtonPins(take_back=24)
        ),
    )
    assert settings.gpio.lamps() == {ACCEPTED: 5, turn_lamp("red"): 17, turn_lamp("blue"): 27}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("camera = ", "this is not TOML: Invalid value (at end of document); mend it there."),
        ("sound = 'on'", "sound: expected bool, got str."),
        ("language = 'xx'", "language: unknown 'xx' (known: de, en, fr)."),
        ("level = 'easy'", "level: unknown 'easy' (known: teach, referee, strict)."),
        ("[screen]\nturned = 45", "screen.turned: unknown 45 (known: 0, 90, 180, 270)."),
        ("board = 3", "board: expected a path in quotes, got 3."),
        ("board = '~nobody-here/b'", "board: no home folder is known for '~nobody-here/b'."),
        ("[screen]\ndpi = 7", "screen.dpi: expected float >= 50.0."),
        ("[screen]\nsize_px = [800]", "screen.size_px: expected list of length 2, got 1."),
        ("screen = 3", "screen: expected a table, got int."),
        ("[gpio]\nbuzzer = 28", "gpio.buzzer: expected int <= 27."),
        ("[gpio]\nturn = {red = -1}", "gpio.turn: expected int >= 0."),
        (
            "[gpio]\nbuzzer = 5\nturn = {red = 5}",
            "gpio.buzzer and gpio.turn.red are both pin 5; give each its own.",
        ),
        (
            "[strip]\nleds = 9\nturn = {red = [0, 8], blue = [5, 9]}",
            "strip.turn.blue: there are no LEDs 5 to 9; the strip has the LEDs 0 to 8.",
        ),
        (
            "[strip]\naccepted = [5, 4]\nplaces = {T0 = [99, 99]}",
            "strip.accepted: there are no LEDs 5 to 4; write the lower number first.",
        ),
        ("langauge = 'fr'", "there is no setting langauge; did you mean language?"),
        ("dpi = 100", "there is no setting dpi; did you mean screen.dpi?"),
        (
            "[gpio.buttons]\ntakeback = 1",
            "there is no setting gpio.buttons.takeback; did you mean gpio.buttons.take_back?",
        ),
        ("[gpoi]\nbuzzer = 1", "there is no setting gpoi; did you mean gpio?"),
        (
            "[web]\nwww = 1",
            (
                "there is no setting web.www; known: "
                "web.address, web.names, web.on, web.port, web.tls."
            ),
        ),
    ],
)
def test_refused_with_name_and_reason(text: str, sentence: str) -> None:
    """One sentence: the file, the setting, what is wrong with it."""
    with pytest.raises(ConfigError) as caught:
        parse_settings(text, Path("attic.toml"))
    assert str(caught.value) == f"attic.toml: {sentence}"


def test_a_file_that_could_not_be_changed_in_time_is_refused(tmp_path: Path) -> None:
    """Thousands of LEDs would keep the page waiting for a minute when a setting is touched."""
    path = tmp_path / "settings.toml"
    path.write_text("[strip.places]\n" + "".join(f"T{n} = [1, 2]\n" for n in range(4000)))
    with pytest.raises(ConfigError, match=r"larger than 50 kB; shorten it, or name another\.$"):
        read_settings(path)


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    """Somebody who names a file does not want the defaults."""
    with pytest.raises(ConfigError, match=r"none\.toml cannot be read: No such file"):
        read_settings(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes("camera = 'caméra'".encode("latin-1"))
    with pytest.raises(ConfigError, match="is not UTF-8"):
        read_settings(tmp_path / "latin.toml")


all_settings = st.builds(
    Settings,
    language=st.sampled_from(["de", "en", "fr"]),
    camera=st.text(),
    calibration=st.none() | st.just(Path("/data/cal.json")),
    sound=st.booleans(),
    screen=st.builds(
        ScreenSettings, size_px=st.tuples(*[st.integers(320, 4000)] * 2), dpi=st.floats(50, 1000)
    ),
    gpio=st.builds(
        GpioSettings,
        turn=st.dictionaries(st.text(), st.integers(0, 9), max_size=1),
        accepted=st.none() | st.integers(10, 19),
        buttons=st.builds(ButtonPins, confirm=st.none() | st.integers(20, 27)),
    ),
)


@given(st.lists(all_settings, min_size=1, max_size=3))
def test_saved_settings_read_back(
    tmp_path_factory: pytest.TempPathFactory, versions: list[Settings]
) -> None:
    """Whatever was in the file before, what was saved last is what is read."""
    path = tmp_path_factory.mktemp("settings") / "new" / "settings.toml"
    for settings in versions:
        save_settings(settings, path)
        assert read_settings(path) == settings


def test_saving_keeps_what_a_person_wrote(tmp_path: Path) -> None:
    """Comments, order and untouched lines stay; only what changed is changed."""
    path = tmp_path / "settings.toml"
    path.write_text(WRITTEN_BY_HAND)
    settings = read_settings(path)
    changed = msgspec.structs.replace(settings, language="fr", camera="usb:1")
    save_settings(changed, path)
    lines = WRITTEN_BY_HAND.replace("usb:0", "usb:1").splitlines()
    assert [line for line in path.read_text().splitlines() if line not in lines] == [
        'language = "fr"'
    ]
    assert [line for line in lines if line not in path.read_text().splitlines()] == []
    assert read_settings(path) == changed


def test_settings_that_could_not_be_read_again_are_not_saved(tmp_path: Path) -> None:
    """The next start would refuse the whole file; the one that is there stays."""
    path = tmp_path / "s.toml"
    path.write_text("sound = false\n")
    for bad in (
        Settings(screen=ScreenSettings(dpi=1300)),
        Settings(gpio=GpioSettings(accepted=5, buzzer=5)),
    ):
        with pytest.raises(ConfigError, match=r"s\.toml: (screen\.dpi|gpio\.buzzer)"):
            save_settings(bad, path)
    assert path.read_text() == "sound = false\n"


def test_a_broken_file_is_not_saved_over(tmp_path: Path) -> None:
    """What somebody wrote and mistyped is still there to be mended."""
    path = tmp_path / "settings.toml"
    path.write_text("camera = usb:0")
    with pytest.raises(ConfigError, match="not TOML"):
        save_settings(Settings(), path)
    assert path.read_text() == "camera = usb:0"


def test_where_nothing_can_be_written() -> None:
    """A folder that cannot be made is a sentence."""
    with pytest.raises(ConfigError, match="cannot be written: "):
        save_settings(Settings(), Path("/dev/null/settings.toml"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("strip.port", "foo://"),
        ("strip.port", "hwgrep://("),
        ("controller.line", "foo://"),
        ("controller.line", "usb:pico"),
    ],
)
def test_a_misspelt_line_is_refused_at_the_start(name: str, line: str, tmp_path: Path) -> None:
    """What no cable will ever make a line is one sentence, not a thread that dies of it later."""
    group, key = name.split(".")
    refusal = f"settings.toml: {name}: .* is not the name of a "
    with pytest.raises(ConfigError, match=refusal) as caught:
        parse_settings(f'[{group}]\n{key} = "{line}"\n', tmp_path / "settings.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", ["/dev/ttyUSB0", "COM3", "socket://phone.local:7", "loop://"])
def test_a_line_that_is_not_there_is_none_to_refuse(line: str) -> None:
    """It may be plugged in later."""
    parse_settings(f'[strip]\nport = "{line}"\n', Path("settings.toml"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('command = ""', "voice.command: the command is empty"),
        ('command = "say {lang}"', r"voice.command: there is no \{lang\}.*known: "),
        ('command = "say \'it"', "voice.command: .* No closing quotation"),
        ("volume = 101", "voice.volume: expected int <= 100"),
    ],
)
def test_a_voice_that_cannot_be_is_refused_at_the_start(line: str, reason: str) -> None:
    """Turned on or not, what no installing mends is one sentence."""
    with pytest.raises(ConfigError, match=f"settings.toml: {reason}") as caught:
        parse_settings(f"[voice]\n{line}\n", Path("settings.toml"))
    assert "\n" not in str(caught.value)


def test_a_saved_file_is_never_for_everybody(tmp_path: Path) -> None:
    """A camera's password may stand in it; who else could read it before still can."""
    path = tmp_path / "settings.toml"
    keep_camera("usb:1", path)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o664)
    keep_camera("usb:2", path)
    assert path.stat().st_mode & 0o777 == 0o660


def test_settings_that_nobody_may_look_for_are_told_and_do_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a folder cannot be looked into: a sentence, and what is needed to show a page."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ("x" * 300)))
    with pytest.raises(ConfigError, match="cannot be read"):
        read_settings()
    assert safe_settings().language == "en"


def test_a_taught_board_that_may_not_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another user's: nobody wants to play on the print instead without a word."""
    monkeypatch.setattr(Path, "stat", _refuse)
    with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
        taught_calibration("dog")


def _refuse(path: Path, **_: object) -> None:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


@pytest.mark.parametrize("line", ["[web]\naddress = {}", "[mqtt]\nbroker = {}"])
@pytest.mark.parametrize(
    "host",
    [
        *("", "a\0b", "\N{RIGHT-TO-LEFT OVERRIDE}evil", "a..b", 70 * "x"),
        *("two words", "host:1883", "127.0.0.1:1883", "mqtt://host", "name@host"),
    ],
)
def test_a_machine_that_cannot_be_named_is_refused_at_the_start(
    line: str, host: str, tmp_path: Path
) -> None:
    """Looked up later, it would end the program or a thread with an error of Python's own."""
    path = tmp_path / "settings.toml"
    path.write_text(line.format(json.dumps(host)), "utf-8")
    with pytest.raises(ConfigError, match="name or address of a machine"):
        read_settings(path)


@pytest.mark.parametrize("host", ["fe80::1%eth0", "::1", "käse.example", "my_pi.local"])
def test_every_machine_that_can_be_named_is_accepted(host: str, tmp_path: Path) -> None:
    """Names with other letters, and both kinds of addresses."""
    path = tmp_path / "settings.toml"
    path.write_text(f'[mqtt]\nbroker = "{host}"\n', "utf-8")
    assert read_settings(path).mqtt.broker == host


@pytest.mark.parametrize("find", [settings_path, data_folder, Settings])
def test_a_user_without_a_home_is_told_so(
    find: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container whose user has a number and no name; Python would raise a RuntimeError."""

    def nobody(_: int) -> object:
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(ConfigError, match=r"HOME"):
        find()


def test_the_settings_know_every_language_of_the_pages() -> None:
    """Otherwise whoever chose a new one could not start again: the settings would be refused."""
    assert set(get_args(Language)) == {*LANGUAGES}
