"""What is said of moves of DOG and Agent DOG is true by the rules, and reveals nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, StepKind
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


def sides(state: Any) -> tuple[set[int], set[int]]:
    """Return the colours of the side on turn, and the others."""
    own = {state.turn, state.setting.partner(state.turn)}
    return own, set(state.setting.playing) - own


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


@DOGS
def test_what_is_said_of_a_move_is_true(game: AnyGame) -> None:
    """Home, captures, blocks, reach, hiding, steps: the rules themselves say so of the position."""
    seen: set[str] = set()
    for state, action, texts in told(game, 21, 500):
        steps, names = game.steps(state, action), state.setting.names
        own, others = sides(state)
        colours = {str(seat): number for number, seat in enumerate(state.setting.seats)}
        moved = [step for step in steps if step.kind in (StepKind.MOVED, StepKind.CALLED)]
        if "It brings a pawn home." in texts:
            assert any(colours.get(s.piece) in own and ".F" in str(s.target) for s in moved)
        if "It captures a pawn of the others." in texts:
            taken = {state.board[square] - 1 for square in action.captured}
            assert taken & others
        if "It brings a new pawn out." in texts:
            after = game.successor(state, action)
            assert any(after.nests[one] < state.nests[one] for one in own)
        if "It blocks the way of a pawn of the others." in texts:
            start = next(names.index(str(s.target)) for s in steps if s.source.endswith(".nest"))
            behind = [q for q in range(track.LAP) if 0 < (start - q) % track.LAP <= 13]
            assert any(state.board[q] - 1 in others for q in behind)
            after = game.successor(state, action)
            went = {leg for one in others for leg, _ in onwards(game, after, one)}
            assert not any(o in behind and 0 <= (t - start) % track.LAP < 13 for o, t in went)
        if "It takes a pawn out of reach of those behind it." in texts:
            after = game.successor(state, action)
            was, still = (
                {names[q] for c in others for _, taken in onwards(game, one, c) for q in taken}
                for one in (state, after)
            )
            gone = [s for s in moved if s.source in was and s.target not in still]
            assert gone, (game.write(state), game.write_action(state, action))
        if "A pawn of the others has further to go." in texts:
            theirs = [s for s in moved if colours.get(s.piece) in others]
            last = [track.finish(colours[s.piece]) for s in theirs]
            ways = [[names.index(str(at)) for at in (s.source, s.target)] for s in theirs]
            assert any(
                track.distance(way[0], home) < track.distance(way[1], home)
                for way, home in zip(ways, last, strict=True)
            )
        if "It hides a pawn." in texts:
            assert any(state.setting.is_hole[names.index(str(s.target))] for s in moved)
        if "It brings on a turned-over pawn that may be yours." in texts:
            hidden = [q for q in state.setting.hole_squares if state.board[q]]
            assert any(state.board[q] - 1 == state.turn for q in hidden)
            assert state.setting.is_hole[action.legs[0][0]]
        seen |= texts
    assert len(seen) >= 9, seen


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
