"""Draws scenes with OpenGL: shadows flattened on the board's plane, then the picture.

Shadows need no depth maps: everything is flattened onto the board's plane from several points of
each lamp and added up, so that they are soft where they should be. A dome of such points gives
the dark at the foot of things.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import moderngl
import numpy as np
from numpy.typing import NDArray

from tools.pictures.raster import shaders
from tools.pictures.raster.cookies import draw_cookie
from tools.pictures.raster.lights import Emitter, Light
from tools.pictures.raster.mesh import HAND, THING, Floats, Part
from tools.pictures.raster.scene import Drawn, Scene, Surfaces, pack_parts, sort_parts

SHADOW_PIXELS: Final = 800
"""Side of the shadow pictures."""
DOME_POINTS: Final = 14
"""The number of sky directions sampled for ambient occlusion."""


class Renderer:
    """One OpenGL context with its programs; ``load`` the surfaces of a world, then ``draw``."""

    def __init__(self) -> None:
        self._context = moderngl.create_standalone_context(backend="egl")
        make = self._context.program
        self._flatten = make(
            vertex_shader=shaders.FLATTEN_VERTEX, fragment_shader=shaders.FLATTEN_FRAGMENT
        )
        self._identify = make(
            vertex_shader=shaders.IDENTITY_VERTEX, fragment_shader=shaders.IDENTITY_FRAGMENT
        )
        self._paints = [
            make(
                vertex_shader=shaders.COLOUR_VERTEX,
                fragment_shader=shaders.write_colour_fragment(number),
            )
            for number in (shaders.NEAR, shaders.FACE, shaders.GROUND)
        ]
        self._targets: dict[tuple[int, int], tuple[Any, Any, Any]] = {}
        self._shadows = [self._shadow_target() for _ in range(3)]
        self._textures: dict[str, Any] = {"noise": self._texture(_noise_tile(), tile=True)}
        self._surfaces: Surfaces | None = None

    def load(self, surfaces: Surfaces) -> None:
        """Bring the textures of a world onto the card, in place of those of the last."""
        for name in ("art", "tabletop", "atlas", "hole_map"):
            if name in self._textures:
                self._textures[name].release()
        self._surfaces = surfaces
        self._textures["art"] = self._texture(surfaces.art)
        self._textures["tabletop"] = self._texture(surfaces.tabletop, tile=True)
        self._textures["atlas"] = self._texture(surfaces.atlas)
        holes = _hole_map(surfaces)
        texture = self._context.texture(holes.shape[1::-1], 3, holes.tobytes(), dtype="f4")
        texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        texture.repeat_x = texture.repeat_y = False
        self._textures["hole_map"] = texture

    def draw(self, scene: Scene) -> Drawn:
        """Draw one picture."""
        assert self._surfaces is not None
        buffers = self._upload(scene)
        self._draw_shadows(scene)
        light = self._draw_light(scene)
        seen = self._draw_identity(scene, buffers[0])
        foreign = any(p.kind in (HAND, THING) and p.seen for p in scene.parts)
        below = self._draw_identity(scene, buffers[1]) if foreign else seen
        for buffer in (b for group in buffers for b in group):
            buffer.release()
        maps = scene.camera.pinhole.maps
        x, y = maps[..., 0], maps[..., 1]
        picture = np.asarray(cv2.remap(light, x, y, cv2.INTER_LINEAR))
        flat = [np.asarray(cv2.remap(i, x, y, cv2.INTER_NEAREST)) for i in (seen, below)]
        return Drawn(picture, flat[0], flat[1])

    def _shadow_target(self) -> Any:
        size = (SHADOW_PIXELS, SHADOW_PIXELS)
        texture = self._context.texture(size, 4)
        texture.repeat_x = texture.repeat_y = False
        return self._context.framebuffer([texture], self._context.depth_renderbuffer(size))

    def _texture(self, picture: Floats, *, tile: bool = False) -> Any:
        pixels = np.clip(picture * 255 + 0.5, 0, 255).astype(np.uint8)
        height, width, channels = pixels.shape
        texture = self._context.texture((width, height), channels, pixels.tobytes(), alignment=1)
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = tile
        return texture

    def _upload(self, scene: Scene) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        """Return vertices and triangles of all that is seen, and of it without foreign things."""
        seen = [part for part in scene.parts if part.seen]
        below = [part for part in seen if part.kind not in (HAND, THING)]
        groups = []
        for parts in (seen, below):
            vertices, triangles = pack_parts(parts)
            groups.append((self._context.buffer(vertices), self._context.buffer(triangles)))
        return groups[0], groups[1]

    def _draw_shadows(self, scene: Scene) -> None:
        casting = [p for p in scene.parts if p.casts]
        foreign = [p for p in casting if p.kind in (HAND, THING)]
        side, half_side = SHADOW_PIXELS, self._plane()[1]
        cookie = np.zeros((side, side), np.uint8)
        if scene.light.cookie is not None:
            passing = scene.light.passing
            cookie = draw_cookie(scene.light.cookie, side, half_side, passing=passing)
        planes = (
            (casting, 0.0),
            (foreign, 0.0),
            (casting if scene.waist_mm else [], scene.waist_mm),
        )
        for number, (target, (parts, plane)) in enumerate(zip(self._shadows, planes, strict=True)):
            target.use()
            target.clear(depth=1.0)
            if parts:
                self._flatten_parts(scene, parts, plane)
            self._finish_shadow(scene, target, cookie, masked=number < 2)

    def _flatten_parts(self, scene: Scene, parts: list[Part], plane: float) -> None:
        middle, half_side = self._plane()
        meshes = [part.coarse or part.mesh for part in parts]
        points = np.concatenate([m.points for m in meshes]).astype(np.float32)
        starts = np.cumsum([0, *(len(m.points) for m in meshes[:-1])])
        corners = [m.triangles + s for m, s in zip(meshes, starts, strict=True)]
        buffer = self._context.buffer(points.tobytes())
        index = self._context.buffer(np.concatenate(corners).astype(np.int32).tobytes())
        array = self._context.vertex_array(self._flatten, [(buffer, "3f", "in_pos")], index)
        self._context.enable(moderngl.DEPTH_TEST | moderngl.BLEND)
        self._context.depth_func = "<"
        self._context.blend_func = moderngl.ONE, moderngl.ONE
        self._flatten["middle"] = tuple(middle)
        self._flatten["half_side"] = half_side
        self._flatten["plane"] = plane
        # each sample lies nearer than the last: within a sample a pixel is darkened only once
        layer = 0.99
        sources = self._sources(scene)
        for channel, points_of in enumerate(sources if plane == 0 else sources[:-1]):
            weight = [0.0] * 4
            weight[channel] = 1 / max(1, len(points_of))
            self._flatten["weight"] = tuple(weight)
            for source in points_of:
                layer -= 0.012
                self._flatten["layer"] = layer
                self._flatten["source"] = tuple(source)
                array.render()
        self._context.disable(moderngl.BLEND)
        for thing in (array, buffer, index):
            thing.release()

    def _sources(self, scene: Scene) -> list[NDArray[Any]]:
        rng = np.random.default_rng(scene.seed)
        emitters = [emitter.points(rng) for emitter in scene.light.emitters]
        emitters += [np.zeros((0, 3))] * (shaders.LIGHTS - len(emitters))
        turn = np.arange(DOME_POINTS) * 2.399963 + rng.uniform(0, 6.28)
        tangent = np.sqrt((np.arange(DOME_POINTS) + 0.5) / DOME_POINTS) * 0.93
        rise = np.sqrt(1 - tangent**2)
        dome = np.stack([tangent * np.cos(turn), tangent * np.sin(turn), rise], 1) * 4e4
        dome[:, :2] += self._plane()[0]
        return [*emitters, dome]

    def _plane(self) -> tuple[Floats, float]:
        """Return middle and half the side of the shadow picture in mm."""
        assert self._surfaces is not None
        board = np.array(self._surfaces.board_mm, np.float32)
        return board / 2, float(board.max()) * 0.85 + 20

    def _finish_shadow(
        self, scene: Scene, target: Any, cookie: NDArray[Any], *, masked: bool
    ) -> None:
        """Soften the steps between samples, and add what stands in the first lamp's light."""
        side = SHADOW_PIXELS
        data = np.frombuffer(target.read(components=4), np.uint8).reshape(side, side, 4)
        channels = [np.ascontiguousarray(data[..., i]) for i in range(4)]
        for i, wide in enumerate([*self._steps(scene), 9]):
            channels[i] = np.asarray(cv2.blur(cv2.blur(channels[i], (wide, wide)), (wide, wide)))
        soft = cv2.merge(channels)
        soft[[0, -1]] = 0
        soft[:, [0, -1]] = 0
        if not masked:
            soft[..., 3] = cookie
        elif scene.light.cookie is not None:
            soft[..., 0] = np.maximum(soft[..., 0], cookie)
        target.color_attachments[0].write(soft.tobytes())

    def _steps(self, scene: Scene) -> list[int]:
        """Return how wide the steps of each lamp's shadow are, 60 mm below what throws it."""
        middle, half_side = self._plane()
        steps = []
        for emitter in scene.light.emitters:
            reach = float(np.linalg.norm(emitter.centre - (*middle, 0)))
            size = float(np.linalg.norm(emitter.side_a) + np.linalg.norm(emitter.side_b))
            step = 60 * size / reach / emitter.samples * SHADOW_PIXELS / (2 * half_side)
            steps.append(2 * int(np.clip(step / 1.5, 1, 8)) + 1)
        return steps

    def _target(self, size: tuple[int, int]) -> tuple[Any, Any, Any]:
        """Return the sampled, the resolved and the identity framebuffer of a size."""
        if size not in self._targets:
            for old in (buffer for group in self._targets.values() for buffer in group):
                _release_target(old)
            context = self._context
            sampled = context.framebuffer(
                [context.renderbuffer(size, 4, samples=4, dtype="f2")],
                context.depth_renderbuffer(size, samples=4),
            )
            plain = context.framebuffer([context.texture(size, 4, dtype="f2")])
            identity = context.framebuffer(
                [context.texture(size, 1, dtype="u2")], context.depth_renderbuffer(size)
            )
            self._targets = {size: (sampled, plain, identity)}
        return self._targets[size]

    def _draw_light(self, scene: Scene) -> Floats:
        pinhole = scene.camera.pinhole
        sampled, plain, _ = self._target((pinhole.width, pinhole.height))
        sampled.use()
        sampled.clear()
        self._context.enable(moderngl.DEPTH_TEST)
        # from near to far: what is covered is then not coloured at all
        for program, parts in zip(self._paints, sort_parts(scene.parts), strict=True):
            self._set_scene(program, scene)
            self._draw_parts(program, parts)
        self._context.copy_framebuffer(plain, sampled)
        data = plain.read(components=3, dtype="f2")
        size = (pinhole.height, pinhole.width, 3)
        return np.frombuffer(data, np.float16).reshape(size).astype(np.float32)

    def _draw_parts(self, program: Any, parts: list[Part]) -> None:
        if not parts:
            return
        vertices, triangles = (self._context.buffer(data) for data in pack_parts(parts))
        names = ("in_pos", "in_nrm", "in_rgb", "in_uv", "in_mat", "in_hole")
        used = [name for name in names if name in program]
        sizes = {"in_pos": 3, "in_nrm": 3, "in_rgb": 3, "in_uv": 2, "in_mat": 4, "in_hole": 3}
        form = " ".join(f"{sizes[n]}f" if n in used else f"{4 * sizes[n]}x" for n in names)
        array = self._context.vertex_array(program, [(vertices, form, *used)], triangles)
        array.render()
        for thing in (array, vertices, triangles):
            thing.release()

    def _draw_identity(self, scene: Scene, buffers: tuple[Any, Any]) -> NDArray[Any]:
        pinhole = scene.camera.pinhole
        target = self._target((pinhole.width, pinhole.height))[2]
        content = [(buffers[0], "3f 32x 4f 12x", "in_pos", "in_mat")]
        array = self._context.vertex_array(self._identify, content, buffers[1])
        self._set(self._identify, "project", self._projection(scene))
        self._bind(self._identify, ("hole_map",))
        target.use()
        target.clear()
        self._context.enable(moderngl.DEPTH_TEST)
        array.render()
        data = target.read(components=1, dtype="u2", alignment=1)
        array.release()
        return np.frombuffer(data, np.uint16).reshape(pinhole.height, pinhole.width)

    def _projection(self, scene: Scene) -> bytes:
        matrix = scene.camera.pinhole.matrix(scene.camera)
        return np.ascontiguousarray(matrix.T).astype(np.float32).tobytes()

    def _set(self, program: Any, name: str, value: Any) -> None:
        """Set a uniform, unless the compiler threw it away."""
        if name in program:
            if isinstance(value, bytes):
                program[name].write(value)
            else:
                program[name] = value

    def _bind(self, program: Any, names: tuple[str, ...]) -> None:
        assert self._surfaces is not None
        for unit, name in enumerate(names):
            self._textures[name].use(unit)
            self._set(program, name, unit)
        self._set(program, "board", tuple(self._surfaces.board_mm))

    def _set_scene(self, program: Any, scene: Scene) -> None:
        assert self._surfaces is not None
        light = scene.light
        self._bind(program, ("art", "tabletop", "atlas", "noise", "hole_map"))
        for unit, (name, target) in enumerate(
            zip(("shadow", "high_shadow", "waist_shadow"), self._shadows, strict=True), start=5
        ):
            target.color_attachments[0].use(unit)
            self._set(program, name, unit)
        middle, half_side = self._plane()
        values = {
            "project": self._projection(scene),
            "eye": tuple(scene.camera.eye),
            "middle": tuple(middle),
            "half_side": half_side,
            "dome_up": tuple(light.up),
            "dome_down": tuple(light.up * 0.4 if light.down is None else light.down),
            "lights": len(light.emitters),
            "finish": self._surfaces.finish,
            "fold": self._surfaces.fold,
            "table_map": np.ascontiguousarray(scene.table_map.T).astype(np.float32).tobytes(),
            "weave": scene.weave,
            "grain": scene.grain,
            "room": light.room,
            "waist": scene.waist_mm,
        }
        for name, value in {**values, **self._lamps(light)}.items():
            self._set(program, name, value)

    def _lamps(self, light: Light) -> dict[str, bytes]:
        """Return the emitters as arrays of uniforms, filled up with nothing."""
        middle = np.array([*self._plane()[0], 0.0])

        def pack(rows: list[Any], width: int) -> bytes:
            array = np.zeros((shaders.LIGHTS, width), np.float32)
            array[: len(rows)] = np.array(rows, np.float32).reshape(len(rows), width)
            return array.tobytes()

        def look(e: Emitter) -> tuple[float, ...]:
            return (float(e.round), *e.bars, float(np.linalg.norm(e.side_a + e.side_b)))

        emitters = light.emitters
        return {
            "centre": pack([e.centre for e in emitters], 3),
            "side_a": pack([e.side_a for e in emitters], 3),
            "side_b": pack([e.side_b for e in emitters], 3),
            "power": pack([e.power for e in emitters], 3),
            "radiance": pack([e.radiance(middle) for e in emitters], 3),
            "look": pack([look(e) for e in emitters], 4),
        }


def _release_target(target: Any) -> None:
    """Release a framebuffer and its textures, which it does not release itself."""
    for attachment in (*target.color_attachments, target.depth_attachment):
        if attachment is not None:
            attachment.release()
    target.release()


def _noise_tile() -> Floats:
    """Return four channels of tiling noise, 256 pixels square, around one half."""
    rng = np.random.default_rng(7)
    field = np.zeros((256, 256, 4), np.float32)
    for sigma, strength in ((1, 0.5), (4, 1.0), (12, 1.0)):
        raw = rng.standard_normal((256, 256, 4)).astype(np.float32)
        wide = cv2.GaussianBlur(np.tile(raw, (3, 3, 1)), (0, 0), sigma)[256:512, 256:512]
        field += strength * wide / wide.std()
    return np.asarray(np.clip(0.5 + field / field.std() * 0.17, 0, 1))


def _hole_map(surfaces: Surfaces) -> Floats:
    """Return for each cell of the board the nearest hole: x, y, radius."""
    if not len(surfaces.holes):
        return np.full((1, 1, 3), (0, 0, -1), np.float32)
    x, y = np.meshgrid(*((np.arange(256) + 0.5) / 256 * side for side in surfaces.board_mm))
    away = np.hypot(x[..., None] - surfaces.holes[:, 0], y[..., None] - surfaces.holes[:, 1])
    return np.asarray(surfaces.holes[away.argmin(2)], np.float32)
