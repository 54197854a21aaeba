"""The top card of a pile is read right, or honestly not at all."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from calibration.surfaces.faces import FACE_PX_PER_MM
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.vision.cards.pile import Pile
from tablet_companion.vision.reading import CardReading
from tests.amounts import draw, some
from tests.vision.cards.heaps import Conditions, Lay, photograph
from tests.vision.cards.measured import Measured, cut_window, make_pile
from tests.vision.cards.samples import Sample, make_sample


@dataclass(frozen=True)
class Taught:
    """A deck that was taught but for some faces."""

    sample: Sample
    pile: Pile

    def window(self, lay: Lay | None, light: Conditions, seed: int = 0) -> Picture:
        """Return what the pile looks like with a card on it."""
        rng = np.random.default_rng(seed)
        lays = [lay] if lay else []
        return cut_window(photograph(self.sample.table, lays, light, rng), self.sample.table.pile)

    def read(self, lay: Lay | None, light: Conditions) -> CardReading:
        """Read the pile with a card on it."""
        return self.pile.read(self.window(lay, light))


@pytest.fixture(scope="module")
def deck() -> Taught:
    """Return a deck with numerals, most of it taught."""
    sample = make_sample(6)
    return Taught(sample, make_pile(sample, Measured()))


LIGHT = Conditions(gain=0.85)


def test_the_window_of_a_pile_is_what_the_pile_reads(deck: Taught) -> None:
    """The tests cut the same window as the eye does."""
    side = deck.pile.window_mm[2]
    shape = round(side * FACE_PX_PER_MM), round(side * FACE_PX_PER_MM), 3
    assert deck.window(None, LIGHT).shape == shape


@pytest.mark.parametrize("turn", some([8.0, 0.0, 93.0, 171.0, 200.0, 305.0], 2))
def test_every_taught_face_is_read_turned_by_any_angle(deck: Taught, turn: float) -> None:
    """Every face is read, and its pose is where it lies."""
    for card in draw(deck.pile.cards, 2):
        lay = Lay(card, 103.0, 98.0, turn)
        sight = deck.read(lay, LIGHT)
        assert sight.best == card
        assert sight.pose is not None
        assert abs(sight.pose[0] - lay.x_mm) < 1.5
        assert abs(sight.pose[1] - lay.y_mm) < 1.5


def test_a_card_in_a_fifth_of_the_light_is_read(deck: Taught) -> None:
    """Darkness alone hides no card."""
    for card in draw(deck.pile.cards, 2):
        assert deck.read(Lay(card, 97.0, 102.0, 4.0), replace(LIGHT, gain=0.17)).best == card


def test_a_card_that_nobody_taught_is_none_of_the_taught(deck: Taught) -> None:
    """An untaught face is not read as a taught one with more than a half, but it is seen."""
    assert deck.sample.untaught
    for card in deck.sample.untaught:
        sight = deck.read(Lay(card, 101.0, 99.0, -5.0), LIGHT)
        assert sum(odds for face, odds in sight.posterior if face is not None) < 0.5
        assert sight.unknown


def test_an_empty_pile_is_no_unknown_card(deck: Taught) -> None:
    """Where nothing lies, nothing is said to lie."""
    sight = deck.read(None, LIGHT)
    assert sight.best is None
    assert not sight.unknown


def test_a_lamps_image_leaves_a_card_readable_or_unread(deck: Taught) -> None:
    """Under gloss a card is read right or called unknown, never taken for another one."""
    for card in draw(deck.pile.cards, 2):
        sight = deck.read(Lay(card, 100.0, 100.0, 3.0), replace(LIGHT, gloss=0.4))
        assert sight.best in (card, None)


def test_looking_near_the_last_card_first_changes_no_answer(deck: Taught) -> None:
    """From wherever the last card lay, the same is read as by looking everywhere."""
    rng = np.random.default_rng(5)
    faces = [*deck.pile.cards, *map(Card, deck.sample.untaught)]
    last: CardReading | None = None
    for number in range(12):
        x, y = rng.normal(100, 3, 2).tolist()
        lay = Lay(str(rng.choice(faces)), x, y, float(rng.normal(0, 8)))
        window = deck.window(lay, LIGHT, number)
        near, everywhere = deck.pile.read(window, last), deck.pile.read(window)
        assert near.best == everywhere.best
        assert abs(near.probability - everywhere.probability) < 0.05
        assert (near.pose is None) == (everywhere.pose is None)
        if near.pose and everywhere.pose:
            assert np.allclose(near.pose[:2], everywhere.pose[:2], atol=0.4)
        last = near
