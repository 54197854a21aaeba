"""Why one pawn may not make its move, in DOG and Agent DOG: the answers of the predicates.

Each game has its own ``Case`` for the differences: the numbers of a card, whose pawns it moves, who
may enter a finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from tablet_companion.games.core import HIDDEN, Breach, Card, Piece, Rule
from tablet_companion.games.dog_family import legal, predicates, rules, track
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.predicates import Fault, fault
from tablet_companion.games.dog_family.state import Phase, State


def judge_action(
    state: State,
    action: Action,
    judge_play: Callable[[State, Play], Iterable[Fault]],
    plays: Callable[[State], list[Play]],
) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal.

    ``judge_play`` says what is wrong with the moves of a play, ``plays`` lists the legal ones.
    """
    if untimely := legal.may_happen(state, action):
        return breaches(state, [untimely])
    if isinstance(action, Play):
        held = predicates.one_or_none(legal.may_hold(state, action.card))
        return breaches(state, [*held, *judge_play(state, action)])
    if state.phase is not Phase.PLAY:
        return ()
    playable = {play.card for play in plays(state)}
    return breaches(state, predicates.one_or_none(legal.may_pass(state, action, playable)))


def breaches(state: State, faults: Iterable[Fault]) -> tuple[Breach, ...]:
    """Return faults in public terms, without duplicates."""
    return tuple(dict.fromkeys(_breach(state, one) for one in faults))


def _breach(state: State, found: Fault) -> Breach:
    names, seats = state.setting.names, state.setting.seats
    named = {"place": names, "seat": (*seats, seats[state.turn])}  # the last one: ON_TURN
    return Breach(
        found.rule,
        tuple(names[square] for square in found.squares),
        tuple(_piece(state, s) for s in found.squares if _stands(state, s)),
        tuple((key, named[key][int(v)] if key in named else v) for key, v in found.details),
    )


def _stands(state: State, square: int) -> bool:
    return square < track.SQUARES and state.board[square] != track.EMPTY


def _piece(state: State, square: int) -> Piece:
    """Return how the pawn on a square looks to everybody."""
    if state.setting.is_hole[square]:
        return HIDDEN
    return Piece(state.setting.seats[state.board[square] - 1])


@dataclass(frozen=True, slots=True)
class Case:
    """A play under examination: its state, the card it stands for, the colour that is moved."""

    state: State
    play: Play
    card: Card
    colour: int
    spread: ClassVar[bool] = False
    """Whether the card's steps are shared among pawns, and so judged one by one."""

    @property
    def guards(self) -> track.Guards:
        """Return which pawns the start spaces protect."""
        return track.OWNER

    @property
    def starts(self) -> bool:
        """Whether the card brings a pawn out of its nest."""
        raise NotImplementedError

    def may_move(self, square: int) -> Fault | None:
        """Check that the pawn on a square is the player's to move by a number."""
        raise NotImplementedError

    def may_enter(self, origin: int, target: int) -> Fault | None:
        """Check that a pawn enters this finish, from where it stands."""
        raise NotImplementedError

    def counted(self, target: int, steps: int) -> Iterator[Fault]:
        """Yield what is wrong with this many steps inside a finish or into one."""
        raise NotImplementedError

    def on_track(self, origin: int, target: int) -> Iterator[Fault]:
        """Yield what is wrong with going from one space of the track to another."""
        raise NotImplementedError

    def obstacles(self, origin: int, target: int) -> predicates.Faults:
        """Return what is in the way forwards, unless each step is judged later."""
        if self.spread:
            return ()
        return predicates.obstacles(self.state.board, origin, target, self.guards)


def cannot_be_read(case: Case) -> list[Fault]:
    """Return why a play has no moves to judge: its pawns are not there, or none moved."""
    play, state = case.play, case.state
    absent = predicates.are_there(state.board, state.nests, play.legs, play.captured)
    if absent or play.legs:
        return [*absent]
    return [*captures(case, ())] or [fault(rules.CARD_WHOLLY, card=play.card)]


def one_pawn(case: Case) -> Iterator[Fault]:
    """Judge a card that moves one pawn, or brings one out.

    The effects of a move are judged only once the move itself is right.
    """
    legs = case.play.legs
    if len(legs) != 1:
        yield from _several(case)
        return
    found = [*_one_leg(case, *legs[0])]
    yield from found or captures(case, predicates.find_captured(case.state.board, legs[0][1]))


def _one_leg(case: Case, origin: int, target: int) -> Iterator[Fault]:
    if origin >= track.SQUARES:
        yield from _started(case, origin - track.SQUARES, target)
    else:
        yield from filter(None, [case.may_move(origin)])
        yield from way(case, origin, target)


def _several(case: Case) -> Iterator[Fault]:
    """Yield why several pawns moved: a captured one was put aside, or too many were moved."""
    legs, board = case.play.legs, case.state.board
    captors = [leg for leg in legs if leg[1] in dict(legs) and board[leg[1]]]
    wrong = [found for leg in captors for found in _one_leg(case, *leg)]
    if len(legs) == 2 and len(captors) == 1 and not wrong:
        yield Fault(rules.CAPTURED_HOME, (captors[0][1],))
        return
    origins = [origin for origin, _ in legs]
    yield fault(rules.ONE_PAWN, *origins, card=case.play.card, count=len(origins))
    if case.play.captured:
        yield from wrong


def _started(case: Case, colour: int, target: int) -> Iterator[Fault]:
    """Check the start of a pawn out of a nest."""
    nest, start = track.nest(colour), track.STARTS[colour]
    if colour != case.colour:
        own_side = colour in (case.state.turn, case.state.setting.partner(case.state.turn))
        yield (predicates.PARTNERS if own_side else predicates.NOT_OWN_SIDE)[nest]
    if not case.starts:
        yield Fault(rules.START_CARD, (nest, target))
    elif barred := predicates.may_start(case.state.board, colour, case.guards):
        yield barred
    elif target != start:
        yield fault(rules.START_SPACE, target, place=start)


def way(case: Case, origin: int, target: int) -> Iterator[Fault]:
    """Check the way of a pawn from one square to another."""
    if target >= track.SQUARES:
        yield fault(rules.NOT_CAPTURED, origin, place=origin)
    elif origin >= track.LAP:
        yield from _way_in_finish(case, origin, target)
    elif target >= track.LAP:
        yield from _way_into_finish(case, origin, target)
    else:
        yield from case.on_track(origin, target)


def _way_in_finish(case: Case, origin: int, target: int) -> Iterator[Fault]:
    if target < track.LAP or track.colour_of_finish(target) != track.colour_of_finish(origin):
        yield Fault(rules.FINISH_STAYS, (origin, target))
        return
    yield from case.counted(target, target - origin)
    if origin < target:
        yield from case.obstacles(origin, target)


def _way_into_finish(case: Case, origin: int, target: int) -> Iterator[Fault]:
    if refused := case.may_enter(origin, target):
        yield refused
        return
    yield from case.counted(target, track.distance(origin, target))
    yield from case.obstacles(origin, target)


def captures(case: Case, due: Iterable[int], rule: Rule = rules.CAPTURED_HOME) -> Iterator[Fault]:
    """Check that exactly the due pawns were captured; ``rule`` asks for those."""
    due, taken = set(due), set(case.play.captured)
    for square in sorted(due - taken):
        yield Fault(rule, (square,))
    for square in sorted(taken - due):
        yield fault(rules.NOT_CAPTURED, square, place=square)
