"""Actions that have begun but are not done: which they may be, and what is left to do."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tablet_companion.games.core import HIDDEN, Breach, Card, Piece, Place, Step, StepKind
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.explanations import UnderWay


@dataclass(frozen=True)
class ActionInProgress:
    """An action that may be under way, and what each area it touches may show meanwhile."""

    case: Case
    candidate: Candidate

    @functools.cached_property
    def touched(self) -> dict[Place, list[Content]]:
        """The areas an action touches and what each may show while it is under way."""
        allowed = {one.area: [one.before, one.after] for one in self.candidate.changes}
        for step in self.candidate.steps:
            for place in (step.source, step.target):
                if place is not None and place not in allowed:
                    allowed[place] = [self.case.held.get(place, ())]
            self._add_halfway(allowed, step)
        for area in self.mislaid.keys() & allowed.keys():
            allowed[area].append(self.case.evidence.seen[area])
        return allowed

    def _add_halfway(self, allowed: dict[Place, list[Content]], step: Step) -> None:
        """Add what an unfinished step may show: lifted, upright in a hole, turned up."""
        source = self.case.held.get(step.source, ())
        if step.piece in source:
            index = source.index(step.piece)
            allowed[step.source].append(source[:index] + source[index + 1 :])
        if step.target is None:
            return
        if step.piece != HIDDEN:
            allowed[step.target].append((step.piece,))
        if step.kind is StepKind.TURNED_UP and not self._stays(step.target):
            seen = self.case.evidence.seen.get(step.target, ())
            if len(seen) == 1:  # in any colour, or not turned up yet
                allowed[step.target].append(seen)

    def _stays(self, target: Place) -> bool:
        """Whether a piece that is to come to a place and be turned up still lies where it was.

        Then another piece is seen at the place: a pawn pushed past it seemed to be captured by it.
        """
        ways = (one.source for one in self.candidate.steps if one.target == target != one.source)
        return any(self.shows(at, self.case.held.get(at, ())) for at in ways)

    @functools.cached_property
    def gap(self) -> float:
        """How strongly (nats) the areas touched contradict every stage of the action."""
        evidence = self.case.evidence
        return sum(evidence.gap_at(area, stages) for area, stages in self.touched.items())

    @functools.cached_property
    def clear_gap(self) -> float:
        """The same, counting only areas clearly seen."""
        evidence, areas = self.case.evidence, self.touched.items()
        clear = ((area, stages) for area, stages in areas if not evidence.is_doubtful(area))
        return sum(evidence.gap_at(area, stages) for area, stages in clear)

    @functools.cached_property
    def rest(self) -> frozenset[Place]:
        """The clearly changed areas that the action does not touch."""
        return self.case.clear.difference(self.candidate.touched, self.mislaid)

    @functools.cached_property
    def mislaid(self) -> Mapping[Place, Piece]:
        """The nests that hold one piece too many, and it: this action takes it off the board."""
        taken = {step.piece for step in self.candidate.steps if self._takes_off(step)}
        nests = [area for area in self.case.clear if taken and area.endswith(".nest")]
        more = {area: self._count_more(area) for area in nests}
        return {area: piece for area, piece in more.items() if piece in taken}

    def _takes_off(self, step: Step) -> bool:
        return step.kind is StepKind.CAPTURED or self._is_out_of_sight(step)

    def _is_out_of_sight(self, step: Step) -> bool:
        return step.target is not None and step.target not in self.case.evidence.areas

    def _count_more(self, area: Place) -> Piece | None:
        """Return the only piece that an area holds and should not, if it lost none."""
        seen, held = (
            Counter(one.get(area, ())) for one in (self.case.evidence.seen, self.case.held)
        )
        after = Counter(self._after[area][1]) if area in self._after else held
        more = seen - after
        return next(iter(more)) if held & after <= seen and more.total() == 1 else None

    @functools.cached_property
    def has_strangers(self) -> bool:
        """Whether the areas touched clearly show more pieces than both before and after.

        Then one came from elsewhere: this action did not bring a pawn to the next point if its own
        pawn still stands where it was.
        """
        after = {area: contents[1] for area, contents in self._after.items()}
        before = sum(len(self.case.held.get(area, ())) for area in self.touched)
        then = sum(len(after.get(area, self.case.held.get(area, ()))) for area in self.touched)
        clear = (area for area in self.touched if not self.case.evidence.is_doubtful(area))
        seen = sum(len(self.case.evidence.seen.get(area, ())) for area in clear)
        return seen > max(before, then)

    @functools.cached_property
    def todo(self) -> tuple[Step, ...]:
        """The steps that do not show as done yet, and those that only turning up called for."""
        left = (step for step in self.candidate.steps if not self._is_done(step))
        astray = (
            replace(step, source=area)
            for area, piece in self.mislaid.items()
            for step in self.candidate.steps
            if step.piece == piece and self._is_out_of_sight(step) and self._is_done(step)
        )
        return (*left, *astray, *self._sent_on.values())

    @functools.cached_property
    def _sent_on(self) -> dict[Place, Step]:
        """The steps of pieces that were turned up where they may not stay, by that place.

        No step of the action names their home, which would reveal a colour. It is known once the
        piece lies there face up.
        """
        found = {}
        for step in self.candidate.steps:
            seen = self.case.evidence.seen.get(step.source, ())
            may_stay = seen == self._after.get(step.source, ((), ()))[1]
            if step.kind is not StepKind.TURNED_UP or len(seen) != 1 or may_stay:
                continue
            home = next((one for one in self._list_homes(seen[0]) if one != step.source), None)
            if home is not None:
                found[step.source] = Step(StepKind.MOVED, seen[0], step.source, home, step.rule)
        return found

    def _list_homes(self, piece: Piece) -> Iterator[Place]:
        """Yield the places to which the action brings one more such piece, still to come."""
        for area, (before, after) in self._after.items():
            if after.count(piece) > before.count(piece) and not self.shows(area, after):
                yield area

    @functools.cached_property
    def _after(self) -> dict[Place, tuple[Content, Content]]:
        return {one.area: (one.before, one.after) for one in self.candidate.changes}

    @functools.cached_property
    def is_in_order(self) -> bool:
        """Whether no pawn was called while the calling pawn has not moved."""
        called = any(
            step.kind is StepKind.CALLED and step not in self.todo for step in self.candidate.steps
        )
        if not called:
            return True  # checked first, as nearly every action calls nothing
        moves = (step.source for step in self.todo if step.kind is StepKind.MOVED)
        return not any(self.shows(at, self.case.held.get(at, ())) for at in moves)

    def _is_done(self, step: Step) -> bool:
        """Whether a step shows as done.

        A place that looks the same before and after proves nothing: if a pawn of the same colour
        stood there before, seeing that colour does not mean that the new one has arrived. Of a
        piece that goes where no camera looks it is enough that it has left.
        """
        if step.target in self._sent_on:
            return True  # it arrived, and was turned up
        as_it_should = all(self._shows_after(area) for area in self._list_ends(step))
        # A piece that has arrived the wrong way up counts as moved, but not yet as turned.
        arrived = step.kind in (StepKind.MOVED, StepKind.CALLED) and step.target is not None
        was = self.case.held.get(step.target or Place(""), ())
        upright = arrived and was != (step.piece,) and self.shows(step.target, (step.piece,))
        return as_it_should or upright

    def _list_ends(self, step: Step) -> list[Place]:
        """Return what shows that a step is done; a nest may be that of any colour."""
        if step.target is not None:
            return [step.target if step.target in self.case.evidence.areas else step.source]
        changes = self.candidate.changes
        return [one.area for one in changes if len(one.after) > 1 or one.area.endswith(".nest")]

    def _shows_after(self, area: Place) -> bool:
        if area not in self._after:
            return False
        before, after = self._after[area]
        if area in self.mislaid:
            after = tuple(sorted((*after, self.mislaid[area])))
        evidence = self.case.evidence
        return self.shows(area, after) and evidence.ratio(area, after, before) > 0

    def shows(self, area: Place | None, content: Content) -> bool:
        """Whether an area is seen to hold just this."""
        return area is not None and self.case.evidence.seen.get(area, ()) == content

    def progress(self) -> UnderWay:
        """Return the action as an explanation of what is seen."""
        todo, strays = self.todo, [piece for _, piece in self.case.beside]
        upright = any(
            step.kind is StepKind.TURNED_DOWN and self.shows(step.target, (step.piece,))
            for step in todo
        )
        beside = any(
            step.kind is StepKind.CAPTURED and step.piece in (HIDDEN, *strays) for step in todo
        )
        begun = len(todo) < len(self.candidate.steps) or upright
        beside = begun and beside and bool(strays)
        return UnderWay(self.candidate.action, todo, begun, upright or beside or bool(self.mislaid))


def list_in_progress(case: Case, *, whole: bool = False) -> tuple[ActionInProgress, ...]:
    """Return the actions that may be under way, given what their areas show.

    ``whole``: only those that leave no change unexplained; most are ruled out cheaply.
    """
    found = (ActionInProgress(case, candidate) for candidate in case.allowed if candidate.steps)
    return tuple(
        one for one in found if not (whole and one.rest) and one.gap <= AGREES and one.is_in_order
    )


def find_under_way(found: tuple[ActionInProgress, ...]) -> UnderWay | None:
    """Return the action that is nearest to completion and leaves nothing unexplained."""
    whole = [one for one in found if not one.rest]
    if not whole:
        return None
    # Of equally complete ones the first by the rules' order, so that every look says the same.
    best = min(whole, key=lambda one: (len(one.todo), one.candidate.action))
    begun = (one for one in whole if len(one.todo) < len(one.candidate.steps))
    choice = any(not {*best.todo} <= {*one.todo} for one in begun)
    return replace(best.progress(), choice=choice)


def steps_left(explanation: UnderWay, card: Card | None) -> Iterator[Breach]:
    """Yield a breach for each rule that asks for a step still left to do."""
    for step in explanation.todo:
        places = dict.fromkeys((step.source, step.target or step.source))
        # A called pawn is identified by its meeting point, other pieces by their target.
        place = step.source if step.kind is StepKind.CALLED else step.target or step.source
        details = (("place", place), ("card", card or ""))
        yield Breach(step.rule, tuple(places), (step.piece,), details)
