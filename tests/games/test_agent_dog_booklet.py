"""Every sentence of the Agent DOG booklet that states a rule, under its section's name.

The track runs T0 to T63; red starts on T0, blue on T16, green on T32, yellow on T48. Holes are at
2, 6, 10 and 14 of every quarter, meeting points at 7.
"""

from __future__ import annotations

import pytest

from tests.games.agent_dog import (
    GAME,
    after,
    broken,
    cards,
    outcomes,
    penalty,
    position,
    reasons,
    same,
)

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
    """Déplacer des pions: beyond T63 comes T0."""
    where = position("5", blue="T61", turn="blue")
    assert same(outcomes(where), [after(where, blue="T2")])


def test_only_ones_own_visible_pawns() -> None:
    """QUELS PIONS PUIS-JE DÉPLACER ?: partners' and opponents' visible pawns stay."""
    where = position("5", red="T20", green="T40", blue="T45")
    assert reasons(where, "5", after(where, green="T45", blue="")) == ["whose_pawn"]
    assert reasons(where, "5", after(where, blue="T50")) == ["whose_turn"]


# --- METTRE DE NOUVEAUX PIONS EN JEU ------------------------------------------------------------


@pytest.mark.parametrize("card", ["1/11", "13"])
def test_a_start_card_brings_a_pawn_out(card: str) -> None:
    """METTRE DE NOUVEAUX PIONS: a start card moves by its number or brings a pawn out; not both."""
    where = position(card, red="T20")
    counts = {"1/11": (1, 11), "13": (13,)}[card]
    moved = [after(where, red=f"T{20 + count}") for count in counts]
    assert same(outcomes(where), [*moved, after(where, red="T20 T0")])


def test_no_other_card_brings_a_pawn_out() -> None:
    """METTRE DE NOUVEAUX PIONS: a 12 does not; and a new pawn goes to its own start space only."""
    where = position("12 13", red="T20")
    assert reasons(where, "12", after(where, red="T20 T0")) == ["start_card"]
    assert reasons(where, "13", after(where, red="T20 T16")) == ["start_space"]


def test_a_start_needs_its_space_free_of_ones_own_colour() -> None:
    """METTRE DE NOUVEAUX PIONS, CASE DÉPART OCCUPÉE: an own pawn bars it, another is taken."""
    where = position("13", red="T0")
    assert same(outcomes(where), [after(where, red="T13")])
    assert reasons(where, "13", after(where, red="T0")) == ["card_wholly"]
    where = position("13", blue="T0")
    assert same(outcomes(where), [after(where, red="T0", blue="")])


# --- SAUTER ET PRENDRE --------------------------------------------------------------------------


def test_pawns_may_be_jumped_and_the_space_counts() -> None:
    """SAUTER ET PRENDRE: own and others' pawns are jumped; their spaces count."""
    where = position("5", red="T20 T21", blue="T23")
    assert after(where, red="T25 T21") in outcomes(where)


def test_landing_on_a_pawn_sends_it_home() -> None:
    """SAUTER ET PRENDRE: one pawn on a space; the captured one goes to the nest of its colour."""
    where = position("5", red="T20", yellow="T25")
    assert same(outcomes(where), [after(where, red="T25", yellow="")])
    assert not penalty(where, after(where, red="T25", yellow=""))
    assert broken(where, "5 T20>T25") == ["captured_home"]
    assert broken(position("5", red="T20", yellow="T26"), "5 T20>T25 xT26") == ["not_captured"]


# --- CASE DÉPART OCCUPÉE ------------------------------------------------------------------------


def test_a_pawn_on_its_own_start_is_neither_jumped_nor_captured() -> None:
    """CASE DÉPART OCCUPÉE: it bars everybody, its own side and itself too."""
    where = position("5 6", red="T12", blue="T16")
    assert outcomes(where, "6") == []
    assert reasons(where, "6", after(where, red="T18")) == ["protected"]
    assert reasons(position("5", red="T61 T0"), "5", after(where, red="T2 T0", blue="")) == [
        "protected"
    ]
    onto_own = position("3", red="T61 T0")
    assert same(outcomes(onto_own), [after(onto_own, red="T61 T3")])


def test_on_anothers_start_nobody_is_protected() -> None:
    """CASE DÉPART OCCUPÉE: only on the start space of your own colour."""
    where = position("5", red="T12", green="T16")
    assert same(outcomes(where), [after(where, red="T17")])
    where = position("3", red="T13", yellow="T16")
    assert same(outcomes(where), [after(where, red="T16", yellow="")])


def test_a_pawn_on_ones_own_start_forbids_infiltrated_pawns() -> None:
    """CASE DÉPART OCCUPÉE: not by a number, your own neither; by red cards' powers still."""
    own = position("5 13", red="T0 T18")
    assert same(outcomes(own), [after(own, red="T5 T18"), after(own, red="T13 T18")])
    where = position("5 1/11 exchange partner", red="T0", blue="T18", yellow="T22")
    assert after(where, red="T2", blue="T20") in outcomes(where, "partner")
    assert reasons(where, "5", after(where, blue="T23")) == ["own_start_first"]
    assert reasons(where, "1/11", after(where, blue="T19")) == ["own_start_first"]
    assert after(where, blue="T22", yellow="T18") in outcomes(where, "exchange")


# --- PIONS INFILTRÉS ----------------------------------------------------------------------------


def test_anybody_moves_an_infiltrated_pawn() -> None:
    """PIONS INFILTRÉS: whose it is does not matter while it is turned over."""
    where = position("5", blue="T18")
    assert same(outcomes(where), [after(where, blue="T23")])


def test_infiltrated_pawns_enter_only_the_movers_finish() -> None:
    """PIONS INFILTRÉS: into red's finish, if red moves it; by its colour it stays, or has to go."""
    own = position("6", red="T61", options={"holes": [6, 13], "meeting_points": [7]})
    assert after(own, red="F3") in outcomes(own)
    partner = position("6", green="T61", options={"holes": [6, 13], "meeting_points": [7]})
    assert after(partner, green="") in outcomes(partner)
    assert not penalty(partner, after(partner, green=""))
    opponent = position("6", blue="T61", options={"holes": [6, 13], "meeting_points": [7]})
    assert after(opponent, blue="F4") in outcomes(opponent)


def test_an_opponents_pawn_goes_to_the_deepest_free_space() -> None:
    """PIONS INFILTRÉS: of its own finish, past what stands there (house ruling)."""
    holes = {"holes": [6, 13], "meeting_points": [7]}
    where = position("6", blue="T61 F4 F2", options=holes)
    assert after(where, blue="F4 F2 F3") in outcomes(where)


def test_a_capture_in_a_hole_hides_the_captor() -> None:
    """PIONS INFILTRÉS, SAUTER ET PRENDRE: the captured one goes home, the captor is hidden."""
    where = position("2", red="T16", blue="T18")
    assert after(where, red="T18", blue="") in outcomes(where)


# --- ATTENTION AUX PIONS QUE TU PRENDS ! --------------------------------------------------------


def test_capturing_ones_own_side_costs_the_hand() -> None:
    """ATTENTION AUX PIONS: own and partner's pawns, also if it is found out on turning one up."""
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
    """ZONE D’ARRIVÉE: from beyond the own start space, or on round the track."""
    where = position("5", red="T62")
    assert same(outcomes(where), [after(where, red="T3"), after(where, red="F3")])


def test_no_move_that_begins_on_the_start_enters() -> None:
    """ZONE D’ARRIVÉE: a pawn that came round and stopped on its start goes round once more."""
    where = position("3", red="T0")
    assert same(outcomes(where), [after(where, red="T3")])
    assert reasons(where, "3", after(where, red="F3")) == ["finish_start"]


def test_in_the_finish_exact_and_without_jumping() -> None:
    """ZONE D’ARRIVÉE: deeper by exact numbers, past nobody, onto nobody; never out again."""
    where = position("2 3", red="F1 F3")
    assert cards(where) == set()
    assert reasons(where, "3", after(where, red="F4 F3")) == ["finish_jump"]
    free = position("2", red="F1")
    assert same(outcomes(free), [after(free, red="F3")])
    assert reasons(free, "2", after(free, red="T3")) == ["finish_stays"]
    blocked = position("5", red="T62 F2")
    assert same(outcomes(blocked), [after(blocked, red="T3 F2")])


def test_only_ones_own_colour_enters_a_finish() -> None:
    """ZONE D’ARRIVÉE: a visible pawn passes others' finishes by."""
    where = position("5", red="T14")
    assert same(outcomes(where), [after(where, red="T19")])
    assert broken(position("5", red="T13", blue="T63"), "5 T13>blue.F2") == ["finish_colour"]


def test_an_infiltrated_pawn_passes_its_own_finish_by_under_anothers_hand() -> None:
    """PIONS INFILTRÉS: the player who moves it may take it into his own finish only."""
    where = position("5", blue="T14")
    assert same(outcomes(where), [after(where, blue="T19")])
    assert broken(where, "5 T14>blue.F3") == ["finish_colour"]
    theirs = position("5", turn="blue", red="T14")
    assert after(theirs, red="F4") in outcomes(theirs)


# --- OBLIGATION ---------------------------------------------------------------------------------


def test_who_can_play_must_and_who_cannot_gives_the_hand_up() -> None:
    """OBLIGATION: one playable card obliges; none means that the whole hand goes."""
    stuck = position("12 12")
    assert cards(stuck) == set()
    assert GAME.moves(stuck) == [{"card": None, "gives_up_hand": True}]
    refused = GAME.explain(
        {**position("12", red="T20"), "card": None, "attempt": position("12", red="T20")["pawns"]}
    )
    assert [breach["rule"] for breach in refused["breaches"]] == ["must_play"]
    walked = {**position("12"), "card": None, "attempt": position("", red="T0")["pawns"]}
    assert [breach["rule"] for breach in GAME.explain(walked)["breaches"]] == ["giving_up_moves"]


def test_a_card_is_carried_out_wholly_or_not_played() -> None:
    """OBLIGATION, Déplacer des pions: a card laid without its move, and one that allows none."""
    where = position("5 12 exchange", red="T20")
    assert reasons(where, "5", after(where)) == ["card_wholly"]
    assert reasons(where, "exchange", after(where)) == ["unplayable"]


# --- LIEU DE RENCONTRE DES ESPIONS --------------------------------------------------------------


def test_a_meeting_calls_the_nearest_pawn_behind() -> None:
    """LIEU DE RENCONTRE: to the hole just behind the point, however far it comes from."""
    where = position("5", red="T2 T18", blue="T60")
    assert after(where, red="T7 T18", blue="T6") in outcomes(where)
    assert reasons(where, "5", after(where, red="T7 T18")) == ["meeting"]
    assert broken(where, "5 T2>T7 T18=>T6") == ["meeting_nearest"]
    assert broken(position("5", red="T20", blue="T60"), "5 T20>T25 T60=>T6") == ["no_meeting"]


def test_a_meeting_calls_even_a_protected_pawn_past_its_finish() -> None:
    """LIEU DE RENCONTRE, the example: red stands just before its finish and is carried past it."""
    where = position("5", turn="blue", blue="T2", red="T63")
    assert same(outcomes(where), [after(where, blue="T7", red="T6")])
    protected = position("5", turn="blue", blue="T2", red="T0")
    assert same(outcomes(protected), [after(protected, blue="T7", red="T6")])


def test_a_pawn_already_in_the_hole_stays() -> None:
    """LIEU DE RENCONTRE: the nearest behind stands in the hole already: nothing more happens."""
    where = position("5", red="T2", blue="T6 T4")
    assert after(where, red="T7", blue="T6 T4") in outcomes(where)


def test_alone_on_the_track_nobody_is_called() -> None:
    """LIEU DE RENCONTRE: nests and finishes are not on the track."""
    where = position("5", red="T2 F4", blue="F3")
    assert after(where, red="T7 F4") in outcomes(where)


# --- EXPLICATION DES CARTES ---------------------------------------------------------------------


def test_a_copy_repeats_the_last_card_with_all_its_choices() -> None:
    """EXPLICATION DES CARTES, Copie: with another choice, too; never as a round's first card."""
    where = position("copy", red="T20", last="1/11")
    expected = [after(where, red=p) for p in ("T21", "T31", "T20 T0")]
    assert same(outcomes(where), expected)
    first = position("copy", red="T20")
    assert cards(first) == set()
    assert reasons(first, "copy", after(first, red="T21")) == ["copy_first"]


def test_an_exchange_needs_two_infiltrated_pawns() -> None:
    """EXPLICATION DES CARTES, Échange: two turned-over pawns; with fewer it cannot be played."""
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
    """EXPLICATION DES CARTES, Partenaire: over own, partner's, turned-over pawns; all of them."""
    where = position("partner", red="T27", green="T43")
    expected = [after(where, red=f"T{27 + points}", green=f"T{47 - points}") for points in range(5)]
    hidden = position("partner", blue="T50", red="T27")
    assert after(hidden, blue="T53", red="T28") in outcomes(hidden)
    assert same(outcomes(where), expected)
    assert reasons(where, "partner", after(where, red="T30")) == ["partner_points"]
    assert reasons(where, "partner", after(where, red="T31", blue="T16")) == ["partner_whose"]
    theirs = position("partner", red="T27", blue="T41")
    assert reasons(theirs, "partner", after(theirs, red="T28", blue="T44")) == ["partner_whose"]


def test_the_partner_card_captures_what_it_overtakes() -> None:
    """EXPLICATION DES CARTES, Partenaire: caught up or overtaken, your own too, at your cost."""
    where = position("partner", red="T27", blue="T29")
    assert same(outcomes(where), [after(where, red="T31", blue="")])
    own = position("partner", red="T27 T28")
    assert after(own, red="T31") in outcomes(own)
    assert penalty(own, after(own, red="T31"))
    assert reasons(where, "partner", after(where, red="T31")) == ["partner_overtaken"]
    in_turn = position("partner", red="T28 T27")
    assert after(in_turn, red="T29 T30") in outcomes(in_turn)
    caught = position("partner", red="T27", yellow="T31", blue="T29")
    assert same(outcomes(caught), [after(caught, red="T31", yellow="", blue="")])


def test_with_four_home_the_partner_card_moves_anybody() -> None:
    """EXPLICATION DES CARTES, Partenaire: your own four or the partner's; then opponents', too."""
    where = position("partner", red="F1 F2 F3 F4", green="T40", blue="T41")
    assert after(where, green="T40", blue="T45") in outcomes(where)
    partners = position("partner", red="T40", green="F1 F2 F3 F4", blue="T41")
    assert after(partners, red="T40", blue="T45") in outcomes(partners)
    neither = position("partner", red="T40", blue="T41", yellow="F1 F2 F3 F4")
    assert reasons(neither, "partner", after(neither, blue="T45")) == ["partner_whose"]


# --- QUELS PIONS PUIS-JE DÉPLACER ? -------------------------------------------------------------


def test_with_four_home_one_plays_the_partners_pawns() -> None:
    """QUELS PIONS PUIS-JE DÉPLACER ?: nest, start space and finish are the partner's then, too."""
    where = position("5 13", red="F1 F2 F3 F4", green="T30", blue="T41")
    assert after(where, green="F3") in outcomes(where, "5")
    assert after(where, green="T30 T32") in outcomes(where, "13")
    held = position("5", red="F1 F2 F3 F4", green="T32", blue="T18")
    assert reasons(held, "5", after(held, blue="T23")) == ["own_start_first"]


# --- RÈGLES SPÉCIALES POUR UNE PARTIE À 2 OU 3 JOUEURS ------------------------------------------


def test_for_two_each_plays_for_himself() -> None:
    """RÈGLES SPÉCIALES: only your own pawn costs the hand, and nobody gives a hand up."""
    where = position("12 12", playing=("red", "green"))
    assert GAME.moves(where) == [{"card": None, "gives_up_hand": False}]
    taken = position("5 2", red="T20", green="T25", playing=("red", "green"))
    assert not penalty(taken, after(taken, red="T25", green=""))


def test_for_three_the_partner_card_moves_any_visible_pawn() -> None:
    """RÈGLES SPÉCIALES: points may go to any colour."""
    where = position("partner", red="T20", blue="T41", playing=("red", "blue", "green"))
    assert after(where, red="T20", blue="T45") in outcomes(where)
