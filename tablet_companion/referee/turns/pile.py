"""The discard pile: what was laid on it in this turn, and what merely came to light again."""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.explaining.laid import SURE, How, is_another, is_same_card, laid
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import CardReading

UNWATCHED_S: Final = 1.5
"""A hand lays a card within a second; in this time two may have been laid one upon the other."""
_TOPS: Final = 3
"""This many cards on top of one another are remembered."""


def glimpse(table: Table, card: CardReading | None) -> Table:
    """Keep the first card that was laid on the pile in this turn, until it is taken away again.

    It belongs to the player on turn; what is laid upon it is the next one's.
    """
    if not table.game.pile or card is None or card.probability < SURE:
        return table
    table = uncover(table, card)
    if card.best is None:
        return table.but(glimpsed=None, tops=()) if _began_bare(table) else table
    known = laid(None, card, table.pile).how
    if known is How.SAME:
        return table.but(glimpsed=None)
    return table.but(glimpsed=card) if table.glimpsed is None and known is How.SEEN else table


def _began_bare(table: Table) -> bool:
    """Whether the pile was bare when the last action was put on record."""
    return table.pile is None or table.pile.best is None


def uncover(table: Table, card: CardReading | None) -> Table:
    """Return the table with what now lies on top of the pile; an older card is nobody's turn.

    Where a card is seen again that others lay upon, those were taken away, even one that had been
    put on record: the older card beneath is not laid again.
    """
    if not table.game.pile or card is None or card.probability < SURE:
        return table
    out_of_sight = table.now_s - table.pile_s > UNWATCHED_S
    table = table.but(pile_s=table.now_s, unwatched=table.unwatched or out_of_sight)
    if table.named_lies and laid(None, card, table.pile).how is How.SAME:
        table = table.but(named=None)  # the card that was named has been taken away again
    if card.best is None:
        return table
    tops = table.tops
    again = next((n for n, one in enumerate(tops) if is_same_card(one, card)), None)
    if again is None:
        return table.but(tops=(*tops, card)[-_TOPS:])
    gone = tops[again + 1 :]
    table = table.but(tops=tops[: again + 1])
    if table.glimpsed is not None and _is_among(table.glimpsed, gone):
        table = table.but(glimpsed=None)
    if table.pile is not None and _is_among(table.pile, gone):
        table = table.but(pile=card, glimpsed=None)
    return table


def shows_a_card(table: Table) -> bool:
    """Whether something else may lie on top than when the last action was put on record."""
    seen = table.reading.card if table.reading else next(reversed(table.tops), None)
    return laid(None, seen, table.pile).how is not How.SAME


def _is_among(card: CardReading, those: tuple[CardReading, ...]) -> bool:
    return any(is_same_card(one, card) for one in those)


def find_first_card(table: Table, pile: CardReading | None) -> CardReading | None:
    """Return the card of the turn, if another one was laid upon it since."""
    first = table.glimpsed
    if table.named is not None:
        first = CardReading(((table.named, 1.0),))
    if first is None or pile is None or first.best is None:
        return None
    covered = laid(None, pile, first).how is How.SEEN or is_another(pile, first.best)
    return first if covered else None
