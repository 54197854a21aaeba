"""Which pictures are made of a board: setup, stills, hands and a short game, all from its seed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from tools.pictures.traced import camera, hands, pieces, positions
from tools.pictures.traced.boards import BoardSpec
from tools.pictures.traced.camera import Camera
from tools.pictures.traced.shots import HandPose, Piece, Shot, Thing

_ORDINARY: Final = ("day", "lamp", "evening", "day", "lamp", "evening", "day", "lamp",
                    "side", "evening", "day", "lamp", "evening", "day", "side", "lamp")  # fmt: skip
_HARD: Final = ("mirror_window", "mirror_lamp", "sun", "two_lamps", "mirror_lamp",
                "sun", "mirror_window", "two_lamps", "mirror_window", "sun")  # fmt: skip
_EXTRAS: Final = {1: "die", 3: "cup", 5: "telephone", 7: "card", 11: "die", 13: "card"}
_HANDS: Final = ("reach", "rim", "two", "point", "reach", "rim", "rest", "reach", "two", "rim")


@dataclass
class Room:
    """What a board's pictures share: its chance, its tables and the camera of its setup."""

    board: BoardSpec
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.home = self.new_camera(0.0, 0)
        self.stance = positions.Stance(self.board, self.rng)
        self.turned = float(self.rng.uniform(-20, 20))
        self.shots: list[Shot] = []

    def new_camera(self, roll: float, number: int) -> Camera:
        """Return another camera; the sizes come in turn."""
        size = self.board.sizes[number % len(self.board.sizes)]
        return camera.place_camera(self.rng, size, self.board.size, self.board.tilt, roll)

    def somewhere(self, share: float) -> tuple[float, float]:
        """Return a point of the board's face, not farther out than this share of it."""
        x, y = self.rng.uniform(-share / 2, share / 2, 2) * np.array(self.board.size)
        return float(x), float(y)

    def add(self, group: str, name: str, eye: Camera, light: str, seed: int, **more: Any) -> None:
        """Plan one more picture."""
        table = self.board.tables[0 if group in ("setup", "game") else seed % 4]
        number = len(self.shots) + 1
        shot = Shot(
            board=self.board,
            group=group,
            file=f"{name}.jpg",
            camera=eye,
            light_name=light,
            light_seed=self.board.seed * 100 + seed,
            spot=self.somewhere(0.6),
            table=table,
            table_turned=self.turned + (0 if group == "setup" else 7 * (seed % 9)),
            seed=self.board.seed * 1000 + number,
            **more,
        )
        self.shots.append(shot)

    def pile(self, count: int) -> dict[str, Any]:
        """Return a pile of cards where the board has one."""
        if not self.board.cards:
            return {}
        return {"pile": positions.make_pile(self.board.cards, self.rng, count)}


def plan_board(board: BoardSpec) -> list[Shot]:
    """Return all pictures of a board, the same each time."""
    room = Room(board, np.random.default_rng(board.seed))
    _plan_setup(room)
    _plan_stills(room)
    _plan_hands(room)
    _plan_game(room)
    return room.shots


def _plan_setup(room: Room) -> None:
    """Plan what a user shows first: empty in two lights, the beginning, each card once."""
    rng, start = room.rng, positions.start_position(room.board)
    for k in (1, 2):
        room.add("setup", f"empty_{k}", camera.nudge(room.home, rng), "day", 0)
    for k in (3, 4):
        room.add("setup", f"empty_{k}", camera.nudge(room.home, rng), "lamp", 0)
    for k, light in enumerate(("day", "lamp"), start=1):
        eye = camera.nudge(room.home, rng)
        room.add("setup", f"start_{k}", eye, light, 0, pieces=room.stance.stand(start))
    for face in room.board.cards:
        eye, pile = camera.nudge(room.home, rng), (positions.drop_card(face, rng),)
        name = f"card_{face.replace('/', '-')}"
        room.add("setup", name, eye, "day", 0, pieces=room.stance.stand(start), pile=pile)


def _plan_stills(room: Room) -> None:
    """Plan sixteen tables in ordinary light and ten in hard light."""
    for k, light in enumerate((*_ORDINARY, *_HARD)):
        at_home = k % 2 == 0
        roll = float(room.rng.choice([0, 0, 90, 180, 270]))
        eye = camera.nudge(room.home, room.rng, 1.5) if at_home else room.new_camera(roll, k // 2)
        seed = 0 if at_home and k < 6 else k + 1
        standing = _stand_anew(room)
        things = _lay_out(room, _EXTRAS[k]) if k in _EXTRAS else ()
        standing = tuple(piece for piece in standing if not is_under(room.board, piece, things))
        pile = room.pile(int(room.rng.integers(0, 13)))
        room.add("stills", f"{k + 1:04d}", eye, light, seed, pieces=standing, things=things, **pile)
        if light == "side":
            room.shots[-1] = replace(room.shots[-1], hands=(_shade(room, room.shots[-1]),))


def _stand_anew(room: Room) -> tuple[Piece, ...]:
    room.stance.known.clear()
    return room.stance.stand(positions.random_position(room.board, room.rng))


def _lay_out(room: Room, kind: str) -> tuple[Thing, ...]:
    """Lay a thing on the board or beside it; cups always stand beside it."""
    rng, (width, height) = room.rng, room.board.size
    turned, style = float(rng.uniform(0, 360)), int(rng.integers(0, 12))
    side = float(rng.choice([-1, 1]))
    if kind == "cup":
        at = (side * (width / 2 + 52), float(rng.uniform(-0.4, 0.4)) * height)
    elif kind == "telephone":
        turned = float(rng.normal(0, 8))
        at = (side * (width / 2 + rng.uniform(0, 55)), float(rng.uniform(-0.3, 0.3)) * height)
    else:
        at = _beside_pile(room.board, room.somewhere(0.7))
    on_board = kind in ("die", "card") or (kind == "telephone" and abs(at[0]) < width / 2 + 38)
    return (Thing(kind, float(at[0]), float(at[1]), turned, on_board, style),)


def _beside_pile(board: BoardSpec, at: tuple[float, float]) -> tuple[float, float]:
    """Return a point, moved aside where a card there would hide the pile of the board."""
    if board.discard is None or abs(at[0]) > 75 or abs(at[1]) > 90:
        return at
    return math.copysign(95, at[0]), at[1]


REACH_MM: Final = {
    "die": (9, 9),
    "card": (25, 38),
    "telephone": (36, 74),
    "cup": (41, 41),
    "charger": (21, 21),
    "sleeve": (30, 20),
}
"""Half the width and half the height of each thing; without the cable, of a sleeve its cuff."""


def is_under(board: BoardSpec, piece: Piece, things: tuple[Thing, ...]) -> bool:
    """Whether a piece would stand where a thing lies."""
    x, y, _ = board.to_world(piece.x, piece.y)
    room = board.kind_of(piece.colour).diameter / 2 + 1.5
    for thing in things:
        a = math.radians(-thing.turned)
        dx, dy = x - thing.x, y - thing.y
        across, along = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
        wide, high = (thing.size * reach for reach in REACH_MM[thing.kind])
        if abs(across) < wide + room and abs(along) < high + room:
            return True
    return False


def _edge_distance(board: BoardSpec, azimuth: float) -> float:
    """Return how far it is from the board's middle to its edge in a direction."""
    c, s = abs(math.cos(math.radians(azimuth))), abs(math.sin(math.radians(azimuth)))
    return min(board.size[0] / 2 / max(c, 1e-6), board.size[1] / 2 / max(s, 1e-6))


def _shade(room: Room, shot: Shot) -> HandPose:
    """Return a hand beside the board, in the way of the lamp: only its shadow reaches the board."""
    lamp = shot.light.lamps[0].mesh.vertices.mean(0)
    azimuth = math.degrees(math.atan2(lamp[1], lamp[0]))
    edge, far = _edge_distance(room.board, azimuth), float(np.hypot(lamp[0], lamp[1]))
    away, shadow = edge + 65, edge - room.rng.uniform(80, 130)
    height = float(lamp[2]) * (away - shadow) / (far - shadow)
    x, y = away * math.cos(math.radians(azimuth)), away * math.sin(math.radians(azimuth))
    person = str(room.rng.choice(sorted(hands.PEOPLE)))
    return HandPose("spread", person, x, y, height, azimuth)


def _arm_side(room: Room, x: float, y: float) -> float:
    """Return the direction in which somebody sits who reaches a point: mostly the nearest."""
    width, height = room.board.size
    sides = {0: width / 2 - x, 180: width / 2 + x, 90: height / 2 - y, -90: height / 2 + y}
    nearest = sorted(sides, key=lambda side: sides[side])
    return float(nearest[0 if room.rng.random() < 0.7 else 1] + room.rng.normal(0, 14))


def _reach_for(room: Room, x: float, y: float, height: float, grip: str) -> HandPose:
    """Return a hand that reaches a point at a height."""
    rng = room.rng
    person, left = str(rng.choice(sorted(hands.PEOPLE))), bool(rng.random() < 0.35)
    side = _arm_side(room, x, y)
    return HandPose(grip, person, x, y, height, side, float(rng.uniform(-4, 5)), left)


def touch_rim(room: Room, over_mm: tuple[float, float] = (6, 22)) -> HandPose:
    """Return a hand flat on the table, only its fingertips over the board's rim."""
    side = float(room.rng.choice([0, 90, 180, 270]) + room.rng.uniform(-12, 12))
    away = _edge_distance(room.board, side) - room.rng.uniform(*over_mm)
    x, y = away * math.cos(math.radians(side)), away * math.sin(math.radians(side))
    person = str(room.rng.choice(sorted(hands.PEOPLE)))
    return HandPose("flat", person, x, y, 9.0, side, -2.0, bool(room.rng.random() < 0.5))


def _make_hands(room: Room, what: str, standing: tuple[Piece, ...]) -> tuple[HandPose, ...]:
    """Return the hands of a picture: reaching, pointing, resting, two, or just at the rim."""
    if what == "rim":
        return (touch_rim(room),)
    if what == "two":
        return (*_make_hands(room, "reach", standing), *_make_hands(room, "point", standing))
    if what == "rest":
        return (_reach_for(room, *room.somewhere(0.9), 16.0, "flat"),)
    piece = standing[int(room.rng.integers(len(standing)))]
    x, y, z = room.board.to_world(piece.x, piece.y)
    above = z + pieces.measure_height(piece.shape) + float(room.rng.uniform(2, 30))
    grip = "point" if what == "point" else str(room.rng.choice(["pinch", "spread"]))
    return (_reach_for(room, x, y, above, grip),)


def _plan_hands(room: Room) -> None:
    """Plan ten tables with hands over them, before the setup's camera and others."""
    order = (
        "day",
        "lamp",
        "evening",
        "day",
        "mirror_lamp",
        "evening",
        "lamp",
        "sun",
        "day",
        "lamp",
    )
    for k, (what, light) in enumerate(zip(_HANDS, order, strict=True)):
        eye = camera.nudge(room.home, room.rng, 1.5) if k % 2 else room.new_camera(0.0, k)
        standing = _stand_anew(room)
        poses = _make_hands(room, what, standing)
        if what == "reach" and k:
            standing = (*standing[1:], _lift(room, standing[0], poses[0]))
        pile = room.pile(int(room.rng.integers(1, 9)))
        room.add("hands", f"{k + 1:04d}", eye, light, 40 + k, pieces=standing, hands=poses, **pile)


def _lift(room: Room, piece: Piece, pose: HandPose) -> Piece:
    """Take a piece into a hand: between its fingertips, off its place."""
    width, height = room.board.size
    x, y = width / 2 + pose.x, height / 2 - pose.y
    lift = pose.z - pieces.measure_height(piece.shape) * 0.8
    return replace(piece, place=None, x=x, y=y, lift=lift, sunk=False, lean=0.0)


def _plan_game(room: Room) -> None:
    """Plan ten looks at one game from one camera: a move a picture, two with a hand."""
    rng, board = room.rng, room.board
    eye, light = room.new_camera(0.0, 0), str(rng.choice(["day", "lamp"]))
    room.stance.known.clear()
    taken = positions.random_position(board, rng)
    pile = positions.make_pile(board.cards, rng, 2) if board.cards else ()
    for k in range(10):
        poses: tuple[HandPose, ...] = ()
        if k in (3, 7):
            poses = _make_hands(room, "reach", room.stance.stand(taken))
        elif k:
            _, taken = positions.move_once(board, taken, rng)
            pile += positions.make_pile(board.cards, rng, 1) if board.cards else ()
        standing = room.stance.stand(taken)
        room.add("game", f"{k + 1:04d}", eye, light, 60, pieces=standing, hands=poses, pile=pile)
        room.shots[-1] = replace(room.shots[-1], spot=(0.0, 0.0))
