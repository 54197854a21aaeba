"""The page with the unfinished games of a table."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.journal import JournalError, Summary
from tablet_companion.referee.turns.replay import ReplayError
from tablet_companion.screen.pages.unfinished import UnfinishedGame, UnfinishedPanel
from tablet_companion.screen.toolkit.orders import GoOnWith, OpenUnfinished, UnfinishedOrder
from tablet_companion.session.session import Session

_EARLIEST_S: Final = 1_577_836_800.0
"""The beginning of 2020: no game of ours is older."""
_DAY_S: Final = 86_400.0
_FAILED = N_("That game cannot be continued. It stays as it is: {text}")


class UnfinishedGames:
    """Lists the unfinished games, and continues the one that is touched."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.panel: UnfinishedPanel | None = None

    @property
    def has_any(self) -> bool:
        """Whether there is a game to continue besides the present one; reads the disk."""
        return next(self._session.list_unfinished(), None) is not None

    def obey(self, order: UnfinishedOrder) -> bool:
        """Do what a touch asks for; True if another game is now in progress."""
        match order:
            case OpenUnfinished():
                self.panel = UnfinishedPanel(tuple(self._list()))
            case GoOnWith(name=name):
                return self._go_on_with(name)
            case _:
                self.panel = None
        return False

    def _list(self) -> Iterator[UnfinishedGame]:
        for summary in self._session.list_unfinished():
            seats = _read_seats(summary.header or {})
            yield UnfinishedGame(summary.path.name, write_date(summary.last_s), seats)

    def _go_on_with(self, name: str) -> bool:
        """Continue a game; if that fails, say why and leave everything as it was."""
        try:
            self._session.reopen(self._find(name))
        except (JournalError, ReplayError) as error:
            trouble = Message(_FAILED, (("text", str(error)),))
            self.panel = UnfinishedPanel(tuple(self._list()), trouble)
            return False
        self.panel = None
        return True

    def _find(self, name: str) -> Summary:
        for summary in self._session.list_unfinished():
            if summary.path.name == name:
                return summary
        raise JournalError(f"There is no unfinished game {name} any more.")


def write_date(at_s: float) -> str:
    """Return a time of the wall clock for people; empty if that clock was not set then.

    A machine without a network begins its day in 1970, and a game is not from tomorrow.
    """
    if not _EARLIEST_S <= at_s <= time.time() + _DAY_S:
        return ""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at_s))


def _read_seats(header: Mapping[str, Any]) -> tuple[Seat, ...]:
    seats = header.get("seats")
    return tuple(Seat(str(seat)) for seat in seats) if isinstance(seats, list) else ()
