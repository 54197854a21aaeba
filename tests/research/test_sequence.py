"""Decisions one after another, what is remembered of them, and what they are worth."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from tablet_companion.games.core import CHANCE, Outcome, PositionError, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.observing import Memory, features, observation, private
from tablet_companion.research.sequence import WAIT, begin
from tablet_companion.research.tables import first_state, returns, seats_of
from tests.conformance.walk import GAMES
from tools.exemplary import tables

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def played(game: AnyGame, seed: int, most: int) -> list[Memory]:
    """Return the memories of one random game for the fewest players, up to this many decisions."""
    rng = random.Random(seed)
    options, players = tables(game)[0]
    memories = [Memory(begin(game, first_state(game, options, players)))]
    while memories[-1].moment.due and len(memories) < most:
        moment = memories[-1].moment
        odds = moment.odds() if moment.decider == CHANCE else None
        memories.append(memories[-1].after(rng.choices(moment.choices, odds)[0]))
    return memories


@every_game
def test_every_action_is_somebodys_choice(game: AnyGame) -> None:
    """All that is legal can be chosen by one of those who are due; nothing else but WAIT can."""
    for memory in played(game, 1, 400):
        moment = begin(game, memory.moment.state)
        offered = [c for _, choices in moment.due for c in choices if c is not WAIT]
        assert sorted(offered) == list(game.legal(moment.state))
        assert [seat for seat, _ in moment.due][-1:] == [s for s in [game.actor(moment.state)] if s]


def test_everybody_may_interrupt_before_the_actor_decides() -> None:
    """In Wink all others are asked in turn order; when all wait the actor decides as ever."""
    game = next(game for game in GAMES if game.name == "wink")
    moments = [memory.moment for memory in played(game, 2, 200)]
    asked = next(moment for moment in moments if len(moment.due) == 4)
    seats = seats_of(game, asked.state)
    actor = seats.index(game.actor(asked.state))
    moment = asked
    for offset in (1, 2, 3):
        assert moment.decider == seats[(actor + offset) % 4]
        assert moment.choices[-1] is WAIT
        assert moment.said(WAIT) == "wait"
        assert all(game.interrupter(c) == moment.decider for c in moment.choices[:-1])
        moment = moment.after(WAIT)
    assert moment.decider == seats[actor]
    assert moment.state is asked.state


@every_game
def test_observations_and_memories_give_no_secret_away(game: AnyGame) -> None:
    """What a seat observes, remembers and is numbered is the same in every truth of his."""
    rng = random.Random(3)
    for memory in played(game, 3, 300)[::7]:
        moment = memory.moment
        for seat in seats_of(game, moment.state):
            other = moment.in_other_truth(seat, rng)
            assert memory.resampled(seat, rng).recalled(seat) == memory.recalled(seat)
            assert observation(other, seat) == observation(moment, seat)
            assert private(other, seat) == private(moment, seat)
            assert features(other, seat) == features(moment, seat)
            assert Memory(other).recalled(seat) == Memory(moment).recalled(seat)
            if seat == moment.decider == other.decider:
                assert other.choices == moment.choices


@every_game
def test_memory_holds_what_was_done(game: AnyGame) -> None:
    """A player's own choices, even sealed ones, and what he observed make different memories."""
    for memory in played(game, 4, 60):
        moment = memory.moment
        if moment.decider in (None, CHANCE):
            continue
        seat = Seat(str(moment.decider))
        recalled = {memory.after(one).recalled(seat) for one in moment.choices}
        assert len(recalled) == len(moment.choices)


@every_game
def test_a_game_survives_copying_and_pickling(game: AnyGame) -> None:
    """A long game is pickled as its choices and comes back with the same state and memories."""
    memory = played(game, 5, 3000)[-1]
    again = pickle.loads(pickle.dumps(memory))  # noqa: S301 - our own bytes
    assert again.moment.state == memory.moment.state
    assert again.places() == memory.places()
    seat = seats_of(game, memory.moment.state)[0]
    assert again.recalled(seat) == memory.recalled(seat)
    assert copy.deepcopy(memory) is memory


@every_game
def test_another_truth_survives_pickling(game: AnyGame) -> None:
    """It comes back with who has waited, the steps so far, and the past of the seat it is for."""
    rng = random.Random(6)
    for memory in played(game, 6, 60)[::4]:
        seat = rng.choice(seats_of(game, memory.moment.state))
        other = memory.resampled(seat, rng)
        for kept in (other, *(other.after(one) for one in other.moment.choices[-1:])):
            again = pickle.loads(pickle.dumps(kept))  # noqa: S301 - our own bytes
            for name in ("state", "due", "steps"):
                assert getattr(again.moment, name) == getattr(kept.moment, name)
            assert again.recalled(seat) == kept.recalled(seat)
            assert again.counted(seat) == kept.counted(seat)


@every_game
def test_unknown_hands_and_wrong_tables_are_refused(game: AnyGame) -> None:
    """There is nothing to play with where nobody knows the hands, or nobody can sit so."""
    for options, players in (({"no_such": True}, 0), ({}, 99)):
        with pytest.raises(PositionError):
            first_state(game, options, players)
    if "dealing" in {option.name for option in game.options}:
        with pytest.raises(PositionError, match="tablet"):
            first_state(game, {"dealing": "people"})


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        (("red",), (1.0, -1 / 3, -1 / 3, -1 / 3)),
        (("red", "green"), (0.5, -0.5, 0.5, -0.5)),
        (("red", "blue", "green"), (1 / 3, 1 / 3, 1 / 3, -1.0)),
        ((), (0.0, 0.0, 0.0, 0.0)),
        (("red", "blue", "green", "yellow"), (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_payoffs_add_up_to_nothing(winners: tuple[str, ...], expected: tuple[float, ...]) -> None:
    """Winners share one point, losers its loss; a draw, or no end, is worth nothing."""
    seats = [Seat(name) for name in ("red", "blue", "green", "yellow")]
    assert returns(Outcome(tuple(map(Seat, winners))), seats) == pytest.approx(expected)
    assert returns(None, seats) == (0.0, 0.0, 0.0, 0.0)
