"""Why an action is not allowed: what the predicates return that legal plays pass.

Nothing said here depends on a card that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tablet_companion.games.core import Breach
from tablet_companion.games.dog import predicates, rules, seven
from tablet_companion.games.dog.actions import Action, Play
from tablet_companion.games.dog.plays import outcomes, plays
from tablet_companion.games.dog.state import JOKER, POWERS, SEVEN, Field, Powers, State, field_of
from tablet_companion.games.dog_family import judge as shared_judge
from tablet_companion.games.dog_family import predicates as shared_predicates
from tablet_companion.games.dog_family import rounds, split, track
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import GiveUp, Legs
from tablet_companion.games.dog_family.judge import Case, captures, one_pawn
from tablet_companion.games.dog_family.predicates import Fault, Faults, fault
from tablet_companion.games.dog_family.split import Spending, spendings
from tablet_companion.games.dog_family.table import moved


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    return shared_judge.breaches(state, _faults(state, action))


def _faults(state: State, action: Action) -> Iterator[Fault]:
    untimely = rounds.may_happen(state, action)
    if untimely:
        yield untimely
    elif isinstance(action, Play):
        yield from _play(state, action)
    elif isinstance(action, GiveUp):
        playable = {play.card for play in plays(state)}
        yield from filter(None, [rounds.must_play(state, playable, shared.MUST_PLAY)])


def _play(state: State, play: Play) -> Iterator[Fault]:
    """Judge a play, and how it is written only where nothing else is wrong with it."""
    field = field_of(state)
    held = rounds.may_hold(state, play.card)
    if held:
        yield held
    written = shared_predicates.one_form(play.legs, play.captured)
    ordered = play._replace(
        legs=tuple(sorted(play.legs)), captured=tuple(sorted(play.captured))
    )
    wrong = _moves(_Case(state, ordered, play.card, field.colour))
    yield from wrong or filter(None, [written or _first_way(field, play)])


def _first_way(field: Field, play: Play) -> Fault | None:
    """Of several ways to one table the first is the one that is listed."""
    table = bytes(moved(field.board, play.legs, play.captured))
    for legs, captured in outcomes(field, play.card):
        if bytes(moved(field.board, legs, captured)) == table:
            same = (legs, captured) == (play.legs, play.captured)
            return None if same else Fault(shared.ONE_FORM)
    return None


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

    def may_move(self, square: int) -> Fault | None:
        return predicates.may_move(self.field, square)

    def may_enter(self, origin: int, target: int) -> Fault | None:
        """Check who enters a finish, and that he does so forwards (6, 7)."""
        finish = self.state.board[origin] - 1
        unless = self.field.entry(finish)
        refused = shared_predicates.may_enter(origin, target, finish, unless)
        start = track.STARTS[finish]
        back = (origin - start) % track.LAP + target - track.finish(finish) + 1
        if not refused and back in self.powers.backwards and origin != start:
            return Fault(rules.FINISH_BACKWARDS, (origin, target))
        return refused

    def counted(self, target: int, steps: int) -> Iterator[Fault]:
        """Check a number of steps that lies in a finish or leads into one."""
        if steps < 0:
            yield Fault(rules.FINISH_BACKWARDS, (target,))
        elif steps not in self.powers.forwards:
            yield self.wrong_count(target, steps)

    def on_track(self, origin: int, target: int) -> Iterator[Fault]:
        """Check forwards and, for a card that has it, backwards (6)."""
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
        """Return the fault of going so many spaces."""
        if self.card == JOKER:
            return fault(rules.JOKER_COUNT, target, count=steps)
        return fault(shared.EXACT_COUNT, target, card=self.card, count=steps)


class _Seven(_Case):
    """A play of a 7 under examination: its steps are looked at one by one, and counted together."""

    def counted(self, target: int, steps: int) -> Iterator[Fault]:
        if steps < 0:
            yield Fault(rules.FINISH_BACKWARDS, (target,))

    def on_track(self, origin: int, target: int) -> Iterator[Fault]:
        steps, back = (target - origin) % track.LAP, (origin - target) % track.LAP
        if steps > SEVEN and back < steps:
            yield Fault(shared.FORWARDS, (target,))

    def obstacles(self, origin: int, target: int) -> Faults:
        return ()


# --- one card, several readings -----------------------------------------------------------------


def _moves(case: _Case) -> Sequence[Fault]:
    """Judge by whichever power of the card excuses most of the moves."""
    play, state = case.play, case.state
    absent = shared_predicates.are_there(state.board, state.nests, [a for a, _ in play.legs])
    if absent:
        return absent
    if not play.legs:
        nothing = fault(shared.CARD_WHOLLY, card=play.card)
        return [*captures(case, ())] or [nothing]
    return min(([*reading(case)] for reading in _readings(case)), key=len)


def _readings(case: _Case) -> Iterator[Callable[[_Case], Iterable[Fault]]]:
    """Yield how the play may have been meant, what is likeliest first."""
    powers = case.powers
    if powers.swaps and (not powers.splits or _mirrored(case.play.legs)):
        yield _swap
        return
    if powers.forwards and (not powers.splits or len(case.play.legs) == 1):
        yield one_pawn
    if powers.splits:
        yield _seven


# --- the 7 --------------------------------------------------------------------------------------


def _seven(case: _Case) -> Iterable[Fault]:
    """Judge how steps were split among pawns (9, 12)."""
    case = _Seven(case.state, case.play, case.card, case.colour)
    found = [*_sharing(case)] or [*split.ways(case)]
    return found or split.judged(
        case, _spendings(case), SEVEN, rules.SEVEN_STEPS, rules.SEVEN_OVERTAKEN
    )


def _in_turn(case: _Case) -> tuple[Legs, Legs]:
    """Return the moves that are made first, and those of pawns that may join later at best."""
    legs, field = case.play.legs, case.field
    later = tuple(
        (origin, target)
        for origin, target in legs
        if origin < track.SQUARES and predicates.may_share(field, origin)
    )
    return tuple(leg for leg in legs if leg not in later), later


def _sharing(case: _Case) -> Iterator[Fault]:
    """Check that pawns that joined could do so once the others had gone."""
    first, later = _in_turn(case)
    if later:
        board = bytes(moved(case.field.board, first, case.play.captured))
        after = case.field._replace(board=board)
        for origin, _ in later:
            yield from filter(None, [predicates.may_share(after, origin)])


def _spendings(case: _Case) -> Iterator[Spending]:
    """Yield how the steps may have been spent, first on the pawns that share from the start."""
    field, captured = case.field, case.play.captured
    first, later = _in_turn(case)
    how = seven.manner(field)
    for one in spendings(field.board, seven.runners(field), how, first, captured, SEVEN):
        if not later:
            yield one
            continue
        board = bytes(moved(field.board, first, one.captured))
        after, joined = seven.joining(field, board)
        left = SEVEN - one.steps
        for more in spendings(board, joined, seven.manner(after), later, captured, left):
            yield Spending(*(a + b for a, b in zip(one, more, strict=True)))


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
