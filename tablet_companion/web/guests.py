"""The telephones that were let in: one for each seat, a few for the table; kept over a restart.

A telephone identifies itself by the secret it was given, of which only a hash is stored. Who is let
in is on the disk before that takes effect; otherwise an invitation could be reused after a power
cut. A disconnection takes effect at once, whether or not it can be saved.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from hardware import formats
from hardware.errors import CompanionError, explain_os_error
from hardware.files import write_durably
from hardware.log import log
from hardware.ports import Clock
from tablet_companion.games.core import TABLE, Seat, Viewer
from tablet_companion.web import invitations


class GuestsError(CompanionError):
    """Who was let in cannot be written."""


STAY_S: Final = 7 * 24 * 3600.0
"""A telephone is remembered for a week, for a game that continues on the next weekend."""
MAX_AT_TABLE: Final = 8
"""Telephones that show the table's page; a further one replaces the oldest."""
_MAX_SPENT: Final = 512


class Guest(msgspec.Struct, frozen=True):
    """A telephone that was let in: for which viewer, until when, and the hash of its secret."""

    viewer: str
    until_s: float
    hashed: str


class _Book(msgspec.Struct, frozen=True):
    """The stored guests, oldest first, and the used invitations with their end times."""

    guests: tuple[Guest, ...] = ()
    spent: tuple[tuple[str, float], ...] = ()


class Guests:
    """Lets telephones in and recognises them again. Thread-safe."""

    def __init__(self, folder: Path, wall_s: Callable[[], float], clock: Clock) -> None:
        """Read the stored guests from a folder of this program's own.

        ``clock`` counts a guest's week on from the wall clock of this start: a machine without a
        battery learns the right time in the middle of a game.

        If the file cannot be read, it counts as empty; as it held the used invitations, those given
        so far become invalid. Raises InvitationError, or GuestsError if that cannot be done.
        """
        self._path, self._wall_s = folder / "guests.json", wall_s
        self._clock, self._ahead_s = clock, wall_s() - clock.now_s()
        self._lock = threading.Lock()
        key_path = folder / "key"
        self._book = self._read(key_path)
        self._key = invitations.read_key(key_path)

    def invite(self, guest: Viewer, lifetime_s: float) -> str:
        """Return a new invitation."""
        return invitations.write_invitation(self._key, guest, self._wall_s() + lifetime_s)

    def accepts(self, text: str) -> bool:
        """Whether an invitation would let a telephone in now: neither used nor ended."""
        invitation = invitations.read_invitation(self._key, text, self._wall_s())
        used = (nonce for nonce, _ in self._book.spent)
        return invitation is not None and invitation.nonce.hex() not in used

    def admit(self, text: str, before: str = "") -> str | None:
        """Let a telephone in and return its secret; None unless the invitation is valid.

        The place of the secret that it had ``before`` is given up, for it forgets that one.
        Raises GuestsError if the disk cannot take that; the invitation is not used then.
        """
        with self._lock:
            now_s = self._wall_s()
            invitation = invitations.read_invitation(self._key, text, now_s)
            if invitation is None:
                return None
            spent = self._book.spent
            if len(spent) >= _MAX_SPENT:  # only now, for a clock may go back over their ends
                spent = tuple(one for one in spent if one[1] > now_s)
            nonce = invitation.nonce.hex()
            if len(spent) >= _MAX_SPENT or any(nonce == one for one, _ in spent):
                return None
            secret = secrets.token_urlsafe(32)
            guest = Guest(str(invitation.guest), self._counted_s() + STAY_S, _hash(secret))
            left = (one for one in self._make_room(invitation) if one.hashed != _hash(before))
            book = _Book((*left, guest), (*spent, (nonce, invitation.until_s)))
            self._write(book)
            self._book = book
            return secret

    def find(self, secret: str) -> Viewer | None:
        """Return the viewer of a telephone by its secret; None for an unknown one."""
        hashed, now_s = _hash(secret), self._counted_s()
        for guest in self._book.guests:
            if guest.hashed == hashed and now_s < guest.until_s:
                return Seat(guest.viewer)
        return None

    def dismiss(self, viewer: Viewer) -> None:
        """Forget the telephones of a seat, or those of the table."""
        with self._lock:
            left = tuple(one for one in self._book.guests if one.viewer != viewer)
            self._book = msgspec.structs.replace(self._book, guests=left)
            try:
                self._write(self._book)
            except GuestsError as error:
                log(error)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats that have telephones, connected or not."""
        now_s = self._counted_s()
        return tuple(
            Seat(one.viewer)
            for one in self._book.guests
            if one.viewer != TABLE and now_s < one.until_s
        )

    def _counted_s(self) -> float:
        return self._ahead_s + self._clock.now_s()

    def _make_room(self, invitation: invitations.Invitation) -> tuple[Guest, ...]:
        """Return the guests without those that the new one replaces."""
        guests = self._book.guests
        if invitation.guest != TABLE:
            return tuple(one for one in guests if one.viewer != invitation.guest)
        at_table = [one for one in guests if one.viewer == TABLE]
        surplus = at_table[: max(0, len(at_table) + 1 - MAX_AT_TABLE)]
        return tuple(one for one in guests if one not in surplus)

    def _read(self, key_path: Path) -> _Book:
        with explain_os_error(f"{self._path} cannot be looked for", invitations.InvitationError):
            if not self._path.exists():
                return _Book()
        try:
            return formats.parse_json(formats.read_bytes(self._path), _Book)
        except formats.Unusable:
            with explain_os_error(f"{key_path} cannot be removed", GuestsError):
                key_path.unlink(missing_ok=True)
            return _Book()

    def _write(self, book: _Book) -> None:
        with explain_os_error(f"{self._path} cannot be written", GuestsError):
            write_durably(self._path, msgspec.json.encode(book), mode=0o600)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
