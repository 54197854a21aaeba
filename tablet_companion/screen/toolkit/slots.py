"""The place of each key, the same on every page: no other key ever takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import Button
from tablet_companion.screen.toolkit.theme import Theme

ACROSS: Final = 2
"""Places side by side on a lying screen; the lowest row is row 0, its right end the last place."""
UPRIGHT_ACROSS: Final = 4
"""Places side by side on an upright screen."""
NARROW_ACROSS: Final = 3
"""Places side by side on a telephone, where a quarter of the width cuts a word in two."""
_NARROW_MM: Final = 85.0
Slot = tuple[int, int]

_FIXED: Final[Mapping[type[events.Intent], Slot]] = {
    events.TakeBack: (0, 0),
    events.OpenSeats: (0, 0),
    events.Pause: (0, 1),
    events.GoOn: (0, 1),
    events.Hide: (0, 1),
    events.Begin: (0, 1),
    events.OpenCardKeys: (1, 0),
    events.CorrectCard: (1, 0),
    events.SwitchOff: (1, 0),
    events.RecordIsRight: (1, 0),
    events.ShowCards: (1, 0),
    events.OpenBoard: (1, 1),
    events.EnterCards: (2, 0),
    events.CheckShown: (2, 1),
    events.GiveUp: (2, 0),
    events.NewGame: (2, 0),
    events.TableIsRight: (2, 0),
    events.OpenLevels: (3, 1),
    events.Reveal: (1, 1),  # where no key asks for a private page: touching twice shows nothing
    events.LetBe: (2, 1),
    events.NoHand: (2, 1),
}
_SAID: Final = ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1))
"""The place of entries in games without cards, where the keys of cards are not needed."""


def count_across(theme: Theme) -> int:
    """Return how many places stand side by side."""
    if not theme.portrait:
        return ACROSS
    return NARROW_ACROSS if theme.size[0] < theme.px(_NARROW_MM) else UPRIGHT_ACROSS


def place_keys(buttons: Sequence[Button]) -> dict[Slot, Button]:
    """Return the keys by row and column; one whose place is taken goes to the next free one."""
    found: dict[Slot, Button] = {}
    for button in sorted(buttons, key=lambda one: type(one.intent) not in _FIXED):
        slot = slot_of(button)
        found[slot if slot not in found else next(_free(found))] = button
    return found


def slot_of(button: Button) -> Slot:
    """Return the row and column where a key has its place."""
    intent = button.intent
    if type(intent) in _FIXED:
        return _FIXED[type(intent)]
    if isinstance(intent, events.SpeakUp):
        seat = button.place or 0  # each seat has a place of its own
        return (2 + seat // ACROSS, seat % ACROSS)
    said = isinstance(intent, events.Say | events.Consent | events.Whisper)
    if said and button.place is not None and button.place < len(_SAID):
        return _SAID[button.place]
    aside = isinstance(intent, events.Whisper) or (isinstance(intent, events.Say) and intent.moves)
    if aside and button.place is None:
        return (3, 0) if isinstance(intent, events.Whisper) else (3, 1)
    return (2, 0) if aside else (1, 0)


def _free(taken: Mapping[Slot, Button]) -> Iterator[Slot]:
    """Yield the free places above the lowest row."""
    for row in range(1, 99):
        yield from ((row, column) for column in range(ACROSS) if (row, column) not in taken)


def position(slot: Slot, across: int) -> tuple[int, int]:
    """Return a place's row from below and its column, if that many stand side by side.

    Places are counted from the lower right end, which stays where it is.
    """
    row, column = slot
    number = row * ACROSS + ACROSS - 1 - column
    return number // across, across - 1 - number % across


def height(buttons: Sequence[Button], across: int) -> int:
    """Return how many rows the keys take up, if that many stand side by side."""
    return 1 + max((position(slot, across)[0] for slot in place_keys(buttons)), default=0)
