"""How well every sample point of a picture fits each thing that may be there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.appearance import Appearance
from hardware.board import Board, PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.places import likelihood
from tablet_companion.vision.places.likelihood import Nats, SampleColours


@dataclass(frozen=True, slots=True, eq=False)
class PointFits:
    """Log densities of all sample points: bare board by shadow, side, hole, and each kind.

    ``bare`` is the bare board's in each point's own best shadow; ``misfit`` is how much less likely
    each point is than the exact colour of the bare board.
    """

    ground: NDArray[np.float32]
    bare: Nats
    misfit: Nats
    side: Nats
    hole: Nats
    kinds: Mapping[str, KindFits]

    def with_points(self, part: PointFits, at: NDArray[np.intp]) -> PointFits:
        """Return a copy with the fits of ``part`` at the points with the indices ``at``."""
        return PointFits(
            likelihood.replace_points(self.ground, part.ground, at),
            likelihood.replace_points(self.bare, part.bare, at),
            likelihood.replace_points(self.misfit, part.misfit, at),
            likelihood.replace_points(self.side, part.side, at),
            likelihood.replace_points(self.hole, part.hole, at),
            {name: looks.with_points(part.kinds[name], at) for name, looks in self.kinds.items()},
        )


@dataclass(frozen=True, slots=True, eq=False)
class KindFits:
    """The fits for the colours of one kind: tops, sides (one row, or one each), printed faces.

    ``parts`` has a row for each top and then for each side; ``faces`` has a row for each top, or is
    None if the kind has none. All have n columns.
    """

    colours: tuple[Piece, ...]
    parts: NDArray[np.float32]
    faces: NDArray[np.float32] | None

    @property
    def tops(self) -> NDArray[np.float32]:
        """Return the rows of the tops."""
        return self.parts[: len(self.colours)]

    @property
    def sides(self) -> NDArray[np.float32]:
        """Return the rows of the sides."""
        return self.parts[len(self.colours) :]

    def with_points(self, part: KindFits, at: NDArray[np.intp]) -> KindFits:
        """Return a copy with the fits of ``part`` at the points with the indices ``at``."""
        faces = self.faces
        if faces is not None and part.faces is not None:
            faces = likelihood.replace_points(faces, part.faces, at)
        return KindFits(self.colours, likelihood.replace_points(self.parts, part.parts, at), faces)


def fit_points(board: Board, seen: SampleColours, appearance: Appearance) -> PointFits:
    """Return how well every sample point of a picture fits each thing that may be there."""
    return PointFits(
        ground := likelihood.fit_ground(seen),
        likelihood.fit_bare(seen, ground),
        likelihood.ground_misfit(seen, ground),
        body := likelihood.fit_body(seen, appearance),
        likelihood.fit_hole(seen, appearance),
        {name: _fit_kind(kind, seen, appearance, body) for name, kind in board.pieces.items()},
    )


def _fit_kind(kind: PieceKind, seen: SampleColours, appearance: Appearance, body: Nats) -> KindFits:
    """Return how well the points fit the pieces of a kind."""
    colours = tuple(kind.colours)
    tops = likelihood.fit_tops(seen, [appearance.tops[colour] for colour in colours])
    sides = body[None]
    if kind.coloured_all_over and not kind.flat:
        sides = np.stack(
            [likelihood.fit_side(seen, appearance.sides[colour]) for colour in colours]
        )
    faces = None
    if kind.face is not None:
        faces = np.stack(
            [likelihood.fit_face(seen, appearance.faces[colour]) for colour in colours]
        )
    parts = np.concatenate([tops, sides])
    return KindFits(tuple(Piece(colour) for colour in colours), parts, faces)
