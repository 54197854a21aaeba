"""Writes files to a USB stick: one that a desktop has mounted, or, on a dedicated Pi, via systemd.

On such a Pi the referee may not mount anything. It leaves the files in ``for-stick`` beside the
games and starts a unit of ours, which copies them to the stick and unmounts it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError, explain_os_error
from hardware.files import sync_folder, write_durably
from hardware.power import ask_systemd
from hardware.updates import FOLDER

File = tuple[str, bytes]
"""The name and the content of a file to be written."""

_COMMAND: Final = ("systemctl", "--no-ask-password", "start")
_UNIT: Final = "tablet-companion-carry.service"
_PATIENCE_S: Final = 120.0
"""A slow stick needs some seconds for ten megabytes."""


class StickTrouble(StrEnum):
    """Why nothing was written; the values are the words of ``systemd/update/update``."""

    MISSING = "no stick"
    FULL = "not written"


class StickError(CompanionError):
    """Nothing was written to a stick; ``trouble`` says why."""

    def __init__(self, sentence: str, trouble: StickTrouble) -> None:
        """``sentence`` is for the log; screens have their own words for ``trouble``."""
        super().__init__(sentence)
        self.trouble = trouble


class UnwrittenError(CompanionError):
    """A folder accepts no more, on a stick or on our own disk."""


@dataclass(frozen=True)
class Sticks:
    """Finds sticks: mounted below ``media``, or through ``helper``, which our package installs.

    ``own`` is the folder that the referee may write. Without a stick and a helper, as on a laptop,
    files stay there. The helper writes its result into ``told``.
    """

    own: Path
    media: tuple[Path, ...] = (Path("/media"), Path("/run/media"))
    helper: Path = Path("/opt/tablet-companion/update")
    told: Path = FOLDER
    command: Sequence[str] = _COMMAND

    def put(self, name: str, files: Iterable[File]) -> Path:
        """Write files into a folder of this name on a stick; return where they are.

        The path is relative if it is on the stick itself. Raises StickError, or CompanionError if a
        file cannot be made, or our own disk is full.
        """
        stick = self._find_mounted()
        if stick is not None:
            try:
                _write(stick / name, _while_mounted(stick, files), trusted=False)
            except UnwrittenError as error:
                if _is_mounted(stick):
                    raise StickError(str(error), StickTrouble.FULL) from error
                pulled = f"The USB stick {stick} was pulled out."
                raise StickError(pulled, StickTrouble.MISSING) from error
            return stick / name
        if not self.helper.exists():
            _write(self.own / name, files)
            return self.own / name
        waiting = self.own / "for-stick"
        shutil.rmtree(waiting, ignore_errors=True)
        try:
            _write(waiting / name, files)
            self._carry()
        finally:
            shutil.rmtree(waiting, ignore_errors=True)
        return Path(name)

    def may_have_one(self) -> bool:
        """Whether files go to a stick, if there is one; else they stay here."""
        return self.helper.exists() or self._find_mounted() is not None

    def _find_mounted(self) -> Path | None:
        found = (path for media in self.media for path in media.glob("*/*") if _is_mounted(path))
        return min(found, default=None)

    def _carry(self) -> None:
        refused = "Nothing can be put onto a USB stick"
        ask_systemd((*self.command, _UNIT), refused, _PATIENCE_S)
        try:
            said = (self.told / "carried").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            said = StickTrouble.MISSING
        if said == StickTrouble.MISSING:
            raise StickError("No USB stick is plugged in.", StickTrouble.MISSING)
        if said == StickTrouble.FULL:
            raise StickError("The USB stick is full or write-protected.", StickTrouble.FULL)


def _is_mounted(stick: Path) -> bool:
    """Whether a stick is there; one that was pulled out may leave a folder that answers nothing."""
    try:
        return stick.is_mount()
    except OSError:  # Python 3.11 passes on what the folder answers, later ones do not
        return False


def _while_mounted(stick: Path, files: Iterable[File]) -> Iterator[File]:
    """Yield the files while the stick is there; a file may take seconds to make.

    Without it they would be written into the folder where it was: onto our own disk.
    """
    for file in files:
        if not _is_mounted(stick):
            raise UnwrittenError(f"{stick} is no longer there.")
        yield file
    if not _is_mounted(stick):
        raise UnwrittenError(f"{stick} is no longer there.")


def _write(folder: Path, files: Iterable[File], *, trusted: bool = True) -> None:
    """Write files one by one; raises UnwrittenError if the folder accepts no more.

    Unless the folder is ``trusted``, links are replaced: a stick may be prepared so that a file of
    this user's would be written instead.
    """
    for name, data in files:
        with explain_os_error(f"{folder / name} cannot be written", UnwrittenError):
            for path in () if trusted else (folder, folder / name):
                if path.is_symlink():
                    path.unlink()
            folder.mkdir(parents=True, exist_ok=True)
            write_durably(folder / name, data)
            sync_folder(folder.parent)  # the folder's own name
