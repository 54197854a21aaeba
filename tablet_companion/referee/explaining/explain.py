"""What happened on the table: one reading held against everything that could have happened.

``explain`` prefers, in this order: nothing happened; a legal action was carried out; somebody went
back to an earlier position; a legal action turned up another colour than recorded; a legal action
is under way; and only when none of these agrees with what was clearly seen, a rule was broken. It
accuses nobody on doubt. Gaps are in nats (``Evidence.gap``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import Breach, Card, Place, Placement, PositionError
from tablet_companion.referee.explaining.case import AGREES, Candidate, Case
from tablet_companion.referee.explaining.evidence import SURE, contents
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.unfinished import UnderWay, under_way

CLEARLY: Final = 3.0
"""One placement is clearly better than another from this difference of gaps on."""
ACCUSES: Final = 6.0
"""Nothing is objected to unless every innocent explanation has at least this gap."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table shows the position before the turn."""


@dataclass(frozen=True, slots=True)
class Did:
    """A legal action was carried out; ``card`` says how its card is known.

    ``invisible`` says that it changes nothing that can be seen (an exchange of hidden pieces).
    """

    action: Any
    card: Laid
    invisible: bool = False


@dataclass(frozen=True, slots=True)
class DidOneOf:
    """Several legal actions agree with the table and differ in something that matters."""

    actions: tuple[Any, ...]
    invisible: bool = False


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card was turned up beside the pieces, which do not show yet what it says."""

    action: Any
    card: Card


@dataclass(frozen=True, slots=True)
class WentBack:
    """The table shows the position of so many actions ago."""

    count: int


@dataclass(frozen=True, slots=True)
class Surprise:
    """A legal action turned up another colour than recorded; ``state`` would make it right."""

    action: Any
    state: Any
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """These places would decide, and cannot be seen well enough."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Broke:
    """Rules were broken; ``card`` is the card they were judged by, if there are cards."""

    breaches: tuple[Breach, ...]
    shown: Placement
    card: Card | None


@dataclass(frozen=True, slots=True)
class NeedsCard:
    """No card explains what was moved, or several do; somebody has to say which was laid."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Strange:
    """The table shows nothing that a move could have led to."""

    shown: Placement


Explanation = (
    Unchanged
    | Did
    | DidOneOf
    | TurnedUp
    | WentBack
    | Surprise
    | UnderWay
    | Unclear
    | Broke
    | NeedsCard
    | Strange
)


def explain(case: Case) -> Explanation:
    """Return the best explanation of what the table shows."""
    allowed = case.allowed()
    still = case.evidence.gap(case.before)
    if case.beside and not case.game.pile and (broke := _two_in_one(case)):
        return broke
    gaps = [(case.evidence.gap(candidate.after), candidate) for candidate in allowed]
    best = min((gap for gap, _ in gaps), default=float("inf"))
    if still <= AGREES and still <= best + CLEARLY:
        return _invisible(case, allowed)
    if best <= AGREES:
        return _one_of(case, [c for gap, c in gaps if gap <= best + 1.0])
    for count, placement in case.past:
        if case.evidence.gap(placement) <= AGREES:
            return WentBack(count)
    begun, nearest = under_way(case, allowed)
    return (
        _surprise(case, allowed)
        or begun
        or _unclear(case, min(best, still, nearest))
        or _broke(case)
    )


# --- what was done ------------------------------------------------------------------------------


def _invisible(case: Case, allowed: list[Candidate]) -> Explanation:
    """Nothing has changed to the eye: nothing happened, or a card that changes nothing visible."""
    if case.laid.how not in (How.NAMED, How.SEEN):
        return Unchanged()
    if not allowed:
        return _broke(case)
    unseen = [candidate for candidate in allowed if candidate.after == case.before]
    if not unseen:
        return Unchanged()
    if len(unseen) == 1:
        return Did(unseen[0].action, case.laid, invisible=True)
    return DidOneOf(tuple(candidate.action for candidate in unseen), invisible=True)


def _one_of(case: Case, agreeing: list[Candidate]) -> Explanation:
    """Several legal actions agree: choose where nothing hangs on it, else ask."""
    if not case.game.pile:
        actions = tuple(sorted({candidate.action for candidate in agreeing}))
        return Did(actions[0], case.laid) if len(actions) == 1 else DidOneOf(actions)
    if case.laid.how in (How.NAMED, How.SEEN):
        return _distinct(case, agreeing, case.laid)
    cards = tuple(sorted({c.card for c in agreeing if c.card is not None}))
    if case.laid.card in cards:
        same = [c for c in agreeing if c.card == case.laid.card]
        return _distinct(case, same, case.laid)
    # That a card was a copy of another is the rarer guess.
    plain = [c for c in cards if case.game.stands_for(case.state, c) == c] or list(cards)
    if len(plain) > 1:
        return NeedsCard(cards)
    return _distinct(
        case, [c for c in agreeing if c.card == plain[0]], Laid(plain[0], How.INFERRED)
    )


def _distinct(case: Case, agreeing: list[Candidate], card: Laid) -> Explanation:
    after = {case.game.successor(case.public, c.action): c.action for c in reversed(agreeing)}
    actions = tuple(sorted(after.values()))
    return Did(actions[0], card) if len(actions) == 1 else DidOneOf(actions)


def _surprise(case: Case, allowed: list[Candidate]) -> Surprise | None:
    """Look for a legal action that agrees but for the colour of what it turned up."""
    changed = case.changed()
    for candidate in allowed:
        steps = case.game.steps(case.state, candidate.action)
        places = {step.source for step in steps} | {step.target for step in steps}
        if not any(step.target in changed for step in steps if step.target):
            continue
        for state in case.game.otherwise(case.state, candidate.action):
            after = case.game.attempted(state, candidate.action)
            if case.evidence.gap(after) <= AGREES:
                turned = tuple(sorted(p for p in places & changed if p is not None))
                return Surprise(candidate.action, state, turned)
    return None


# --- what is doubtful, and what is wrong ---------------------------------------------------------


def _unclear(case: Case, innocent: float) -> Unclear | None:
    """Say which places to look at again, where doubt could clear everybody."""
    changed = case.changed()
    doubtful = tuple(area for area in case.evidence.doubtful() if area in changed)
    doubtful = tuple(area for area in doubtful if not _plainly_new(case, area))
    if doubtful or innocent < ACCUSES:
        return Unclear(doubtful or tuple(sorted(changed)))
    return None


def _plainly_new(case: Case, area: Place) -> bool:
    """Say whether a piece is clearly seen where none was, whatever is covered beside it."""
    sights = case.evidence.sights(area)
    sure = all(sight.covered or sight.probability >= SURE for sight in sights)
    return sure and not case.evidence.could_be(area, contents(case.before).get(area, ()))


def _two_in_one(case: Case) -> Broke | None:
    """Look whether a piece beside its place breaks a rule, such as a second one on a place for one.

    In a game with a pile the card that was laid explains more than where a piece strayed to.
    """
    seen = case.evidence.shown(case.before)
    shown = Placement(tuple(sorted((*seen.pieces, *case.beside))))
    try:
        breaches = case.game.diagnose(case.public, Card(""), shown)
    except PositionError:
        return None
    return Broke(breaches, shown, None) if breaches else None


def _broke(case: Case) -> Explanation:
    shown = case.evidence.shown(case.before)
    if not case.game.pile:
        try:
            breaches = case.game.diagnose(case.public, Card(""), shown)
        except PositionError:
            return Strange(shown)  # no table of this game shows that
        return Broke(breaches, shown, None) if breaches else Strange(shown)
    card = case.laid.card if case.laid.how in (How.NAMED, How.SEEN) else None
    if card is None:
        return NeedsCard(tuple(sorted({c.card for c in case.allowed() if c.card is not None})))
    breaches = case.game.diagnose(case.public, card, shown)
    return Broke(breaches, shown, card) if breaches else Strange(shown)
