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
        self._reception, self._all = reception, seats
        self.panel: TelephonesPanel | None = None

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
        """Note that somebody has joined: the page removes the code that was scanned."""
        panel = self.panel
        if panel is not None and panel.joined != self._joined:
            self.panel = self._list()

    def _invite(self, reception: Reception, viewer: Viewer) -> None:
        self.panel, address = replace(self._list(), invited=viewer), reception.address()
        if address:
            token = reception.guests.invite(viewer, SHOWN_S)
            code = reception.draw(f"{address}#{token}")
            self.panel = replace(self.panel, code=code, address=address)

    def _list(self) -> TelephonesPanel:
        return TelephonesPanel((TABLE, *self._all), self._joined)

    @property
    def _joined(self) -> frozenset[Viewer]:
        return frozenset(self.seats)
