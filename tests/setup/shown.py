"""Boards whose corners are set, and of which the first pictures were taken."""

from __future__ import annotations

from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.setup.teaching.wanted_pictures import first_position
from tests.setup.boxed import true_sketch
from tests.setup.owner import Owner


def see_corners(owner: Owner) -> list[Point]:
    """Return where the camera sees the board's corners now."""
    side = owner.board.size_mm[0]
    edge = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
    return [(x, y) for x, y in owner.table.pose.project(edge).tolist()]


def show_both(owner: Owner) -> Teaching:
    """Return a board that was shown empty and set out."""
    teaching = Teaching(owner.desk.board, owner.picture(), size_mm=owner.board.size_mm)
    teaching.corners = see_corners(owner)
    teaching.plan, teaching.sketch = owner.make.plan, true_sketch(owner.make)
    start = first_position(owner.desk.game, teaching)
    for name, pieces in (("empty", {}), ("start", start)):
        owner.table.set_up({place: (piece, False) for place, piece in pieces.items()})
        teaching.show(name, owner.picture(), pieces, corners=teaching.corners)
    return teaching


def make_show_step(owner: Owner, *, set_out: bool = True) -> ShowStep:
    """Open the page that asks for pictures, its first two taken already."""
    teaching = Teaching(owner.desk.board, owner.picture(), see_corners(owner), owner.board.size_mm)
    teaching.plan, teaching.sketch = owner.make.plan, true_sketch(owner.make)
    step = ShowStep(owner.desk, teaching)
    owner.open(Wizard(owner.desk, [step]))
    if set_out:
        owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
        owner.table.set_up({name: (piece, False) for name, piece in step.ask.pieces.items()})
        owner.until(lambda: step.ask.card is not None, "the pieces are not seen")
    return step


def resume_show_step(owner: Owner, *, set_out: bool = True) -> ShowStep:
    """Open the page that asks for pictures, as somebody does who showed the first ones before."""
    teaching = show_both(owner)
    teaching.outlined = list(teaching.corners)
    if not set_out:
        owner.table.set_up({})
        del teaching.shown["start"]
    step = ShowStep(owner.desk, teaching)
    owner.open(Wizard(owner.desk, [step]))
    owner.pass_time(1)
    return step
