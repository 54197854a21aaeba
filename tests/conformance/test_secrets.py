"""No game gives a secret away: two truths that a viewer cannot tell apart look the same to him."""

from __future__ import annotations

import dataclasses
import itertools
import random
from typing import Any, Final

import pytest

from tablet_companion.games.core import (
    CHANCE,
    HIDDEN,
    TABLE,
    UNKNOWN_CARD,
    Breach,
    Card,
    Placement,
    PositionError,
    Seat,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.seen import knows_its_hand
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tests.amounts import count
from tests.conformance.walk import GAMES, SECRETIVE, positions, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
every_secretive_game = pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)

SPREAD: Final = count(4, 6)
"""So many positions of each set-up; ``make conformance`` looks at more of them."""
ENOUGH: Final = 150
"""This many positions with somebody to act say whether secrets are found."""


def viewers(game: AnyGame, state: object) -> list[Seat]:
    """Return the table and every seat that plays."""
    return [TABLE, *(entry.seat for entry in game.view(state, TABLE).seats)]


@every_game
def test_views_are_unchanged_by_another_truth(game: AnyGame) -> None:
    """``view`` of a resampled state equals ``view`` of the state, for every viewer."""
    rng = random.Random(5)
    for state in positions(game, SPREAD):
        for viewer in viewers(game, state):
            other = game.resample(state, viewer, rng)
            assert game.view(other, viewer) == game.view(state, viewer)
            assert game.placement(other) == game.placement(state)


@every_game
def test_the_truth_does_not_decide_which_other_truth_is_drawn(game: AnyGame) -> None:
    """With the same luck ``resample`` draws the same truth from all that a seat cannot tell apart.

    Who plays by truths so drawn then plays the same whatever the truth is.
    """
    rng = random.Random(4)
    for state in positions(game, SPREAD):
        for viewer in viewers(game, state):
            other = game.resample(state, viewer, rng)
            drawn = (game.resample(truth, viewer, random.Random(9)) for truth in (state, other))
            assert len(set(drawn)) == 1


@every_game
def test_a_game_says_whether_it_has_secrets(game: AnyGame) -> None:
    """Viewers of a game that hides nothing see all alike; elsewhere somebody sees more or less."""

    def differ(state: Any) -> bool:
        seen = [game.view(state, viewer) for viewer in viewers(game, state)]
        return len({dataclasses.replace(view, viewer=TABLE) for view in seen}) > 1

    assert any(differ(state) for state in positions(game, SPREAD)) == game.has_secrets


@every_secretive_game
def test_resampling_finds_other_truths(game: AnyGame) -> None:
    """The test above means something: other truths are found wherever there are secrets.

    Of a game that is soon over several are played, until as much was looked at as in a long one.
    """
    rng = random.Random(6)
    states: list[object] = []
    for seed in itertools.count(1, 100):
        states += [s for s in positions(game, SPREAD, seed) if game.actor(s) not in (None, CHANCE)]
        if len(states) >= ENOUGH:
            break
    changed = sum(game.resample(state, TABLE, rng) != state for state in states)
    assert changed >= 20, f"only {changed} of {len(states)}"


@every_game
def test_what_a_player_may_do_hangs_on_nothing_hidden_from_him(game: AnyGame) -> None:
    """Legal actions, their texts and their steps are the same in every truth of the player's."""
    rng = random.Random(7)
    for state in positions(game, SPREAD):
        seat = game.actor(state)
        if seat in (None, CHANCE):
            continue
        other = game.resample(state, seat, rng)
        actions = game.legal(state)
        assert game.legal(other) == actions
        for action in actions:
            assert game.steps(other, action) == game.steps(state, action)
            assert game.write_action(other, action) == game.write_action(state, action)


@every_game
def test_refusals_hang_on_nothing_hidden(game: AnyGame) -> None:
    """The breaches of what people try are the same in every truth of the player's."""
    rng = random.Random(8)
    for state in positions(game, 4):
        seat = game.actor(state)
        if seat in (None, CHANCE):
            continue
        other = game.resample(state, seat, rng)
        actions = list(game.conceivable(state))
        for action in rng.sample(actions, min(80, len(actions))):
            assert game.judge(other, action) == game.judge(state, action)


@every_game
def test_a_rule_that_everybody_is_told_hangs_on_no_hand(game: AnyGame) -> None:
    """A breach that is told before everybody, and what people try, are the same in every truth.

    What tells a hand apart is marked private: such a rule neither forbids what the table looks for
    nor is its breach said aloud.
    """
    rng = random.Random(10)
    for state in positions(game, SPREAD):
        if game.actor(state) in (None, CHANCE):
            continue
        truths = [game.veiled(one) for one in (state, game.resample(state, TABLE, rng))]
        tried, others = (list(game.conceivable(truth)) for truth in truths)
        assert others == tried
        for action in rng.sample(tried, min(80, len(tried))):
            told, else_told = (_told_to_all(game, truth, action) for truth in truths)
            assert told == else_told


def _told_to_all(game: AnyGame, state: Any, action: Any) -> list[Breach]:
    return [one for one in game.judge(state, action) if not game.rules[one.rule].private]


@every_secretive_game
def test_a_record_that_is_put_right_tells_no_secret(game: AnyGame) -> None:
    """However the table is put on record, all truths are told alike afterwards.

    What is forgotten of hands then is the same as well, as the keys depend on it.
    """
    rng, compared = random.Random(12), 0
    for state in positions(game, 4):
        truths = (state, game.resample(state, TABLE, rng))
        if game.actor(state) in (None, CHANCE) or truths[0] == truths[1]:
            continue
        for placed in _played_on(game, state, rng):
            one, other = (_put_right(game, truth, placed) for truth in truths)
            compared += 1
            assert one == other
    assert compared > 5


@every_secretive_game
def test_a_hand_is_known_wholly_or_not_at_all(game: AnyGame) -> None:
    """Known in part, a hand is known wholly one day, which tells what was in it.

    Whoever acts shows the hand; then the game goes on, with as few players as there can be.
    """
    for seed in range(4 if game.cards else 0):
        rng = random.Random(seed)
        state = game.setup({}, game.seats[: game.players({})[0]])
        for _ in range(150):
            actor = game.actor(state)
            if actor is None:
                break
            state = state if actor == CHANCE else _shown(game, state, actor, rng)
            state = game.successor(state, rng.choice(game.legal(state)))
            for seat in viewers(game, state)[1:]:
                known = {*_held(game, state, seat)}
                assert UNKNOWN_CARD not in known or known == {UNKNOWN_CARD}


def _held(game: AnyGame, state: Any, seat: Seat) -> tuple[Card, ...]:
    return next(one.hand for one in game.view(state, seat).seats if one.seat == seat) or ()


def _shown(game: AnyGame, state: Any, seat: Seat, rng: random.Random) -> Any:
    """Return the state with any hand known that the seat may hold, unchanged if it may not."""
    cards = rng.choices(game.cards, k=len(_held(game, state, seat)))
    try:
        return game.learn(state, seat, tuple(sorted(cards)))
    except PositionError:
        return state


def _played_on(game: AnyGame, state: Any, rng: random.Random) -> list[Placement]:
    """Return tables that differ from the record: some actions of one truth were not noticed."""
    truth, before = game.resample(state, TABLE, rng), game.placement(state)
    later = (game.placement(one) for one, _ in walk(game, truth, rng.randrange(99), most=30))
    return [placed for placed in itertools.islice(later, 2, None, 9) if placed != before]


def _put_right(game: AnyGame, state: Any, placed: Placement) -> object:
    """Return what everybody is told once a table was put on record."""
    try:
        state = game.amend(state, placed)
    except PositionError as error:
        return str(error)
    view, position = game.view(state, TABLE), Position(game, state)
    return (
        view,
        [knows_its_hand(game, state, one.seat) for one in view.seats],
        sayings.find_whisperers(position),
        [
            [entry.saying for entry in find(position)]
            for find in (sayings.find_spoken, sayings.find_shown)
        ],
    )


@every_game
def test_steps_never_name_the_colour_of_a_hidden_piece(game: AnyGame) -> None:
    """A step that takes a hidden piece away names no place that would tell its colour."""
    for state in positions(game, SPREAD):
        hidden = {place for place, piece in game.placement(state).pieces if piece == HIDDEN}
        for action in game.legal(state):
            for step in game.steps(state, action):
                if step.source in hidden and step.kind == "captured":
                    assert step.piece == HIDDEN
                    assert step.target is None


@pytest.mark.parametrize(
    "game", [game for game in SECRETIVE if game.pile], ids=lambda game: game.name
)
def test_a_hand_given_up_stays_unseen(game: AnyGame) -> None:
    """After a hand was given up unseen everybody knows the same, whatever was in it."""
    rng, compared = random.Random(11), 0
    for state in positions(game, 4 * SPREAD):
        if game.actor(state) in (None, CHANCE):
            continue
        truths = (state, game.resample(state, TABLE, rng))
        for action in game.legal(state):
            if game.card_of(action) is not None or game.steps(state, action):
                continue
            if game.judge(truths[1], action) or truths[0] == truths[1]:
                continue
            one, other = (game.veiled(game.successor(truth, action)) for truth in truths)
            compared += 1
            assert one == other
    assert compared
