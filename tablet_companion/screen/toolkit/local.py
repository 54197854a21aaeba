"""What a screen itself remembers between panels: unfinished choices, never the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Card, Place
from tablet_companion.screen.toolkit.motion import Motion


@dataclass(frozen=True, slots=True)
class Local:
    """The screen's own state; a touch may replace it, and a panel of another kind clears it.

    ``place`` is the place of the board being corrected and ``near`` the one looked at closely;
    ``cards`` are the cards of a hand entered so far; ``sheet`` counts the pages turned of a list
    too long for one. ``option`` is the option that is put together piece by piece. ``motion`` are
    the pieces that are on their way on the drawn board.
    """

    place: Place | None = None
    near: Place | None = None
    cards: tuple[Card, ...] = ()
    sheet: int = 0
    option: str = ""
    motion: Motion | None = None


NOTHING = Local()

NOTICED_S: Final = 0.4
"""People need this long to react to a page that has changed; an earlier touch was meant for the
previous page. Between a reflex (0.2 s) and a choice (0.6 s)."""
