"""Every sentence of the Agent booklet that states a rule, under its number in “Règles du jeu”.

White, black and orange play clockwise. Tangier's neighbours are Lisbon, Funchal, Algiers, Tunis
and Timbuktu.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import Outcome, Place, Placement
from tests.games.agent import (
    GAME,
    PLENTY,
    RICH,
    SEATS,
    actions,
    line,
    opening,
    position,
    reasons,
    stakes,
    state,
)

HOME = {"green": "Washington", "blue": "London", "red": "Moscow", "yellow": "Peking"}
MOVED = "move green Halifax"
BAHAMAS = Place("Bahamas")


# --- Règles du jeu, 1 and 2: setting up -----------------------------------------------------------


def test_agents_start_at_home_and_the_case_in_tangier() -> None:
    """1: green in Washington, blue in London, red in Moscow, yellow in Peking; the case between."""
    shown = {piece: place for place, piece in GAME.placement(state(opening())).pieces}
    assert shown == HOME | {"case": "Tangier"}


def test_a_city_may_have_two_agents() -> None:
    """1: the agents at home there; option ``agents_per_city``."""
    pieces = GAME.placement(state(opening(agents_per_city=2))).pieces
    assert [piece for place, piece in pieces if place == "London"] == ["blue", "blue2"]
    assert len(pieces) == 9


def test_a_sheet_has_ten_thousand_dollars_in_24_lots() -> None:
    """2: lots of 1000, 500, 400, 300, 200 and 100; four of each make 10,000."""
    (sheet,) = GAME.view(state(opening()), "white").sheets
    assert sheet.left == tuple((value, 4) for value in (1000, 500, 400, 300, 200, 100))
    assert sum(value * count for value, count in sheet.left) == 10_000
    assert reasons(opening(), "stake red 600") == ["no_such_lot"]


# --- Règles du jeu, 3: the secret stakes ----------------------------------------------------------


def test_everybody_stakes_on_whom_he_likes() -> None:
    """3: on all agents, on some or on one; in turn, until everybody has sealed his sheet."""
    where = opening("stake red 500", "stake red 100", "seal", "stake blue 1000", "seal")
    assert actions(where, "stake") == {
        f"stake {agent} {value}" for agent in HOME for value in (1000, 500, 400, 300, 200, 100)
    }
    done = opening(*where["play"], *(f"stake {agent} 100" for agent in HOME), "seal")
    assert line(done, "move red Kiev")["next"] == "black"
    assert stakes(done, "white")["red"] == 600
    assert stakes(done, "orange") == dict.fromkeys(HOME, 100)


def test_nobody_spends_more_than_the_sheet_holds() -> None:
    """3: 10,000 dollars at most; a lot that is used up is not there any more."""
    where = opening(*["stake red 1000"] * 4)
    assert reasons(where, "stake blue 1000") == ["lot_used"]
    everything = [f"stake red {value}" for value in (1000, 500, 400, 300, 200, 100)] * 4
    assert actions(opening(*everything)) == {"seal"}


def test_something_has_to_be_staked() -> None:
    """3: on one agent at the least."""
    assert reasons(opening(), "seal") == ["empty_sheet"]


def test_no_sum_goes_from_one_agent_to_another() -> None:
    """3: what is staked stays; the only things to be done with a sheet put lots on it."""
    verbs = {action.split()[0] for action in actions(opening("stake red 100"))}
    assert verbs == {"stake", "seal"}


def test_stakes_are_secret() -> None:
    """3: what somebody stakes is seen on his own sheet and nowhere else."""
    one, other = opening("stake red 500", "seal"), opening("stake blue 100", "seal")
    for viewer in ("table", "black", "orange"):
        assert GAME.view(state(one), viewer) == GAME.view(state(other), viewer)
    assert GAME.view(state(one), "white") != GAME.view(state(other), "white")


def test_with_paper_sheets_nothing_is_entered() -> None:
    """3: option ``paper_sheets``: each player says that his sheet is filled in."""
    where = opening(paper_sheets=True)
    assert actions(where) == {"seal"}
    assert reasons(where, "stake red 100") == ["on_paper"]
    assert GAME.view(state(where), "white").sheets == ()


# --- Règles du jeu, 4 and 5: turns ----------------------------------------------------------------


def test_a_lot_decides_who_begins() -> None:
    """4: anybody may be drawn."""
    first = GAME.setup({}, GAME.seats[:3])
    lots = [GAME.write_action(first, lot) for lot in GAME.legal(first)]
    assert lots == ["lot black", "lot orange", "lot white"]
    for seat in SEATS:
        lot = GAME.lot(first, seat)
        assert GAME.actor(GAME.apply(first, lot)) == seat


def test_any_agent_goes_to_a_neighbouring_space() -> None:
    """5: whoever it is, staked on or not; one space along a line."""
    where = position(stakes={})
    assert actions(where, "move") == {
        *(f"move green {city}" for city in ("Halifax", "Miami", "Reykjavik")),
        *(f"move blue {city}" for city in ("Paris", "Dublin", "Oslo")),
        *(f"move red {city}" for city in ("Berlin", "Kiev", "Irkutsk")),
        *(f"move yellow {city}" for city in ("Teheran", "Bombay", "Irkutsk")),
    }
    assert reasons(where, "move green Horta") == ["one_space"]


def test_the_turn_passes_clockwise_and_the_same_agent_may_be_moved_again() -> None:
    """5: the agent moved just before, or another."""
    where = position(MOVED, "accept", "accept")
    assert state(where).turn == 1
    assert {"move green Washington", "move red Kiev"} <= actions(where)


def test_only_one_agent_is_moved() -> None:
    """5: a second agent out of place is refused."""
    seen = {"agents": {"green": "Halifax", "red": "Kiev"}}
    assert reasons(position(), seen) == ["one_agent"]


# --- Règles du jeu, 6: the way to win -------------------------------------------------------------


def test_the_case_is_fetched_and_brought_home() -> None:
    """6: to Tangier, onto the case, and home with it."""
    ways = ["Dublin", "Horta", "Lisbon", "Tangier case", "Lisbon case", "Horta case"]
    ways += ["Dublin case", "London case"]
    play = [step for way in ways for step in (f"move blue {way}", "accept", "accept")]
    end = line(position(*play[:-1]), "accept")
    assert end["case"] == {"city": "London", "held_by": "blue"}
    assert end["winners"] == ["black"]


# --- Règles du jeu, 7 a): moving, objecting, contests ---------------------------------------------


def test_an_occupied_space_may_be_entered() -> None:
    """7 a: free or occupied, any number of agents."""
    where = position(green="Paris", blue="Paris", red="Marseille")
    assert line(where, "move red Paris")["agents"]["red"] == "Paris"


def test_the_others_may_object_in_turn() -> None:
    """7 a: each other player, clockwise, once a move; if nobody does, it stands."""
    where = position(MOVED)
    assert actions(where) == {"accept", "object"}
    assert GAME.actor(state(where)) == "black"
    assert GAME.actor(state(position(MOVED, "accept"))) == "orange"
    assert GAME.actor(state(position(MOVED, "accept", "accept"))) == "black"
    assert GAME.actor(state(position(MOVED, "object"))) == "white"


def test_the_mover_may_give_way() -> None:
    """7 a: then the move is taken back, the case included."""
    where = position("move green Lisbon case", "object", green="Tangier", held="green")
    back = line(where, "give way")
    assert back["agents"]["green"] == "Tangier"
    assert back["case"] == {"city": "Tangier", "held_by": "green"}
    assert back["next"] == "white"
    steps = GAME.steps(state(where), GAME.read_action(state(where), "give way"))
    assert ("take_back", "green", "Lisbon.case", "Tangier.case") in [
        (step.rule, step.piece, step.source, step.target) for step in steps
    ]


def test_the_objector_names_a_sum_first_then_they_alternate() -> None:
    """7 a: objector, mover, objector …; a third player is not in it."""
    play = [MOVED, "object", "insist"]
    names = []
    for bid in ("bid 100", "bid 200", "bid 300", "bid 300"):
        names.append(GAME.actor(state(position(*play))))
        play.append(bid)
    assert names == ["black", "white", "black", "white"]


def test_one_may_name_less_than_is_staked_but_not_more() -> None:
    """7 a: black has 600 on green; 100 to 600 are true, 700 is refused, to him alone."""
    where = position(MOVED, "object", "insist")
    assert actions(where, "bid") == {f"bid {amount}" for amount in range(100, 601, 100)}
    assert reasons(where, "bid 700") == ["bid_staked"]
    assert GAME.rules["bid_staked"].private
    assert reasons(where, "bid 150") == ["hundreds"]
    assert reasons(where, "bid 0") == ["bid_more"]


def test_the_objector_must_exceed_and_the_mover_need_only_equal() -> None:
    """7 a: where stakes are equal the player on turn wins."""
    where = position(MOVED, "object", "insist", "bid 600")
    assert actions(where) == {"bid 600", "bid 700", "concede"}
    assert reasons(where, "bid 500") == ["bid_equal"]
    again = position(MOVED, "object", "insist", "bid 300", "bid 300")
    assert actions(again) == {"bid 400", "bid 500", "bid 600", "concede"}
    assert reasons(again, "bid 300") == ["bid_more"]


def test_equal_stakes_are_won_by_the_player_on_turn() -> None:
    """7 a: both have 700; black cannot exceed what white equals."""
    equal = {"white": {"green": [500, 200]}, "black": {"green": [400, 300]}}
    where = position(MOVED, "object", "insist", "bid 700", "bid 700", stakes=equal)
    assert actions(where) == {"concede"}
    assert GAME.actor(state(position(*where["play"], "concede", stakes=equal))) == "white"
    nothing = position(MOVED, "object", "insist", stakes={})
    assert line(nothing, "concede")["next"] == "white"


def test_the_winner_decides_whether_the_move_stands() -> None:
    """7 a: either player, either way; nobody pays."""
    won = [MOVED, "object", "insist", "bid 100", "concede"]
    assert GAME.actor(state(position(*won))) == "black"
    assert actions(position(*won)) == {"let stand", "take back"}
    assert line(position(*won), "take back")["agents"]["green"] == "Washington"
    assert line(position(*won), "let stand")["agents"]["green"] == "Halifax"
    lost = [MOVED, "object", "insist", "concede"]
    assert GAME.actor(state(position(*lost))) == "white"
    for seat, green in (("white", 700), ("black", 600)):
        assert stakes(position(*won, "take back"), seat)["green"] == green


def test_a_lost_objection_leaves_the_next_player_his_own() -> None:
    """7 a: one contest at a time, one objection each."""
    play = [MOVED, "object", "insist", "concede", "let stand"]
    assert GAME.actor(state(position(*play))) == "orange"
    assert actions(position(*play)) == {"accept", "object"}
    assert line(position(*play), "accept")["next"] == "black"


def test_after_taking_back_another_move_is_made() -> None:
    """7 a: any other action, not the same move; it may be objected to in its turn."""
    play = [MOVED, "object", "give way"]
    where = position(*play)
    assert reasons(where, MOVED) == ["same_move"]
    assert {"bribe", "move green Miami", "move red Kiev"} <= actions(where)
    again = position(*play, "move green Miami", "object", "give way")
    assert reasons(again, MOVED) == reasons(again, "move green Miami") == ["same_move"]
    later = position(*play, "move red Kiev", "accept", "accept")
    assert MOVED in actions(later)


def test_with_contest_all_every_player_may_bid() -> None:
    """7 a: the participant with the highest stake; option ``contest_all``."""
    rich = RICH | {"orange": {"green": [1000]}}
    options = {"contest_all": True}
    play = [MOVED, "object", "insist", "bid 100", "bid 700", "bid 800"]
    where = position(*play, stakes=rich, options=options)
    assert GAME.actor(state(where)) == "black"
    end = position(*play, "concede", "concede", stakes=rich, options=options)
    assert GAME.actor(state(end)) == "orange"
    assert actions(end) == {"let stand", "take back"}


# --- Règles du jeu, 7 b): attacks -----------------------------------------------------------------

ATTACK = "attack green Paris blue"
NEAR = {"green": "Madrid", "blue": "Paris"}


def test_an_attack_needs_500_dollars_on_the_attacker() -> None:
    """7 b: white has 700 on green and 300 on red; only white is told."""
    where = position(**NEAR, red="Marseille")
    assert ATTACK in actions(where)
    assert reasons(where, "attack red Paris blue") == ["attack_stake"]
    assert GAME.rules["attack_stake"].private


def test_an_attack_advances_one_space_onto_its_victim() -> None:
    """7 b: one space, occupied by another agent, who is named."""
    where = position(**NEAR, red="Paris", yellow="Madrid")
    assert actions(where, "attack") == {ATTACK, "attack green Paris red"}
    assert reasons(where, "attack green London blue") == ["one_space", "victim_there"]
    assert reasons(where, "attack green Madrid yellow") == ["one_space"]
    assert reasons(where, "attack green Madrid green") == ["one_space", "victim_there"]


def test_the_victim_is_out_of_play() -> None:
    """7 b: it goes to the Bahamas, is not moved any more and nothing is staked on it."""
    play = [ATTACK, "accept", "accept"]
    end = line(position(*play[:-1], **NEAR), "accept")
    assert end["agents"]["blue"] == "Bahamas"
    gone = position(*play, **NEAR)
    assert reasons(gone, "move blue Paris") == ["in_exile"]
    assert reasons(position(*play, "bribe", **NEAR), "stake blue 100") == ["stake_exiled"]


def test_until_nobody_objects_the_victim_stays() -> None:
    """7 b: everybody may protest first; who is sent away too soon comes back."""
    assert line(position(**NEAR), ATTACK)["agents"]["blue"] == "Paris"
    hasty = {"agents": {"green": "Paris", "blue": "Bahamas"}}
    assert reasons(position(**NEAR), hasty) == ["exile_by_attack"]


@pytest.mark.parametrize(("case", "held"), [(" case", "green"), ("", None)])
def test_the_victims_case_may_be_taken(case: str, held: str | None) -> None:
    """7 b: the attacker takes it over, or stands beside."""
    attack = "attack green Paris blue" + case
    where = position(attack, "accept", **NEAR, case="Paris", held="blue")
    assert line(where, "accept")["case"] == {"city": "Paris", "held_by": held}


def test_an_attack_may_be_taken_back_on_protest() -> None:
    """7 b: then that is settled, and nothing was paid."""
    where = position(ATTACK, "object", **NEAR)
    assert line(where, "give way")["agents"] == HOME | NEAR
    assert stakes(position(ATTACK, "object", "give way", **NEAR), "white")["green"] == 700


def test_protests_are_decided_by_stakes_on_the_attacker() -> None:
    """7 b: the highest stake decides: exile, or back to where the attacker came from."""
    play = [ATTACK, "object", "insist", "bid 600"]
    assert actions(position(*play, **NEAR), "bid") == {"bid 600", "bid 700"}
    lost = position(*play, "concede", **NEAR)
    assert GAME.actor(state(lost)) == "black"
    assert line(lost, "take back")["agents"] == HOME | NEAR
    stays = position(*play, "concede", "let stand", **NEAR)
    assert line(stays, "accept")["agents"]["blue"] == "Bahamas"


def test_equal_stakes_on_the_attacker_are_won_by_the_player_on_turn() -> None:
    """7 b: white names as much as black, who cannot name more; white decides."""
    equal = {"white": {"green": [500, 200]}, "black": {"green": [400, 300]}}
    play = [ATTACK, "object", "insist", "bid 700", "bid 700", "concede"]
    assert actions(position(*play[:-1], **NEAR, stakes=equal)) == {"concede"}
    assert GAME.actor(state(position(*play, **NEAR, stakes=equal))) == "white"


def test_an_exile_costs_500_each_time() -> None:
    """7 b: of the stake on the attacker."""
    done = position(ATTACK, "accept", "accept", **NEAR)
    assert stakes(done, "white")["green"] == 200
    later = position(**NEAR, spent={"white": {"green": 500}})
    assert reasons(later, ATTACK) == ["attack_stake"]


def test_everybody_announces_what_was_staked_on_the_victim() -> None:
    """7 b: the referee says it from the sheets; the stakes are lost."""
    rich = {"white": {"green": [500]}, "black": {"blue": [400, 100]}, "orange": {"blue": [200]}}
    done = position(ATTACK, "accept", "accept", **NEAR, stakes=rich)
    assert GAME.view(state(done), "table").announced == (("blue", (0, 500, 200)),)
    assert stakes(done, "black")["blue"] == 0


def test_with_paper_sheets_everybody_names_the_stake() -> None:
    """7 b: the attacker first, then clockwise; nothing below what was named before."""
    options = {"paper_sheets": True}
    bids = ["move blue Madrid", "object", "insist", "bid 300", "bid 400", "concede", "let stand"]
    play = [*bids, "accept", "attack green Madrid blue", "accept", "accept"]
    places = {"green": "Lisbon", "blue": "Paris"}
    where = position(*play, **places, options=options)
    assert GAME.actor(state(where)) == "black"
    assert reasons(where, "announce 200") == ["announced_less"]
    assert reasons(where, "announce 350") == ["hundreds"]
    assert reasons(where, "announce 9600") == ["sum_possible"]
    end = position(*play, "announce 300", "announce 0", **places, options=options)
    assert line(end, "announce 400")["next"] == "orange"


# --- Règles du jeu, 7 c): bribes ------------------------------------------------------------------


def test_a_bribe_takes_the_whole_turn() -> None:
    """7 c: more lots on one agent or several, as at first; then the next player's turn."""
    where = position("bribe", "stake red 100", "stake green 1000")
    assert stakes(where, "white") == {"green": 1700, "blue": 0, "red": 400, "yellow": 0}
    assert line(where, "seal")["next"] == "black"
    assert reasons(where, MOVED) == ["wrong_moment"]
    assert "bribe" not in actions(position(MOVED))


def test_only_that_somebody_bribes_is_public() -> None:
    """7 c: it is said aloud; the sums are written as in 3."""
    one, other = position("bribe", "stake red 100"), position("bribe", "stake blue 500")
    assert GAME.view(state(one), "table") == GAME.view(state(other), "table")
    sealed = position("bribe", "stake red 100", "seal")
    assert GAME.view(state(sealed), "table").bribes == (1, 0, 0)


def test_nobody_passes_not_even_by_an_empty_bribe() -> None:
    """7 c: a figure or a bribe, each time; without a lot there is no bribe."""
    assert reasons(position("bribe"), "seal") == ["empty_sheet"]
    assert reasons(position(), "pass") == ["no_passing"]
    everything = {"white": {"red": [1000, 500, 400, 300, 200, 100] * 4}}
    assert reasons(position(stakes=everything), "bribe") == ["nothing_to_bribe"]


def test_only_who_can_do_nothing_passes() -> None:
    """7 c: every way was taken back; then one has to bribe, and passes without a lot only."""
    ways = [f"move green {city}" for city in ("Halifax", "Miami", "Reykjavik")]
    play = [step for way in ways for step in (way, "object", "give way")]
    alone = dict.fromkeys(("blue", "red", "yellow"), "Bahamas")
    where = position(*play, **alone)
    assert actions(where) == {"bribe"}
    assert reasons(where, "pass") == ["can_act"]
    assert GAME.rules["can_act"].private
    everything = {"white": {"red": [1000, 500, 400, 300, 200, 100] * 4}}
    without = position(*play, **alone, stakes=everything)
    assert actions(without) == {"pass"}
    assert line(without, "pass")["next"] == "black"


# --- Règles du jeu, 8, 9 and 10: the case ---------------------------------------------------------


def test_one_comes_onto_the_case_or_beside_it() -> None:
    """8: whoever moves the agent says which."""
    where = position(green="Lisbon")
    assert line(where, "move green Tangier case")["case"]["held_by"] == "green"
    assert line(where, "move green Tangier")["case"]["held_by"] is None
    assert reasons(where, "move green Horta case") == ["case_elsewhere"]


def test_beside_one_does_not_have_it_and_another_may_take_it() -> None:
    """9: it lies free for whoever steps onto it."""
    where = position(green="Tangier", red="Lisbon")
    assert {"move red Tangier case", "move green Tangier case"} <= actions(where)
    assert reasons(where, "move green Lisbon case") == ["case_elsewhere"]


def test_what_somebody_has_is_taken_by_an_attack_only() -> None:
    """7 b, 9: nobody steps onto the case under another."""
    where = position(green="Tangier", red="Lisbon", blue="Tangier", held="green")
    assert "move red Tangier" in actions(where)
    assert reasons(where, "move red Tangier case") == ["case_held"]
    assert reasons(where, "move blue Tangier case") == ["case_held"]
    third = position(green="Tangier", red="Tangier", blue="Lisbon", held="green", stakes=PLENTY)
    assert reasons(third, "attack blue Tangier red case") == ["case_held"]
    assert reasons(third, "attack blue Tangier green case") == []


def test_stepping_onto_or_off_the_case_is_a_move_of_its_own() -> None:
    """9: without leaving the space; it takes the turn and may be objected to."""
    on = position(green="Tangier")
    assert line(on, "move green Tangier case")["next"] == "black"
    off = position(green="Tangier", held="green")
    assert line(off, "move green Tangier")["case"] == {"city": "Tangier", "held_by": None}
    assert reasons(off, "move green Tangier case") == ["standing_still"]
    assert reasons(on, "move green Tangier") == ["standing_still"]


def test_one_may_go_on_without_the_case() -> None:
    """10: it stays behind, free."""
    where = position(green="Tangier", held="green")
    assert line(where, "move green Lisbon")["case"] == {"city": "Tangier", "held_by": None}
    assert line(where, "move green Lisbon case")["case"] == {"city": "Lisbon", "held_by": "green"}


def test_the_case_does_not_travel_alone() -> None:
    """10: on the table it goes only with the agent that has it."""
    assert reasons(position(), {"case": {"city": "Lisbon"}}) == ["case_alone"]
    seen = {"agents": {"green": "Halifax"}, "case": {"city": "Lisbon"}}
    assert reasons(position(), seen) == ["case_alone"]


# --- Règles du jeu, 11: at home -------------------------------------------------------------------


def test_at_home_an_agent_is_safe() -> None:
    """11: in the city of its own name; other cities protect nobody."""
    where = position(green="Paris", red="London", stakes=PLENTY)
    assert reasons(where, "attack green London blue") == ["safe_at_home"]
    assert "attack green London red" in actions(where)


# --- Règles du jeu, 12: victory -------------------------------------------------------------------

HOMEWARDS = {"green": "Halifax", "case": "Halifax", "held": "green"}
ARRIVES = "move green Washington case"


def _winner(stakes: dict[str, dict[str, list[int]]], *claims: str, **options: bool) -> Any:
    """Return who wins when white brings green home and nobody objects."""
    play = [ARRIVES, "accept", "accept", *claims]
    where = position(*play[:-1], **HOMEWARDS, stakes=stakes, options=options)
    return line(where, play[-1])["winners"]


def test_who_brings_the_case_home_wins() -> None:
    """12: after objections; white has most on green. Also where nobody staked on it at all."""
    assert line(position(ARRIVES, **HOMEWARDS), "accept")["winners"] is None
    assert _winner(RICH) == ["white"]
    assert _winner({}) == ["white"]


def test_a_higher_stake_on_the_same_agent_wins_instead() -> None:
    """12: the highest of all stakes on the agent that came home."""
    assert _winner({"white": {"green": [100]}, "orange": {"green": [200]}}) == ["orange"]
    assert _winner({"white": {"green": [100]}, "orange": {"red": [1000]}}) == ["white"]


def test_equal_stakes_leave_the_victory_with_who_brought_it_home() -> None:
    """12: with him, and between two others who have more than he."""
    assert _winner({"white": {"green": [300]}, "black": {"green": [200, 100]}}) == ["white"]
    assert _winner({"black": {"green": [300]}, "orange": {"green": [300]}}) == ["white"]


def test_the_sheets_are_uncovered_at_the_end() -> None:
    """12: everybody sees all of them."""
    end = state(position(ARRIVES, "accept", "accept", **HOMEWARDS))
    assert [sheet.seat for sheet in GAME.view(end, "table").sheets] == list(SEATS)
    assert GAME.legal(end) == ()


def test_with_claims_a_victory_not_claimed_is_lost() -> None:
    """12: somebody else claims it; option ``claims_must_be_made``."""
    more = {"white": {"green": [100]}, "black": {"green": [200]}, "orange": {"green": [300]}}
    claims = {"claims_must_be_made": True}
    assert _winner(more, "waive", "waive", **claims) == ["white"]
    assert _winner(more, "claim", "waive", **claims) == ["black"]
    assert _winner(more, "claim", "claim", **claims) == ["orange"]
    assert _winner(RICH, "claim", "claim", **claims) == ["white"]


def test_with_paper_sheets_who_claims_uncovers() -> None:
    """12: the claimants and the one who brought it home name their stakes."""
    paper = {"paper_sheets": True}
    assert _winner({}, "waive", "waive", **paper) == ["white"]
    assert _winner({}, "waive", "claim", "announce 300", "announce 400", **paper) == ["orange"]
    assert _winner({}, "waive", "claim", "announce 400", "announce 400", **paper) == ["white"]


def test_taking_the_case_at_home_is_not_bringing_it_home() -> None:
    """6 and 12: it has to be carried in: out of the city and back."""
    found = {"green": "Halifax", "case": "Washington"}
    play = ["move green Washington case", "accept"]
    assert line(position(*play, **found), "accept")["winners"] is None
    beside = {"green": "Washington", "case": "Washington"}
    assert line(position(*play, **beside), "accept")["winners"] is None


def test_another_agents_city_is_not_home() -> None:
    """12: only the city of its own colour."""
    where = position(
        "move blue Washington case", "accept", blue="Halifax", case="Halifax", held="blue"
    )
    assert line(where, "accept")["winners"] is None


def test_without_an_agent_that_could_win_nobody_does() -> None:
    """12, house ruling 10: all are in the Bahamas, or too many turns were played."""
    table = state(position())
    gone = GAME.placement(table).pieces
    placed = Placement(tuple(sorted((p if a == "case" else BAHAMAS, a) for p, a in gone)))
    assert GAME.outcome(GAME.amend(table, placed)) == Outcome(())
    late = state(position(MOVED, "accept"))._replace(turns=499)
    assert GAME.outcome(GAME.apply(late, GAME.read_action(late, "accept"))) == Outcome(())


# --- Un bon conseil -------------------------------------------------------------------------------


def test_what_was_lost_can_be_noted() -> None:
    """Un bon conseil: what was announced and what exiles cost is public, and stays on record."""
    done = position(ATTACK, "accept", "accept", "move red Kiev", **NEAR)
    noted = GAME.view(state(done), "orange")
    assert noted.announced == (("blue", (0, 0, 0)),)
    assert noted.paid == ((500, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
