"""The USB stick that is plugged in, where the machine mounted it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

MEDIA: Final = (Path("/media"), Path("/run/media"))
"""Where desktops mount sticks, and our own unit where there is no desktop: USER/STICK."""


def find_stick(media: Iterable[Path] = MEDIA) -> Path | None:
    """Return where a stick is mounted, the first by name of several; None without one."""
    mounted = sorted(path for folder in media for path in folder.glob("*/*") if path.is_mount())
    return mounted[0] if mounted else None
