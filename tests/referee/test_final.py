"""Moves that may not be taken back: neither by the key nor by putting the pieces back."""

from __future__ import annotations

import pytest

from tablet_companion.games import usual
from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import UNKNOWN_CARD, say_plainly
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import (
    Answer,
    CorrectCard,
    NameCard,
    OpenCardKeys,
    TableIsRight,
    TakeBack,
)
from tablet_companion.referee.model.panels import (
    BoardPanel,
    ObjectionPanel,
    PlayPanel,
    QuestionPanel,
)
from tests.conformance.walk import GAMES, walk
from tests.games.agent_dog import position
from tests.referee.bench import GAME, Bench
from tests.referee.captures import captured


def test_capturing_ones_own_side_unseen_is_final() -> None:
    """ATTENTION AUX PIONS: found out on turning it up, the move stands; an opponent's does not."""
    for victim, final in (("green", True), ("red", True), ("blue", False), ("yellow", False)):
        red = "T20 T26" if victim == "red" else "T20"
        moment = captured(victim, red=red).table.past[-1]
        breaches = GAME.annulled(moment.state, moment.action)
        assert [breach.rule for breach in breaches] == (["no_annulling"] if final else [])


def test_the_key_says_that_the_move_stands() -> None:
    """Nothing is undone, whatever is answered; the board can be corrected from there."""
    bench = captured("green")
    before = bench.table.past
    bench.touch(TakeBack())
    shown = bench.panel
    assert isinstance(shown, QuestionPanel)
    assert shown.say.text == GAME.rules["no_annulling"].text  # type: ignore[index]  # a Rule
    for answer in range(len(shown.choices)):
        bench.touch(TakeBack())
        bench.touch(Answer(answer))
        assert bench.table.past == before
    bench.touch(TakeBack())
    bench.touch(Answer(0))
    assert isinstance(bench.panel, BoardPanel)
    bench.touch(TableIsRight())
    assert bench.judged[-1].kind is Kind.CORRECTED


def test_pieces_put_back_are_objected_to() -> None:
    """The page names the rule and draws what goes where; put there again, the game goes on."""
    bench = captured("green")
    after = bench.shown()
    assert bench.table.turn == "blue"
    bench.see(bench.with_moves("green.N4>T26=hidden", "T26>T20=red"), card="6", seconds=3)
    back = dict(after)
    back.pop("green.N4")
    back |= {"T20": "red", "T26": "hidden"}
    bench.see(back, card="6", seconds=3)
    shown = bench.panel
    assert isinstance(shown, ObjectionPanel)
    assert [one.rule.text for one in shown.breaches] == [GAME.rules["no_annulling"].text]  # type: ignore[index]  # a Rule
    assert shown.arrows
    assert bench.judged[-1].kind is Kind.OBJECTED
    bench.see(after, card="6", seconds=2)
    assert isinstance(bench.panel, PlayPanel)
    assert bench.table.turn == "blue"
    assert bench.table.state.out[0]


def test_the_captured_pawn_is_led_home_again() -> None:
    """Arrows say where both pawns go. Before, that of the captured one was missing.

    Its colour is known, since it was turned up.
    """
    bench = captured("green", yellow="T46")
    back = bench.with_moves("green.N4>T26=hidden")
    bench.see(back | {"T20": "red"}, card="6", seconds=3)
    shown = bench.panel
    assert isinstance(shown, ObjectionPanel)
    assert [(one.source, one.target) for one in shown.arrows] == [
        ("T26", "green.nest"),
        ("T20", "T26"),
    ]


@pytest.mark.parametrize(("colour", "home"), [("yellow", "yellow.nest"), ("green", "green.F4")])
def test_a_pawn_turned_up_where_it_may_not_stay_is_led_home(colour: str, home: str) -> None:
    """Blue's finish turns a pawn up that is none of his: the page says at once where it goes.

    Before, it said nothing for seven seconds, then that table and record disagree.
    """
    state = read_position(position("10", turn="blue", blue="T40", **{colour: "T10"}))
    bench = Bench()
    hands = ((UNKNOWN_CARD,) * 4,) * 4
    bench.table = bench.table.but(state=state._replace(hands=hands), past=(), happened=())
    up = bench.with_moves(f"T10>blue.F4={colour}")
    bench.see(up, card="10", seconds=1)
    assert isinstance(bench.panel, PlayPanel)
    assert [(one.source, one.target) for one in bench.panel.arrows] == [("blue.F4", home)]
    up[home.replace("nest", "N4")] = up.pop("blue.F4")
    bench.see(up, card="10", seconds=1)
    assert bench.kinds[-1] is Kind.ACCEPTED


def test_another_card_named_for_it_takes_nothing_back() -> None:
    """With a card that the move was not allowed with, the move stands all the same."""
    bench = captured("green")
    before = bench.table.past
    for intent in (OpenCardKeys(), CorrectCard(), NameCard(GAME.cards[0]), Answer(0)):
        bench.touch(intent)
    assert bench.table.past == before


def test_what_came_before_it_is_not_taken_back_either() -> None:
    """The same position two moves ago is no way round it."""
    bench = captured("green")
    before = bench.shown()
    bench.see(bench.with_moves("blue.N4>T16"), card="13", pose=(9, 0, 0), seconds=2)
    assert bench.table.turn == "green"
    before.pop("green.N4")
    before |= {"T20": "red", "T26": "hidden"}
    bench.see(before, card="13", pose=(9, 0, 0), seconds=3)
    assert isinstance(bench.panel, ObjectionPanel)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_stands_is_told_by_a_rule(game: AnyGame) -> None:
    """Of a random game's actions: a rule with words forbids to annul some, if the game has one."""
    first = game.setup({}, game.seats[: game.players({})[-1]])
    moves = walk(game, first, 5, most=2500)
    found = [breach for state, action in moves for breach in game.annulled(state, action)]
    assert bool(found) == (game.annulled is not usual.nothing)
    assert all(say_plainly(game.rules[one.rule].text, one.details) for one in found)
