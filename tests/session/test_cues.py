"""One table says how cues shine and sound, and both faces of the self-test try all of it."""

from __future__ import annotations

from hardware.ports import Lamp
from tablet_companion.referee.model.effects import Cue
from tablet_companion.screen.toolkit.orders import Section
from tablet_companion.selfcheck.checks import Equipment, list_checks
from tablet_companion.session.cues import CUES, LAMP_TITLES, SOUNDS


def test_every_cue_has_its_line() -> None:
    """A cue that is new to the referee cannot be forgotten."""
    assert set(CUES) == set(Cue)


def test_every_sound_of_a_cue_is_tried_once() -> None:
    """What a game can sound, a self-test sounds, with nothing to be written a second time."""
    sounds = {cue.sound for cue in CUES.values() if cue.sound is not None}
    checks = list_checks(Equipment(sounds=True))
    assert {check.title.text for check in checks} == {sound.title for sound in sounds}
    assert len(checks) == len(SOUNDS) == len(sounds)


def test_every_lamp_of_a_cue_is_tried_by_its_name() -> None:
    """A lamp that a cue lights has a title for the page, and flashes in its turn."""
    lamps = tuple(sorted({lamp for cue in CUES.values() for lamp in cue.lamps}))
    checks = list_checks(Equipment(lamps=lamps))
    assert [check.section for check in checks] == [Section.LAMPS] * len(lamps)
    assert [check.title.text for check in checks] == [LAMP_TITLES[Lamp(lamp)] for lamp in lamps]
