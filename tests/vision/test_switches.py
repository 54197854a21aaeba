"""Camera and switches as two witnesses: they agree, waver, contradict, or cannot see."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.referee.explaining.evidence import CLEARLY_SEEN
from tablet_companion.vision.places.switches import join_switches
from tablet_companion.vision.reading import PlaceReading, Reading

HOLE, SPACE = Place("T2"), Place("T3")
RED = Piece("red")
shares = st.lists(st.floats(1e-6, 1), min_size=3, max_size=3)


def reading(empty: float, hidden: float, red: float, *, covered: bool = False) -> Reading:
    """Return a reading of a hole and of a space."""
    odds = ((EMPTY, empty), (HIDDEN, hidden), (RED, red))
    return Reading((PlaceReading(HOLE, odds, covered), PlaceReading(SPACE, odds)))


def odds(of: Reading) -> dict[Piece, float]:
    """Return the odds of the hole."""
    return dict(of.by_place[HOLE].posterior)


@given(shares, st.booleans())
def test_odds_stay_odds(numbers: list[float], closed: bool) -> None:
    """They sum to one, colours keep their shares, and no other place changes."""
    empty, hidden, red = (number / sum(numbers) for number in numbers)
    before = reading(empty, hidden, red)
    after = join_switches(before, {HOLE: closed})
    assert math.isclose(sum(odds(after).values()), 1)
    assert math.isclose(odds(after)[HIDDEN] * red, odds(after)[RED] * hidden, abs_tol=1e-9)
    assert after.by_place[SPACE] == before.by_place[SPACE]
    assert join_switches(before, {}) == before


@pytest.mark.parametrize(("closed", "seen"), [(True, HIDDEN), (False, EMPTY)])
def test_agreement_makes_certain(closed: bool, seen: Piece) -> None:
    """Two that say the same are surer than either; nothing is in dispute."""
    before = {EMPTY: 0.04, HIDDEN: 0.03, RED: 0.01} | {seen: 0.9}
    total = sum(before.values())
    after = join_switches(reading(*(value / total for value in before.values())), {HOLE: closed})
    assert odds(after)[seen] > 0.98
    assert after.disputed == ()


@pytest.mark.parametrize(("closed", "likely"), [(True, HIDDEN), (False, EMPTY)])
def test_where_the_camera_wavers_the_switch_decides(closed: bool, likely: Piece) -> None:
    """A dark hole or a dark head: half and half becomes clear, and is no dispute."""
    after = join_switches(reading(0.5, 0.48, 0.02), {HOLE: closed})
    assert after.by_place[HOLE].best == likely
    assert after.by_place[HOLE].probability > CLEARLY_SEEN - 0.01
    assert after.disputed == ()


@pytest.mark.parametrize(
    ("seen", "closed"), [((0.9999, 5e-5, 5e-5), True), ((1e-6, 1e-6, 1), False)]
)
def test_a_contradiction_is_doubt_however_sure_the_camera_is(
    seen: tuple[float, float, float], closed: bool
) -> None:
    """The place is named, and it is clear to neither side."""
    after = join_switches(reading(*seen), {HOLE: closed})
    assert after.disputed == (HOLE,)
    assert after.by_place[HOLE].probability < CLEARLY_SEEN


def test_a_covered_hole_is_known_when_it_is_empty() -> None:
    """An open switch tells all there is to know; a closed one not who stands there."""
    flat = reading(1 / 3, 1 / 3, 1 / 3, covered=True)
    after = join_switches(flat, {HOLE: False}).by_place[HOLE]
    assert (after.best, after.covered) == (EMPTY, False)
    assert after.probability > CLEARLY_SEEN
    assert join_switches(flat, {HOLE: True}) == flat
