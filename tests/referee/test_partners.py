"""Two seats that play one colour: in DOG a player whose pawns are home moves the partner's."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.referee.explaining.cases import Case
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.events import Saw, Ticked
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.model.verdicts import Misplaced, Objecting
from tablet_companion.referee.step import step
from tablet_companion.vision.reading import Reading
from tests.conformance.spy.truths import areas
from tests.games.dog import GAME, HOME, position
from tests.referee.looks import look


def home_first(turn: str) -> Any:
    """Return a state in which red's pawns are home, so that red and green both play green."""
    return read_position(position("5", turn=turn, red=HOME, green="T30", blue="T41"))


@pytest.mark.parametrize("turn", ["red", "green"])
def test_a_piece_that_the_player_on_turn_plays_is_nobody_elses(turn: str) -> None:
    """Whichever of its two players is on turn, a pawn of the colour they share is theirs."""
    where = Position(GAME, home_first(turn)).public
    case = Case(where, (), Evidence(Reading(()), {}), Laid(None, How.BLIND))
    assert not case.is_others(Piece("green"))
    assert case.is_others(Piece("blue"))


def shown_wrong(turn: str) -> Table:
    """Return the table after a player laid a 5 and went six with the shared pawn."""
    state = home_first(turn)
    table = new_table(GAME, areas(GAME), "en").but(stage=Stage.PLAY, state=state)
    rest = [one for one in GAME.placement(state).pieces if one[0] != "T30"]
    wrong = Placement(tuple(sorted([*rest, (Place("T36"), Piece("green"))])))
    seen = look(wrong, areas=areas(GAME), card="5")
    for number in range(20):
        table, _ = step(table, Saw(0.1 + number / 15, seen))
    return step(table, Ticked(3.0))[0]


@pytest.mark.parametrize("turn", ["red", "green"])
def test_its_player_is_told_of_the_broken_rule(turn: str) -> None:
    """Six spaces with a 5 are an objection to the player on turn, as with a pawn of his own."""
    verdict = shown_wrong(turn).verdict
    assert not isinstance(verdict, Misplaced)
    assert isinstance(verdict, Objecting)
    assert verdict.seat == turn
    assert [breach.rule for breach in verdict.breaches] == ["exact_count"]
