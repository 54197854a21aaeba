"""Agents and the case in one city: which of them moved, and whether one carries the other."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.agent.actions import Move
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import NOBODY
from tablet_companion.games.core import EMPTY, Place, Placement
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import events
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.silence import SILENCE_S, find_consent
from tablet_companion.referee.model.verdicts import Asking, Objecting, Quiet
from tests.amounts import count
from tests.referee.attacks import attacked, wait
from tests.referee.looks import look
from tests.referee.player import Player
from tests.referee.seer import LOOK_S, Seer

AGENT = games.load("agent")


def test_a_case_carried_after_its_agent_is_the_same_move() -> None:
    """Black moves an agent off the case, then carries the case after it: that is asked about.

    Before, everybody had consented to the first half, and the case was said to travel alone.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    while seer.table.state.phase != "turn":
        seer.play_on()
    state = seer.table.state
    spot = next(one for one in state.agents if state.agents.count(one) == 1)
    state = state._replace(case=spot, holder=state.agents.index(spot))
    areas = {Place(name): tuple(Place(f"{name}#{n}") for n in range(3)) for name in MAP.names}
    seer.table = seer.table.but(state=state, areas=areas)
    moves = [one for one in AGENT.legal(state) if isinstance(one, Move)]
    carried = next(one for one in moves if one.on)
    alone = next(one for one in moves if one == carried._replace(on=False))
    seer.see(AGENT.attempted(state, alone), seconds=4)
    assert find_consent(seer.table) is not None
    seer.see(AGENT.attempted(state, carried), seconds=2)
    assert isinstance(seer.table.verdict, Asking)
    seer.touch(events.Answer(0))
    assert seer.table.past[-1].action == carried


def test_an_agent_read_with_doubt_beside_the_case_is_asked_about_once() -> None:
    """Whether it has the case has to be asked anyway, and that answer says that it stands there.

    Before, people were first asked what stands in the city, and then whether it has the case.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    while seer.table.state.phase != "turn":
        seer.play_on()
    state = seer.table.state
    near = {one for city in state.agents for one in MAP.neighbours[city]}
    spot = next(one for one in sorted(near) if one not in state.agents)
    state = state._replace(case=spot, holder=NOBODY)
    areas = {Place(name): tuple(Place(f"{name}#{n}") for n in range(3)) for name in MAP.names}
    seer.table = seer.table.but(state=state, areas=areas)
    moves = [one for one in AGENT.legal(state) if isinstance(one, Move)]
    taken = next(one for one in moves if one.on and one.target == MAP.names[spot])
    seer.see(AGENT.placement(state))
    shown = by_area(AGENT.attempted(state, taken))
    doubt = {f"{taken.target}#1": {str(EMPTY): 0.7, taken.agent: 0.3}}
    reading = look(shown, areas=areas, doubts=doubt)
    seer.event(events.Busy(seer.table.now_s + 0.5))
    for _ in range(30):
        seer.event(events.Saw(seer.table.now_s + LOOK_S, reading))
    verdict = seer.table.verdict
    assert isinstance(verdict, Asking)
    acts = [one.action for one in verdict.question.consequences if isinstance(one, Act)]
    assert acts == [taken._replace(on=False), taken]
    seer.touch(events.Answer(1))
    for _ in range(30):
        seer.event(events.Saw(seer.table.now_s + LOOK_S, reading))
    assert seer.table.past[-1].action == taken
    assert not isinstance(seer.table.verdict, Asking)


def test_an_agent_put_on_the_case_from_afar_is_not_missing() -> None:
    """The case beneath it is seen badly, but the agent is not.

    Before, the referee missed the agent in the city that it had left.
    """
    seer, _ = attacked("move yellow Berlin")
    areas = seer.table.areas
    wait(seer, SILENCE_S + 1)
    pieces = AGENT.placement(seer.table.state).pieces
    case = next(place for place, piece in pieces if piece == "case")
    shown = Placement(tuple(sorted((case if one == "red" else at, one) for at, one in pieces)))
    beneath = next(one.place for one in look(shown, areas=areas).places if one.best == "case")
    reading = look(shown, areas=areas, doubts={beneath: {"": 0.13, "case": 0.87}})
    seer.event(events.Busy(seer.table.now_s + 0.5))
    for _ in range(100):
        seer.event(events.Saw(seer.table.now_s + LOOK_S, reading))
    assert isinstance(seer.table.verdict, Objecting)
    assert [breach.rule for breach in seer.table.verdict.breaches] == ["one_space"]


@pytest.mark.parametrize("at_once", [True, False])
def test_an_attacked_agent_may_be_taken_away_before_anybody_could_object(at_once: bool) -> None:
    """People are asked about the attack, and may object to it still; then the exile stands.

    Before, no attack was said to have sent it there, or people were asked about two turns.
    """
    seer, shown = attacked("attack yellow London green", done=not at_once)
    board = printed.board("agent")
    seer.table = seer.table.but(areas=areas_of(board, "agent"))
    exiled = Placement(
        tuple(sorted((Place("Bahamas") if one == "green" else at, one) for at, one in shown.pieces))
    )
    seer.see(exiled)
    if at_once:
        verdict = seer.table.verdict
        assert isinstance(verdict, Asking)
        (act,) = (one for one in verdict.question.consequences if isinstance(one, Act))
        assert AGENT.write_action(seer.table.state, act.action) == "attack yellow London green"
        seer.touch(events.Answer(0))
        seer.see(exiled)
    assert isinstance(seer.table.verdict, Quiet)
    assert find_consent(seer.table) is not None
    wait(seer, SILENCE_S + 1)
    assert seer.table.placement == exiled
    assert seer.table.owed is None


def test_an_attack_that_is_refused_is_not_asked_about_at_once() -> None:
    """The question came back with the next look: nobody could read what was objected to.

    It comes back once a hand has been there; what was put back is no fault any more.
    """
    seer, shown = attacked("attack yellow London green", done=False, staked=())
    reading = look(shown, areas=seer.table.areas)
    for _ in range(2):
        seer.see(shown)
        seer.touch(events.Answer(0))
        for _ in range(100):
            seer.event(events.Saw(seer.table.now_s + LOOK_S, reading))
            verdict = seer.table.verdict
            assert isinstance(verdict, Objecting)
            assert [one.rule for one in verdict.breaches] == ["attack_stake"]
    seer.see(AGENT.placement(seer.table.state))
    assert isinstance(seer.table.verdict, Quiet)


def test_an_agent_put_beside_another_breaks_its_rule_but_accuses_nobody() -> None:
    """Two stand in one city, far from where the one was: it may also have been knocked there."""
    seer = Seer(AGENT, 3, most_turns=100)
    while seer.table.state.phase != "turn":
        seer.play_on()
    pieces = AGENT.placement(seer.table.state).pieces
    (home, agent), (near, _) = (one for one in pieces if one[1] in ("red", "blue"))
    gone = Placement(tuple(one for one in pieces if one != (home, agent)))
    reading = look(gone, areas=seer.table.areas, strays=((agent, seer.table.areas[near][0]),))
    seer.event(events.Busy(seer.table.now_s + 0.5))
    for _ in range(20):
        seer.event(events.Saw(seer.table.now_s + LOOK_S, reading))
    verdict = seer.table.verdict
    assert isinstance(verdict, Objecting), verdict
    assert verdict.seat is None
    assert {place for breach in verdict.breaches for place in breach.places} >= {home, near}


@pytest.mark.parametrize("doubt", [0.08, 0.2, 0.4])
@pytest.mark.parametrize("agent", ["blue", "yellow"])
def test_an_agent_that_is_clearly_seen_is_not_said_to_be_missing(agent: str, doubt: float) -> None:
    """It stands in a city to which it may not go, and its shadow lies over the case's spot there.

    Before, "The blue agent is missing from London" stood beside the agent, for as long as that
    lasted, and no rule was told.
    """
    seer = Seer(AGENT, 3, most_turns=100)
    seer.table = seer.table.but(areas=areas_of(printed.board("agent"), "agent"))
    while seer.table.state.phase != "turn":
        Player.play_on(seer)
    before = AGENT.placement(seer.table.state)
    seer.see(before)
    start = seer.table
    home = next(place for place, piece in before.pieces if piece == agent)
    held = {place for place, _ in before.pieces} | {"Bahamas"}
    near = {MAP.names[one] for one in MAP.neighbours[MAP.names.index(home)]}
    for city in sorted({*MAP.names} - held - near)[:: count(6, 1)]:
        moved = ((city if piece == agent else place, piece) for place, piece in before.pieces)
        doubts = {f"{city}.{n}": {str(EMPTY): 1 - doubt, "case": doubt} for n in (5, 6)}
        seer.see(Placement(tuple(sorted(moved))), seconds=10, doubts=doubts)
        assert isinstance(seer.table.verdict, Objecting), city
        seer.table = start
