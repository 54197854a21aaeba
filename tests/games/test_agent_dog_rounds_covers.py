"""What the Agent DOG booklet says of pawns turned over and back, under its sections."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import HIDDEN, TABLE, Card, Piece, Place, Placement
from tests.games.agent_dog import GAME, position
from tests.games.agent_dog_rounds import do, seen, table, texts
from tests.games.dog import holding


def diagnosed(state: Any, card: str, left: tuple[str, str], came: tuple[str, str]) -> list[str]:
    """Return the rules broken by a table on which one pawn left a place and another came."""
    pieces = [*GAME.placement(state).pieces]
    pieces[pieces.index((Place(left[0]), Piece(left[1])))] = (Place(came[0]), Piece(came[1]))
    found = GAME.diagnose(state, Card(card), Placement(tuple(sorted(pieces))))
    return [str(breach.rule) for breach in found]


def kinds(state: Any, text: str) -> list[tuple[str, str, str]]:
    """Return what people do for a play: the kind of each step, from where, and by which rule."""
    steps = GAME.steps(state, GAME.read_action(state, text))
    return [(str(step.kind), str(step.source), str(step.rule)) for step in steps]


# --- PIONS INFILTRÉS ------------------------------------------------------------------------------


def test_a_pawn_is_turned_over_where_it_ends_in_a_hole() -> None:
    """PIONS INFILTRÉS: only where the move ends; on the way over a hole nothing is turned."""
    state = table("2 5", red="T20")
    assert kinds(state, "2 T20>T22") == [
        ("moved", "T20", "card_wholly"),
        ("turned_down", "T22", "turn_down"),
    ]
    assert seen(do(state, "2 T20>T22")) == {"T22": HIDDEN}
    assert kinds(state, "5 T20>T25") == [("moved", "T20", "card_wholly")]
    assert seen(do(state, "5 T20>T25")) == {"T25": "red"}


def test_a_pawn_left_upright_in_a_hole_is_told_of() -> None:
    """PIONS INFILTRÉS: its colour must not be seen there."""
    state = table("2", red="T20")
    assert diagnosed(state, "2", ("T20", "red"), ("T22", "red")) == ["turn_down"]
    assert diagnosed(state, "2", ("T20", "red"), ("T22", HIDDEN)) == []


def test_an_infiltrated_pawn_is_turned_up_on_a_space_and_not_on_its_way() -> None:
    """PIONS INFILTRÉS: from a hole to a hole, over spaces, nobody learns its colour."""
    state = table("3 8", blue="T18")
    assert kinds(state, "3 T18>T21")[1:] == [("turned_up", "T21", "turn_up")]
    assert seen(do(state, "3 T18>T21")) == {"T21": "blue"}
    assert kinds(state, "8 T18>T26") == [("moved", "T18", "card_wholly")]
    assert seen(do(state, "8 T18>T26")) == {"T26": HIDDEN}


@pytest.mark.parametrize(
    ("pawns", "ends"),
    [
        ({"red": "T62"}, {"red.F1": "red"}),
        ({"green": "T62"}, {}),
        ({"blue": "T62"}, {"blue.F4": "blue"}),
    ],
    ids=["own", "partner", "opponent"],
)
def test_in_the_finish_an_infiltrated_pawn_is_revealed(
    pawns: dict[str, str], ends: dict[str, str]
) -> None:
    """PIONS INFILTRÉS: your own stays, the partner's goes to its nest, others go home."""
    state = table("3", {"blue": "5"}, **pawns)
    play = "3 T62>red.F1"
    assert kinds(state, play)[1:] == [("turned_up", "red.F1", "finish_reveal")]
    after = do(state, play)
    assert seen(after) == ends
    assert GAME.view(after, TABLE).seats[0].out is False


def test_a_revealed_pawn_of_another_colour_must_not_stay() -> None:
    """PIONS INFILTRÉS: neither the partner's nor an opponent's pawn is left in one's finish."""
    for seat in ("green", "blue"):
        pawns: dict[str, Any] = {seat: "T62"}
        state = table("3", **pawns)
        assert diagnosed(state, "3", ("T62", HIDDEN), ("red.F1", seat)) == ["finish_reveal"]


# --- LIEU DE RENCONTRE DES ESPIONS ----------------------------------------------------------------


def test_whoever_is_called_is_infiltrated_and_a_hidden_one_stays_hidden() -> None:
    """LIEU DE RENCONTRE: the colour of a pawn called from a hole is not shown."""
    visible = table("5", red="T2", blue="T0")
    assert seen(do(visible, "5 T2>T7 T0=>T6")) == {"T7": "red", "T6": HIDDEN}
    hidden = table("5", red="T2", blue="T62")
    play = "5 T2>T7 T62=>T6"
    assert kinds(hidden, play)[-1] == ("called", "T62", "meeting")
    assert ("turned_up", "T6", "turn_up") not in kinds(hidden, play)
    assert seen(do(hidden, play)) == {"T7": "red", "T6": HIDDEN}


def test_of_several_meetings_the_player_chooses_the_order() -> None:
    """LIEU DE RENCONTRE: each looks for the nearest again, so the order matters."""
    points = {"holes": [2, 6], "meeting_points": [3, 7]}
    state = holding(
        read_position(position("partner", red="T1 T5", blue="T60", options=points)), red="partner"
    )
    assert {
        "partner T1>T3 T5>T7 T60=>T2 T3=>T6",
        "partner T1>T3 T5>T7 T3=>T6",
    } <= texts(state)


# --- EXPLICATION DES CARTES -----------------------------------------------------------------------


def test_a_copy_of_a_copy_repeats_the_card_copied() -> None:
    """EXPLICATION DES CARTES, Copie: what counts is the last card that is no copy."""
    state = table("5", {"blue": "copy", "green": "copy"}, red="T20", blue="T30", green="T40")
    state = do(state, "5 T20>T25", "copy T30>T35")
    view = GAME.view(state, TABLE)
    assert (view.top_card, view.last_card) == ("copy", "5")
    assert "copy T40>T45" in texts(state)


def test_a_copy_does_not_reach_back_into_the_round_before() -> None:
    """EXPLICATION DES CARTES, Copie: nothing is left to copy at the beginning of a new round."""
    state = do(table("5", red="T20", blue="T40"), "5 T20>T25")
    assert (GAME.view(state, TABLE).round, GAME.view(state, TABLE).last_card) == (2, None)
    state = holding(state, blue="copy")
    assert texts(state) == {"give up"}


def test_a_copy_is_played_as_if_the_card_were_one_s_own() -> None:
    """EXPLICATION DES CARTES, Copie: with the copier's own pawns, special powers too."""
    state = table("copy", red="T0", green="T40", blue="T18", yellow="T50")
    assert "copy T18>T50 T50>T18" in texts(state._replace(last=Card("exchange")))
    assert "copy T0>T2 T40>T42" in texts(state._replace(last=Card("partner")))
    assert "copy red.nest>T0" in texts(table("copy")._replace(last=Card("13")))
    assert texts(table("copy")._replace(last=Card("exchange"))) == {"give up"}


def test_after_an_exchange_both_pawns_are_infiltrated_and_nobody_looks() -> None:
    """EXPLICATION DES CARTES, Échange: the pawns are swapped as they lie; nothing is seen."""
    state = table("exchange", red="T2", blue="T18")
    play = "exchange T2>T18 T18>T2"
    (step,) = GAME.steps(state, GAME.read_action(state, play))
    assert (step.kind, step.piece) == ("swapped", HIDDEN)
    after = do(state, play)
    assert seen(after) == seen(state) == {"T2": HIDDEN, "T18": HIDDEN}
    assert after.board != state.board


def test_the_partner_card_turns_and_calls_only_when_all_points_are_used() -> None:
    """EXPLICATION DES CARTES, Partenaire: a hole or meeting point only passed is nothing."""
    state = table("partner", {"blue": "5"}, red="T4", blue="T63")
    assert kinds(state, "partner T4>T8") == [("moved", "T4", "card_wholly")]
    assert texts(state) == {"partner T4>T8"}
    ends = table("partner", {"blue": "5"}, red="T3", blue="T63")
    assert texts(ends) == {"partner T3>T7 T63=>T6"}
