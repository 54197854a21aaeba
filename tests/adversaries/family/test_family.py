"""A few turns of a clumsy family at every game: what the referee owes people, it gives them."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tablet_companion.games.core import Piece, Place, Seat
from tablet_companion.referee.explaining import several
from tablet_companion.referee.explaining.cases import Candidate, Case
from tests.adversaries.family import answering, page
from tests.adversaries.family.answering import Temper
from tests.adversaries.family.evening import Character, Evening, RuleSet, rule_sets
from tests.adversaries.family.eyesight import MILD, PERFECT, POOR, Eyesight
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import HABITS, SHARE, Rates, choose, load, unruly
from tests.adversaries.family.play import evening, play
from tests.adversaries.family.properties import BLAMES, NEEDLESS, NO_WAY_OUT, OBJECTS, UNTOUCHED
from tests.amounts import sampled
from tests.screen.marked_texts import said

load()
TURNS = 12
"""This many turns are played of each game here; ``make family`` plays more."""
WELL = Character(Rates(dict.fromkeys(HABITS, 0.0), slips=0.0), eyesight=PERFECT)
"""People who do everything as it should be, seen as it is."""
BUMPS = "takes back, and bumps another piece"
SINCE = {name for name, one in HABITS.items() if one.number >= HABITS[BUMPS].number}
SINCE |= {"walks past the lamp all the time"}
"""Habits that came after the evenings that are played again here."""
ROOT = Path(__file__).parents[3]
_CASE = (
    "--game",
    "agent_dog",
    "--seed",
    "5",
    "--turn",
    "8",
    "--only",
    "plays beside a doubtful place",
)

every_game = pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.name)


@every_game
def test_a_clumsy_family_gets_what_it_is_owed(rules: RuleSet) -> None:
    """Nobody innocent is blamed, nothing undone accepted, no trouble passed over in silence."""
    broken = play(rules, TURNS, Character(), seed=1).cases
    assert not broken, "\n".join((broken[0].name, *broken[0].story))


@every_game
def test_people_who_play_well_are_left_alone(rules: RuleSet) -> None:
    """Turns as they should be break nothing: the properties ask for no more than there is."""
    assert not play(rules, TURNS // 2, WELL, seed=3).cases


def test_two_agents_of_a_colour_are_told_by_where_they_stand() -> None:
    """An option that the camera cannot read is played like any other.

    Before, every second agent was missing where it stood, from the first page on: no turn came.
    """
    pairs = RuleSet("agent", "agent", (("agents_per_city", 2),))
    figures = play(pairs, 2 * TURNS, Character(), seed=7330000)
    assert figures.turns.total() == 2 * TURNS
    assert not figures.cases


def test_a_card_that_only_the_hands_rule_out_is_asked_about_before_it_is_refused() -> None:
    """The tablet has dealt; the next one's card covers the right one, which its player holds.

    The player was accused of the card on top, which was not in that player's hand; later it was
    refused without a name.
    """
    dog = next(rules for rules in rule_sets() if rules.name == "dog")
    rates = Rates(slips=0.0)
    people = Character(rates, only="covers a card at once", eyesight=POOR, varies=True)
    told = [*evening(dog, 320135, people, turns=5)]
    assert not [case for _, cases, _ in told for case in cases]
    lines = [line for _, _, story in told for line in story]
    assert [line for line in lines if "Which card was laid?" in line]
    assert not [line for line in lines if "objected" in line]


def test_who_has_named_a_card_is_not_asked_for_it_again() -> None:
    """A badly read joker, and a second pawn moved: that explains more than one page can offer.

    Before, the page asked which card was laid, and after each answer asked again, without end.
    """
    dog = next(rules for rules in rule_sets() if rules.name == "dog")
    people = Character(eyesight=POOR, varies=True)
    *_, (_, cases, story) = evening(dog, 721005, people, turns=40)
    assert not cases, "\n".join(story)
    assert len([line for line in story if "they touch X" in line]) == 1


def test_what_stands_in_full_sight_is_not_asked_about() -> None:
    """Both cards were read, and both moves show: the card on top is the next player's.

    Before, people were asked whether the first move had been made with the second card.
    """
    dog = next(rules for rules in rule_sets() if rules.name == "dog")
    people = Character(Rates(slips=0.0), only="finishes under the next card", varies=True)
    *_, (_, _, story) = evening(dog, 512002, people, turns=9)
    assert not [line for line in story if NEEDLESS in line], "\n".join(story)


def test_a_case_can_be_repeated() -> None:
    """The same game, evening and turn tell the same story, word for word, in any process."""
    told = []
    for chance in ("1", "2"):
        # Python orders sets of text otherwise in every process, unless told how.
        surroundings = os.environ | {"PYTHONHASHSEED": chance}
        words = [sys.executable, "-m", "tests.adversaries.family", *_CASE]
        ran = subprocess.run(
            words, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
        )
        told.append(ran.stdout)
    assert told[0] == told[1]
    assert told[0].startswith("agent_dog, evening 5, turn 8")


@sampled(6)
@pytest.mark.parametrize("habit", HABITS)
def test_every_habit_is_borne(habit: str) -> None:
    """Each habit by itself, three turns of it, breaks nothing.

    What was played unseen may be objected to by its last card alone, without a name.
    """
    dog = next(rules for rules in rule_sets() if rules.name == "agent_dog")
    figures = play(dog, 3, Character(Rates(slips=0.0), only=habit), seed=2)
    assert figures.turns == {habit: 3}
    assert not [case for case in figures.cases if case.name != OBJECTS]


def test_a_wrong_objection_is_told_from_a_right_one() -> None:
    """Somebody who did nothing is innocent, whoever moved a pawn wrongly is not."""
    dog = next(rules for rules in rule_sets() if rules.name == "dog")
    tonight = Evening(dog, 4, WELL)
    tonight.begin()
    account, top = tonight.family.account, tonight.room.tabletop
    top.who = None
    top.put(Figure(Piece("red")), Place("T30"))
    assert not account.guilty()
    top.who = Seat("blue")
    top.put(Figure(Piece("blue")), Place("T40"))
    assert account.guilty() == {"blue"}


MENDED = (
    ("agent", 5005, 25),  # a knocked agent was somebody's move, though nobody moves agents then
    ("agent", 5012, 44),  # a bumped board, while all were asked for objections
    ("agent_dog", 9008, 10),  # that no card was laid was forgotten, and asked again
    ("agent_dog", 9009, 11),  # a called pawn passed for a move under way, whose pawn stood still
    ("agent_dog", 9036, 8),  # what two players did with one pawn was the first one's fault
    ("agent_dog", 41001, 29),  # of three turns under a hand the first was asked for in vain
    ("agent_dog", 41025, 43),  # two answers to a question were told by the same words
    ("agent_dog", 42008, 17),  # a pawn that the next player moved on was accepted as moved twice
    ("agent_dog", 910005, 46),  # colours that people named were judged by the record they correct
    ("agent_dog", 910091, 35),  # who did it rightly after all put another pawn back than was moved
    ("agent_dog", 910017, 3),  # two turned-over pawns were put back the wrong way round
    ("agent_dog", 930039, 1),  # an exchange under a hand was the fault of the move before
    ("agent_dog", 930066, 27),  # the family did not follow the arrows of what is left to do
    ("agent_dog", 64015, 4),  # a pawn was merely missing that lay in the only hole still covered
    ("dog", 1015, 40),  # an older card beneath was taken for the first of the turn
    ("dog", 1022, 26),  # the last move before a deal was judged by the next card
    ("dog", 1028, 2),  # a card taken away was remembered, and the move accepted by it
    ("dog", 5005, 28),  # a place read with doubt was taken for a step left undone
    ("dog", 20010, 38),  # a pawn moved under an arm, and a joker was accepted for less than it did
    ("dog", 20013, 48),  # a pawn pushed onto a place beside a card that lay there was a wrong move
    ("dog", 20017, 42),  # three turns under a hand: the second one was accused
    ("dog", 20018, 40),  # a card that cannot be played asked for ever who was right
    ("dog", 43032, 32),  # a capture and a pawn from the nest passed for an exchange
    ("dog", 20025, 49),  # three turns under a hand, of one pawn: the first one was accused
    ("pocket_ops", 1015, 47),  # two pieces knocked at once were taken for a move
    ("pocket_ops", 910068, 23),  # a figure beside its own nest passed for one that broke a rule
    ("pocket_ops", 3620023, 38),  # an agent taken back passed for one foiled, a place in doubt
    ("pocket_ops", 93007, 43),  # a cup on three places of a reserve was passed over in silence
    ("pocket_ops", 5014, 34),  # people's word for a place was forgotten when the move was accepted
    ("wink-wink", 45001, 2),  # a move taken back by hand was waited for in hands out of sight
    ("wink-wink", 710002, 44),  # what lay out of sight was waited for to leave where it came
    ("wink-agents", 5012, 9),  # a first call under a hand, from where no camera looks
    ("wink-agents", 5004, 2),  # a called pawn read with doubt was passed over in silence
)
"""Evenings with the turn at which each once went wrong."""


@sampled(6)
@pytest.mark.parametrize(("name", "seed", "turns"), MENDED)
def test_what_once_went_wrong_goes_right(name: str, seed: int, turns: int) -> None:
    """Played again up to its turn, nothing that the referee owed people is missing in it.

    In a quick run a sixth of the evenings is played again, other ones in every run.
    """
    rules = next(one for one in rule_sets() if one.name == name)
    *_, (_, cases, story) = evening(rules, seed, Character(), turns=turns)
    assert not cases, "\n".join(story)


def test_a_pawn_beside_a_card_is_named_although_it_came_from_out_of_sight() -> None:
    """A pawn put down beside the card of a first call: before, nobody was told anything."""
    rules = next(one for one in rule_sets() if one.name == "wink-wink")
    figures = play(rules, 2, Character(only="puts a piece beside its place"), seed=1550000)
    assert not figures.cases


def test_a_piece_that_is_out_of_play_is_named_beside_a_place() -> None:
    """A specialist stands beside a room while nobody may bring one: before, nothing was said."""
    rules = next(one for one in rule_sets() if one.name == "pocket_ops")
    figures = play(rules, 5, Character(only="a piece of another game"), seed=3660000)
    assert not figures.cases


def test_a_table_that_is_packed_up_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at it tried every action after every other; it took seconds."""
    tried, case_after = [0], several.case_after

    def count(case: Case, first: Candidate) -> Case:
        tried[0] += 1
        return case_after(case, first)

    monkeypatch.setattr(several, "case_after", count)
    rules = next(one for one in rule_sets() if one.name == "wink-agents")
    play(rules, 1, Character(only="packs up and goes on"), seed=3641000)
    assert 0 < tried[0] < 500


def test_habits_are_numbered_from_one_on() -> None:
    """A new habit gets a number after the last: evenings on record depend on the order."""
    assert [one.number for one in HABITS.values()] == [*range(1, len(HABITS) + 1)]


def test_every_unruly_habit_is_played() -> None:
    """However many there are, the last one has its share, and so have turns played well."""
    tonight = Evening(rule_sets()[0], 1, Character())
    drawn = {choose(tonight.family, unruly(0.0)).name for _ in range(9000)}
    assert drawn == {*HABITS, "well"}


@sampled(3)
@pytest.mark.parametrize("temper", Temper)
@every_game
def test_unruly_people_get_what_they_are_owed(rules: RuleSet, temper: Temper) -> None:
    """Neither wilful people nor such as answer without reading lead into a dead end."""
    figures = play(rules, TURNS, Character(unruly(0.0), temper=temper), seed=1560000)
    assert not [case for case in figures.cases if case.name in (BLAMES, NO_WAY_OUT)]


UNRULY_MENDED = (
    ("dog", 1730003, 39, Temper.YES),  # whose pawn Green captured too early was accused
    (
        "dog",
        2010002,
        32,
        Temper.NO,
    ),  # two cards in the wrong order, each put on record by the other
    ("pocket_ops", 2000004, 15, Temper.HONEST),  # agents gathered from three rooms, from one shown
)
"""The same of people who are unruly, without mischief, and how they answer."""


@sampled(3)
@pytest.mark.parametrize(("name", "seed", "turns", "temper"), UNRULY_MENDED)
def test_what_once_went_wrong_with_unruly_people_goes_right(
    name: str, seed: int, turns: int, temper: Temper
) -> None:
    """Played again up to its turn, nothing that the referee owed people is missing in it."""
    rules = next(one for one in rule_sets() if one.name == name)
    rates = unruly(0.04)
    shares = {one: 0.0 if rate == SHARE else rate for one, rate in rates.of.items()}
    character = Character(replace(rates, of=shares), temper=temper)
    *_, (_, cases, story) = evening(rules, seed, character, turns=turns)
    assert not cases, "\n".join(story)


KEEPS, CROSS = "keeps what was captured for two turns", "hands cross in mid-move"
REPLAYS = "takes a move back by hand, plays another card"
ONLY_MENDED = (
    ("agent_dog", KEEPS, 31100000, 14),  # two sevens, each the other's move
    ("agent_dog", KEEPS, 31100000, 49),  # another move than the one begun
    ("agent_dog", KEEPS, 31500001, 5),  # one of two that may have been begun
    ("agent_dog", REPLAYS, 31100000, 21),  # the next one was accused
    ("agent_dog", "puts a glass on the pile", 31100000, 41),  # two moves of a pawn on record as one
    ("agent_dog", CROSS, 61000002, 7),  # a card beneath another was not seen
    ("dog", CROSS, 61000000, 25),  # a card that had been taken away counted
)
"""Habits by themselves, with the evening and the turn that was wrong."""


@sampled(3)
@pytest.mark.parametrize(("name", "habit", "seed", "turns"), ONLY_MENDED)
def test_what_one_habit_led_to_goes_right(name: str, habit: str, seed: int, turns: int) -> None:
    """Played again up to its turn, nobody is accused, and nothing on record that nobody did."""
    rules = next(one for one in rule_sets() if one.name == name)
    *_, (_, cases, story) = evening(rules, seed, Character(only=habit), turns=turns)
    assert not cases, "\n".join(story)


@sampled(3)
@pytest.mark.parametrize(
    ("name", "habit", "seed", "turns"),
    [
        ("agent_dog", "undoes a move while nobody looks", 50820001, 7),  # swapped, though one gone
        ("dog", "undoes a move while nobody looks", 50710000, 26),  # the next one was accused
        ("wink-agents", "adds a spare piece from the box", 50710001, 8),  # it passed for a call
        # A card that people named for the first of three turns was held against all of them.
        ("agent_dog", "the pile is out of sight for turns", 581001, 10),
        ("agent_dog", "the pile is out of sight for turns", 581002, 4),
    ],
)
def test_what_guests_led_to_goes_right(name: str, habit: str, seed: int, turns: int) -> None:
    """The same of guests, with poor eyes; a way back may be long, as each doubt is asked about."""
    rules = next(one for one in rule_sets() if one.name == name)
    character = Character(only=habit, eyesight=POOR)
    *_, (_, cases, story) = evening(rules, seed, character, turns=turns)
    assert {one.name for one in cases} <= {"does not find back"}, "\n".join(story)


@sampled(3)
@pytest.mark.parametrize(
    ("name", "habit", "seed", "turns", "eyesight"),
    [
        # A card that people named was held against others' turns, or taken for another's move.
        ("dog", "the pile is out of sight for turns", 562001, 8, POOR),
        ("agent_dog", "the pile is out of sight for turns", 563001, 19, POOR),
        # A move that was seen wholly was forgotten once two others had played on it.
        ("agent_dog", "the pile is out of sight for turns", 580001, 11, POOR),
        ("dog", "the pile is out of sight for turns", 700001, 11, MILD),
        ("agent_dog", "the next one follows an exchange at once", 582001, 17, MILD),
    ],
)
def test_what_quick_turns_led_to_goes_right(
    name: str, habit: str, seed: int, turns: int, eyesight: Eyesight
) -> None:
    """The same where several play before the table has been looked at, with other options."""
    rules = next(one for one in rule_sets() if one.name == name)
    character = Character(only=habit, eyesight=eyesight, varies=True)
    *_, (_, cases, story) = evening(rules, seed, character, turns=turns)
    assert not cases, "\n".join(story)


@pytest.mark.parametrize("name", ["wink-agents", "wink-wink", "wink-zwinkern"])
def test_a_pawn_read_nowhere_costs_one_question_or_two(name: str) -> None:
    """A call stands on a card that cannot be read, and others are read with doubt, too.

    Before, people were asked about one card after the other, three times and more.
    """
    rules = next(one for one in rule_sets() if one.name == name)
    asked = "plays beside a doubtful place"
    character = Character(Rates(slips=0.0), only=asked, eyesight=POOR)
    for _, cases, story in evening(rules, 73000001, character, turns=14):
        assert not cases, "\n".join(story)
        assert sum("the page: QuestionPanel" in line for line in story) <= 2


def test_people_go_by_what_pages_say() -> None:
    """Every fragment that the family looks for is part of a text that is still said."""
    texts = said()
    fragments = (*page.FRAGMENTS, *answering.FRAGMENTS)
    assert not [part for part in fragments if not any(part in text for text in texts)]


@pytest.mark.parametrize("name", ["agent_dog", "pocket_ops"])
def test_a_move_left_standing_stays_taken_back(name: str) -> None:
    """Another piece is bumped and put up again: before, the move was accepted again by that.

    At Pocket Ops there is no pile, and what was bare before counted as a card taken off.
    """
    rules = next(one for one in rule_sets() if one.name == name)
    figures = play(rules, 6, Character(Rates(slips=0.0), BUMPS), seed=18000000)
    assert not [case for case in figures.cases if case.name == UNTOUCHED]
