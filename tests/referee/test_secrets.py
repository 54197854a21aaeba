"""Nothing the referee shows, says or signals differs between truths the table cannot tell apart."""

from __future__ import annotations

import random
from typing import Any

from tablet_companion.games.core import CHANCE, HIDDEN, TABLE, Place, Placement
from tablet_companion.referee.case import candidates
from tablet_companion.referee.effects import Effect, Record
from tablet_companion.referee.events import (
    Answer,
    GiveUp,
    Intent,
    OpenBoard,
    OpenCardKeys,
    Pause,
    Reveal,
    TakeBack,
    Ticked,
    Touched,
)
from tests.conformance.walk import walk
from tests.referee.bench import GAME, Bench


def states(seed: int) -> list[Any]:
    """Return states of play with at least two pawns turned over, hands unknown or dealt."""
    found = []
    for dealing in ("people", "tablet"):
        first = GAME.setup({"dealing": dealing}, GAME.seats)
        for state, _ in walk(GAME, first, seed, most=2500):
            pieces = [piece for _, piece in GAME.placement(state).pieces]
            if GAME.actor(state) not in (None, CHANCE) and pieces.count(HIDDEN) >= 2:
                found.append(state)
    return found


def told(state: Any, shown: list[tuple[Placement, str]], intents: list[Intent]) -> list[Effect]:
    """Return everything but records that a referee says to looks and touches in a state."""
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.effects.clear()
    for placement, card in shown:
        bench.see(placement, card=card)
        bench.event(Ticked(bench.now_s + 3))
        bench.event(Ticked(bench.now_s + 10))
    for intent in intents:
        bench.event(Touched(bench.now_s, intent))
    return [effect for effect in bench.effects if not isinstance(effect, Record)]


def halfway(state: Any, rng: random.Random) -> tuple[Placement, str]:
    """Return a legal move under way: the mover has arrived, what it captured is in the hand."""
    candidate = rng.choice(candidates(GAME, state))
    steps = GAME.steps(state, candidate.action)
    before = dict(GAME.placement(state).pieces)
    pieces = list(GAME.placement(state).pieces)
    for step in steps:
        piece = before.get(step.source)
        if piece is not None and (step.source, piece) in pieces:
            pieces.remove((step.source, piece))
    first = next(step for step in steps if step.target is not None)
    pieces.append((Place(first.target or ""), first.piece))
    return Placement(tuple(sorted(pieces))), candidate.card or ""


def lifted(state: Any, rng: random.Random) -> tuple[Placement, str]:
    """Return the table with a piece, maybe a hidden one, taken off."""
    pieces = list(GAME.placement(state).pieces)
    pieces.remove(rng.choice(pieces))
    return Placement(tuple(pieces)), "5"


def strewn(state: Any, rng: random.Random) -> tuple[Placement, str]:
    """Return the table with a visible piece moved to a free space: mostly against the rules."""
    pieces = list(GAME.placement(state).pieces)
    place, piece = rng.choice([entry for entry in pieces if entry[1] != HIDDEN])
    taken = {place for place, _ in pieces}
    free = [Place(f"T{n}") for n in range(64) if f"T{n}" not in taken and n % 4 != 2]
    pieces.remove((place, piece))
    return Placement(tuple(sorted([*pieces, (rng.choice(free), piece)]))), "7"


def test_looks_and_touches_are_answered_alike_in_every_truth() -> None:
    """Moves under way, lifted pawns, broken rules, every open panel: byte for byte the same."""
    rng = random.Random(11)
    touches: list[Intent] = [OpenBoard(), OpenCardKeys(), Pause(), GiveUp(), TakeBack()]
    for state in rng.sample([s for s in states(seed=2) if not s.setting.seen_deal], 20):
        other = GAME.resample(state, TABLE, rng)
        for scene in (halfway, lifted, strewn):
            shown = [scene(state, rng)]
            assert repr(told(other, shown, touches)) == repr(told(state, shown, touches))


def test_open_panels_hide_hands_that_the_tablet_dealt() -> None:
    """With dealt hands too, what the table's screen shows without a card is the same."""
    rng = random.Random(12)
    dealt = [state for state in states(seed=3) if state.setting.seen_deal]
    for state in rng.sample(dealt, 25):
        other = GAME.resample(state, TABLE, rng)
        here = [(GAME.placement(state), "")]
        touches: list[Intent] = [OpenBoard(), OpenCardKeys(), Pause()]
        assert repr(told(other, here, touches)) == repr(told(state, here, touches))


def test_a_private_panel_shows_nothing_before_it_is_revealed() -> None:
    """The hand-over panel holds no card; the hand panel appears only after a touch."""
    bench = Bench()
    bench.touch(GiveUp())
    bench.touch(Answer(1))
    assert "cards" not in repr(bench.panel)
    assert type(bench.panel).__name__ == "HandOverPanel"
    bench.touch(Reveal())
    assert type(bench.panel).__name__ == "HandPanel"
