"""What glows on the page glows on the strip beside the places, in the controller's rhythms."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hardware.clock import ManualClock
from hardware.firmware.controller import RHYTHMS
from hardware.ports import Lamp, Light, Rhythm
from tablet_companion.app.wired.placelights import find_lights
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.app.wired.striplights import cut_segments, give_patterns
from tablet_companion.config import ConfigError, StripSettings
from tablet_companion.games.core import Place, Seat
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import Point
from tablet_companion.referee.pages.panel import build_panel
from tests.referee.levels import begun

BOARD = printed.board("agent_dog")
BESIDE = StripSettings(places={"T5": (3, 4), "T0": (0, 0)})


class _Strip:
    """Keeps the levels of lamps."""

    def __init__(self) -> None:
        self.levels: dict[Lamp, float] = {}

    def show(self, levels: Mapping[Lamp, float]) -> None:
        self.levels |= levels

    def close(self) -> None:
        """Nothing to release."""


class _Silent:
    def sound(self, pitch_hz: float) -> None:
        """Nothing to sound with."""

    def set_volume(self, percent: int) -> None:
        """As above."""

    def close(self) -> None:
        """As above."""


def shine(strip: _Strip, signalling: Signalling, lights: Mapping[str, Light]) -> set[str]:
    """Return the places beside which the strip is bright."""
    clock = ManualClock()
    signalling.shine(lights, clock.now_s())
    signalling.step(clock.now_s())
    return {lamp.split(".")[1] for lamp, level in strip.levels.items() if level}


def test_what_glows_on_the_page_glows_on_the_strip() -> None:
    """The pawn that may move faintly; once it is touched, where it may go."""
    strip = _Strip()
    signalling = Signalling(strip, _Silent(), [Seat("red")], BESIDE.places)
    bench = begun("teach")
    assert shine(strip, signalling, find_lights(build_panel(bench.table), BOARD)) == {"T0"}
    bench.touch(Point(Place("T0")))
    lights = find_lights(build_panel(bench.table), BOARD)
    assert shine(strip, signalling, lights) == {"T0", "T5"}
    assert shine(strip, signalling, {}) == set()


@pytest.mark.parametrize("rhythm", list(Rhythm))
def test_the_rhythms_are_those_of_the_controller(rhythm: Rhythm) -> None:
    """Bright and dark in the same fifths of a second, in the light's own colour."""
    patterns = give_patterns({"T5": Light((51, 255, 0), rhythm)}, ["T5"])
    bits = RHYTHMS[list(Rhythm).index(rhythm)]
    for fifth in range(20):
        on = bits >> fifth % 10 & 1
        levels = {lamp: one.value(fifth / 5 + 0.1) for lamp, one in patterns.items()}
        assert list(levels.values()) == [on * 0.2, float(on), 0.0]


def test_leds_beside_no_place_are_refused() -> None:
    """The sentence names the place; each place has a lamp for each colour of its LEDs."""
    segments = cut_segments(BESIDE, BOARD).values()
    assert {(one.first, one.last) for one in segments} == {(0, 0), (3, 4)}
    assert len(segments) == 6
    with pytest.raises(ConfigError, match="no place 'T99'"):
        cut_segments(StripSettings(places={"T99": (0, 0)}), BOARD)
