"""A look is explained from what everybody may know, never from what only the record remembers."""

from __future__ import annotations

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.referee.model.effects import Effect, Record
from tablet_companion.referee.model.events import Answer, Ticked
from tests.games.agent_dog import position
from tests.referee.bench import Bench


def told(blue: str, green: str, *ways: str, card: str, covered: tuple[str, ...] = ()) -> list[str]:
    """Return all that is shown and said of a look, with the times, in one of two truths."""
    bench = Bench()
    state = read_position(position(card, red="T30", blue=blue, green=green))
    hands = tuple((UNKNOWN_CARD,) * 4 for _ in range(4))
    state = state._replace(hands=hands, setting=bench.table.state.setting)
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.effects.clear()
    times: list[tuple[float, Effect]] = []
    for seconds in (1.0, 5.0, 9.0):
        bench.see(bench.with_moves(*ways), seconds=seconds, card=card, covered=covered)
        bench.event(Ticked(bench.now_s))
        times += [(bench.now_s, one) for one in bench.effects if not isinstance(one, Record)]
        bench.effects.clear()
    return list(map(repr, times))


@pytest.mark.parametrize(
    ("card", "hole", "ahead"),
    [("1/11", "T10", "T11"), ("5", "T10", "T15"), ("7", "T26", "T33")],
)
def test_lifting_a_turned_over_pawn_tells_nothing_of_its_colour(
    card: str, hole: str, ahead: str
) -> None:
    """A visible pawn stands where the lifted one could go: alike whether both are of one colour."""
    blue = told(f"{ahead} {hole}", f"{ahead[:-1]}9", f"{hole}>", card=card)
    green = told(f"{ahead} {ahead[:-1]}9", hole, f"{hole}>", card=card)
    swap = [one.replace("green", "?").replace("blue", "?") for one in blue]
    assert len(blue) == len(green)
    assert [one.replace("green", "?").replace("blue", "?") for one in green] == swap


def test_a_covered_nest_tells_nothing_of_a_captured_pawn() -> None:
    """A turned-over pawn is captured and held, an arm covers Blue's nest: alike in both truths."""
    arm = tuple(f"blue.N{number}" for number in range(1, 5))
    ways = ("T10>", "T30>T10=hidden")
    here = told("T10", "T40", *ways, card="partner", covered=arm)
    there = told("T40", "T10", *ways, card="partner", covered=arm)
    swap = [one.replace("green", "?").replace("blue", "?") for one in here]
    assert [one.replace("green", "?").replace("blue", "?") for one in there] == swap


def test_a_corrected_record_leaves_the_colours_turned_up_in_the_log() -> None:
    """On record as blue, the pawn turns up green: the corrected move is logged as it was seen.

    Before, its line named no colour, and could not be read by the record as it had been.
    """
    bench = Bench()
    state = read_position(position("5", turn="blue", blue="T42", green="T2"))
    hands = tuple((UNKNOWN_CARD,) * 4 for _ in range(4))
    state = state._replace(hands=hands, setting=bench.table.state.setting)
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(bench.with_moves("T42>T47=green"), card="5")
    bench.touch(Answer(0))
    assert [one.action for one in bench.judged] == ["", "5 T42>T47 !green"]
