"""The truth of a traced picture, from its geometry alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.pictures.traced import bodies, meshes, scene
from tools.pictures.traced.boards import Place
from tools.pictures.traced.lights import HARD
from tools.pictures.traced.meshes import Floats, Mesh
from tools.pictures.traced.shots import HandPose, Shot, Thing

Mask = NDArray[np.bool_]

_COVERS = ("skin", "cloth", "things", "loose")
_FINE = 8
"""Outlines are drawn with this many bits below a pixel's breadth."""


@dataclass(frozen=True)
class Seen:
    """What every pixel shows: the group's name by number, and of pieces which one (else -1)."""

    groups: NDArray[np.int64]
    pieces: NDArray[np.int64]
    names: list[str]

    def of(self, *names: str) -> Mask:
        """Return the pixels that show any of the named groups."""
        return np.isin(self.groups, [self.names.index(name) for name in names])


def look(traced: scene.Traced, shot: Shot) -> Seen:
    """Return what every pixel of a picture shows."""
    groups, triangles = scene.first_hits(traced.scene, shot.camera)
    names = scene.shape_names(traced.scene)
    ends = np.cumsum([len(piece.faces) for piece in traced.solids.pieces])
    owners = np.searchsorted(ends, triangles, side="right")
    standing = groups == names.index("pieces")
    return Seen(groups, np.where(standing & (len(ends) > 0), owners, -1), names)


class Patch(NamedTuple):
    """The pixels inside an outline: a window of the picture, and which of its pixels are meant."""

    rows: slice
    columns: slice
    inside: Mask

    def cut(self, mask: Mask) -> Mask:
        """Return what of a whole picture's mask lies inside the outline."""
        return mask[self.rows, self.columns] & self.inside


def _fill(shot: Shot, polygons: Floats) -> Patch:
    """Return the pixels inside any of the convex polygons (n, points, 2), in pixels."""
    limit = np.array([shot.camera.width, shot.camera.height])
    low = np.clip(np.floor(polygons.min((0, 1))).astype(int) - 1, 0, limit - 1)
    high = np.clip(np.ceil(polygons.max((0, 1))).astype(int) + 2, low + 1, limit)
    canvas = np.zeros((high - low)[::-1], np.uint8)
    for points in np.round((polygons - low) * (1 << _FINE)).astype(np.int32):
        cv2.fillConvexPoly(canvas, points, 1, cv2.LINE_8, _FINE)
    return Patch(slice(low[1], high[1]), slice(low[0], high[0]), canvas > 0)


def _outline_disc(shot: Shot, place: Place) -> Floats:
    """Return the outline of an empty place's disc as the camera sees it."""
    x, y, _ = shot.board.to_world(place.x, place.y)
    circle = meshes.ring(place.radius, 0, 32) + np.array([x, y, 0])
    circle[:, 2] = [shot.board.height_at(px, py) for px, py, _ in circle]
    return shot.camera.project(circle)[None]


def _outline_mesh(shot: Shot, mesh: Mesh) -> Floats:
    """Return all triangles of a piece as the camera sees them."""
    points = shot.camera.project(mesh.vertices)
    return points[mesh.faces]


def measure_visibility(
    traced: scene.Traced, shot: Shot, seen: Seen
) -> tuple[dict[str, float], list[str]]:
    """Return how much is seen of each place, and the places more than half covered.

    Of a place with a piece it is the piece's outline that counts, without what the board itself
    hides of one in a hole; of an empty place it is its disc. A place is covered by hands and
    things; pieces in front of others only lessen what is seen.
    """
    covers, board = seen.of(*_COVERS), seen.of("face", "rest")
    printed = seen.of("printed")
    standing = {piece.place: k for k, piece in enumerate(shot.pieces) if piece.place}
    shares, covered = {}, []
    for place in shot.board.places:
        number = standing.get(place.name)
        if number is None:
            patch, own = _fill(shot, _outline_disc(shot, place)), board
            size = int(patch.inside.sum())
        else:
            patch = _fill(shot, _outline_mesh(shot, traced.solids.pieces[number]))
            own = (seen.pieces == number) | printed
            size = int(patch.cut(~board).sum())
        shares[place.name] = round(float(patch.cut(own).sum()) / max(size, 1), 3)
        if patch.cut(covers).sum() > 0.5 * size:
            covered.append(place.name)
    return shares, covered


def find_hand(shot: Shot, seen: Seen) -> bool:
    """Whether a hand or arm is over the board, or hides a part of it from the camera."""
    x, y = shot.board.size[0] / 2, shot.board.size[1] / 2
    for pose in shot.hands:
        for mesh in bodies.make_hand(pose):
            at = mesh.vertices if mesh else np.full((1, 3), np.inf)
            if ((np.abs(at[:, 0]) < x) & (np.abs(at[:, 1]) < y)).any():
                return True
    corners = _corners(shot)
    halves = np.stack([corners[[0, 1, 2]], corners[[0, 2, 3]]])
    patch = _fill(shot, shot.camera.project(halves).reshape(2, 3, 2))
    return bool(patch.cut(seen.of("skin", "cloth")).any())


def _on_board(shot: Shot, what: Thing | HandPose) -> list[float]:
    """Return where a thing or a hand's reach is, in the board's millimetres."""
    width, height = shot.board.size
    return [round(width / 2 + what.x, 1), round(height / 2 - what.y, 1)]


def _corners(shot: Shot) -> Floats:
    """Return the board's corners in the world: top left, top right, bottom right, bottom left."""
    width, height = shot.board.size
    spots = ((0, 0), (width, 0), (width, height), (0, height))
    return np.array([shot.board.to_world(*spot) for spot in spots])


def write_truth(traced: scene.Traced, shot: Shot) -> dict[str, Any]:
    """Return a picture's line of truth.jsonl."""
    seen = look(traced, shot)
    shares, covered = measure_visibility(traced, shot, seen)
    on_places = {
        piece.place: "hidden" if piece.sunk else piece.colour
        for piece in shot.pieces
        if piece.place
    }
    return {
        "file": shot.file,
        "corners": np.round(shot.camera.project(_corners(shot)), 2).tolist(),
        "pieces": dict(sorted(on_places.items())),
        "hand": find_hand(shot, seen),
        "occluded": covered,
        "card": shot.pile[-1].face if shot.pile else None,
        "role": shot.role,
        "set": shot.group,
        "light": shot.light_name,
        "hard": shot.light_name in HARD,
        "things": [thing.kind for thing in shot.things],
        "things_at": [_on_board(shot, thing) for thing in shot.things]
        + [_on_board(shot, pose) for pose in shot.hands],
        "seen": shares,
        "camera": shot.camera.describe(shot.board.size),
    }
