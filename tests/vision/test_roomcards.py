"""The room cards of Pocket Ops are read where they are turned up, whose they are included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.printing.places import inks
from hardware.printing.raster import render, render_board
from hardware.printing.roomcards import code_svg, room_back_svg
from hardware.simulated.faults import Fault
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.kit import printed
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE, Reading
from tests.amounts import sampled
from tests.conftest import Prints
from tools import faults

NAME: Final = "pocket_ops"
_PX_PER_MM: Final = 4.0


@pytest.fixture(scope="module")
def kit(prints: Prints) -> Print:
    """Return Pocket Ops, calibrated, and printed with the backs of its cards, too."""
    made = prints(NAME)
    ink = inks(made.board)
    untaught = {f"back.{seat}": room_back_svg(seat, ink[seat]) for seat in ("red", "blue")}
    untaught["code"] = code_svg()
    faces = printed.faces(NAME, _PX_PER_MM)
    faces |= {name: render(drawing, _PX_PER_MM) for name, drawing in untaught.items()}
    ground = render_board(made.board, _PX_PER_MM)
    return replace(made, renderer=Renderer(made.board, ground, _PX_PER_MM, faces))


class Table:
    """A base with its reserves full, under an eye."""

    def __init__(self, kit: Print) -> None:
        """Put the pieces out."""
        self.sim = SimulatedTable(kit.board, np.random.default_rng(4))
        self._camera = SimulatedCamera(self.sim, kit.renderer, ManualClock(), seed=4)
        self._eye = BoardReader(kit.learnt, still_frames=1)
        self.sim.set_up(
            {
                place.name: (_own(kit, place.holds, place.colour or ""), False)
                for place in kit.board.places
                if place.kind == "nest"
            }
        )

    def reading(self) -> Reading:
        """Return what is read of the table as it lies now."""
        return self._eye.examine(self._camera.capture().picture)[2]

    def turned_up(self, face: str, turn_deg: float = 0.0) -> Reading:
        """Turn a card up, turned by hand as well; return what is read."""
        self.sim.clear_pile()
        self.sim.lay(face, turn_deg=turn_deg)
        return self.reading()


def _own(kit: Print, holds: tuple[str, ...], seat: str) -> str:
    """Return the colour of a seat's piece of the kind that a place holds."""
    colours = (colour for kind in holds for colour in kit.board.pieces[kind].colours)
    return next(colour for colour in colours if colour.startswith(seat))


LIGHTS: Final[Mapping[str, Mapping[Fault, float]]] = {
    "plain": {},
    "one-sided": {faults.ONE_SIDED: 0.5},
    "tinted": {faults.TINTED: 0.7},
    "dim": {faults.DIM: 0.5},
    "shadow": {faults.SHADOW: 0.3},
}


@sampled(3)
@pytest.mark.parametrize("light", LIGHTS)
def test_every_room_card_is_told_however_it_lies(kit: Print, light: str) -> None:
    """All eighteen, turned any way, shaded, tinted and dim: none is taken for another one.

    Each lies in plain light and in two of the others. In plain light all are told for sure, in
    others nine of ten are told; of the rest nothing is said.
    """
    table = Table(kit)
    table.sim.faults = LIGHTS[light]
    half = list(LIGHTS).index(light) % 2
    told = []
    for number, face in enumerate(printed.drawings(NAME)):
        if LIGHTS[light] and number % 2 != half:
            continue
        seen = table.turned_up(face, turn_deg=number * 47.0).card
        assert seen is not None
        assert seen.best in {face, None}, (face, seen.best)
        assert LIGHTS[light] or seen.probability >= SURE, face
        told.append(seen.best == face)
    assert sum(told) >= 0.9 * len(told)


def test_what_is_no_face_is_no_card(kit: Print) -> None:
    """The empty spot, a card face down and the access code are not taken for a guess."""
    table = Table(kit)
    empty = table.reading().card
    assert empty is not None
    assert empty.best is None
    for other in ("back.red", "back.blue", "code"):
        for turn in (0.0, 35.0, 90.0):
            seen = table.turned_up(other, turn_deg=turn).card
            assert seen is not None
            assert seen.best is None, (other, turn)


def test_a_card_turned_up_moves_no_piece(kit: Print) -> None:
    """With a card on the spot every place is read as before, and nothing stands beside one."""
    table = Table(kit)
    before = {sight.place: sight.best for sight in table.reading().places}
    for face in ("red.A", "blue.I"):
        reading = table.turned_up(face, turn_deg=4.0)
        assert {sight.place: sight.best for sight in reading.places} == before
        assert reading.strays == ()
