"""Every sentence of the Pocket Ops booklet that states a rule, under its section's name.

Rooms A to I lie row by row. In a game red guesses first, so blue holds the access code and places
first. The specialists are in ``test_pocket_ops_booklet_specialists``.
"""

from __future__ import annotations

import pytest

from tablet_companion.games.core import CHANCE
from tablet_companion.games.pocket_ops.state import SPECIALISTS, Ending, Phase
from tests.games.pocket_ops import (
    BLUE,
    GAME,
    RED,
    ROOMS,
    actor,
    at,
    doings,
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

# --- POCKET OPS, MATERIEL, MISE EN PLACE ----------------------------------------------------------


def test_three_in_line_win_the_round() -> None:
    """POCKET OPS: the first player with three agents in line wins the round."""
    state = spies(game(), "AGBHC")
    assert state.ending is Ending.LINE
    assert wins(state) == {"red": 0, "blue": 1}


def test_two_rounds_win_the_game() -> None:
    """POCKET OPS: the first player who wins two rounds wins the game."""
    state = play(spies(game(), "AGBHC"), "gather")
    state = enrolled(state, red="mole", blue="mole")
    state = spies(state, "GAHDBC")
    assert wins(state) == {"red": 0, "blue": 1}
    state = spies(state, "I")
    assert (state.ending, wins(state)) == (Ending.LINE, {"red": 1, "blue": 1})
    state = play(state, "gather")
    state = spies(enrolled(state, red="sniper", blue="sniper"), "AGBHC")
    assert actor(state) is None
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (BLUE,)


def test_each_has_seven_spies_and_eight_specialists() -> None:
    """MATERIEL: fourteen spies, sixteen specialists, nine cards for nine rooms each."""
    state = game()
    assert on(state, "red.nest").count("red") == on(state, "blue.nest").count("blue") == 7
    assert legal(play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red")) == {
        f"look {card}" for card in SPECIALISTS
    }
    assert len(SPECIALISTS) == 8
    assert legal(state) == {f"guess {room}" for room in ROOMS}


def test_the_base_is_empty_and_the_second_player_has_the_code() -> None:
    """MISE EN PLACE: an empty base; the second player gets the access code, so places first."""
    state = game()
    assert picture(state) == "... ... ..."
    assert actor(state) == RED
    assert actor(play(state, "guess A")) == BLUE


# --- ENROLEMENT DES SPECIALISTES ------------------------------------------------------------------


def test_one_of_two_specialists_looked_at_is_enrolled() -> None:
    """ENROLEMENT DES SPECIALISTES: shuffle, look at two, enrol one of them."""
    state = play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red")
    assert actor(state) == CHANCE
    state = play(state, "look mole", "look ninja", "look sniper", "look mole")
    assert actor(state) == RED
    assert legal(state) == {"enrol mole", "enrol ninja"}
    assert refused(state, "enrol sniper") == ["not_looked_at"]


def test_the_active_specialists_are_shown_and_join_the_reserves() -> None:
    """ENROLEMENT DES SPECIALISTES: both are shown, after both have chosen, with the spies."""
    state = play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red")
    state = play(state, "look mole", "look ninja", "look sniper", "look mole", "enrol mole")
    assert GAME.view(state, BLUE).active == (None, None)
    assert "red.specialist" not in on(state, "red.nest")
    assert doings(state, "enrol sniper") == {
        ("shown_together", f"{seat}.specialist", f"{seat}.stack", f"{seat}.nest")
        for seat in ("red", "blue")
    }
    state = play(state, "enrol sniper")
    assert GAME.view(state, BLUE).active == ("mole", "sniper")
    assert "red.specialist" in on(state, "red.nest")
    assert "blue.specialist" in on(state, "blue.nest")


def test_the_other_specialist_leaves_the_game() -> None:
    """ENROLEMENT DES SPECIALISTES: nobody looks at the other one ever again."""
    state = play(GAME.setup({"dealing": "tablet"}, GAME.seats), "lot red")
    state = play(state, "look mole", "look ninja", "look sniper", "look mole")
    state = play(state, "enrol mole", "enrol sniper")
    state = play(spies(state, "AGBHC"), "gather")
    assert state.first == 1
    assert legal(state) == {f"look {c}" for c in set(SPECIALISTS) - {"mole", "sniper"}}
    state = play(state, "look ninja", "look hacker")
    assert legal(state) == {f"look {c}" for c in set(SPECIALISTS) - {"mole", "ninja"}}


# --- DEROULEMENT DU JEU ---------------------------------------------------------------------------


def test_one_card_is_laid_for_any_room() -> None:
    """DEROULEMENT DU JEU: the guesser lays one card face down, for the room he suspects."""
    state = spies(game(), "AB")
    assert legal(state) == {f"guess {room}" for room in ROOMS}
    assert refused(state, "guess A B") == ["how_many_cards"]


def test_the_holder_of_the_code_must_place_an_agent() -> None:
    """DEROULEMENT DU JEU: a spy into a free room, or the specialist by its own rule; no passing."""
    state = play(spies(game(blue="assassin"), "AB"), "guess C")
    assert legal(state) == {*(f"place spy {room}" for room in "CDEFGHI"), "place assassin B"}
    assert refused(state, "place spy A") == ["empty_room"]
    assert refused(state, "place assassin A") == ["assassin"]
    assert refused(state, "place ninja C") == ["active_specialist"]
    assert reasons(position("rb. ... ..."), "spy", "rb. ... ...") == ["must_place"]


def test_a_right_guess_sends_a_spy_back_to_its_reserve() -> None:
    """DEROULEMENT DU JEU: a foiled spy returns to its owner's reserve (example 1, room H)."""
    state = play(game(), "guess H", "place spy H")
    assert on(state, "H") == ["blue"]
    assert on(state, "blue.nest").count("blue") == 6
    assert legal(state) == {"foiled"}
    assert doings(state, "foiled") == {("foiled_leaves", "blue", "H", "blue.nest")}
    state = play(state, "foiled")
    assert picture(state) == "... ... ..."
    assert on(state, "blue.nest").count("blue") == 7


def test_a_right_guess_removes_a_specialist_from_the_game() -> None:
    """DEROULEMENT DU JEU: a foiled specialist is out; its power is not used."""
    state = play(game(blue="ninja"), "guess E", "place ninja E")
    assert doings(state, "foiled") == {("foiled_leaves", "blue.specialist", "E", "box")}
    state = play(state, "foiled")
    assert picture(state) == "... ... ..."
    assert "blue.specialist" not in on(state, "blue.nest")
    state = turn(state, "A", "spy", "B")
    assert refused(play(state, "guess A"), "place ninja C") == ["active_specialist"]


def test_a_wrong_guess_lets_the_agent_stay() -> None:
    """DEROULEMENT DU JEU: the infiltration succeeds (example 2, room A, guess H)."""
    state = play(game(), "guess H", "place spy A")
    assert legal(state) == {"through"}
    assert refused(state, "foiled") == ["as_guessed"]
    assert picture(play(state, "through")) == "b.. ... ..."


def test_a_specialist_that_is_through_uses_its_power() -> None:
    """DEROULEMENT DU JEU: a wrong guess activates the power of a specialist."""
    state = play(spies(game(blue="ninja"), "IE"), "guess A", "place ninja D", "through")
    assert actor(state) == BLUE
    assert legal(state) == {"use ninja", "use ninja xE"}
    assert picture(play(state, "use ninja xE")) == "... B.. ..b"


def test_the_card_returns_to_the_hand() -> None:
    """DEROULEMENT DU JEU: the card played is taken back and may be played again."""
    state = turn(game(), "H", "spy", "A")
    state = turn(state, "H", "spy", "B")
    assert "guess H" in legal(state)


def test_roles_change_after_every_turn() -> None:
    """DEROULEMENT DU JEU: the player who infiltrated guesses next, and the other way round."""
    state = game()
    for room, guesses, places in (("A", RED, BLUE), ("B", BLUE, RED), ("C", RED, BLUE)):
        assert actor(state) == guesses
        state = play(state, "guess I")
        assert actor(state) == places
        state = play(state, f"place spy {room}", "through")


@pytest.mark.parametrize("line", ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"])
def test_lines_run_in_every_direction(line: str) -> None:
    """DEROULEMENT DU JEU: three in line, horizontally, vertically or diagonally."""
    before = "".join("r" if room in line[:2] else "." for room in ROOMS)
    (made,) = [
        move
        for move in GAME.moves(position(before))
        if (move["place"], move["room"]) == ("spy", line[2])
    ]
    assert made["lines"] == ["red"]


def test_specialists_count_for_lines() -> None:
    """DEROULEMENT DU JEU: agents in line are spies and specialists alike."""
    state = turn(spies(game(blue="ninja"), "AGBH"), "A", "ninja", "C")
    assert (state.ending, wins(state)["blue"]) == (Ending.LINE, 1)


# --- MISSION IMPOSSIBLE ---------------------------------------------------------------------------


def test_nobody_can_make_a_line_any_more() -> None:
    """MISSION IMPOSSIBLE: every line is barred to both, no specialist is left; the code loses."""
    state = turn(turn(game(), "I", "hacker", "I"), "A", "hacker", "A")
    state = spies(state, "AEBC")
    assert picture(state) == "bbr .r. ..."
    state = spies(state, "GDFI")
    assert (state.ending, picture(state)) == (Ending.NO_LINE_LEFT, "bbr rrb b.r")
    assert wins(state) == {"red": 1, "blue": 0}


def test_both_have_a_line_at_once() -> None:
    """MISSION IMPOSSIBLE: by a specialist's action both have a line; the code's holder loses."""
    state = at("rrb ... rbb", blue="mole")
    state = turn(state, "A", "mole", "E", "use mole C>G G>C")
    assert picture(state) == "rrr .B. bbb"
    assert (state.ending, wins(state)) == (Ending.BOTH_LINES, {"red": 1, "blue": 0})


def test_a_single_room_is_left_to_both() -> None:
    """MISSION IMPOSSIBLE: guessing has become certain; the code's holder loses."""
    state = turn(at("rrb bbr .r.", "blue"), "A", "spy", "G")
    assert (state.ending, picture(state)) == (Ending.ONE_ROOM, "rrb bbr rr.")
    assert wins(state) == {"red": 1, "blue": 0}


def test_an_active_specialist_may_tip_the_balance() -> None:
    """MISSION IMPOSSIBLE: the specialists in reserve are thought of first."""
    full, barred = "rrb bbr .r.", "bbr rrb b.."
    assert turn(at(full, "blue", red="ninja"), "A", "spy", "G").ending is Ending.ONE_ROOM
    assert turn(at(full, "blue", red="assassin"), "A", "spy", "G").ending is None
    assert turn(at(barred, "blue"), "A", "spy", "I").ending is Ending.NO_LINE_LEFT
    assert turn(at(barred, "blue", red="sniper"), "A", "spy", "I").ending is Ending.ONE_ROOM
    assert turn(at(barred, "blue", blue="assassin"), "A", "spy", "I").ending is None
    assert turn(at(barred, "blue", blue="hacker"), "A", "spy", "I").ending is Ending.NO_LINE_LEFT


def test_a_specialist_that_is_gone_tips_nothing() -> None:
    """MISSION IMPOSSIBLE: used or foiled specialists are thought of no more."""
    state = at("bbr rrb b..", "blue", red="ninja")
    assert turn(state, "I", "ninja", "I").ending is None
    state = turn(turn(state, "I", "ninja", "I"), "H", "spy", "H")
    assert turn(state, "A", "spy", "I").ending is Ending.NO_LINE_LEFT


def test_who_holds_the_code_loses() -> None:
    """MISSION IMPOSSIBLE: the holder of the access code loses, no matter who it is."""
    state = at("bbr rrb b..", "red", red="ninja")._replace(first=1, turns=0)
    state = turn(state, "A", "ninja", "H", "use ninja")
    assert state.ending is Ending.NO_LINE_LEFT
    assert wins(state) == {"red": 0, "blue": 1}


# --- FIN DE MANCHE --------------------------------------------------------------------------------


def test_a_round_won_is_a_crystal() -> None:
    """FIN DE MANCHE: the first round won is one crystal, and the game goes on."""
    state = spies(game(), "AGBHC")
    assert wins(state) == {"red": 0, "blue": 1}
    assert GAME.outcome(state) is None
    assert legal(state) == {"gather"}


def test_both_specialists_leave_the_game() -> None:
    """FIN DE MANCHE: used or not, the active specialists are out of the game after the round."""
    state = turn(spies(game(red="mole", blue="ninja"), "AGBH"), "A", "ninja", "C")
    state = play(state, "gather")
    assert "red.specialist" not in on(state, "red.nest")
    assert "look ninja" not in legal(state)
    assert state.enrolled == (("mole",), ("ninja",))
    assert GAME.view(state, RED).active == (None, None)


def test_spies_are_taken_back_and_specialists_enrolled_anew() -> None:
    """FIN DE MANCHE: every spy goes back to its reserve, and each enrols a new specialist."""
    state = spies(game(), "AGBHC")
    taken = doings(state, "gather")
    assert {("gathered", "blue", "A", "blue.nest"), ("gathered", "red", "G", "red.nest")} < taken
    assert ("gathered", "red.specialist", "red.nest", "box") in taken
    state = play(state, "gather")
    assert picture(state) == "... ... ..."
    assert on(state, "red.nest") == ["red"] * 7
    state = enrolled(state, red="mole", blue="mole")
    assert "blue.specialist" in on(state, "blue.nest")


def test_the_first_player_gets_the_code() -> None:
    """FIN DE MANCHE: the round's first player gets the code, so the other one guesses first."""
    state = enrolled(play(spies(game(), "AGBHC"), "gather"), red="mole", blue="mole")
    assert GAME.view(state, RED).code == RED
    assert actor(state) == BLUE


def test_the_second_round_won_is_the_machine() -> None:
    """FIN DE MANCHE: the player who wins a second round wins the game at once."""
    state = spies(game()._replace(wins=(1, 1)), "AGBHC")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (BLUE,)
    assert state.phase is Phase.OVER
    assert legal(state) == set()
