"""Why an action is not allowed: the rules it breaks, found with the predicates that allow others.

``judge`` is empty exactly for what ``legal`` lists. Nothing said here depends on a card that nobody
has seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import Breach
from tablet_companion.games.dog import rules, seven
from tablet_companion.games.dog.actions import Action, Play
from tablet_companion.games.dog.legal import is_legal
from tablet_companion.games.dog.plays import outcomes, swappable
from tablet_companion.games.dog.state import (
    JOKER,
    POWERS,
    SEVEN,
    Field,
    Powers,
    State,
    field_of,
)
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import GiveUp, Legs
from tablet_companion.games.dog_family.judge import (
    Case,
    barred,
    captures,
    landed_on,
    not_ones_own,
    started,
    way,
)
from tablet_companion.games.dog_family.rounds import holdable
from tablet_companion.games.dog_family.search import MOST
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.dog_family.table import moved


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if is_legal(state, action):
        return ()
    if isinstance(action, Play) and state.phase is Phase.PLAY:
        return tuple(dict.fromkeys(_play(state, action)))
    if isinstance(action, GiveUp) and state.phase is Phase.PLAY:
        return (Breach(shared.MUST_PLAY),)
    return (Breach(shared.WRONG_MOMENT),)


class _Case(Case[State, Play]):
    """A play of DOG under examination."""

    @property
    def field(self) -> Field:
        return field_of(self.state)

    @property
    def powers(self) -> Powers:
        return POWERS[self.card]

    @property
    def guards(self) -> track.Guards:
        return self.field.guards

    @property
    def starts(self) -> bool:
        return self.powers.starts

    def counted(self, target: int, steps: int) -> Iterator[Breach]:
        """Check a number of steps that lies in a finish or leads into one."""
        if steps < 0:
            yield self.breach(rules.FINISH_BACKWARDS, target)
        elif steps not in self.powers.forwards:
            yield self.wrong_count(target, steps)

    def on_track(self, origin: int, target: int) -> Iterator[Breach]:
        """Check forwards and, for a card that has it, backwards (6)."""
        steps, back = (target - origin) % track.LAP, (origin - target) % track.LAP
        if back in self.powers.backwards:
            start = track.barrier_behind(self.state.board, origin, back, self.guards)
            if start >= 0:
                yield self.breach(shared.PROTECTED, start, place=self.state.setting.names[start])
        elif steps in self.powers.forwards:
            yield from barred(self, origin, steps)
        elif back < steps and not self.powers.backwards:
            yield self.breach(shared.FORWARDS, target)
        else:
            yield self.wrong_count(target, min(steps, back))
            yield from barred(self, origin, steps)

    def wrong_count(self, target: int, steps: int) -> Breach:
        """Return the breach of going so many spaces."""
        if self.card == JOKER:
            return self.breach(rules.JOKER_COUNT, target, count=steps)
        return self.breach(shared.EXACT_COUNT, target, card=self.card, count=steps)

    def entering(self, origin: int, target: int) -> Iterator[Breach]:
        """Check who enters a finish, and that he does so forwards and not fresh (6, 7)."""
        colour, value = track.colour_of_finish(target), self.state.board[origin]
        start = track.STARTS[colour]
        back = (origin - start) % track.LAP + target - track.finish(colour) + 1
        if value != colour + 1:
            yield self.breach(shared.FINISH_COLOUR, origin, target)
        elif origin == start and not self.field.may_enter_from_start(colour):
            yield self.breach(rules.FINISH_FRESH, origin, target)
        elif back in self.powers.backwards and origin != start:
            yield self.breach(rules.FINISH_BACKWARDS, origin, target)


class _Seven(_Case):
    """A play of a 7 under examination: any pawn may go up to seven steps forwards."""

    def counted(self, target: int, steps: int) -> Iterator[Breach]:
        if steps < 0:
            yield self.breach(rules.FINISH_BACKWARDS, target)
        elif steps > SEVEN:
            yield self.breach(rules.SEVEN_STEPS, target, count=steps)

    def on_track(self, origin: int, target: int) -> Iterator[Breach]:
        steps, back = (target - origin) % track.LAP, (origin - target) % track.LAP
        if steps <= SEVEN:
            yield from barred(self, origin, steps)
        elif back < steps:
            yield self.breach(shared.FORWARDS, target)
        else:
            yield self.breach(rules.SEVEN_STEPS, target, count=steps)


def _play(state: State, play: Play) -> Iterator[Breach]:
    if play.card not in holdable(state):
        yield Breach(shared.CARD_NOT_HELD, details=(("card", play.card),))
        if (play.legs, play.captured) in outcomes(field_of(state), play.card):
            return
    case = _Case(state, play, play.card, field_of(state).colour)
    if not play.legs:
        yield from [*captures(case, ())] or [case.breach(shared.CARD_WHOLLY, card=play.card)]
    elif case.powers.swaps and (not case.powers.splits or _mirrored(play.legs)):
        yield from _swap(case)
    elif case.powers.splits:
        yield from _split_or_number(case)
    else:
        # What a move does to others matters only once the move itself is right.
        yield from [*_number(case)] or captures(case, landed_on(case))


def _split_or_number(case: _Case) -> Iterator[Breach]:
    """Judge a 7 as what it is, and a joker by whichever card excuses most of it."""
    split = [*_seven(_Seven(case.state, case.play, case.card, case.colour))]
    if case.powers.forwards and len(case.play.legs) == 1:
        number = [*_number(case)] or [*captures(case, landed_on(case))]
        split = min(number, split, key=len)
    yield from split


# --- numbers and starts -------------------------------------------------------------------------


def _number(case: _Case) -> Iterator[Breach]:
    legs = case.play.legs
    if len(legs) != 1:
        origins = [origin for origin, _ in legs]
        yield case.breach(shared.ONE_PAWN, *origins, card=case.card, count=len(origins))
        return
    ((origin, target),) = legs
    if origin >= track.SQUARES:
        yield from started(case, origin - track.SQUARES, target)
        return
    if case.state.board[origin] != case.colour + 1:
        yield not_ones_own(case, origin)
    yield from way(case, origin, target)


# --- the 7 --------------------------------------------------------------------------------------


def _seven(case: _Case) -> Iterator[Breach]:
    """Say why seven steps cannot be split so; the search is the one that finds what can."""
    found = [*_seven_pawns(case)]
    if not found:
        found = [*_seven_count(case)] or [b for leg in case.play.legs for b in way(case, *leg)]
    yield from found or _seven_captures(case)


def _seven_pawns(case: _Case) -> Iterator[Breach]:
    """Check that every pawn that was moved may share in the steps (9, 12)."""
    field, legs = case.field, case.play.legs
    partner = case.state.setting.partner(case.colour)
    for origin, target in legs:
        if origin >= track.SQUARES:
            yield case.breach(shared.START_CARD, origin, target)
        elif target >= track.SQUARES:
            yield case.breach(shared.NOT_CAPTURED, origin, place=case.state.setting.names[origin])
        elif field.board[origin] == partner + 1:
            home = track.is_home(bytes(moved(field.board, legs, case.play.captured)), case.colour)
            if not home and not field.canadian_seven:
                yield case.breach(rules.SEVEN_PARTNER, origin)
        elif field.board[origin] != case.colour + 1:
            yield not_ones_own(case, origin)


def _seven_count(case: _Case) -> Iterator[Breach]:
    """Name the number of steps used where it is another than seven."""
    steps = sum(track.distance(*leg) for leg in case.play.legs)
    if steps == SEVEN or not 0 < steps <= MOST:
        return
    wanted = (case.play.legs, case.play.captured)
    if wanted in seven.outcomes(case.field, steps):
        targets = [target for _, target in case.play.legs]
        yield case.breach(rules.SEVEN_STEPS, *targets, count=steps)


def _seven_captures(case: _Case) -> Iterator[Breach]:
    """Compare with who is sent home when the same pawns make the same steps."""
    for legs, captured in outcomes(case.field, case.play.card):
        if legs == case.play.legs:
            yield from captures(case, captured, rules.SEVEN_OVERTAKEN)
            return
    yield case.breach(shared.CARD_WHOLLY, *_targets(case.play.legs), card=case.play.card)


def _targets(legs: Legs) -> list[int]:
    return [target for _, target in legs]


# --- the jack -----------------------------------------------------------------------------------


def _mirrored(legs: Legs) -> bool:
    """Say whether two pawns changed places."""
    return len(legs) == 2 and legs[0] == legs[1][::-1]


def _swap(case: _Case) -> Iterator[Breach]:
    legs, board = case.play.legs, case.state.board
    touched = sorted({square for leg in legs for square in leg})
    if not _mirrored(legs):
        yield case.breach(rules.SWAP_TWO, *touched)
        return
    outside = [square for square in touched if square >= track.LAP]
    barred_from = [s for s in touched if s < track.LAP and not swappable(case.field, s)]
    if outside:
        yield case.breach(rules.SWAP_TRACK, *outside)
    for square in barred_from:
        yield case.breach(shared.PROTECTED, square, place=case.state.setting.names[square])
    mine = [
        square for square in touched if case.occupied(square) and board[square] == case.colour + 1
    ]
    if len(mine) != 1:
        yield case.breach(rules.SWAP_TWO, *touched)
    yield from captures(case, ())
