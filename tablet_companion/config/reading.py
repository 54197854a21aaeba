"""Reading settings: a file with any error is refused as a whole, with one sentence."""

from __future__ import annotations

import contextlib
import difflib
import ipaddress
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from hardware import formats
from hardware.errors import explain_os_error
from hardware.voice import VoiceError, split_command
from tablet_companion.config import (
    ConfigError,
    GpioSettings,
    Settings,
    StripSettings,
    VoiceSettings,
    settings_path,
)

_SIMILAR: Final = 0.6
"""The likeness of two names, 0 to 1, from which one may be the other misspelt."""
_HOST: Final = re.compile(r"[\w.-]+")
_MAX_BYTES: Final = 50_000
"""Largest file of settings: long ones have 3 kB, and one of 1 MB took minutes to be changed."""


def read_settings(path: Path | None = None) -> Settings:
    """Read a settings file, or this user's own, which may be missing.

    Raises ConfigError for a named file that is missing, and for an invalid one.
    """
    named, path = path is not None, path or settings_path()
    if not (named or _is_there(path)):
        return Settings()
    return parse_settings(read_text(path), path)


def _is_there(path: Path) -> bool:
    """Whether there is such a file. Raises ConfigError if we may not look."""
    with explain_os_error(f"The file of settings {path} cannot be read", ConfigError):
        return path.exists()


def safe_settings(path: Path | None = None) -> Settings:
    """Return what is needed to show a page and continue a game: language and journals' folder.

    Everything else has its default. An unreadable file counts as missing, and is not changed.
    """
    try:
        given = read_settings(path)
    except ConfigError:
        given = Settings()
    return Settings(language=given.language, journals=given.journals, sound=False, learn=False)


def parse_settings(text: str, path: Path) -> Settings:
    """Read settings from TOML text; ``path`` is the file's. Raises ConfigError."""
    with formats.explain(f"{path}: this", ConfigError):
        data = formats.parse_toml(text)
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
        *_missing_leds(settings.strip),
        *_misspelt_lines(settings),
        *_misspelt_hosts(settings),
        *_unusable_command(settings.voice),
    ):
        raise ConfigError(f"{path}: {problem}")
    return settings


def require_seats(settings: Settings, list_seats: Callable[[], Collection[str]]) -> None:
    """Refuse a lamp for the turn of a seat that is not listed: it would never be lit.

    The seats are listed only if a lamp is named. Raises ConfigError.
    """
    named = {
        f"{group}.turn.{formats.shorten(seat)}": seat
        for group, lamps in (("gpio", settings.gpio.turn), ("strip", settings.strip.turn))
        for seat in lamps
    }
    known = list_seats() if named else ()
    for name, seat in named.items():
        if seat not in known:
            raise ConfigError(
                f"{name}: no game has a seat {formats.shorten(seat)}; there are: "
                f"{', '.join(sorted(known))}."
            )


def read_text(path: Path) -> str:
    """Return a settings file's text. Raises ConfigError."""
    with formats.explain(f"The file of settings {path}", ConfigError):
        return formats.read_text(path, _MAX_BYTES)


def _path(value: object, folder: Path) -> Path:
    """Convert a value to a path, the only type that msgspec does not know."""
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
            yield f"there is no setting {name}; {_advise(name, known)}"
        elif name in groups and isinstance(value, dict):
            yield from _unknown(value, f"{name}.")


def _advise(name: str, known: set[str]) -> str:
    """Ask whether the most similar name was meant, or list those beside it if none is similar.

    Only last parts are compared: a group may have been left out.
    """
    group, _, last = name.rpartition(".")

    def likeness(other: str) -> tuple[float, float]:
        words = ((last, other.rpartition(".")[2]), (name, other))
        one, whole = (difflib.SequenceMatcher(None, *pair).ratio() for pair in words)
        return one, whole

    nearest = max(sorted(known), key=likeness)
    if likeness(nearest)[0] >= _SIMILAR:
        return f"did you mean {nearest}?"
    return f"known: {', '.join(sorted(n for n in known if n.rpartition('.')[0] == group))}."


def _plain(message: str) -> str:
    """Translate a msgspec message into the words of the file."""
    reason, _, where = message.partition(" - at `$.")
    name = where.rstrip("`").replace("[...]", "")
    if "Invalid enum value" in reason:
        known = ", ".join(map(str, _choices(name)))
        reason = f"{reason.replace('Invalid enum value', 'unknown')} (known: {known})"
    for word, better in (("`", ""), ("object", "a table"), ("array", "list")):
        reason = reason.replace(word, better)
    return f"{name}: {reason[0].lower()}{reason[1:]}."


def _choices(name: str) -> tuple[object, ...]:
    """Return the values that a setting of a few values may have, by its full name."""
    kind: Any = Settings
    for part in name.split("."):
        kind = get_type_hints(kind)[part]
    return get_args(kind)


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


def _missing_leds(strip: StripSettings) -> Iterator[str]:
    """Yield a sentence for every lamp on LEDs that the strip does not have."""
    verdicts = {"accepted": strip.accepted, "objection": strip.objection}
    named = {
        **{name: leds for name, leds in verdicts.items() if leds is not None},
        **{f"turn.{seat}": leds for seat, leds in strip.turn.items()},
        **{f"places.{place}": leds for place, leds in strip.places.items()},
    }
    for name, (first, last) in named.items():
        if not first <= last < strip.leds:
            has = f"the strip has the LEDs 0 to {strip.leds - 1}."
            mend = has if first <= last else "write the lower number first."
            yield f"strip.{name}: there are no LEDs {first} to {last}; {mend}"


def _misspelt_hosts(settings: Settings) -> Iterator[str]:
    """Yield a sentence for every machine whose name can never be looked up."""
    for name, host in (
        ("web.address", settings.web.address),
        ("mqtt.broker", settings.mqtt.broker),
    ):
        if host is not None and not _may_be_host(host):
            yield (
                f"{name}: {host!r} is not the name or address of a machine; write that alone, "
                "such as 192.168.1.2, and the port as a setting of its own."
            )


def _may_be_host(text: str) -> bool:
    with contextlib.suppress(ValueError):  # UnicodeError is one
        name = _HOST.fullmatch(text) and text.encode("idna")
        return bool(name or ipaddress.ip_address(text))
    return False


def _misspelt_lines(settings: Settings) -> Iterator[str]:
    """Yield a sentence for every serial line whose name can never be opened."""
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
    """Yield a sentence for a command that can never be run."""
    try:
        split_command(voice.command)
    except VoiceError as error:
        yield f"voice.command: {error}"
