"""A pawn turned up where one of its colour is captured: nothing there shows it, so it is asked."""

from __future__ import annotations

import itertools
from typing import Any

from tablet_companion.games.core import StepKind
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.verdicts import Asking
from tests.referee.bench import GAME, Bench, placement
from tests.referee.turned_over import states


def _turned_up_unseen() -> tuple[Any, Candidate, Candidate]:
    """Return a capture of a pawn by a turned-over one of its colour, and the next one's play."""
    for state in itertools.chain.from_iterable(map(states, range(2, 6))):
        position = Position(GAME, state).public
        for first in list_candidates(position):
            known = GAME.recorded(state, first.action)
            if known is None or GAME.judge(state, known) or not _is_hidden_by_its_like(first):
                continue
            touched = {place for one in first.steps for place in (one.source, one.target)}
            touched |= {one.area for one in first.changes}
            for second in list_candidates(position.follow(first.action).public):
                areas = {one.area for one in second.changes}
                if len(areas) == 2 and not areas & touched and second.card != first.card:
                    return state, first, second
    raise AssertionError("no such capture")


def _is_hidden_by_its_like(one: Candidate) -> bool:
    """Whether a pawn is turned up on a place that looks the same after the capture there."""
    turned = {step.target for step in one.steps if step.kind is StepKind.TURNED_UP}
    taken = {step.source for step in one.steps if step.kind is StepKind.CAPTURED}
    moved = {change.area for change in one.changes}
    return bool(turned) and turned == taken and len(moved) == 2 and moved.isdisjoint(turned)


def test_a_pawn_turned_up_unseen_is_asked_about_though_the_next_has_played() -> None:
    """It stands where one of its colour stood: alone it is asked about, so it is with a card upon.

    Before, the player was told that the other card moves one pawn, and two have moved.
    """
    state, first, second = _turned_up_unseen()
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(placement(state), card="none", seconds=1)
    bench.glimpse(first.card or "", (0.0, 0.0, 3.0))
    bench.see(second.after, card=second.card or "", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.ASKED]
    assert isinstance(bench.table.verdict, Asking)
    asked = bench.table.verdict.question.consequences
    assert first.action in [one.action for one in asked if isinstance(one, Act)]
