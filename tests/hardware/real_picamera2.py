"""The real picamera2 on libcamera's virtual camera; ``make test-picamera2`` builds what it needs.

It shows that names, order and configuration are picamera2's own. It shows nothing of a sensor: the
virtual camera has no automatics, and delivers NV12 whatever one wishes.
"""

from __future__ import annotations

import importlib
import os
import sys
import types
from typing import Any, Final
from unittest.mock import ANY, MagicMock

import pytest

SWITCH: Final = "TEST_REAL_PICAMERA2"
_UNUSED: Final = ("pykms", "prctl", "pidng", "pidng.camdefs", "pidng.core")
"""Imported by picamera2 for previews and raw files, which nobody asks for."""


def prepare(patch: pytest.MonkeyPatch) -> None:
    """Make picamera2 take libcamera's virtual camera, or skip where there is none."""
    if SWITCH not in os.environ:
        pytest.skip("make test-picamera2 tries this with the real picamera2")
    for name in _UNUSED:
        patch.setitem(sys.modules, name, MagicMock())
    libcamera = importlib.import_module("libcamera")
    inner: Any = importlib.import_module("picamera2.picamera2")
    outer: Any = importlib.import_module("picamera2")
    library = outer.Picamera2

    class Library:
        """libcamera, save that its virtual camera leaves the status of a buffer unset."""

        FrameMetadata = types.SimpleNamespace(Status=types.SimpleNamespace(Success=ANY))

        def __getattr__(self, name: str) -> Any:
            return getattr(libcamera, name)

    patch.setattr(inner, "libcamera", Library())
    # The virtual camera has no raw pictures, and memory of its own only.
    modes = [{"format": "NV12", "size": (1280, 720)}]
    patch.setattr(library, "_get_raw_modes", lambda _self: modes)
    patch.setattr(inner, "DmaAllocator", _allocator())


def _allocator() -> type:
    base: Any = importlib.import_module("picamera2.allocators.allocator").Allocator
    plain: Any = importlib.import_module("picamera2.allocators").LibcameraAllocator

    class Allocator(base):  # type: ignore[misc]  # picamera2 has no types here
        """Buffers from libcamera itself; the camera is known only when they are allocated."""

        needs_sync = True
        buffers_of: Any = None

        def allocate(self, config: Any, use_case: Any) -> None:
            """Allocate buffers for the camera that is open."""
            camera = importlib.import_module("libcamera").CameraManager.singleton().cameras[0]
            self.buffers_of = plain(camera)
            self.buffers_of.allocate(config, use_case)

        def buffers(self, stream: Any) -> Any:
            """Return a stream's buffers."""
            return self.buffers_of.buffers(stream)

    return Allocator
