"""What Agent DOG says of tables that no booklet draws: pawns lost, swapped or left upright."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import UNKNOWN_CARD, Breach, Card, Piece, Place, Placement
from tests.games.acting import Acting
from tests.games.agent_dog import GAME, after, position

judged = Acting[Any](GAME).reasons


STATE = read_position(position("5", red="T20 T2", blue="T41"))


def diagnosed(*ways: str, card: str = "5", state: Any = STATE) -> list[str]:
    """Return the rules broken by a table where pieces stand as ``place piece > place piece``."""
    pieces = list(GAME.placement(state).pieces)
    for way in ways:
        before, _, after = way.partition(" > ")
        pieces.remove(_piece(before))
        pieces.append(_piece(after))
    shown = Placement(tuple(sorted(pieces)))
    found: tuple[Breach, ...] = GAME.diagnose(GAME.veiled(state), Card(card), shown)
    return [str(breach.rule) for breach in found]


def _piece(text: str) -> tuple[Place, Piece]:
    place, piece = text.split()
    return Place(place), Piece(piece)


@pytest.mark.parametrize(
    ("ways", "rule"),
    [
        (("T20 red > T25 red", "T41 blue > blue.nest blue"), "not_captured"),
        (("T20 red > T25 red", "red.nest red > blue.nest red"), "wrong_nest"),
        (("T2 hidden > T7 hidden",), "turn_up"),
    ],
)
def test_a_table_that_cannot_be_is_told_by_its_rule(ways: tuple[str, ...], rule: str) -> None:
    """SAUTER ET PRENDRE, PIONS INFILTRÉS: taken for nothing, a wrong nest, not turned up."""
    assert rule in diagnosed(*ways)


@pytest.mark.parametrize("way", ["T20 red > T25 red", "T63 red > red.F4 red"])
def test_no_pawn_is_to_be_revealed_that_did_not_come_from_a_hole(way: str) -> None:
    """A right move beside a pawn that is gone from the table breaks no rule about finishes."""
    state = read_position(position("5", red="T20 T63", blue="T41"))
    pieces = list(GAME.placement(state).pieces)
    before, _, after = way.partition(" > ")
    for gone in (_piece(before), _piece("T41 blue")):
        pieces.remove(gone)
    shown = Placement(tuple(sorted((*pieces, _piece(after)))))
    assert GAME.diagnose(GAME.veiled(state), Card("5"), shown) == ()


def test_a_card_that_is_not_in_the_hand_is_not_played() -> None:
    """Nor is a hand given up, or a card given away, where it is the time for another thing."""
    play = next(action for action in GAME.legal(STATE) if GAME.card_of(action))
    other = play._replace(card=Card("8"))
    assert "card_not_held" in [breach.rule for breach in GAME.judge(STATE, other)]
    give = GAME.read_action(STATE, "give 5")
    assert [breach.rule for breach in GAME.judge(STATE, give)] == ["wrong_moment"]


def test_a_pawn_turned_up_has_a_colour_that_is_still_missing() -> None:
    """PIONS INFILTRÉS: where every pawn is known, nothing can be turned up as another colour."""
    play = next(action for action in GAME.legal(STATE) if GAME.card_of(action))
    breaches = GAME.judge(STATE, play._replace(shown=(1,)))
    assert [breach.rule for breach in breaches] == ["colour_count"]


# --- what a person would say -------------------------------------------------------------------


def test_a_copy_is_told_what_it_copies() -> None:
    """EXPLICATION DES CARTES, Copie: the copy of a 5 goes five, and the sentence says so."""
    where = position("copy", red="T20", last="5")
    (breach,) = GAME.explain(attempt(where, "copy", red="T26"))["breaches"]
    assert breach["rule"] == "copy_count"
    assert "A copy goes as far as the card it copies, here 5" in breach["text"]


@pytest.mark.parametrize("drawn", [False, True])
def test_who_changes_a_card_is_told_which_can_be_played(drawn: bool) -> None:
    """RÈGLES SPÉCIALES: before a card is drawn and after it, the playable one is named."""
    where = position("12 5", red="T20", playing=("red", "green")) | {"drawn": drawn}
    where["pawns"]["red"] = ["T20", "red.F1", "red.F2", "red.F3"]
    state = read_position(where | {"hand": ["exchange", "5"]})
    action = GAME.read_action(state, "discard exchange" if drawn else "redraw exchange")
    (breach,) = GAME.judge(state, action)
    assert (breach.rule, dict(breach.details)) == ("change_card", {"card": "5"})


def test_nobody_gives_up_the_hand_in_a_small_round() -> None:
    """RÈGLES SPÉCIALES: with two or three players a card is changed instead."""
    state = read_position(position("12 12", playing=("red", "green")))
    breaches = GAME.judge(state, GAME.read_action(state, "give up"))
    assert [breach.rule for breach in breaches] == ["nobody_gives_up"]


def test_who_gives_up_is_told_what_can_be_played() -> None:
    """OBLIGATION: of a hand that is known a card is named; of an unknown one that there is one."""
    state = read_position(position("5 exchange", red="T20"))
    (breach,) = GAME.judge(state, GAME.read_action(state, "give up"))
    assert (breach.rule, dict(breach.details)) == ("must_play", {"card": "5"})
    unknown = state._replace(hands=((UNKNOWN_CARD,), (), (), ()), unseen=(1, *[0] * 13))
    (breach,) = GAME.judge(unknown, GAME.read_action(state, "give up"))
    assert (breach.rule, breach.details) == ("must_play_one", ())


def test_a_meeting_is_told_whom_it_calls() -> None:
    """LIEU DE RENCONTRE: another pawn than the nearest was called; that is not a second move."""
    where = position("5", red="T2 T62", blue="T1")
    (breach,) = GAME.explain(attempt(where, "5", red="T7 T6"))["breaches"]
    assert (breach["rule"], breach["where"][1]) == ("meeting_nearest", "T1")


def test_ones_own_pawn_in_the_finish_is_not_captured() -> None:
    """ZONE D’ARRIVÉE: the card's number says that the pawn went there, and not to its nest."""
    where = position("5", red="T60 F1")
    assert rules_of(attempt(where, "5", red="F1")) == ["finish_jump"]


def test_a_captured_pawn_put_beside_belongs_in_its_nest() -> None:
    """SAUTER ET PRENDRE: it stands next to the captor, and nobody moved it there by the card."""
    where = position("5", red="T20", blue="T25")
    assert rules_of(attempt(where, "5", red="T25", blue="T27")) == ["captured_home"]


def test_a_move_out_of_turn_is_told_whose_turn_it_is() -> None:
    """Déplacer des pions: Blue moves in Red's turn; Green's is only not the pawn of this turn."""
    where = position("5", red="T20", blue="T25", green="T40")
    (breach,) = GAME.explain(attempt(where, "5", blue="T30"))["breaches"]
    assert (breach["rule"], breach["text"][:14]) == ("whose_turn", "It is red’s tu")
    assert rules_of(attempt(where, "5", green="T45")) == ["whose_pawn"]


def test_with_a_pawn_on_the_start_only_numbers_leave_hidden_pawns() -> None:
    """CASE DÉPART OCCUPÉE: the sentence says that other cards may move them."""
    where = position("5", red="T0", blue="T18")
    (breach,) = GAME.explain(attempt(where, "5", blue="T23"))["breaches"]
    assert breach["rule"] == "own_start_first"
    assert "a number cannot move" in breach["text"]


def test_a_move_is_written_in_one_way_and_by_pawns_that_are_there() -> None:
    """Déplacer des pions: another form than the list has is refused; so are pawns from nowhere."""
    state = read_position(position("partner", red="T27", green="T43"))
    assert judged(state, "partner T43>T45 T27>T29") == ["one_form"]
    assert judged(state, "partner T27>T29 T43>T45") == []
    assert judged(state, "partner T28>T32") == ["no_pawn"]


def attempt(where: dict[str, Any], card: str, **pawns: str) -> dict[str, Any]:
    """Return the question whether a card may lead to where these colours have been put."""
    return {**where, "card": card, "attempt": after(where, **pawns)}


def rules_of(question: dict[str, Any]) -> list[str]:
    """Return the rules that an attempt breaks."""
    return [breach["rule"] for breach in GAME.explain(question)["breaches"]]


@pytest.mark.parametrize(
    ("pawns", "card", "ways", "rule"),
    [
        # One space too far, onto a meeting point, and the nearest pawn was called as it should be.
        (
            {"red": "T33", "blue": "T20"},
            "5",
            ("T33 red > T39 red", "T20 blue > T38 hidden"),
            "exact_count",
        ),
        # Two pawns went what the card says; one of them lies in the hole before a meeting point.
        (
            {"red": "T33 T20"},
            "5",
            ("T33 red > T38 hidden", "T20 red > T25 red"),
            "one_pawn",
        ),
        # A pawn was turned up in its hole, and the move itself is right.
        (
            {"red": "T33", "blue": "T2"},
            "3",
            ("T33 red > T36 red", "T2 hidden > T2 blue"),
            "turn_down",
        ),
        # The nearest pawn was called, but not into the hole.
        (
            {"red": "T36", "blue": "T20"},
            "3",
            ("T36 red > T39 red", "T20 blue > T37 blue"),
            "meeting",
        ),
        # Of two own pawns one went as the card says, and the other was sent home.
        (
            {"red": "T16 T33"},
            "3",
            ("T16 red > red.nest red", "T33 red > T36 red"),
            "not_captured",
        ),
        # A face-down pawn that turned up as an opponent's in the finish was put in its nest.
        ({"red": "T20", "blue": "T62"}, "5", ("T62 hidden > blue.nest blue",), "finish_reveal"),
        # Out of the nest, but past the pawn on the start space: no pawn can be put there.
        ({"red": "T0"}, "13", ("red.nest red > T1 red",), "protected"),
        # A face-down pawn was captured by one that lies there now, one space too far.
        (
            {"red": "T21", "blue": "T26", "green": "T10"},
            "3",
            ("T21 red > blue.nest blue",),
            "exact_count",
        ),
    ],
)
def test_the_first_reason_is_the_one_that_people_see(
    pawns: dict[str, str], card: str, ways: tuple[str, ...], rule: str
) -> None:
    """A move is told by what is wrong with it, not by what somebody else may have done."""
    state = read_position(position(card, **pawns))
    assert diagnosed(*ways, card=card, state=state)[0] == rule


def test_an_attempt_may_stand_in_anothers_finish() -> None:
    """ZONE D’ARRIVÉE: the command explains a pawn in the wrong finish, as the table does."""
    where = position("6", red="T12")
    tried = {**where["pawns"], "red": ["blue.F2", *["red.nest"] * 3]}
    answer = GAME.explain({**where, "card": "6", "attempt": tried})
    assert [breach["rule"] for breach in answer["breaches"]] == ["finish_colour"]
