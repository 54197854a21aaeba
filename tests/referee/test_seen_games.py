"""Games without a pile, followed by looks at the table: what the pieces show needs no touch."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.agent.exchange import read_position
from tablet_companion.games.core import CHANCE, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Asking, Misplaced, Objecting, Quiet
from tests.amounts import sampled
from tests.conformance.walk import GAMES
from tests.referee.early_calls import with_call_too_early
from tests.referee.seer import Seer

AGENT = games.load("agent")


@sampled(2)
@pytest.mark.parametrize(
    "game", [game for game in GAMES if not game.pile], ids=lambda game: game.name
)
def test_a_game_is_followed_by_looks_and_words(game: AnyGame) -> None:
    """Whatever the pieces show is taken without a tap, and nothing is objected to."""
    player = Seer(game, 11)
    for _ in range(220):
        if player.table.stage is Stage.ENDED:
            break
        player.play_on()
    assert not {Kind.OBJECTED, Kind.OUT_OF_STEP, Kind.CORRECTED} & set(player.kinds)
    assert Kind.ACCEPTED in player.kinds


@sampled(2)
@pytest.mark.parametrize("game", [game for game in GAMES if not game.pile], ids=lambda g: g.name)
def test_nobody_is_named_for_a_piece_that_the_turn_has_nothing_to_do_with(game: AnyGame) -> None:
    """What no action of the turn moves may have been pushed by anybody: the page names nobody."""
    player = Seer(game, 5)
    for _ in range(30):
        table = player.table
        if table.stage is not Stage.PLAY:
            break
        if game.actor(table.state) not in (None, CHANCE):
            idle = _find_idle(table)
            if idle is not None:
                player.see(idle, 2.0)
                verdict = player.table.verdict
                assert not (isinstance(verdict, Objecting) and verdict.seat is not None)
                player.see(game.placement(table.state))
        player.play_on()


def _find_idle(table: Table) -> Placement | None:
    """Return the table with one piece elsewhere that no action of this turn takes away."""
    pieces = table.placement.pieces
    moved = {step.source for one in list_candidates(table.position) for step in one.steps}
    free = sorted(table.areas.keys() - {place for place, _ in pieces})
    idle = [one for one in pieces if one[0] in table.areas and one[0] not in moved]
    if not idle or not free or not moved:
        return None
    rest = list(pieces)
    rest.remove(idle[0])
    return Placement(tuple(sorted([*rest, (free[0], idle[0][1])])))


def test_words_that_all_answers_share_are_not_said() -> None:
    """Attack or move? Before, the answers were too long for their keys."""
    seer = Seer(AGENT, 1)
    position = {"game": "agent", "seats": [*seer.table.setup.seats], "turn": "white"}
    agents = {"yellow": "Oslo", "green": "London"}
    stakes = {"white": {"yellow": [1000, 500]}}
    state = read_position({**position, "agents": agents, "stakes": stakes})
    seer.table = seer.table.but(state=state, past=())
    seer.see(AGENT.attempted(state, AGENT.read_action(state, "attack yellow London green")))
    verdict = seer.table.verdict
    assert isinstance(verdict, Asking)
    assert verdict.question.say.text == "Which of these was it?"
    attack, move, _no = verdict.question.choices
    said = [attack.label.text, *(one.text for one in attack.more)]
    assert said == ["Attack with an agent", "{colour} to the Bahamas"]
    assert (move.label.text, move.more) == ("Move an agent", ())


def test_a_call_while_an_accusation_is_open_has_to_wait() -> None:
    """In Wink a pawn is put on a card while somebody is accused: it is named, nobody is blamed.

    Before, the page said after some seconds that table and record disagreed.
    """
    seer, state = with_call_too_early()
    assert isinstance(seer.table.verdict, Misplaced)
    seer.see(seer.table.game.placement(state))
    assert isinstance(seer.table.verdict, Quiet)
