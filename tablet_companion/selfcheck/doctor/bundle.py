"""A file to send to somebody who helps: findings, versions, settings. No secrets.

Left out are the journals, which hold what players alone may know, the system's log, the names of
machine and user, and pictures, except the last misreading's if its owner agrees. Passwords and
tokens in addresses are masked.
"""

from __future__ import annotations

import contextlib
import io
import os
import platform
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from calibration.learning.truth import read_labels
from hardware import formats
from hardware.errors import CompanionError, explain_os_error
from hardware.files import write_durably
from hardware.redaction import redact
from tablet_companion.config import settings_path
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding

TRUTH: Final = "truth.jsonl"
MISREAD: Final = "misread"
"""The folder, in the bundle as beside the games, of the last picture that was read wrongly."""

README: Final = """\
What is in here, to help somebody who helps you:

findings.txt   what tablet-companion doctor said
settings.toml  the settings as they are, passwords and tokens in addresses blotted out
packages.txt   the versions of all Python packages
system.txt     the machine's model, its system and kernel

misread        only if its owner agreed: the picture last read wrongly, and truth.jsonl, which says
               what it shows; tablet-companion score takes both

What is left out on purpose: the journals (they hold what players alone may know), other pictures,
the system's log, the names of this machine and of its user.
"""


def write_bundle(
    path: Path, machine: Machine, findings: Iterable[Finding], settings: Path | None
) -> None:
    """Write the bundle; raises CompanionError if it cannot be written."""
    with explain_os_error(f"{path} cannot be written"):
        write_durably(path, make_bundle(machine, findings, settings))


def make_bundle(
    machine: Machine,
    findings: Iterable[Finding],
    settings: Path | None,
    pictures: Path | None = None,
) -> bytes:
    """Return the bundle, with the pictures and labels of a folder if their owner agreed to that."""
    texts = {
        "README.txt": README,
        "findings.txt": "\n".join(finding.lines(words("en")) for finding in findings) + "\n",
        "settings.toml": _settings(settings or settings_path()),
        "packages.txt": "".join(f"{name} {v}\n" for name, v in sorted(machine.versions().items())),
        "system.txt": _system(machine),
    }
    files = {name: nameless(text).encode("utf-8", "replace") for name, text in texts.items()}
    files |= _misread(pictures) if pictures else {}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files.items():
            # Without a time: a ZIP file cannot say 1970, in which a Pi without a network begins.
            bundle.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _misread(folder: Path) -> dict[str, bytes]:
    """Return the labels of the last misreading and their pictures, and no others that lie there."""
    files = {}
    with contextlib.suppress(CompanionError):
        labels = read_labels(folder / TRUTH)
        for name in (TRUTH, *(label.file for label in labels)):
            read = formats.read_bytes(folder / Path(name).name, formats.MAX_PICTURE_BYTES)
            files[f"{MISREAD}/{Path(name).name}"] = read
    return files


def nameless(text: str) -> str:
    """Return a text without what addresses hide and without the user's name in paths."""
    home = os.path.expanduser("~")  # noqa: PTH111 - a user without a home is no error here
    return redact(text.replace(home, "~") if len(home) > 1 else text)


def _settings(path: Path) -> str:
    try:
        return formats.read_bytes(path).decode("utf-8", "replace")
    except formats.Unusable as error:
        return f"# this {error}\n"


def _system(machine: Machine) -> str:
    model = machine.line("proc/device-tree/model") or "no Raspberry Pi"
    release = machine.line("etc/os-release") or "an unknown system"
    kernel = f"{platform.system()} {platform.release()} {platform.machine()}"
    return f"{model}\n{release}\n{kernel}\nPython {platform.python_version()}\n"
