"""Tones are soft, have the right pitch, and a machine without sound is no worse a referee."""

from __future__ import annotations

import os

import numpy as np
import pygame
import pytest

from hardware.sound import RATE_HZ, SdlSounder, make_wave, open_sounder

PITCHES = [220.0, 659.26, 1046.5, 3000.0]


@pytest.mark.parametrize("pitch_hz", PITCHES)
def test_the_strongest_frequency_is_the_pitch(pitch_hz: float) -> None:
    """A second of samples resolves one hertz."""
    spectrum = np.abs(np.fft.rfft(make_wave(pitch_hz)[:RATE_HZ]))
    assert np.argmax(spectrum) == pytest.approx(pitch_hz, abs=1)


@pytest.mark.parametrize("pitch_hz", PITCHES)
def test_a_tone_repeated_has_no_click(pitch_hz: float) -> None:
    """No sample leaps further from the line through the two before it than the tone's own curve.

    The bound is the curvature of its partials at full strength: amplitude × angular step², summed.
    A hard beginning, a hard end or a bad seam would exceed it many times.
    """
    twice = np.tile(make_wave(pitch_hz).astype(float), 2)
    curvature = np.abs(np.diff(np.concatenate(([0.0, 0.0], twice)), 2)).max()
    step = 2 * np.pi * pitch_hz / RATE_HZ
    level = 0.35 / 1.28 * 32_767
    bound = level * sum(
        strength * (number * step) ** 2 for number, strength in ((1, 1), (2, 0.22), (4, 0.06))
    )
    assert curvature <= 1.1 * bound + 3
    assert 0.2 < np.abs(twice).max() / 32_767 < 0.4


def test_on_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """With SDL's dummy device tones play, change, and stop; closing releases the mixer."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounder = open_sounder()
    assert isinstance(sounder, SdlSounder)
    sounder.sound(440)
    channels = pygame.mixer.Channel(1), pygame.mixer.Channel(0)
    sounder.sound(440)
    assert [channel.get_busy() for channel in channels] == [True, False]
    sounder.sound(880)
    assert channels[1].get_busy()
    sounder.close()
    assert pygame.mixer.get_init() is None


def test_without_a_device(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """There is no loudspeaker, and the log passes on what SDL said."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonexistent")
    assert open_sounder() is None
    assert "There is no sound (Audio target 'nonexistent' not" in capfd.readouterr().err


def test_a_machine_without_sound_says_it_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """ALSA's own lines do not reach the terminal; the one sentence does, and what comes later."""

    def fail(*_: object, **__: object) -> None:
        os.write(2, b"ALSA lib confmisc.c:855: cannot find card\n")
        raise pygame.error("no device.")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    open_sounder()
    os.write(2, b"after\n")
    said, after = capfd.readouterr().err.splitlines()
    assert "There is no sound (no device);" in said
    assert after == "after"
