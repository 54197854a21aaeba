"""Windows of a picture beside windows of the taught pictures: the input of the places' network.

Each window is compared, with the light removed, with the taught picture whose surroundings are most
similar; the input is this difference, the window's own colours, and its geometry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import average_patches
from tablet_companion.vision.places.windows import SIDE, Bytes, Windows

CHANNELS: Final = 12


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the light is taken out of a window before the network sees it.

    These are part of the network's input: if one is changed, fit the network again (`make
    fit`, tools/fit). Logarithms are natural.
    """

    log_floor_grey: float = 12.0
    """Grey levels added before a logarithm: noise in the dark is no contrast."""
    trust: float = 0.12
    """Logarithm. A sample that differs from the usual by more says little of the light."""
    rounds: int = 4
    """Steps of the robust mean."""
    bare_share_min: float = 0.047
    """Share. A window with less bare board takes its light from the whole board."""
    beside_weight: float = 0.3
    """Weight of bare board that a neighbouring piece might hide."""
    clear_weight: float = 0.7
    """What is added to that weight if no piece might hide it."""
    dim: float = 0.6
    """Logarithm. A picture that is darker than the taught ones by more is brightened to match."""
    ratio_steps: float = 84.0
    """Byte steps for a logarithm of 1: 128 is no difference, 255 is 1.5."""


TUNING: Final = Tuning()

LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + TUNING.log_floor_grey)
_OFFSET: Final = np.array([115, 115, 115, 128, 128, 128, 115, 0, 0, 0, 0, 0], dtype=np.float32)
_SCALE: Final = np.array([1 / 128] * 7 + [1 / 255] * 5, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtWindows:
    """The bare board of a labelled picture in the windows of one camera.

    ``seen`` is n × SIDE × SIDE × 3 (BGR); ``known`` marks bare board. ``light`` (n × 3, logarithms)
    is how much lighter it is than the first taught picture, so that colours from different pictures
    can be compared.
    """

    seen: Bytes
    known: Mask
    light: NDArray[np.float32]

    def only(self, rows: NDArray[np.intp]) -> TaughtWindows:
        """Return some of the windows."""
        return TaughtWindows(self.seen[rows], self.known[rows], self.light[rows])


@dataclass(frozen=True, slots=True, eq=False)
class NetworkInput:
    """The input of the network: ``bytes`` (n × CHANNELS × SIDE × SIDE), see ``as_input``.

    ``light`` (n × 3, BGR) is the logarithm of how much lighter the picture is than the first taught
    one; ``unlike`` (n) is how much the bare board beside a place differs, after removing the light,
    from the most similar taught picture (1 if nothing can be compared).
    """

    bytes: Bytes
    light: NDArray[np.float32]
    unlike: NDArray[np.float32]

    def only(self, rows: NDArray[np.intp]) -> NetworkInput:
        """Return some of the windows."""
        return NetworkInput(self.bytes[rows], self.light[rows], self.unlike[rows])


def taught(
    windows: Windows, seen: Bytes, known: Mask, first: TaughtWindows | None
) -> TaughtWindows:
    """Return what a labelled picture teaches, given the ``first`` one (None for itself)."""
    light = np.zeros((len(seen), 3), dtype=np.float32)
    if first is not None:
        light, _ = _light(windows, seen, first.seen, known & first.known, _FINE)
        light = light + first.light
    return TaughtWindows(seen, known, light)


def compare(
    windows: Windows, now: Bytes, inside: Mask, lessons: Sequence[TaughtWindows]
) -> NetworkInput:
    """Return the network's input for a picture's windows, each with its most similar reference.

    ``inside`` marks the samples within the picture.
    """
    seen, known, base = _most_like(windows, now, inside, lessons)
    light, unlike = _light(windows, now, seen, known, _FINE)
    darker = -float(np.median(light)) if len(light) else 0.0
    if darker > TUNING.dim:
        lit = cv2.convertScaleAbs(now.reshape(-1, SIDE, 3), alpha=float(np.exp(darker)))
        now = np.asarray(lit, dtype=np.uint8).reshape(now.shape)
        light, unlike = _light(windows, now, seen, known, _FINE)
    ratio = np.ascontiguousarray((_logarithm(now) - _logarithm(seen)).transpose(0, 3, 1, 2))
    ratio -= light[..., None, None]
    ratio *= known[:, None] * np.float32(TUNING.ratio_steps)
    ratio += 128
    shown = np.empty((len(now), CHANNELS, SIDE, SIDE), dtype=np.uint8)
    shown[:, 0:3] = now.transpose(0, 3, 1, 2)
    shown[:, 3:6] = np.clip(ratio, 0, 255)
    shown[:, 6] = seen[..., 1] * known
    shown[:, 7] = known * np.uint8(255)
    shown[:, 8] = windows.own
    shown[:, 9] = windows.near
    shown[:, 10] = windows.hole
    shown[:, 11] = inside * np.uint8(255)
    return NetworkInput(shown, light + base, unlike)


def _most_like(
    windows: Windows, now: Bytes, inside: Mask, lessons: Sequence[TaughtWindows]
) -> tuple[Bytes, Mask, NDArray[np.float32]]:
    """Return each window's most similar reference, by its surroundings: picture, mask, light.

    Coarse samples are enough for this choice.
    """
    if not lessons:
        nothing: Mask = np.zeros(inside.shape, dtype=np.bool_)
        return now, nothing, np.zeros((len(now), 3), np.float32)
    choice = np.zeros(len(now), dtype=np.intp)
    if len(lessons) > 1:
        compared = [_light(windows, now, one.seen, one.known & inside, _ROUGH) for one in lessons]
        choice = np.argmin([unlike for _, unlike in compared], axis=0)
    seen, known, light = lessons[0].seen, lessons[0].known, lessons[0].light
    if choice.any():
        seen, known, light = seen.copy(), known.copy(), light.copy()
    for number, one in enumerate(lessons[1:], start=1):
        here = choice == number
        seen[here], known[here], light[here] = one.seen[here], one.known[here], one.light[here]
    return seen, known & inside, light


def colours_and_bare(
    shown: NetworkInput, lessons: Sequence[TaughtWindows]
) -> tuple[NDArray[np.float32], NDArray[np.float32], Mask]:
    """Return windows' colours and their bare board's (logarithms, without the light), and where.

    Where a piece hid the board in the most similar labelled picture, the others show it.
    """
    now = _logarithm(np.ascontiguousarray(shown.bytes[:, 0:3].transpose(0, 2, 3, 1)))
    now -= shown.light[:, None, None]
    ratio = shown.bytes[:, 3:6].transpose(0, 2, 3, 1).astype(np.float32) - 128
    bare, known = now - ratio * np.float32(1 / TUNING.ratio_steps), shown.bytes[:, 7] > 0
    for one in lessons:
        there = one.known & ~known & (shown.bytes[:, 11] > 0)
        if there.any():
            bare[there] = (_logarithm(one.seen) - one.light[:, None, None])[there]
            known |= there
    return now, bare, known


def as_input(shown: Bytes, into: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Return the network's input scaled to about -1 to 1, written ``into`` an array if given."""
    made = np.subtract(shown, _OFFSET[:, None, None], out=into, dtype=np.float32)
    made *= _SCALE[:, None, None]
    return made


def _logarithm(seen: Bytes) -> NDArray[np.float32]:
    flat = np.ascontiguousarray(seen).reshape(-1, 3)
    return np.asarray(cv2.LUT(flat, LOGARITHMS).reshape(seen.shape), dtype=np.float32)


_FINE: Final = np.s_[:, ::2, ::2]
_ROUGH: Final = np.s_[:, 1::4, 1::4]


def _light(
    windows: Windows, now: Bytes, reference: Bytes, known: Mask, some: Any
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return how much lighter each window is than a reference (n × 3), and how unevenly (n).

    Estimated from ``some`` of the samples.
    """
    ratio = _logarithm(now[some]) - _logarithm(reference[some])
    beside = known[some] & (windows.own[some] == 0)
    clear = beside & (windows.near[some] == 0)
    weight = np.float32(TUNING.beside_weight) * beside + np.float32(TUNING.clear_weight) * clear
    count = weight.sum(axis=(1, 2))
    enough = (count > TUNING.bare_share_min * weight[0].size)[:, None]
    mean = average_patches(ratio, weight)
    whole = np.median(mean[enough[:, 0]], axis=0) if enough.any() else np.zeros(3, np.float32)
    mean = np.where(enough, mean, whole)
    planes = np.ascontiguousarray(np.moveaxis(ratio, -1, 0))
    for _ in range(TUNING.rounds):
        blue, green, red = np.abs(planes - mean.T[..., None, None])
        apart = (blue + green + red) / 3  # a mean over three channels takes four times as long
        trust = 1 + (apart * (1 / TUNING.trust)) ** 2
        mean = np.where(enough, average_patches(ratio, weight / (trust * trust)), mean)
    unlike = (np.minimum(apart, 1) * weight).sum(axis=(1, 2)) / np.maximum(count, 1e-3)
    return mean.astype(np.float32), np.where(enough[:, 0], unlike, 1).astype(np.float32)
