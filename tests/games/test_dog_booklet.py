"""What the sheet of DOG says of the whole game, under its section's name, and each ruling.

Single moves and cards are in ``test_dog_booklet_moves``.

The track runs T0 to T63 anticlockwise; red starts on T0, blue on T16, green on T32, yellow on T48.
Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import pytest

from tablet_companion.games.core import CHANCE, Outcome, PositionError, Seat
from tablet_companion.games.dog_family.state import Phase
from tests.games.dog import (
    GAME,
    HOME,
    can,
    dealt,
    do,
    holding,
    new_game,
    on_table,
    only,
    position,
    reasons,
)

RED = Seat("red")

# --- But ------------------------------------------------------------------------------------------


def test_four_play_two_against_two() -> None:
    """But: partners sit opposite each other; no other number can play."""
    assert GAME.players({}) == (4,)
    assert GAME.teams(new_game()) == (("red", "green"), ("blue", "yellow"))
    with pytest.raises(PositionError, match="DOG is played by"):
        GAME.setup({}, GAME.seats[:3])


def test_all_pawns_begin_in_their_nests() -> None:
    """But: from the nest to the finish."""
    assert GAME.placement(new_game()) == on_table(position(""))


def test_the_team_with_all_eight_home_wins_at_once() -> None:
    """But (13): the eighth pawn ends the game though cards are left."""
    where = position("2 3", red=HOME, green="F4 F3 F2 T31")
    state = GAME.amend(holding(new_game(), red="2 5", blue="3"), on_table(where))
    state = do(state, "2 T31>green.F1")
    assert GAME.outcome(state) == Outcome((Seat("red"), Seat("green")))
    assert GAME.actor(state) is None


def test_with_four_home_one_moves_the_partners_pawns() -> None:
    """But (12): nest, start space and finish are the partner's then."""
    where = position("5 A", red=HOME, green="T30", blue="T41")
    assert only(where, "5", {"green": "T35"}, {"green": "F3"})
    assert can(where, "A", green="T30 T32")
    assert reasons(where, "5", blue="T46") == ["whose_turn"]


def test_before_that_one_moves_ones_own() -> None:
    """But: neither the partner's pawns nor an opponent's."""
    where = position("5", red="T20", green="T40", blue="T50")
    assert only(where, "5", {"red": "T25"})
    assert reasons(where, "5", green="T45") == ["whose_pawn"]
    assert reasons(where, "5", blue="T55") == ["whose_turn"]


# --- Déroulement ----------------------------------------------------------------------------------


def test_hands_of_six_to_two_and_six_again_from_one_dealer() -> None:
    """Déroulement: 6, 5, 4, 3, 2, 6 cards; one dealer; his right-hand neighbour opens, then on."""
    state = GAME.setup({}, GAME.seats)
    state = GAME.apply(state, GAME.lot(state, Seat("red")))
    rounds: list[tuple[int, str, str, str]] = []
    while len(rounds) < 7:
        state = GAME.apply(state, GAME.unseen(state))
        view = GAME.view(state, Seat("table"))
        assert {seat.cards for seat in view.seats} == {view.seats[0].cards}
        assert not any(seat.out for seat in view.seats)
        rounds.append((view.seats[0].cards, view.dealer, view.opener, view.turn))
        while GAME.view(state, Seat("table")).round == len(rounds) and GAME.actor(state) != CHANCE:
            state = do(state, "give up")
    assert [count for count, *_ in rounds] == [6, 5, 4, 3, 2, 6, 5]
    assert {dealer for _, dealer, *_ in rounds} == {"red"}
    openers = ["blue", "green", "yellow", "red", "blue", "green", "yellow"]
    assert [opener for *_, opener, _ in rounds] == openers
    assert [turn for *_, turn in rounds] == openers


def test_partners_exchange_a_hidden_card() -> None:
    """Déroulement: one card each, seen only after your own is given; all change hands together."""
    state = dealt(new_game())
    hands = {seat.seat: GAME.view(state, seat.seat).seats for seat in GAME.view(state, RED).seats}
    assert [len(view.hand) for views in hands.values() for view in views if view.hand] == [6] * 4
    state = holding(state, blue="A 2", green="3 4", yellow="5 6", red="7 8")._replace(
        phase=Phase.GIFT
    )
    assert [
        str(breach.rule) for breach in GAME.judge(state, GAME.read_action(state, "give up"))
    ] == ["wrong_moment"]
    for number, card in enumerate(("2", "4", "6", "8")):
        assert GAME.view(state, Seat("red")).seats[0].hand == ("7", "8"), number
        state = do(state, f"give {card}")
    held = {seat: GAME.view(state, seat).seats[i].hand for i, seat in enumerate(GAME.seats)}
    assert held == {
        "red": ("4", "7"),
        "blue": ("6", "A"),
        "green": ("3", "8"),
        "yellow": ("2", "5"),
    }
    assert GAME.actor(state) == "blue"


def test_one_after_another_anticlockwise_plays_one_card() -> None:
    """Déroulement: the card lies for all to see, a pawn moves, the next one to the right plays."""
    state = GAME.amend(
        holding(new_game(), red="5 6", blue="2"), on_table(position("", red="T20", blue="T40"))
    )
    state = do(state, "5 T20>T25")
    view = GAME.view(state, Seat("table"))
    assert (view.top_card, view.turn) == ("5", "blue")


def test_pawns_go_anticlockwise() -> None:
    """Déroulement: in the direction of travel; backwards is refused."""
    where = position("5", red="T20")
    assert only(where, "5", {"red": "T25"})
    assert reasons(where, "5", red="T15") == ["forwards"]
    assert only(position("5", turn="blue", blue="T61"), "5", {"blue": "T2"})


def test_who_can_play_nothing_lays_the_hand_down_and_who_can_must() -> None:
    """Déroulement (2): the whole hand, and he is out of the round; one playable card obliges."""
    stuck = position("5 Q")
    assert GAME.moves(stuck) == [{"card": None, "gives_up_hand": True}]
    assert GAME.moves(position("")) == [{"card": None, "gives_up_hand": True}]
    assert reasons(stuck, None) == []
    assert reasons(stuck, None, red="T5") == ["giving_up_moves"]
    assert reasons(position("5 K"), None) == ["must_play"]
    state = do(holding(new_game(), red="5 Q", blue="A"), "give up")
    (red, *_), turn = GAME.view(state, Seat("table")).seats, GAME.actor(state)
    assert (red.cards, red.out, turn) == (0, True, "blue")


def test_a_round_ends_with_the_last_card() -> None:
    """Déroulement: then the next one opens, with one card fewer."""
    state = do(holding(new_game(), yellow="K"), "K yellow.nest>T48")
    view = GAME.view(state, Seat("table"))
    assert (view.turn, view.round, view.opener, view.top_card) == (CHANCE, 2, "green", None)


def test_an_empty_stock_is_made_anew_of_the_discards() -> None:
    """(1) Mid-deal, too: all 110 cards are still there."""
    state = new_game()._replace(round=1, stock=1)
    unseen, discards = list(state.unseen), [0] * len(GAME.cards)
    for face, count in enumerate(unseen):
        discards[face], unseen[face] = count, 0
    discards[0], unseen[0] = discards[0] - 1, 1
    state = state._replace(unseen=tuple(unseen), discards=tuple(discards))
    state = dealt(state)
    held = sum(map(len, state.hands))
    assert (held, state.stock, sum(state.unseen)) == (24, 110 - 24, 110 - 24)
    assert sum(state.discards) == 0
