"""Seats of the table's in Pocket Ops with real tokens and cards: the tablet draws and guesses."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tablet_companion import games
from tablet_companion.games.core import UNKNOWN_CARD, Message, Seat
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import HandSeat, OpenSeats, Pause, Say, TakeBack
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.table_seats import find_due
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.replay import replay
from tests.referee.player import Player
from tests.referee.table_seats import answer

RED, BLUE = Seat("red"), Seat("blue")
GAME = games.load("pocket_ops")


def seated(seed: int = 1, begins: Seat = RED) -> Player:
    """Return a game under way with real tokens and cards, in which the table plays red."""
    return Player(GAME, seed, dealing="people", played="red", dealer=str(begins))


def play(player: Player, until: Callable[[], bool]) -> None:
    """Let the table and a person of Pocket Ops act until something holds."""
    while not until():
        player.table = player.table.but(owed=None, verdict=Quiet())  # the pieces are moved
        if find_due(player.table) is None:
            player.play_on()
        else:
            answer(player)


def phase(player: Player) -> str:
    """Return what comes next in the game."""
    return str(player.table.state.phase)


def seat(player: Player, who: Seat) -> None:
    """Give a seat to the table, or take it back."""
    player.table = player.table.but(dialogue=None, owed=None, verdict=Quiet())
    for intent in (Pause(), OpenSeats(), HandSeat(who)):
        player.touch(intent)
    player.table = player.table.but(dialogue=None)


def keys(player: Player) -> list[str]:
    """Return the labels of the keys on the page of a turn."""
    page = build_panel(player.table)
    assert isinstance(page, PlayPanel)
    return [one.label.text for one in page.buttons]


def test_choosing_a_seat_leaves_tokens_and_cards_to_people() -> None:
    """The tablet draws for the table’s seat alone; what the other looks at stays unknown."""
    player = seated()
    assert player.table.options["dealing"] == "people"
    red, blue = player.table.state.offers
    assert len(red) == 2
    assert UNKNOWN_CARD not in red
    assert set(blue) == {UNKNOWN_CARD}


def test_the_table_guesses_before_it_is_shown_a_placement() -> None:
    """Its guess is sealed in the tablet, and decides whether the agent is foiled."""
    player = seated()
    play(player, lambda: phase(player) == "guess")
    play(player, lambda: phase(player) == "reveal")
    state = player.table.state
    assert len(state.guess) == 1
    foiled = state.placed.room in state.guess
    said = [one.foiled for one in GAME.legal(state)]
    assert said == [foiled]


def test_the_table_waits_until_a_real_card_lies_there() -> None:
    """It places only once the person has said that the card lies face down."""
    player = seated(begins=BLUE)
    play(player, lambda: phase(player) == "guess")
    assert find_due(player.table) is None
    lies = next(one for one in keys(player) if "face down" in one)
    player.touch(Say((Message(lies),)))
    assert phase(player) == "place"
    assert find_due(player.table) == RED
    answer(player)
    assert phase(player) == "reveal"
    player.table = player.table.but(owed=None, verdict=Quiet())
    assert {"Foiled", "Through"} <= set(keys(player))


@pytest.mark.parametrize("seed", range(4))
def test_games_go_to_their_end_however_seats_change(seed: int) -> None:
    """Seats change hands and moves are taken back at any moment; the journal gives the same."""
    rng, player, done = random.Random(seed), seated(seed), 0

    def change() -> bool:
        nonlocal done
        done += 1
        if rng.random() < 0.06:
            seat(player, rng.choice((RED, BLUE)))
        if rng.random() < 0.06:
            player.touch(TakeBack())
            player.table = player.table.but(back=None, owed=None, dialogue=None, verdict=Quiet())
        return done > 150 or player.table.stage is Stage.ENDED

    play(player, change)
    entries = [(one.kind, one.body) for one in player.records]
    again = replay(new_table(GAME, {}, "en"), entries)
    assert again.state == player.table.state
    assert Kind.OBJECTED not in player.kinds


def test_a_seat_taken_back_draws_for_itself() -> None:
    """Whoever takes a seat back before a specialist is kept looks at two of the real ones."""
    player = seated()
    seat(player, RED)
    assert player.table.setup.played == ()
    assert set(player.table.state.offers[0]) == {UNKNOWN_CARD}
    seat(player, RED)
    assert UNKNOWN_CARD not in player.table.state.offers[0]


def test_a_seat_taken_back_forgets_what_the_tablet_rejected() -> None:
    """All that was not shown can be drawn; before, one specialist was missing from the keys."""
    player = seated()
    play(player, lambda: phase(player) == "guess")
    (rejected,) = player.table.state.boxed[0]
    assert rejected != UNKNOWN_CARD
    seat(player, RED)
    assert player.table.state.boxed[0] == (UNKNOWN_CARD,)
    assert rejected in player.table.state.stack(0)


def test_a_guess_is_void_when_its_player_changes() -> None:
    """A card that only the tablet knows cannot be turned up by a person: it is laid again."""
    player = seated()
    play(player, lambda: phase(player) == "place" and player.table.turn == BLUE)
    seat(player, RED)
    assert (phase(player), player.table.state.guess) in (("guess", None), ("place", ()))


def test_a_seat_taken_back_before_the_reveal_does_not_tell_the_outcome() -> None:
    """One key turns the tablet's guess up; before, only the true one of two was left."""
    for seed in range(20):  # some are foiled, and some are through
        player = seated(seed)
        play(player, lambda: phase(player) == "reveal" and player.table.turn == RED)  # noqa: B023
        seat(player, RED)
        assert not {"Foiled", "Through"} & set(keys(player))
        player.touch(Say((Message("Turn the card up"),)))
        assert phase(player) != "reveal"


def test_a_real_card_is_turned_up_for_a_seat_that_the_table_takes_over() -> None:
    """The table did not lay it and does not know it."""
    player = seated(begins=BLUE)
    play(player, lambda: phase(player) == "reveal" and player.table.turn == BLUE)
    seat(player, BLUE)
    assert player.table.setup.played == (BLUE, RED)
    assert find_due(player.table) is None
    assert {"Foiled", "Through"} <= set(keys(player))


def test_games_of_earlier_versions_are_read() -> None:
    """A state that was written before seats could be entrusted has none."""
    state = GAME.setup({}, GAME.seats)
    text = GAME.write(state)
    assert ',"entrusted":[]' in text
    assert GAME.read(text.replace(',"entrusted":[]', "")) == state


def test_a_card_laid_unseen_is_drawn_for_a_search() -> None:
    """A person’s unknown guess is one of nine, not whatever the person would like it to be."""
    player = seated(begins=BLUE)
    play(player, lambda: phase(player) == "place")
    assert GAME.imagine is not None
    drawn = [GAME.imagine(player.table.state, RED, random.Random(n)) for n in range(40)]
    assert {len(one.guess) for one in drawn} == {1}
    assert len({one.guess for one in drawn}) > 4
    assert not any(UNKNOWN_CARD in card for one in drawn for card in one.boxed)
