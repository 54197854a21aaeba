"""Every game keeps the promises of the Game protocol about states and actions."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tablet_companion.games.core import CHANCE, TABLE, IllegalAction, PositionError, say_plainly
from tablet_companion.games.protocol import AnyGame
from tests.amounts import draw
from tests.conformance.walk import GAMES, MORE, positions, setups, walk

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

_SHARE: Final = 2 if MORE == 1 else 1
"""Every so many ways to set a game up are tried where each takes a whole game."""
_ASKED: Final = 300
"""Of this many conceivable actions of a position judge is asked in a quick run."""


def test_a_table_is_set_up_for_the_numbers_of_players_that_are_named(game: AnyGame) -> None:
    """``players`` is sorted and true: every number from none to all seats is in it or refused."""
    choices = [{option.name: value} for option in game.options for value in option.choices]
    for options in ({}, *choices):
        allowed = game.players(options)
        assert allowed == tuple(sorted(set(allowed)))
        for count in range(len(game.seats) + 1):
            if count in allowed:
                state = game.setup(options, game.seats[:count])
                assert len(game.view(state, TABLE).seats) == count
            else:
                with pytest.raises(PositionError):
                    game.setup(options, game.seats[:count])


def test_random_games_end_and_then_nothing_is_legal(game: AnyGame) -> None:
    """A random game ends within a bound; then nobody acts, nothing is legal, somebody has won.

    In a quick run half of the ways to set a game up are tried, the other half in another one.
    """
    for number, first in draw(enumerate(setups(game)), _SHARE):
        state = first
        for before, action in walk(game, first, seed=number):
            state = game.successor(before, action)
        assert game.outcome(state) is not None
        assert game.actor(state) is None
        assert game.legal(state) == ()


def test_legal_is_the_conceivable_that_judge_passes(game: AnyGame) -> None:
    """``legal`` is sorted and complete: exactly what is conceivable and breaks no rule.

    Where thousands of near misses are conceivable, judge is asked of all only by ``make
    conformance``, and of some hundreds of them here; of what is legal always.
    """
    rng = random.Random(2)
    for state in positions(game, 5):
        conceivable, legal = list(game.conceivable(state)), game.legal(state)
        assert len(conceivable) == len(set(conceivable))
        assert legal == tuple(sorted(set(legal)))
        assert set(legal) <= set(conceivable)
        most = _ASKED if MORE == 1 else len(conceivable)
        asked = rng.sample(conceivable, min(most, len(conceivable)))
        for action in {*asked, *legal}:
            assert (action in legal) == (not game.judge(state, action)), action


def test_every_refusal_names_rules_with_words(game: AnyGame) -> None:
    """A refused action breaks at least one rule, and each has a text that its details fill."""
    rng = random.Random(1)
    for state in positions(game, 3):
        actions = list(game.conceivable(state))
        for action in rng.sample(actions, min(60, len(actions))):
            for breach in game.judge(state, action):
                text = game.rules[breach.rule]
                details = dict(breach.details)
                assert say_plainly(text.text, details.items())
                assert say_plainly(text.mend, details.items())
                assert text.section


def test_a_refused_action_is_not_applied(game: AnyGame) -> None:
    """``apply`` raises for an illegal action, with the breaches that ``judge`` gives."""
    for state in positions(game, 4):
        for action in game.conceivable(state):
            breaches = game.judge(state, action)
            if breaches:
                with pytest.raises(IllegalAction) as caught:
                    game.apply(state, action)
                assert caught.value.breaches == breaches
                break


def test_what_is_no_action_is_refused(game: AnyGame) -> None:
    """Whatever is no action of the game breaks a rule, always: other games' actions, too."""
    others = {
        action
        for other in GAMES
        for state in positions(other, 2)
        for action in other.legal(state)[:3]
        if type(action).__module__.split(".")[-2] not in (game.name, "dog_family")
    }
    for state in positions(game, 4):
        for value in (None, "x", 3, (), [], object(), *others):
            breaches = game.judge(state, value)
            assert {one.rule for one in breaches} <= game.rules.keys()
            assert breaches, value


def test_every_attempt_can_be_pictured(game: AnyGame) -> None:
    """``attempted`` answers for whatever people try, from the first actions of a game on.

    In a quick run it is asked in half of the ways to set a game up.
    """
    rng = random.Random(4)
    for first in draw(setups(game), _SHARE):
        for state, _ in walk(game, first, 5, most=12):
            actions = list(game.conceivable(state))
            for action in rng.sample(actions, min(20, len(actions))):
                assert game.attempted(state, action).pieces


def test_texts_read_back(game: AnyGame) -> None:
    """States and actions written as text read back equal."""
    for state in positions(game, 12):
        assert game.read(game.write(state)) == state
        for action in game.legal(state):
            assert game.read_action(state, game.write_action(state, action)) == action


@pytest.mark.parametrize("text", ["", "[]", "{}", "5 T0>", "5 T99>T3", "lot", "give", "x", "5 >"])
def test_texts_that_mean_nothing_are_refused(game: AnyGame, text: str) -> None:
    """A text that is no state or no action is refused with a sentence, never a crash."""
    state = game.setup({}, game.seats)
    with pytest.raises(PositionError):
        game.read(text)
    with pytest.raises(PositionError):
        game.read_action(state, text)


def test_apply_and_successor_agree(game: AnyGame) -> None:
    """The checked and the unchecked way to the next state lead to the same."""
    for number, first in enumerate(setups(game), start=1):
        for state, action in walk(game, first, seed=number, most=150):
            assert game.apply(state, action) == game.successor(state, action)


def test_steps_tell_what_changes(game: AnyGame) -> None:
    """An action that changes what the table shows has steps, and they name what changes.

    In a quick run half of the ways to set a game up are tried.
    """
    for number, first in draw(enumerate(setups(game), start=1), _SHARE):
        for state, action in walk(game, first, seed=number, most=300):
            before = set(game.placement(state).pieces)
            after = set(game.attempted(state, action).pieces)
            touched = {step.source for step in game.steps(state, action)}
            touched |= {step.target for step in game.steps(state, action) if step.target}
            assert all(place in touched for place, _ in before - after)


def test_amending_with_the_true_table_changes_nothing(game: AnyGame) -> None:
    """A record that is put as the table shows it already stays as it is."""
    for state in positions(game, 12):
        assert game.amend(state, game.placement(state)) == state


def test_a_board_corrected_to_the_end_ends_the_game(game: AnyGame) -> None:
    """Pieces put by hand where the last action would have put them decide as that action does.

    They do not tell of a draw for want of moves, nor of an end that no piece shows.
    """
    first = game.setup({}, game.seats[: game.players({})[-1]])
    before, last = None, first
    for state, action in walk(game, first, seed=3):
        before, last = state, game.successor(state, action)
    assert before is not None
    outcome = game.outcome(last)
    assert outcome is not None, "nobody can act, and the game is not over"
    if outcome.winners and game.placement(last) != game.placement(before):
        ended = game.amend(before, game.placement(last))
        assert game.outcome(ended) == outcome
        assert game.actor(ended) is None


def test_a_mended_record_can_be_played_on(game: AnyGame) -> None:
    """A record put as another moment's table shows it is refused, or the game goes on from there.

    In a quick run a third of the ways to set a game up are tried.
    """
    rng = random.Random(6)
    for number, first in draw(enumerate(setups(game), start=1), 3 * _SHARE // 2):
        states = [state for state, _ in walk(game, first, number, most=250)]
        some = min(12, len(states))
        for state, other in zip(rng.sample(states, some), rng.sample(states, some), strict=True):
            try:
                mended = game.amend(state, game.placement(other))
            except PositionError:
                continue
            assert game.read(game.write(mended)) == mended
            for now, _ in walk(game, mended, number, most=20):
                mended = now
            choices = game.legal(mended)
            assert choices or game.outcome(mended), f"nobody can play on: {game.write(mended)}"
            last = game.successor(mended, choices[0]) if choices else mended
            assert game.legal(last) or game.outcome(last) is not None
            assert game.amend(last, game.placement(last))  # a table that can be


def test_chance_has_weights_and_interruptions_name_players(game: AnyGame) -> None:
    """A chance action counts once or more; who interrupts sits at the table, and chance never does.

    The player who acts always has something to do himself.
    """
    for state in positions(game, 12):
        actor = game.actor(state)
        actions = game.legal(state)
        doers = {game.interrupter(action) or actor for action in actions}
        if actor == CHANCE:
            assert all(game.weight(state, action) >= 1 for action in actions)
            assert doers == {CHANCE}
        elif actor is not None:
            assert actor in doers
            assert doers <= {entry.seat for entry in game.view(state, TABLE).seats}


def test_a_card_turned_up_is_a_legal_action_or_broken_rules(game: AnyGame) -> None:
    """What a card says beside the pieces can be put on record, or be objected to in words."""
    for state in positions(game, 12):
        for said in game.open_cards(state).values():
            assert said.action is None or said.action in game.legal(state)
            assert said.action is None or not said.breaches
            for breach in (*said.breaches, *said.otherwise):
                assert not game.rules[breach.rule].private
                assert say_plainly(game.rules[breach.rule].text, breach.details)
