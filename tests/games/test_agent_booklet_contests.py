"""What the Agent booklet says of objections, attacks and bribes, under “Règles du jeu”, 7."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.agent.state import Phase
from tablet_companion.games.core import TABLE
from tests.games.agent import (
    ATTACK,
    GAME,
    HOME,
    MOVED,
    NEAR,
    RICH,
    actions,
    line,
    position,
    reasons,
    stakes,
    state,
)

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


def test_the_page_asks_for_the_least_sum_that_the_rules_allow() -> None:
    """7 a: “more than 300” was said to the mover, too, who may name 300, and not on whom."""
    play = [MOVED, "object", "insist"]
    for bid, least in (("bid 300", 300), ("bid 300", 400)):
        play.append(bid)
        view = GAME.view(state(position(*play)), TABLE)
        said = GAME.prompt(view)
        assert (said.text, dict(said.details)["count"]) == (
            games.terms("agent").prompts[Phase.BID],
            least,
        )
        about = GAME.facts(view)[0]
        assert dict(about.details) == {"colour": "green", "place": "Halifax"}


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


def test_one_thing_after_another() -> None:
    """5: nobody answers who is not asked, and nobody stakes in the middle of a turn."""
    for action in ("accept", "object", "give way", "seal", "stake red 100", "bid 100", "claim"):
        assert reasons(position(), action) == ["wrong_moment"]


def test_the_next_turn_waits_for_objections() -> None:
    """5, 7 a: while somebody is asked nobody moves, attacks or bribes; it is said who is to act."""
    asked = position(MOVED)
    (breach,) = GAME.explain({**asked, "attempt": "move red Kiev"})["breaches"]
    assert breach["rule"] == "objections_first"
    assert breach["where"] == ["Kiev"]
    assert "white" in breach["text"]
    assert reasons(asked, "bribe") == reasons(asked, "pass") == ["objections_first"]
    giving_way = position(MOVED, "object")
    (breach,) = GAME.explain({**giving_way, "attempt": "move red Kiev"})["breaches"]
    assert (breach["rule"], breach["where"]) == ("whose_turn", ["Kiev"])
    seen = {"agents": {"red": "Kiev"}}
    assert reasons(asked, seen) == ["objections_first"]


# --- Règles du jeu, 7 c): bribes ------------------------------------------------------------------


def test_a_bribe_takes_the_whole_turn() -> None:
    """7 c: more lots on one agent or several, as at first; then the next player's turn."""
    where = position("bribe", "stake red 100", "stake green 1000")
    assert stakes(where, "white") == {"green": 1700, "blue": 0, "red": 400, "yellow": 0}
    assert line(where, "seal")["next"] == "black"
    assert reasons(where, MOVED) == ["whose_turn"]
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
