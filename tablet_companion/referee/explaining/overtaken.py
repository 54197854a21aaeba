"""A move that the next player's move has overtaken before the table lay still.

Quick players lay the next card while a hand still rests over the board. The table then shows two
moves at once. The first one's card was seen or tapped, so the move can be told: it is the only one
of that card all of whose changes are to be seen, or the only one that a legal move with the card
now on the pile leads on from to what is seen.
"""

from __future__ import annotations

from tablet_companion.games.core import CHANCE, Place, Placement, StepKind
from tablet_companion.referee.explaining.case import Candidate, Case, candidates, in_public
from tablet_companion.referee.explaining.evidence import SURE, Content, Evidence, contents
from tablet_companion.referee.explaining.explain import Did, Explanation, explain
from tablet_companion.referee.explaining.laid import How, Laid, laid
from tablet_companion.referee.explaining.unfinished import UnderWay
from tablet_companion.referee.table import Table
from tablet_companion.vision.reading import CardSight, Reading


def overtaken(table: Table, reading: Reading) -> tuple[Candidate, CardSight] | None:
    """Return the overtaken move and how its card lay, or None where there was none for sure."""
    first = _first_card(table, reading)
    if first is None:
        return None
    evidence = Evidence(reading, table.areas)
    before = table.game.placement(table.state)
    with_card = [
        candidate
        for candidate in candidates(table.game, table.state)
        if candidate.card == first.best
    ]
    done = [found for found in with_card if _visible(evidence, before, found.after)]
    if not done:
        now = laid(None, reading.card, first)
        then = [(_then(table, found, evidence, now), found) for found in with_card]
        done = [found for after, found in then if isinstance(after, Did)] or [
            found for after, found in then if isinstance(after, UnderWay) and _all_moved(after)
        ]
    return (done[0], first) if len(done) == 1 else None


def _then(table: Table, first: Candidate, evidence: Evidence, now: Laid) -> Explanation | None:
    """Return what explains the table after a first move, or None where nobody plays after it."""
    state = table.game.successor(in_public(table.game, table.state), first.action)
    if table.game.actor(state) in (CHANCE, None):
        return None
    return explain(Case(table.game, state, (), evidence, (), now))


def _all_moved(under_way: UnderWay) -> bool:
    """Say whether every pawn stands where it goes; only captured ones may still be about."""
    return all(step.kind is StepKind.CAPTURED for step in under_way.todo)


def _first_card(table: Table, reading: Reading) -> CardSight | None:
    """Return the card of the turn, if another one was laid upon it since."""
    first = table.glimpsed
    if table.named is not None:
        first = CardSight(((table.named, 1.0),))
    if first is None or reading.card is None or first.best is None:
        return None
    return first if laid(None, reading.card, first).how is How.SEEN else None


def _visible(evidence: Evidence, before: Placement, after: Placement) -> bool:
    """Say whether everything that differs after a move is to be seen."""
    old, new = contents(before), contents(after)
    changed = [place for place in {*old, *new} if old.get(place, ()) != new.get(place, ())]
    return bool(changed) and all(_shows(evidence, place, new.get(place, ())) for place in changed)


def _shows(evidence: Evidence, place: Place, content: Content) -> bool:
    return evidence.seen.get(place) == content


def glimpse(table: Table, card: CardSight | None) -> Table:
    """Keep a card that was laid on the pile while a hand rests over the board."""
    if not table.game.pile or card is None or card.best is None or card.probability < SURE:
        return table
    known = laid(None, card, table.glimpsed or table.pile).how
    # The first new card belongs to the player on turn; what is laid upon it is the next one's.
    if known is How.SEEN and table.glimpsed is None:
        return table.but(glimpsed=card)
    return table
