"""What a look at the table is compared with: the position and the actions possible in it."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeVar

from tablet_companion.games.core import TABLE, Card, Piece, Place, Placement, Seat, Step, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.evidence import TOLD, Content, Evidence, contents
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action, Position, cached, from_public
from tablet_companion.referee.explaining.public import is_announced_in_private, list_offered
from tablet_companion.referee.explaining.stacks import steps_by_look

T = TypeVar("T")
AGREES: Final = 3.0
"""A placement agrees with the reading if its gap (nats) is no larger than this.

One clear contradiction costs more (``Evidence.gap``), a few doubtful places less.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """An area that an action changes, with what it holds before and after."""

    area: Place
    before: Content
    after: Content


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that people may carry out, as far as it is public, and its result.

    What it turns up is part of ``action``, even if the record says something else.
    """

    action: Any
    card: Card | None
    after: Placement
    changes: tuple[Change, ...]
    steps: tuple[Step, ...]

    @property
    def touched(self) -> frozenset[Place | None]:
        """The areas that it changes, and the places of its steps."""
        steps = (place for step in self.steps for place in (step.source, step.target))
        return frozenset((*steps, *(change.area for change in self.changes)))


@from_public
def list_candidates(public: Position) -> tuple[Candidate, ...]:
    """Return every action that people carry out with their hands on the table.

    In a game with a pile: every play or discard of every card that somebody could hold, including
    plays that change nothing visible. Without a pile: every action that moves or turns a piece.
    Actions that a player announces in private are left out: offering them would reveal them.
    """
    return _carry_out(public, list_offered(public))


@from_public
def _list_allowed(public: Position, laid: Laid, at: Place | None) -> tuple[Candidate, ...]:
    """Return the candidates that the known card allows, at ``at`` if that is given.

    Searching only these saves most of the time.
    """
    actions: Iterable[Action] = list_offered(public)
    if laid.known is not None:
        actions = (action for action in actions if public.game.card_of(action) == laid.known)
    if at is not None:
        actions = (action for action in actions if _touches(public, action, at))
    return _carry_out(public, actions)


def _touches(public: Position, action: Action, place: Place) -> bool:
    return any(place in (step.source, step.target) for step in public.steps(action))


def _carry_out(public: Position, actions: Iterable[Action]) -> tuple[Candidate, ...]:
    game = public.game
    found = (
        _carry_one_out(public, action)
        for action in actions
        if (
            game.card_of(action) is not None
            if game.pile
            else not is_announced_in_private(public, action)
        )
    )
    # What changes nothing on the table can be told by its card alone.
    return tuple(one for one in found if game.pile or one.after != public.placement)


@cached
def _carry_one_out(public: Position, action: Action) -> Candidate:
    after, card = public.game.attempted(public.state, action), public.game.card_of(action)
    return make_candidate(public, after, action=action, card=card, steps=public.steps(action))


def make_candidate(
    before: Position,
    after: Placement,
    *,
    action: Action = None,
    card: Card | None = None,
    steps: tuple[Step, ...] = (),
) -> Candidate:
    """Return the change from a position to a placement as a candidate."""
    old, new = before.contents, contents(after)
    areas = sorted(area for area in {*old, *new} if old.get(area, ()) != new.get(area, ()))
    changes = tuple(Change(area, old.get(area, ()), new.get(area, ())) for area in areas)
    return Candidate(action, card, after, changes, steps_by_look(steps))


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move on record: the public position before it, the action and its card."""

    position: Position
    action: Action
    card: Card | None


@dataclass(frozen=True)
class Case:
    """Everything that one explanation is derived from."""

    position: Position
    """Public knowledge only, so no explanation can depend on a secret."""
    past: tuple[tuple[int, Placement], ...]
    """Earlier positions, the latest first, each with the number of actions since."""
    evidence: Evidence
    laid: Laid
    beside: tuple[tuple[Place, Piece], ...] = ()
    """Pieces that stand on no place, each with the area that it stands in or nearest to."""
    rested: bool = True
    """Whether the table was seen at rest in this position; otherwise more than one turn may have
    been played."""
    likely: Card | None = None
    """The card that was laid most likely, however badly it is read."""
    first: Card | None = None
    """The card of the turn if another was laid on top of it since."""
    begun: frozenset[Place] = frozenset()
    """Where part of its move was seen before."""
    cards: tuple[Card, ...] = ()
    """The cards that were seen to be laid this turn, the first one first."""
    tops: tuple[Card, ...] = ()
    """The last tops of the pile this turn: a card that has come to lie otherwise counts twice."""
    unwatched: bool = False
    """Whether the pile was out of sight for long enough that others may lie between them."""
    card_rested: bool = False
    """Whether the card of the turn lay on the pile before any piece moved."""
    misplaced: frozenset[Place] = frozenset()
    """The areas of pieces that were named as out of place before."""
    missing: tuple[tuple[Place, Piece], ...] = ()
    """The pieces that were named as missing before, with where they belong."""
    undecided: frozenset[Place] = frozenset()
    """The areas that may not show an announced action yet."""
    at: Place | None = None
    """If given, candidates are only actions that do something at this place."""
    last: LastMove | None = None
    """None if it was said in private, or if there is none."""
    picked_up: bool = False
    """Whether the last move's card was taken off the pile again."""

    @property
    def is_one_turn(self) -> bool:
        """Whether no more than one turn can have been played since the table lay still."""
        return self.rested and self.first is None

    @property
    def may_be_more(self) -> bool:
        """Whether a third card was seen, or may have been laid unseen: the turns may be more."""
        return self.unwatched or bool(self.cards[2:])

    @property
    def is_only_misplaced(self) -> bool:
        """Whether nothing differs but what was named before, so that no player since did it."""
        return bool(self.clear) and self.clear <= self.misplaced

    @property
    def card_of_turn(self) -> Card | None:
        """The card of the player on turn, None if it may be another than the one on the pile."""
        return self.first or (self.laid.known if self.card_rested else None)

    @property
    def game(self) -> AnyGame:
        """The rules of the game."""
        return self.position.game

    @property
    def public(self) -> Any:
        """The state as everybody may know it."""
        return self.position.state

    @property
    def before(self) -> Placement:
        """What the table showed before the turn."""
        return self.position.placement

    @functools.cached_property
    def held(self) -> dict[Place, Content]:
        """What every area held before the turn; those that were empty are left out."""
        return self.position.contents

    def derive(self, work: Callable[[Case], T]) -> T:
        """Return ``work(self)``, cached.

        The cache lives in the evidence, so it lasts as long as the table is read alike; two cases
        of the same look share a result if all their other fields are equal.
        """
        others = (getattr(self, one.name) for one in fields(self) if one.name != "evidence")
        key, derived = (work, *others), self.evidence.derived
        if key not in derived:
            derived[key] = work(self)
        found: T = derived[key]
        return found

    def seen_with(self, card: Card) -> Case:
        """Return the case with a card of the turn that was seen, whatever lies there now."""
        return replace(self, laid=Laid(card, How.SEEN))

    @functools.cached_property
    def allowed(self) -> tuple[Candidate, ...]:
        """The actions that the card, as far as it is known, allows."""
        if self.at is None and self.laid.known is None:
            return list_candidates(self.position)
        return _list_allowed(self.position, self.laid, self.at)

    @functools.cached_property
    def changed(self) -> frozenset[Place]:
        """The areas that do not show what they held before the turn."""
        evidence = self.evidence
        return frozenset(
            area
            for area in evidence.areas
            if evidence.seen[area] != self.held.get(area, ())
            and evidence.gap_at(area, [self.held.get(area, ())])
        )

    @functools.cached_property
    def still(self) -> float:
        """How strongly (nats) what is clearly seen contradicts that nothing was done."""
        return sum(
            self.evidence.contradiction(area, self.held.get(area, ())) for area in self.changed
        )

    def gap(self, candidate: Candidate) -> float:
        """Return how strongly (nats) the look contradicts this action and no other change.

        If the action changes nothing, only what is clearly seen counts against it.
        """
        # Only its own areas are looked at again, as this is asked of every candidate.
        evidence, gap = self.evidence, self.still
        for change in candidate.changes:
            if change.area in self.changed:
                gap -= evidence.contradiction(change.area, change.before)
            gap += evidence.gap_at(change.area, [change.after])
        return gap

    def advantage(self, candidate: Candidate) -> float:
        """Return how much better (nats) an action explains its own areas than no action does."""
        return sum(
            self.evidence.ratio(change.area, change.after, change.before)
            for change in candidate.changes
        )

    def find_watched(self, candidate: Candidate) -> tuple[Change, ...]:
        """Return the changes of an action that a camera can see."""
        return tuple(one for one in candidate.changes if one.area in self.evidence.areas)

    def find_unseen(self, candidate: Candidate) -> tuple[Place, ...]:
        """Return the areas that an action changes but that do not show whether it was done.

        Areas out of every camera's sight are left out.
        """
        return tuple(
            one.area
            for one in self.find_watched(candidate)
            if self.evidence.ratio(one.area, one.after, one.before) < TOLD
        )

    def is_shown(self, candidate: Candidate) -> bool:
        """Whether the look agrees with an action, and shows all that it changes."""
        return self.gap(candidate) <= AGREES and not self.find_unseen(candidate)

    def shows_all(self, candidate: Candidate) -> bool:
        """Whether every place that an action changes is seen to be as it leaves it."""
        changes, seen = candidate.changes, self.evidence.seen
        return bool(changes) and all(seen.get(one.area) == one.after for one in changes)

    def find_doubtful(self, candidate: Candidate) -> tuple[Place, ...]:
        """Return the areas that an action changes and that are not clearly seen."""
        evidence, unseen = self.evidence, self.find_unseen(candidate)
        areas = (one.area for one in candidate.changes)
        return tuple(one for one in areas if one in unseen or evidence.is_doubtful(one))

    def is_in_doubt(self, candidate: Candidate) -> bool:
        """Whether none of the visible changes of an action is clearly seen."""
        return 0 < len(self.find_watched(candidate)) == len(self.find_doubtful(candidate))

    def arrives_in_doubt(self, candidate: Candidate) -> bool:
        """Whether only the place of a piece tells the action, and it is not clearly seen there.

        With a pile the card tells the action, too.
        """
        return not self.game.pile and any(
            self.evidence.is_unsure_of(one.area, piece, one.after.count(piece))
            for one in self.find_watched(candidate)
            for piece in Counter(one.after) - Counter(one.before)
        )

    def is_turned_up(self, candidate: Candidate) -> bool:
        """Whether everything that an action turns up is seen, so that its colour is not a guess.

        A place that looks unchanged shows nothing that was turned up. A piece captured while face
        down, or turned up where it may not stay, goes to a nest that no step names.
        """
        named = {place for step in candidate.steps for place in (step.source, step.target)}
        turned = (step for step in candidate.steps if step.kind is StepKind.TURNED_UP)
        up = {step.target for step in turned if step.target is not None}
        nests = {change.area for change in candidate.changes if change.area not in named}
        seen, after = self.evidence.seen, {one.area: one.after for one in candidate.changes}
        if not up <= after.keys() and not nests:
            return False
        return all(seen.get(at) == after[at] for at in {*up, *nests} & after.keys())

    def make_return(self, placement: Placement) -> Candidate:
        """Return going back to a placement as a candidate."""
        return make_candidate(self.position, placement)

    @functools.cached_property
    def clear(self) -> frozenset[Place]:
        """The areas that clearly no longer show what they held before the turn.

        A piece that stands beside the places has left its own, however badly that one is seen.
        """
        beside = {piece for _, piece in self.beside}

        def is_clear(area: Place) -> bool:
            held = self.held.get(area, ())
            lacks = Counter(held) - Counter(self.evidence.seen[area])
            return not beside.isdisjoint(lacks) or self.evidence.is_decided(area, held)

        return frozenset(filter(is_clear, self.changed))

    @functools.cached_property
    def owners(self) -> dict[Piece, frozenset[Seat]]:
        """Who moves the pieces of each colour; colours that everybody moves are left out.

        There can be two: a player whose own pawns are all home moves the partner's.
        """
        seats = self.position.view(TABLE).seats
        colours = {one.plays for one in seats if one.plays}
        return {
            piece: frozenset(one.seat for one in seats if one.plays == piece) for piece in colours
        }

    def is_others(self, piece: Piece) -> bool:
        """Whether only players who are not on turn move this piece."""
        movers = self.owners.get(piece, frozenset())
        return bool(movers) and self.game.actor(self.public) not in movers
