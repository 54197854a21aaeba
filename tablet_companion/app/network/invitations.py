"""Invites telephones: the page on which people choose who joins, and scan the code for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import TABLE, Seat, Viewer
from tablet_companion.screen.pages.telephones import TelephonesPanel
from tablet_companion.screen.toolkit import orders
from tablet_companion.web.guests import Guests

SHOWN_S: Final = 300.0
"""A code on the screen can be used for this long."""


@dataclass(frozen=True)
class Reception:
    """The guests, the address that browsers use, and the function that draws a code of a text.

    The ``address`` is asked for each time, and empty while there is no network. ``cut``
    disconnects the telephones of a viewer that are connected.
    """

    guests: Guests
    address: Callable[[], str]
    draw: Callable[[str], tuple[str, ...]]
    cut: Callable[[Viewer], None]


class Invitations:
    """The page of the telephones, and who has one; without a reception nobody can join."""

    def __init__(self, reception: Reception | None, seats: tuple[Seat, ...]) -> None:
        """Begin closed; ``seats`` are those of the game."""
        self._reception = reception
        self.playing = seats
        """Who may be invited."""
        self.panel: TelephonesPanel | None = None
        self._token = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats that have telephones of their own, connected or not."""
        return () if self._reception is None else self._reception.guests.seats

    def obey(self, order: orders.TelephoneOrder) -> None:
        """Do what a touch asks for."""
        if self._reception is None:
            return
        match order:
            case orders.OpenTelephones():
                self.panel = self._list()
            case orders.InviteTelephone(viewer=viewer):
                self._invite(self._reception, viewer)
            case orders.DismissTelephone(viewer=viewer):
                self._reception.guests.dismiss(viewer)
                self._reception.cut(viewer)
                self.panel = self._list()
            case _:
                self.panel = None

    def refresh(self) -> None:
        """Remove a code that was scanned, and replace one that leads here no more."""
        panel = self.panel
        if panel is None or self._reception is None:
            return
        if panel.joined != self._joined:
            self.panel = self._list()
        elif panel.invited is not None and not self._leads_here(self._reception, panel):
            self._invite(self._reception, panel.invited)

    def _leads_here(self, reception: Reception, panel: TelephonesPanel) -> bool:
        """Whether the code has the present address, and is accepted by the present clock."""
        if panel.address != reception.address():
            return False
        return not panel.code or reception.guests.accepts(self._token)

    def _invite(self, reception: Reception, viewer: Viewer) -> None:
        self.panel, address = replace(self._list(), invited=viewer), reception.address()
        if address:
            self._token = reception.guests.invite(viewer, SHOWN_S)
            code = reception.draw(f"{address}#{self._token}")
            self.panel = replace(self.panel, code=code, address=address)

    def _list(self) -> TelephonesPanel:
        return TelephonesPanel((TABLE, *dict.fromkeys((*self.playing, *self.seats))), self._joined)

    @property
    def _joined(self) -> frozenset[Viewer]:
        return frozenset(self.seats)
