"""What happened on the table: one reading held against everything that could have happened.

``explain`` prefers, in this order: nothing happened; a legal action was carried out; somebody went
back to an earlier position; a legal action turned up another colour than recorded; a legal action
is under way; and only when none of these agrees with what was clearly seen, a rule was broken. It
accuses nobody on doubt. Gaps are in nats (``Evidence.gap``).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import (
    EMPTY,
    HIDDEN,
    Breach,
    Card,
    Game,
    Piece,
    Place,
    Placement,
    Step,
    StepKind,
)
from tablet_companion.referee.evidence import Content, Evidence, contents
from tablet_companion.referee.laid import How, Laid

AGREES: Final = 3.0
"""A placement with at most this gap agrees with the reading."""
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
class UnderWay:
    """A legal action is begun; ``todo`` are the steps left to do.

    ``begun`` says that a piece has arrived where it belongs (otherwise something is only lifted).
    ``wrong`` says that something stands plainly wrong, not merely undone: a piece that should be
    turned over, or a captured one put beside its place.
    """

    action: Any
    todo: tuple[Step, ...]
    begun: bool
    wrong: bool


@dataclass(frozen=True, slots=True)
class Unclear:
    """These places would decide, and cannot be seen well enough."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Broke:
    """Rules were broken; ``card`` is the card they were judged by."""

    breaches: tuple[Breach, ...]
    shown: Placement
    card: Card


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
    | WentBack
    | Surprise
    | UnderWay
    | Unclear
    | Broke
    | NeedsCard
    | Strange
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal action and what the table shows after it."""

    action: Any
    card: Card | None
    after: Placement


@functools.lru_cache(maxsize=8)
def legal(game: Any, state: Any) -> tuple[Any, ...]:
    """Return a Game's legal actions; look after look asks for those of the same state."""
    actions: tuple[Any, ...] = game.legal(state)
    return actions


@functools.lru_cache(maxsize=8)
def candidates(game: Any, state: Any) -> tuple[Candidate, ...]:
    """Return every legal action of a Game that people carry out on the table."""
    return tuple(
        Candidate(action, game.card_of(action), game.attempted(state, action))
        for action in legal(game, state)
        if game.card_of(action) is not None
    )


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that one explanation is drawn from."""

    game: Game[Any, Any, Any]
    state: Any
    past: Sequence[tuple[int, Placement]]
    """Earlier positions, the latest first, each with the number of actions since."""
    evidence: Evidence
    strays: tuple[Piece, ...]
    laid: Laid

    @property
    def before(self) -> Placement:
        """Return what the table showed before the turn."""
        return self.game.placement(self.state)

    def allowed(self) -> list[Candidate]:
        """Return the legal actions that the card, as far as it is known, allows."""
        found = candidates(self.game, self.state)
        if self.laid.how in (How.NAMED, How.SEEN):
            return [candidate for candidate in found if candidate.card == self.laid.card]
        return list(found)


def explain(case: Case) -> Explanation:
    """Return the best explanation of what the table shows."""
    allowed = case.allowed()
    still = case.evidence.gap(case.before)
    gaps = [(case.evidence.gap(candidate.after), candidate) for candidate in allowed]
    best = min((gap for gap, _ in gaps), default=float("inf"))
    if still <= AGREES and still <= best + CLEARLY:
        return _invisible(case, allowed)
    if best <= AGREES:
        return _one_of(case, [c for gap, c in gaps if gap <= best + 1.0])
    for count, placement in case.past:
        if case.evidence.gap(placement) <= AGREES:
            return WentBack(count)
    under_way, nearest = _under_way(case, allowed)
    return (
        _surprise(case, allowed)
        or under_way
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
    after = {case.game.successor(case.state, c.action): c.action for c in reversed(agreeing)}
    actions = tuple(sorted(after.values()))
    return Did(actions[0], card) if len(actions) == 1 else DidOneOf(actions)


def _surprise(case: Case, allowed: list[Candidate]) -> Surprise | None:
    """Look for a legal action that agrees but for the colour of what it turned up."""
    changed = _changed(case)
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


def _changed(case: Case) -> set[Place]:
    """Return the areas that do not show what they did before the turn."""
    before, seen = contents(case.before), case.evidence.seen
    return {
        area
        for area in case.evidence.areas
        if seen[area] != before.get(area, ()) and case.evidence.gap_at(area, [before.get(area, ())])
    }


# --- what is under way --------------------------------------------------------------------------


def _under_way(case: Case, allowed: list[Candidate]) -> tuple[UnderWay | None, float]:
    """Look for the legal action that is nearest to being done; return the least gap, too."""
    changed = _changed(case)
    ranked = []
    least = float("inf")
    for candidate in allowed:
        steps = case.game.steps(case.state, candidate.action)
        touched = _touched(case, candidate, steps)
        gap = _halfway_gap(case, touched)
        least = min(least, gap)
        if gap <= AGREES and changed <= touched.keys():
            todo = _undone(case, candidate, steps)
            ranked.append((len(todo), candidate.action, steps, todo))
    if not ranked:
        return None, least
    _, action, steps, todo = min(ranked, key=lambda entry: entry[:2])
    return _progress(case, action, steps, todo), least


def _halfway_gap(case: Case, touched: dict[Place, list[Content]]) -> float:
    """Return the gap when every touched area may show any of its stages, the rest as before."""
    before = contents(case.before)
    return case.evidence.gap(case.before) + sum(
        case.evidence.gap_at(area, stages) - case.evidence.gap_at(area, [before.get(area, ())])
        for area, stages in touched.items()
    )


def _touched(case: Case, candidate: Candidate, steps: Sequence[Step]) -> dict[Place, list[Content]]:
    """Return the areas an action touches and what each may show while it is under way."""
    before, after = contents(case.before), contents(candidate.after)
    areas = {area for area in before.keys() | after.keys() if before.get(area) != after.get(area)}
    allowed = {a: [before.get(a, ()), after.get(a, ())] for a in areas}
    for step in steps:
        for place in (step.source, step.target):
            if place is not None:
                allowed.setdefault(place, [before.get(place, ()), after.get(place, ())])
        _add_halfway(case, allowed, before, step)
    return allowed


def _add_halfway(
    case: Case,
    allowed: dict[Place, list[Content]],
    before: dict[Place, Content],
    step: Step,
) -> None:
    """Add what a single step leaves behind half-way: lifted, upright in a hole, turned up."""
    source = before.get(step.source, ())
    if step.piece in source:
        index = source.index(step.piece)
        allowed[step.source].append(source[:index] + source[index + 1 :])
    if step.target is None:
        return
    if step.piece != HIDDEN:
        allowed[step.target].append((step.piece,))
    if step.kind is StepKind.TURNED_UP:
        seen = case.evidence.seen[step.target]
        if len(seen) == 1 and seen[0] not in (EMPTY, HIDDEN):
            allowed[step.target].append(seen)


def _undone(case: Case, candidate: Candidate, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps whose end is not seen yet."""
    after = contents(candidate.after)
    nests = [area for area in after if len(after[area]) > 1 or area.endswith(".nest")]

    def done(step: Step) -> bool:
        ends = nests if step.target is None else [step.target]
        as_it_should = all(_shows(case, area, after.get(area, ())) for area in ends)
        # A piece that has arrived but is still the wrong way up is moved, though not turned.
        arrived = step.kind in (StepKind.MOVED, StepKind.CALLED) and step.target is not None
        return as_it_should or (arrived and _shows(case, step.target, (step.piece,)))

    return tuple(step for step in steps if not done(step))


def _shows(case: Case, area: Place | None, content: Content) -> bool:
    return area is not None and case.evidence.seen.get(area, ()) == content


def _progress(case: Case, action: Any, steps: Sequence[Step], todo: tuple[Step, ...]) -> UnderWay:
    upright = any(
        step.kind is StepKind.TURNED_DOWN and _shows(case, step.target, (step.piece,))
        for step in todo
    )
    beside = any(
        step.kind is StepKind.CAPTURED and step.piece in (HIDDEN, *case.strays) for step in todo
    )
    begun = len(todo) < len(steps) or upright
    return UnderWay(action, todo, begun, upright or (beside and bool(case.strays)))


# --- what is doubtful, and what is wrong ---------------------------------------------------------


def _unclear(case: Case, innocent: float) -> Unclear | None:
    """Say which places to look at again, where doubt could clear everybody."""
    changed = _changed(case)
    doubtful = tuple(area for area in case.evidence.doubtful() if area in changed)
    if doubtful or innocent < ACCUSES:
        return Unclear(doubtful or tuple(sorted(changed)))
    return None


def _broke(case: Case) -> Explanation:
    shown = case.evidence.shown(case.before)
    card = case.laid.card if case.laid.how in (How.NAMED, How.SEEN) else None
    if card is None:
        return NeedsCard(tuple(sorted({c.card for c in case.allowed() if c.card is not None})))
    breaches = case.game.diagnose(case.state, card, shown)
    return Broke(breaches, shown, card) if breaches else Strange(shown)


def steps_left(explanation: UnderWay, card: Card | None) -> Iterator[Breach]:
    """Yield the breaches of an action that was left unfinished: one for each rule left undone."""
    for step in explanation.todo:
        places = dict.fromkeys((step.source, step.target or step.source))
        # A called pawn is told by the meeting point it stands on, others by where they belong.
        place = step.source if step.kind is StepKind.CALLED else step.target or step.source
        details = (("place", place), ("card", card or ""))
        yield Breach(step.rule, tuple(places), (step.piece,), details)
