"""What a touch means that is no business of the referee's: it concerns the table's own things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenCameras:
    """Look for cameras and show what one of them sees."""


@dataclass(frozen=True, slots=True)
class TryCamera:
    """Show what the camera of this name sees."""

    name: str


@dataclass(frozen=True, slots=True)
class MeterCamera:
    """Let the camera that is shown adjust to the light anew."""


@dataclass(frozen=True, slots=True)
class KeepCamera:
    """Use the camera that is shown, now and from now on."""


@dataclass(frozen=True, slots=True)
class LeaveCameras:
    """Go back to the game; the camera stays as it was."""


@dataclass(frozen=True, slots=True)
class PlayGame:
    """Set up another game than this one."""

    name: str


Order = PlayGame | OpenCameras | TryCamera | MeterCamera | KeepCamera | LeaveCameras
