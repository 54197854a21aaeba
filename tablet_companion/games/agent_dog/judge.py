"""Why an action is not allowed: the rules it breaks, found with the predicates that allow others.

``judge`` is empty exactly for what ``legal`` lists. Nothing said here depends on the colour of a
pawn that is turned over, nor on a card that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent_dog import partner, rules
from tablet_companion.games.agent_dog.actions import Action, Play, Redraw
from tablet_companion.games.agent_dog.board import meetings, showings
from tablet_companion.games.agent_dog.legal import is_legal
from tablet_companion.games.agent_dog.plays import infiltrated, may_move_infiltrated, resolved
from tablet_companion.games.agent_dog.state import (
    EXCHANGE,
    NUMBERS,
    PARTNER,
    START_CARDS,
    State,
)
from tablet_companion.games.core import Breach
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import GiveUp
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
from tablet_companion.games.dog_family.state import Phase, colour_played
from tablet_companion.games.dog_family.table import moved


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if is_legal(state, action):
        return ()
    if isinstance(action, Play) and state.phase is Phase.PLAY:
        return tuple(dict.fromkeys(_play(state, action)))
    if isinstance(action, GiveUp | Redraw) and state.phase is Phase.PLAY:
        return (Breach(shared.MUST_PLAY),)
    return (Breach(shared.WRONG_MOMENT),)


class _Case(Case[State, Play]):
    """A play of Agent DOG under examination."""

    @property
    def starts(self) -> bool:
        return self.card in START_CARDS

    def counted(self, target: int, steps: int) -> Iterator[Breach]:
        return _count(self, target, steps)

    def on_track(self, origin: int, target: int) -> Iterator[Breach]:
        steps = (target - origin) % track.LAP
        yield from _count(self, target, steps, back=(origin - target) % track.LAP)
        yield from barred(self, origin, steps)

    def entering(self, origin: int, target: int) -> Iterator[Breach]:
        """Check who enters (15, 16): infiltrated pawns go where their mover's pawns go."""
        colour = track.colour_of_finish(target)
        finish = self.colour if self.hidden(origin) else self.state.board[origin] - 1
        if colour != finish:
            yield self.breach(shared.FINISH_COLOUR, origin, target)
        elif origin == track.STARTS[colour]:
            yield self.breach(rules.FINISH_START, origin, target)


def _play(state: State, play: Play) -> Iterator[Breach]:
    card = resolved(state, play.card)
    if play.card not in holdable(state):
        yield Breach(shared.CARD_NOT_HELD, details=(("card", play.card),))
    if card is None:
        yield Breach(rules.COPY_FIRST)
        return
    case = _Case(state, play, card, colour_played(state, state.turn))
    if not play.legs:
        yield from [*captures(case, landed_on(case))] or [
            case.breach(shared.CARD_WHOLLY, card=play.card)
        ]
    elif card == EXCHANGE:
        yield case.breach(rules.EXCHANGE_TWO, *_strange_to_exchange(case))
    else:
        # What a move does to others matters only once the move itself is right.
        yield from [*(_partner(case) if card == PARTNER else _number(case))] or _effects(case)


def _effects(case: _Case) -> Iterator[Breach]:
    if case.card != PARTNER:
        yield from captures(case, landed_on(case))
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
        yield case.breach(shared.ONE_PAWN, *origins, card=play.card, count=len(origins))
        return
    ((origin, target),) = play.legs
    if origin >= track.SQUARES:
        yield from started(case, origin - track.SQUARES, target)
    else:
        yield from _whose(case, origin)
        yield from way(case, origin, target)


def _whose(case: _Case, origin: int) -> Iterator[Breach]:
    """Check that the pawn may be moved by a number (6, 7)."""
    if case.hidden(origin):
        if not may_move_infiltrated(case.state, case.colour):
            yield case.breach(rules.OWN_START_FIRST, origin, track.STARTS[case.colour])
    elif case.state.board[origin] != case.colour + 1:
        yield not_ones_own(case, origin)


def _count(case: _Case, target: int, steps: int, *, back: int = 0) -> Iterator[Breach]:
    """Check that a pawn may go so many steps with the card; ``back``: as many the other way."""
    counts = NUMBERS.get(case.card, range(partner.POINTS + 1))
    if steps in counts:
        return
    if steps < 0 or back in counts or (back and steps > track.LAP // 2):
        yield case.breach(shared.FORWARDS, target)
    elif case.card == PARTNER:
        yield case.breach(rules.PARTNER_POINTS, target, count=steps)
    else:
        yield case.breach(shared.EXACT_COUNT, target, card=case.play.card, count=steps)


# --- what a move does to others ------------------------------------------------------------------


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
            yield case.breach(shared.START_CARD, origin, target)
        elif origin not in allowed:
            yield case.breach(rules.PARTNER_WHOSE, origin)
        elif target >= track.SQUARES:
            yield case.breach(shared.NOT_CAPTURED, origin, place=case.state.setting.names[origin])


def _partner_points(case: _Case) -> Iterator[Breach]:
    """Name the points used where they are another number than four."""
    for points in range(1, 2 * partner.POINTS):
        if points != partner.POINTS and _spread(case, points):
            targets = [target for _, target in case.play.legs]
            yield case.breach(rules.PARTNER_POINTS, *targets, count=points)
            return


def _partner_ways(case: _Case) -> Iterator[Breach]:
    """Look for what is wrong with each pawn's own way, then with who was captured."""
    found = [breach for leg in case.play.legs for breach in way(case, *leg)]
    yield from found or _partner_captures(case)


def _partner_captures(case: _Case) -> Iterator[Breach]:
    """Compare with what the same moves capture when they are made one after another."""
    for legs, captured in partner.outcomes(case.state, case.colour):
        if legs == case.play.legs:
            yield from captures(case, captured, rules.PARTNER_OVERTAKEN)
            return
    targets = [target for _, target in case.play.legs]
    points = sum((target - origin) % track.LAP for origin, target in case.play.legs)
    yield case.breach(rules.PARTNER_POINTS, *targets, count=points)
