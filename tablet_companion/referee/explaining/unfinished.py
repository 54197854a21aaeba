"""Actions that are begun and not done: which it may be, and what is left to do of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablet_companion.games.core import EMPTY, HIDDEN, Breach, Card, Place, Step, StepKind
from tablet_companion.referee.explaining.case import AGREES, Candidate, Case
from tablet_companion.referee.explaining.evidence import Content, contents


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


def under_way(case: Case, allowed: Sequence[Candidate]) -> tuple[UnderWay | None, float]:
    """Look for the legal action that is nearest to being done; return the least gap, too."""
    changed = case.changed()
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


def steps_left(explanation: UnderWay, card: Card | None) -> Iterator[Breach]:
    """Yield the breaches of an action that was left unfinished: one for each rule left undone."""
    for step in explanation.todo:
        places = dict.fromkeys((step.source, step.target or step.source))
        # A called pawn is told by the meeting point it stands on, others by where they belong.
        place = step.source if step.kind is StepKind.CALLED else step.target or step.source
        details = (("place", place), ("card", card or ""))
        yield Breach(step.rule, tuple(places), (step.piece,), details)
