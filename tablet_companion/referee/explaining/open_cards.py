"""What a card that is turned up beside the pieces adds to what the pieces show.

Only games without a discard pile have such cards. They are read only while one is due.
"""

from __future__ import annotations

from tablet_companion.games.core import Card, OpenCard
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    Explanation,
    TurnedUp,
    Unchanged,
)
from tablet_companion.referee.explaining.laid import How, read_laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.vision.reading import CardReading


def with_card(
    position: Position, now: CardReading | None, before: CardReading | None, found: Explanation
) -> Explanation:
    """Return what pieces and card mean together, given what the pieces mean alone.

    ``now`` and ``before`` are the card that lies there and the one at the start of the turn. The
    card counts if the pieces show an action or no change; not if they are doubtful, under way or
    out of place.
    """
    turned_up = _turned_up(position, now, before)
    if turned_up is None or not isinstance(found, Unchanged | Did):
        return found
    card, said = turned_up
    done = found.action if isinstance(found, Did) else None
    shown, actor = position.placement, position.game.actor(position.state)
    if done is not None:
        shown = position.game.attempted(position.state, done)
    if said.breaches:
        return Broke(said.breaches, shown, None, actor)
    if said.action is None or done == said.action:
        return found
    if done is not None:
        return Broke(said.otherwise, shown, None, actor)
    return TurnedUp(said.action, card)


def _turned_up(
    position: Position, now: CardReading | None, before: CardReading | None
) -> tuple[Card, OpenCard] | None:
    """Return the new card, if it is read with certainty, and what it says."""
    seen = read_laid(None, now, before)
    if seen.how is not How.SEEN or seen.card is None:
        return None
    said = position.game.open_cards(position.state).get(seen.card)
    return None if said is None else (seen.card, said)
