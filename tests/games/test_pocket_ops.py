"""Pocket Ops beyond the booklet: options, rulings, real tokens and cards, secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablet_companion.games.core import (
    CHANCE,
    TABLE,
    UNKNOWN_CARD,
    Card,
    Piece,
    Place,
    PositionError,
    Seat,
)
from tablet_companion.games.pocket_ops.state import Ending, Phase, State
from tablet_companion.games.pocket_ops.words import MUST_USE, REVEAL_TWO, TWO_AND_PLACE
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.events import Choose, Touched
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.panels import Mark, MarkKind, SetUpPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Waiting
from tablet_companion.referee.pages.hints import mark_ways
from tablet_companion.referee.pages.play import build_play
from tablet_companion.referee.pages.set_up import build_set_up
from tablet_companion.referee.step import step
from tests.conformance.walk import walk
from tests.games.pocket_ops import (
    BLUE,
    GAME,
    RED,
    ROOMS,
    actor,
    at,
    enrolled,
    game,
    legal,
    play,
    position,
    refused,
    spies,
    turn,
    wins,
)

# --- options --------------------------------------------------------------------------------------


def test_the_code_moves_by_option() -> None:
    """With ``code_moves`` the next to place loses a mission impossible."""
    barred = "bbr rrb b.."
    stays = turn(at(barred, "blue"), "A", "spy", "I")
    moves = turn(at(barred, "blue", code_moves=True), "A", "spy", "I")
    assert (stays.ending, wins(stays)) == (Ending.NO_LINE_LEFT, {"red": 1, "blue": 0})
    assert (moves.ending, wins(moves)) == (Ending.NO_LINE_LEFT, {"red": 1, "blue": 0})
    drawn, power = "rrb ... rbb", "use mole C>G G>C"
    stays = turn(at(drawn, "blue", red="mole"), "A", "mole", "E", power)
    moves = turn(at(drawn, "blue", red="mole", code_moves=True), "A", "mole", "E", power)
    assert wins(stays) == {"red": 1, "blue": 0}
    assert wins(moves) == {"red": 0, "blue": 1}


def test_a_round_is_given_up_after_many_turns() -> None:
    """After ``turn_cap`` turns the mission counts as impossible; 200 by default."""
    state = turn(turn(game(turn_cap=3), "A", "spy", "A"), "B", "spy", "B")
    assert state.ending is None
    state = turn(state, "C", "spy", "C")
    assert (state.ending, wins(state)) == (Ending.TURN_CAP, {"red": 1, "blue": 0})
    assert game().setting.turn_cap == 200


@pytest.mark.parametrize(
    "options",
    [{"turn_cap": 0}, {"turn_cap": "7"}, {"turn_cap": True}, {"code_moves": 1}, {"colour": "red"}],
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    """An option that is not there, or a value it cannot have, is one sentence."""
    with pytest.raises(PositionError):
        GAME.setup(options, GAME.seats)


# --- rulings that the booklet does not state ------------------------------------------------------


def test_who_cannot_place_ends_the_round() -> None:
    """Without a room for the player who must place, though the other has some, it is over."""
    state = turn(at("rrb bbr r.r", "red", blue="assassin"), "A", "spy", "H")
    assert (state.ending, wins(state)) == (Ending.NO_ROOM, {"red": 1, "blue": 0})


def test_a_line_for_both_is_a_line_that_can_still_be_made() -> None:
    """A power that would line both up keeps the mission possible."""
    assert turn(at("rrb ..r rbb", "blue", blue="mole"), "D", "spy", "D").ending is None


def test_rooms_are_named_only_where_the_tablet_takes_the_cards() -> None:
    """Of real cards “you laid 1, lay one” was said; and nobody has a room's card twice."""
    state = play(GAME.setup({}, GAME.seats), "lot red", "look ?", "enrol mole", "enrol ninja")
    assert refused(state, "guess A") == ["wrong_moment"]
    assert refused(game(), "guess A B") == ["how_many_cards"]
    with pytest.raises(PositionError):
        GAME.read_action(game(), "guess A A")


def test_any_room_may_be_guessed() -> None:
    """Also one that is full: an assassin or a courier may come there."""
    state = spies(game(), "AB")
    assert {"guess A", "guess B"} <= legal(state)


def test_a_specialist_without_a_target_just_stays() -> None:
    """Where a power has nothing to act on, the next turn begins at once."""
    state = turn(game(blue="ninja"), "A", "ninja", "E")
    assert (state.phase, actor(state)) == (Phase.GUESS, BLUE)


def test_one_thing_after_another() -> None:
    """What belongs to another phase is refused as such."""
    state = game()
    for text in ("place spy A", "foiled", "use mole", "enrol mole", "lot red", "gather"):
        assert refused(state, text) == ["wrong_moment"]
    assert refused(play(state, "guess A"), "guess B") == ["wrong_moment"]


def test_the_eighth_spy_is_refused() -> None:
    """With seven spies in the base there is none left to place, only the specialist."""
    where = position("rrr rrr r..", red="ninja")
    assert {line["place"] for line in GAME.moves(where)} == {"ninja"}
    state = play(at("rrr rrr r..", "blue"), "guess A")
    assert refused(state, "place spy I") == ["no_spy_left"]


def test_who_keeps_a_specialist_reads_what_each_can_do() -> None:
    """Nothing told it while one was chosen; nobody else learns which two they are."""
    looks = ("look mole", "look ninja", "look courier", "look sniper")
    state = play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red", *looks)
    told = [one.text.split(" may ")[0] for one in GAME.facts(GAME.view(state, RED))]
    assert told == ["The mole", "The ninja"]
    assert not [one for one in GAME.facts(GAME.view(state, TABLE)) if " may " in one.text]


def test_a_second_round_deals_from_what_is_left() -> None:
    """Three rounds can always be played: six tokens of eight are looked at, at most."""
    state = play(spies(game("mole", "mole"), "AGBHC"), "gather")
    state = play(spies(enrolled(state, red="ninja", blue="ninja"), "GAHDBCI"), "gather")
    assert state.round == 3
    assert len(legal(state, "look")) == 4


# --- real tokens and cards ------------------------------------------------------------------------


def by_people() -> State:
    """Return a game in which nobody has shown the machine anything; specialists are looked at."""
    state: State = GAME.setup({}, GAME.seats)
    return play(state, "lot red", "look ?")


def test_what_happens_behind_hands_needs_nobodys_word() -> None:
    """Looking at real tokens and laying real cards are steps that the record takes by itself."""
    state: State = play(GAME.setup({}, GAME.seats), "lot blue")
    assert actor(state) == CHANCE
    assert GAME.write_action(state, GAME.unseen(state)) == "look ?"
    state = play(state, "look ?", "enrol mole", "enrol ninja")
    assert GAME.write_action(state, GAME.unseen(state)) == "guess ?"
    assert GAME.unseen(play(state, "guess ?")) is None
    assert GAME.unseen(game()) is None


def test_unknown_tokens_may_be_any_left() -> None:
    """Every specialist that was not seen to leave may be enrolled."""
    state = by_people()
    assert len(legal(state)) == 8
    state = play(state, "enrol mole", "enrol ninja")
    state = state._replace(phase=Phase.GATHER, winner=0)
    state = play(state, "gather", "look ?")
    assert actor(state) == BLUE
    assert refused(state, "enrol ninja") == ["not_looked_at"]
    assert len(legal(state)) == 7


def test_unknown_cards_may_say_anything() -> None:
    """A card that the machine has not seen may foil the agent or not."""
    state = play(by_people(), "enrol mole", "enrol ninja", "guess ?", "place spy E")
    assert actor(state) == RED
    assert legal(state) == {"foiled", "through"}


def test_tokens_can_be_shown_privately() -> None:
    """Told what a player looked at, the machine allows these two and boxes the other."""
    state = GAME.learn(by_people(), RED, (Card("ninja"), Card("mole")))
    assert legal(state) == {"enrol mole", "enrol ninja"}
    state = play(state, "enrol ninja", "enrol sniper")
    assert state.boxed == (("mole",), (UNKNOWN_CARD,))


@pytest.mark.parametrize("hand", ["mole", "mole mole", "mole spy", "mole ?", "mole ninja sniper"])
def test_tokens_that_cannot_be_are_refused(hand: str) -> None:
    """One sentence for a number or a kind of tokens that nobody looked at."""
    with pytest.raises(PositionError, match="red cannot hold"):
        GAME.learn(by_people(), RED, tuple(map(Card, hand.split())))


# --- secrets --------------------------------------------------------------------------------------


def truths(state: State, viewer: Seat, count: int = 60) -> list[State]:
    """Return other truths that a viewer cannot tell apart."""
    rng = random.Random(9)
    return [GAME.resample(state, viewer, rng) for _ in range(count)]


def test_a_guess_is_secret_until_it_is_revealed() -> None:
    """Whoever places, and the table, may think it any room; the player who guessed knows it."""
    for texts in (["guess H"], ["guess H", "place spy A"]):
        state = play(game(), *texts)
        assert GAME.view(state, RED).guess == (7,)
        assert {other.guess for other in truths(state, RED)} == {(7,)}
        for viewer in (BLUE, TABLE):
            assert GAME.view(state, viewer).guess is None
            assert GAME.view(state, viewer).laid == 1
            assert len({other.guess for other in truths(state, viewer)}) >= 8
    state = play(game(), "guess H", "place spy A", "through")
    assert {GAME.view(state, viewer).revealed for viewer in (RED, BLUE, TABLE)} == {(7,)}


def test_nothing_that_the_placer_meets_hangs_on_the_guess() -> None:
    """Placements, refusals, steps and pictures are the same whatever was guessed."""
    state = play(spies(game(blue="assassin"), "AB"), "guess H")
    for other in truths(state, BLUE, 12):
        assert GAME.legal(other) == GAME.legal(state)
        for action in GAME.conceivable(state):
            assert GAME.judge(other, action) == GAME.judge(state, action)
            assert GAME.steps(other, action) == GAME.steps(state, action)
            assert GAME.attempted(other, action) == GAME.attempted(state, action)


def test_enrolment_is_private() -> None:
    """What was looked at, kept and put away is its player's to know until both show one."""
    state = play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red")
    state = play(state, "look mole", "look ninja", "look sniper", "look mole", "enrol mole")
    assert GAME.view(state, RED).kept == "mole"
    assert GAME.view(state, RED).seats[0].hand == ("mole", "ninja")
    for viewer in (BLUE, TABLE):
        assert GAME.view(state, viewer).kept is None
        assert GAME.view(state, viewer).seats[0].hand is None
        found = {other.sealed[0] for other in truths(state, viewer)}
        assert len(found) == 8
    state = play(state, "enrol sniper")
    assert GAME.view(state, RED).boxed == ("ninja",)
    assert GAME.view(state, TABLE).boxed is None
    assert {other.active for other in truths(state, TABLE)} == {("mole", "sniper")}
    assert {other.boxed[0] for other in truths(state, BLUE)} >= {("hacker",), ("ninja",)}


def test_the_text_of_a_sealed_choice_moves_nothing() -> None:
    """The first choice shows nothing on the table, and has no steps; the second shows both."""
    state = play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red")
    state = play(state, "look mole", "look ninja", "look sniper", "look mole")
    first = GAME.legal(state)[0]
    assert GAME.steps(state, first) == ()
    assert GAME.attempted(state, first) == GAME.placement(state)
    state = play(state, "enrol mole")
    assert len(GAME.steps(state, GAME.legal(state)[0])) == 2


# --- cards turned up -----------------------------------------------------------------------------


def _turned_up(state: State) -> dict[str, str]:
    """Return what each card says that may be turned up: an action, a rule broken, or nothing."""
    told = {}
    for card, said in GAME.open_cards(state).items():
        action = "" if said.action is None else GAME.write_action(state, said.action)
        told[str(card)] = action or " ".join(breach.rule for breach in said.breaches)
    return told


def test_a_card_turned_up_tells_what_it_names() -> None:
    """Real cards of the guesser say foiled for the agent's room and through for any other."""
    state = GAME.setup({"dealing": "people"}, GAME.seats)
    state = play(state, "lot red", "look ?", "enrol hacker", "enrol mole", "guess ?")
    assert _turned_up(state) == {}, "nothing is turned up before an agent is placed"
    placed = play(state, "place spy C")
    wanted = {f"red.{room}": "foiled" if room == "C" else "through" for room in ROOMS}
    assert _turned_up(placed) == wanted
    helped = _turned_up(placed._replace(double=(True, False)))
    assert helped == {card: said if said == "foiled" else "" for card, said in wanted.items()}


def test_no_card_but_a_sealed_one_is_turned_up() -> None:
    """Of a guess entered at the screen its own card counts; all others break one rule alike."""
    state = play(game("hacker", "mole"), "guess H", "place spy C")
    others = {f"red.{room}": "same_card" for room in ROOMS}
    assert _turned_up(state) == {**others, "red.H": "through"}
    assert len({said for said in GAME.open_cards(state).values() if said.breaches}) == 1
    right = play(game("hacker", "mole"), "guess C", "place spy C")
    assert _turned_up(right) == {**others, "red.C": "foiled"}
    two = game("hacker", "mole")._replace(double=(True, False))
    assert _turned_up(play(two, "guess B C", "place spy C")) == {
        **others,
        "red.B": "",
        "red.C": "foiled",
    }


def test_nobody_is_asked_to_lay_a_card_where_the_tablet_keeps_them() -> None:
    """“Lay a card face down” stood there, and “foiled, or through?” above one true key."""
    for dealing, laid in (("tablet", False), ("people", True)):
        said = set()
        for state, _ in walk(GAME, GAME.setup({"dealing": dealing}, GAME.seats), seed=1, most=60):
            said.add(GAME.prompt(GAME.view(state, TABLE)).text)
        assert ("{seat}: lay a card face down." in said) is laid
        assert ("Turn the card up: foiled, or through?" in said) is laid


def test_only_what_may_be_placed_glows_and_has_rings() -> None:
    """The assassin glowed before an enemy was there; who lifted it saw the rings of the spies."""
    guessed = play(game("hacker", "assassin"), "guess H")
    table = new_table(GAME, {}, "en").but(stage=Stage.PLAY, state=guessed)
    assert mark_ways(table, None) == (Mark(Place("blue.nest"), MarkKind.MAY, piece=Piece("blue")),)
    lifted = mark_ways(table, Place("blue.nest"), Piece("blue.specialist"))
    assert [mark.kind for mark in lifted] == [MarkKind.MAY]


def test_a_prompt_leaves_nobody_a_choice_that_is_none() -> None:
    """“Use the power, or leave it”, of one that must be used; of two cards one was to be turned."""
    state = turn(at("r.. ... ..b", red="hacker", blue="assassin"), "H", "assassin", "A")
    assert GAME.prompt(GAME.view(state, TABLE)).text == MUST_USE
    two = GAME.setup({"dealing": "people"}, GAME.seats)
    two = play(two, "lot red", "look ?", "enrol mole", "enrol mole")._replace(double=(True, False))
    for action, said in (("guess ?", TWO_AND_PLACE), ("place spy A", REVEAL_TWO)):
        two = play(two, action)
        assert GAME.prompt(GAME.view(two, TABLE)).text == said


def test_specialists_that_were_kept_in_secret_are_set_out_by_both() -> None:
    """“Red, this is still to be done” asked one player for both of them."""
    state = GAME.setup({"dealing": "tablet"}, GAME.seats)
    for before, action in walk(GAME, state, seed=1, most=20):
        after = GAME.successor(before, action)
        if before.phase is Phase.ENROL and after.phase is Phase.GUESS:
            table = new_table(GAME, {}, "en").but(stage=Stage.PLAY, state=after)
            owed = Owed(Position(GAME, before), action)
            steps = GAME.steps(before, action)
            table = table.but(owed=owed, verdict=Waiting(steps))
            said = build_play(table).say
            assert (said.text, said.details) == ("This is still to be done.", ())
            return
    raise AssertionError("nobody kept a specialist")


@pytest.mark.parametrize(("dealing", "told"), [("tablet", False), ("people", True)])
def test_only_real_cards_are_spoken_of_where_there_are_some(dealing: str, told: bool) -> None:
    """“All others do so with real specialists”, said the set-up where the tablet keeps them all."""
    table, _ = step(new_table(GAME, {}, "en"), Touched(0.0, Choose("dealing", dealing)))
    panel = build_set_up(table)
    assert isinstance(panel, SetUpPanel)
    assert bool(panel.needs) is told
