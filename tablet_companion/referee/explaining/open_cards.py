"""What a card that is turned up beside the pieces adds to what the pieces show.

Only games without a discard pile have such cards, and only while one is due: what lies there at
any other time is looked at by nobody.
"""

from __future__ import annotations

from tablet_companion.games.core import Card, OpenCard
from tablet_companion.referee.explaining.explain import Broke, Did, Explanation, TurnedUp, Unchanged
from tablet_companion.referee.explaining.laid import How, laid
from tablet_companion.referee.table import Table


def with_card(table: Table, explanation: Explanation) -> Explanation:
    """Return what pieces and card together mean, from what the pieces alone mean.

    The card speaks where the pieces show nothing new, or an action; not where they are doubtful,
    under way or in disorder.
    """
    found = _turned_up(table)
    if found is None or not isinstance(explanation, Unchanged | Did):
        return explanation
    card, said = found
    done = explanation.action if isinstance(explanation, Did) else None
    shown = table.game.placement(table.state)
    if done is not None:
        shown = table.game.attempted(table.state, done)
    if said.breaches:
        return Broke(said.breaches, shown, None)
    if said.action is None or done == said.action:
        return explanation
    if done is not None:
        return Broke(said.otherwise, shown, None)
    return TurnedUp(said.action, card)


def _turned_up(table: Table) -> tuple[Card, OpenCard] | None:
    """Return the card that is surely seen and lay there not before, and what it says."""
    if table.reading is None:
        return None
    seen = laid(None, table.reading.card, table.pile)
    if seen.how is not How.SEEN or seen.card is None:
        return None
    said = table.game.open_cards(table.state).get(seen.card)
    return None if said is None else (seen.card, said)
