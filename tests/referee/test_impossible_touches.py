"""Touches that no page offers: of telephones that lag behind, of scripts, of two people at once."""

from __future__ import annotations

import random
import typing
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Card, Piece, Place, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import Dialogue, Seating
from tablet_companion.referee.model.panels import SetUpPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.dialogues import _PAGES
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.screen.words.wording import words
from tests.amounts import count
from tests.conformance.walk import GAMES
from tests.referee.player import Player
from tests.referee.seer import Seer

STRANGER = Seat("nobody")
KINDS: tuple[Any, ...] = tuple(
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, events.Intent) and kind is not events.Intent
)


def touches(game: AnyGame, rng: random.Random) -> tuple[events.Intent, ...]:
    """Return a touch of every kind, about a seat, card, place or answer that may not be there."""
    seat, place = rng.choice((*game.seats, STRANGER)), Place(rng.choice(("T1", "London", "7", "x")))
    card = Card(rng.choice((*game.cards, "x")))
    given = {
        events.Choose: (rng.choice(("players", "dealer", "played", "level")), "x"),
        events.Remember: (seat, ()),
        events.ShowHand: ((card, card),),
        events.NameCard: (card,),
        events.Put: (place, Piece("red")),
        events.Point: (place,),
        events.Answer: (rng.randrange(4),),
        events.Misread: (rng.randrange(4),),
    }
    named = (events.Whisper, events.Confide, events.SpeakUp, events.HandSeat, events.ShowAgain)
    return tuple(kind(*given.get(kind, (seat,) if kind in named else ())) for kind in KINDS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_touch_in_any_order_ends_the_program(game: AnyGame) -> None:
    """Whatever is touched on whatever page, at most another page comes."""
    for seed in range(count(2, 20)):
        rng = random.Random(seed)
        player = Seer(game, seed) if seed % 2 else Player(game, seed)
        player.touch(events.NewGame())
        player.touch(events.Answer(0))
        for _ in range(count(150, 600)):
            player.touch(rng.choice(touches(game, rng)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_before_a_game_there_is_nothing_to_put_right(game: AnyGame) -> None:
    """The set-up stays as it is."""
    player = Player(game, 1)
    player.touch(events.NewGame())
    player.touch(events.Answer(0))
    before = player.table
    for intent in (events.TableIsRight(), events.ShowAgain(game.seats[0])):
        player.touch(intent)
        assert player.table.but(now_s=before.now_s) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_seat_that_nobody_took_is_not_handed_over(game: AnyGame) -> None:
    """The table plays seats of this game only."""
    player = Player(game, 1)
    player.table = player.table.but(dialogue=Seating())
    for seat in (*game.seats, STRANGER):
        if seat not in player.table.setup.seats:
            player.touch(events.HandSeat(seat))
            assert player.table.setup.played == ()


def test_every_page_that_can_be_opened_is_built() -> None:
    """A kind of dialogue without a page would end the program when somebody opens it."""
    assert set(_PAGES) == set(typing.get_args(Dialogue))


def test_an_unknown_language_changes_nothing() -> None:
    """No page could be worded in it."""
    player = Player(games.load("wink"), 1)
    for language, now in (("fr", "fr"), ("x", "fr")):
        player.touch(events.Choose("language", language))
        assert player.table.setup.language == now


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_value_that_an_option_cannot_have_changes_nothing(game: AnyGame) -> None:
    """The page of the set-up is not left without seats to show, and the program goes on."""
    for option in (one for one in game.options if one.choices):
        for value in ("x", 99, (1,), -1):
            table = new_table(game, {}, "en")
            after, _ = step(table, events.Touched(1.0, events.Choose(option.name, value)))
            assert after.setup == table.setup


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_choices_do_not_go_together_is_said_in_the_page_s_language(language: str) -> None:
    """For people, without the numbers that the program got."""
    game = games.load("agent_dog")
    for name, value in (("holes", ()), ("deck", (1,) * len(game.cards))):
        table = new_table(game, {}, language)
        table, _ = step(table, events.Touched(1.0, events.Choose(name, value)))
        panel = build_panel(table)
        assert isinstance(panel, SetUpPanel)
        assert panel.trouble is not None
        said, english = (words(one).say(panel.trouble) for one in (language, "en"))
        assert "(" not in said
        assert (said == english) == (language == "en")
