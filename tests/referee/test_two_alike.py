"""Two agents of a colour look alike: where they stand tells which is which, or people do."""

from __future__ import annotations

import functools

import pytest

from tablet_companion import games
from tablet_companion.games.agent.actions import Move
from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.explaining.stacks import as_meant, by_area
from tablet_companion.referee.model import events
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.silence import SILENCE_S
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Asking, Objecting, Quiet
from tests.referee.attacks import wait
from tests.referee.seer import Seer

AGENT = games.load("agent")
GREENS = (Piece("green"), Piece("green2"))


@functools.cache
def _begun() -> Table:
    """Return a table at which everybody has filled in a sheet, and a turn begins."""
    seer = Seer(AGENT, 3, agents_per_city=2)
    seer.table = seer.table.but(areas=areas_of(printed.board("agent"), "agent"))
    while seer.table.state.phase != "turn":
        seer.play_on()
    return seer.table


def _seer() -> Seer:
    seer = Seer(AGENT, 3, agents_per_city=2)
    seer.table = _begun()
    return seer


def _move(seer: Seer, agent: Piece, target: str) -> None:
    """Move an agent, and say which it was if that is asked."""
    action = Move(agent, Place(target))
    seer.see(by_area(AGENT.attempted(seer.table.state, action)))
    seer._answer(action)
    wait(seer, SILENCE_S + 1)


def test_eight_figures_in_four_colours_are_all_that_is_wanted() -> None:
    """No camera tells the second agents apart: before, each was missing, and one too many."""
    seer = _seer()
    seer.see(by_area(AGENT.placement(seer.table.state)), seconds=4)
    assert isinstance(seer.table.verdict, Quiet)
    assert len(seer.table.placement.pieces) == 9


@pytest.mark.parametrize("agent", GREENS)
def test_which_of_two_at_home_has_moved_is_asked_once(agent: Piece) -> None:
    """The answers are the two agents; from then on each is known by where it stands."""
    seer, move = _seer(), Move(agent, Place("Halifax"))
    seer.see(by_area(AGENT.attempted(seer.table.state, move)))
    verdict = seer.table.verdict
    assert isinstance(verdict, Asking)
    acts = [one.action for one in verdict.question.consequences if isinstance(one, Act)]
    assert acts == [move._replace(agent=one) for one in GREENS]
    told = [one.label.details for one in verdict.question.choices[:2]]
    assert told == [(("colour", one),) for one in GREENS]
    seer.touch(events.Answer(acts.index(move)))
    wait(seer, SILENCE_S + 1)
    assert (Place("Halifax"), agent) in seer.table.placement.pieces
    assert seer.table.state.phase == "turn"


def test_agents_in_different_cities_are_known_without_a_question() -> None:
    """The one that comes from Halifax is the one that went there, whatever stands at home."""
    seer = _seer()
    _move(seer, GREENS[1], "Halifax")
    further = Move(GREENS[1], Place("Lisbon"))
    target = next(
        one.target
        for one in AGENT.legal(seer.table.state)
        if isinstance(one, Move) and one.agent == further.agent and one.target != "Washington"
    )
    seer.see(by_area(AGENT.attempted(seer.table.state, further._replace(target=target))))
    assert not isinstance(seer.table.verdict, Asking)
    assert seer.table.past[-1].action == further._replace(target=target)


def test_a_second_agent_from_afar_is_objected_to_and_no_other_is_missed() -> None:
    """The objection names the agent that is elsewhere, as far as that is known."""
    seer = _seer()
    _move(seer, GREENS[1], "Halifax")
    there = by_area(AGENT.placement(seer.table.state)).pieces
    shown = tuple(sorted((Place("Kiev") if at == "Halifax" else at, one) for at, one in there))
    seer.see(Placement(shown), seconds=6)
    assert isinstance(seer.table.verdict, Objecting)
    (breach,) = seer.table.verdict.breaches
    assert breach.rule == "one_space"
    assert ("place_from", "Halifax") in breach.details


def test_what_is_seen_is_named_as_before_with_the_fewest_moves() -> None:
    """One that is gone was the first: who stays is the second. One too many keeps its look."""
    halifax, oslo, rome, first = Place("Halifax"), Place("Oslo"), Place("Rome"), GREENS[0]
    before = Placement(((halifax, GREENS[1]), (Place("Tangier.case"), first)))
    seen = Placement(((halifax, first), (oslo, first), (rome, first)))
    assert as_meant(seen, before).pieces == ((halifax, GREENS[1]), (oslo, first), (rome, first))
