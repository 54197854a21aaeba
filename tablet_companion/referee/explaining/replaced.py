"""The last move on record, put back by its player and done in another way.

Whoever counted wrongly does so at once, with the same card; the next player has touched nothing.
"""

from __future__ import annotations

from tablet_companion.games.core import Placement
from tablet_companion.referee.explaining.cases import AGREES, Case, list_candidates
from tablet_companion.referee.explaining.explanations import MOST_OPTIONS, Replaced


def find_replaced(case: Case) -> Replaced | None:
    """Return the other moves that the player before may have made instead, None if there is none.

    A card laid since belongs to the player on turn, who then did something.
    """
    last = case.last
    if last is None or case.laid.known is not None:
        return None
    found = tuple(
        one.action
        for one in list_candidates(last.position)
        if one.card == last.card and one.action != last.action and _shows(case, one.after)
    )
    return Replaced(found) if 0 < len(found) <= MOST_OPTIONS else None


def _shows(case: Case, after: Placement) -> bool:
    """Whether the table clearly shows a placement that is not the one on record."""
    back = case.make_return(after)
    return bool(back.changes) and case.gap(back) <= AGREES and not case.find_unseen(back)
