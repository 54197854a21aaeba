"""A game is told as everybody saw it, and what is a secret again is not told."""

from __future__ import annotations

import random

import pytest

from tablet_companion.games.core import HIDDEN, TABLE, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.history import is_by_itself
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Moment, Stage
from tests.amounts import count, sampled
from tests.conformance.walk import GAMES
from tests.referee.player import Player

TURNS = 60


def played(game: AnyGame, **options: str) -> Player:
    """Return a game some turns on."""
    player = Player(game, 2, **options)
    for _ in range(TURNS):
        if player.table.stage is Stage.PLAY:
            player.play_on()
    return player


def hidden(placement: Placement) -> set[str]:
    """Return where something lies turned over."""
    return {place for place, piece in placement.pieces if piece == HIDDEN}


def is_alone(moment: Moment) -> bool:
    """Whether something was said where nobody else looked."""
    saying = moment.position.game.saying(moment.state, moment.action)
    return saying is not None and saying.private


def test_how_many_lots_were_staked_is_not_told() -> None:
    """A player fills in a sheet in one turn, with few lots or with many."""
    game = next(one for one in GAMES if one.name == "agent")
    player = played(game)
    alone = [moment for moment in player.table.past if is_alone(moment)]
    story = tell_story(player.table)
    told = [turn for turn in story.turns if turn.before == turn.after]
    assert len(alone) > 3 * len(told)


@sampled(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_whole_game_is_told_at_its_end(game: AnyGame) -> None:
    """Every turn of a player is there, in order, each with words, and the last is the board."""
    table = played(game).table.but(stage=Stage.ENDED)
    story = tell_story(table)
    done = [moment for moment in table.past if not (is_by_itself(moment) or is_alone(moment))]
    seen = [turn.before for turn in story.turns]
    assert [turn.number for turn in story.turns] == [*range(1, len(seen) + 1)]
    assert len(seen) >= len(done)
    assert all(one.position.placement in seen for one in done)
    assert all(turn.says and turn.seat in story.seats for turn in story.turns)
    assert story.left_out == 0


@sampled(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nobody_is_reminded_of_what_lies_turned_over(game: AnyGame) -> None:
    """While a game goes on no turn is told in which a piece that lies turned over was laid down.

    The story grows with the game: in a quick run it is told after every fourth turn.
    """
    player = Player(game, 4)
    shortened = 0
    for number in range(TURNS):
        if player.table.stage is not Stage.PLAY:
            break
        player.play_on()
        if number % count(4, 1):
            continue
        story = tell_story(player.table)
        shortened += bool(story.left_out)
        if hidden(player.table.placement):
            assert all(hidden(turn.after) <= hidden(turn.before) for turn in story.turns)
    assert shortened or not hidden(player.table.placement)


def test_two_truths_are_told_alike() -> None:
    """With hidden pawns and hands dealt again under the same moves, the story is the same."""
    game = next(one for one in GAMES if one.name == "agent_dog")
    table, rng = played(game, dealing="tablet").table, random.Random(5)
    other = table.but(state=game.resample(table.state, TABLE, rng))
    assert other.state != table.state
    assert tell_story(other) == tell_story(table)
