"""The root of the project's one tree of errors.

It stands in the lowest storey because every room above may need it.
"""

from __future__ import annotations

from hardware.blotting import blotted


class CompanionError(Exception):
    """Something a person can mend.

    ``str(error)`` is one sentence for that person: what is wrong, where, and how to put it right.
    The command line prints it and exits with status 1; no traceback is shown. Faults of our own
    making (a broken invariant) are *not* of this class and do show a traceback. Passwords in
    addresses are blotted out here, as sentences end in logs and on screens.
    """

    def __init__(self, sentence: str = "") -> None:
        """Keep the sentence, which may hold an address as it stands in the settings."""
        super().__init__(blotted(sentence))

    def __str__(self) -> str:
        """Return the sentence on one line, and not too long for one.

        It may quote what others wrote: line ends, controls, and a text without end.
        """
        text = super().__str__().translate(_ON_ONE_LINE)
        return text if len(text) <= _MOST else f"{text[:_BEGINNING]} … {text[_BEGINNING - _MOST :]}"


_MOST = 600
_BEGINNING = 450
_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
_ON_ONE_LINE = dict.fromkeys(_CONTROLS, " ")
