"""The next player moved on, unseen, what the first one moved: the true move is an answer."""

from __future__ import annotations

import itertools

import pytest

from tablet_companion.referee.explaining.cases import Candidate, Case, list_candidates
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import Overtaken
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tests.conformance.walk import walk
from tests.referee.bench import GAME
from tests.referee.looks import AREAS, look

PLAYED = [
    (11, 116, "partner T58>T62", "copy T19>T21 T62>T0 !green"),
    (20, 92, "copy T52>T56", "copy T45>T46 T56>T59"),
]
"""Random games, how far each is followed, and two moves that are made then."""


@pytest.mark.parametrize(("seed", "number", "one", "other"), PLAYED)
def test_the_move_that_was_made_is_among_the_answers(
    seed: int, number: int, one: str, other: str
) -> None:
    """Before, only moves were offered after which the next player had broken a rule."""
    walked = walk(GAME, GAME.setup({}, GAME.seats), seed, number + 1)
    state, _ = next(itertools.islice(walked, number, None))
    public = Position(GAME, state).public
    first = _find(public, one)
    second = _find(public.follow(first.action).public, other)
    shown = look(second.after, areas=AREAS, card=second.card or "", pose=(5.0, 0.0, 20.0))
    laid = Laid(second.card, How.SEEN)
    found = explain(Case(public, (), Evidence(shown, AREAS), laid, rested=False))
    assert isinstance(found, Overtaken)
    assert first.action in [action for action, _ in found.options]


def _find(public: Position, written: str) -> Candidate:
    """Return the move that the record writes so."""
    found = list_candidates(public)
    return next(one for one in found if GAME.write_action(public.state, one.action) == written)
