"""Attacks to which nobody objects: the exile is waited for, and all know what is at stake."""

from __future__ import annotations

import pytest

from tablet_companion.referee.model.panels import QuestionPanel
from tablet_companion.referee.model.silence import SILENCE_S
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Waiting
from tablet_companion.referee.pages.play import build_play
from tablet_companion.referee.turns.replay import replay
from tests.referee.attacks import AGENT, attacked, wait


def test_an_exile_that_stands_by_silence_is_waited_for() -> None:
    """The victim still stands where it was attacked: nobody has changed the move.

    Before, the program stopped: what it wanted to ask about was described in a later position.
    """
    seer, shown = attacked("attack yellow London green")
    wait(seer, SILENCE_S + 1)
    seer.see(shown, seconds=5)
    assert len(seer.table.past) == len(seer.table.setup.seats)
    assert isinstance(seer.table.verdict, Waiting)
    assert [step.target for step in seer.table.verdict.todo] == ["Bahamas"]
    # Before, the page called upon the last one who had said nothing.
    assert dict(build_play(seer.table).say.details) == {"seat": seer.table.setup.seats[0]}


def test_an_exile_that_stands_by_silence_is_waited_for_after_a_restart() -> None:
    """Before, the referee asked whether the attack had been a move, which stood already."""
    seer, shown = attacked("attack yellow London green")
    state, past = seer.table.past[0].state, seer.table.past
    wait(seer, SILENCE_S + 1)
    begun = new_table(AGENT, seer.table.areas, "en").but(setup=seer.table.setup)
    begun = begun.but(state=state, stage=Stage.PLAY)
    acts = [(one.kind, one.body) for one in seer.records if one.kind == "act"]
    seer.table = replay(begun, acts[-len(past) - len(seer.table.setup.seats) + 1 :])
    seer.see(shown, seconds=10)
    assert isinstance(seer.table.verdict, Waiting)
    assert [step.target for step in seer.table.verdict.todo] == ["Bahamas"]
    seer.see(AGENT.placement(seer.table.state))
    assert seer.table.owed is None


@pytest.mark.parametrize(
    ("action", "meant"),
    [
        ("attack yellow London green", ["{seat} attacks.", "{colour} to the Bahamas"]),
        ("move yellow London", ["{seat} moves an agent."]),
        ("move yellow Berlin", []),
    ],
)
def test_who_may_object_reads_what_the_pieces_do_not_show(action: str, meant: list[str]) -> None:
    """An agent beside another may have been moved there, or attack it: all have to know."""
    seer, _ = attacked(action)
    assert [message.text for message in seer.table.happened][1:] == meant


def test_a_turn_overtaken_is_an_attack_or_a_move() -> None:
    """Once the next agent had been moved, too, both answers read “yellow: Oslo to London”."""
    seer, _ = attacked("move yellow London", done=False)
    state = AGENT.successor(
        seer.table.state, AGENT.read_action(seer.table.state, "move yellow London")
    )
    while (consent := AGENT.silence(state)) is not None:
        state = AGENT.successor(state, consent)
    seer.see(AGENT.attempted(state, AGENT.read_action(state, "move red Kiev")), seconds=6)
    panel = seer.shown[-1]
    assert isinstance(panel, QuestionPanel)
    answers = [(one.label, *one.more) for one in panel.choices]
    assert len(answers) == len(set(answers)) == 3, answers
