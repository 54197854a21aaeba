"""Every sentence of the Agent DOG booklet that states a rule, under its section's name.

The track runs T0 to T63; red starts on T0, blue on T16, green on T32, yellow on T48. Holes are at
2, 6, 10 and 14 of every quarter, meeting points at 7.
"""

from __future__ import annotations

import pytest

from tests.games.agent_dog import GAME, after, cards, outcomes, penalty, position, reasons, same

# --- DÉROULEMENT DU JEU, 2. Déplacer des pions --------------------------------------------------


def test_a_blue_card_moves_one_pawn_exactly_its_number() -> None:
    """Les cartes à fond bleu: a 5 moves one pawn five spaces, no more, no fewer, no other."""
    where = position("5", red="T20 T30", blue="T41")
    assert same(outcomes(where), [after(where, red="T25 T30"), after(where, red="T20 T35")])
    assert reasons(where, "5", after(where, red="T26 T30")) == ["exact_count"]
    assert reasons(where, "5", after(where, red="T24 T30")) == ["exact_count"]
    assert reasons(where, "5", after(where, red="T22 T33")) == ["one_pawn"]


def test_pawns_go_clockwise_only() -> None:
    """Déplacer des pions: in the direction of travel; backwards is refused."""
    where = position("5", red="T20")
    assert reasons(where, "5", after(where, red="T15")) == ["forwards"]


def test_the_track_is_a_ring() -> None:
    """Beyond T63 comes T0."""
    where = position("5", blue="T61", turn="blue")
    assert same(outcomes(where), [after(where, blue="T2")])


def test_only_ones_own_visible_pawns() -> None:
    """QUELS PIONS PUIS-JE DÉPLACER ?: partners' and opponents' visible pawns stay."""
    where = position("5", red="T20", green="T40", blue="T45")
    assert reasons(where, "5", after(where, green="T45", blue="")) == ["whose_pawn"]
    assert reasons(where, "5", after(where, blue="T50")) == ["whose_pawn"]


# --- METTRE DE NOUVEAUX PIONS EN JEU ------------------------------------------------------------


@pytest.mark.parametrize("card", ["1/11", "13"])
def test_a_start_card_brings_a_pawn_out(card: str) -> None:
    """A start card moves by its number, or puts a pawn from the nest on the own start space."""
    where = position(card, red="T20")
    counts = {"1/11": (1, 11), "13": (13,)}[card]
    moved = [after(where, red=f"T{20 + count}") for count in counts]
    assert same(outcomes(where), [*moved, after(where, red="T20 T0")])


def test_no_other_card_brings_a_pawn_out() -> None:
    """A 12 is no start card, and a new pawn goes to its own start space only."""
    where = position("12 13", red="T20")
    assert reasons(where, "12", after(where, red="T20 T0")) == ["start_card"]
    assert reasons(where, "13", after(where, red="T20 T16")) == ["start_space"]


def test_a_start_needs_its_space_free_of_ones_own_colour() -> None:
    """The own pawn on the start space is protected: the start is blocked; another is captured."""
    where = position("13", red="T0")
    assert same(outcomes(where), [after(where, red="T13")])
    assert reasons(where, "13", after(where, red="T0")) == ["card_wholly"]
    where = position("13", blue="T0")
    assert same(outcomes(where), [after(where, red="T0", blue="")])


# --- SAUTER ET PRENDRE --------------------------------------------------------------------------


def test_pawns_may_be_jumped_and_the_space_counts() -> None:
    """Own and others' pawns are jumped; their spaces count."""
    where = position("5", red="T20 T21", blue="T23")
    assert after(where, red="T25 T21") in outcomes(where)


def test_landing_on_a_pawn_sends_it_home() -> None:
    """The captured pawn goes to the nest of its colour; the mover takes its space."""
    where = position("5", red="T20", yellow="T25")
    assert same(outcomes(where), [after(where, red="T25", yellow="")])
    assert not penalty(where, after(where, red="T25", yellow=""))


# --- CASE DÉPART OCCUPÉE ------------------------------------------------------------------------


def test_a_pawn_on_its_own_start_is_neither_jumped_nor_captured() -> None:
    """It bars everybody, its own side and itself too."""
    where = position("5 6", red="T12", blue="T16")
    assert outcomes(where, "6") == []
    assert reasons(where, "6", after(where, red="T18")) == ["protected"]
    assert reasons(position("5", red="T61 T0"), "5", after(where, red="T2 T0", blue="")) == [
        "protected"
    ]


def test_on_anothers_start_nobody_is_protected() -> None:
    """Only on the start space of one's own colour."""
    where = position("5", red="T12", green="T16")
    assert same(outcomes(where), [after(where, red="T17")])
    where = position("3", red="T13", yellow="T16")
    assert same(outcomes(where), [after(where, red="T16", yellow="")])


def test_a_pawn_on_ones_own_start_forbids_infiltrated_pawns() -> None:
    """No turned-over pawn by a number; red cards' powers still may."""
    where = position("5 1/11 exchange", red="T0", blue="T18", yellow="T22")
    assert reasons(where, "5", after(where, blue="T23")) == ["own_start_first"]
    assert reasons(where, "1/11", after(where, blue="T19")) == ["own_start_first"]
    assert after(where, blue="T22", yellow="T18") in outcomes(where, "exchange")


# --- PIONS INFILTRÉS ----------------------------------------------------------------------------


def test_anybody_moves_an_infiltrated_pawn() -> None:
    """Whose it is does not matter while it is turned over."""
    where = position("5", blue="T18")
    assert same(outcomes(where), [after(where, blue="T23")])


def test_infiltrated_pawns_enter_only_the_movers_finish() -> None:
    """Red moves a turned-over pawn into red's finish; by its colour it stays, or has to go."""
    own = position("6", red="T61", options={"holes": [6, 13], "meeting_points": [7]})
    assert after(own, red="F3") in outcomes(own)
    partner = position("6", green="T61", options={"holes": [6, 13], "meeting_points": [7]})
    assert after(partner, green="") in outcomes(partner)
    assert not penalty(partner, after(partner, green=""))
    opponent = position("6", blue="T61", options={"holes": [6, 13], "meeting_points": [7]})
    assert after(opponent, blue="F4") in outcomes(opponent)


def test_an_opponents_pawn_goes_to_the_deepest_free_space() -> None:
    """… of its own finish, past what stands there."""
    holes = {"holes": [6, 13], "meeting_points": [7]}
    where = position("6", blue="T61 F4 F2", options=holes)
    assert after(where, blue="F4 F2 F3") in outcomes(where)


def test_a_capture_in_a_hole_hides_the_captor() -> None:
    """The captured one is turned up and goes home; the mover is turned over in its stead."""
    where = position("2", red="T16", blue="T18")
    assert after(where, red="T18", blue="") in outcomes(where)


# --- ATTENTION AUX PIONS QUE TU PRENDS ! --------------------------------------------------------


def test_capturing_ones_own_side_costs_the_hand() -> None:
    """Own and partner's pawns, also when it is only found out on turning one up."""
    own = position("5 2", red="T20 T25")
    assert penalty(own, after(own, red="T25"))
    partner = position("5 2", red="T20", green="T25")
    assert penalty(partner, after(partner, red="T25", green=""))
    hidden = position("2 5", red="T20", green="T22")
    assert penalty(hidden, after(hidden, red="T22", green=""))
    started = position("13 5", green="T0")
    assert penalty(started, after(started, red="T0", green=""))


# --- ZONE D’ARRIVÉE -----------------------------------------------------------------------------


def test_the_finish_is_entered_over_the_start_and_it_is_optional() -> None:
    """From beyond the own start space, or on round the track."""
    where = position("5", red="T62")
    assert same(outcomes(where), [after(where, red="T3"), after(where, red="F3")])


def test_no_move_that_begins_on_the_start_enters() -> None:
    """A pawn that came round and stopped on its start goes round once more."""
    where = position("3", red="T0")
    assert same(outcomes(where), [after(where, red="T3")])
    assert reasons(where, "3", after(where, red="F3")) == ["finish_start"]


def test_in_the_finish_exact_and_without_jumping() -> None:
    """Deeper by exact numbers, past nobody, onto nobody; never out again."""
    where = position("2 3", red="F1 F3")
    assert cards(where) == set()
    assert reasons(where, "3", after(where, red="F4 F3")) == ["finish_jump"]
    free = position("2", red="F1")
    assert same(outcomes(free), [after(free, red="F3")])
    assert reasons(free, "2", after(free, red="T3")) == ["finish_stays"]
    blocked = position("5", red="T62 F2")
    assert same(outcomes(blocked), [after(blocked, red="T3 F2")])


def test_only_ones_own_colour_enters_a_finish() -> None:
    """A visible pawn passes others' finishes by."""
    where = position("5", red="T14")
    assert same(outcomes(where), [after(where, red="T19")])
    assert reasons(where, "5", after(position("5", blue=""), red="T14")) != []


# --- OBLIGATION ---------------------------------------------------------------------------------


def test_who_can_play_must_and_who_cannot_gives_the_hand_up() -> None:
    """One playable card obliges; none means that the whole hand goes."""
    stuck = position("12 12")
    assert cards(stuck) == set()
    assert GAME.moves(stuck) == [{"card": None, "gives_up_hand": True}]
    refused = GAME.explain(
        {**position("12", red="T20"), "card": None, "attempt": position("12", red="T20")["pawns"]}
    )
    assert [breach["rule"] for breach in refused["breaches"]] == ["must_play"]


# --- LIEU DE RENCONTRE DES ESPIONS --------------------------------------------------------------


def test_a_meeting_calls_the_nearest_pawn_behind() -> None:
    """… to the hole just behind the point, however far it comes from."""
    where = position("5", red="T2 T18", blue="T60")
    assert after(where, red="T7 T18", blue="T6") in outcomes(where)
    assert reasons(where, "5", after(where, red="T7 T18")) == ["meeting"]


def test_a_meeting_calls_even_a_protected_pawn_past_its_finish() -> None:
    """The example of the booklet: red stands just before its finish and is carried past it."""
    where = position("5", turn="blue", blue="T2", red="T63")
    assert same(outcomes(where), [after(where, blue="T7", red="T6")])
    protected = position("5", turn="blue", blue="T2", red="T0")
    assert same(outcomes(protected), [after(protected, blue="T7", red="T6")])


def test_a_pawn_already_in_the_hole_stays() -> None:
    """The nearest behind stands in the hole already: nothing more happens."""
    where = position("5", red="T2", blue="T6 T4")
    assert after(where, red="T7", blue="T6 T4") in outcomes(where)


def test_alone_on_the_track_nobody_is_called() -> None:
    """Nests and finishes are not on the track."""
    where = position("5", red="T2 F4", blue="F3")
    assert after(where, red="T7 F4") in outcomes(where)


# --- EXPLICATION DES CARTES ---------------------------------------------------------------------


def test_a_copy_repeats_the_last_card_with_all_its_choices() -> None:
    """Also another choice than the one copied; never as the first card of a round."""
    where = position("copy", red="T20", last="1/11")
    expected = [after(where, red=p) for p in ("T21", "T31", "T20 T0")]
    assert same(outcomes(where), expected)
    first = position("copy", red="T20")
    assert cards(first) == set()
    assert reasons(first, "copy", after(first, red="T21")) == ["copy_first"]


def test_an_exchange_needs_two_infiltrated_pawns() -> None:
    """Exactly two turned-over pawns change places; with fewer it cannot be played."""
    where = position("exchange", red="T2", blue="T18", yellow="T50 T20")
    expected = [
        after(where, red="T18", blue="T2"),
        after(where, red="T50", yellow="T2 T20"),
        after(where, blue="T50", yellow="T18 T20"),
    ]
    assert same(outcomes(where), expected)
    one = position("exchange", red="T2 T20")
    assert cards(one) == set()
    assert reasons(one, "exchange", after(one, red="T2 T21")) == ["exchange_two"]


def test_the_partner_card_spreads_exactly_four_points() -> None:
    """Over own pawns, the partner's and turned-over ones, in any way, all of them."""
    where = position("partner", red="T27", green="T43")
    expected = [after(where, red=f"T{27 + points}", green=f"T{47 - points}") for points in range(5)]
    assert same(outcomes(where), expected)
    assert reasons(where, "partner", after(where, red="T30")) == ["partner_points"]
    theirs = position("partner", red="T27", blue="T41")
    assert reasons(theirs, "partner", after(theirs, red="T28", blue="T44")) == ["partner_whose"]


def test_the_partner_card_captures_what_it_overtakes() -> None:
    """Opponents' pawns and one's own: overtaken is captured, and one's own cost the hand."""
    where = position("partner", red="T27", blue="T29")
    assert same(outcomes(where), [after(where, red="T31", blue="")])
    own = position("partner", red="T27 T28")
    assert after(own, red="T31") in outcomes(own)
    assert penalty(own, after(own, red="T31"))
    assert reasons(where, "partner", after(where, red="T31")) == ["partner_overtaken"]


def test_with_four_home_the_partner_card_moves_anybody() -> None:
    """When one's own four or the partner's are home, opponents' pawns may be given points."""
    where = position("partner", red="F1 F2 F3 F4", green="T40", blue="T41")
    assert after(where, green="T40", blue="T45") in outcomes(where)


# --- QUELS PIONS PUIS-JE DÉPLACER ? -------------------------------------------------------------


def test_with_four_home_one_plays_the_partners_pawns() -> None:
    """Nest, start space, finish and the rule of the occupied start all become the partner's."""
    where = position("5 13", red="F1 F2 F3 F4", green="T30", blue="T41")
    assert after(where, green="F3") in outcomes(where, "5")
    assert after(where, green="T30 T32") in outcomes(where, "13")
    held = position("5", red="F1 F2 F3 F4", green="T32", blue="T18")
    assert reasons(held, "5", after(held, blue="T23")) == ["own_start_first"]


# --- RÈGLES SPÉCIALES POUR UNE PARTIE À 2 OU 3 JOUEURS ------------------------------------------


def test_for_two_each_plays_for_himself() -> None:
    """No partner: only one's own capture costs the hand, and nobody gives a hand up."""
    where = position("12 12", playing=("red", "green"))
    assert GAME.moves(where) == [{"card": None, "gives_up_hand": False}]
    taken = position("5 2", red="T20", green="T25", playing=("red", "green"))
    assert not penalty(taken, after(taken, red="T25", green=""))


def test_for_three_the_partner_card_moves_any_visible_pawn() -> None:
    """Points may go to any colour."""
    where = position("partner", red="T20", blue="T41", playing=("red", "blue", "green"))
    assert after(where, red="T20", blue="T45") in outcomes(where)
