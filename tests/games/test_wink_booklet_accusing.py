"""What the Wink booklet says of accusations, and of how a game ends, by edition and section.

The table is that of ``test_wink_booklet``.
"""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Card
from tablet_companion.games.wink.state import CardSide, State
from tests.games.wink import (
    BLUE,
    GAME,
    GREEN,
    RED,
    called,
    carnival_editions,
    dealt,
    doings,
    ended,
    every_edition,
    legal,
    on,
    one_round,
    play,
    reasons,
    score,
    winners,
)

# --- agents CONTRE-ESPIONNAGE; wink Accusation; zwinkern Les espions surveillent ----------------


@every_edition
def test_anybody_accuses_at_any_time(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation, zwinkern: even when it is not his turn.

    Only the caller has no use for it: he names on his turn.
    """
    state = play(dealt(edition, blue="25"), "call 25")
    accusations = {f"accuse {by} blue 25" for by in ("green", "yellow")}
    assert accusations <= legal(state, "accuse")
    assert not legal(state, "accuse red")
    assert GAME.actor(state) == BLUE
    assert reasons(state, "accuse red blue 25") == ["own_call"]
    assert reasons(state, "accuse green green 25") == ["accuse_another"]


@every_edition
def test_accusations_are_about_called_cards(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation, zwinkern: about a card with a pawn."""
    state = play(dealt(edition, blue="25 26"), "call 25")
    assert reasons(state, "accuse green blue 26") == ["not_called"]


@carnival_editions
def test_a_right_accusation_wins_both_cards(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation, C'est vrai: two points, the card laid."""
    state = play(dealt(edition, blue="25"), "call 25", "accuse green blue 25")
    assert doings(state, "has it") == {
        ("accusation_paid", "accusation", "green.hand", "green.laid"),
        ("right_accusation", "twin", "blue.hand", "green.won"),
        ("right_accusation", "25", "25", "green.won"),
    }
    state = play(state, "has it")
    assert on(state, "green.won") == ["25", "25"]
    assert on(state, "green.laid") == ["accusation"]
    assert on(state, "25") == ["red"]
    assert score(state) == {"red": 4, "blue": 4, "green": 5, "yellow": 4}
    assert "25" not in state.hands[1]


def test_a_right_accusation_is_discarded_in_zwinkern() -> None:
    """`zwinkern` Les espions surveillent: two cards won; the spy card goes in any case."""
    state = play(dealt("zwinkern", blue="25"), "call 25", "accuse green blue 25")
    assert ("accusation_paid", "accusation", "green.hand", "box") in doings(state, "has it")
    state = play(state, "has it")
    assert on(state, "green.won") == ["25", "25"]
    assert not on(state, "green.laid")
    assert on(state, "25") == ["red"]  # the pawn stays on the empty space
    assert score(state)["green"] == 5


@every_edition
def test_a_wrong_accusation_costs_a_card_and_reveals_nothing(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation, zwinkern, faux: the card is lost."""
    state = play(dealt(edition, blue="25"), "call 25", "accuse green yellow 25")
    assert doings(state, "has not") == {("accusation_paid", "accusation", "green.hand", "box")}
    state = play(state, "has not")
    assert score(state) == {"red": 4, "blue": 4, "green": 3, "yellow": 4}
    assert not on(state, "green.laid")
    assert sorted(on(state, "25")) == ["25", "red"]
    assert GAME.actor(state) == BLUE


@every_edition
def test_after_an_accusation_play_goes_on_with_whose_turn_it_was(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation, zwinkern: the turn goes on."""
    state = play(dealt(edition, blue="25"), "call 25", "accuse green blue 25", "has it")
    assert GAME.actor(state) == BLUE


@every_edition
def test_who_lost_the_partner_waits_for_his_turn(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation, zwinkern: nothing to name, just call."""
    state = play(called(edition), "accuse green blue 25", "has it")
    assert GAME.actor(state) == RED
    assert reasons(state, "name blue") == ["nothing_to_name"]
    assert "call 1" in legal(state)
    yellow_called = state.pawns[3]
    assert f"accuse red blue {yellow_called}" in legal(state)


@every_edition
def test_accusation_cards_run_out(edition: str) -> None:
    """`agents` CONTRE-ESPIONNAGE, wink Accusation (remarks), zwinkern: as many as cards."""
    state = dealt(edition, 6 if edition == "zwinkern" else 5, blue="25")
    state = play(state, "call 25")
    for _ in range(3 if edition == "zwinkern" else 4):
        state = play(state, "accuse green yellow 25", "has not")
    assert reasons(state, "accuse green blue 25") == ["no_accusation_left"]


def test_with_four_agents_one_false_accusation_closes_a_card() -> None:
    """`agents` CONTRE-ESPIONNAGE, remark on four players: nobody accuses about that card again."""
    state = play(called("agents"), "accuse green yellow 25", "has not")
    assert reasons(state, "accuse yellow blue 25") == ["one_false_accusation"]
    other = state.pawns[1]
    assert reasons(state, f"accuse yellow red {other}") == []


def test_with_four_agents_the_card_stays_closed_for_good() -> None:
    """House ruling 7: nor when it is called another time."""
    state = play(called("agents"), "accuse green yellow 25", "has not", "call 1")
    state = play(state, "call 3", "call 25")
    assert reasons(state, "accuse yellow blue 25") == ["one_false_accusation"]


@pytest.mark.parametrize(("edition", "players"), [("agents", 5), ("wink", 4), ("zwinkern", 4)])
def test_otherwise_a_card_is_accused_about_again(edition: str, players: int) -> None:
    """`agents` CONTRE-ESPIONNAGE: the ban is for four; wink and zwinkern do not have it."""
    state = play(dealt(edition, players, blue="25"), "call 25")
    state = play(state, "accuse green yellow 25", "has not")
    assert reasons(state, "accuse yellow blue 25") == []


@every_edition
def test_an_accusation_that_comes_too_late_costs_nothing(edition: str) -> None:
    """House ruling 6: the first accusation settles the card, the second is moot."""
    state = play(dealt(edition, blue="25"), "call 25", "accuse green blue 25", "has it")
    assert reasons(state, "accuse yellow blue 25") == ["not_called"]
    assert score(state)["yellow"] == 4


# --- agents 4 Fin de la partie; wink Fin de la partie; zwinkern Tout a une fin ! ----------------


@every_edition
def test_an_empty_hand_ends_the_game(edition: str) -> None:
    """`agents`, wink, Fin de la partie, zwinkern Tout a une fin !: at once; open calls lapse."""
    state = called(edition)
    state = state._replace(hands=(state.hands[0], (Card("25"),), *state.hands[2:]))
    state = play(state, "name blue", "has it")
    assert GAME.actor(state) is None
    assert score(state) == {"red": 5, "blue": 5, "green": 4, "yellow": 4}
    assert winners(state) == (RED, BLUE)


@carnival_editions
def test_a_hand_emptied_face_down_ends_the_game_too(edition: str) -> None:
    """`agents`, wink, Fin de la partie: a hand is empty however its last card went."""
    state = called(edition)
    state = state._replace(hands=(state.hands[0], (Card("25"),), *state.hands[2:]))
    assert GAME.actor(play(state, "name green", "has not", "lay blue")) is None


@every_edition
def test_a_hand_emptied_by_an_accusation_ends_the_game_too(edition: str) -> None:
    """`agents`, wink, Fin de la partie, zwinkern: at once, no matter who is on turn."""
    state = called(edition)
    state = state._replace(hands=(state.hands[0], (Card("25"),), *state.hands[2:]))
    state = play(state, "accuse green blue 25", "has it")
    assert winners(state) == (GREEN,)


@every_edition
def test_without_a_card_to_call_the_game_ends(edition: str) -> None:
    """`agents`, wink, Fin de la partie; zwinkern Tout a une fin !: every card left bears a pawn.

    House ruling 8: the partner is named first, which only `wink` demands.
    """
    state = nearly_cleared(edition)
    assert not legal(state, "call")
    assert legal(state, "name") == {"name blue", "name green", "name yellow"}
    assert ("stuck" in legal(state)) == (edition != "wink")
    assert GAME.actor(play(state, "name blue", "has it")) is None


@every_edition
def test_who_holds_all_twins_ends_the_game(edition: str) -> None:
    """`agents`, wink, Fin de la partie; zwinkern: a card that one may not call is not playable."""
    state = nearly_cleared(edition, "5", "6", blue="1", yellow="8")
    state = play(state, "name blue", "has it")
    assert not legal(state, "call")
    assert "stuck" in legal(state)
    assert GAME.actor(play(state, "stuck")) is None


@every_edition
def test_who_can_call_a_card_plays_on(edition: str) -> None:
    """`agents`, wink, Fin de la partie; zwinkern: the game goes on while there is one."""
    state = nearly_cleared(edition, "6", "7", blue="1", yellow="8")
    state = play(state, "name blue", "has it")
    assert legal(state, "call") == {"call 7"}
    assert reasons(state, "stuck") == ["can_still_call"]


def test_a_cleared_table_ends_zwinkern() -> None:
    """`zwinkern` Tout a une fin !: when all 36 cards are gone, found or not."""
    state = nearly_cleared("zwinkern")
    for card, by, of in (("3", "green", "red"), ("30", "blue", "yellow"), ("1", "red", "green")):
        state = play(state, f"accuse {by} {of} {card}", "has it")
        assert GAME.actor(state) == RED
    state = play(state, "name green", "has not")
    assert on(state, "25") == ["red"]
    assert GAME.actor(state) is None


@every_edition
def test_points(edition: str) -> None:
    """`agents`, wink, Fin de la partie, zwinkern Tout a une fin !: cards won and cards not used.

    Neither cards left in hand nor those laid down count.
    """
    state = ended(edition, red=(3, 2, 2, 5), blue=(4, 0, 0, 0))
    assert score(state) == {"red": 5, "blue": 4, "green": 0, "yellow": 0}
    assert winners(state) == (RED,)


@carnival_editions
def test_ties_go_to_the_best_spy(edition: str) -> None:
    """`agents`, wink, Fin de la partie: most accusation cards laid in front of one."""
    state = ended(edition, red=(3, 2, 1, 5), blue=(4, 1, 2, 0))
    assert winners(state) == (BLUE,)


@carnival_editions
def test_further_ties_go_to_fair_play(edition: str) -> None:
    """`agents`, wink, Fin de la partie: then most cards laid face down."""
    state = ended(edition, red=(3, 2, 1, 0), blue=(4, 1, 1, 1))
    assert winners(state) == (BLUE,)


def test_ties_go_to_who_accused_most_in_zwinkern() -> None:
    """`zwinkern` Tout a une fin !: fewest spy cards left in hand."""
    assert winners(ended("zwinkern", red=(3, 2, 0, 0), blue=(4, 1, 0, 0))) == (BLUE,)


@every_edition
def test_after_all_tie_breaks_the_win_is_shared(edition: str) -> None:
    """House ruling 9: equal in everything, they win together."""
    assert winners(ended(edition, red=(3, 1, 0, 0), green=(3, 1, 0, 0))) == (RED, GREEN)


def nearly_cleared(edition: str, *free: str, blue: str = "3", yellow: str = "1") -> State:
    """Return red's turn on a table where only the four cards called and some free ones are left.

    The others were named wrongly. Red holds the 3, 5 and 6, blue the 25 and 8, green the 1 and 7,
    yellow the 30; red called the 25 and green the 30.
    """
    state = dealt(edition, red="3 5 6", blue="25 8", green="1 7", yellow="30")
    state = one_round(state, red="25", blue=blue, green="30", yellow=yellow)
    left = {"25", blue, "30", yellow, *free}
    laid = state.setting.rules.twin_laid
    pairs = zip(state.setting.cards, state.lies, strict=True)
    gone = CardSide.DOWN if laid else CardSide.REMOVED
    hands = tuple(tuple(c for c in hand if c in left or not laid) for hand in state.hands)
    return state._replace(
        lies=tuple(lies if card in left else gone for card, lies in pairs),
        hands=hands,
        down=tuple(len(a) - len(b) for a, b in zip(state.hands, hands, strict=True)),
    )
