"""The settings of one table: which camera, which screen, which pins; one TOML file.

Everything has a default, so that a file need contain only the differences. A file with any error is
refused as a whole: a referee whose lamps are on unexpected pins is no help. ``reading.py`` beside
this file reads it, ``writing.py`` changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec
import platformdirs

from hardware.errors import CompanionError, explain_os_error
from hardware.ports import Lamp
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp

Where = TypeVar("Where")

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
"""The calibration of a taught board, in its folder."""
MIN_SIDE_PX: Final = 320
MAX_SIDE_PX: Final = 8192
"""No screen has more; a page of that size takes 270 MB."""
MIN_DPI: Final = 50.0
MAX_DPI: Final = 1000.0
"""Pixels an inch: of a wall of light, and more than any telephone has."""
Side = Annotated[int, msgspec.Meta(ge=MIN_SIDE_PX, le=MAX_SIDE_PX)]
"""The length of a side of a page, in pixels."""


class ScreenSettings(_Group, frozen=True):
    """The screen: its size in pixels, whether it is filled, and its pixels per inch.

    The page, ``size_px`` large, is ``turned`` by this many degrees clockwise on the panel. Without
    ``motion`` nothing slides: pieces are where they are at once. ``brightness`` is in percent.
    With ``facing`` the page is turned towards the player on turn; the first seat is at the screen.
    Without ``on`` there is no screen: telephones have to serve as one.
    """

    size_px: tuple[Side, Side] = (800, 480)
    fullscreen: bool = False
    dpi: Annotated[float, msgspec.Meta(ge=MIN_DPI, le=MAX_DPI)] = 133.0
    turned: Literal[0, 90, 180, 270] = 0
    motion: bool = True
    brightness: Annotated[int, msgspec.Meta(ge=20, le=100)] = 100
    on: bool = True
    facing: bool = False


class ButtonPins(_Group, frozen=True):
    """The pins of the buttons; None for a missing button."""

    confirm: Pin | None = None
    take_back: Pin | None = None
    referee: Pin | None = None

    def wired(self) -> dict[str, int]:
        """Return the pins of the buttons that there are, by name."""
        return {name: pin for name, pin in msgspec.structs.asdict(self).items() if pin is not None}


class GpioSettings(_Group, frozen=True):
    """The pins of lamps, buzzer and buttons; None or missing if there is no such device.

    ``turn`` gives the pin of each seat's lamp.
    """

    turn: dict[str, Pin] = {}
    accepted: Pin | None = None
    objection: Pin | None = None
    buzzer: Pin | None = None
    buttons: ButtonPins = ButtonPins()

    @property
    def is_used(self) -> bool:
        """Whether anything is wired to the pins."""
        return bool(self.lamps() or self.buttons.wired() or self.buzzer is not None)

    def lamps(self) -> dict[Lamp, int]:
        """Return the pin of every lamp."""
        return _name_lamps(self.accepted, self.objection, self.turn)


Leds = tuple[Annotated[int, msgspec.Meta(ge=0)], Annotated[int, msgspec.Meta(ge=0)]]
"""The first and the last LED of a lamp on a strip, counted from 0."""


class StripSettings(_Group, frozen=True):
    """A strip of coloured LEDs on a serial line (Adalight, WLED); no port, no strip.

    ``port`` is a device such as ``/dev/ttyUSB0`` or a pyserial URL; ``turn`` gives each seat's
    LEDs, ``places`` those beside places of the board, which shine as lights under them would.
    """

    port: str | None = None
    baud: Annotated[int, msgspec.Meta(gt=0)] = 115200
    leds: Annotated[int, msgspec.Meta(ge=1, le=65536)] = 60
    turn: dict[str, Leds] = {}
    places: dict[str, Leds] = {}
    accepted: Leds | None = None
    objection: Leds | None = None

    def lamps(self) -> dict[Lamp, Leds]:
        """Return the LEDs of every lamp."""
        return _name_lamps(self.accepted, self.objection, self.turn)


def _name_lamps(
    accepted: Where | None, objection: Where | None, turn: dict[str, Where]
) -> dict[Lamp, Where]:
    """Return where every lamp is, by its name."""
    verdicts = {ACCEPTED: accepted, OBJECTION: objection}
    named = {lamp: where for lamp, where in verdicts.items() if where is not None}
    return named | {turn_lamp(seat): where for seat, where in turn.items()}


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
    """The table's voice: whether it speaks, through which program, and what it says.

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

    ``names`` are further names of this machine besides its own name and addresses. Without
    ``tls`` a reverse proxy on this machine has to encrypt: only 127.0.0.1 is listened on.
    """

    on: bool = False
    address: str = "0.0.0.0"  # noqa: S104 - nothing is served unless it is asked for
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 8443
    names: tuple[str, ...] = ()
    tls: bool = True


class MqttSettings(_Group, frozen=True):
    """Publishing this table to an MQTT broker; without a broker nothing is published.

    ``table`` names it among others. The password is in a file of its own. ``ca`` holds the
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
    ``camera`` is a text for ``hardware.cameras.open_camera``. ``calibration`` is None for a table
    without one, ``board`` for the game's own board. Paths in the file may begin with ``~``;
    relative ones start at the file's own folder. ``set_up`` is true once somebody has completed the
    pages of the first start, false while they are unfinished, and ``game`` was chosen there.
    ``learn``: confirmed readings teach the reader during play. ``volume`` is that of the tones, in
    percent.
    """

    language: Language = "en"
    level: TeachingLevel = "teach"
    camera: str = "simulated"
    calibration: Path | None = None
    board: Path | None = None
    sound: bool = True
    learn: bool = True
    game: str = ""
    set_up: bool | None = None
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
    """Return the folder of this user's games. Raises ConfigError."""
    return _find(platformdirs.user_data_path)


def taught_folder(game: str, folder: Path | None = None) -> Path:
    """Return the folder of the board that was taught for a game on the screen."""
    return (folder or data_folder()) / "boards" / game


def taught_calibration(game: str) -> Path | None:
    """Return the calibration of the board taught for a game, None without one, or ConfigError."""
    path = taught_folder(game) / TAUGHT
    with explain_os_error(f"The taught board {path} cannot be read", ConfigError):
        return path if path.is_file() else None


def played_file(game: str, calibration: Path | None, folder: Path | None = None) -> Path:
    """Return the file of what was learnt during play, beside the calibration of a game's board.

    Without a calibration it belongs to the print.
    """
    kept = taught_folder(game, folder)
    taught = kept / TAUGHT
    if calibration is None:
        calibration = taught if taught.is_file() else kept / "print.json"
    return calibration.parent / f"{calibration.stem}.played.json"  # which a folder may be, too


def settings_path() -> Path:
    """Return the path of this user's settings. Raises ConfigError."""
    return _find(platformdirs.user_config_path) / "settings.toml"


def _find(folder: Callable[[str], Path]) -> Path:
    try:
        return folder(_APP)
    except RuntimeError as error:  # a user with a number and no name, as in a container
        raise ConfigError(
            "No home folder is known for this user; set HOME, or XDG_CONFIG_HOME and XDG_DATA_HOME."
        ) from error
