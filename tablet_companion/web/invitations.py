"""Invitations: who may bring a telephone to the table, once each, and for a limited time.

An invitation is a short text that names a guest, with an end time and a seal. The seal is made
with a key that only this machine's user can read, so that a command beside the running program can
invite as well. Every invalid invitation gets the same answer.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import hmac
import os
import secrets
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware import formats
from hardware.errors import CompanionError, explain_os_error
from hardware.files import write_durably
from tablet_companion.games.core import Seat, Viewer

_VERSION: Final = 1
_HEAD: Final = struct.Struct(">BI8s")
_ROUND_S: Final = 2**32
"""Seconds. An end is kept in four bytes, as its remainder by this: no invitation lasts nearly so
long."""
_SEAL_BYTES: Final = 16
_KEY_BYTES: Final = 32
LONGEST_S: Final = 24 * 3600.0
MAX_CHARACTERS: Final = 120


class InvitationError(CompanionError):
    """The key of the invitations cannot be stored."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A valid invitation: its guest, its end time, and its number."""

    guest: Viewer
    until_s: float
    nonce: bytes


def read_key(path: Path) -> bytes:
    """Return the key stored in a file, made at the first call. Raises InvitationError."""
    try:
        with explain_os_error(f"{path}: no key can be kept there", InvitationError):
            if not path.exists():
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _make_key(path)
        key = formats.read_bytes(path)
    except formats.Unusable as error:
        raise InvitationError(f"The key {path} {error}; move it away.") from error
    if len(key) != _KEY_BYTES:
        raise InvitationError(f"{path} is not a key; delete it, and a new one is made.")
    return key


def _make_key(path: Path) -> None:
    # Another program of this user may be faster; its key is as good.
    with contextlib.suppress(FileExistsError):
        write_durably(path, secrets.token_bytes(_KEY_BYTES), mode=0o600, may_replace=False)


def write_invitation(key: bytes, guest: Viewer, until_s: float) -> str:
    """Return a new invitation for a guest, valid until that time of the wall clock."""
    head = _HEAD.pack(_VERSION, int(until_s) % _ROUND_S, os.urandom(8))
    return _encode(_sealed(key, head + guest.encode()))


def read_invitation(key: bytes, text: str, now_s: float) -> Invitation | None:
    """Parse an invitation; None if it is not ours, has ended, or is malformed."""
    if len(text) > MAX_CHARACTERS:
        return None
    data = _decode(text)
    body = data[:-_SEAL_BYTES]
    if len(body) <= _HEAD.size or not hmac.compare_digest(_sealed(key, body), data):
        return None
    version, end_s, nonce = _HEAD.unpack_from(body)
    left_s = (end_s - now_s) % _ROUND_S
    name = body[_HEAD.size :].decode(errors="replace")
    # If the clock was set back, no invitation may last longer than the longest lifetime.
    if version != _VERSION or not 0 < left_s <= LONGEST_S:
        return None
    return Invitation(Seat(name), now_s + left_s, nonce)


def _sealed(key: bytes, body: bytes) -> bytes:
    return body + hmac.new(key, body, hashlib.sha256).digest()[:_SEAL_BYTES]


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
