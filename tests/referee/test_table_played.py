"""Seats that the table plays: chosen, journalled, shown to be moved, handed over and taken back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, HIDDEN, Message, OptionValue, Place, Seat
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import events, panels
from tablet_companion.referee.model.dialogues import Advised
from tablet_companion.referee.model.passing import may_pass
from tablet_companion.referee.model.steps_in_words import draw_arrows
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.table_seats import find_due
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.pages.alone import build_own
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.replay import replay
from tests.expected import expect, present
from tests.games import dog
from tests.referee.player import Player
from tests.referee.table_seats import answer


def playing(name: str, *played: str, **options: str) -> Player:
    """Return a game under way in which the table plays some seats."""
    player = Player(games.load(name), 3, dealing="tablet", level="teach", **options)
    for seat in played:
        player.table = player.table.but(dialogue=None)
        player.touch(events.Pause())
        player.touch(events.OpenSeats())
        player.touch(events.HandSeat(Seat(seat)))
        player.table = player.table.but(dialogue=None)
    return player


@pytest.mark.parametrize("name", ["agent_dog", "dog", "pocket_ops"])
def test_people_may_deal_to_the_table(name: str) -> None:
    """Where the table is shown real cards, or draws its own, people go on dealing theirs."""
    player = Player.__new__(Player)
    player.table = new_table(games.load(name), {}, "en")
    player.records, player.shown, player.kinds = [], [], []
    for dealing in ("people", "tablet", "people"):
        player.touch(events.Choose("dealing", dealing))
        assert not player.table.setup.played
        player.touch(events.Choose("played", "red"))
        assert dict(player.table.setup.options)["dealing"] == dealing
        assert [*player.table.setup.played] == ["red"]
        player.touch(events.Choose("played", "red"))


@pytest.mark.parametrize(
    ("name", "seat", "option", "people", "tablet"),
    [
        ("wink", "red", "dealing", "people", "tablet"),
        ("agent", "pink", "paper_sheets", True, False),
    ],
)
def test_choosing_a_seat_makes_the_tablet_keep_what_is_secret(
    name: str, seat: str, option: str, people: OptionValue, tablet: OptionValue
) -> None:
    """A seat given to the table changes who keeps hands or stakes; changing it back undoes it."""
    player = Player.__new__(Player)
    player.table = new_table(games.load(name), {}, "en")
    player.records, player.shown, player.kinds = [], [], []
    player.touch(events.Choose(option, people))
    page = expect(panels.SetUpPanel, build_panel(player.table))
    assert page.needs
    player.touch(events.Choose("played", seat))
    assert [*player.table.setup.played] == [seat]
    assert dict(player.table.setup.options)[option] == tablet
    player.touch(events.Choose(option, people))
    assert not player.table.setup.played


@pytest.mark.parametrize(
    ("name", "option", "people"), [("wink", "dealing", "people"), ("agent", "paper_sheets", True)]
)
def test_the_page_of_seats_says_why_the_table_can_take_none(
    name: str, option: str, people: OptionValue
) -> None:
    """Where people hold what is secret the pause leads to the reason, not to a missing key."""
    player = Player(games.load(name), 3, **{option: people})
    player.touch(events.Pause())
    paused = expect(panels.PausePanel, build_panel(player.table))
    assert events.OpenSeats() in [one.intent for one in paused.buttons]
    player.touch(events.OpenSeats())
    page = expect(panels.MenuPanel, build_panel(player.table))
    assert page.facts
    assert not page.keys
    player.touch(events.HandSeat(player.table.setup.seats[0]))
    assert not player.table.setup.played


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_a_move_is_on_record_before_somebody_makes_it(name: str) -> None:
    """What the table chose is journalled, and the page asks for the pieces to be moved."""
    player = playing(name, "red", "blue", "green", "yellow")
    for _ in range(60):
        text = answer(player)
        bodies = [record.body for record in player.records if record.kind == "act"]
        assert text in [body["action"] for body in bodies]
        if player.table.owed is not None:
            break
    assert player.table.owed is not None
    page = expect(panels.PlayPanel, build_panel(player.table.but(blind="")))
    assert page.say.text.startswith("The table plays {card:the} for {seat}.")
    assert page.arrows
    assert page.todo
    assert find_due(player.table) is None  # until the pieces show it


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_the_last_move_of_a_round_is_waited_for_though_the_tablet_deals(name: str) -> None:
    """The deal moves no piece: the page goes on asking for the move, after a restart as well."""
    game = games.load(name)
    player, dealt = playing(name, *new_table(game, {}, "en").setup.seats), 0
    while dealt < 3:
        table = player.table
        legal = game.legal(table.state)
        action = next((one for one in legal if table.position.steps(one)), legal[0])
        answer(player, action)
        if player.table.past[-1].actor == CHANCE and table.position.steps(action):
            dealt += 1
            owed = present(player.table.owed)
            page = expect(panels.PlayPanel, build_panel(player.table.but(blind="")))
            assert page.say.text.endswith("for {seat}. Please move the pieces.")
            assert dict(page.say.details)["seat"] == table.turn
            assert page.todo
            entries = [(record.kind, record.body) for record in player.records]
            again = present(replay(new_table(game, {}, "en"), entries).owed)
            assert (again.position, again.action) == (owed.position, owed.action)
        if player.table.owed is not None:
            player.touch(events.GoOn())
        assert find_due(player.table) is not None


def test_the_move_that_wins_the_table_the_game_is_shown_on_the_last_page() -> None:
    """The page said at once who has won, and nobody saw with what: the move is still to be made."""
    player = playing("dog", "red")
    playing_on = dog.holding(dog.new_game(), red="2 5 6 7", blue="3")
    last = dog.on_table(dog.position("", red=dog.HOME, green="F4 F3 F2 T31"))
    state = dog.GAME.amend(playing_on, last)
    player.table = player.table.but(position=Position(dog.GAME, state))
    wins = (
        one for one in dog.GAME.legal(state) if dog.GAME.outcome(dog.GAME.successor(state, one))
    )
    answer(player, next(wins))
    page = expect(panels.EndPanel, build_panel(player.table))
    assert panels.Mark(Place("T31"), panels.MarkKind.FROM) in page.marks
    assert panels.Mark(Place("green.F1"), panels.MarkKind.TO) in page.marks


@pytest.mark.parametrize("name", ["agent_dog", "dog", "pocket_ops", "wink"])
def test_without_a_camera_people_say_that_they_have_moved_the_pieces(name: str) -> None:
    """No look will ever show it: “Go on” does, and the table's next seat plays."""
    game = games.load(name)
    player = playing(name, *new_table(game, {}, "en").setup.seats)
    waited = 0
    for _ in range(40):
        if player.table.owed is not None:
            page = expect(panels.PlayPanel, build_panel(player.table))
            assert page.todo
            assert events.GoOn() in [key.intent for key in page.buttons]
            player.touch(events.GoOn())
            waited += 1
        if find_due(player.table) is None:
            break
        answer(player)
    assert waited > 1


def test_what_is_outdated_or_not_allowed_is_forgotten() -> None:
    """A choice for another moment, another seat, or of something illegal changes nothing."""
    player = playing("dog", "red", "blue", "green", "yellow")
    table = player.table
    seat = present(find_due(table))
    for chosen in (
        events.Chosen(1.0, seat, len(table.past) + 1, "give A"),
        events.Chosen(1.0, Seat("nobody"), len(table.past), "give A"),
        events.Chosen(1.0, seat, len(table.past), "7 T1>T8"),
        events.Chosen(1.0, seat, len(table.past), "nonsense"),
    ):
        player.event(chosen)
        assert player.table.past == table.past


def test_replay_asks_nobody() -> None:
    """The journal has the choices, and who plays: replaying it gives the same table."""
    player = playing("dog", "red", "green")
    for _ in range(4):
        if find_due(player.table):
            answer(player)
        else:
            player.play_on()
    kept = [(record.kind, record.body) for record in player.records]
    again = replay(new_table(player.table.game, {}, "en"), kept)
    assert again.state == player.table.state
    assert again.setup.played == ("green", "red")


def test_a_seat_is_handed_over_and_taken_back() -> None:
    """In mid-game a seat goes to the table, whose cards then nobody may see, and back again."""
    player = playing("dog")
    seat = present(player.table.turn)
    assert events.Whisper(seat) in [button.intent for button in player.shown[-1].buttons]
    player.touch(events.Pause())
    paused = expect(panels.PausePanel, player.shown[-1])
    assert events.OpenSeats() in [button.intent for button in paused.buttons]
    player.touch(events.OpenSeats())
    player.touch(events.HandSeat(seat))
    assert player.table.setup.played == (seat,)
    player.table = player.table.but(dialogue=None)
    page = build_panel(player.table)
    assert events.Whisper(seat) not in [button.intent for button in page.buttons]
    player.touch(events.Whisper(seat))
    assert player.table.dialogue is None
    assert build_own(player.table, seat) is None
    assert build_own(player.table.but(setup=replace(player.table.setup, played=())), seat)
    player.touch(events.Pause())
    player.touch(events.OpenSeats())
    player.touch(events.HandSeat(seat))
    assert player.table.setup.played == ()


def test_a_seat_whose_hand_is_forgotten_is_handed_back() -> None:
    """A twin that is put on the table by hand leaves the table's own players without their cards.

    What they hold cannot be known any more, so that people play for them.
    """
    player = playing("wink", "red", "blue", edition="wink")
    board = printed.board("wink")
    player.table = player.table.but(areas=areas_of(board, "wink"), holds=holds_of(board))
    for intent in (events.OpenBoard(), events.Put(Place("7.card"), HIDDEN), events.TableIsRight()):
        player.touch(intent)
    assert player.table.setup.played == ()
    kept = [(record.kind, record.body) for record in player.records]
    again = replay(new_table(player.table.game, {}, "en"), kept)
    assert (again.state, again.setup) == (player.table.state, player.table.setup)


def test_advice_is_read_alone() -> None:
    """The player on turn asks, takes the tablet, and reads a move and its reason."""
    player = playing("dog")
    while not may_pass(player.table):
        player.play_on()  # everybody gives a card away
    seat = present(player.table.turn)
    player.touch(events.AskHelp())
    assert events.AskAdvice() in [key.intent for key in player.shown[-1].keys]
    player.touch(events.AskAdvice())
    assert find_due(player.table) is None  # nothing before the right player looks
    player.touch(events.Reveal())
    assert isinstance(player.table.dialogue, Advised)
    assert find_due(player.table) == seat
    table = player.table
    action = next(one for one in table.game.legal(table.state) if table.position.steps(one))
    text = table.game.write_action(table.state, action)
    why = (Message("It hides a pawn."),)
    player.event(events.Chosen(table.now_s + 1, seat, len(table.past), text, why))
    page = expect(panels.MenuPanel, player.shown[-1])
    assert page.private == seat
    assert page.facts[-1].text == "It hides a pawn."
    assert page.arrows == draw_arrows(table.position.steps(action)) != ()
    assert player.table.past == table.past


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_what_can_be_played_is_read_alone(name: str) -> None:
    """Behind a hand-over page, or on the player's own telephone, and on no other page."""
    player = playing(name)
    while not may_pass(player.table):
        player.play_on()  # everybody gives a card away
    seat = present(player.table.turn)
    player.touch(events.AskHelp())
    asked = player.shown[-1]
    assert events.AskHand() in [key.intent for key in asked.keys]
    own = present(build_own(player.table, seat))
    player.touch(events.AskHand())
    assert isinstance(player.shown[-1], panels.HandOverPanel)
    player.touch(events.Reveal())
    page = expect(panels.MenuPanel, player.shown[-1])
    assert page.private == seat
    assert page.facts == own.facts[: len(page.facts)]
    assert page.facts[-1].text.startswith(("You can play", "None of your cards"))
    for other in player.table.setup.seats:
        alone = present(build_own(player.table, other))
        assert (page.facts[-1] in alone.facts) == (other == seat)


def test_a_hand_that_nobody_knows_is_entered_first() -> None:
    """Where people deal, the player on turn shows the tablet its cards, alone; only if taught."""
    for level in ("teach", "referee"):
        player = Player(games.load("dog"), 3, dealing="people", level=level)
        player.touch(events.AskHelp())
        offered = events.AskHand() in [key.intent for key in player.shown[-1].keys]
        assert offered == (level == "teach")
        player.touch(events.AskHand())
        player.touch(events.Reveal())
        assert isinstance(player.shown[-1], panels.HandPanel) == offered


@pytest.mark.parametrize("name", ["agent_dog", "dog", "pocket_ops", "wink"])
def test_pages_tell_nothing_while_the_table_thinks(name: str) -> None:
    """In two truths that nobody can tell apart the page is the same, and so is who is due."""
    player, rng = playing(name, "red", "blue"), random.Random(4)
    compared = 0
    for _ in range(40):
        table = player.table
        if table.turn is None:
            break
        if table.turn in ("red", "blue"):
            state = table.game.resample(table.state, Seat("table"), rng)
            other = table.but(state=state)
            compared += state != table.state
            assert build_panel(other) == build_panel(table)
            assert find_due(other) == find_due(table)
            answer(player)
        else:
            player.play_on()
        player.table = player.table.but(owed=None, verdict=Quiet())
    assert compared
