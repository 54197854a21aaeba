"""Pocket Ops on the table: faults seen are named, the record is mended from what stands there."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Card, Piece, Place, Placement, PositionError
from tablet_companion.games.pocket_ops.state import AGENTS, Ending, Phase, State
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.words.wording import words
from tests.games.pocket_ops import (
    GAME,
    at,
    game,
    legal,
    on,
    picture,
    play,
    position,
    reasons,
    spies,
    turn,
)

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
    assert diagnosed(state, "spy", C="red", D="red", E="red", B="") == []


@pytest.mark.parametrize("room", ["A", "C"])
def test_an_agent_of_the_base_is_not_taken_for_one_that_is_placed(room: str) -> None:
    """“The spy needs an empty room”, of a specialist that had got through and was moved."""
    state = play(at("r.. .b. ...", blue="sniper"), "guess I", "place sniper D", "through")
    state = play(state, "use sniper", "guess I", "place spy H", "through", "guess A")
    own = {"A": "red", "C": ""}[room]
    (moved,) = GAME.diagnose(
        state, Card(""), shown(state, D="", **{room: f"{own} blue.specialist"})
    )
    assert moved.rule == "nothing_else"


@pytest.mark.parametrize("own", AGENTS[1:])
def test_a_specialist_that_nobody_named_is_this_rounds(own: str) -> None:
    """On a wrong room it breaks its own rule; another specialist is never blamed."""
    state = play(spies(game(blue=own), "AB"), "guess H")
    room = "C" if own in {"assassin", "courier"} else "A"
    rule = own if room == "C" else "empty_room"
    assert diagnosed(state, "", **{room: "blue.specialist"}) == [rule]


def test_agents_too_many_are_told_as_such() -> None:
    """The guesser places nothing, and nobody places two agents in one turn."""
    state = play(spies(game(blue="assassin"), "AB"), "guess H")
    assert diagnosed(state, "spy", C="red") == diagnosed(state, "", C="red") == ["whose_turn"]
    (breach,) = GAME.diagnose(state, Card(""), shown(state, C="red"))
    assert breach.places == ("C",)
    assert {("seat", "blue"), ("seat_guesser", "red")} <= set(breach.details)
    assert diagnosed(state, "spy", C="blue", D="blue") == ["one_agent"]
    placed = play(state, "place spy C")
    assert diagnosed(placed, "spy", D="blue") == ["one_agent"]
    assert diagnosed(placed, "spy", D="red") == ["whose_turn"]


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


def test_a_power_half_used_is_told_by_its_specialist() -> None:
    """A pushed spy that was taken off, or a swap half done, is the power's fault, not a room's."""
    sliding = at("... .b. ...", "blue", red="commando")
    state = play(sliding, "guess I", "place commando D", "through")
    assert diagnosed(state, "commando", D="", E="red.specialist") == ["commando"]
    swapping = at("r.. .b. ...", "blue", red="mole")
    state = play(swapping, "guess I", "place mole D", "through")
    assert diagnosed(state, "mole", A="blue", E="") == ["mole"]


def test_what_was_placed_too_much_comes_before_a_power_that_waits() -> None:
    """While a specialist has to use its power, a second agent or the guesser's is told first."""
    waiting = at("... .b. ...", "blue", red="commando")
    state = play(waiting, "guess I", "place commando D", "through")
    assert diagnosed(state, "commando", H="red")[0] == "one_agent"
    assert diagnosed(state, "commando", H="blue")[0] == "whose_turn"


def test_whoever_places_a_specialist_wrongly_hears_of_the_room_first() -> None:
    """Not of other rooms, where its power might have moved somebody."""
    where = position("b.b .bb .b.", red="commando", blue="burglar")
    assert reasons(where, "commando", "b.b .bb .R.") == ["empty_room"]
    where = position("rb. bbr rb.", turn="blue", blue="courier", red="mole")
    assert reasons(where, "courier", "rb. bBr rbb") == ["courier"]


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


@pytest.mark.parametrize(
    ("red", "blue", "ending"),
    [
        ("ABFGH", "CDEI", Ending.NO_LINE_LEFT),
        ("ABCFGH", "DEI", Ending.LINE),
        ("ABCG", "DEFI", Ending.BOTH_LINES),
    ],
)
def test_a_base_that_decides_the_round_ends_it(red: str, blue: str, ending: Ending) -> None:
    """Put on record, it left a player to place who had no room, or whose line had been made."""
    rooms = dict.fromkeys(red, "red") | dict.fromkeys(blue, "blue")
    for state in (game(), play(game(), "guess A")):
        amended = GAME.amend(state, shown(state, **rooms))
        assert (amended.phase, amended.guess) == (Phase.GATHER, None)
        assert amended.ending is ending
        assert GAME.amend(amended, GAME.placement(amended)) == amended
        assert play(amended, "gather").phase is Phase.LOOK


def test_a_specialist_that_was_placed_before_is_no_other_ones() -> None:
    """It is this round's, only not in reserve any more: “the ninja is not it” was untrue."""
    state = turn(turn(game("ninja"), "A", "spy", "B"), "C", "ninja", "E", "use ninja")
    state = play(turn(state, "G", "spy", "H"), "guess I")
    breach, *_ = GAME.diagnose(state, Card(""), shown(state, F="red.specialist"))
    assert breach.rule == "active_specialist"
    assert "not in your reserve" in GAME.rules[breach.rule].text


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
    spoken = words(language, printed.board("pocket_ops"))
    assert len({spoken.card(agent) for agent in AGENTS}) == len(AGENTS)
    for colour in GAME.seats:
        assert "." not in spoken.piece(Piece(f"{colour}.specialist"))


@pytest.mark.parametrize("dealing", ["people", "tablet"])
def test_nobody_reads_what_the_other_keeps_before_both_have_chosen(dealing: str) -> None:
    """Also where people deal: the first choice is entered alone, and the page does not name it."""
    state = GAME.setup({"dealing": dealing}, GAME.seats)
    while state.phase is not Phase.ENROL:
        state = GAME.successor(state, GAME.legal(state)[0])
    told = [GAME.saying(state, action) for action in GAME.legal(state)]
    assert told
    assert all(one is not None and one.private for one in told)
