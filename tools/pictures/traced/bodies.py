"""The solid things of a picture: the board's body, its pieces, cards, hands and what lies about."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import mapbox_earcut
import numpy as np

from tools.pictures.traced import boards, hands, meshes, pieces, things
from tools.pictures.traced.boards import BoardSpec
from tools.pictures.traced.meshes import Floats, Mesh
from tools.pictures.traced.shots import Card, HandPose, Piece, Shot, Thing

HOLE_DEPTH_MM = 10.0


@dataclass(frozen=True)
class BoardBody:
    """A board's printed face, and its sides with the walls and floors of its holes."""

    face: Mesh
    rest: Mesh


@functools.cache
def make_board(board: BoardSpec) -> BoardBody:
    """Return the board's body; made once for each board."""
    holes = [place for place in board.places if place.kind == "hole" and board.hole_mm]
    face = _drilled_face(board, holes) if holes else _bent_face(board)
    walls = [_hole_wall(board, place) for place in holes]
    return BoardBody(face, meshes.merge_meshes([_sides(board), *walls]))


def _with_texture(board: BoardSpec, mesh: Mesh) -> Mesh:
    """Lay the board's art over a mesh; v grows upwards."""
    return mesh._replace(uv=mesh.vertices[:, :2] / np.array(board.size) + 0.5)


def _bent_face(board: BoardSpec, steps: int = 24) -> Mesh:
    """Return the face as a grid that follows the board's relief."""
    across, along = (np.linspace(-0.5, 0.5, steps + 1) * side for side in board.size)
    points = [(x, y, board.height_at(x, y)) for y in along for x in across]
    corner = (np.arange(steps)[:, None] * (steps + 1) + np.arange(steps)).ravel()
    row = steps + 1
    quads = [corner, corner + 1, corner + row + 1, corner, corner + row + 1, corner + row]
    return _with_texture(board, meshes.make_mesh(points, np.stack(quads, 1)))


def _drilled_face(board: BoardSpec, holes: Iterable[boards.Place]) -> Mesh:
    """Return a flat face with round holes through it."""
    x, y = board.size[0] / 2, board.size[1] / 2
    rings = [np.array([[-x, -y], [x, -y], [x, y], [-x, y]])]
    for place in holes:
        middle = np.array(board.to_world(place.x, place.y))[:2]
        rings.append(middle + meshes.ring(board.hole_mm / 2, 0, 36)[:, :2])
    points = np.vstack(rings)
    ends = np.cumsum([len(part) for part in rings]).astype(np.uint32)
    faces = mapbox_earcut.triangulate_float64(points, ends).reshape(-1, 3).astype(np.int64)
    a, b = (points[faces[:, k]] - points[faces[:, 0]] for k in (1, 2))
    under = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0
    faces[under] = faces[under][:, ::-1]
    return _with_texture(board, meshes.make_mesh(np.c_[points, 0 * points[:, 0]], faces))


def _hole_wall(board: BoardSpec, place: boards.Place) -> Mesh:
    """Return a hole's inside: a pale cut edge, then dark wall and floor."""
    radius = board.hole_mm / 2
    levels = ((radius, 0.0), (radius, -1.8), (radius, -1.8), (radius, -HOLE_DEPTH_MM))
    rings = [meshes.ring(r, z, 36) for r, z in (*levels, (0.01, -HOLE_DEPTH_MM))]
    faces = [meshes.strip(36 * (k + 1), 36 * k, 36) for k in (0, 2, 3)]
    colours = np.repeat([(0.40, 0.35, 0.28)] * 2 + [(0.07, 0.065, 0.06)] * 3, 36, 0)
    tube = meshes.make_mesh(np.vstack(rings), np.vstack(faces), colours)
    return meshes.move(tube, meshes.shift(*board.to_world(place.x, place.y)))


def _sides(board: BoardSpec, steps: int = 24) -> Mesh:
    """Return the board's rim, from the face down to the table."""
    share = np.linspace(-0.5, 0.5, steps + 1)[:-1]
    loop = np.vstack(
        [
            np.stack([share, 0 * share - 0.5], 1),
            np.stack([0 * share + 0.5, share], 1),
            np.stack([-share, 0 * share + 0.5], 1),
            np.stack([0 * share - 0.5, -share], 1),
        ]
    ) * np.array(board.size)
    top = np.array([[x, y, board.height_at(x, y)] for x, y in loop])
    foot = np.c_[loop, np.full(len(loop), -board.thickness)]
    n = len(loop)
    return meshes.make_mesh(np.vstack([foot, top]), meshes.strip(0, n, n), board.edge)


def place_piece(board: BoardSpec, piece: Piece) -> Floats:
    """Return the matrix that stands a piece where it is."""
    x, y, z = board.to_world(piece.x, piece.y)
    lean = meshes.turn(piece.lean, (1, 0.4, 0))
    stand = meshes.turn(piece.turned) @ lean
    if not piece.sunk:
        return np.asarray(meshes.shift(x, y, z + piece.lift) @ stand)
    height = pieces.measure_height(piece.shape)
    upset = meshes.shift(0, 0, height) @ meshes.turn(180, (1, 0, 0))
    return np.asarray(meshes.shift(x, y, z - HOLE_DEPTH_MM) @ stand @ upset)


def make_piece(board: BoardSpec, piece: Piece) -> Mesh:
    """Return a piece, painted, where it stands."""
    kind = board.kind_of(piece.colour)
    rng = np.random.default_rng([board.seed, round(abs(piece.x) * 100), round(abs(piece.y) * 100)])
    own = np.array(boards.paint_of(board, piece.colour)) * rng.normal(1, 0.035)
    parts = [
        meshes.paint(mesh, own if name == "colour" else kind.body)
        for mesh, name in pieces.make_shape(piece.shape)
    ]
    return meshes.move(meshes.merge_meshes(parts), place_piece(board, piece))


def make_hand(pose: HandPose) -> tuple[Mesh, Mesh | None]:
    """Return skin and sleeve of a hand where it is."""
    skin, sleeve, grip = hands.make_hand(pose.grip, pose.person)
    mirror = meshes.scale(-1 if pose.left else 1, 1, 1)
    matrix = (
        meshes.shift(pose.x, pose.y, pose.z)
        @ meshes.turn(pose.azimuth + 90)
        @ meshes.turn(pose.pitch, (1, 0, 0))
        @ mirror
        @ meshes.shift(*-grip)
    )
    return meshes.move(skin, matrix), sleeve and meshes.move(sleeve, matrix)


def _ground_of(shot: Shot, thing: Thing) -> float:
    return shot.board.height_at(thing.x, thing.y) if thing.on_board else -shot.board.thickness


def make_thing(shot: Shot, thing: Thing) -> Mesh:
    """Return anything but a card where it lies."""
    dice = (((0.8, 0.8, 0.76), (0.03, 0.03, 0.03)), ((0.5, 0.03, 0.03), (0.85, 0.85, 0.8)),
            ((0.04, 0.09, 0.35), (0.85, 0.85, 0.8)))  # fmt: skip
    if thing.kind == "cup":
        mesh = things.make_cup(things.CUP_COLOURS[thing.style % len(things.CUP_COLOURS)])
    elif thing.kind == "telephone":
        mesh = things.make_telephone()
    elif thing.kind == "charger":
        mesh = things.make_charger(things.CHARGER_COLOURS[thing.style % 2])
    elif thing.kind == "sleeve":
        mesh = hands.make_empty_sleeve(hands.CLOTHS[thing.style % len(hands.CLOTHS)])
    else:
        mesh = meshes.move(things.make_die(*dice[thing.style % 3]), meshes.turn(
            90 * (thing.style % 4), (1, 0, 0)))  # fmt: skip
        mesh = meshes.move(mesh, meshes.shift(z=-float(mesh.vertices[:, 2].min())))
    place = meshes.shift(thing.x, thing.y, _ground_of(shot, thing)) @ meshes.turn(thing.turned)
    return meshes.move(mesh, np.asarray(place @ meshes.scale(thing.size, thing.size, thing.size)))


@dataclass(frozen=True)
class Atlas:
    """All printed faces of a board side by side in one texture: where each lies (u0, u1, v0)."""

    cells: dict[str, tuple[float, float, float]]

    def quad(self, name: str, outline: Floats, size: tuple[float, float]) -> Mesh:
        """Return a flat outline (convex, counter-clockwise) that shows a face ``size`` mm large."""
        left, right, low = self.cells[name]
        share = outline / np.array(size) + 0.5
        uv = np.stack([left + share[:, 0] * (right - left), low + share[:, 1] * (1 - low)], 1)
        k = np.arange(1, len(outline) - 1)
        flat = np.c_[outline, 0 * outline[:, 0]]
        return meshes.make_mesh(flat, np.stack([0 * k, k, k + 1], 1))._replace(uv=uv)


def make_card(atlas: Atlas, face: str, size: tuple[float, float], matrix: Floats) -> Mesh:
    """Return a card's face, its corners round, moved to where it lies."""
    return meshes.move(atlas.quad(face, meshes.rounded_outline(*size, 3), size), matrix)


def make_pile(shot: Shot, atlas: Atlas) -> tuple[list[Mesh], list[Mesh]]:
    """Return the faces of the pile's upper cards, and the white stack under them."""
    pile = shot.board.discard
    if pile is None or not shot.pile:
        return [], []
    under, top = shot.pile[:-4], shot.pile[-4:]
    x, y, z = shot.board.to_world(pile.x, pile.y)
    faces = [
        make_card(atlas, card.face, pile.card, _card_matrix(card, x, y, z + 0.3 * (len(under) + k)))
        for k, card in enumerate(top, start=1)
    ]
    stack = things.make_stack(*pile.card, len(under)) if under else None
    return faces, [meshes.move(stack, meshes.shift(x, y, z))] if stack else []


def _card_matrix(card: Card, x: float, y: float, z: float) -> Floats:
    place = meshes.shift(x + card.dx, y + card.dy, z)
    return np.asarray(place @ meshes.turn(card.turned))


LOOSE_MM = (50.0, 76.0)


def make_loose_card(shot: Shot, thing: Thing, atlas: Atlas) -> Mesh:
    """Return a card that lies somewhere it does not belong, on the board or beside it."""
    place = meshes.shift(thing.x, thing.y, _ground_of(shot, thing) + 0.35)
    laid = place @ meshes.turn(thing.turned) @ meshes.scale(thing.size, thing.size, 1)
    return make_card(atlas, "loose", LOOSE_MM, np.asarray(laid))


def make_token_face(board: BoardSpec, piece: Piece, atlas: Atlas) -> Mesh | None:
    """Return the printed face of a token, None for a piece without one."""
    kind = board.kind_of(piece.colour)
    if not kind.face_mm:
        return None
    signs = [name for name in atlas.cells if name != "loose"]
    sign = signs[list(kind.colours).index(piece.colour) % len(signs)]
    size = (kind.face_mm + 1, kind.face_mm + 1)
    circle = meshes.ring(kind.face_mm / 2, 0, 28)[:, :2]
    top = meshes.shift(z=pieces.measure_height(piece.shape) + 0.05)
    return meshes.move(atlas.quad(sign, circle, size), np.asarray(place_piece(board, piece) @ top))
