"""A card's face is cut out of a lesson where the card lies, whatever its border and the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.surfaces.faces import Shown, cut_face
from tests.amounts import some
from tests.vision.cards.decks import make_deck
from tests.vision.cards.heaps import Conditions, Lay, Table, make_table, photograph
from tests.vision.cards.measured import apart_mm
from tests.vision.cards.samples import make_sample


@pytest.mark.parametrize("seed", some([26, 4], 2))
def test_a_face_is_cut_where_its_card_lies(seed: int) -> None:
    """No corner of a cut that is called sure is off by more than 1.5 mm; most cuts are sure."""
    sample = make_sample(seed)
    sure = 0
    for lesson in sample.lessons:
        shown = Shown(lesson.picture, (lesson.empty.astype(np.float32),))
        cut = cut_face(shown, sample.table.pile)
        assert cut is not None, lesson.face
        sure += cut.sure
        apart = apart_mm(cut.pose, lesson.lay, sample.table.deck.card_mm)
        assert apart < 1.5 or not cut.sure, (lesson.face, apart)
    assert sure >= 0.8 * len(sample.lessons)


def _pale_table(pile_side: bool) -> tuple[Table, np.random.Generator]:
    """Return a pale board with a deck whose border is pale too; or a dark one."""
    rng = np.random.default_rng(2)
    table = make_table(make_deck(rng), rng)
    level = 238.0 if pile_side else 60.0
    return replace(table, ground=np.full_like(table.ground, level)), rng


def test_several_references_of_the_empty_board_are_better_than_one() -> None:
    """What differs from one reference only, and not from another, is no card."""
    table, rng = _pale_table(pile_side=False)
    light = Conditions()
    dark = photograph(table, [], replace(light, gain=0.4), rng).astype(np.float32)
    empty = photograph(table, [], light, rng).astype(np.float32)
    bare = photograph(table, [], light, rng)
    assert cut_face(Shown(bare, (dark, empty)), table.pile) is None


def test_an_empty_pile_gives_no_face() -> None:
    """Where nothing lies, nothing is cut."""
    table, rng = _pale_table(pile_side=True)
    empty, bare = (photograph(table, [], Conditions(), rng) for _ in range(2))
    assert cut_face(Shown(bare, (empty.astype(np.float32),)), table.pile) is None


def test_a_pale_border_on_a_pale_board_is_not_cut_away() -> None:
    """Where the outline is hard to see the frame inside it tells where the card lies."""
    table, rng = _pale_table(pile_side=True)
    faces = {}
    for name, face in table.deck.faces.items():
        framed = face.copy()
        framed[:24], framed[-24:], framed[:, :24], framed[:, -24:] = 240, 240, 240, 240
        faces[name] = framed
    table = replace(table, deck=replace(table.deck, faces=faces))
    lay = Lay(next(iter(faces)), 103.0, 98.0, 6.0)
    light = Conditions(astray_mm=0.0)
    shown = photograph(table, [lay], light, rng)
    empty = photograph(table, [], light, rng).astype(np.float32)
    cut = cut_face(Shown(shown, (empty,)), table.pile)
    assert cut is not None
    assert apart_mm(cut.pose, lay, table.deck.card_mm) < 1.5
