"""Soft tones through the loudspeaker, over SDL.

Only the mixer of pygame is used; another module owns the window. ``SDL_AUDIODRIVER=dummy``
runs without a sound card, ``SDL_AUDIODRIVER=disk`` writes what would be heard into the file that
``SDL_DISKAUDIOFILE`` names.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from hardware.log import log

RATE_HZ: Final = 44_100
"""Samples a second, one channel, 16 bits."""

_BUFFER: Final = 512  # samples: a tone begins within 12 ms, and fades go in steps of 12 ms
_FADE_MS: Final = 80
_LENGTH_S: Final = 1.0
_ATTACK_S: Final = 0.008
_RELEASE_S: Final = 0.05
_DECAY_S: Final = 0.25
_PEAK: Final = 0.35
_PARTIALS: Final = ((1, 1.0), (2, 0.22), (4, 0.06))  # strengths of the harmonics: a struck bar's


class SdlSounder:
    """Sounds one tone at a time on the default audio device."""

    def __init__(self) -> None:
        """Open the audio device. Raises pygame.error if there is none."""
        with _libraries_silent():
            pygame.mixer.init(RATE_HZ, -16, 1, _BUFFER, allowedchanges=0)
        self._sounds: dict[float, pygame.mixer.Sound] = {}
        # Two channels take turns, so that one tone fades out while the next begins.
        self._now, self._before = pygame.mixer.Channel(0), pygame.mixer.Channel(1)
        self._pitch_hz = 0.0
        self._share = 1.0

    def set_volume(self, percent: int) -> None:
        """Set the volume in percent, also of the present tone."""
        self._share = percent / 100
        for sound in self._sounds.values():
            sound.set_volume(self._share)

    def sound(self, pitch_hz: float) -> None:
        """Sound this pitch until the next call; 0 is silence. Tones fade, so nothing clicks."""
        if pitch_hz == self._pitch_hz:
            return
        self._pitch_hz = pitch_hz
        self._now.fadeout(_FADE_MS)
        if pitch_hz:
            self._now, self._before = self._before, self._now
            self._now.play(self._sound(pitch_hz), loops=-1)

    def _sound(self, pitch_hz: float) -> pygame.mixer.Sound:
        if pitch_hz not in self._sounds:
            self._sounds[pitch_hz] = pygame.mixer.Sound(buffer=make_wave(pitch_hz).tobytes())
            self._sounds[pitch_hz].set_volume(self._share)
        return self._sounds[pitch_hz]

    def close(self) -> None:
        """Fall silent and release the audio device."""
        pygame.mixer.quit()


@contextlib.contextmanager
def _libraries_silent() -> Iterator[None]:
    """Drop what ALSA writes to the terminal: that there is no sound is told in one sentence."""
    with contextlib.ExitStack() as undo:
        with contextlib.suppress(OSError):  # no terminal, nothing to drop
            before = os.dup(2)
            undo.callback(os.close, before)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            undo.callback(os.close, nowhere)
            os.dup2(nowhere, 2)
            undo.callback(os.dup2, before, 2)
        yield


def open_sounder() -> SdlSounder | None:
    """Return the loudspeaker; None if there is none, of which the log says the reason.

    A referee that cannot be heard still referees, so this never fails.
    """
    try:
        return SdlSounder()
    except pygame.error as error:
        log(
            f"There is no sound ({str(error).rstrip('.')}); plug in a loudspeaker, or turn sound "
            "off in the settings."
        )
        return None


def make_wave(pitch_hz: float) -> NDArray[np.int16]:
    """Return a second of a mellow tone that can be looped: it begins and ends at silence.

    A raised-cosine attack, a decay towards half its strength, as of a struck bar, and a release;
    the ends join without a jump. A tone that goes on is struck again each second.
    """
    time_s = np.arange(int(_LENGTH_S * RATE_HZ)) / RATE_HZ
    tone = sum(
        strength * np.sin(2 * np.pi * pitch_hz * number * time_s)
        for number, strength in _PARTIALS
        if pitch_hz * number < RATE_HZ / 2
    )
    attack = 0.5 - 0.5 * np.cos(np.pi * np.minimum(time_s / _ATTACK_S, 1))
    release = 0.5 - 0.5 * np.cos(np.pi * np.minimum((_LENGTH_S - time_s) / _RELEASE_S, 1))
    decay = 0.5 + 0.5 * np.exp(-time_s / _DECAY_S)
    level = _PEAK / sum(strength for _, strength in _PARTIALS)
    return np.asarray(tone * attack * decay * release * level * 32_767, dtype=np.int16)
