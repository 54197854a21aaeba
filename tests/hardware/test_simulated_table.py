"""The simulated table as a model: what is put, lifted, turned and laid, its truth, its lens."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.optics import overhead
from hardware.simulated.scene import LaidCard
from hardware.simulated.table import SimulatedTable
from hardware.simulated.things import cup
from tests.hardware.small_table import BOARD, COLOURS, PLACES, POSE, new_table
from tools.faults.things import COIN, coin
from tools.truth import tell_truth


@pytest.fixture
def table() -> SimulatedTable:
    """Return an empty table under a camera without noise."""
    return new_table()


# --- the lens ----------------------------------------------------------------------------------


@given(
    st.floats(-60, 320),
    st.floats(-60, 320),
    st.floats(-10, 40),
    st.floats(-12, 12),
    st.floats(-30, 30),
)
def test_the_lens_is_undone(x: float, y: float, height: float, tilt: float, roll: float) -> None:
    """Board points are found again from their pixels at the height they have."""
    pose = overhead(BOARD, tilt_deg=tilt, roll_deg=roll)
    pixel = pose.project([(x, y)], height)
    assert pose.board_points(pixel, height)[0].tolist() == pytest.approx([x, y], abs=0.02)


# --- the table ---------------------------------------------------------------------------------

SET_UPS: Final = st.dictionaries(
    st.sampled_from(PLACES), st.tuples(st.sampled_from(sorted(COLOURS)), st.booleans()), max_size=16
).map(
    lambda pieces: {
        place: (colour, turned and place.startswith("H"))
        for place, (colour, turned) in pieces.items()
    }
)


@given(SET_UPS, st.integers(0, 9))
def test_the_truth_is_what_was_set_up(pieces: dict[str, tuple[str, bool]], seed: int) -> None:
    """However sloppily: every piece on its place, hidden ones as such, corners where they are."""
    table = SimulatedTable(BOARD, np.random.default_rng(seed), pose=POSE)
    table.set_up(pieces, sloppy_mm=3.0)
    truth = tell_truth(table, "0001.jpg", "calibrate")
    assert truth["pieces"] == {
        place: "hidden" if turned else colour for place, (colour, turned) in pieces.items()
    }
    assert truth["hidden"] == [place for place in PLACES if pieces.get(place, ("", False))[1]]
    assert (truth["off"], truth["hand"], truth["card"]) == ([], False, None)
    assert (truth["file"], truth["role"]) == ("0001.jpg", "calibrate")
    corners = POSE.board_points(truth["corners"])
    assert np.allclose(corners, [(0, 0), (260, 0), (260, 260), (0, 260)], atol=0.05)


@given(SET_UPS.filter(bool), st.data())
def test_lifting_and_putting_back_changes_nothing_in_the_truth(
    pieces: dict[str, tuple[str, bool]], data: st.DataObject
) -> None:
    """The pawn lifted is the one that stood there, and its place is empty until it is back."""
    table = new_table()
    table.set_up(pieces)
    before = tell_truth(table, "a")
    place = data.draw(st.sampled_from(sorted(pieces)))
    pawn = table.lift(place)
    assert (pawn.colour, pawn.turned) == pieces[place]
    assert place not in tell_truth(table, "a")["pieces"]
    with pytest.raises(KeyError, match=place):
        table.lift(place)
    table.put(pawn.colour, place, turned=pawn.turned)
    assert tell_truth(table, "a") == before


def test_a_pawn_falls_into_a_hole_or_stands_where_it_was_put(table: SimulatedTable) -> None:
    """Dragging: the hole's rim guides a pawn; elsewhere it is off every place and can be taken."""
    fallen = table.put_at("red", 42 + 2.5, 64)
    assert (fallen.x_mm, fallen.y_mm, fallen.sunk_mm) == (43, 64, 10)
    astray = table.put_at("blue", 86 + 11, 108)
    assert (astray.x_mm, astray.y_mm, astray.sunk_mm) == (97, 108, 0)
    truth = tell_truth(table, "a")
    assert truth["pieces"] == {"H1": "red"}
    assert truth["off"] == [{"colour": "blue", "x_mm": 97.0, "y_mm": 108.0}]
    assert table.at(100, 111) == astray
    table.take(astray)
    assert table.at(100, 111) is None


def test_two_pawns_on_one_place_are_not_lost(table: SimulatedTable) -> None:
    """The nearer one has the place; the other one is off."""
    near, far = table.put_at("red", 22, 20), table.put_at("green", 25, 24)
    truth = tell_truth(table, "a")
    assert table.pawn_on("P00") == near
    assert truth["pieces"] == {"P00": "red"}
    assert [pawn["colour"] for pawn in truth["off"]] == [far.colour]


def test_what_cannot_be_done_is_refused(table: SimulatedTable) -> None:
    """Turned over outside a hole it would fall; what the board does not know is a KeyError."""
    with pytest.raises(ValueError, match="in a hole only"):
        table.put("red", "P00", turned=True)
    table.put("red", "P00")
    with pytest.raises(ValueError, match="in a hole only"):
        table.turn_over("P00")
    assert tell_truth(table, "a")["pieces"] == {"P00": "red"}
    for colour, place in (("purple", "P00"), ("red", "P99")):
        with pytest.raises(KeyError):
            table.put(colour, place)


def test_a_card_is_under_the_finger_and_in_the_truth(table: SimulatedTable) -> None:
    """The topmost card where a finger touches it; the pile is forgotten when it is cleared."""
    for face in ("grey", "pink"):
        card = table.lay(face)
    assert table.at(130, 130) == card == LaidCard("pink", card.x_mm, card.y_mm, card.angle_deg)
    assert tell_truth(table, "a")["card"] == "pink"
    table.clear_pile()
    assert table.at(130, 130) is None
    assert tell_truth(table, "a")["card"] is None


def test_whatever_lies_there_is_taken_by_itself(table: SimulatedTable) -> None:
    """Of several pawns, cards and things the very one is taken; what is not there is refused."""
    pawns = [table.put_at("red", 20.0 + 30 * index, 20.0) for index in range(2)]
    cards = [table.lay("a"), table.lay("a")]
    table.leave(cup(100.0, 100.0))
    table.leave(coin(150.0, 100.0))
    for one in (pawns[1], cards[1], table.scene.things[0]):
        table.take(one)
        with pytest.raises(ValueError, match="not in list"):
            table.take(one)
    assert table.scene.pawns == (pawns[0],)
    assert table.scene.cards == (cards[0],)
    assert [thing.shape for thing in table.scene.things] == [COIN]


def test_what_is_put_back_is_as_it_was(table: SimulatedTable) -> None:
    """A pawn that had fallen lies where it lay."""
    pawn = table.fell(table.put_at("red", 60.0, 60.0), 30.0)
    table.take(pawn)
    table.put_back(pawn)
    assert table.scene.pawns == (pawn,)


def test_only_cards_deep_in_the_pile_are_forgotten(table: SimulatedTable) -> None:
    """However many are laid on the pile, one that lies beside it stays."""
    pile = table.board.discard
    assert pile is not None
    beside = LaidCard("b", pile.x_mm + 60, pile.y_mm)
    table.put_card(beside)
    for _ in range(20):
        table.lay("a")
    assert beside in table.scene.cards
    assert len(table.scene.cards) == 7
    assert table.scene.cards[-1].face == "a"
