"""Cards that are laid after their move was put on record."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.laid import How, Laid, find_expected
from tablet_companion.referee.explaining.public import list_passes
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.history import find_last_of_player
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.turns import record


def take_late_card(table: Table, card: Laid) -> Transition | None:
    """Take a new card as the last move's if that was accepted without one, else return None.

    Only while the table shows just that move; a card that cannot cause it belongs to this turn.
    """
    guessed = table.past and table.past[-1].laid.how in (How.INFERRED, How.SAME)
    if not guessed or card.how is not How.SEEN or table.reading is None or not table.agrees:
        return None
    moment = table.past[-1]
    for candidate in list_candidates(moment.position):
        if candidate.card == card.card and candidate.after == table.placement:
            action = table.game.recorded(moment.state, candidate.action)
            if action is None or table.game.judge(moment.state, action):
                continue  # the known hand lacks it
            if action == moment.action:
                past = (*table.past[:-1], replace(moment, laid=card))
                return table.but(past=past, pile=table.reading.card), ()
            # The card tells another action than the one guessed from the same pieces.
            table, effects = record.undo(table, 1)
            table, more = record.act(table, action, card)
            return table, effects + more
    return None


def take_named_late(table: Table, card: Laid) -> Transition | None:
    """Take a new card on the pile as the one that was only named for the last move, or None.

    It was not on the pile then; of a card discarded by touch that need not be known.
    """
    last = find_last_of_player(table)
    if last is None or table.reading is None or card.how is not How.SEEN:
        return None
    named = last.laid.how is How.NAMED and last.laid.card == card.card
    new = table.pile is None or table.pile.best != card.card
    due = new or last.action in list_passes(last.position)
    if not named or not due or not table.agrees:
        return None
    return table.but(pile=table.reading.card), ()


def take_owed_card(table: Table) -> Table:
    """Return the table with the table's real card noted once it lies on the pile, or was named."""
    owed = table.owed
    if owed is None or owed.card is None:
        return table
    laid = (table.reading.card if table.reading else None, table.glimpsed)
    found = (one for one in laid if find_expected(owed.card, one, table.pile) is How.SEEN)
    seen = next(found, None)
    if table.named == owed.card:
        seen = table.reading.card if table.reading else table.pile
    elif seen is None:
        return table
    owed = replace(owed, card=None)
    return table.but(owed=owed, pile=seen or table.pile, glimpsed=None, named=None)
