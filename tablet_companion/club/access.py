"""Who may see the organiser's page: those who know the club's password, if there is one."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path
from typing import Final

from hardware import formats
from hardware.errors import CompanionError
from tablet_companion.web.rates import Rates

MIN_CHARACTERS: Final = 8
_MAX_SESSIONS: Final = 64
_TRIES_A_SECOND: Final = 0.5
_TRIES_AT_ONCE: Final = 5
"""Tries of one address: in a bucket shared by all, a guesser would lock the organiser out."""


class AccessError(CompanionError):
    """The password cannot be used."""


class Access:
    """Gives browsers that know the password a session; without a password everybody is let in.

    Sessions are kept in memory: after a restart people enter the password again.
    """

    def __init__(self, password: str | None) -> None:
        """Guard the page with this password, or not at all."""
        self._password = password
        self._sessions: dict[str, None] = {}
        self._tries = Rates(_TRIES_A_SECOND, _TRIES_AT_ONCE)

    def admits(self, session: str) -> bool:
        """Whether a browser with this session may see and change everything."""
        return self._password is None or session in self._sessions

    def enter(self, password: str, address: str, now_s: float) -> str | None:
        """Return a new session for the right password.

        None if it is wrong, or if this address has tried too often.
        """
        if self._password is None or not self._tries.take(address, now_s):
            return None
        if not hmac.compare_digest(password.encode(), self._password.encode()):
            return None
        session = secrets.token_urlsafe(32)
        self._sessions[session] = None
        if len(self._sessions) > _MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return session


def read_password(path: Path) -> str:
    """Return the password in a file; raises AccessError for an unsuitable one."""
    with formats.explain(f"The password file {path}", AccessError):
        password = formats.read_text(path).strip()
    if len(password) < MIN_CHARACTERS:
        raise AccessError(
            f"The password in {path} is too short: write at least {MIN_CHARACTERS} characters."
        )
    return password
