"""The root of the project's one tree of errors.

It is in the lowest layer because every room above may need it.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from typing import Final

from hardware.redaction import redact

UNREAD_MEND: Final = "check its name, and that you may read it"
"""How to mend that the system does not let us read a file."""


class CompanionError(Exception):
    """An error that a person can mend.

    ``str(error)`` is one sentence for that person: what is wrong, where, and how to put it right.
    The command line prints it and exits with status 1, without a traceback. Bugs of our own
    (a broken invariant) are *not* of this class and do show a traceback. Passwords in
    addresses are masked here, because sentences end up in logs and on screens.
    """

    def __init__(self, sentence: str = "") -> None:
        """``sentence`` may contain an address as it is in the settings."""
        super().__init__(redact(sentence))

    def __str__(self) -> str:
        """Return the sentence on one line, shortened if necessary.

        It may quote foreign text of any length.
        """
        text = flatten(super().__str__())
        if len(text) <= _MAX_CHARS:
            return text
        return f"{text[:_BEGINNING]} … {text[_BEGINNING - _MAX_CHARS :]}"


_MAX_CHARS = 600
_BEGINNING = 450
_NO_TEXT = frozenset(map(chr, range(0xD800, 0xE000)))
"""Surrogates, which stand for the bytes of a file's name that are not text."""


_NAMED: Final = (
    errno.EACCES, errno.EEXIST, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOENT,
    errno.ENOTDIR, errno.EPERM, errno.EROFS,
)  # fmt: skip
"""Errors whose reason may be the name that a person gave."""
FULL: Final = (errno.ENOSPC, errno.EDQUOT)
"""The disk, or what this user may use of it, is full."""


def flatten(text: str) -> str:
    """Return a text on one line that a terminal shows as it is, whatever is quoted in it.

    Line ends and characters that nobody sees, or that turn the direction of writing, are spaces.
    """
    return "".join(one if one.isprintable() or one in _NO_TEXT else " " for one in text)


@contextlib.contextmanager
def explain_os_error(
    what: str, kind: type[CompanionError] = CompanionError, mend: str = ""
) -> Iterator[None]:
    """Raise this kind of error for an OSError: what failed, the system's reason, how to mend it."""
    try:
        yield
    except OSError as error:
        if error.errno in _NAMED and not mend:
            mend = "check its name, and that you may use it"
        if error.errno in FULL:
            mend = f"make room there{mend and f', or {mend}'}"
        raise kind(f"{what}: {error.strerror}{mend and f'; {mend}'}.") from error
