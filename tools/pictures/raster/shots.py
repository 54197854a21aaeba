"""The pictures of a world: lights, cameras, where pieces stand, hands and things."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tools.pictures.raster import hands, lights, things
from tools.pictures.raster.camera import Camera, random_camera
from tools.pictures.raster.mesh import CLOTH, HAND, Floats, Part, turn_profile
from tools.pictures.raster.pieces import Stand, print_face, put_piece, shade_of
from tools.pictures.raster.world import World

CALIBRATE_EMPTY, CALIBRATE_SET, TESTS = 3, 2, 9
"""How many pictures of each role a world has: of the empty board, with pieces set out, others."""


@dataclass(frozen=True)
class Man:
    """A piece: its colour, its shape's number, how it stands; ``place`` is None beside places."""

    place: int | None
    colour: str
    shape: int
    stand: Stand
    seed: int


@dataclass(frozen=True)
class Shot:
    """One picture: what stands where, in which light, seen by which camera."""

    role: str
    camera: Camera
    light: lights.Light
    men: tuple[Man, ...]
    foreign: tuple[Part, ...]
    weave: tuple[float, float, float, float]
    grain: tuple[float, float, float]
    fixed: bool
    nudged: bool
    shadow_only: bool = False
    seed: int = 0
    notes: tuple[str, ...] = field(default=())


class Director:
    """Plans the pictures of one world, one after the other."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = np.random.default_rng([world.seed, 2])
        self.middle = np.array([world.size_mm[0] / 2, world.size_mm[1] / 2, 0.0])
        self.cameras = [self._camera()]
        if not world.fixed:
            self.cameras += [self._camera() for _ in range(2)]
        names = self.rng.choice(lights.NAMES, 3, replace=False, p=lights.SHARES)
        self.lights = [self._light(str(name), self.cameras[0]) for name in names]
        self.lights[0] = self._calm(self.lights[0])
        self.men: tuple[Man, ...] = ()
        self.nudge_from = int(self.rng.integers(6, 12)) if self.rng.random() < 0.12 else 99
        self.nudge = (float(self.rng.normal(0, 0.02)), self.rng.normal(0, 5, 2))
        self.owner = hands.random_owner(self.rng)
        self.clutter: tuple[Part, ...] = ()
        if self.rng.random() < 0.4:
            self.clutter = tuple(self._beside(int(self.rng.integers(1, 5))))
        if self.rng.random() < 0.06:
            self.clutter += tuple(self._torso())

    def _camera(self) -> Camera:
        world = self.world
        tallest = max(m.height_mm for m in world.pieces.models)
        least = max(120.0, tallest * 2 + 80)
        return random_camera(self.rng, world.picture, world.size_mm, least)

    def _light(self, name: str, camera: Camera) -> lights.Light:
        return lights.random_light(self.rng, name, self.middle, max(self.world.size_mm), camera.eye)

    def _calm(self, light: lights.Light) -> lights.Light:
        """Return the first light without a cookie, mostly: people first show a fair picture."""
        if light.cookie is None or self.rng.random() < 0.3:
            return light
        return replace(light, cookie=None)

    def shots(self) -> list[Shot]:
        """Return all pictures of the world, in the order of a user's first showing."""
        rng, shots = self.rng, []
        for number in range(CALIBRATE_EMPTY):
            camera = self.cameras[number % len(self.cameras)]
            light = self.lights[number if rng.random() < 0.75 else 0]
            shots.append(self._shot("calibrate", camera, light, ()))
        start = self._set_out()
        for number in range(CALIBRATE_SET):
            earlier = shots[number]
            men = start if number == 0 else self._rearranged(start)
            shots.append(self._shot("calibrate", earlier.camera, earlier.light, men))
        self.men = start
        shots.extend(self._test(len(shots)) for _ in range(TESTS))
        return shots

    def _shot(self, role: str, camera: Camera, light: lights.Light, men: tuple[Man, ...]) -> Shot:
        seed = int(self.rng.integers(1 << 31))
        same = camera is self.cameras[0]
        weave, grain = self.owner.weave, self.owner.grain
        return Shot(
            role, camera, light, men, self.clutter, weave, grain, same, nudged=False, seed=seed
        )

    def _test(self, number: int) -> Shot:
        rng = self.rng
        camera = self.cameras[0] if self.world.fixed else self._camera()
        light = self._test_light(camera)
        nudged = number >= self.nudge_from
        if nudged:
            camera = camera.nudged(*self.nudge)
        self.men = self._moved(self.men) if rng.random() < 0.6 else self._random_men()
        foreign = list(self.clutter) if rng.random() < 0.9 else []
        owner = self.owner if rng.random() < 0.6 else hands.random_owner(rng)
        k = rng.random()
        hand, ghost = k < 0.4, 0.4 <= k < 0.55
        if hand:
            for _ in range(2 if rng.random() < 0.18 else 1):
                foreign += self._hand(owner)
        if ghost:
            foreign += self._ghost(owner, camera)
        if rng.random() < 0.1:
            foreign += self._hand_beside(owner)
        if rng.random() < 0.08:
            foreign += self._torso()
        if rng.random() < 0.26:
            foreign += self._things()
        seed = int(rng.integers(1 << 31))
        return Shot(
            "test", camera, light, self.men, tuple(foreign), owner.weave, owner.grain,
            fixed=camera is self.cameras[0], nudged=nudged,
            shadow_only=ghost or light.passing, seed=seed,
        )  # fmt: skip

    def _test_light(self, camera: Camera) -> lights.Light:
        """Return one of the taught lights or a new one, perhaps with a lamp or a shadow more."""
        rng = self.rng
        light = self.lights[int(rng.integers(3))]
        if rng.random() < 0.45:
            light = self._light(str(rng.choice(lights.NAMES, p=lights.SHARES)), camera)
        if rng.random() < 0.15:
            longest = max(self.world.size_mm)
            light = lights.with_another(rng, light, self.middle, longest, camera.eye)
        if rng.random() < 0.3:
            light = lights.with_somebody(rng, light)
        return light

    # -- pieces

    def _stand(self, place: int, *, hidden: bool) -> Stand:
        rng, world = self.rng, self.world
        model = world.pieces.models[0]
        in_hole = world.hole_at(place)[2] > 0
        sigma = world.off_sigma * 2 * model.radius_mm
        if rng.random() < 0.06:
            sigma *= 2.5
        off = rng.normal(0, sigma, 2)
        sink = 0.0
        if in_hole and world.holes:
            sinks = hidden or world.holes.upright_sinks
            sink = world.holes.depth_mm if sinks else 0.0
            inner = model.neck_mm if hidden and model.neck_mm is not None else model.radius_mm
            slack = max(0.1, world.holes.radius_mm - inner) if sinks else 99.0
            off *= min(1.0, slack / (np.hypot(*off) + 1e-9))
        lean = abs(rng.normal(0, 0.02)) if rng.random() < 0.1 and not sink else 0.0
        lean = rng.uniform(0.05, 0.2) if rng.random() < 0.02 and not sink else lean
        at = world.at_mm[place] + off
        return Stand((float(at[0]), float(at[1])), rng.uniform(0, 6.28), lean, sink, hidden)

    def _man(self, place: int, colour: str, *, turned: bool = False) -> Man:
        rng, world = self.rng, self.world
        hidden = turned and world.pieces.hidden is not None and world.hole_at(place)[2] > 0
        shape = int(rng.integers(len(world.pieces.models)))
        return Man(
            place, colour, shape, self._stand(place, hidden=hidden), int(rng.integers(1 << 31))
        )

    def _set_out(self) -> tuple[Man, ...]:
        """Return the pieces set out: on their own nests, or in rows from both ends."""
        rng, world = self.rng, self.world
        colours = list(world.pieces.colours)
        count = len(world.layout.kinds)
        own = [i for i in range(count) if world.layout.kinds[i] == "nest"]
        if own and rng.random() < 0.6:
            return tuple(self._man(i, str(world.layout.owners[i])) for i in own)
        each = max(1, min(16, int(count * rng.uniform(0.3, 0.6) / len(colours))))
        order = np.lexsort(world.at_mm.T) if rng.random() < 0.7 else rng.permutation(count)
        blocks = np.array_split(order, len(colours))
        return tuple(
            self._man(int(place), colour)
            for colour, block in zip(colours, blocks, strict=True)
            for place in block[:each]
        )

    def _rearranged(self, men: tuple[Man, ...]) -> tuple[Man, ...]:
        return self._random_men() if self.rng.random() < 0.5 else men

    def _random_men(self) -> tuple[Man, ...]:
        rng, world = self.rng, self.world
        count = len(world.layout.kinds)
        wanted = int(np.clip(count * rng.beta(1.4, 2.5), 1, count))
        colours = list(world.pieces.colours)
        chosen = rng.choice(count, wanted, replace=False)
        men = [
            self._man(int(p), str(rng.choice(colours)), turned=bool(rng.random() < 0.4))
            for p in chosen
        ]
        return tuple(men) + self._strays(men)

    def _moved(self, men: tuple[Man, ...]) -> tuple[Man, ...]:
        """Return the men after a few moves."""
        rng, world = self.rng, self.world
        standing = {man.place: man for man in men if man.place is not None}
        for _ in range(int(rng.integers(1, 7))):
            if standing and rng.random() < 0.8:
                man = standing.pop(list(standing)[int(rng.integers(len(standing)))])
                colour = man.colour
            else:
                colour = str(rng.choice(list(world.pieces.colours)))
            target = int(rng.integers(len(world.layout.kinds)))
            if rng.random() < 0.85:
                standing[target] = self._man(target, colour, turned=bool(rng.random() < 0.4))
        present = list(standing.values())
        return tuple(present) + self._strays(present)

    def _strays(self, men: list[Man]) -> tuple[Man, ...]:
        """Return pieces beside the board, and now and then one that fell over on it."""
        rng, world = self.rng, self.world
        strays = []
        w, h = world.size_mm
        model = world.pieces.models[0]
        if rng.random() < 0.4:
            for _ in range(int(rng.integers(1, 14))):
                side = rng.choice([-1, 1])
                away = rng.choice([0.03, 0.12])
                along, across = (w, h) if rng.random() < 0.7 else (h, w)
                out = model.radius_mm + abs(rng.normal(0, away * along))
                spot = ((along + out) if side > 0 else -out, rng.uniform(0, across))
                stand = Stand(
                    spot if along == w else spot[::-1],
                    rng.uniform(0, 6.28),
                    sink_mm=world.surfaces.fold[3],
                    fallen=bool(rng.random() < 0.3),
                )
                strays.append(self._stray(stand))
        if rng.random() < 0.08:
            at = (rng.uniform(0.1, 0.9) * w, rng.uniform(0.1, 0.9) * h)
            reach = model.height_mm + 2 * model.radius_mm
            near = [
                m
                for m in men
                if np.hypot(m.stand.at_mm[0] - at[0], m.stand.at_mm[1] - at[1]) < reach
            ]
            if not near:
                strays.append(self._stray(Stand(at, rng.uniform(0, 6.28), fallen=True)))
        return tuple(strays)

    def _stray(self, stand: Stand) -> Man:
        colour = str(self.rng.choice(list(self.world.pieces.colours)))
        shape = int(self.rng.integers(len(self.world.pieces.models)))
        return Man(None, colour, shape, stand, int(self.rng.integers(1 << 31)))

    # -- hands and things

    def _border_point(self, heading: float, inside_mm: float) -> Floats:
        """Return the point so far inside the border where a way towards ``heading`` comes in."""
        w, h = self.world.size_mm
        d = np.array([np.cos(heading), np.sin(heading)])
        target = np.array([w, h]) * self.rng.uniform(0.15, 0.85, 2)
        back = [
            ((0 if d[k] > 0 else s) - target[k]) / d[k]
            for k, s in enumerate((w, h))
            if abs(d[k]) > 1e-6
        ]
        entry = max(b for b in back if b <= 0)
        point: Floats = target + d * min(0.0, entry + inside_mm)
        return point

    def _hand(self, owner: hands.Owner) -> list[Part]:
        rng = self.rng
        side = float(max(self.world.size_mm))
        kind = rng.random()
        if kind < 0.4:
            inside = rng.uniform(2, 30)
        elif kind < 0.75:
            inside = rng.uniform(0.1, 0.6) * side
        else:
            inside = rng.uniform(0.6, 1.0) * side
        heading = rng.uniform(0, 6.28)
        tip = self._border_point(heading, inside)
        reach = hands.Reach(
            (float(tip[0]), float(tip[1]), float(rng.uniform(8, 70) + rng.choice([0, 0, 50]))),
            heading, float(rng.uniform(0.0, 0.9)),
        )  # fmt: skip
        parts = hands.make_hand(rng, owner, reach, seen=True)
        return parts + (self._held(reach) if rng.random() < 0.35 else [])

    def _held(self, reach: hands.Reach) -> list[Part]:
        """Return a piece at the fingertips: it belongs to the hand."""
        man = self._stray(
            Stand(reach.tip[:2], 0.0, self.rng.uniform(0, 0.5), -max(0, reach.tip[2] - 15))
        )
        part = place_man(self.world, man, 0)
        return [Part(part.mesh, HAND, 0, part.gloss, part.rough, part.layer)]

    def _ghost(self, owner: hands.Owner, camera: Camera) -> list[Part]:
        """Return a hand or a person's shoulder that the camera does not see, only its shadow."""
        rng = self.rng
        side = float(max(self.world.size_mm))
        heading = rng.uniform(0, 6.28)
        tip = self._border_point(heading, rng.uniform(0.0, 0.9) * side)
        height = float(min(rng.uniform(60, 500), camera.eye[2] * 1.2))
        return hands.make_hand(rng, owner, hands.Reach((*tip, height), heading, 0.2), seen=False)

    def _hand_beside(self, owner: hands.Owner) -> list[Part]:
        rng = self.rng
        w, h = self.world.size_mm
        heading = rng.uniform(0, 6.28)
        d = np.array([np.cos(heading), np.sin(heading)])
        tip = np.array([w, h]) / 2 - d * (np.hypot(w, h) / 2 + rng.uniform(40, 120))
        reach = hands.Reach((float(tip[0]), float(tip[1]), 8.0), heading + rng.normal(0, 0.2), 0.1)
        return hands.make_hand(rng, owner, reach, seen=True)

    def _torso(self) -> list[Part]:
        """Return somebody who sits at the table close to the board."""
        rng = self.rng
        w, h = self.world.size_mm
        radius, top = rng.uniform(110, 190), rng.uniform(40, 260)
        profile = np.array([[1, -1.5], [1, 0.2], [0.9, 0.6], [0.6, 0.9], [0, 1]]) * (radius, top)
        mesh = turn_profile(profile, np.tile(self.owner.sleeve, (5, 1)), 24)
        heading = rng.uniform(0, 6.28)
        away = radius + rng.uniform(0, 150)
        x = float(np.clip(w / 2 + np.cos(heading) * 2 * w, -away, w + away))
        y = float(np.clip(h / 2 + np.sin(heading) * 2 * h, -away, h + away))
        return [Part(mesh.moved(np.eye(3), np.array([x, y, 0])), HAND, layer=CLOTH)]

    def _things(self) -> list[Part]:
        rng, world = self.rng, self.world
        w, h = world.size_mm
        parts: list[Part] = []
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(1, 4))):
                at = (rng.uniform(0, w), rng.uniform(0, h))
                parts += things.make_thing(rng, str(rng.choice(things.SMALL)), at, 0.3)
        return parts + self._beside(int(rng.integers(1, 5)) if rng.random() < 0.7 else 0)

    def _beside(self, count: int) -> list[Part]:
        """Return things lying round the board, some of them partly on it."""
        rng, world = self.rng, self.world
        w, h = world.size_mm
        parts: list[Part] = []
        for _ in range(count):
            turn = rng.uniform(0, 6.28)
            out = 60 + abs(rng.normal(0, 80))
            x = np.clip(w / 2 + np.cos(turn) * w, -out, w + out)
            y = np.clip(h / 2 + np.sin(turn) * h, -out, h + out)
            floor = -world.surfaces.fold[3]
            parts += things.make_thing(
                rng, str(rng.choice(things.LARGE)), (float(x), float(y)), floor
            )
        return parts


def place_man(world: World, man: Man, index: int) -> Part:
    """Return a man as a part of the scene."""
    model, hole = world.pieces.models[man.shape], _hole_under(world, man)
    rng = np.random.default_rng(man.seed)
    colour = shade_of(rng, world.pieces.colours[man.colour])
    return put_piece(model, colour, man.stand, index, hole)


def print_man(world: World, man: Man, index: int) -> list[Part]:
    """Return what is printed on a man."""
    return print_face(world.pieces.models[man.shape], man.stand, index, _hole_under(world, man))


def _hole_under(world: World, man: Man) -> tuple[float, float, float]:
    return world.hole_at(man.place) if man.place is not None else (0.0, 0.0, 0.0)
