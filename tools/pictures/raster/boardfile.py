"""The ``board.toml`` of a world: what its owner would say of the board and its pieces."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tools.pictures.raster.paint import ATLAS_CELLS
from tools.pictures.raster.palette import hex_of
from tools.pictures.raster.pieces import Face
from tools.pictures.raster.world import World


def describe_board(world: World) -> str:
    """Return the world's ``board.toml``."""
    lines = [
        f'name = "Random board {world.seed}"',
        f"size_mm = [{world.size_mm[0]}, {world.size_mm[1]}]",
        "",
        *_describe_pieces(world),
        *_describe_places(world),
    ]
    return "\n".join(lines) + "\n"


def _describe_pieces(world: World) -> Iterator[str]:
    pieces, models = world.pieces, world.pieces.models
    height = (
        max(m.height_mm for m in models)
        if len(models) == 1
        else float(np.mean([m.height_mm for m in models]))
    )
    diameter = 2 * max(m.radius_mm for m in models)
    model = models[0]
    colours = ", ".join(f'{name} = "{hex_of(c)}"' for name, c in pieces.colours.items())
    yield f"[pieces.{pieces.name}]"
    yield f"colours = {{{colours}}}"
    yield f"height_mm = {height * world.stated[0]:.1f}"
    yield f"diameter_mm = {diameter * world.stated[1]:.1f}"
    if model.face is not None:
        paper = world.surfaces.atlas[_cell(model.face)].reshape(-1, 3)
        yield f'face = "{hex_of(np.median(paper, axis=0))}"'
        yield f"face_diameter_mm = {2 * model.radius_mm * model.face.share * world.stated[1]:.1f}"
    if model.body is not None:
        wide = 2 * (model.neck_mm or model.radius_mm)
        yield f"marker_diameter_mm = {wide * world.stated[1]:.1f}"
        yield f"marker_side_mm = {model.cap_mm:.1f}"
    if pieces.hidden is not None and world.holes:
        yield f'hidden = "{hex_of(pieces.hidden)}"'
        yield f"hole_depth_mm = {world.holes.depth_mm:.1f}"
        yield f"hole_diameter_mm = {2 * world.holes.radius_mm:.1f}"


def _describe_places(world: World) -> Iterator[str]:
    for i, name in enumerate(world.names):
        yield from ("", "[[places]]", f'name = "{name}"', f'kind = "{world.kind_of(i)}"')
        if world.layout.owners[i]:
            yield f'colour = "{world.layout.owners[i]}"'
        x, y = world.at_mm[i]
        yield from (f"x_mm = {x:.2f}", f"y_mm = {y:.2f}", f"radius_mm = {world.radius_mm:.2f}")


def _cell(face: Face) -> tuple[slice, slice]:
    """Return where a face is on the sheet."""
    side = 1024 // ATLAS_CELLS
    row, column = face.cell
    return np.s_[row * side : (row + 1) * side, column * side : (column + 1) * side]
