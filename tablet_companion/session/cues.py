"""How the referee's cues shine and sound: one table, for the game and for the self-test. Pure.

A new cue, pattern or melody is a line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hardware.ports import Lamp
from hardware.signals import (
    ACCEPTED,
    ACCEPTED_SOUND,
    FAST_BLINK,
    OBJECTION,
    OBJECTION_SOUND,
    OFF,
    QUESTION_SOUND,
    SLOW_BLINK,
    STEADY,
    YOUR_TURN_SOUND,
    Melody,
    Pattern,
    pulses,
)
from tablet_companion.games.text import N_
from tablet_companion.referee.model.effects import Cue


@dataclass(frozen=True, slots=True)
class Sound:
    """A melody, its short name, and the words in which the self-test announces it."""

    name: str
    title: str
    melody: Melody


@dataclass(frozen=True, slots=True)
class CueSignal:
    """The patterns that a cue gives to lamps, and its sound, if any.

    With ``sets_turn`` the turn lamps are those of the seats that the cue names.
    """

    lamps: Mapping[Lamp, Pattern] = field(default_factory=dict)
    sound: Sound | None = None
    sets_turn: bool = False


CUES: Final[Mapping[Cue, CueSignal]] = {
    Cue.ACCEPTED: CueSignal(
        {ACCEPTED: pulses(1), OBJECTION: OFF},
        Sound("accepted", N_("Accepted, one short tone"), ACCEPTED_SOUND),
    ),
    Cue.OBJECTION: CueSignal(
        {ACCEPTED: OFF, OBJECTION: FAST_BLINK},
        Sound("objection", N_("Not allowed, two long tones, falling"), OBJECTION_SOUND),
    ),
    Cue.QUESTION: CueSignal(
        {ACCEPTED: OFF, OBJECTION: SLOW_BLINK},
        Sound("question", N_("A question, three tones, rising"), QUESTION_SOUND),
    ),
    Cue.TURN: CueSignal(sets_turn=True),
    Cue.END: CueSignal(
        {ACCEPTED: STEADY, OBJECTION: OFF},
        Sound("your turn", N_("Your turn, two knocks"), YOUR_TURN_SOUND),
        sets_turn=True,
    ),
    Cue.CALM: CueSignal({OBJECTION: OFF}),
}
SOUNDS: Final = tuple(dict.fromkeys(cue.sound for cue in CUES.values() if cue.sound is not None))
"""Every sound there is, once."""
LAMP_TITLES: Final = {ACCEPTED: N_("Accepted"), OBJECTION: N_("Not allowed")}
"""What the self-test calls the lamps that are no seat's."""
