"""A strict stand-in for picamera2: it refuses what the real one refuses, ignores or waits for.

It has the part of picamera2 0.3 that the driver uses, with the orders, names and ranges of a camera
module. Its time is the manual clock's: waiting moves it, and nothing sleeps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final

import cv2
import numpy as np

from hardware.clock import ManualClock
from hardware.ports import Picture

FRAME_S: Final = 1 / 30
RANGES: Final[Mapping[str, tuple[Any, Any, Any]]] = {
    "AeEnable": (False, True, None),
    "AwbEnable": (False, True, None),
    "ExposureTime": (75, 66_000, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "AfMode": (0, 2, 0),
    "LensPosition": (0.0, 32.0, 1.0),
    "FrameDurationLimits": (16_000, 220_000, None),
}
"""The least, the most and the usual value of each control, as ``camera_controls`` has them."""
AUTOMATIC: Final = {
    "ExposureTime": "AeEnable",
    "AnalogueGain": "AeEnable",
    "ColourGains": "AwbEnable",
    "LensPosition": "AfMode",
}
"""Which control makes a value follow the light."""


@dataclass
class Sensor:
    """What lies before the camera, and what befalls it; a test turns these at will.

    ``light`` is the exposure, gain, colour gains and focus that the automatics want; ``flicker``
    keeps them from settling. ``silent_starts`` is how many starts bring no picture at all, and
    ``stuck`` delivers one picture again and again.
    """

    clock: ManualClock
    scene: Picture
    format: str | None = None
    models: tuple[str, ...] = ("imx708",)
    controls: Mapping[str, tuple[Any, Any, Any]] = field(default_factory=lambda: dict(RANGES))
    light: Mapping[str, tuple[float, ...]] = field(
        default_factory=lambda: {
            "ExposureTime": (12_000,),
            "AnalogueGain": (2.5,),
            "ColourGains": (1.9, 1.4),
            "LensPosition": (1.8,),
        }
    )
    flicker: bool = False
    busy: bool = False
    plugged: bool = True
    silent_starts: int = 0
    stuck: bool = False
    opened: int = 0
    configured: int = 0
    started: int = 0
    closed: int = 0
    set: list[dict[str, Any]] = field(default_factory=list)


def module(sensor: Sensor) -> ModuleType:
    """Return a module to put in picamera2's place; all its cameras look at this sensor."""
    found = ModuleType("picamera2")

    class Picamera2(_Camera):
        def __init__(self, camera_num: int = 0) -> None:
            super().__init__(sensor, camera_num)

        @staticmethod
        def global_camera_info() -> list[dict[str, Any]]:
            """Return the cameras that are plugged in."""
            models = sensor.models if sensor.plugged else ()
            return [
                {"Model": model, "Id": f"/base/{model}", "Num": number}
                for number, model in enumerate(models)
            ]

    found.Picamera2 = Picamera2  # type: ignore[attr-defined]  # a module made here
    return found


class _Camera:
    def __init__(self, sensor: Sensor, number: int) -> None:
        if not sensor.plugged or number >= len(sensor.models):
            raise RuntimeError(f"No camera number {number} found")
        if sensor.busy:
            cause = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from cause
        sensor.opened += 1
        self._sensor = sensor
        self._state = "open"
        self._config: dict[str, Any] = {}
        self._pending = self._loop = False
        self._starts = self._frames = 0
        self._chosen = {name: (1.0,) * len(want) for name, want in sensor.light.items()}
        self._manual: dict[str, Any] = {}

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """Return the controls there are and their ranges."""
        self._expect("configured", "started")
        return dict(self._sensor.controls)

    def create_video_configuration(
        self, *, main: Mapping[str, Any], buffer_count: int = 6, queue: bool = True
    ) -> dict[str, Any]:
        """Return a configuration, checked as picamera2 checks it."""
        self._expect("open", "configured")
        assert set(main) <= {"size", "format"}, main
        width, height = main["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        if main["format"] not in ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"):
            raise RuntimeError(f"Bad format {main['format']} in stream main")
        return {"main": dict(main), "buffer_count": buffer_count, "queue": queue}

    def configure(self, config: Mapping[str, Any]) -> None:
        """Take a configuration; the format is adjusted where the camera has another."""
        self._expect("open", "configured")
        self._sensor.configured += 1
        main = dict(config["main"])
        main["format"] = self._sensor.format or main["format"]
        self._config = {**config, "main": main}
        self._state = "configured"

    def camera_configuration(self) -> dict[str, Any]:
        """Return the configuration as it was adjusted."""
        self._expect("configured", "started")
        return self._config

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Set controls; unknown names and values out of their range are refused."""
        self._expect("configured", "started")
        for name, value in controls.items():
            if name not in self._sensor.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            low, high, _ = self._sensor.controls[name]
            for one in value if isinstance(value, tuple) else (value,):
                if not low <= one <= high:
                    raise ValueError(f"{name} {one} is not within {low} and {high}")
        self._sensor.set.append(dict(controls))
        self._manual.update(controls)

    def start(self) -> None:
        """Begin to deliver."""
        self._expect("configured")
        self._state, self._loop = "started", True
        self._starts += 1
        self._sensor.started += 1

    def stop_preview(self) -> None:
        """End the thread that turns the camera, which ``start`` makes; a dead one, too."""
        if not self._loop:
            raise RuntimeError("No preview specified.")
        self._loop = False

    def stop(self) -> None:
        """Stop; while a thread turns the camera, the real one waits for it, though it be dead."""
        self._expect("configured", "started")
        assert not (self._loop and self._quiet), "stop() would wait for a thread that hangs"
        self._state = "configured"

    @property
    def _quiet(self) -> bool:
        """Return whether nothing is delivered just now."""
        return self._starts <= self._sensor.silent_starts or not self._sensor.plugged

    def cancel_all_and_flush(self) -> None:
        """Give up waiting for whatever was asked."""
        self._pending = False

    def close(self) -> None:
        """Let the camera go."""
        if self._state == "closed":
            return
        assert not self._pending, "close() would wait for a capture that never ends"
        self._state = "closed"
        self._sensor.closed += 1

    def capture_arrays(self, names: Sequence[str], wait: float) -> tuple[list[Any], dict[str, Any]]:
        """Return the next picture and what is told of it; TimeoutError after ``wait`` seconds."""
        self._expect("started")
        assert list(names) == ["main"], names
        assert wait > 0
        sensor = self._sensor
        if self._quiet:
            self._pending = True
            sensor.clock.advance(wait)
            raise TimeoutError
        sensor.clock.advance(FRAME_S)
        if not (sensor.stuck and self._frames):
            self._frames += 1
        return [self._array()], self._metadata()

    def _expect(self, *states: str) -> None:
        if self._state not in states:
            raise RuntimeError(f"the camera is {self._state}, not {' or '.join(states)}")

    def _metadata(self) -> dict[str, Any]:
        found: dict[str, Any] = {"SensorTimestamp": self._frames * 33_333_333}
        for name, wanted in self._sensor.light.items():
            if name not in self._sensor.controls:
                continue
            if self._manual.get(AUTOMATIC[name]):
                self._chosen[name] = self._nearer(self._chosen[name], wanted)
            elif name in self._manual:
                value = self._manual[name]
                self._chosen[name] = value if isinstance(value, tuple) else (value,)
            found[name] = self._chosen[name] if len(wanted) > 1 else self._chosen[name][0]
        return found

    def _nearer(self, now: tuple[float, ...], wanted: tuple[float, ...]) -> tuple[float, ...]:
        """Return values a third of the way on, as the real automatics go; or flickering ones."""
        if self._sensor.flicker:
            return tuple(want * (1.2 if self._frames % 2 else 0.8) for want in wanted)
        return tuple(one + (want - one) / 3 for one, want in zip(now, wanted, strict=True))

    def _array(self) -> Any:
        size = self._config["main"]["size"]
        bgr = cv2.resize(self._sensor.scene, size, interpolation=cv2.INTER_NEAREST)
        match self._config["main"]["format"]:
            case "RGB888":  # named from the last byte to the first: blue leads in memory
                return bgr
            case "BGR888":
                return bgr[:, :, ::-1].copy()
            case "NV12":
                return _nv12(bgr)
            case _:
                return np.dstack((bgr, np.full(bgr.shape[:2], 255, np.uint8)))


def _nv12(bgr: Any) -> Any:
    """Return a plane of light above one of colours, U and V in turn."""
    planar = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)
    height, width = bgr.shape[:2]
    u, v = planar[height:].reshape(2, -1)
    return np.vstack((planar[:height], np.stack((u, v), axis=1).reshape(-1, width)))
