"""Why an action is not allowed: the answers of the predicates that legal plays pass.

No answer depends on the colour of a face-down pawn, or on a card that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablet_companion.games.agent_dog import partner, predicates, rules
from tablet_companion.games.agent_dog.legal import find_occupied, plays
from tablet_companion.games.agent_dog.state import COPY, EXCHANGE, NUMBERS, PARTNER, START_CARDS
from tablet_companion.games.core import Breach, Card
from tablet_companion.games.dog_family import judge as shared_judge
from tablet_companion.games.dog_family import predicates as shared_predicates
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family import split, track
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.judge import Case, captures, one_pawn
from tablet_companion.games.dog_family.predicates import Fault, fault
from tablet_companion.games.dog_family.state import State, colour_played


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    return shared_judge.judge_action(state, action, _play, plays)


def _play(state: State, play: Play) -> Iterator[Fault]:
    """Judge a play; its notation is judged only if nothing else is wrong."""
    card = predicates.resolve_copy(state, play.card)
    if card is None:
        yield Fault(rules.COPY_FIRST)
        return
    legs, captured = tuple(sorted(play.legs)), tuple(sorted(play.captured))
    ordered = play._replace(legs=legs, captured=captured)
    case = _case(state, ordered, card)
    wrong = [*_moves(case)] or [*_effects(case)]
    yield from wrong or filter(None, [shared_predicates.one_form(play.legs, play.captured)])


def _case(state: State, play: Play, card: Card) -> _Case:
    kind = _Points if card == PARTNER else _Case
    return kind(state, play, card, colour_played(state, state.turn))


class _Case(Case):
    """A play of Agent DOG under examination."""

    @property
    def starts(self) -> bool:
        return self.card in START_CARDS

    def may_move(self, square: int) -> Fault | None:
        return predicates.may_move(self.state, self.colour, square)

    def may_enter(self, origin: int, target: int) -> Fault | None:
        finish = predicates.finish_of(self.state, self.colour, origin)
        return shared_predicates.may_enter(origin, target, finish, rules.FINISH_START)

    def counted(self, target: int, steps: int) -> Iterator[Fault]:
        return self._count(target, steps, back=-steps)

    def on_track(self, origin: int, target: int) -> Iterator[Fault]:
        steps, back = (target - origin) % track.LAP, (origin - target) % track.LAP
        yield from self._count(target, steps, back)
        yield from self.obstacles(origin, target)

    def _count(self, target: int, steps: int, back: int) -> Iterator[Fault]:
        """Check that a pawn may go this many steps, or ``back`` the other way."""
        counts = NUMBERS[self.card]
        if steps in counts:
            return
        if steps < 0 or back in counts or steps > track.LAP // 2:
            yield Fault(shared.FORWARDS, (target,))
        elif self.play.card == COPY:
            yield fault(shared.COPY_COUNT, target, card=self.card, count=steps)
        else:
            yield fault(shared.EXACT_COUNT, target, card=self.card, count=steps)


class _Points(_Case):
    """A `partner` under examination: its points are judged one by one but counted together."""

    spread = True

    def _count(self, target: int, steps: int, back: int) -> Iterator[Fault]:
        near = 0 < back <= partner.POINTS
        if steps < 0 or near or steps > track.LAP // 2:
            yield Fault(shared.FORWARDS, (target,))


# --- the moves of a card ------------------------------------------------------------------------


def _moves(case: _Case) -> Iterable[Fault]:
    """Judge where pawns went and who was captured."""
    if found := shared_judge.cannot_be_read(case):
        return found
    if case.card == EXCHANGE:
        return _exchange(case)
    return _partner(case) if case.card == PARTNER else one_pawn(case)


def _exchange(case: _Case) -> Iterator[Fault]:
    """Check that two face-down pawns changed places, and nothing else moved (28)."""
    touched = sorted({square for leg in case.play.legs for square in leg})
    strange = [s for s in touched if predicates.may_be_exchanged(case.state, s)]
    swapped = len(case.play.legs) == 2 and case.play.legs[0] == case.play.legs[1][::-1]
    if strange or not swapped:
        yield Fault(rules.EXCHANGE_TWO, tuple(strange or touched))
    yield from captures(case, ())


def _partner(case: _Case) -> Iterable[Fault]:
    """Judge how points were shared out among pawns (29)."""
    found = [*_sharing(case)] or split.check_ways(case, partner.POINTS, rules.PARTNER_POINTS)
    if found:
        return found
    state, play = case.state, case.play
    members = partner.list_runners(state, case.colour, find_occupied(state))
    table = split.Table(state.board, members, partner.MANNER)
    spent = split.spendings(table, play.legs, play.captured, partner.POINTS)
    return split.judge_spendings(
        case, spent, partner.POINTS, rules.PARTNER_POINTS, rules.PARTNER_OVERTAKEN
    )


def _sharing(case: _Case) -> Iterator[Fault]:
    """Check that every pawn may be given points."""
    shares = predicates.find_sharing(case.state, case.colour)
    for origin, _ in case.play.legs:
        yield from filter(None, [predicates.may_share(case.state, shares, origin)])


def _effects(case: _Case) -> Iterator[Fault]:
    """Check what follows the moves: meetings, and pawns turned up."""
    yield from predicates.meet_as_due(case.state, case.play)
    yield from filter(None, [predicates.may_turn_up(case.state, case.play)])
