"""A whole game of Wink is read picture by picture, as its rules say that the table looks."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tablet_companion.games.core import Placement
from tablet_companion.games.wink.actions import Action
from tablet_companion.games.wink.state import CardSide, State
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.vision.frame.results import Moving, Still
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tests.amounts import count
from tests.games.wink import GAME, dealt
from tests.vision.loose.wink_table import BOARD, Sim, deck


def test_a_game_of_four_is_read() -> None:
    """After every change each card and each pawn is where the rules have it.

    Now and then a hand is over the table meanwhile, and nothing is read then. Noise leaves a pawn
    in doubt in few pictures, and never in the next one. A thorough run follows the game to its last
    change.
    """
    sim, eye = Sim(2), LooseCardReader(deck(), still_frames=1)
    areas = areas_of(BOARD, "wink")
    evidence = _look(eye, sim)
    frames = doubted = 0
    for before, after in _game(random.Random(21)):
        wanted = Placement(tuple(p for p in GAME.placement(after).pieces if p[0] in areas))
        if wanted.pieces == tuple(p for p in GAME.placement(before).pieces if p[0] in areas):
            continue
        if frames % 8 == 0:
            _hand_is_over(eye, sim)
        _carry_out(sim, before, after)
        evidence = _look(eye, sim)
        assert evidence.shown(Placement(())) == wanted
        assert evidence.gap(GAME.placement(after)) < 1
        if _is_doubtful(evidence):
            doubted += 1
            assert not _is_doubtful(_look(eye, sim))
        frames += 1
        if frames == count(20, 1000):
            break
    assert frames >= count(20, 40)
    assert doubted <= frames / 20
    assert any(lies is not CardSide.UP for lies in after.lies)


def _game(rng: random.Random) -> Iterator[tuple[State, State]]:
    """Yield every state of a game of the carnival's edition with the next one."""
    state = dealt("agents")
    while GAME.outcome(state) is None:
        after = GAME.apply(state, _chosen(state, rng))
        yield state, after
        state = after


def _chosen(state: State, rng: random.Random) -> Action:
    """Return some legal action; accusations are rare, or cards would soon be gone."""
    legal = GAME.legal(state)
    texts = [GAME.write_action(state, action) for action in legal]
    kept = [a for a, t in zip(legal, texts, strict=True) if not t.startswith("accuse")]
    chosen: Action = rng.choice(kept or list(legal))
    return chosen


def _carry_out(sim: Sim, before: State, after: State) -> None:
    """Do on the table what tells two states apart: pawns, cards taken and turned down."""
    for seat, stood, stands in zip(after.setting.seats, before.pawns, after.pawns, strict=True):
        if stands is not None and stands != stood:
            pawn = sim.table.pawn_of(seat)
            if pawn is not None:
                sim.table.take(pawn)
            sim.table.put_on(seat, stands, sloppy_mm=2.5)
    for card, lay, lies in zip(after.setting.cards, before.lies, after.lies, strict=True):
        if lay is lies:
            continue
        if lies is CardSide.DOWN:
            sim.table.turn_card(card)
        else:
            sim.table.take_card(card)


def _is_doubtful(evidence: Evidence) -> bool:
    return any(map(evidence.is_doubtful, evidence.areas))


def _look(eye: LooseCardReader, sim: Sim) -> Evidence:
    glance = eye.look(sim.shot())
    assert isinstance(glance, Still)
    return Evidence(glance.reading, areas_of(BOARD, "wink"))


def _hand_is_over(eye: LooseCardReader, sim: Sim) -> None:
    """Reach for a card and away again: no picture of that is a reading."""
    sim.table.reach_for(sim.some(1)[0])
    assert eye.look(sim.shot()) == Moving(hand=True)
    sim.table.hand_out()
