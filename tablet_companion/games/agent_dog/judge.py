"""Why an action is not allowed: the rules it breaks, found with the predicates that allow others.

``judge`` is empty exactly for what ``legal`` lists. Nothing said here depends on the colour of a
pawn that is turned over, nor on a card that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablet_companion.games import _track as track
from tablet_companion.games._cards import possible
from tablet_companion.games.agent_dog import partner, rules
from tablet_companion.games.agent_dog.actions import Action, GiveUp, Play, Redraw
from tablet_companion.games.agent_dog.board import meetings, moved, showings
from tablet_companion.games.agent_dog.legal import is_legal
from tablet_companion.games.agent_dog.plays import infiltrated, may_move_infiltrated, resolved
from tablet_companion.games.agent_dog.state import (
    CARDS,
    EXCHANGE,
    NUMBERS,
    PARTNER,
    START_CARDS,
    Phase,
    State,
    colour_played,
)
from tablet_companion.games.core import HIDDEN, Breach, Card, Piece, Rule


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if is_legal(state, action):
        return ()
    if isinstance(action, Play) and state.phase is Phase.PLAY:
        return tuple(dict.fromkeys(_play(state, action)))
    if isinstance(action, GiveUp | Redraw) and state.phase is Phase.PLAY:
        return (Breach(rules.MUST_PLAY),)
    return (Breach(rules.WRONG_MOMENT),)


class _Case(NamedTuple):
    """A play under examination: its state, the card it stands for, the colour that is moved."""

    state: State
    play: Play
    card: Card
    colour: int

    def breach(self, rule: Rule, *squares: int, **details: str | int) -> Breach:
        """Return a breach on these squares, in public terms."""
        names = self.state.setting.names
        return Breach(
            rule,
            tuple(names[square] for square in squares),
            tuple(self.piece(square) for square in squares if self.occupied(square)),
            tuple(sorted(details.items())),
        )

    def occupied(self, square: int) -> bool:
        return square < track.SQUARES and self.state.board[square] != track.EMPTY

    def piece(self, square: int) -> Piece:
        """Return what everybody sees of the pawn on a square."""
        if self.state.setting.is_hole[square]:
            return HIDDEN
        return Piece(self.state.setting.seats[self.state.board[square] - 1])

    def hidden(self, square: int) -> bool:
        return self.state.setting.is_hole[square]


def _play(state: State, play: Play) -> Iterator[Breach]:
    card = resolved(state, play.card)
    if play.card not in possible(state.hands[state.turn], state.unseen, CARDS):
        yield Breach(rules.CARD_NOT_HELD, details=(("card", play.card),))
    if card is None:
        yield Breach(rules.COPY_FIRST)
        return
    case = _Case(state, play, card, colour_played(state, state.turn))
    if not play.legs:
        yield from [*_captured(case)] or [case.breach(rules.CARD_WHOLLY, card=play.card)]
    elif card == EXCHANGE:
        yield case.breach(rules.EXCHANGE_TWO, *_strange_to_exchange(case))
    else:
        # What a move does to others matters only once the move itself is right.
        yield from [*(_partner(case) if card == PARTNER else _number(case))] or _effects(case)


def _effects(case: _Case) -> Iterator[Breach]:
    if case.card != PARTNER:
        yield from _captured(case)
    yield from _called(case)
    yield from _shown(case)


def _strange_to_exchange(case: _Case) -> list[int]:
    """Return the squares an exchange should not have touched, or all it touched."""
    swap = set(infiltrated(case.state))
    touched = [square for leg in case.play.legs for square in leg]
    return sorted(set(touched) - swap) or sorted(set(touched))


# --- numbers and starts -------------------------------------------------------------------------


def _number(case: _Case) -> Iterator[Breach]:
    play = case.play
    if len(play.legs) != 1:
        origins = [origin for origin, _ in play.legs]
        yield case.breach(rules.ONE_PAWN, *origins, card=play.card, count=len(origins))
        return
    ((origin, target),) = play.legs
    if origin >= track.SQUARES:
        yield from _start(case, origin - track.SQUARES, target)
    else:
        yield from _whose(case, origin)
        yield from _way(case, origin, target)


def _start(case: _Case, colour: int, target: int) -> Iterator[Breach]:
    names, start = case.state.setting.names, track.STARTS[colour]
    if colour != case.colour:
        seat = case.state.setting.seats[case.state.turn]
        yield case.breach(rules.WHOSE_PAWN, track.nest(colour), target, seat=seat)
    if case.card not in START_CARDS:
        yield case.breach(rules.START_CARD, track.nest(colour), target)
    elif target != start:
        yield case.breach(rules.START_SPACE, target, place=names[start])
    elif track.protected(case.state.board, start):
        yield case.breach(rules.PROTECTED, start, place=names[start])


def _whose(case: _Case, origin: int) -> Iterator[Breach]:
    """Check that the pawn may be moved by a number (6, 7)."""
    if case.hidden(origin):
        if not may_move_infiltrated(case.state, case.colour):
            yield case.breach(rules.OWN_START_FIRST, origin, track.STARTS[case.colour])
    elif case.state.board[origin] != case.colour + 1:
        seat = case.state.setting.seats[case.state.turn]
        yield case.breach(rules.WHOSE_PAWN, origin, seat=seat)


def _finish_of(case: _Case, origin: int) -> int:
    """Return whose finish the pawn on a square may enter (15, 16)."""
    return case.colour if case.hidden(origin) else case.state.board[origin] - 1


def _way(case: _Case, origin: int, target: int) -> Iterator[Breach]:
    """Check the way from one square to another, by exactly a number of the card."""
    if target >= track.SQUARES:
        yield case.breach(rules.NOT_CAPTURED, origin, place=case.state.setting.names[origin])
    elif origin >= track.LAP:
        yield from _way_in_finish(case, origin, target)
    elif target >= track.LAP:
        yield from _way_into_finish(case, origin, target)
    else:
        steps = (target - origin) % track.LAP
        yield from _count(case, target, steps, back=(origin - target) % track.LAP)
        yield from _barred(case, origin, steps)


def _count(case: _Case, target: int, steps: int, *, back: int = 0) -> Iterator[Breach]:
    """Check that a pawn may go so many steps with the card; ``back``: as many the other way."""
    counts = NUMBERS.get(case.card, range(partner.POINTS + 1))
    if steps in counts:
        return
    if steps < 0 or back in counts or (back and steps > track.LAP // 2):
        yield case.breach(rules.FORWARDS, target)
    elif case.card == PARTNER:
        yield case.breach(rules.PARTNER_POINTS, target, count=steps)
    else:
        yield case.breach(rules.EXACT_COUNT, target, card=case.play.card, count=steps)


def _barred(case: _Case, origin: int, steps: int) -> Iterator[Breach]:
    """Check that no protected pawn stands on the way (10); long ways cannot be meant."""
    if 0 < steps < track.QUARTER:
        start = track.barrier(case.state.board, origin, steps)
        if start >= 0:
            yield case.breach(rules.PROTECTED, start, place=case.state.setting.names[start])


def _way_in_finish(case: _Case, origin: int, target: int) -> Iterator[Breach]:
    if track.colour_of_finish(target) != track.colour_of_finish(origin) or target < track.LAP:
        yield case.breach(rules.FINISH_STAYS, origin, target)
        return
    yield from _count(case, target, target - origin)
    if origin < target and track.deeper(case.state.board, origin, target - origin) < 0:
        yield case.breach(rules.FINISH_JUMP, *_inside(case, origin + 1, target))


def _inside(case: _Case, first: int, last: int) -> list[int]:
    return [square for square in range(first, last + 1) if case.occupied(square)]


def _way_into_finish(case: _Case, origin: int, target: int) -> Iterator[Breach]:
    colour = track.colour_of_finish(target)
    start, first = track.STARTS[colour], track.finish(colour)
    if colour != _finish_of(case, origin):
        yield case.breach(rules.FINISH_COLOUR, origin, target)
        return
    if origin == start:
        yield case.breach(rules.FINISH_START, origin, target)
        return
    ahead = (start - origin) % track.LAP
    yield from _count(case, target, ahead + target - first + 1)
    yield from _barred(case, origin, ahead)
    blocked = _inside(case, first, target)
    if blocked:
        yield case.breach(rules.FINISH_JUMP, *blocked)


# --- what a move does to others ------------------------------------------------------------------


def _captured(case: _Case) -> Iterator[Breach]:
    """Check that exactly the pawns landed on were captured (11)."""
    due = {target for _, target in case.play.legs if case.occupied(target)}
    taken = set(case.play.captured)
    for square in sorted(due - taken):
        if square < track.LAP:
            yield case.breach(rules.CAPTURED_HOME, square)
    for square in sorted(taken - due):
        yield case.breach(rules.NOT_CAPTURED, square, place=case.state.setting.names[square])


def _called(case: _Case) -> Iterator[Breach]:
    """Check that the meetings went as they must (22-24)."""
    state, play = case.state, case.play
    after = moved(state.board, play.legs, play.captured)
    ways = meetings(state.setting, after, play.legs)
    if play.called in ways:
        return
    names = state.setting.names
    for guest, hole in ways[0]:
        if (guest, hole) not in play.called:
            point = (hole + 1) % track.LAP
            yield case.breach(rules.MEETING, point, guest, hole, place=names[point])
    for guest, hole in play.called:
        if (guest, hole) not in ways[0]:
            yield case.breach(rules.NO_MEETING, guest, hole, place=names[guest])


def _shown(case: _Case) -> Iterator[Breach]:
    """Check that unknown pawns turned up have colours that are still to be found."""
    play = case.play
    if play.shown not in showings(case.state, play.legs, play.captured):
        yield case.breach(rules.COLOUR_COUNT)


# --- the card `partner` ---------------------------------------------------------------------------


def _partner(case: _Case) -> Iterator[Breach]:
    """Say why four points cannot be spread so; the search is the one that finds what can."""
    found = [*_partner_pawns(case)]
    if not found and not _spread(case, partner.POINTS):
        found = [*_partner_points(case)] or [*_partner_ways(case)]
    yield from found


def _spread(case: _Case, points: int) -> bool:
    """Say whether so many points can lead to the play's moves and captures."""
    wanted = (case.play.legs, case.play.captured)
    return any(found == wanted for found in partner.outcomes(case.state, case.colour, points))


def _partner_pawns(case: _Case) -> Iterator[Breach]:
    allowed = {runner.square for runner in partner.runners(case.state, case.colour)}
    for origin, target in case.play.legs:
        if origin >= track.SQUARES:
            yield case.breach(rules.START_CARD, origin, target)
        elif origin not in allowed:
            yield case.breach(rules.PARTNER_WHOSE, origin)
        elif target >= track.SQUARES:
            yield case.breach(rules.NOT_CAPTURED, origin, place=case.state.setting.names[origin])


def _partner_points(case: _Case) -> Iterator[Breach]:
    """Name the points used where they are another number than four."""
    for points in range(1, 2 * partner.POINTS):
        if points != partner.POINTS and _spread(case, points):
            targets = [target for _, target in case.play.legs]
            yield case.breach(rules.PARTNER_POINTS, *targets, count=points)
            return


def _partner_ways(case: _Case) -> Iterator[Breach]:
    """Look for what is wrong with each pawn's own way, then with who was captured."""
    found = [breach for leg in case.play.legs for breach in _way(case, *leg)]
    yield from found or _partner_captures(case)


def _partner_captures(case: _Case) -> Iterator[Breach]:
    """Compare with what the same moves capture when they are made one after another."""
    for legs, captured in partner.outcomes(case.state, case.colour):
        if legs == case.play.legs:
            left = set(captured) - set(case.play.captured)
            extra = set(case.play.captured) - set(captured)
            for square in sorted(left):
                yield case.breach(rules.PARTNER_OVERTAKEN, square)
            for square in sorted(extra):
                yield case.breach(
                    rules.NOT_CAPTURED, square, place=case.state.setting.names[square]
                )
            return
    targets = [target for _, target in case.play.legs]
    points = sum((target - origin) % track.LAP for origin, target in case.play.legs)
    yield case.breach(rules.PARTNER_POINTS, *targets, count=points)
