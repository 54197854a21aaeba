"""Where each key of a page has its place. A key stands there on every page, or nothing does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tablet_companion.referee.model.events import (
    Begin,
    Consent,
    CorrectCard,
    GiveUp,
    GoOn,
    Hide,
    Intent,
    LetBe,
    NewGame,
    OpenBoard,
    OpenCardKeys,
    Pause,
    RecordIsRight,
    Reveal,
    Say,
    SpeakUp,
    SwitchOff,
    TableIsRight,
    TakeBack,
    Whisper,
)
from tablet_companion.referee.model.panels import Button

ACROSS: Final = 5
"""So many places are in a row; the lowest row is row 0."""
Slot = tuple[int, int]

_FIXED: Final[Mapping[type[Intent], Slot]] = {
    GiveUp: (0, 0),
    NewGame: (0, 0),
    TableIsRight: (0, 0),
    Reveal: (0, 0),
    OpenCardKeys: (0, 1),
    CorrectCard: (0, 1),
    SwitchOff: (0, 1),
    RecordIsRight: (0, 1),
    TakeBack: (0, 2),
    OpenBoard: (0, 3),
    Pause: (0, 4),
    GoOn: (0, 4),
    Hide: (0, 4),
    Begin: (0, 4),
    LetBe: (1, 0),
}
_SAID: Final = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
"""Where words are said in games without cards to lay, whose keys are not needed there."""


def placed(buttons: Sequence[Button]) -> dict[Slot, Button]:
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
    if isinstance(intent, SpeakUp):
        return (1, (button.place or 0) % ACROSS)  # each seat has a place of its own
    said = isinstance(intent, Say | Consent)
    if said and button.place is not None and button.place < len(_SAID):
        return _SAID[button.place]
    aside = isinstance(intent, Whisper) or (isinstance(intent, Say) and intent.moves)
    if aside and button.place is None:
        return (1, 3) if isinstance(intent, Whisper) else (1, 4)
    return (0, 1) if aside else (0, 0)


def _free(taken: Mapping[Slot, Button]) -> Iterator[Slot]:
    """Yield the free places above the lowest row."""
    for row in range(1, 99):
        yield from ((row, column) for column in range(ACROSS) if (row, column) not in taken)


def position(slot: Slot, across: int) -> tuple[int, int]:
    """Return a place's row from below and its column, where so many stand side by side.

    Where a row does not fit it is folded, its end below.
    """
    row, column = slot
    folds, number = -(-ACROSS // across), ACROSS - 1 - column
    return row * folds + number // across, across - 1 - number % across


def height(buttons: Sequence[Button], across: int) -> int:
    """Return how many rows the keys take up, where so many stand side by side."""
    return 1 + max((position(slot, across)[0] for slot in placed(buttons)), default=0)
