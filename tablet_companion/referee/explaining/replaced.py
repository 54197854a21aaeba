"""The last move on record, put back by its player and done in another way.

Whoever counted wrongly does so at once, with the same card; the next player has touched nothing.
"""

from __future__ import annotations

from tablet_companion.referee.explaining.cases import Case, list_candidates
from tablet_companion.referee.explaining.explanations import MAX_OPTIONS, Replaced


def find_replaced(case: Case) -> Replaced | None:
    """Return the other moves that the player before may have made instead, None if there is none.

    A card laid since belongs to the player on turn, who then did something; if the last move's card
    was picked up, it rather is the card in its place.
    """
    last, known = case.last, case.laid.known
    if last is None or (known is not None and not case.picked_up):
        return None
    card = last.card if known is None else known
    others = (
        (one.action, case.make_return(one.after))
        for one in list_candidates(last.position)
        if one.card == card and one.action != last.action
    )
    found = tuple(action for action, back in others if back.changes and case.is_shown(back))
    return Replaced(found) if 0 < len(found) <= MAX_OPTIONS else None


def is_last_undone(case: Case) -> bool:
    """Whether every place of the last move looks as before it, whatever else was done since."""
    if not case.past:
        return False
    _, before = case.past[0]
    changes = case.find_watched(case.make_return(before))
    return bool(changes) and all(case.evidence.seen[one.area] == one.after for one in changes)
