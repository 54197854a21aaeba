"""What is said rather than moved is asked for, answered and told in words of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games import load
from tablet_companion.games.core import (
    HIDDEN,
    TABLE,
    Card,
    Message,
    Piece,
    Place,
    Placement,
    Rule,
    Step,
    StepKind,
)
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.games.wink import words
from tablet_companion.games.wink.state import Phase
from tablet_companion.referee.explaining.explanations import DidOneOf, Overtaken
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.coaching import list_played, list_rules
from tablet_companion.referee.model.events import Point as PointAt
from tablet_companion.referee.model.events import Say, Touched, Wonder
from tablet_companion.referee.model.panels import MenuPanel, PlayPanel, QuestionPanel, WonderPanel
from tablet_companion.referee.model.steps_in_words import ask_for, describe_action, tell_action
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.questions import ask_for_first, ask_which
from tests.conformance.walk import positions
from tests.expected import expect, present
from tests.games.dog import position
from tests.games.wink import GAME, by_people, play
from tests.referee.seer import areas_of
from tests.referee.wink_desk import Desk

FEW_CAPTURES = 100
"""Plays looked at."""


def test_the_one_asked_is_told_for_which_card() -> None:
    """Several cards are called: a question without a number would not say which is meant."""
    calls = [f"call {number}" for number in (8, 9, 10, 11)]
    for claim, card in (("name green", "8"), ("accuse yellow red 10", "10")):
        desk = Desk(play(by_people("zwinkern"), *calls, claim))
        page = expect(PlayPanel, build_panel(desk.table))
        assert dict(page.say.details)["card"] == card


def test_accusations_stand_in_the_order_of_players_and_of_numbers() -> None:
    """The 9 before the 21."""
    desk = Desk(play(by_people("zwinkern"), "call 21", "call 8", "call 9"))
    found = sayings.find_spoken(desk.table.position)
    accuse = next(
        one.saying.labels[:2]
        for one in found
        if one.saying.seat == "blue" and len(one.saying.labels) > 2
    )
    cards = [str(dict(one.details)["card"]) for one in sayings.list_next(found, accuse)]
    assert cards == sorted(cards, key=int)
    assert set(cards) == {"9", "21"}


def test_may_i_call_this_card() -> None:
    """A pawn that is not on the table yet cannot be touched: the card is all that is touched."""
    desk = Desk(by_people("zwinkern"))
    call = GAME.read_action(desk.table.state, "call 8")
    desk.see(GAME.attempted(desk.table.state, call))
    desk.touch(Wonder(asking=True))
    for card, said in (("9", "Yes, you may."), ("8", "No, that is not allowed.")):
        desk.touch(PointAt(Place(areas_of(GAME)[Place(card)][0])))
        page = expect(WonderPanel, build_panel(desk.table))
        assert page.say.text == said


def test_a_touched_card_is_one_to_be_called_later_too() -> None:
    """“This piece cannot move now. Touch a place.” said nothing of the card that was touched."""
    desk = Desk(play(by_people("zwinkern"), "call 8", "call 9", "call 10", "call 11"))
    desk.touch(Wonder(asking=True))
    desk.touch(PointAt(Place(areas_of(GAME)[Place("12")][0])))
    page = expect(WonderPanel, build_panel(desk.table))
    assert page.say.text == "Yes, you may."


def test_a_second_turn_begins_with_the_partner() -> None:
    """Only a key said that one may be named, where the headline asked for the next call."""
    calls = ("call 8", "call 9", "call 10", "call 11")
    for edition, must in (("agents", False), ("wink", True), ("zwinkern", False)):
        say = GAME.prompt(GAME.view(play(by_people(edition), *calls), TABLE))
        assert say.text == (words.MUST_NAME if must else words.MAY_NAME)
        assert dict(say.details) == {"seat": "red", "card": "8"}
    won = play(by_people("agents"), *calls, "name blue", "has it")
    assert GAME.prompt(GAME.view(won, TABLE)).text == games.terms("wink").prompts[Phase.TURN]


def test_the_last_page_says_why_the_game_is_over() -> None:
    """An empty hand is not to be seen on the table."""
    dealt_out = by_people("agents", 8)
    told = GAME.facts(GAME.view(dealt_out, TABLE))
    assert not [one for one in told if one.text == words.NOTHING_TO_CALL]
    empty = dealt_out._replace(phase=Phase.OVER, hands=((), *dealt_out.hands[1:]))
    first, *_ = GAME.facts(GAME.view(empty, TABLE))
    assert (first.text, dict(first.details)) == (words.EMPTY_HAND, {"seat": "red"})
    full = dealt_out._replace(phase=Phase.OVER)
    said = GAME.facts(GAME.view(full, TABLE))[0].text
    assert said == words.NOTHING_TO_CALL
    assert "no card left" not in said, "to a hand with the twins of all that lie there"


def test_accusing_the_caller_is_said_to_be_in_vain() -> None:
    """The rules allow it, and its keys stood among the others as if it could be true."""
    state = play(by_people("agents", 4), "call 12", "call 7")
    for of, text in (("red", words.IN_VAIN), ("blue", "{seat} holds the {card}")):
        said = present(GAME.saying(state, GAME.read_action(state, f"accuse green {of} 12")))
        assert said.labels[-1].text == text


@pytest.mark.parametrize(
    ("edition", "more", "told"),
    [
        ("agents", {"laid": (0, 1, 0, 0)}, (0, 1, 0)),
        ("wink", {"down": (1, 0, 3, 0)}, (1, 3, 1)),
        ("zwinkern", {"unused": (4, 3, 4, 4), "won": ((), (1,), (), ())}, (0, 3, 4)),
    ],
)
def test_the_last_page_says_what_decided_a_tie(edition: str, more: Any, told: Any) -> None:
    """With 7 points each one of two players had won, and nothing said why."""
    ended = by_people(edition, 4)._replace(phase=Phase.OVER, **more)
    found = [one for one in GAME.facts(GAME.view(ended, TABLE)) if one.text.startswith("A tie")]
    texts = words.TIES[edition != "zwinkern"]
    number, count, left = told
    assert [one.text for one in found] == [texts[number]]
    assert dict(found[0].details) == {"count": count, "count_left": left}
    even = by_people(edition, 4)._replace(phase=Phase.OVER)
    assert not [one for one in GAME.facts(GAME.view(even, TABLE)) if "tie" in one.text]


def test_no_rule_of_another_edition_is_taught() -> None:
    """In “Zwinkern” people had to name a partner, and in “Wink” they only might."""
    others = (("zwinkern", "name_first"), ("wink", "one_false_accusation"), ("wink", "naming"))
    for edition, other in others:
        table = new_table(GAME, areas_of(GAME), "en")
        chosen = replace(table.setup, options=(("edition", edition),))
        table = table.but(setup=chosen)
        assert other in list_rules(GAME)
        assert other not in list_played(table)
        assert {"aim", "nothing_to_name", "calling"} <= set(list_played(table))


def test_a_question_with_many_answers_has_a_key_to_answer() -> None:
    """Eight players read “Who lays the twin?” beside a key “Action”."""
    calls = [f"call {number}" for number in range(8, 16)]
    state = play(by_people("agents", 8), *calls, "name green", "has not")
    table = new_table(GAME, areas_of(GAME), "en").but(stage=Stage.PLAY, state=state)
    panel = expect(PlayPanel, build_panel(table))
    assert "Answer the question" in {key.label.text for key in panel.buttons}


def test_a_sum_is_told_without_the_thousands_that_led_to_it() -> None:
    """“White names a sum: from 0, 300” stood on the page of stakes on paper."""
    agent = load("agent")
    state = agent.setup({"paper_sheets": True}, agent.seats[:3])
    texts = ["lot white", *["seal"] * 3, "move blue Paris", "object", "insist", "bid 300"]
    for text in texts:
        action = agent.read_action(state, text)
        told = tell_action(Position(agent, state), action)
        state = agent.apply(state, action)
    assert [dict(one.details) for one in told] == [{"seat": agent.seats[1]}, {"count": 300}]


def test_the_record_tells_an_answer_not_only_where_the_cards_went() -> None:
    """Of a wrong accusation the history said “The accusation card … into the box” alone."""
    calls = [f"call {number}" for number in (8, 9, 10, 11)]
    state = play(by_people("agents"), *calls, "accuse red green 9")
    for answer, text in (
        ("has not", "{seat} has not got the card."),
        ("has it", "{seat} has the card."),
    ):
        said, *moved = tell_action(Position(GAME, state), GAME.read_action(state, answer))
        assert (said.text, dict(said.details)) == (text, {"seat": "green"})
        assert moved


def test_players_who_cannot_be_told_apart_are_asked_for_in_words() -> None:
    """The twin lies there face down, whoever laid it: equal pictures would say nothing."""
    calls = [f"call {number}" for number in (8, 9, 10, 11)]
    desk = Desk(play(by_people("agents"), *calls, "name green", "has not"))
    pieces = GAME.placement(desk.table.state).pieces
    turned = [(at, HIDDEN if (at, piece) == ("8", "8") else piece) for at, piece in pieces]
    desk.see(Placement(tuple(turned)))
    page = expect(QuestionPanel, build_panel(desk.table))
    assert page.say.text == "It was not the partner. Who lays the twin face down?"
    assert [choice.shows for choice in page.choices] == [None] * len(page.choices)
    named = [dict(choice.label.details).get("seat") for choice in page.choices]
    assert {"blue", "yellow"} <= set(named)


def test_whether_the_case_was_taken_is_asked_in_words() -> None:
    """An agent on the case or beside it: two pictures that were the same, side by side."""
    agent, asked = load("agent"), 0
    for state in positions(agent, 20):
        table = new_table(agent, areas_of(agent), "en").but(stage=Stage.PLAY, state=state)
        alike: dict[Placement, list[Any]] = {}
        for action in agent.legal(state):
            if agent.saying(state, action) is not None and agent.steps(state, action):
                shown = by_area(agent.attempted(state, action))
                alike.setdefault(shown, []).append(action)
        for actions in alike.values():
            if len(actions) > 1:
                question = ask_which(table, DidOneOf(tuple(actions)), Laid(None, How.BLIND))
                assert {choice.shows for choice in question.choices} == {None}
                asked += 1
    assert asked


def test_the_page_of_an_accusation_has_the_colour_of_the_accuser() -> None:
    """While nobody has said who accuses, it has no player's colour."""
    table = Desk(play(by_people("agents", 4), "call 12", "call 7")).table
    path: tuple[Message, ...] = ()
    asked = []
    for label in ("Accuse", "{seat} accuses"):
        panel = build_panel(step(table, Touched(1.0, Say(path)))[0] if path else table)
        assert isinstance(panel, MenuPanel | PlayPanel)
        keys = panel.keys if isinstance(panel, MenuPanel) else panel.buttons
        intent = expect(Say, next(one.intent for one in keys if one.label.text == label))
        path = intent.path
        shown = expect(MenuPanel, build_panel(step(table, Touched(1.0, Say(path)))[0]))
        asked.append(shown.asked)
    assert len(asked[0]) > 1
    assert asked[1] == (path[-1].details[0][1],)
    assert path[-1].details[0][1] != table.turn


def test_a_first_call_is_told_without_where_the_pawn_came_from() -> None:
    """It waited beside the cards, which is no place that anybody names."""
    table = Desk(by_people("agents", 4)).table
    call = next(
        one for one in GAME.legal(table.state) if GAME.write_action(table.state, one) == "call 12"
    )
    (told,) = describe_action(table.position, call)
    assert "place_from" not in told.text


def test_laying_a_card_in_front_of_oneself_does_not_name_the_hand_it_leaves() -> None:
    """Only a card that comes to somebody else needs both; the German line left no board."""
    for target, named in (("black.laid", False), ("red.won", True), ("box", True)):
        from_hand = Piece("accusation"), Place("black.hand"), Place(target)
        (asked,) = ask_for([Step(StepKind.MOVED, *from_hand, Rule(""))])
        assert ("{place_from:from}" in asked.text) is named


@pytest.mark.parametrize(
    ("ways", "told"),
    [
        ({"T20": "T23", "T40": "T44"}, ["T20", "T22", "T40", "T42"]),
        ({"T20": "T21", "T40": "T46"}, ["T20", "T40", "T42"]),
        ({"T20": "T22", "T40": "T45"}, ["T20", "T22", "T40", "T42"]),
    ],
)
def test_what_is_passed_goes_home_after_the_move_that_passed_it(
    ways: dict[str, str], told: list[str]
) -> None:
    """“What happened?” sent both pawns home first, and then told of the 7 that had passed them."""
    dog = load("dog")
    state = read_position(position("7", red="T20 T40", blue="T22", yellow="T42"))
    names = state.setting.names
    action = next(
        one for one in dog.legal(state) if {names[a]: names[b] for a, b in one.legs} == ways
    )
    said = [dict(one.details) for one in describe_action(Position(dog, state), action)]
    assert [one["place_from"] for one in said] == told


@pytest.mark.parametrize("name", ["dog", "agent_dog"])
def test_a_move_is_told_before_what_it_sends_home(name: str) -> None:
    """Every legal play of random games that captures; nothing is told twice or left out."""
    game, seen = load(name), 0
    for state in positions(game, 40):
        for action in game.legal(state):
            place = Position(game, state)
            taken = {step.source for step in place.steps(action) if step.kind is StepKind.CAPTURED}
            if not taken or seen > FEW_CAPTURES:
                continue
            seen += 1
            said = describe_action(place, action)
            sources = [str(dict(one.details)["place_from"]) for one in said]
            kinds = (StepKind.CAPTURED, StepKind.MOVED, StepKind.CALLED)
            due = [step.source for step in place.steps(action) if step.kind in kinds]
            assert sorted(sources) == sorted(due)
            assert sources[0] not in taken
    assert seen > 10


def test_two_pieces_that_change_places_are_told_in_one_sentence() -> None:
    """A jack that the table plays was “Then 2 more.”; with one pawn there, the other is left."""
    ways = (("red", "T12", "T34"), ("green", "T34", "T12"), ("blue", "T1", "T2"))
    swap = [
        Step(StepKind.MOVED, Piece(piece), Place(source), Place(target), Rule(""))
        for piece, source, target in ways
    ]
    both, other = ask_for(swap)
    assert {("piece", "red"), ("piece_other", "green")} < set(both.details)
    assert ask_for(swap[1:]) == (ask_for(swap[1:2])[0], other)


def test_a_call_that_was_overtaken_names_its_card_once() -> None:
    """“6, the orange pawn goes to card 6”: the card is the place."""
    desk = Desk(play(by_people("agents"), "call 8"))
    call = GAME.read_action(desk.table.state, "call 6")
    asked = ask_for_first(desk.table, Overtaken(((call, Laid(Card("6"), How.INFERRED)),)))
    assert next(one.label.text for one in asked.choices) != "{card}"
