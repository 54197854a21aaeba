"""The settings of one table: which camera, which screen, which pins; one TOML file.

Everything has a default, so that a file need hold only what differs. A file with anything wrong in
it is refused whole: a referee whose lamps are on other pins than their owner thinks is no help.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
import platformdirs

from hardware import formats
from hardware.errors import CompanionError
from hardware.files import write_durably
from hardware.ports import Lamp
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from hardware.voice import VoiceError, split_command

_APP: Final = "tablet-companion"

Language = Literal["de", "en", "fr"]
TeachingLevel = Literal["teach", "referee", "strict"]
Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A pin of the Pi's header by its BCM number."""


class ConfigError(CompanionError):
    """Settings that cannot be used; the sentence names the file, the setting and the reason."""


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


TAUGHT: Final = "calibration.json"
"""What was learnt of a taught board, in its folder."""
LEAST_SIDE_PX: Final = 320
MOST_SIDE_PX: Final = 8192
"""No screen has more; a page of that size takes 270 MB."""
Side = Annotated[int, msgspec.Meta(ge=LEAST_SIDE_PX, le=MOST_SIDE_PX)]
"""Of a page, in pixels."""


class ScreenSettings(_Group, frozen=True):
    """The screen: its size in pixels, whether it is filled, and its pixels per inch.

    The page, ``size_px`` large, is ``turned`` by this many degrees clockwise on the panel. Without
    ``motion`` nothing slides: pieces are where they are at once. ``brightness`` is in percent.
    Without ``on`` there is no screen: telephones have to serve as one.
    """

    size_px: tuple[Side, Side] = (800, 480)
    fullscreen: bool = False
    dpi: Annotated[float, msgspec.Meta(ge=50, le=1000)] = 133.0
    turned: Literal[0, 90, 180, 270] = 0
    motion: bool = True
    brightness: Annotated[int, msgspec.Meta(ge=20, le=100)] = 100
    on: bool = True


class ButtonPins(_Group, frozen=True):
    """The pins of the buttons; None where there is no such button."""

    confirm: Pin | None = None
    take_back: Pin | None = None
    referee: Pin | None = None


class GpioSettings(_Group, frozen=True):
    """The pins of lamps, buzzer and buttons; None or missing where there is no such thing.

    ``turn`` gives the pin of each seat's lamp.
    """

    turn: dict[str, Pin] = {}
    accepted: Pin | None = None
    objection: Pin | None = None
    buzzer: Pin | None = None
    buttons: ButtonPins = ButtonPins()

    def lamps(self) -> dict[Lamp, int]:
        """Return the pin of every lamp there is."""
        pins = {ACCEPTED: self.accepted, OBJECTION: self.objection}
        named = {lamp: pin for lamp, pin in pins.items() if pin is not None}
        return named | {turn_lamp(seat): pin for seat, pin in self.turn.items()}


Leds = tuple[Annotated[int, msgspec.Meta(ge=0)], Annotated[int, msgspec.Meta(ge=0)]]
"""The first and the last LED of a lamp on a strip, counted from 0."""


class StripSettings(_Group, frozen=True):
    """A strip of coloured LEDs on a serial line (Adalight, WLED); no port, no strip.

    ``port`` is a device such as ``/dev/ttyUSB0`` or a pyserial URL; ``turn`` gives each seat's
    LEDs.
    """

    port: str | None = None
    baud: Annotated[int, msgspec.Meta(gt=0)] = 115200
    leds: Annotated[int, msgspec.Meta(ge=1, le=65536)] = 60
    turn: dict[str, Leds] = {}
    accepted: Leds | None = None
    objection: Leds | None = None

    def lamps(self) -> dict[Lamp, Leds]:
        """Return the LEDs of every lamp there is."""
        ends = {ACCEPTED: self.accepted, OBJECTION: self.objection}
        named = {lamp: leds for lamp, leds in ends.items() if leds is not None}
        return named | {turn_lamp(seat): leds for seat, leds in self.turn.items()}


class ControllerSettings(_Group, frozen=True):
    """The board controller: lights under the places, switches in the holes; no line, no controller.

    ``line`` is ``usb`` (a Raspberry Pi Pico, wherever it is plugged in), ``usb:2e8a:0005`` (any
    vendor and product), a device such as ``/dev/ttyACM0``, or a pyserial URL. ``lights`` and
    ``switches`` name the places in the order of the LEDs and of the switches. Left empty, the LEDs
    follow the board file's places that are no nest, and the switches its holes.
    """

    line: str | None = None
    baud: Annotated[int, msgspec.Meta(gt=0)] = 115200
    lights: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


class VoiceSettings(_Group, frozen=True):
    """The table's voice: whether it speaks, through which program, and of what.

    ``command`` is run without a shell for each sentence. ``{language}`` is en, fr or de,
    ``{volume}`` the percentage set here; the sentence takes the place of ``{text}``, or is
    written to the program's standard input.
    """

    on: bool = False
    command: str = "espeak-ng -v {language} -s 150 -a {volume}"
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 100
    turns: bool = True
    verdicts: bool = True
    lessons: bool = True


class WebSettings(_Group, frozen=True):
    """Telephones as screens: whether pages are served to browsers, and where.

    ``names`` are what browsers call this machine besides its own name and addresses. Without
    ``tls`` a reverse proxy on this machine has to encrypt: only 127.0.0.1 is listened on.
    """

    on: bool = False
    address: str = "0.0.0.0"  # noqa: S104 - nothing is served unless it is asked for
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 8443
    names: tuple[str, ...] = ()
    tls: bool = True


class MqttSettings(_Group, frozen=True):
    """Publishing this table to an MQTT broker; no broker, nothing is published.

    ``table`` names it among others. The password stands in a file of its own. ``ca`` holds the
    authorities to trust with ``tls``, the system's if None. ``discovery``: for Home Assistant.
    """

    broker: str | None = None
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1883
    table: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")] = "table"
    user: str | None = None
    password_file: Path | None = None
    tls: bool = False
    ca: Path | None = None
    discovery: bool = True


class Settings(_Group, frozen=True):
    """All settings.

    ``level`` is how much a new table teaches and how strictly it judges, until people choose
    otherwise.
    ``camera`` is a text for ``hardware.cameras.open_camera``. ``calibration`` and ``board`` are
    None where the table was not calibrated and where the game's own board is used. Paths in the
    file may begin with ``~``; relative ones start at the file's own folder. ``set_up`` is written
    once somebody has gone through the pages of the first start. ``volume`` is that of the tones, in
    percent.
    """

    language: Language = "en"
    level: TeachingLevel = "referee"
    camera: str = "simulated"
    calibration: Path | None = None
    board: Path | None = None
    sound: bool = True
    set_up: bool = False
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 100
    journals: Path = msgspec.field(default_factory=lambda: data_folder() / "journals")
    screen: ScreenSettings = ScreenSettings()
    gpio: GpioSettings = GpioSettings()
    strip: StripSettings = StripSettings()
    controller: ControllerSettings = ControllerSettings()
    voice: VoiceSettings = VoiceSettings()
    web: WebSettings = WebSettings()
    mqtt: MqttSettings = MqttSettings()


def data_folder() -> Path:
    """Return where this user's games are kept."""
    return platformdirs.user_data_path(_APP)


def taught_folder(game: str, folder: Path | None = None) -> Path:
    """Return where the board is kept that was taught for a game on the screen."""
    return (folder or data_folder()) / "boards" / game


def taught_calibration(game: str) -> Path | None:
    """Return the calibration of the board that was taught for a game, None without one."""
    path = taught_folder(game) / TAUGHT
    return path if path.is_file() else None


def settings_path() -> Path:
    """Return where this user's settings are kept."""
    return platformdirs.user_config_path(_APP) / "settings.toml"


def read_settings(path: Path | None = None) -> Settings:
    """Read a settings file, or this user's own, which may be missing.

    Raises ConfigError for a file that was named and is not there, and for one with anything wrong.
    """
    if path is None and not settings_path().exists():
        return Settings()
    path = path or settings_path()
    return parse_settings(_text(path), path)


def safe_settings(path: Path | None = None) -> Settings:
    """Return what is needed to show a page and go on with a game: language and journals' folder.

    All else is as if there were no file, and so is a file that cannot be read. It is left as it is.
    """
    try:
        given = read_settings(path)
    except ConfigError:
        given = Settings()
    return Settings(language=given.language, journals=given.journals, sound=False)


def parse_settings(text: str, path: Path) -> Settings:
    """Read settings from TOML text; ``path`` is where it stands. Raises ConfigError."""
    try:
        data = formats.parse_toml(text)
    except formats.Unusable as error:
        raise ConfigError(f"{path}: this {error}.") from error
    for problem in _unknown(data):
        raise ConfigError(f"{path}: {problem}")
    try:
        settings = msgspec.convert(
            data, Settings, dec_hook=lambda _, value: _path(value, path.parent)
        )
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {_plain(str(error))}") from error
    for problem in (
        *_shared_pins(settings.gpio),
        *_misspelt_lines(settings),
        *_unusable_command(settings.voice),
    ):
        raise ConfigError(f"{path}: {problem}")
    return settings


def _text(path: Path) -> str:
    try:
        return formats.read_text(path)
    except formats.Unusable as error:
        raise ConfigError(f"The file of settings {path} {error}.") from error


def _path(value: object, folder: Path) -> Path:
    """Make a path of a value of the file; Path is the only type that msgspec does not know."""
    if not isinstance(value, str):
        raise TypeError(f"Expected a path in quotes, got {value!r}")
    if "\0" in value:
        raise ValueError("Expected a path, got one with a NUL, which no path can hold")
    try:
        return folder.absolute() / Path(value).expanduser()
    except RuntimeError as error:
        raise ValueError(f"No home folder is known for {value!r}") from error


def _names(group: type[msgspec.Struct] = Settings, prefix: str = "") -> Iterator[str]:
    """Yield the full name of every setting and group."""
    for field in msgspec.structs.fields(group):
        yield prefix + field.name
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from _names(field.type, f"{prefix}{field.name}.")


def _unknown(data: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield a sentence for every key that is no setting."""
    known = set(_names())
    groups = {name.rpartition(".")[0] for name in known}
    for key, value in data.items():
        name = prefix + formats.shorten(key)
        if name not in known:
            yield f"there is no setting {name}; did you mean {_nearest(name, known)}?"
        elif name in groups and isinstance(value, dict):
            yield from _unknown(value, f"{name}.")


def _nearest(name: str, known: set[str]) -> str:
    """Return the setting most like a name, as a whole or in its last part (a forgotten group)."""

    def likeness(other: str) -> float:
        last, other_last = name.rpartition(".")[2], other.rpartition(".")[2]
        return max(
            difflib.SequenceMatcher(None, name, other).ratio(),
            difflib.SequenceMatcher(None, last, other_last).ratio(),
        )

    return max(sorted(known), key=likeness)


def _plain(message: str) -> str:
    """Say a msgspec message in the words of the file."""
    reason, _, where = message.partition(" - at `$.")
    name = where.rstrip("`").replace("[...]", "")
    if "Invalid enum value" in reason:
        known = ", ".join(get_args(TeachingLevel if name == "level" else Language))
        reason = f"{reason.replace('Invalid enum value', 'unknown')} (known: {known})"
    for word, better in (("`", ""), ("object", "a table"), ("array", "list")):
        reason = reason.replace(word, better)
    return f"{name}: {reason[0].lower()}{reason[1:]}."


def _shared_pins(gpio: GpioSettings) -> Iterator[str]:
    """Yield a sentence for every pin that two things would share."""
    owners: dict[int, str] = {}
    for name, pin in _pins(msgspec.to_builtins(gpio), "gpio."):
        if pin in owners:
            yield f"{name} and {owners[pin]} are both pin {pin}; give each its own."
        owners[pin] = name


def _pins(group: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, int]]:
    for key, value in group.items():
        if isinstance(value, dict):
            yield from _pins(value, f"{prefix}{key}.")
        elif value is not None:
            yield prefix + key, value


def _misspelt_lines(settings: Settings) -> Iterator[str]:
    """Yield a sentence for every serial line that no cable will ever make one."""
    from hardware.link import transport  # noqa: PLC0415 - most tables have none, and need no pyserial

    for name, line in (
        ("strip.port", settings.strip.port),
        ("controller.line", settings.controller.line),
    ):
        if line is not None:
            try:
                transport.check_line(line)
            except transport.LineNameError as error:
                yield f"{name}: {error}"


def _unusable_command(voice: VoiceSettings) -> Iterator[str]:
    """Yield a sentence for a command that no program could be run with."""
    try:
        split_command(voice.command)
    except VoiceError as error:
        yield f"voice.command: {error}"


def save_settings(settings: Settings, path: Path) -> None:
    """Write settings into a file, whole or not at all.

    Only what differs from what the file says is changed; its comments and order are kept. Raises
    ConfigError for a file there that is not valid, and where the disk cannot be written.
    """
    import tomlkit  # noqa: PLC0415 - 50 ms of start-up that only saving needs

    text = _text(path) if path.exists() else ""
    before = parse_settings(text, path)
    document = tomlkit.parse(text)
    _change(document, _plain_values(before), _plain_values(settings))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(path, tomlkit.dumps(document).encode(), mode=_mode(path))
    except OSError as error:
        raise ConfigError(f"The settings {path} cannot be written: {error.strerror}.") from error


def _mode(path: Path) -> int:
    """Return who may read the file: nobody new, and never everybody, as it may hold passwords."""
    return path.stat().st_mode & 0o770 if path.exists() else 0o600


def keep_camera(name: str, path: Path) -> None:
    """Write another camera into a settings file and leave everything else as it is.

    What the command line says in a setting's place is not written. Raises ConfigError.
    """
    change_settings(path, lambda before: msgspec.structs.replace(before, camera=name))


def change_settings(path: Path, change: Callable[[Settings], Settings]) -> Settings:
    """Write what ``change`` makes of a file's settings into it, and return it.

    A file that is not there yet says nothing. Raises ConfigError.
    """
    after = change(parse_settings(_text(path), path) if path.exists() else Settings())
    save_settings(after, path)
    return after


def keep_turned(name: str, value: int | str, path: Path) -> None:
    """Write what people turned or chose at the table into a settings file, as ``keep_camera`` does.

    ``volume`` is that of tones and voice alike. Raises ConfigError.
    """
    replace = msgspec.structs.replace

    def turn(before: Settings) -> Settings:
        changes: dict[str, Any] = {name: value}
        if name == "volume":
            changes["voice"] = replace(before.voice, volume=value)
        elif name == "brightness":
            changes = {"screen": replace(before.screen, brightness=value)}
        return replace(before, **changes)

    change_settings(path, turn)


def _plain_values(settings: Settings) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(settings, enc_hook=str)
    return values


def _change(table: Any, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Bring a table of a TOML document from one set of values to another."""
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(new, dict):
            _change(table.setdefault(key, {}), old or {}, new)
        elif new is None:
            table.pop(key, None)
        else:
            table[key] = list(new) if isinstance(new, tuple) else new
