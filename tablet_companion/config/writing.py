"""Writing settings: saves what was chosen at the table, keeping the file's comments and order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hardware.errors import explain_os_error
from hardware.files import write_durably
from hardware.log import log
from tablet_companion.config import ConfigError, Settings
from tablet_companion.config.reading import parse_settings, read_text


def save_settings(settings: Settings, path: Path) -> None:
    """Write settings to a file, completely or not at all.

    Only changed settings are written; the file's comments and order are kept. Raises
    ConfigError if the existing file or the settings are invalid, or the disk cannot be written.
    """
    import tomlkit  # noqa: PLC0415 - 50 ms of start-up that only saving needs

    text = read_text(path) if path.exists() else ""
    before = parse_settings(text, path)
    document = tomlkit.parse(text)
    _change(document, _plain_values(before), _plain_values(settings))
    written = tomlkit.dumps(document)
    parse_settings(written, path)  # what could not be read again would be refused as a whole
    with explain_os_error(f"The settings {path} cannot be written", ConfigError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(path, written.encode(), mode=_mode(path))


def set_aside_harmed(path: Path) -> None:
    """Rename a settings file that cannot be read, so that it is kept and another can be begun.

    Raises ConfigError if it cannot be renamed.
    """
    if not path.is_file():
        return
    try:
        parse_settings(read_text(path), path)
    except ConfigError as error:
        with explain_os_error(f"The settings {path} cannot be set aside", ConfigError):
            kept = path.rename(path.with_name(f"{path.name}.harmed"))
        log(ConfigError(f"{error} It is kept as {kept}."))


def _mode(path: Path) -> int:
    """Return the file's mode: never wider than before, as it may hold passwords."""
    return path.stat().st_mode & 0o770 if path.exists() else 0o600


def keep_camera(name: str, path: Path) -> None:
    """Write another camera into a settings file and leave everything else as it is.

    Values from the command line are not written. Raises ConfigError.
    """
    change_settings(path, lambda before: msgspec.structs.replace(before, camera=name))


def change_settings(path: Path, change: Callable[[Settings], Settings]) -> Settings:
    """Apply ``change`` to a file's settings, write the result, and return it.

    A missing file counts as empty. Raises ConfigError.
    """
    after = change(parse_settings(read_text(path), path) if path.exists() else Settings())
    save_settings(after, path)
    return after


def keep_choice(name: str, value: int | str, path: Path) -> None:
    """Save what people set or chose at the table in a settings file, like ``keep_camera``.

    ``volume`` applies to tones and voice. Raises ConfigError.
    """
    change_settings(path, lambda before: with_choice(before, name, value))


def with_choice(settings: Settings, name: str, value: int | str) -> Settings:
    """Return settings with what people set or chose at the table."""
    replace = msgspec.structs.replace
    changes: dict[str, Any] = {name: value}
    if name == "volume":
        changes["voice"] = replace(settings.voice, volume=value)
    elif name == "brightness":
        changes = {"screen": replace(settings.screen, brightness=value)}
    elif name == "facing":
        changes = {"screen": replace(settings.screen, facing=bool(value))}
    return replace(settings, **changes)


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
