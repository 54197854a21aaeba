"""What is said of moves of DOG and Agent DOG is true by the rules, and reveals nothing hidden."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Place, Step, StepKind
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.choosing import play_greedily
from tablet_companion.players.reasons import find_reasons
from tablet_companion.players.search import take_chance
from tablet_companion.players.seen import Seen, own_actions
from tablet_companion.research.tables import first_state

Leg = tuple[int, int]
_BACK: Final = 4
"""The steps of the card that also goes back."""
DOGS = pytest.mark.parametrize("game", [games.load("dog"), games.load("agent_dog")], ids=str)


def told(game: AnyGame, seed: int, most: int) -> Iterator[tuple[Any, Any, set[str]]]:
    """Yield positions of a game that greedy players play, each with some actions and reasons."""
    rng = random.Random(seed)
    state = first_state(game, {})
    for _ in range(most):
        seat = game.actor(state)
        if seat is None:
            return
        if seat == CHANCE:
            state = take_chance(game, state, rng)[0]
            continue
        own = own_actions(game, state, seat)
        chosen = play_greedily(Seen(game, state, seat), rng)
        for action in {chosen, *rng.sample(own, min(5, len(own)))}:
            texts = {one.text for one in find_reasons(game, state, seat, action)}
            yield state, action, texts
        state = game.successor(state, chosen)


def onwards(
    game: AnyGame, state: Any, colour: int
) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """Yield the moves onwards of one pawn that a seat with any cards may make, with captures."""
    anything = tuple((UNKNOWN_CARD,) * 3 for _ in state.hands)
    cards = state.setting.deck
    asked = state._replace(hands=anything, turn=colour, phase=Phase.PLAY, unseen=cards)
    for action in game.legal(asked):
        legs: Legs = getattr(action, "legs", ())
        if len(legs) == 1 and not goes_back(*legs[0]):
            yield legs[0], action.captured


def goes_back(origin: int, target: int) -> bool:
    """Whether a move is that of the card which also goes back."""
    return max(origin, target) < track.LAP and (origin - target) % track.LAP == 4


@dataclass(frozen=True)
class Move:
    """A move in a position, and what the rules themselves say of it."""

    game: AnyGame
    state: Any
    action: Any

    @functools.cached_property
    def after(self) -> Any:
        """Return the position after it."""
        return self.game.successor(self.state, self.action)

    @functools.cached_property
    def moved(self) -> list[Step]:
        """Return the steps of pieces that it moves."""
        steps = self.game.steps(self.state, self.action)
        return [step for step in steps if step.kind in (StepKind.MOVED, StepKind.CALLED)]

    @functools.cached_property
    def sides(self) -> tuple[set[int], set[int]]:
        """Return the colours of the side on turn, and the others."""
        own = {self.state.turn, self.state.setting.partner(self.state.turn)}
        return own, set(self.state.setting.playing) - own

    def colour(self, step: Step) -> int | None:
        """Return the colour that a step moves; None for an unknown one."""
        seats = [str(seat) for seat in self.state.setting.seats]
        return seats.index(step.piece) if step.piece in seats else None

    def square(self, place: Place | None) -> int:
        """Return a place's number on the track."""
        names: tuple[str, ...] = self.state.setting.names
        return names.index(str(place))


def _comes_home(move: Move) -> bool:
    own, _ = move.sides
    return any(move.colour(s) in own and ".F" in str(s.target) for s in move.moved)


def _captures(move: Move) -> bool:
    return bool({move.state.board[square] - 1 for square in move.action.captured} & move.sides[1])


def _comes_out(move: Move) -> bool:
    return any(move.after.nests[one] < move.state.nests[one] for one in move.sides[0])


def _blocks(move: Move) -> bool:
    start = move.square(next(s.target for s in move.moved if str(s.source).endswith(".nest")))
    behind = [q for q in range(track.LAP) if 0 < (start - q) % track.LAP <= 13]
    others = move.sides[1]
    went = {leg for one in others for leg, _ in onwards(move.game, move.after, one)}
    return any(move.state.board[q] - 1 in others for q in behind) and not any(
        origin in behind and 0 <= (target - start) % track.LAP < 13 for origin, target in went
    )


def _gets_away(move: Move) -> bool:
    names = move.state.setting.names
    was, still = (
        {names[q] for c in move.sides[1] for _, taken in onwards(move.game, one, c) for q in taken}
        for one in (move.state, move.after)
    )
    return any(s.source in was and s.target not in still for s in move.moved)


def _sets_back(move: Move) -> bool:
    theirs = [(s, move.colour(s)) for s in move.moved]
    return any(
        track.distance(move.square(s.source), track.finish(colour))
        < track.distance(move.square(s.target), track.finish(colour))
        for s, colour in theirs
        if colour is not None and colour in move.sides[1]
    )


def _hides(move: Move) -> bool:
    return any(move.state.setting.is_hole[move.square(s.target)] for s in move.moved)


def _moves_unknown(move: Move) -> bool:
    hidden = [q for q in move.state.setting.hole_squares if move.state.board[q]]
    mine = any(move.state.board[q] - 1 == move.state.turn for q in hidden)
    return mine and bool(move.state.setting.is_hole[move.action.legs[0][0]])


def _holes(state: Any) -> set[int]:
    """Return the squares on which pawns lie turned over."""
    return {square for square, hole in enumerate(state.setting.is_hole) if hole}


def _could(move: Move, state: Any, seat: int, hand: tuple[str, ...]) -> Iterator[Any]:
    """Yield the plays of a seat that is on turn with these cards, of pawns that everybody sees."""
    hands = tuple(hand if one == seat else held for one, held in enumerate(state.hands))
    asked = state._replace(hands=hands, turn=seat, phase=Phase.PLAY, gifts=())
    holes = _holes(state)
    plays = (one for one in move.game.legal(asked) if getattr(one, "legs", ()))
    yield from (one for one in plays if one.legs[0][0] not in holes)


def _homes(plays: Iterator[Any]) -> set[int]:
    """Return the squares of the track from which pawns come home."""
    found = (leg for play in plays for leg in play.legs)
    return {a for a, b in found if a < track.LAP <= b < track.SQUARES}


def _takes(move: Move, plays: Iterator[Any]) -> bool:
    taken = {square for play in plays for square in play.captured}
    taken -= _holes(move.state)
    return any(move.state.board[square] - 1 in move.sides[1] for square in taken)


def _gift(move: Move) -> Iterator[Any]:
    partner = move.state.setting.partner(move.state.turn)
    return _could(move, move.state, partner, (move.action.card,))


def _left(move: Move) -> Iterator[Any]:
    own = move.state.turn
    hand = [*move.state.hands[own]]
    hand.remove(move.action.card)
    return _could(move, move.state, own, tuple(hand))


def _given(move: Move) -> Iterator[Any]:
    return _could(move, move.state, move.state.turn, (move.action.card,))


def _follows_home(move: Move) -> bool:
    own = move.state.turn
    plays = _could(move, move.after, own, move.after.hands[own])
    return move.action.legs[0][1] in _homes(plays)


def _frees_start(move: Move) -> bool:
    state, after = move.state, move.after
    freed = [c for c in move.sides[0] if state.board[track.STARTS[c]] == c + 1]
    return any(after.board[track.STARTS[c]] != c + 1 and state.nests[c] for c in freed)


def _leads(move: Move) -> bool:
    (origin, target), colour = move.action.legs[0], move.colour(move.moved[0])
    assert colour is not None
    way = functools.partial(track.distance, target=track.finish(colour))
    holes = _holes(move.state)
    same = [q for q in range(track.LAP) if move.state.board[q] == colour + 1 and q not in holes]
    assert track.STARTS[colour] not in same  # from there a pawn has all or nothing left to go
    onwards_ = target >= track.LAP or way(target) < way(origin)
    return onwards_ and all(way(origin) <= way(one) for one in same)


def _follows_capturing(move: Move) -> bool:
    own = move.state.turn
    plays = _could(move, move.after, own, move.after.hands[own])
    mine = (one for one in plays if one.legs[0][0] == move.action.legs[0][1])
    holes, board = _holes(move.state), move.after.board
    taken = {square for play in mine for square in play.captured} - holes
    return any(board[square] - 1 in move.sides[1] for square in taken)


def _is_near(move: Move) -> bool:
    way = onwards(move.game, move.after, move.state.turn)
    return any(leg[0] == move.action.legs[0][1] and leg[1] >= track.LAP for leg, _ in way)


def _stands_safe(move: Move) -> bool:
    """Whether no card of the others leads a pawn onwards to where the pawn now stands."""
    (_, target), *_ = move.action.legs
    taken = {
        q for c in move.sides[1] for _, taken in onwards(move.game, move.after, c) for q in taken
    }
    return target not in taken


def _goes_in(move: Move) -> bool:
    ((origin, target),) = move.action.legs
    assert target > origin >= track.LAP
    return move.game.outcome(move.after) is None


def _is_partners(move: Move) -> bool:
    own, partner = move.state.turn, move.state.setting.partner(move.state.turn)
    moved = {move.colour(step) for step in move.moved}
    return partner != own and partner in moved and own not in moved


def _stays(move: Move) -> bool:
    was, now = (
        [square for square, pawn in enumerate(state.board) if pawn == move.state.turn + 1]
        for state in (move.state, move.after)
    )
    return was == now


def _keeps_playable(move: Move) -> bool:
    left = move.after.hands[move.state.turn]
    plays = [*_could(move, move.after, move.state.turn, left)]
    return bool(left) and all(any(one.card == card for one in plays) for card in left)


def _goes_only_forwards(move: Move) -> bool:
    ways = {(b - a) % track.LAP for play in _given(move) for a, b in play.legs if b < track.LAP}
    assert all(len(play.legs) == 1 for play in _given(move))
    return len(ways) <= 1 and track.LAP - _BACK not in ways


TRUE_IF: Final = {
    "With another card of yours it could then capture a pawn of the others.": _follows_capturing,
    "A single card could then bring it home.": _is_near,
    "No pawn of the others is near enough behind it to capture it there.": _stands_safe,
    "It goes further in, and makes room for the next pawn.": _goes_in,
    "All your pawns stay where they are.": _stays,
    "Each of your other cards could then be played, too.": _keeps_playable,
    "It only goes forwards: you keep a card that can do more.": _goes_only_forwards,
    "It brings a pawn of your partner’s on.": _is_partners,
    "You keep another card like it.": lambda m: (
        m.state.hands[m.state.turn].count(m.action.card) > 1
    ),
    "With another card of yours it could then come home.": _follows_home,
    "It frees the space where your next pawn comes out.": _frees_start,
    "Your partner could bring a pawn home with it now.": lambda move: bool(_homes(_gift(move))),
    "You keep a card that could bring a pawn home now.": lambda move: bool(_homes(_left(move))),
    "Your partner could capture a pawn of the others with it now.": lambda move: _takes(
        move, _gift(move)
    ),
    "You keep a card that could capture a pawn of the others now.": lambda move: _takes(
        move, _left(move)
    ),
    "You could do nothing with it now.": lambda move: not [*_given(move)] and any(_left(move)),
    "Your partner could play it now.": lambda move: any(_gift(move)),
    "It brings a pawn home.": _comes_home,
    "It captures a pawn of the others.": _captures,
    "It brings a new pawn out.": _comes_out,
    "It blocks the way of a pawn of the others.": _blocks,
    "It takes a pawn out of reach of those behind it.": _gets_away,
    "A pawn of the others has further to go.": _sets_back,
    "It hides a pawn.": _hides,
    "It brings on a turned-over pawn that may be yours.": _moves_unknown,
}


@DOGS
def test_what_is_said_of_a_move_is_true(game: AnyGame) -> None:
    """Home, captures, blocks, reach, hiding, steps: the rules themselves say so of the position."""
    seen: set[str] = set()
    for state, action, texts in told(game, 21, 500):
        move = Move(game, state, action)
        for text in TRUE_IF.keys() & texts:
            assert TRUE_IF[text](move), (text, game.write(state), game.write_action(state, action))
        seen |= texts
    assert len(seen) >= 15, seen


@DOGS
def test_reasons_are_the_same_in_every_truth(game: AnyGame) -> None:
    """Other hands, and other colours of turned-over pawns, change no reason."""
    rng = random.Random(22)
    for state, action, texts in told(game, 23, 250):
        seat = game.actor(state)
        assert seat is not None
        other = game.resample(state, seat, rng)
        if action in own_actions(game, other, seat):
            assert {one.text for one in find_reasons(game, other, seat, action)} == texts
