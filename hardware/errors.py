"""The root of the project's one tree of errors.

It stands in the lowest storey because every room above may need it; it imports nothing.
"""


class CompanionError(Exception):
    """Something a person can mend.

    ``str(error)`` is one sentence for that person: what is wrong, where, and how to put it right.
    The command line prints it and exits with status 1; no traceback is shown. Faults of our own
    making (a broken invariant) are *not* of this class and do show a traceback.
    """

    def __str__(self) -> str:
        """Return the sentence on one line; names of files and things may hold line ends."""
        return super().__str__().translate(_ON_ONE_LINE)


_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
_ON_ONE_LINE = dict.fromkeys(_CONTROLS, " ")
