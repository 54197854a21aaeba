"""Cards named by touch: this turn's as often as one likes, the last move's only when asked for."""

from __future__ import annotations

import random

import pytest

from tablet_companion import games
from tablet_companion.games.core import (
    CHANCE,
    EMPTY,
    Card,
    Message,
    Piece,
    Place,
    Placement,
    Saying,
    Seat,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.explanations import Overtaken
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.held_cards import sort_cards
from tablet_companion.referee.model.panels import Arrow, CardKeysPanel, PlayPanel, QuestionPanel
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Asking
from tablet_companion.referee.pages.panel import AS_BEFORE, build_panel
from tablet_companion.referee.pages.warnings import WAITS
from tablet_companion.referee.step import step
from tablet_companion.referee.turns import questions
from tests.amounts import sampled
from tests.conformance.walk import GAMES
from tests.referee.bench import GAME, Bench
from tests.referee.concluded_cards import correcting, guessed
from tests.referee.looks import look
from tests.referee.seer import Seer
from tests.referee.taken_back import played

PILES = [game for game in GAMES if game.pile]


def named(table: Table, card: Card) -> Table:
    """Return the table after somebody named a card by its keys."""
    for intent in (events.OpenCardKeys(), events.NameCard(card)):
        table, _ = step(table, events.Touched(table.now_s + 1.0, intent))
    return table


@sampled(3)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", PILES, ids=lambda game: game.name)
def test_naming_cards_again_and_again_undoes_nothing(game: AnyGame, seed: int) -> None:
    """However often this turn's card is named, the record stays and the last name counts."""
    rng = random.Random(seed)
    table = played(game, seed, most=6 + 7 * seed)
    before = table.past
    for _ in range(6):
        card = rng.choice(game.cards)
        for reading in (table.reading, None):
            table = named(table.but(reading=reading), card)
            assert table.past == before
            assert table.named == card
            assert table.turn not in (None, CHANCE)


def test_the_last_card_is_corrected_by_a_choice_of_its_own() -> None:
    """The page names player and move, the correction is confirmed, and nobody moves again."""
    bench = guessed()
    bench.touch(events.OpenCardKeys())
    assert isinstance(bench.panel, CardKeysPanel)
    assert bench.panel.say.text == "Which card was laid?"
    assert events.CorrectCard() in [button.intent for button in bench.panel.buttons]
    bench.touch(events.CorrectCard())
    assert isinstance(bench.panel, CardKeysPanel)
    assert dict(bench.panel.say.details)["seat"] == "blue"
    moved = dict(bench.panel.more[0].details)
    assert (moved["place_from"], moved["place_to"]) == ("T16", "T21")
    bench.touch(events.NameCard(Card("copy")))
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.judged[-1].action == "5 T16>T21"
    bench.touch(events.Answer(0))
    assert bench.kinds[-1] is Kind.CORRECTED
    assert bench.judged[-1].action == "copy T16>T21"
    assert bench.table.turn == "green"
    bench.see(bench.shown(), seconds=10)
    assert bench.judged[-1].action == "copy T16>T21"
    assert isinstance(bench.panel, PlayPanel)
    assert not bench.panel.left


@pytest.mark.parametrize("sure", [1.0, 0.93])
@pytest.mark.parametrize("answer", ["5", "copy"])
def test_a_card_named_before_another_as_good_is_asked_about(answer: str, sure: float) -> None:
    """A 5 was named, then a copy of Red's 5 was laid: nobody can tell which of them was played.

    Before, the 5 went on record, though the pile showed what had been played instead; as it did
    where the move was seen with doubt, so that the copy was taken for the next player's.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(events.OpenCardKeys())
    bench.touch(events.NameCard(Card("5")))
    moved = bench.with_moves("T16>T21")
    doubts = {
        "T16": {EMPTY: sure, "blue": 1 - sure},
        "T21": {"blue": sure, EMPTY: 1 - sure},
    }
    bench.see(moved, card="copy", pose=(9, 0, 9), seconds=3, doubts=doubts)
    assert isinstance(bench.panel, CardKeysPanel)
    assert {*bench.panel.cards} == {"5", "copy"}
    bench.touch(events.NameCard(Card(answer)))
    bench.see(moved, card="copy", pose=(9, 0, 9), seconds=2)
    assert bench.judged[-1].action == f"{answer} T16>T21"


def test_a_card_named_before_one_that_forbids_the_move_counts() -> None:
    """The 7 that is read there cannot have been played: the word is believed, and nobody asked."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(events.OpenCardKeys())
    bench.touch(events.NameCard(Card("5")))
    bench.see(bench.with_moves("T16>T21"), card="7", pose=(9, 0, 9), seconds=2)
    assert bench.judged[-1].action == "5 T16>T21"


def test_a_correction_that_is_not_confirmed_changes_nothing() -> None:
    """The second answer, and the key that goes on, leave the record as it was."""
    for leave in (events.Answer(1), events.GoOn()):
        bench = guessed()
        before = bench.table.past
        correcting(bench, "copy")
        bench.touch(leave)
        assert bench.table.past == before
        assert bench.table.named is None
        assert isinstance(bench.panel, PlayPanel)


def test_what_is_moved_while_a_question_is_open_is_said_to_wait() -> None:
    """Until it is put back, or the question is answered: then it is judged."""
    bench = guessed()
    calm = bench.shown()
    correcting(bench, "copy")
    bench.see(calm)
    assert isinstance(bench.panel, QuestionPanel)
    assert WAITS not in bench.panel.more
    bench.see(bench.with_moves("T32>T35"))
    assert isinstance(bench.panel, QuestionPanel)
    assert WAITS in bench.panel.more
    bench.see(calm)
    assert isinstance(bench.panel, QuestionPanel)
    assert WAITS not in bench.panel.more


def test_what_is_moved_while_the_cards_are_shown_is_said_to_wait() -> None:
    """Nothing said that nobody judges it before the page is left."""
    bench = guessed()
    bench.touch(events.OpenCardKeys())
    for moved in (False, True, False):
        bench.see(bench.with_moves("T32>T35") if moved else bench.shown())
        assert isinstance(bench.panel, CardKeysPanel)
        assert (WAITS in bench.panel.more) == moved


def test_a_card_that_the_move_breaks_a_rule_with_is_said_so() -> None:
    """Five spaces with a 7: the rule is told, and only a word more takes the move back."""
    bench = guessed()
    before = bench.table.past
    correcting(bench, "7")
    shown = bench.panel
    assert isinstance(shown, QuestionPanel)
    assert shown.more
    bench.touch(events.Answer(1))
    assert bench.table.past == before
    correcting(bench, "7")
    bench.touch(events.Answer(0))
    assert bench.table.turn == "blue"
    assert isinstance(bench.panel, PlayPanel)
    assert bench.panel.left


def test_the_pile_as_it_lies_is_not_taken_for_a_new_card() -> None:
    """The last move's card was misread; corrected, it lies there still, and nobody has laid it."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    correcting(bench, "5")
    assert not isinstance(build_panel(bench.table), QuestionPanel)
    bench.see(bench.with_moves("T16>T21"), card="5", pose=(0, 0, 30))
    bench.hand()
    correcting(bench, "copy")
    bench.touch(events.Answer(0))
    assert bench.judged[-1].action == "copy T16>T21"
    bench.see(bench.shown(), card="5", pose=(0, 0, 30), seconds=8)
    assert bench.table.turn == "green"
    assert bench.table.card.how is How.SAME
    assert bench.judged[-1].action == "copy T16>T21"


def test_the_like_of_a_card_laid_exactly_on_it_is_asked_about_as_such() -> None:
    """“Which card was laid?” made people look for a card that lay before them."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T25"), card="5", seconds=6)
    assert isinstance(bench.panel, CardKeysPanel)
    assert bench.panel.say.text == AS_BEFORE
    assert dict(bench.panel.say.details) == {"card": "5"}
    assert Card("5") in bench.panel.cards


def test_without_a_last_card_there_is_none_to_correct() -> None:
    """At the beginning the page has no such key, and the touch does nothing."""
    bench = Bench()
    bench.touch(events.OpenCardKeys())
    assert isinstance(bench.panel, CardKeysPanel)
    assert events.CorrectCard() not in [button.intent for button in bench.panel.buttons]
    shown = bench.panel
    bench.touch(events.CorrectCard())
    assert bench.panel == shown


def test_cards_are_asked_for_by_number_and_none_is_an_answer() -> None:
    """A pawn moved without a card: every card in the deck's order, or that none was laid."""
    bench = guessed()
    bench.see(bench.with_moves("T32>T50"), card="none", seconds=6)
    shown = bench.panel
    assert isinstance(shown, CardKeysPanel)
    in_deck = [card for card in bench.table.game.cards if card in shown.cards]
    assert list(shown.cards) == in_deck
    assert shown.none
    keys = [button.intent for button in shown.buttons]
    assert events.GiveUp() not in keys, (
        "a pawn was moved; “No card” stood beside “No card was laid”"
    )
    bench.touch(events.NoCard())
    assert isinstance(bench.panel, PlayPanel)
    assert bench.panel.left
    assert "card" in bench.panel.todo[0].text
    assert bench.panel.arrows == (Arrow(Place("T50"), Place("T32")),), "which pieces to put back"
    assert bench.panel.seen is not None
    assert "T50" in dict(bench.panel.seen.pieces)
    bench.see(bench.with_moves("T32>T50"), card="none", seconds=6)
    assert isinstance(bench.panel, PlayPanel)
    bench.see(bench.shown(), card="none")
    assert isinstance(bench.panel, PlayPanel)
    assert not bench.panel.left


@pytest.mark.parametrize("game", PILES, ids=lambda game: game.name)
def test_a_hand_is_told_by_number(game: AnyGame) -> None:
    """Wherever cards are listed they are in the deck's order, numbers as numbers."""
    cards = tuple(reversed(game.cards))
    assert sort_cards(game, sorted(cards)) == game.cards
    ways = [Message("{card}", (("card", card),)) for card in cards]
    entries = tuple(sayings.Entry(Saying(Seat("red"), (way,)), way) for way in ways)
    said = [str(label.details[0][1]) for label in sayings.list_next(entries, ())]
    numbers = [int(card) for card in said if card.isdigit()]
    assert numbers == sorted(numbers)
    assert not any(card.isdigit() for card in said[-1:])


def test_its_like_laid_exactly_on_a_card_can_be_named() -> None:
    """Red's 8 lies on yellow's as if none had come: a pawn that went nine is asked about with it.

    A 9 and a joker allow the move, so these were on the page alone.
    """
    seer = Seer(games.load("dog"), 3, dealing="people")
    moves = ("A green.nest>T32", "A yellow.nest>T48", "A red.nest>T0", "A blue.nest>T16")
    for number, said in enumerate((*moves, "8 T32>T40", "8 T48>T56")):
        action = seer.table.game.read_action(seer.table.state, said)
        shown = seer.table.game.attempted(seer.table.state, action)
        lay(seer, shown, said.split()[0], (6.0 * number, 0.0, 0.0))
    assert seer.table.turn == "red"
    pieces = [one for one in seer.table.placement.pieces if one != ("T0", "red")]
    astray = Placement(tuple(sorted((*pieces, (Place("T9"), Piece("red"))))))
    lay(seer, astray, "8", (30.0, 0.0, 0.0))
    shown_keys = build_panel(seer.table)
    assert isinstance(shown_keys, CardKeysPanel)
    assert shown_keys.cards == ("8", "9", "X")


def lay(seer: Seer, shown: Placement, card: str, pose: tuple[float, float, float]) -> None:
    """Show a card on the pile and the pieces after its move, once a hand has gone."""
    seer.event(events.Busy(seer.table.now_s + 0.5))
    reading = look(shown, areas=seer.table.areas, card=card, pose=pose)
    for _ in range(40):
        seer.event(events.Saw(seer.table.now_s + 0.1, reading))


@pytest.mark.parametrize("answered", [True, False], ids=["by an answer", "by hand alone"])
@pytest.mark.parametrize("sure", [0.88, 0.99])
def test_a_card_named_for_what_was_put_back_does_not_count_for_the_next_one(
    sure: float, *, answered: bool
) -> None:
    """Blue's 9 was said to lie on Red's, and went ten; all was put back, and a 5 is laid instead.

    Before, nine spaces went on record by the 9 though nobody had laid it then.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T9"), card="9", seconds=3)
    bench.see(bench.with_moves("T16>T26"), card="9", seconds=6)
    bench.touch(events.OpenCardKeys())
    bench.touch(events.NameCard(Card("9")))
    bench.look_on(3)
    if answered:
        bench.touch(events.RecordIsRight())
    bench.see(bench.shown(), card="9", seconds=3)
    bench.see(bench.with_moves("T16>T25"), card="5", pose=(9, 0, 9), card_sure=sure, seconds=3)
    assert [one.action for one in bench.judged if one.action] == ["9 T0>T9"]


@pytest.mark.parametrize("answered", [True, False], ids=["by an answer", "by hand alone"])
def test_a_card_named_as_nobody_could_read_it_counts_after_its_move_was_put_back(
    *, answered: bool
) -> None:
    """It lies there still, read as badly as before: its player need not name it again."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T9"), card="9", seconds=3)
    badly = {"card": "5", "pose": (9, 0, 9), "card_sure": 0.6}
    bench.see(bench.with_moves("T16>T26"), seconds=6, **badly)
    bench.touch(events.OpenCardKeys())
    bench.touch(events.NameCard(Card("copy")))
    bench.look_on(3)
    if answered:
        bench.touch(events.RecordIsRight())
    bench.see(bench.shown(), seconds=3, **badly)
    bench.see(bench.with_moves("T16>T25"), seconds=3, **badly)
    assert bench.judged[-1].action == "copy T16>T25"


def test_a_card_said_to_lie_beneath_counts_though_another_was_put_back() -> None:
    """Blue miscounted first; then Green's copy came to lie beneath Blue's 5, as the answer says."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T9"), card="9", seconds=3)
    bench.see(bench.with_moves("T16>T26"), card="5", pose=(9, 0, 9), seconds=3)
    bench.see(bench.shown(), card="9", seconds=3)
    action = GAME.read_action(bench.table.state, "5 T16>T21")
    laid = Overtaken(((action, Laid(Card("5"), How.SEEN)),), first=Card("copy"))
    asked = Asking(questions.ask_for_first(bench.table, laid))
    bench.table = bench.table.but(verdict=asked)
    bench.touch(events.Answer(0))
    bench.see(bench.shown(), card="5", pose=(12, 0, 30), seconds=1)
    assert bench.table.turn == "green"
    assert bench.table.named == "copy"


def test_a_card_named_after_two_hands_is_not_asked_about_again() -> None:
    """Two pawns were in hand at once, so any card might lie beneath: the first one was named."""
    bench = Bench()
    bench.see(bench.shown(), card="none", seconds=1)
    bench.see(bench.with_moves("T0>", "T16>"), card="5", seconds=0.2)
    bench.see(bench.with_moves("T0>T5", "T16>T19"), card="3", pose=(9.0, 0.0, 0.0), seconds=3)
    assert bench.kinds == [Kind.ASKED]
    bench.touch(events.NameCard(Card("5")))
    bench.look_on(4)
    assert bench.kinds[1:] == [Kind.ACCEPTED, Kind.ACCEPTED]
