"""Every sentence of the Wink booklet that states a rule, by edition and section.

The booklet holds three texts: `agents`, `wink` and `zwinkern`. Red begins, blue sits to its left.
Unless a test says otherwise blue holds the twin of card 25 and red calls it.
Accusations and the end are in ``test_wink_booklet_accusing``.
"""

from __future__ import annotations

import pytest

from tablet_companion.games.core import TABLE, Card, PositionError
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.games.wink.state import SEATS
from tests.games.wink import (
    BLUE,
    GAME,
    RED,
    by_people,
    called,
    carnival_editions,
    dealt,
    doings,
    every_edition,
    legal,
    on,
    one_round,
    play,
    reasons,
    score,
)

# --- agents 2 Mise en place; wink Mise en place; zwinkern Préparation ---------------------------


@pytest.mark.parametrize(
    ("edition", "players", "hand", "in_play"),
    [
        ("agents", 4, 9, 36),
        ("agents", 5, 7, 35),
        ("agents", 6, 6, 36),
        ("agents", 7, 5, 35),
        ("agents", 8, 4, 32),
        ("wink", 4, 8, 36),
        ("wink", 5, 6, 36),
        ("wink", 6, 5, 36),
        ("wink", 7, 4, 36),
        ("wink", 8, 4, 36),
        ("zwinkern", 3, 9, 36),
        ("zwinkern", 4, 8, 36),
        ("zwinkern", 5, 6, 36),
        ("zwinkern", 6, 5, 36),
    ],
)
def test_cards_are_dealt_by_the_number_of_players(
    edition: str, players: int, hand: int, in_play: int
) -> None:
    """`agents`, Mise en place: all cards; wink, Mise en place and zwinkern, Préparation: a share.

    The cards of the table are those of the other pack, face up.
    """
    state = dealt(edition, players)
    assert [len(cards) for cards in state.hands] == [hand] * players
    up = [place for place, piece in GAME.placement(state).pieces if str(place) == str(piece)]
    assert len(up) == in_play
    assert (hand * players == in_play) or edition != "agents"


def test_marked_cards_leave_both_packs() -> None:
    """`agents`, Mise en place: one card less with five and seven, four less with eight."""
    assert "36" not in dealt("agents", 5).setting.cards
    assert "36" not in dealt("agents", 7).setting.cards
    assert not {"33", "34", "35", "36"} & set(dealt("agents", 8).setting.cards)
    assert reasons(dealt("agents", 8), "call 33") == ["card_gone"]


def test_which_cards_are_marked_is_an_option() -> None:
    """`agents`, Mise en place: a table whose box marks other cards says so."""
    options = {"left_out_by_5_or_7": (7,), "left_out_by_8": (1, 2, 3, 4)}
    assert "7" not in GAME.setup(options, SEATS[:5]).setting.cards
    assert GAME.setup(options, SEATS[:8]).setting.cards[0] == "5"
    assert len(GAME.setup(options, SEATS[:6]).setting.cards) == 36
    for wrong in ((1, 2), (7, 7), (37,), (True,), "7"):
        with pytest.raises(PositionError, match="left_out_by_5_or_7"):
            GAME.setup({"left_out_by_5_or_7": wrong}, SEATS[:5])


@pytest.mark.parametrize(
    ("edition", "players"), [(name, few) for name in EDITIONS for few in EDITIONS[name].players]
)
def test_accusation_cards(edition: str, players: int) -> None:
    """`agents`, wink, Mise en place: four each; zwinkern: four, from five on three."""
    wanted = 3 if edition == "zwinkern" and players > 4 else 4
    assert GAME.view(dealt(edition, players), TABLE).accusations == (wanted,) * players


@pytest.mark.parametrize(("edition", "few", "many"), [("agents", 4, 8), ("zwinkern", 3, 6)])
def test_other_numbers_of_players_are_refused(edition: str, few: int, many: int) -> None:
    """`agents`, Contenu: eight pawns. zwinkern, Contenu: six; the deals name the least."""
    for count in (few - 1, many + 1):
        seats = (*SEATS, SEATS[0])[:count]
        with pytest.raises(PositionError, match=f"played by {few} to {many}"):
            GAME.setup({"edition": edition}, seats)


@every_edition
def test_everybody_has_a_pawn_before_him(edition: str) -> None:
    """`agents`, wink, Mise en place and zwinkern, Préparation: one each, of his own colour."""
    state = dealt(edition)
    assert [on(state, f"{seat}.home") for seat in SEATS[:4]] == [[seat] for seat in SEATS[:4]]
    assert doings(state, "call 1") == {("pawn_follows", "red", "red.home", "1")}


@every_edition
def test_hands_and_the_rest_are_seen_by_nobody_else(edition: str) -> None:
    """`agents`, wink, Mise en place and zwinkern, Préparation: hands and the box are secret."""
    state = dealt(edition)
    assert all(seat.hand is None for seat in GAME.view(state, TABLE).seats)
    hands = {seat.seat: seat.hand for seat in GAME.view(state, BLUE).seats}
    assert [seat for seat, hand in hands.items() if hand is not None] == [BLUE]


# --- agents 3 Déroulement; wink Déroulement; zwinkern Attention les yeux ! ----------------------


@every_edition
def test_whoever_is_chosen_begins_and_play_goes_clockwise(edition: str) -> None:
    """`agents`, wink, Déroulement: lot or choice, then clockwise; zwinkern too."""
    state = GAME.setup({"edition": edition}, SEATS[:4])
    assert legal(state) == {f"lot {seat}" for seat in SEATS[:4]}
    state = play(state, "lot green", "deal ?")
    turns = []
    for card in ("1", "2", "3", "4"):
        turns.append(GAME.actor(state))
        state = play(state, f"call {card}")
    assert turns == ["green", "yellow", "red", "blue"]


# --- agents APPEL; wink Appel; zwinkern Attention les yeux ! ------------------------------------


@every_edition
def test_the_pawn_goes_to_the_card_called(edition: str) -> None:
    """`agents` APPEL, wink Appel, zwinkern: any face-up card of one's choice."""
    state = dealt(edition, blue="25")
    state = play(state, "call 25")
    assert sorted(on(state, "25")) == ["25", "red"]
    assert GAME.actor(state) == BLUE


@every_edition
def test_nobody_calls_what_he_holds(edition: str) -> None:
    """`agents` APPEL, wink Appel, zwinkern Attention les yeux !: not a card of your own hand."""
    state = dealt(edition, red="25")
    assert reasons(state, "call 25") == ["twin_in_hand"]


@every_edition
def test_two_pawns_never_share_a_card(edition: str) -> None:
    """`agents` APPEL, wink Appel, zwinkern Attention les yeux !: not an occupied card."""
    state = play(dealt(edition, green="25"), "call 25")
    assert reasons(state, "call 25") == ["occupied"]


@every_edition
def test_the_number_called_is_where_the_pawn_stands(edition: str) -> None:
    """`agents` APPEL, wink Appel, zwinkern: the number is said aloud; a pawn elsewhere is wrong."""
    state = dealt(edition, blue="25 26")
    shown = GAME.attempted(state, GAME.read_action(state, "call 26"))
    (breach,) = GAME.diagnose(state, Card("25"), shown)
    assert breach.rule == "pawn_follows"
    assert not GAME.diagnose(state, Card("26"), shown)


@every_edition
def test_each_in_his_turn(edition: str) -> None:
    """`agents` APPEL, wink Appel, zwinkern: then it is the left neighbour's turn, nobody else's."""
    state = dealt(edition, blue="25")
    blue_on_turn = play(state, "call 25")
    shown = GAME.attempted(blue_on_turn, GAME.read_action(blue_on_turn, "call 1"))
    (breach,) = GAME.diagnose(state, Card("1"), shown)
    assert (breach.rule, dict(breach.details)) == ("whose_turn", {"seat": "red"})


@carnival_editions
def test_only_visible_cards_are_called(edition: str) -> None:
    """`agents` APPEL, wink Appel: a card turned down is called no more."""
    state = play(called(edition), "name green", "has not", "lay blue")
    assert reasons(state, "call 25") == ["card_turned_down"]


@every_edition
def test_a_card_that_was_won_is_called_no_more(edition: str) -> None:
    """`agents` APPEL, wink Appel, zwinkern: what is called lies on the table."""
    state = play(called(edition), "name blue", "has it")
    assert reasons(state, "call 25") == ["card_gone"]


# --- agents COMPLICE; wink Partenaire; zwinkern Attention les yeux ! ----------------------------


@pytest.mark.parametrize("edition", ["agents", "zwinkern"])
def test_the_pawn_must_move_on(edition: str) -> None:
    """`agents` COMPLICE, zwinkern Attention les yeux !: on the next turn to another card."""
    assert reasons(called(edition), "call 25") == ["just_left"]


def test_the_pawn_must_move_on_in_wink() -> None:
    """`wink` Partenaire: on the next turn to another card; the one named about is gone anyway."""
    assert reasons(called("wink"), "call 25") == ["name_first", "just_left"]


@pytest.mark.parametrize("edition", ["agents", "zwinkern"])
def test_after_the_next_call_it_is_too_late(edition: str) -> None:
    """`agents` COMPLICE, zwinkern: once the pawn has moved, the last partner is not named."""
    state = play(called(edition), "call 1")
    assert not legal(state, "accuse") & {"accuse green blue 25", "accuse red blue 25"}
    assert reasons(state, "accuse green blue 25") == ["not_called"]
    assert "25" in on(state, "25")


# --- agents PRISE DE CONTACT; wink Retrouvaille; zwinkern Attention les yeux ! ------------------


@every_edition
def test_the_partner_is_named_before_the_pawn_moves(edition: str) -> None:
    """`agents` PRISE DE CONTACT, wink Retrouvaille, zwinkern: at the beginning of one's turn.

    There is nobody to name on the first turn.
    """
    assert reasons(dealt(edition), "name blue") == ["nothing_to_name"]
    state = called(edition)
    assert legal(state, "name") == {"name blue", "name green", "name yellow"}
    assert reasons(state, "name red") == ["name_another"]


@pytest.mark.parametrize("edition", ["agents", "zwinkern"])
def test_naming_may_be_left_out(edition: str) -> None:
    """`agents` PRISE DE CONTACT, zwinkern: one may name; else nothing happens."""
    state = play(called(edition), "call 1")
    assert on(state, "25") == ["25"]
    assert score(state) == dict.fromkeys(SEATS[:4], 4)
    assert len(state.hands[1]) == len(dealt(edition).hands[1])


def test_naming_must_not_be_left_out_in_wink() -> None:
    """`wink` Retrouvaille: one has to name somebody before the pawn moves."""
    state = called("wink")
    assert reasons(state, "call 1") == ["name_first"]
    assert reasons(state, "stuck") == ["name_first", "can_still_call"]
    assert not legal(state, "call")


@every_edition
def test_a_right_name_wins_a_card_for_both(edition: str) -> None:
    """`agents` PRISE DE CONTACT, wink Retrouvaille, zwinkern, C'est vrai: a point for each."""
    state = play(called(edition), "name blue")
    assert legal(state) == {"has it"}
    assert GAME.actor(state) == BLUE
    assert doings(state, "has it") == {
        ("right_name", "twin", "blue.hand", "blue.won"),
        ("right_name", "25", "25", "red.won"),
    }
    state = play(state, "has it")
    assert (on(state, "red.won"), on(state, "blue.won")) == (["25"], ["25"])
    assert on(state, "25") == ["red"]
    assert score(state) == {"red": 5, "blue": 5, "green": 4, "yellow": 4}
    assert "25" not in state.hands[1]


@every_edition
def test_whoever_has_the_card_shows_it(edition: str) -> None:
    """`agents` PRISE DE CONTACT, wink Retrouvaille, zwinkern, C'est vrai: no denying."""
    state = called(edition)
    assert reasons(play(state, "name blue"), "has not") == ["card_held"]
    assert reasons(play(state, "name green"), "has it") == ["card_not_held"]


@every_edition
def test_the_next_call_follows_the_naming(edition: str) -> None:
    """`agents` PRISE DE CONTACT, wink Retrouvaille, zwinkern: then comes the next call."""
    state = play(called(edition), "name blue", "has it")
    assert GAME.actor(state) == RED
    assert not legal(state, "name")
    assert GAME.actor(play(state, "call 1")) == BLUE


@carnival_editions
def test_a_wrong_name_turns_the_card_down(edition: str) -> None:
    """`agents` PRISE DE CONTACT, wink Retrouvaille, C'est faux: it stays, face down.

    The true holder lays the twin face down in front of him.
    """
    state = play(called(edition), "name green")
    assert doings(state, "has not") == set()
    state = play(state, "has not")
    assert legal(state) == {"lay blue"}
    assert reasons(state, "lay green") == ["twin_laid"]
    assert doings(state, "lay blue") == {
        ("twin_laid", "twin", "blue.hand", "blue.down"),
        ("wrong_name", "25", "25", "25"),
    }
    state = play(state, "lay blue")
    assert sorted(on(state, "25")) == ["hidden", "red"]
    assert on(state, "blue.down") == ["hidden"]
    assert "25" not in state.hands[1]
    assert score(state) == dict.fromkeys(SEATS[:4], 4)
    assert GAME.actor(state) == RED


def test_nobody_lays_a_twin_that_was_not_dealt() -> None:
    """`wink` Mise en place, Retrouvaille: what is in the box is found by nobody."""
    state = one_round(dealt("wink", box="25"), red="25")
    for seat in ("blue", "green", "yellow"):
        answered = play(state, f"name {seat}")
        assert legal(answered) == {"has not"}
    state = play(state, "name blue", "has not")
    assert legal(state) == {"lay nobody"}
    state = play(state, "lay nobody")
    assert sorted(on(state, "25")) == ["hidden", "red"]
    assert state.down == (0, 0, 0, 0)


def test_with_all_cards_dealt_somebody_has_it() -> None:
    """`agents` Mise en place: every twin is in a hand, so somebody lays it."""
    state = play(one_round(by_people("agents"), red="25"), "name blue", "has not")
    assert legal(state) == {"lay green", "lay yellow"}


def test_a_wrong_name_removes_the_card_in_zwinkern() -> None:
    """`zwinkern` Attention les yeux !, C'est faux: the card is discarded, no more."""
    state = play(called("zwinkern"), "name green")
    assert doings(state, "has not") == {("wrong_name", "25", "25", "box")}
    state = play(state, "has not")
    assert on(state, "25") == ["red"]
    assert GAME.actor(state) == RED
    assert score(state) == dict.fromkeys(SEATS[:4], 4)
    assert [len(hand) for hand in state.hands] == [8] * 4


def test_the_true_holder_keeps_the_card_in_zwinkern() -> None:
    """`zwinkern` Attention les yeux !: he keeps it, reveals nothing, and wins nothing with it."""
    state = play(called("zwinkern"), "name green", "has not")
    assert "25" in state.hands[1]
    assert not on(state, "blue.down")
    assert reasons(state, "accuse yellow blue 25") == ["not_called"]
    assert reasons(state, "call 25") == ["card_gone"]
