"""What the Pocket Ops booklet says of the specialists and their powers, under each one's name."""

from __future__ import annotations

import pytest

from tablet_companion.games.pocket_ops.state import Ending
from tests.games.pocket_ops import (
    BLUE,
    ROOMS,
    actor,
    at,
    doings,
    enrolled,
    game,
    legal,
    on,
    outcomes,
    picture,
    play,
    position,
    reasons,
    refused,
    rooms,
    spies,
    turn,
    wins,
)

# --- LES SPÉCIALISTES -----------------------------------------------------------------------------


def test_specialists_act_on_spies_only() -> None:
    """LES SPÉCIALISTES: none pushes, removes or moves another specialist; its room is taken."""
    assert rooms(position("B.. ... ...", red="assassin"), "assassin") == ""
    assert outcomes(position("... .B. ...", red="ninja"), "ninja", "A") == {"R.. .B. ..."}
    assert outcomes(position("... .B. ...", red="sniper"), "sniper", "D") == {"... RB. ..."}
    assert outcomes(position("... .B. ...", red="burglar"), "burglar", "D") == {"... RB. ..."}
    assert outcomes(position("r.. .B. ...", red="mole"), "mole", "D") == {"r.. RB. ..."}
    assert outcomes(position("... .B. ...", red="commando"), "commando", "D") == {"... RB. ..."}
    assert outcomes(position("... .bB ...", red="commando"), "commando", "D") == {"... RbB ..."}
    where = position("... .B. ...", red="ninja")
    assert reasons(where, "ninja", "R.. ... ...") == ["specialists_stay"]
    assert reasons(where, "spy", "... .r. ...") == ["empty_room"]


def test_a_power_may_end_the_round() -> None:
    """LES SPÉCIALISTES: an action that makes a line ends the round, the other's line, too."""
    state = at("rrb ... r..", blue="mole")
    state = turn(state, "A", "mole", "E", "use mole C>G G>C")
    assert (state.ending, wins(state)) == (Ending.LINE, {"red": 1, "blue": 0})


def test_a_spy_pushed_out_returns_to_its_reserve() -> None:
    """LES SPÉCIALISTES: a spy that leaves the base goes back to its owner's reserve."""
    state = at("... .r. ...", blue="ninja")
    assert on(state, "red.nest").count("red") == 6
    state = play(state, "guess I", "place ninja A", "through")
    assert doings(state, "use ninja xE") == {("spies_return", "red", "E", "red.nest")}
    state = play(state, "use ninja xE")
    assert on(state, "red.nest").count("red") == 7


# --- TAUPE ----------------------------------------------------------------------------------------


def test_the_mole_goes_into_an_empty_room() -> None:
    """TAUPE: it is placed in an empty room."""
    assert rooms(position("r.b ... ...", red="mole"), "mole") == "BDEFGHI"


def test_the_mole_swaps_an_own_and_an_enemy_spy_around_it() -> None:
    """TAUPE: it may swap one own and one enemy spy that are both around it, diagonally too."""
    where = position("r.b ... ..b", red="mole")
    assert outcomes(where, "mole", "E") == {"r.b .R. ..b", "b.r .R. ..b", "b.b .R. ..r"}
    assert outcomes(where, "mole", "B") == {"rRb ... ..b", "bRr ... ..b"}
    assert outcomes(where, "mole", "H") == {"r.b ... .Rb"}
    assert reasons(where, "mole", "bRb ... ..r") == ["mole"]
    assert reasons(where, "mole", "rRb ... ..b") == []


# --- NINJA ----------------------------------------------------------------------------------------


def test_the_ninja_goes_into_an_empty_room() -> None:
    """NINJA: it is placed in an empty room."""
    assert rooms(position("r.b ... ...", red="ninja"), "ninja") == "BDEFGHI"


def test_the_ninja_removes_an_enemy_spy_around_it() -> None:
    """NINJA: it may remove one enemy spy around it, diagonally too."""
    where = position("b.. b.r ..b", red="ninja")
    assert outcomes(where, "ninja", "E") == {
        "b.. bRr ..b",
        "... bRr ..b",
        "b.. .Rr ..b",
        "b.. bRr ...",
    }
    assert reasons(where, "ninja", "bR. b.r ...") == ["ninja"]
    assert reasons(where, "ninja", "b.. bR. ..b") == ["ninja"]
    assert reasons(where, "ninja", "... .Rr ..b")


# --- CAMBRIOLEUR ----------------------------------------------------------------------------------


def test_the_burglar_goes_into_an_empty_room() -> None:
    """CAMBRIOLEUR: it is placed in an empty room."""
    assert rooms(position("r.b ... ...", red="burglar"), "burglar") == "BDEFGHI"


def test_the_burglar_changes_places_with_an_enemy_spy_beside_it() -> None:
    """CAMBRIOLEUR: it may swap itself with an enemy spy beside it, not diagonally."""
    where = position("b.. r.b .b.", red="burglar")
    assert outcomes(where, "burglar", "E") == {
        "b.. rRb .b.",
        "b.. rbR .b.",
        "b.. rbb .R.",
    }
    assert reasons(where, "burglar", "R.. rbb .b.") == ["burglar"]
    assert reasons(where, "burglar", "b.. Rrb .b.") == ["burglar"]


# --- HACKER ---------------------------------------------------------------------------------------


def test_the_hacker_goes_into_an_empty_room() -> None:
    """HACKER: it is placed in an empty room."""
    assert outcomes(position("r.b ... ...", red="hacker"), "hacker", "E") == {"r.b .R. ..."}
    assert rooms(position("r.b ... ...", red="hacker"), "hacker") == "BDEFGHI"


def test_the_hacker_allows_two_cards_from_the_next_turn_on() -> None:
    """HACKER: its player may lay two cards instead of one."""
    state = turn(game(blue="hacker"), "A", "hacker", "E")
    assert actor(state) == BLUE
    assert {"guess A", "guess A B", "guess H I"} <= legal(state)
    assert len(legal(state)) == 9 + 36


def test_the_hacker_helps_until_a_guess_is_right() -> None:
    """HACKER: the effect stays through failures, and ends with the first agent foiled."""
    state = turn(game(blue="hacker"), "A", "hacker", "E")
    state = turn(turn(state, "A B", "spy", "C"), "I", "spy", "I")
    assert "guess A B" in legal(state)
    state = turn(turn(state, "A B", "spy", "A"), "I", "spy", "G")
    assert actor(state) == BLUE
    assert legal(state) == {f"guess {room}" for room in ROOMS}


def test_the_hacker_helps_only_its_player() -> None:
    """HACKER: the other one still lays one card; a foiled hacker helps nobody."""
    state = turn(turn(game(blue="hacker"), "A", "hacker", "E"), "A B", "spy", "C")
    assert "guess A B" not in legal(state)
    assert "guess A B" not in legal(turn(game(blue="hacker"), "E", "hacker", "E"))


def test_the_hacker_helps_no_longer_than_its_round() -> None:
    """HACKER, house ruling 8: in the next round its player lays one card again."""
    state = spies(turn(game(blue="hacker"), "A", "hacker", "E"), "ABCH")
    assert state.ending is Ending.LINE
    state = enrolled(play(state, "gather"), red="mole", blue="mole")
    assert actor(state) == BLUE
    assert legal(state) == {f"guess {room}" for room in ROOMS}


# --- ASSASSIN -------------------------------------------------------------------------------------


def test_the_assassin_is_placed_on_an_enemy_spy() -> None:
    """ASSASSIN: on an enemy spy, and nowhere else."""
    where = position("r.b .b. ...", red="assassin")
    assert rooms(where, "assassin") == "CE"
    assert reasons(where, "assassin", "rRb .b. ...") == ["assassin"]


def test_the_assassin_removes_the_spy_and_takes_its_room() -> None:
    """ASSASSIN: if the infiltration succeeds the enemy spy leaves the base."""
    where = position("r.b .b. ...", red="assassin")
    assert outcomes(where, "assassin", "E") == {"r.b .R. ..."}
    state = turn(at("... .r. ...", blue="assassin"), "A", "assassin", "E", "use assassin xE")
    assert picture(state) == "... .B. ..."
    assert on(state, "red.nest").count("red") == 7


def test_a_foiled_assassin_leaves_the_spy() -> None:
    """ASSASSIN: if it fails the assassin is out, and the enemy spy stays."""
    state = play(at("... .r. ...", blue="assassin"), "guess E", "place assassin E")
    assert on(state, "E") == ["blue.specialist", "red"]
    state = play(state, "foiled")
    assert picture(state) == "... .r. ..."


# --- MESSAGER -------------------------------------------------------------------------------------


def test_the_courier_is_placed_on_an_own_spy_beside_a_free_room() -> None:
    """MESSAGER: on an own spy that has at least one free room beside it, not diagonally."""
    where = position("rb. brb .br", red="courier")
    assert rooms(where, "courier") == ""
    where = position("rb. b.b .br", red="courier")
    assert rooms(where, "courier") == ""
    where = position("r.. ... ..r", red="courier")
    assert rooms(where, "courier") == "AI"
    assert reasons(where, "courier", "r.. .R. ..r") == ["courier"]


def test_the_courier_sends_the_spy_into_a_free_room_beside() -> None:
    """MESSAGER: if it succeeds the spy moves into one of these; the courier takes its place."""
    where = position("rb. ... ..b", red="courier")
    assert outcomes(where, "courier", "A") == {"Rb. r.. ..b"}
    where = position("... .r. .b.", red="courier")
    assert outcomes(where, "courier", "E") == {".r. .R. .b.", "... rR. .b.", "... .Rr .b."}
    assert reasons(where, "courier", "r.. .R. .b.") == ["courier"]
    assert reasons(where, "courier", "... .R. .b.") == ["power_must"]


# --- COMMANDO -------------------------------------------------------------------------------------


def test_the_commando_goes_into_an_empty_room() -> None:
    """COMMANDO: it is placed in an empty room, a spy beside it or not."""
    where = position("r.b ... ...", red="commando")
    assert rooms(where, "commando") == "BDEFGHI"
    assert outcomes(where, "commando", "H") == {"r.b ... .R."}


def test_the_commando_slides_and_pushes_a_spy() -> None:
    """COMMANDO: it slides into the room of a spy beside it, own or enemy, and pushes it on."""
    assert outcomes(position("... .b. ...", red="commando"), "commando", "D") == {"... .Rb ..."}
    assert outcomes(position("... .r. ...", red="commando"), "commando", "B") == {"... .R. .r."}
    where = position("... .b. ...", red="commando")
    assert reasons(where, "commando", "... .bR ...") == ["power_must"]
    assert reasons(where, "commando", "... Rb. ...") == ["power_must"]
    assert reasons(where, "commando", "... R.. ..b") == ["commando"]


def test_the_commando_pushes_a_spy_out_of_the_base() -> None:
    """COMMANDO: at the edge the spy leaves the base."""
    assert outcomes(position("b.. ... ...", red="commando"), "commando", "D") == {"R.. ... ..."}
    state = turn(at("r.. ... ...", blue="commando"), "I", "commando", "D", "use commando D>A xA")
    assert picture(state) == "B.. ... ..."
    assert on(state, "red.nest").count("red") == 7


def test_a_pushed_spy_pushes_another_out_of_the_base() -> None:
    """COMMANDO: the spy pushed may push a second one, own or enemy, off the base."""
    where = position("... .br ...", red="commando")
    assert outcomes(where, "commando", "D") == {"... .Rb ..."}
    where = position("... .rb ...", red="commando")
    assert outcomes(where, "commando", "D") == {"... .Rr ..."}


# --- SNIPER ---------------------------------------------------------------------------------------


def test_the_sniper_goes_into_an_empty_room() -> None:
    """SNIPER: it is placed in an empty room."""
    assert rooms(position("r.b ... ...", red="sniper"), "sniper") == "BDEFGHI"


def test_the_sniper_removes_an_enemy_spy_one_or_two_rooms_away() -> None:
    """SNIPER: it may remove an enemy spy in its row or column; not diagonally."""
    where = position("..b b.. .b.", red="sniper")
    assert outcomes(where, "sniper", "A") == {"R.b b.. .b.", "R.. b.. .b.", "R.b ... .b."}
    assert reasons(where, "sniper", "R.b b.. ...") == ["sniper"]


def test_the_sniper_shoots_through_agents() -> None:
    """SNIPER: it shoots through a room where an agent is, own or enemy."""
    where = position(".rb b.. b..", red="sniper")
    assert "Rr. b.. b.." in outcomes(where, "sniper", "A")
    assert "Rrb b.. ..." in outcomes(where, "sniper", "A")


# --- who may leave a power unused -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "drawn", "room", "may_be_left"),
    [
        ("mole", "r.b ... ...", "B", True),
        ("ninja", "b.. ... ...", "B", True),
        ("burglar", "b.. ... ...", "B", True),
        ("sniper", "b.. ... ...", "B", True),
        ("assassin", "b.. ... ...", "A", False),
        ("courier", "r.. ... ...", "A", False),
        ("commando", "b.. ... ...", "B", False),
    ],
)
def test_powers_that_may_be_left(agent: str, drawn: str, room: str, *, may_be_left: bool) -> None:
    """TAUPE, NINJA, CAMBRIOLEUR, SNIPER: “vous pouvez” is a choice, the others' powers are not."""
    state = play(at(drawn, "blue", red=agent), "guess I", f"place {agent} {room}", "through")
    assert (f"use {agent}" in legal(state)) == may_be_left
    assert refused(state, f"use {agent}") == ([] if may_be_left else ["power_must"])
