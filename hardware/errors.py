"""The root of the project's one tree of errors.

It is in the lowest layer because every room above may need it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from hardware.blotting import blot


class CompanionError(Exception):
    """An error that a person can mend.

    ``str(error)`` is one sentence for that person: what is wrong, where, and how to put it right.
    The command line prints it and exits with status 1, without a traceback. Bugs of our own
    (a broken invariant) are *not* of this class and do show a traceback. Passwords in
    addresses are masked here, because sentences end up in logs and on screens.
    """

    def __init__(self, sentence: str = "") -> None:
        """``sentence`` may contain an address as it is in the settings."""
        super().__init__(blot(sentence))

    def __str__(self) -> str:
        """Return the sentence on one line, shortened if necessary.

        It may quote foreign text, with line ends, control characters, and any length.
        """
        text = super().__str__().translate(_ON_ONE_LINE)
        return text if len(text) <= _MOST else f"{text[:_BEGINNING]} … {text[_BEGINNING - _MOST :]}"


_MOST = 600
_BEGINNING = 450
_CONTROLS = (
    *(*range(0x20), *range(0x7F, 0xA0)),
    *(0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)),
)
"""Among them those that turn the direction of what follows, up to the end of the line."""
_ON_ONE_LINE = dict.fromkeys(_CONTROLS, " ")


@contextlib.contextmanager
def explain_os_error(
    what: str, kind: type[CompanionError] = CompanionError, mend: str = ""
) -> Iterator[None]:
    """Raise this kind of error for an OSError: what failed, the system's reason, how to mend it."""
    try:
        yield
    except OSError as error:
        raise kind(f"{what}: {error.strerror}{mend and f'; {mend}'}.") from error
