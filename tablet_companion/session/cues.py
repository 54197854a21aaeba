"""The lamps and sounds for the referee's cues: one table, for games and the self-test. Pure.

Patterns and melodies are values in ``hardware/signals.py``; here each cue gets its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hardware import signals
from hardware.ports import Lamp
from tablet_companion.games.text import N_
from tablet_companion.referee.model.effects import Cue


@dataclass(frozen=True, slots=True)
class Sound:
    """A melody, its short name, and its title in the self-test."""

    name: str
    title: str
    melody: signals.Pattern


@dataclass(frozen=True, slots=True)
class CueSignal:
    """The patterns that a cue gives to lamps, and its sound, if any.

    With ``sets_turn`` the turn lamps are those of the seats named in the cue.
    """

    lamps: Mapping[Lamp, signals.Pattern] = field(default_factory=dict)
    sound: Sound | None = None
    sets_turn: bool = False


CUES: Final[Mapping[Cue, CueSignal]] = {
    Cue.ACCEPTED: CueSignal(
        {signals.ACCEPTED: signals.pulses(1), signals.OBJECTION: signals.OFF},
        Sound("accepted", N_("Accepted, one short tone"), signals.ACCEPTED_SOUND),
    ),
    Cue.OBJECTION: CueSignal(
        {signals.ACCEPTED: signals.OFF, signals.OBJECTION: signals.FAST_BLINK},
        Sound("objection", N_("Not allowed, two long tones, falling"), signals.OBJECTION_SOUND),
    ),
    Cue.QUESTION: CueSignal(
        {signals.ACCEPTED: signals.OFF, signals.OBJECTION: signals.SLOW_BLINK},
        Sound("question", N_("A question, three tones, rising"), signals.QUESTION_SOUND),
    ),
    Cue.TURN: CueSignal(sets_turn=True),
    Cue.END: CueSignal(
        {signals.ACCEPTED: signals.STEADY, signals.OBJECTION: signals.OFF},
        Sound("your turn", N_("Your turn, two knocks"), signals.YOUR_TURN_SOUND),
        sets_turn=True,
    ),
    Cue.CALM: CueSignal({signals.OBJECTION: signals.OFF}),
}
SOUNDS: Final = tuple(dict.fromkeys(cue.sound for cue in CUES.values() if cue.sound is not None))
"""Every sound once, as the self-test plays them."""
LAMP_TITLES: Final = {signals.ACCEPTED: N_("Accepted"), signals.OBJECTION: N_("Not allowed")}
"""The self-test's names for lamps that belong to no seat."""
