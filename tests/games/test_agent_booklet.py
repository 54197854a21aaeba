"""Every sentence of the Agent booklet that states a rule, under its number in “Règles du jeu”.

White, black and orange play clockwise. Tangier's neighbours are Lisbon, Funchal, Algiers, Tunis
and Timbuktu. Number 7, what the others may do against a move, is in
``test_agent_booklet_contests``.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.agent.flow import end_if_decided
from tablet_companion.games.agent.state import EXILED
from tablet_companion.games.core import TABLE, Outcome, Place, Placement
from tests.games.agent import (
    ARRIVES,
    ATTACK,
    GAME,
    HOME,
    HOMEWARDS,
    MOVED,
    NEAR,
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
    """5: no matter who it is, staked on or not; one space along a line."""
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


# --- Règles du jeu, 8, 9 and 10: the case ---------------------------------------------------------


def test_one_comes_onto_the_case_or_beside_it() -> None:
    """8: the player who moves the agent says which."""
    where = position(green="Lisbon")
    assert line(where, "move green Tangier case")["case"]["held_by"] == "green"
    assert line(where, "move green Tangier")["case"]["held_by"] is None
    assert reasons(where, "move green Horta case") == ["case_elsewhere"]


def test_beside_one_does_not_have_it_and_another_may_take_it() -> None:
    """9: it lies free for the agent that steps onto it."""
    where = position(green="Tangier", red="Lisbon")
    assert {"move red Tangier case", "move green Tangier case"} <= actions(where)
    assert reasons(where, "move green Lisbon case") == ["case_elsewhere"]


def test_what_somebody_has_is_taken_by_an_attack_only() -> None:
    """7 b, 9: nobody steps onto the case under another."""
    where = position(green="Tangier", red="Lisbon", blue="Tangier", held="green")
    assert "move red Tangier" in actions(where)
    assert reasons(where, "move red Tangier case") == ["case_held"]
    assert reasons(where, "move blue Tangier case") == ["case_held"]
    pushed = {"agents": {"red": "Tangier"}, "case": {"held_by": "red"}}
    assert reasons(where, pushed) == ["case_held"]
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
    asked = state(position(ARRIVES, "accept", "accept", **HOMEWARDS, options=claims))
    (told,) = GAME.facts(GAME.view(asked, "table"))
    assert told.text.format(seat=dict(told.details)["seat"]) == "white takes part anyway."


def test_with_paper_sheets_who_claims_uncovers() -> None:
    """12: the claimants and the one who brought it home name their stakes."""
    paper = {"paper_sheets": True}
    assert _winner({}, "waive", "waive", **paper) == ["white"]
    assert _winner({}, "waive", "claim", "announce 300", "announce 400", **paper) == ["orange"]
    assert _winner({}, "waive", "claim", "announce 400", "announce 400", **paper) == ["white"]


@pytest.mark.parametrize(("lot", "told"), [(300, True), (200, False), (400, False)])
def test_the_last_page_says_why_equal_stakes_do_not_share(lot: int, told: bool) -> None:
    """12: of two with 700 on green one had won, and nothing said why."""
    staked = {"white": {"green": [500, 200]}, "black": {"green": [400, lot]}}
    won = state(position(ARRIVES, "accept", "accept", **HOMEWARDS, stakes=staked))
    texts = [one.text for one in GAME.facts(GAME.view(won, TABLE))]
    assert ("A tie: {seat} brought the case home" in texts) == told


def test_the_last_page_says_the_stakes_that_were_kept_on_paper() -> None:
    """12: those that were named; nothing said why one player had won."""
    play = (ARRIVES, "accept", "accept", "waive", "claim", "announce 300", "announce 400")
    won = state(position(*play, **HOMEWARDS, stakes={}, options={"paper_sheets": True}))
    told = [dict(one.details) for one in GAME.facts(GAME.view(won, TABLE))[1:]]
    named = [(one["seat"], one.get("count")) for one in told]
    assert named == [("orange", 400), ("white", 300), ("black", None)]


@pytest.mark.parametrize(("claims", "silent"), [(("waive", "claim"), ["black"]), ((), [])])
def test_the_last_page_says_who_made_no_claim(claims: tuple[str, ...], silent: list[str]) -> None:
    """12: a player with less on green had won, though black had as much as orange."""
    staked = {"white": {"green": [100]}, **{seat: {"green": [300]} for seat in ("black", "orange")}}
    options = {"claims_must_be_made": bool(claims)}
    play = (ARRIVES, "accept", "accept", *claims)
    won = state(position(*play, **HOMEWARDS, stakes=staked, options=options))
    facts = GAME.facts(GAME.view(won, TABLE))
    found = [dict(one.details)["seat"] for one in facts if one.text == "{seat} made no claim"]
    assert found == silent
    tie = any(one.text == "A tie: {seat} brought the case home" for one in facts)
    assert tie == (not claims)


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


@pytest.mark.parametrize(
    ("exiled", "reason"),
    [
        (True, "All agents are in the Bahamas."),
        (False, "After {count} turns no agent has brought the case home."),
    ],
)
def test_the_last_page_says_why_nobody_has_won(exiled: bool, reason: str) -> None:
    """(13) “Nobody has won.” stood alone above six numbers."""
    now = state(position(**HOME))
    agents = (EXILED,) * 4 if exiled else now.agents
    over = end_if_decided(now._replace(agents=agents, turns=now.setting.most_turns))
    assert GAME.outcome(over) == Outcome(())
    told = GAME.facts(GAME.view(over, TABLE))[0]
    assert told.text == reason
    assert dict(told.details).get("count", over.turns) == now.setting.most_turns


def test_a_first_sheet_says_what_stakes_are_for() -> None:
    """12: Nobody can fill one in who has not been told; a bribe comes when everybody knows."""
    aim = "The highest stake on the agent that brings the case home wins."
    first, later = state(opening()), state(position("bribe"))
    assert [one.text for one in GAME.facts(GAME.view(first, SEATS[0]))].count(aim) == 1
    assert not [one for one in GAME.facts(GAME.view(later, SEATS[0])) if one.text == aim]
