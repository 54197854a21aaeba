"""What a page says only after some seconds: the only clock of the pages."""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.explaining.explanations import Explanation, OutOfPlace
from tablet_companion.referee.model import silence
from tablet_companion.referee.model.in_the_way import find_lying
from tablet_companion.referee.model.table import Table

COVERED_S: Final = 8.0
"""A hand may rest over the board this long before the page mentions it."""
UNREST_S: Final = 8.0
"""The table may move this long before a page that asks for nothing else mentions it."""
HANDS_S: Final = 30.0
"""As ``UNREST_S``, where the page asks for something by hand: that is being done."""
REST_S: Final = 0.5
"""A table seen this long without a break is at rest: an objection needs four tenths of a second."""
PASSED_S: Final = 2.0
"""A shadow that passes is gone by then: what stands after it as before is the same fault."""
RESUMED_S: Final = 2.0
"""What is resumed is not said sooner: it may have been a hand that is still mending it."""


def is_covered(table: Table) -> bool:
    """Whether something has lain over the board for long."""
    return table.resting_s is not None and table.now_s - table.resting_s >= COVERED_S


def note_unrest(table: Table, at_s: float) -> Table:
    """Return the table after a picture in which something moves.

    The time begins again if the page has said until now that something lies over the board.
    """
    since_s = at_s if table.unrest is None or is_covered(table) else table.unrest[0]
    return table.but(unrest=(since_s, at_s))


def note_rest(table: Table, at_s: float) -> Table:
    """Return the table after a picture that was read."""
    rests = table.unrest is not None and at_s - table.unrest[1] >= REST_S
    return table.but(unrest=None) if rests or is_covered(table) else table


def is_never_at_rest(table: Table, for_s: float = UNREST_S) -> bool:
    """Whether the table has not been at rest for so long, however still it is now and then."""
    return table.unrest is not None and table.now_s - table.unrest[0] >= for_s


def find_since(table: Table, explanation: Explanation, named_s: float) -> float:
    """Return since when a fault has stood: from before a shadow that passed, if it stood then.

    ``named_s``: after how many seconds it is named. If it had not been yet, it is not named for
    RESUMED_S, and if it had not stood for so long, it begins again.
    """
    if isinstance(explanation, OutOfPlace) and table.resting_s is not None:
        return table.resting_s  # what lay over the board and was no hand: nobody moved since
    stood, held, until_s = table.stood or (None, 0.0, 0.0)
    if stood != explanation or table.now_s - until_s > PASSED_S or min(held, named_s) < RESUMED_S:
        return table.now_s
    return table.now_s - (held if held >= named_s else min(held, named_s - RESUMED_S))


def read_clock(table: Table) -> tuple[int, ...]:
    """Return every fact by which the page changes while nothing but time passes."""
    moves = is_never_at_rest(table), is_never_at_rest(table, HANDS_S)
    lies = table.lying_s is not None and find_lying(table) is not None  # asked at every tick
    return is_covered(table), *moves, lies, silence.count_down(table)
