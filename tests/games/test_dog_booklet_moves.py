"""What the sheet of DOG says of single moves and cards, under its section's name.

Numbers in brackets are the rulings of the game's README; the spaces are those of
``test_dog_booklet``.
"""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Seat
from tests.games.dog import (
    GAME,
    HOME,
    broken,
    can,
    do,
    holding,
    lines,
    new_game,
    on_table,
    only,
    position,
    reasons,
)

# --- Départ ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["A", "K", "X"])
def test_ace_king_and_joker_bring_a_pawn_out(card: str) -> None:
    """Départ: from the nest to your own start space."""
    where = position(card)
    assert only(where, card, {"red": "T0"})
    assert lines(where)[0]["fresh"] == ["T0"]


def test_no_other_card_does() -> None:
    """Départ: only these, and only to your own start space."""
    hand = "2 3 4 5 6 7 8 9 10 J Q"
    assert lines(position(hand)) == []
    assert reasons(position("Q K"), "Q", red="T0") == ["start_card"]
    assert reasons(position("Q K"), "K", red="T16") == ["start_space"]
    assert reasons(position("7", red="T20"), "7", red="T20 T0") == ["start_card"]
    assert reasons(position("7", red="T20"), "7", red="T24", blue="T16") == ["whose_turn"]


def test_a_fresh_pawn_is_protected() -> None:
    """Départ (3): it is not overtaken, sent home or swapped, and bars its own side, too."""
    where = position("5 6 7 J", fresh="blue", red="T12", blue="T16 T30")
    assert reasons(where, "5", red="T17") == ["protected"]
    assert not lines(position("4", fresh="blue", red="T12", blue="T16"), "9")
    assert reasons(where, "6", red="T18") == ["protected"]
    assert reasons(where, "7", red="T19") == ["protected"]
    assert only(where, "J", {"red": "T30", "blue": "T16 T12"})
    assert reasons(where, "J", red="T16", blue="T12 T30") == ["protected"]
    own = position("5 A", fresh="red", red="T0 T62")
    assert only(own, "5", {"red": "T5 T62"})
    assert reasons(own, "5", red="T0 T3") == ["protected"]
    assert only(own, "A", {"red": "T0 T63"}, {"red": "T1 T62"}, {"red": "T11 T62"})


def test_it_is_fresh_until_it_moves() -> None:
    """Départ (3): a pawn that has moved, or came onto the space otherwise, is protected no more."""
    where = position("5 6", red="T12", blue="T16")
    assert can(where, "6", red="T18")
    assert can(position("4", red="T12", blue="T16"), "4", red="T16", blue="")
    (line,) = lines(position("2", fresh="red", red="T0"))
    assert line["fresh"] == []
    (stays,) = lines(position("2", fresh="blue", red="T40", blue="T16"))
    assert stays["fresh"] == ["T16"]


def test_by_option_every_pawn_on_its_own_start_is_protected() -> None:
    """(3) ``always_protected``: fresh or not, against all; not on others' start spaces."""
    where = position("4 5 7 J", options="always_protected", red="T12", blue="T16")
    assert reasons(where, "5", red="T17") == ["protected"]
    assert reasons(where, "4", red="T16", blue="") == ["protected"]
    assert reasons(where, "7", red="T19", blue="") == ["protected"]
    assert not lines(where, "J")
    assert can(position("5", options="always_protected", red="T12", green="T16"), "5", red="T17")
    own = position("A", options="always_protected", red="T0")
    assert only(own, "A", {"red": "T1"}, {"red": "T11"}, {"red": "F1"})


def test_by_option_a_pawn_that_pauses_on_its_start_bars_the_way() -> None:
    """(3) ``always_protected``: within a seven, nobody passes or takes who stands there."""
    # One step onto the start space, then six that end on it.
    assert can(position("7", red="T63 T58"), "7", red="T0")
    assert not can(position("7", options="always_protected", red="T63 T58"), "7", red="T0")


def test_a_start_sends_home_whoever_is_not_protected() -> None:
    """Départ (4), Renvoyer au nid: a foreign pawn, and your own that is no longer fresh."""
    assert only(position("K", blue="T0"), "K", {"red": "T0", "blue": ""})
    again = position("K", red="T0")
    found = lines(again, "K")
    assert [line["fresh"] for line in found if line["after"] == again["pawns"]] == [["T0"]]
    assert only(again, "K", {"red": "T0"}, {"red": "T13"})
    fresh = position("K", fresh="red", red="T0")
    assert only(fresh, "K", {"red": "T13"})


# --- Renvoyer au nid ------------------------------------------------------------------------------


def test_a_pawn_that_is_landed_on_goes_home() -> None:
    """Renvoyer au nid (5): anybody's, your own and the partner's, too."""
    assert only(position("5", red="T20", blue="T25"), "5", {"red": "T25", "blue": ""})
    assert only(position("5", red="T20", green="T25"), "5", {"red": "T25", "green": ""})
    assert can(position("5", red="T20 T25"), "5", red="T25")
    where = position("5", red="T20", blue="T25")
    assert broken(where, "5 T20>T25") == ["captured_home"]
    assert broken(position("5", red="T20", blue="T30"), "5 T20>T25 xT30") == ["not_captured"]


def test_the_seven_sends_home_whom_it_overtakes() -> None:
    """Renvoyer au nid: one or several, by the seven or a fraction of it; other cards do not."""
    where = position("7 8", red="T20", blue="T22", green="T25", yellow="T27")
    assert only(where, "7", {"red": "T27", "blue": "", "green": "", "yellow": ""})
    assert only(where, "8", {"red": "T28"})
    assert reasons(where, "7", red="T27", yellow="") == ["seven_overtaken"] * 2
    parts = position("7", red="T20 T40", blue="T22", yellow="T42")
    assert can(parts, "7", red="T23 T44", blue="", yellow="")
    assert can(parts, "7", red="T21 T46", yellow="")


def test_on_anothers_start_space_nobody_is_protected() -> None:
    """Renvoyer au nid: who stands there goes home when its owner's pawn starts."""
    where = position("K", turn="blue", red="T16")
    assert only(where, "K", {"blue": "T16", "red": ""})
    assert can(position("5", red="T12", green="T16"), "5", red="T17")
    assert can(position("4", red="T12", green="T16"), "4", red="T16", green="")


# --- Dépasser -------------------------------------------------------------------------------------


def test_overtaking_is_free_on_the_track() -> None:
    """Dépasser: own and others' pawns, whose spaces count."""
    assert can(position("5", red="T20 T21", blue="T23"), "5", red="T25 T21")


def test_nobody_overtakes_in_a_finish() -> None:
    """Dépasser, Champ d'arrivée (8): nor lands on a pawn there."""
    where = position("2 3 5", red="F1 F3 T62")
    assert not can(where, "2", red="F3 T62")
    assert reasons(where, "3", red="F4 F3 T62") == ["finish_jump"]
    assert only(where, "5", {"red": "F1 F3 T3"})


# --- Obligation d'avancer -------------------------------------------------------------------------


def test_every_card_is_used_in_full() -> None:
    """Obligation d'avancer: the exact number, for the last pawn, too; or another lap."""
    where = position("5 9", red="T20")
    assert reasons(where, "5", red="T24") == ["exact_count"]
    assert reasons(where, "5", red="T26") == ["exact_count"]
    assert reasons(where, "5") == ["card_wholly"]
    last = position("9", red="F4 F3 F2 T62")
    assert only(last, "9", {"red": "F4 F3 F2 T7"})
    assert reasons(last, "9", red="F4 F3 F2 F1") == ["exact_count"]


def test_a_fraction_of_a_seven_is_not_enough() -> None:
    """Obligation d'avancer (9): all seven steps, or the card cannot be played."""
    assert lines(position("7", red="F2")) == []
    assert reasons(position("7", red="F2"), "7", red="F4") == ["seven_steps"]
    where = position("7", red="T20 T40")
    assert reasons(where, "7", red="T23 T43") == ["seven_steps"]
    assert reasons(where, "7", red="T24 T44") == ["seven_steps"]


def test_the_rest_of_a_seven_goes_to_the_partner() -> None:
    """Obligation d'avancer, exception (9): five steps home, two with the partner's pawn."""
    where = position("7", red="F4 F3 F2 T60", green="T40", yellow="T41")
    assert can(where, "7", red=HOME, green="T42", yellow="")
    assert only(where, "7", {"red": HOME, "green": "T42", "yellow": ""}, {"red": "F4 F3 F2 T3"})


def test_the_partner_shares_only_after_the_fourth_is_home() -> None:
    """(9) Not before, and not where the rest cannot be used up."""
    where = position("7", red="F4 F3 T20 T60", green="T40")
    assert reasons(where, "7", red="F4 F3 T20 F1", green="T42") == ["seven_partner"]
    alone = position("7", red="F4 F3 F2 T60")
    assert only(alone, "7", {"red": "F4 F3 F2 T3"})
    assert reasons(alone, "7", red=HOME) == ["seven_steps"]


def test_a_canadian_seven_is_shared_at_any_time() -> None:
    """(9) ``canadian_seven``: own and partner's pawns, in any order."""
    where = position("7", options="canadian_seven", red="T20", green="T40")
    steps = [{"red": f"T{20 + n}", "green": f"T{47 - n}"} for n in range(8)]
    assert only(where, "7", *steps)
    assert reasons(where, "7", red="T23", green="T43") == ["seven_steps"]
    assert reasons({**where, "options": {}}, "7", red="T23", green="T44") == ["seven_partner"]


@pytest.mark.parametrize("options", ["", "canadian_seven"])
def test_the_eighth_pawn_takes_the_last_step(options: str) -> None:
    """(9) Completing all eight with steps left over is illegal."""
    where = position("7", options=options, red=HOME, green="F4 F3 F2 T30")
    assert only(where, "7", {"green": "F4 F3 F2 T37"})
    exact = position("7", options=options, red=HOME, green="F4 F3 F2 T26")
    assert can(exact, "7", green=HOME)
    both = position("7", options=options, red="F4 F3 F2 T62", green="F4 F3 F2 T29")
    assert can(both, "7", red=HOME, green=HOME)


def test_steps_of_a_seven_are_interleaved() -> None:
    """(9) One pawn makes way before another passes; who is passed or landed on goes home."""
    two = position("7", red="T20 T21")
    assert can(two, "7", red="T22 T26")
    assert can(two, "7", red="T27")
    assert not can(two, "7", red="T22 T27")
    assert can(position("7", fresh="red", red="T0 T63"), "7", red="T5 T1")
    inside = position("7", red="F1 T62")
    assert can(inside, "7", red="F3 T3")
    assert can(inside, "7", red="F4 F2")
    assert not can(inside, "7", red="F1 F4")


# --- Champ d'arrivée ------------------------------------------------------------------------------


def test_the_finish_is_entered_forwards_over_the_start() -> None:
    """Champ d'arrivée (7): and it is a choice."""
    where = position("5", red="T62")
    assert only(where, "5", {"red": "T3"}, {"red": "F3"})


def test_a_fresh_pawn_does_not_enter() -> None:
    """Champ d'arrivée (7): the start space has to be touched twice."""
    where = position("3", fresh="red", red="T0")
    assert only(where, "3", {"red": "T3"})
    assert reasons(where, "3", red="F3") == ["finish_fresh"]


def test_a_pawn_that_stands_on_its_start_and_is_not_fresh_enters() -> None:
    """(7) After a lap, after a swap; by ``always_protected``, too."""
    for options in ("", "always_protected"):
        where = position("3", options=options, red="T0")
        assert only(where, "3", {"red": "T3"}, {"red": "F3"})
    swapped = GAME.amend(
        holding(new_game(), red="J 3"), on_table(position("", red="T20", blue="T0"))
    )
    swapped = do(swapped, "J T0>T20 T20>T0")
    assert "3 T0>red.F3" in [GAME.write_action(swapped, a) for a in GAME.legal(swapped)]


def test_four_back_and_then_forwards() -> None:
    """Champ d'arrivée (7): from two beyond the start four back, but not into the finish at once."""
    where = position("4", red="T2")
    assert only(where, "4", {"red": "T6"}, {"red": "T62"})
    assert reasons(where, "4", red="F2") == ["finish_backwards"]
    assert can(position("3", red="T62"), "3", red="F1")
    fresh = position("4", fresh="red", red="T0")
    assert can(fresh, "4", red="T60")


def test_the_example_of_the_four_is_played_through() -> None:
    """Champ d'arrivée, the example: two beyond the start, four back, and in with the next card."""
    state = holding(new_game(), red="A 2 4 3", blue="A", green="A", yellow="A")
    state = GAME.amend(state, on_table(position("")))
    around = ["A blue.nest>T16", "A green.nest>T32", "A yellow.nest>T48"]
    state = do(state, "A red.nest>T0")
    assert GAME.view(state, Seat("red")).fresh == ("T0",)
    for text in (*around, "2 T0>T2", "4 T2>T62", "3 T62>red.F1"):
        state = do(state, text)
    assert GAME.view(state, Seat("red")).fresh == ("T16", "T32", "T48")
    assert GAME.placement(state) == on_table(
        position("", red="F1", blue="T16", green="T32", yellow="T48")
    )


def test_only_ones_own_finish() -> None:
    """Champ d'arrivée: others' finishes are passed by."""
    assert only(position("5", red="T14"), "5", {"red": "T19"})
    assert broken(position("5", red="T14"), "5 T14>blue.F3") == ["finish_colour"]


def test_in_a_finish_one_stays_and_goes_deeper() -> None:
    """Champ d'arrivée (8): exactly, forwards, never out again."""
    where = position("2", red="F1")
    assert only(where, "2", {"red": "F3"})
    assert reasons(where, "2", red="T3") == ["finish_stays"]
    assert lines(position("4", red="F4")) == []
    assert reasons(position("4 2", red="F3"), "2", red="F1") == ["finish_backwards"]


# --- Valeur des cartes ----------------------------------------------------------------------------

NUMBERS = {"2": 2, "3": 3, "5": 5, "6": 6, "8": 8, "9": 9, "10": 10, "Q": 12, "K": 13}


@pytest.mark.parametrize("card", NUMBERS)
def test_number_cards(card: str) -> None:
    """Valeur des cartes (11): a card moves one pawn exactly its number."""
    where = position(card, red="F4 F3 T20 T40")
    moved = NUMBERS[card]
    assert only(
        where, card, {"red": f"F4 F3 T{20 + moved} T40"}, {"red": f"F4 F3 T20 T{40 + moved}"}
    )


def test_the_ace() -> None:
    """Valeur des cartes, AS (11): one, eleven, or a start."""
    where = position("A", red="T20")
    assert only(where, "A", {"red": "T21"}, {"red": "T31"}, {"red": "T20 T0"})
    assert reasons(where, "A", red="T25") == ["exact_count"]


def test_the_four_goes_either_way() -> None:
    """Valeur des cartes, 4 (6): back past anybody but a fresh pawn; only landing sends home."""
    where = position("4", red="T20", blue="T18", yellow="T16")
    assert only(where, "4", {"red": "T24"}, {"red": "T16", "yellow": ""})
    barred = position("4", fresh="blue", red="T18", blue="T16")
    assert only(barred, "4", {"red": "T22"})
    assert reasons(barred, "4", red="T14") == ["protected"]
    assert can(position("4", red="T2"), "4", red="T62")
    assert reasons(position("4", red="T20"), "4", red="T17") == ["exact_count"]


def test_the_jack_swaps_with_another_player() -> None:
    """Valeur des cartes, VALET (10): none in a nest or a finish, none that is fresh."""
    where = position("J", fresh="yellow", red="T20 F4", blue="T30 F1", green="T40", yellow="T48")
    assert only(where, "J", {"red": "T30 F4", "blue": "T20 F1"}, {"red": "T40 F4", "green": "T20"})
    assert broken(where, "J T20>T48 T48>T20") == ["protected"]
    assert broken(where, "J T40>T48 T48>T40") == ["protected", "swap_two"]
    for safe in ("blue.F1", "yellow.nest"):
        assert broken(where, f"J T20>{safe} {safe}>T20") == ["swap_track"]
    assert broken(where, "J T30>red.F4 red.F4>T30") == ["swap_track"]
    assert reasons(where, "J", blue="T40 F1", green="T30") == ["swap_two"]
    assert reasons(where, "J", red="T25 F4") == ["swap_two"]


def test_without_two_to_swap_a_jack_is_unplayable() -> None:
    """(10) One's own alone, or only a fresh one, does not do."""
    assert lines(position("J", red="T20")) == []
    assert lines(position("J", blue="T20")) == []
    assert lines(position("J", fresh="red", red="T0", blue="T20")) == []
    assert reasons(position("J", red="T20"), "J") == ["unplayable"]


def test_playing_for_the_partner_a_jack_swaps_with_any_other_colour() -> None:
    """(10) Another player is anybody but the colour that is played."""
    where = position("J", red=HOME, green="T40", blue="T20", yellow="T30")
    assert only(where, "J", {"green": "T20", "blue": "T40"}, {"green": "T30", "yellow": "T40"})


def test_the_seven_is_split() -> None:
    """Valeur des cartes, 7: one pawn or several, in any fractions."""
    where = position("7", red="T20 T40")
    assert only(where, "7", *({"red": f"T{20 + n} T{47 - n}"} for n in range(8)))
    assert reasons(where, "7", red="T30 T40") == ["seven_steps"]


def test_the_joker_is_any_card() -> None:
    """Valeur des cartes, JOKER (11): whatever some card could do, and nothing else."""
    where = position("X A 2 3 4 5 6 7 8 9 10 J Q K", red="T20 T63", blue="T23 T40")
    others = {
        (str(line["after"]), str(line["fresh"])) for line in lines(where) if line["card"] != "X"
    }
    joker = [(str(line["after"]), str(line["fresh"])) for line in lines(where, "X")]
    assert set(joker) == others
    assert len(joker) == len(others)
    assert reasons(where, "X", red="T34 T63") == ["joker_count"]


def test_other_cards_move_one_pawn() -> None:
    """Valeur des cartes: only the seven moves several."""
    where = position("5", red="T20 T40")
    assert reasons(where, "5", red="T22 T43") == ["one_pawn"]
