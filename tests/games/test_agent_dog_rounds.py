"""The sentences of the Agent DOG booklet about what lies between the moves, under their sections.

Setting up, hands, the pile, whose turn it is, who is out of a round, and how the game ends. What is
turned over, and when, is in ``test_agent_dog_rounds_covers``; single moves are in
``test_agent_dog_booklet``, whose board this is, too.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import CHANCE, TABLE, Card, Outcome, PositionError, Seat
from tablet_companion.games.dog_family.state import Phase
from tests.games.agent_dog import GAME, SEATS, position
from tests.games.agent_dog_rounds import do, seen, table, texts
from tests.games.dog import HOME, holding

RED, BLUE, GREEN, YELLOW = map(Seat, SEATS)


def begun(dealer: str = "red", seats: tuple[str, ...] = SEATS) -> Any:
    """Return a game whose cards the tablet deals, before the first deal."""
    state = GAME.setup({"dealing": "tablet"}, tuple(map(Seat, seats)))
    return do(state, f"lot {dealer}")


def dealt(state: Any) -> Any:
    """Return the state after the deal: to each in turn what comes first in the deck's order."""
    while state.phase is Phase.DEAL:
        state = GAME.successor(state, GAME.legal(state)[0])
    return state


def cards_held(state: Any) -> dict[str, int]:
    """Return how many cards everybody holds."""
    return {str(entry.seat): entry.cards for entry in GAME.view(state, TABLE).seats}


def thrown(state: Any) -> dict[str, int]:
    """Return which cards lie in the discards, seen or unseen, and how many of each."""
    counts = Counter(dict(zip(GAME.cards, state.discards, strict=True)))
    counts.update(state.buried)
    return {str(card): count for card, count in counts.items() if count}


# --- MATÉRIEL ET MISE EN PLACE DU JEU -------------------------------------------------------------


def test_everybody_begins_with_one_pawn_on_the_start_space() -> None:
    """MISE EN PLACE, 2: of four pawns three are in the nest, the fourth on the own start space."""
    state = begun()
    assert seen(state) == {"T0": "red", "T16": "blue", "T32": "green", "T48": "yellow"}
    assert state.nests == bytes((3, 3, 3, 3))


def test_opposite_colours_are_partners() -> None:
    """MISE EN PLACE, 2: red with green, blue with yellow."""
    assert GAME.teams(begun()) == ((RED, GREEN), (BLUE, YELLOW))


def test_two_to_four_play_with_110_cards() -> None:
    """MATÉRIEL: the numbers of players and of cards."""
    assert GAME.players({}) == (2, 3, 4)
    assert begun().stock == 110
    with pytest.raises(PositionError, match="two to four"):
        GAME.setup({}, (RED,))


# --- DÉROULEMENT DU JEU, 1. Distribution et échange de cartes ---------------------------------


def test_in_every_round_the_dealer_deals_five_cards() -> None:
    """Distribution et échange de cartes: five to each, in later rounds, too."""
    state = GAME.setup({}, GAME.seats)
    state = do(state, "lot blue")
    for left in (90, 70, 50):
        state = GAME.apply(state, GAME.unseen(state))
        assert cards_held(state) == dict.fromkeys(SEATS, 5)
        assert state.stock == left
        for _ in SEATS:
            state = do(state, "give up")


def test_partners_exchange_a_card_that_is_seen_only_after_giving() -> None:
    """Distribution et échange de cartes: no hand changes before all have given."""
    state = dealt(begun())
    state = holding(state, red="2 3", blue="5 6", green="7 8", yellow="9 10")
    state = state._replace(phase=Phase.GIFT)
    for text in ("give 2", "give 5", "give 7"):
        state = do(state, text)
        assert GAME.view(state, GREEN).seats[2].hand == ("7", "8")
    state = do(state, "give 9")
    held = [GAME.view(state, seat).seats[number].hand for number, seat in enumerate(GAME.seats)]
    assert held == [("3", "7"), ("6", "9"), ("2", "8"), ("10", "5")]


# --- DÉROULEMENT DU JEU, 2. Déplacer des pions ------------------------------------------------


def test_the_dealer_plays_first_and_then_the_next_clockwise() -> None:
    """Déplacer des pions: who has the pile before him begins; nobody is passed over."""
    state = do(GAME.setup({}, GAME.seats), "lot green")
    state = GAME.apply(state, GAME.unseen(state))
    turns = []
    for _ in SEATS:
        turns.append(GAME.actor(state))
        state = do(state, "give up")
    assert turns == [GREEN, YELLOW, RED, BLUE]


def test_a_card_is_laid_open_and_not_replaced() -> None:
    """Déplacer des pions: one card of the hand goes onto the pile for all to see."""
    state = do(table("5 6 7", {"blue": "2"}, red="T20"), "5 T20>T25")
    assert GAME.view(state, TABLE).top_card == "5"
    assert cards_held(state)["red"] == 2
    assert GAME.actor(state) == BLUE


# --- DÉROULEMENT DU JEU, 3. Fin d'une manche et fin de la partie ------------------------------


def test_who_has_no_cards_is_passed_over_and_the_last_card_ends_the_round() -> None:
    """Fin d'une manche: it goes on until everybody has used all his cards."""
    state = table("5", {"green": "2 3"}, red="T20", green="T40")
    state = do(state, "5 T20>T25")
    assert GAME.actor(state) == GREEN
    state = do(state, "2 T40>T42")
    assert (GAME.actor(state), GAME.view(state, TABLE).round) == (GREEN, 1)
    state = do(state, "3 T42>T45")
    assert (GAME.actor(state), GAME.view(state, TABLE).round) == (CHANCE, 2)


def test_the_pile_goes_on_clockwise() -> None:
    """Fin d'une manche: the next one deals, and begins."""
    state = do(GAME.setup({}, GAME.seats), "lot yellow")
    dealers = []
    for _ in range(5):
        state = GAME.apply(state, GAME.unseen(state))
        assert GAME.actor(state) == GAME.view(state, TABLE).dealer
        dealers.append(GAME.view(state, TABLE).dealer)
        for _ in SEATS:
            state = do(state, "give up")
    assert dealers == [YELLOW, RED, BLUE, GREEN, YELLOW]


def test_an_empty_pile_is_made_anew_of_the_discards() -> None:
    """Fin d'une manche: in the middle of a deal, too; no card is lost."""
    state = begun()
    discards = tuple(
        count - (face == "5") for face, count in zip(GAME.cards, state.unseen, strict=True)
    )
    unseen = tuple(int(face == "5") for face in GAME.cards)
    state = dealt(state._replace(stock=1, unseen=unseen, discards=discards))
    assert cards_held(state) == dict.fromkeys(SEATS, 5)
    assert (state.stock, sum(state.unseen), sum(state.discards)) == (90, 90, 0)


def test_eight_pawns_in_the_finish_win_for_the_team() -> None:
    """Fin de la partie, BUT DU JEU: the team's eight, not a player's four; at once."""
    three = "F4 F3 F2 T31"
    state = table("2 3", {"blue": "5"}, red=HOME, green=three)
    state = do(state, "2 T31>green.F1")
    assert GAME.outcome(state) == Outcome((RED, GREEN))
    assert (GAME.actor(state), GAME.legal(state)) == (None, ())
    alone = do(table("2", {"blue": "5"}, red="F4 F3 F2 T63"), "2 T63>red.F1")
    assert GAME.outcome(alone) is None


def test_a_revealed_pawn_may_bring_the_other_team_home() -> None:
    """PIONS INFILTRÉS, Fin de la partie: both teams are looked at, no matter who is on turn."""
    state = table("3 5", {"blue": "5"}, red="T40", blue="F4 F3 F2 T62", yellow=HOME)
    assert GAME.outcome(do(state, "3 T62>red.F1")) == Outcome((BLUE, YELLOW))


def test_if_one_card_brings_both_teams_home_the_active_one_wins() -> None:
    """BUT DU JEU, house ruling: `partner` brings blue's side home, and red's with it."""
    three = {"yellow": "F4 F3 F2 T47", "red": "F4 F3 F2 T63"}
    where = read_position(position("", blue=HOME, green=HOME, **three))
    state = do(holding(where, blue="partner", red="5"), "partner T47>yellow.F1 T63>red.F1")
    assert GAME.outcome(state) == Outcome((BLUE, YELLOW))


# --- QUELS PIONS PUIS-JE DÉPLACER ? ---------------------------------------------------------------


def test_with_four_home_one_still_gets_cards() -> None:
    """QUELS PIONS PUIS-JE DÉPLACER ?: one plays on, for the partner."""
    state = table("5", red=HOME, green="T30")
    state = dealt(do(state, "5 T30>T35"))
    assert cards_held(state) == dict.fromkeys(SEATS, 5)


# --- ATTENTION AUX PIONS QUE TU PRENDS ! --------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "pawns"),
    [
        ("5 T20>T25 xT25", {"red": "T20 T25"}),
        ("5 T20>T25 xT25", {"red": "T20", "green": "T25"}),
        ("5 T21>T26 xT26", {"red": "T21", "green": "T26"}),
    ],
    ids=["own", "partner", "found out on turning it up"],
)
def test_who_captures_his_own_side_is_out_of_the_round(play: str, pawns: dict[str, str]) -> None:
    """ATTENTION AUX PIONS: the move stands; the rest of the hand goes under the discards."""
    state = table("5 2 3", {"blue": "2", "yellow": "copy"}, **pawns)
    state = do(state, play)
    view = GAME.view(state, TABLE)
    assert (view.seats[0].cards, view.seats[0].out, view.top_card) == (0, True, "5")
    assert thrown(state) == {"2": 1, "3": 1, "5": 1}
    assert GAME.actor(state) == BLUE


def test_an_opponents_pawn_costs_nothing() -> None:
    """ATTENTION AUX PIONS: only the own side's are a loss."""
    state = do(table("5 2 3", red="T20", blue="T25"), "5 T20>T25 xT25")
    assert cards_held(state)["red"] == 2
    assert not GAME.view(state, TABLE).seats[0].out


def test_playing_the_partners_pawns_one_s_own_side_stays_the_same() -> None:
    """ATTENTION AUX PIONS: with four home, too, both colours of the team are your own side."""
    state = do(table("5 2", red=HOME, green="T20 T25"), "5 T20>T25 xT25")
    assert cards_held(state)["red"] == 0


# --- OBLIGATION -----------------------------------------------------------------------------------


def test_who_can_play_nothing_is_out_until_the_next_round() -> None:
    """OBLIGATION: the hand goes under the discards, so the card played last stays on top."""
    state = table("12 10", {"green": "copy"}, green="T40")
    state = state._replace(last=Card("2"), top=Card("2"))
    assert texts(state) == {"give up"}
    state = do(state, "give up")
    view = GAME.view(state, TABLE)
    assert (view.seats[0].cards, view.seats[0].out, view.turn) == (0, True, GREEN)
    assert (view.top_card, view.last_card) == ("2", "2")
    assert thrown(state) == {"12": 1, "10": 1}
    state = dealt(do(state, "copy T40>T42"))
    assert cards_held(state) == dict.fromkeys(SEATS, 5)
    assert not any(entry.out for entry in GAME.view(state, TABLE).seats)


def test_who_has_the_choice_of_one_bad_move_must_make_it() -> None:
    """OBLIGATION, the example: three before the finish with a 12, one goes round once more."""
    state = table("12", red="F4 F3 F2 T61")
    assert texts(state) == {"12 T61>T9"}


# --- RÈGLES SPÉCIALES POUR UNE PARTIE À 2 OU 3 JOUEURS --------------------------------------------


def three(hand: str, **pawns: str) -> Any:
    """Return a game of three in which red is on turn with a hand, and blue has a card."""
    where = position("", playing=("red", "blue", "green"), **pawns)
    state = holding(read_position(where), red=hand, blue="5")
    # The tablet has dealt the rest, so every draw is a card that it knows.
    return state._replace(stock=100)


def test_in_threes_a_card_is_changed_and_the_round_goes_on() -> None:
    """RÈGLES SPÉCIALES: one is discarded, one drawn; if that plays nothing, one is thrown away."""
    state = three("12 10")
    assert texts(state) == {"redraw 10", "redraw 12"}
    state = do(state, "redraw 12")
    assert GAME.actor(state) == CHANCE
    stuck = do(state, "deal 9")
    assert texts(stuck) == {"discard 10", "discard 9"}
    state = do(stuck, "discard 10")
    view = GAME.view(state, TABLE)
    assert (view.seats[0].cards, view.seats[0].out, view.turn) == (1, False, BLUE)
    assert view.last_card is None


def test_in_threes_a_drawn_card_that_can_be_played_must_be() -> None:
    """RÈGLES SPÉCIALES: the turn goes on with the new hand, under the same duty."""
    state = do(three("12 10"), "redraw 12", "deal 13")
    assert texts(state) == {"13 red.nest>T0"}


def test_in_threes_the_gift_goes_to_the_left() -> None:
    """RÈGLES SPÉCIALES, échange de cartes: to the next one clockwise."""
    state = dealt(begun("red", ("red", "blue", "green")))
    state = holding(state, red="2 3", blue="5 6", green="7 8")._replace(phase=Phase.GIFT)
    state = do(state, "give 2", "give 5", "give 7")
    held = [
        GAME.view(state, seat).seats[number].hand for number, seat in enumerate((RED, BLUE, GREEN))
    ]
    assert held == [("3", "7"), ("2", "6"), ("5", "8")]


def test_in_threes_the_first_with_four_home_wins_alone() -> None:
    """RÈGLES SPÉCIALES: four pawns, nobody else's; also when another's turn brings them home."""
    state = do(three("2 3", red="F4 F3 F2 T63"), "2 T63>red.F1")
    assert GAME.outcome(state) == Outcome((RED,))
    theirs = do(three("3", red="T30", blue="F4 F3 F2 T62"), "3 T62>red.F1")
    assert GAME.outcome(theirs) == Outcome((BLUE,))


def test_in_threes_only_one_s_own_pawn_costs_the_hand() -> None:
    """RÈGLES SPÉCIALES: there is no partner whose pawns would be spared."""
    assert cards_held(do(three("5 2", red="T20", green="T25"), "5 T20>T25 xT25"))["red"] == 1
    assert cards_held(do(three("5 2", red="T20 T25"), "5 T20>T25 xT25"))["red"] == 0
