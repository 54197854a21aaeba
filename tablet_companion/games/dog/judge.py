"""Why an action is not allowed: the answers of the predicates that legal plays pass.

No answer depends on a card that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from tablet_companion.games.core import Breach
from tablet_companion.games.dog import predicates, rules, seven
from tablet_companion.games.dog.legal import outcomes, plays
from tablet_companion.games.dog.state import JOKER, POWERS, SEVEN, Field, Powers, field_of
from tablet_companion.games.dog_family import judge as shared_judge
from tablet_companion.games.dog_family import predicates as shared_predicates
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family import split, track
from tablet_companion.games.dog_family.actions import Action, Legs, Play
from tablet_companion.games.dog_family.judge import Case, captures, one_pawn
from tablet_companion.games.dog_family.predicates import NOT_OWN_SIDE, Fault, fault
from tablet_companion.games.dog_family.split import Spending, Table, spendings
from tablet_companion.games.dog_family.spread import Runner
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.dog_family.table import move_pawns


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    return shared_judge.judge_action(state, action, _play, plays)


def _play(state: State, play: Play) -> Iterator[Fault]:
    """Judge a play; its notation is judged only if nothing else is wrong."""
    field = field_of(state)
    written = shared_predicates.one_form(play.legs, play.captured)
    ordered = play._replace(legs=tuple(sorted(play.legs)), captured=tuple(sorted(play.captured)))
    wrong = _moves(_Case(state, ordered, play.card, field.colour))
    yield from wrong or filter(None, [written or _first_way(field, play)])


def _first_way(field: Field, play: Play) -> Fault | None:
    """Check the notation: of several ways to one table, only the listed one is a legal action."""
    listed = outcomes(field, play.card)
    if (play.legs, play.captured) in listed:
        return None
    tables = (bytes(move_pawns(field.board, *way)) for way in listed)
    same = bytes(move_pawns(field.board, play.legs, play.captured)) in tables
    return Fault(shared.ONE_FORM) if same else None


class _Case(Case):
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

    def may_move(self, square: int) -> Fault | None:
        return predicates.may_move(self.field, square)

    def may_enter(self, origin: int, target: int) -> Fault | None:
        """Check that the pawn may enter this finish, and moves forwards (6, 7)."""
        finish = self.state.board[origin] - 1
        unless = self.field.entry(finish)
        refused = shared_predicates.may_enter(origin, target, finish, unless)
        start = track.STARTS[finish]
        back = (origin - start) % track.LAP + target - track.finish(finish) + 1
        if not refused and back in self.powers.backwards and origin != start:
            return Fault(rules.FINISH_BACKWARDS, (origin, target))
        return refused

    def counted(self, target: int, steps: int) -> Iterator[Fault]:
        """Check a number of steps inside a finish or into one."""
        if steps < 0:
            yield Fault(rules.FINISH_BACKWARDS, (target,))
        elif steps not in self.powers.forwards:
            yield self.wrong_count(target, steps)

    def on_track(self, origin: int, target: int) -> Iterator[Fault]:
        """Check a move on the track, forwards or, if the card allows it, backwards (6)."""
        steps, back = (target - origin) % track.LAP, (origin - target) % track.LAP
        if back in self.powers.backwards:
            barred = shared_predicates.way_back(self.state.board, origin, back, self.guards)
            yield from filter(None, [barred])
        elif steps in self.powers.forwards:
            yield from self.obstacles(origin, target)
        elif back < steps and not self.powers.backwards:
            yield Fault(shared.FORWARDS, (target,))
        else:
            yield self.wrong_count(target, min(steps, back))
            yield from self.obstacles(origin, target)

    def wrong_count(self, target: int, steps: int) -> Fault:
        """Return the fault of going this many spaces."""
        if self.card == JOKER:
            return fault(rules.JOKER_COUNT, target, count=steps)
        return fault(shared.EXACT_COUNT, target, card=self.card, count=steps)


class _Seven(_Case):
    """A play of a 7 under examination: its steps are judged one by one but counted together."""

    spread = True

    def counted(self, target: int, steps: int) -> Iterator[Fault]:
        if steps < 0:
            yield Fault(rules.FINISH_BACKWARDS, (target,))

    def on_track(self, origin: int, target: int) -> Iterator[Fault]:
        steps, back = (target - origin) % track.LAP, (origin - target) % track.LAP
        if steps > SEVEN and back < steps:
            yield Fault(shared.FORWARDS, (target,))


# --- one card, several readings -----------------------------------------------------------------


def _moves(case: _Case) -> Sequence[Fault]:
    """Judge by the power of the card that leaves the fewest faults."""
    if found := shared_judge.cannot_be_read(case):
        return found
    return min(([*reading(case)] for reading in _readings(case)), key=_badness)


_TO_OTHERS: Final = {shared.CAPTURED_HOME, shared.NOT_CAPTURED, rules.SEVEN_OVERTAKEN}


def _badness(faults: Sequence[Fault]) -> tuple[int, bool]:
    """Return how wrong a reading is; ties are decided by whether its moves are wrong."""
    return len(faults), not _TO_OTHERS.issuperset(one.rule for one in faults)


def _readings(case: _Case) -> Iterator[Callable[[_Case], Iterable[Fault]]]:
    """Yield how the play may have been meant, likeliest first."""
    powers, legs = case.powers, case.play.legs
    if powers.swaps and (not powers.splits or _mirrored(legs)):
        yield _swap
        return
    whole = len(legs) == 1 and bool(powers.forwards)
    if whole or not powers.splits:
        yield one_pawn
    if powers.splits and not (whole and _is_long(*legs[0])):
        yield _seven


def _is_long(origin: int, target: int) -> bool:
    """Whether a pawn went further than a 7 allows, or came out of its nest."""
    return origin >= track.SQUARES or track.distance(origin, target) > SEVEN


# --- the 7 --------------------------------------------------------------------------------------


def _seven(case: _Case) -> Iterable[Fault]:
    """Judge how steps were split among pawns (9, 12)."""
    case = _Seven(case.state, case.play, case.card, case.colour)
    found = [*_sharing(case)] or split.check_ways(case, SEVEN, rules.SEVEN_STEPS)
    return found or split.judge_spendings(
        case, _spendings(case), SEVEN, rules.SEVEN_STEPS, rules.SEVEN_OVERTAKEN
    )


def _in_turn(case: _Case) -> tuple[Legs, Legs]:
    """Return the moves that come first, and those of pawns that can only join later."""
    legs, field = case.play.legs, case.field
    later = tuple(
        (origin, target)
        for origin, target in legs
        if origin < track.SQUARES and predicates.may_share(field, origin)
    )
    return tuple(leg for leg in legs if leg not in later), later


def _sharing(case: _Case) -> Iterator[Fault]:
    """Check that pawns which joined later could do so once the others had moved.

    A pawn out of a nest of the other side is the wrong one, whatever brings pawns out.
    """
    side = case.field.colour, case.field.partner
    nests = (origin for origin, _ in case.play.legs if origin >= track.SQUARES)
    yield from (NOT_OWN_SIDE[nest] for nest in nests if nest - track.SQUARES not in side)
    first, later = _in_turn(case)
    if later:
        board = bytes(move_pawns(case.field.board, first, case.play.captured))
        after = case.field._replace(board=board)
        for origin, _ in later:
            yield from filter(None, [predicates.may_share(after, origin)])


def _spendings(case: _Case) -> Iterator[Spending]:
    """Yield how the steps may have been spent, first among the pawns that share from the start."""
    field, captured = case.field, case.play.captured
    first, later = _in_turn(case)
    for one in spendings(_table(field, seven.list_runners(field)), first, captured, SEVEN):
        if not later:
            yield one
            continue
        after, joined = seven.find_joining(
            field, bytes(move_pawns(field.board, first, one.captured))
        )
        left = SEVEN - one.steps
        for more in spendings(_table(after, joined), later, captured, left):
            yield Spending(
                one.steps + more.steps, one.faults + more.faults, one.captured + more.captured
            )


def _table(field: Field, members: Sequence[Runner]) -> Table:
    return Table(field.board, members, seven.manner(field))


# --- the jack -----------------------------------------------------------------------------------


def _mirrored(legs: Legs) -> bool:
    """Whether two pawns changed places."""
    return len(legs) == 2 and legs[0] == legs[1][::-1]


def _swap(case: _Case) -> Iterator[Fault]:
    legs, field = case.play.legs, case.field
    touched = sorted({square for leg in legs for square in leg})
    if not _mirrored(legs):
        yield Fault(rules.SWAP_TWO, tuple(touched))
        return
    for square in touched:
        yield from filter(None, [predicates.may_be_swapped(field, square)])
    yield from filter(None, [predicates.may_change_places(field, *touched)])
    yield from captures(case, ())
