"""Pocket Ops beyond the booklet: real tokens and cards, secrets, faults seen, JSON positions."""

from __future__ import annotations

import itertools
import json
import random
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tablet_companion.games.core import (
    CHANCE,
    TABLE,
    UNKNOWN_CARD,
    Card,
    Piece,
    Place,
    Placement,
    PositionError,
    Seat,
)
from tablet_companion.games.pocket_ops.state import AGENTS, Ending, Phase, State
from tablet_companion.marking import LANGUAGES
from tablet_companion.words import words
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
    on,
    picture,
    play,
    position,
    reasons,
    refused,
    spies,
    turn,
    wins,
)

# --- options --------------------------------------------------------------------------------------


def test_the_code_moves_by_option() -> None:
    """With ``code_moves`` whoever has to place in the next turn loses a mission impossible."""
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
    """Without a room for whoever must place, though the other has some, it is over."""
    state = turn(at("rrb bbr r.r", "red", blue="assassin"), "A", "spy", "H")
    assert (state.ending, wins(state)) == (Ending.NO_ROOM, {"red": 1, "blue": 0})


def test_a_line_for_both_is_a_line_that_can_still_be_made() -> None:
    """A power that would line both up keeps the mission possible."""
    assert turn(at("rrb ..r rbb", "blue", blue="mole"), "D", "spy", "D").ending is None


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
    """Whoever places, and the table, may think it any room; whoever guessed knows it."""
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


# --- the table ------------------------------------------------------------------------------------


def shown(state: State, **rooms: str) -> Placement:
    """Return a state's placement with other pieces in some rooms; an empty text clears one."""
    rest = [(place, piece) for place, piece in GAME.placement(state).pieces if place not in rooms]
    new = [(Place(room), Piece(p)) for room, pieces in rooms.items() for p in pieces.split()]
    return Placement(tuple(sorted([*rest, *new])))


def diagnosed(state: State, card: str, **rooms: str) -> list[str]:
    """Return the rules that explain what the table shows."""
    return [str(b.rule) for b in GAME.diagnose(state, Card(card), shown(state, **rooms))]


def test_faults_in_placing_are_named() -> None:
    """The smallest set of broken rules explains what is seen before the reveal."""
    state = play(spies(game(blue="assassin"), "AB"), "guess H")
    assert diagnosed(state, "spy") == ["must_place"]
    assert diagnosed(state, "spy", A="blue blue") == ["empty_room"]
    assert diagnosed(state, "assassin", C="blue.specialist") == ["assassin"]
    assert diagnosed(state, "ninja", C="blue.specialist") == ["active_specialist"]
    assert diagnosed(state, "spy", C="blue", B="") == ["nothing_else"]
    assert diagnosed(state, "spy", C="blue", D="blue") == ["nothing_else"]
    assert diagnosed(state, "spy", C="red", D="red", E="red", B="") == []


def test_faults_in_powers_are_named() -> None:
    """A power used on the wrong piece, or not at all, is told by its own rule."""
    state = play(at("r.. .b. ...", blue="ninja"), "guess I", "place ninja F", "through")
    assert legal(state) == set() or state.phase is Phase.GUESS
    state = play(at("r.. .b. ...", blue="ninja"), "guess I", "place ninja D", "through")
    assert diagnosed(state, "ninja", E="") == ["ninja"]
    state = play(
        at("r.. .b. ...", "blue", red="commando"), "guess I", "place commando D", "through"
    )
    assert diagnosed(state, "commando") == ["power_must"]
    assert diagnosed(state, "commando", E="", F="blue") == ["commando"]


def test_strange_pieces_are_one_sentence() -> None:
    """Pieces and places that this game has not are refused."""
    state = play(game(), "guess A")
    for rooms in ({"A": "green"}, {"A": "hidden"}, {"Z": "red"}, {"red.nest": "blue"}):
        with pytest.raises(PositionError):
            GAME.diagnose(state, Card("spy"), shown(state, **rooms))


def test_the_record_is_mended_from_the_table() -> None:
    """Agents are put as they stand; the reserves follow."""
    state = spies(game(), "AB")
    state = GAME.amend(state, shown(state, B="", E="red", F="blue"))
    assert picture(state) == "b.. .rb ..."
    assert on(state, "blue.nest").count("blue") == 5


def test_an_agent_taken_back_is_placed_anew() -> None:
    """Before the reveal an agent that is missing was not placed; the guess stays laid."""
    state = play(spies(game(blue="assassin"), "AB"), "guess H", "place assassin B")
    back = GAME.amend(state, shown(state, B="red"))
    assert (back.phase, back.placed, back.guess) == (Phase.PLACE, None, (7,))
    assert "place assassin B" in legal(back)
    with pytest.raises(PositionError):
        GAME.amend(state, shown(state, C="red blue"))


def test_a_specialist_with_a_power_to_use_is_not_mended_away() -> None:
    """It has to use its power first."""
    state = play(at("r.. ... ...", blue="ninja"), "guess I", "place ninja B", "through")
    for rooms in ({"B": ""}, {"B": "blue"}):
        with pytest.raises(PositionError, match="power"):
            GAME.amend(state, shown(state, **rooms))


def test_more_agents_than_there_are_are_refused() -> None:
    """Eight spies, or a second specialist of a colour, are no table of this game."""
    state = game()
    eight = dict.fromkeys("ABCDEFGH", "red")
    for rooms in (eight, {"A": "red.specialist", "B": "red.specialist"}):
        with pytest.raises(PositionError):
            GAME.amend(state, shown(state, **rooms))


def test_a_gathered_table_is_what_the_steps_lead_to() -> None:
    """The steps between rounds empty the base."""
    state = spies(game(), "AGBHC")
    steps = GAME.steps(state, GAME.legal(state)[0])
    assert {str(step.source) for step in steps} >= set("ABCGH")
    assert picture(play(state, "gather")) == "... ... ..."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_agent_and_piece_has_words(language: str) -> None:
    """Nothing that a sentence may name is called by the game's own name for it."""
    spoken = words(language)
    assert len({spoken.card(agent) for agent in AGENTS}) == len(AGENTS)
    for colour in GAME.seats:
        assert "." not in spoken.piece(Piece(f"{colour}.specialist"))


# --- texts ----------------------------------------------------------------------------------------


def test_actions_have_plain_texts() -> None:
    """Every kind of action reads back from a text that people can type."""
    state = game()
    for text in (
        "lot blue",
        "look ?",
        "look mole",
        "enrol ninja",
        "guess ?",
        "guess A H",
        "place courier E",
        "foiled",
        "through",
        "use mole",
        "use mole A>B B>A",
        "use commando D>E E>F xF",
        "gather",
    ):
        assert GAME.write_action(state, GAME.read_action(state, text)) == text


@pytest.mark.parametrize(
    "text", ["place spy", "place spy J", "place king A", "use spy", "use mole A>", "guess", "lot x"]
)
def test_texts_that_mean_nothing_are_refused(text: str) -> None:
    """A text that is no action of this game is one sentence."""
    with pytest.raises(PositionError, match="is no action of Pocket Ops"):
        GAME.read_action(game(), text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("base", [0] * 8),
        ("base", [9] * 9),
        ("phase", "tea"),
        ("placed", ["spy", 12]),
        ("placed", ["king", 1]),
        ("guess", [11]),
        ("active", ["mole"]),
        ("offers", [["king"], []]),
        ("wins", [0]),
        ("first", 2),
        ("first", -1),
        ("round", "one"),
        ("setting", {}),
        ("ending", "tea"),
        ("more", 1),
    ],
)
def test_broken_states_are_refused(key: str, value: object) -> None:
    """A state with a part that this game has not is one sentence."""
    data = json.loads(GAME.write(game()))
    with pytest.raises(PositionError, match="no state of Pocket Ops"):
        GAME.read(json.dumps(data | {key: value}))


# --- JSON positions -------------------------------------------------------------------------------


def test_moves_print_what_the_format_says() -> None:
    """Placement, room, the base after it and who has a line, as in the format's example."""
    where = position("r.. .b. ...", red="assassin")
    line = {
        "place": "assassin",
        "room": "E",
        "after": {"A": ["red", "spy"], "E": ["red", "assassin"]},
        "lines": [],
    }
    assert line in GAME.moves(where)
    assert json.loads(json.dumps(GAME.moves(where))) == GAME.moves(where)


def test_moves_are_sorted_and_distinct() -> None:
    """Sorted by agent, room and base; two ways to one base are one line."""
    lines = GAME.moves(position("rb. b.r ..b", red="mole"))
    keys = [(line["place"], line["room"], str(line["after"])) for line in lines]
    assert keys == sorted(set(keys))


def test_lines_name_everybody_who_has_one() -> None:
    """Both colours where a power lines both up."""
    lines = [line["lines"] for line in GAME.moves(position("rrb ... rbb", red="mole"))]
    assert ["blue", "red"] in lines


def test_explain_guesses_what_was_placed() -> None:
    """Without a named agent a spy and the active specialist are tried, or the one that is seen."""
    where = position("b.. ... ...", red="ninja")
    where["attempt"] = {"A": ["red", "spy"]}
    assert [b["rule"] for b in GAME.explain(where)["breaches"]] == ["empty_room"]
    where["attempt"] = {"B": ["red", "ninja"]}
    assert GAME.explain(where) == {"legal": True, "breaches": []}
    where["attempt"] = {"A": ["blue", "spy"], "B": ["red", "mole"]}
    (breach,) = GAME.explain(where)["breaches"]
    assert (breach["rule"], breach["where"]) == ("active_specialist", ["B"])


@pytest.mark.parametrize(
    ("agent", "after", "rules"),
    [
        ("spy", "b.. .r. ...", []),
        ("spy", "... .r. ...", ["nothing_else"]),
        ("spy", "b.. .b. ...", ["nothing_else"]),
        ("ninja", "... .R. ...", []),
        ("ninja", "... ..R ...", ["ninja"]),
    ],
)
def test_attempts_are_explained(agent: str, after: str, rules: list[str]) -> None:
    """The smallest set of broken rules explains an attempt."""
    assert reasons(position("b.. ... ...", red="ninja"), agent, after) == rules


GOOD = position("r.. .b. ...", red="ninja", blue="mole")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "^game:"),
        ({"turn": "green"}, "^turn:"),
        ({"turn": ["red"]}, "^turn:"),
        ({"rooms": []}, "^rooms:"),
        ({"rooms": {"J": ["red", "spy"]}}, "^rooms: .*'J'"),
        ({"rooms": {"A": ["green", "spy"]}}, "^rooms: in A"),
        ({"rooms": {"A": ["red", "king"]}}, "^rooms: in A"),
        ({"rooms": {"A": ["red", ["spy"]]}}, "^rooms: in A"),
        ({"rooms": {"A": "red"}}, "^rooms: in A"),
        ({"rooms": {r: ["red", "spy"] for r in "ABCDEFGH"}}, "^rooms: red has only 7"),
        ({"rooms": {"A": ["red", "ninja"]}}, "^active: red has one"),
        ({"active": {"red": "king"}}, "^active: red's"),
        ({"active": {"red": ["ninja"]}}, "^active: red's"),
        ({"active": {"green": None}}, "^active:"),
        ({"active": None}, "^active:"),
        ({"options": {"dealing": "tablet"}}, "^options:"),
        ({"options": {"turn_cap": 0}}, "turn_cap"),
        ({"options": 7}, "^options:"),
    ],
)
def test_positions_that_mean_nothing_are_one_sentence(change: Any, message: str) -> None:
    """The sentence names the key and what was expected."""
    with pytest.raises(PositionError, match=message) as caught:
        GAME.moves(GOOD | change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"attempt": None}, "^attempt:"),
        ({"attempt": {"A": ["blue", "ninja"]}}, "^attempt: blue's ninja"),
        ({"attempt": {}, "card": "king"}, "^card:"),
        ({"attempt": {}, "card": ["spy"]}, "^card:"),
    ],
)
def test_attempts_that_mean_nothing_are_one_sentence(change: Any, message: str) -> None:
    """The sentence names the key and what was expected."""
    with pytest.raises(PositionError, match=message):
        GAME.explain(GOOD | change)


def test_a_position_is_an_object() -> None:
    """Anything else is refused."""
    with pytest.raises(PositionError, match="JSON object"):
        GAME.moves(json.loads("[]"))


# --- the README -----------------------------------------------------------------------------------


def test_the_readme_names_every_rule_and_real_tests() -> None:
    """Every rule's identifier stands in the game's README, and every test named there exists."""
    folder = resources.files("tablet_companion.games.pocket_ops")
    text = folder.joinpath("README.md").read_text(encoding="utf-8")
    assert {rule for rule in GAME.rules if f"`{rule}`" not in text} == set()
    here = Path(__file__).parent
    sources = [*here.glob("test_pocket_ops*.py"), *(here.parent / "oracle").glob("test_pocket*.py")]
    tests = set(itertools.chain.from_iterable(_tests(source) for source in sources))
    assert set(re.findall(r"`(test_\w+)`", text)) <= tests | {path.stem for path in sources}
    assert {option.name for option in GAME.options if f"`{option.name}`" not in text} == set()


def _tests(path: Path) -> list[str]:
    return re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_a_second_round_deals_from_what_is_left() -> None:
    """Three rounds can always be played: six tokens of eight are looked at, at most."""
    state = play(spies(game("mole", "mole"), "AGBHC"), "gather")
    state = play(spies(enrolled(state, red="ninja", blue="ninja"), "GAHDBCI"), "gather")
    assert state.round == 3
    assert len(legal(state, "look")) == 4


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
