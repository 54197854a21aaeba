"""What is refused although no piece moved, and what is left to do, stay on the page."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import HIDDEN, Message, Piece, Place, Placement
from tablet_companion.games.wink.position import read_position
from tablet_companion.games.wink.state import State
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import LetBe
from tablet_companion.referee.model.panels import ObjectionPanel, PlayPanel
from tablet_companion.referee.model.steps_in_words import CARD_SURPLUS
from tablet_companion.referee.model.verdicts import Misplaced, Objecting, Quiet, Waiting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.words.wording import words
from tests.expected import expect
from tests.games.wink import GAME, by_people, play
from tests.referee.wink_desk import Desk, accused


def test_a_pawn_taken_along_with_its_card_is_asked_back() -> None:
    """Nobody is asked for ever to take a card that is gone: the pawn that stood there lacks."""
    desk = accused()
    done = GAME.placement(desk.table.state)
    desk.see(Placement(tuple(one for one in done.pieces if one != ("10", "blue"))))
    assert isinstance(desk.table.verdict, Misplaced)
    assert [(one.piece, one.home) for one in desk.table.verdict.pieces] == [("blue", "10")]
    desk.see(done)
    assert isinstance(desk.table.verdict, Quiet)


def test_nobody_is_asked_for_what_is_in_another_hand() -> None:
    """Green has answered, which is told; it is Red who gives an accusation card."""
    page = expect(PlayPanel, build_panel(accused().table))
    assert page.left
    assert page.say.text == "{seat} has the card."


def test_the_card_that_is_waited_for_is_asked_for_first_and_out_of_sight() -> None:
    """Seven inches have room for one step: who laid the card before Red in sight waited on."""
    page = expect(PlayPanel, build_panel(accused().table))
    told = [words("en", printed.board("wink")).say(one) for one in page.todo]
    assert told[0] == "Lay card 10 in front of Red, where I do not see it."
    assert "accusation" in told[-1]


def nearly_stuck() -> State:
    """Return red's turn: two cards are free, and red has shown a hand that holds one's twin."""
    return read_position(
        {
            "game": "wink",
            "options": {"edition": "zwinkern"},
            "seats": ["red", "blue", "green"],
            "turn": "red",
            "up": [1, 2, 3, 4],
            "pawns": {"blue": 3, "green": 4},
            "hands": {"red": [1, 5], "blue": 2, "green": 1},
        }
    )


def test_the_refusal_of_what_was_only_said_stays_until_it_is_read() -> None:
    """A table that looks as before puts nothing right: “Go on” does."""
    desk = Desk(nearly_stuck())
    desk.say("stuck")
    desk.see(GAME.placement(desk.table.state))
    assert isinstance(desk.table.verdict, Objecting)
    page = expect(ObjectionPanel, build_panel(desk.table))
    assert dict(page.breaches[0].rule.details) == {"seat": "red"}
    desk.touch(LetBe())
    desk.see(GAME.placement(desk.table.state))
    assert isinstance(desk.table.verdict, Quiet)


def test_who_plays_on_after_a_refusal_has_answered_it() -> None:
    """The next legal move ends it, without a touch."""
    desk = Desk(nearly_stuck())
    desk.say("stuck")
    call = GAME.read_action(desk.table.state, "call 2")
    desk.see(GAME.attempted(desk.table.state, call))
    assert isinstance(desk.table.verdict, Quiet)
    assert desk.table.turn == "blue"


def test_a_card_turned_over_that_has_to_go_is_still_asked_away() -> None:
    """Nobody is told to put back the card that the same page asked to take away."""
    calls = [f"call {number}" for number in (8, 9, 10, 11)]
    desk = Desk(play(by_people("zwinkern"), *calls, "name green"))
    before = GAME.placement(desk.table.state)
    desk.say("has not")
    assert isinstance(desk.table.verdict, Waiting)
    turned = [(at, HIDDEN if (at, piece) == ("8", "8") else piece) for at, piece in before.pieces]
    desk.see(Placement(tuple(turned)))
    assert isinstance(desk.table.verdict, Waiting)
    assert [step.piece for step in desk.table.verdict.todo] == ["8"]
    desk.see(GAME.placement(desk.table.state))
    assert isinstance(desk.table.verdict, Quiet)


@pytest.mark.parametrize(
    ("claim", "answer", "card"),
    [
        ("name green", "has it", "8"),
        ("name green", "has not", "8"),
        ("accuse yellow red 10", "has it", "10"),
    ],
)
def test_who_calls_on_is_reminded_of_the_card_and_not_accused(
    claim: str, answer: str, card: str
) -> None:
    """The pawn goes on before a card has left: the card is due, and must not be put back."""
    calls = [f"call {number}" for number in (8, 9, 10, 11)]
    desk = Desk(play(by_people("zwinkern"), *calls, claim))
    before = GAME.placement(desk.table.state)
    desk.say(answer)
    due = GAME.placement(desk.table.state)
    desk.see(_move_red(before))
    assert isinstance(desk.table.verdict, Waiting)
    assert card in [step.piece for step in desk.table.verdict.todo]
    desk.see(_move_red(due))
    assert isinstance(desk.table.verdict, Quiet)
    assert desk.table.turn == "blue"


def _move_red(shown: Placement) -> Placement:
    """Return what the table shows once Red has called 12."""
    went = [(Place("12") if piece == "red" else at, piece) for at, piece in shown.pieces]
    return Placement(tuple(sorted(went)))


def test_a_won_card_that_is_laid_in_sight_is_asked_away() -> None:
    """It was taken, then laid before its winner: “not allowed, cards stay until the answer”."""
    desk = Desk(
        play(by_people("zwinkern", 3), "call 8", "call 10", "call 9", "name blue", "has it")
    )
    home = GAME.placement(desk.table.state)
    gone = [one for one in home.pieces if one != (Place("8"), Piece("red"))]
    desk.see(Placement(tuple(gone)))
    for called in ((), ((Place("5"), Piece("red")),)):
        desk.see(Placement(tuple(sorted([*gone, *called, (Place("8"), Piece("8"))]))))
        assert isinstance(desk.table.verdict, Misplaced)
        panel = expect(PlayPanel, build_panel(desk.table))
        assert panel.todo == (Message(CARD_SURPLUS, (("place", "8"),)),)
    desk.see(Placement(tuple(sorted([*gone, (Place("5"), Piece("red"))]))))
    assert isinstance(desk.table.verdict, Quiet)
    assert GAME.write_action(desk.table.past[-1].state, desk.table.past[-1].action) == "call 5"
