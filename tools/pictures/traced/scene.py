"""One picture through Mitsuba: scene, rendering, denoising.

Every scene has the same groups in the same order (an empty one holds a triangle far away), so
that the renderer compiles its code once and not for every picture.
"""

from __future__ import annotations

import functools
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tools.pictures.traced import bodies, canvas, lights, meshes
from tools.pictures.traced.boards import BoardSpec
from tools.pictures.traced.camera import Camera
from tools.pictures.traced.meshes import Floats, Mesh
from tools.pictures.traced.shots import Shot


def _load_mitsuba() -> tuple[Any, Any, Any]:
    """Load the renderer on one thread; the newest LLVM of the system is the one that works."""
    found = sorted(str(path) for path in Path("/usr/lib").glob("*/libLLVM*.so*"))
    newest = next((path for path in found if "19" in path), found[-1] if found else "")
    os.environ.setdefault("DRJIT_LIBLLVM_PATH", newest)
    import drjit  # noqa: PLC0415  # the path above must be set first
    import mitsuba  # noqa: PLC0415

    mitsuba.set_variant("llvm_ad_rgb")
    drjit.set_thread_count(1)
    import mitsuba_oidn  # noqa: PLC0415  # needs the variant

    return mitsuba, drjit, mitsuba_oidn


mi, dr, oidn = _load_mitsuba()

SAMPLES: Final = 5
"""Paths a pixel before the denoiser; below that, edges of pieces begin to fray."""

_GUIDE_SAMPLES: Final = 2
_DEPTH: Final = 3
_TABLE_MM: Final = 2400.0


@dataclass(frozen=True)
class Solids:
    """The groups of one picture's meshes; a group shares one material."""

    face: Mesh
    rest: Mesh
    pieces: tuple[Mesh, ...]
    printed: Mesh
    skin: Mesh
    cloth: Mesh
    things: Mesh
    loose: Mesh
    shades: Mesh


def gather(shot: Shot) -> Solids:
    """Make all meshes of a picture."""
    board, atlas = shot.board, make_atlas(shot.board)[0]
    body = bodies.make_board(board)
    faces, stacks = bodies.make_pile(shot, atlas)
    faces += [
        face for piece in shot.pieces if (face := bodies.make_token_face(board, piece, atlas))
    ]
    arms = [bodies.make_hand(pose) for pose in shot.hands]
    cards = [thing for thing in shot.things if thing.kind == "card"]
    sleeves = [bodies.make_thing(shot, thing) for thing in shot.things if thing.kind == "sleeve"]
    others = [thing for thing in shot.things if thing.kind not in ("card", "sleeve")]
    return Solids(
        face=body.face,
        rest=meshes.merge_meshes([body.rest, *stacks]),
        pieces=tuple(bodies.make_piece(board, piece) for piece in shot.pieces),
        printed=meshes.merge_meshes(faces),
        skin=meshes.merge_meshes(skin for skin, _ in arms),
        cloth=meshes.merge_meshes([*(sleeve for _, sleeve in arms if sleeve), *sleeves]),
        things=meshes.merge_meshes(bodies.make_thing(shot, thing) for thing in others),
        loose=meshes.merge_meshes(bodies.make_loose_card(shot, card, atlas) for card in cards),
        shades=meshes.merge_meshes(shot.light.shades),
    )


@functools.cache
def make_atlas(board: BoardSpec) -> tuple[bodies.Atlas, Image.Image]:
    """Return all printed faces of a board in one texture; made once for each board."""
    faces = board.faces() if board.faces else {}
    width = sum(face.width for face in faces.values())
    height = max(face.height for face in faces.values())
    sheet, cells, left = Image.new("RGB", (width, height)), {}, 0
    for key, face in faces.items():
        sheet.paste(face, (left, 0))
        cells[key] = (left / width, (left + face.width) / width, 1 - face.height / height)
        left += face.width
    return bodies.Atlas(cells), sheet


_TABLES: Final = {
    "walnut": ((58, 38, 28), (96, 66, 46)),
    "oak": ((150, 110, 68), (192, 152, 104)),
    "beech": ((184, 142, 100), (214, 176, 132)),
}


@functools.cache
def _draw_table(name: str) -> Any:
    """Return a table's texture, 1200 pixels a side."""
    shape = (1200, 1200)
    if name in _TABLES:
        pixels = canvas.grain(shape, *_TABLES[name], seed=len(name), plank=150)
    elif name == "white":
        pixels = canvas.paper(shape, (216, 213, 206), 5, 3)
    else:
        pixels = _weave(shape, stripes=name == "plaid")
    return _texture(Image.fromarray(pixels))


def _weave(shape: tuple[int, int], *, stripes: bool) -> Any:
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    weave = 0.08 * np.sin(x * 2.1) * np.sin(y * 2.1) + 0.05 * canvas.noise(shape, (1, 1), 8)
    colour = np.array((132, 60, 58) if stripes else (108, 116, 100)) * (1 + weave[..., None])
    if stripes:
        crossings = (x // 45 % 3 == 0).astype(float) + (y // 45 % 3 == 0)
        colour += crossings[..., None] * np.array((34, 40, 38))
    return np.clip(colour, 0, 255).astype(np.uint8)


def _texture(image: Image.Image) -> Any:
    bitmap = mi.Bitmap(np.ascontiguousarray(np.asarray(image)[::-1]))
    bitmap.set_srgb_gamma(True)
    return mi.load_dict({"type": "bitmap", "bitmap": bitmap, "filter_type": "bilinear"})


def _paint(reflectance: Any, alpha: float, *, both: bool = False) -> Any:
    coat = {"type": "roughplastic", "alpha": alpha, "diffuse_reflectance": reflectance}
    return mi.load_dict({"type": "twosided", "bsdf": coat} if both else coat)


_VERTEX_COLOURS: Final = {"type": "mesh_attribute", "name": "vertex_color"}


def _enamel(roughness: float, *, both: bool = False) -> Any:
    """Return gloss over vertex colours, which the coat of ``_paint`` cannot carry."""
    coat = {"type": "principled", "base_color": _VERTEX_COLOURS, "roughness": roughness,
            "specular": 0.5}  # fmt: skip
    return mi.load_dict({"type": "twosided", "bsdf": coat} if both else coat)


@functools.cache
def _materials(board: BoardSpec) -> dict[str, Any]:
    """Return the materials of one board that stay from picture to picture."""
    dull = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _VERTEX_COLOURS}}
    sheet = _texture(make_atlas(board)[1])
    return {
        "face": _paint(_texture(board.draw(board)), board.alpha),
        "pieces": _enamel(board.kinds[0].alpha ** 0.5),
        "printed": _paint(sheet, 0.2, both=True),
        "loose": _paint(sheet, 0.2, both=True),
        "skin": _enamel(0.6),
        "things": _enamel(0.25, both=True),
        "dull": mi.load_dict(dull),
    }


def _table(shot: Shot) -> Mesh:
    half = _TABLE_MM / 2
    corners = [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]
    quad = meshes.textured_quad(corners, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * 1.7)
    lay = meshes.shift(z=-shot.board.thickness) @ meshes.turn(shot.table_turned)
    return meshes.move(quad, np.asarray(lay))


_UNLIT: Final = lights.Lamp(meshes.NOTHING, (0.012, 0.01, 0.008))


def _describe_light(shot: Shot, folder: Path) -> dict[str, Any]:
    light = shot.light
    lamps = [*light.lamps, *[_UNLIT] * lights.MAX_LAMPS]
    room = mi.Bitmap(np.ascontiguousarray(light.room.astype(np.float32)))
    stand = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    entries: dict[str, Any] = {"room": {"type": "envmap", "bitmap": room, "to_world": stand}}
    for k, lamp in enumerate(lamps[: lights.MAX_LAMPS]):
        glow = {"type": "area", "radiance": {"type": "rgb", "value": list(lamp.radiance)}}
        entries[f"lamp{k}"] = _shape(folder / f"lamp{k}.ply", lamp.mesh, None, flat=True) | {
            "emitter": glow
        }
    return entries


def _shape(path: Path, mesh: Mesh, material: Any, *, flat: bool = False) -> dict[str, Any]:
    meshes.write_ply(path, mesh)
    entry = {"type": "ply", "filename": str(path), "face_normals": flat}
    return entry | ({"bsdf": material} if material is not None else {})


def _load_scene(shot: Shot, solids: Solids) -> Any:
    """Hand one picture's meshes, materials and lights to the renderer."""
    own = _materials(shot.board)
    with tempfile.TemporaryDirectory() as at:
        folder = Path(at)

        def shape(name: str, mesh: Mesh, material: Any, *, flat: bool = False) -> dict[str, Any]:
            """Describe a group; ``flat`` keeps the edges between its triangles sharp."""
            return _shape(folder / f"{name}.ply", mesh, material, flat=flat)

        table = _paint(_draw_table(shot.table), 0.25 if shot.table in _TABLES else 0.45)
        standing = meshes.merge_meshes(solids.pieces)
        dull = own["dull"]
        return mi.load_dict(
            {
                "type": "scene",
                "table": shape("table", _table(shot), table, flat=True),
                "face": shape("face", solids.face, own["face"], flat=shot.board.relief is None),
                "rest": shape("rest", solids.rest, dull, flat=True),
                "pieces": shape("pieces", standing, own["pieces"]),
                "printed": shape("printed", solids.printed, own["printed"], flat=True),
                "skin": shape("skin", solids.skin, own["skin"]),
                "cloth": shape("cloth", solids.cloth, dull),
                "things": shape("things", solids.things, own["things"]),
                "loose": shape("loose", solids.loose, own["loose"], flat=True),
                "shades": shape("shades", solids.shades, dull, flat=True),
                **_describe_light(shot, folder),
            }
        )


@dataclass(frozen=True)
class Traced:
    """A traced picture: linear light, what surfaces reflect, and the scene for its labels."""

    linear: NDArray[np.float32]
    albedo: NDArray[np.float32]
    scene: Any
    solids: Solids


def _aim_rays(camera: Camera, x: Any, y: Any) -> Any:
    """Return rays through pixels, bent as the lens bends them.

    The camera's numbers are hidden from the compiler, so that its code serves every camera.
    """
    focal, k1, k2, cx, cy = (
        dr.opaque(mi.Float, float(value))
        for value in (camera.focal, camera.k1, camera.k2, *camera.intrinsics[:2, 2])
    )
    bent = mi.Vector2f(x - cx, y - cy) / focal
    reach = dr.maximum(dr.norm(bent), 1e-6)
    straight = mi.Float(reach)
    for _ in range(4):
        r2 = straight * straight
        value = straight * (1 + r2 * (k1 + k2 * r2)) - reach
        straight -= value / (1 + r2 * (3 * k1 + 5 * k2 * r2))
    flat = bent * straight / reach
    right, down, sight, eye = (_hide(row) for row in (*camera.axes, np.array(camera.eye)))
    way = dr.normalize(right * flat.x + down * flat.y + sight)
    return mi.RayDifferential3f(mi.Point3f(eye), way)


def _hide(vector: Floats) -> Any:
    return mi.Vector3f(*[dr.opaque(mi.Float, float(value)) for value in vector])


def _jitter(camera: Camera, samples: int, seed: int) -> tuple[Any, Any]:
    """Return a sampler, and rays spread evenly over the pixels: one picture after another."""
    size = camera.width * camera.height
    sampler = mi.load_dict({"type": "independent"})
    sampler.seed(seed, size * samples)
    step = sampler.next_2d() - 0.5
    x, y = _pixels(camera, samples)
    return sampler, _aim_rays(camera, x + step.x, y + step.y)


def _pixels(camera: Camera, samples: int = 1) -> tuple[Any, Any]:
    """Return column and row of every pixel, the whole picture this many times."""
    size = camera.width * camera.height
    index = dr.arange(mi.UInt32, size * samples)
    whole, width = dr.opaque(mi.UInt32, size), dr.opaque(mi.UInt32, camera.width)
    pixel = index - (index // whole) * whole
    row = pixel // width
    return mi.Float(pixel - row * width), mi.Float(row)


def _average(values: Any, camera: Camera, samples: int) -> NDArray[np.float32]:
    """Return the mean of each pixel's samples, as a picture."""
    channels = [np.array(channel, np.float32).reshape(samples, -1).mean(0) for channel in values]
    picture = np.stack(channels, -1).reshape(camera.height, camera.width, 3)
    return np.ascontiguousarray(np.nan_to_num(picture))


def _trace_light(scene: Any, camera: Camera, samples: int, seed: int) -> NDArray[np.float32]:
    sampler, rays = _jitter(camera, samples, seed)
    radiance = dr.minimum(_integrator().sample(scene, sampler, rays)[0], 40.0)
    dr.eval(radiance)  # all channels at once; one by one, each would trace the picture again
    return _average(radiance, camera, samples)


@functools.cache
def _integrator() -> Any:
    return mi.load_dict({"type": "path", "max_depth": _DEPTH})


def _trace_guides(scene: Any, camera: Camera, seed: int) -> tuple[Any, Any]:
    """Return the first surfaces' reflectance and normal, which guide the denoiser."""
    _, rays = _jitter(camera, _GUIDE_SAMPLES, seed)
    hit = scene.ray_intersect(rays)
    albedo = hit.bsdf().eval_diffuse_reflectance(hit, hit.is_valid())
    normal = dr.select(hit.is_valid(), hit.sh_frame.n, 0)
    dr.eval(albedo, normal)
    return _average(albedo, camera, _GUIDE_SAMPLES), _average(normal, camera, _GUIDE_SAMPLES)


def trace(shot: Shot, samples: int = SAMPLES) -> Traced:
    """Render one picture: linear light as it falls on the sensor, still without noise."""
    solids = gather(shot)
    scene = _load_scene(shot, solids)
    seed = shot.seed % 2**31
    albedo, normal = _trace_guides(scene, shot.camera, seed + 1)
    albedo = np.clip(albedo, 0, 1)
    clean = oidn.denoise(
        _trace_light(scene, shot.camera, samples, seed),
        albedo=albedo,
        normal=normal,
        hdr=True,
        quality=oidn.Quality.Fast,
    )
    return Traced(np.maximum(np.array(clean, np.float32), 0), albedo, scene, solids)


def first_hits(scene: Any, camera: Camera) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return which group, and which of its triangles, is seen at the middle of every pixel.

    The group is -1 where there is none; otherwise its number among the scene's shapes.
    """
    hit = scene.ray_intersect_preliminary(_aim_rays(camera, *_pixels(camera)))
    shape = (camera.height, camera.width)
    triangles = np.array(hit.prim_index).astype(np.int64)
    return _number_shapes(scene, hit).reshape(shape), triangles.reshape(shape)


def _number_shapes(scene: Any, hit: Any) -> NDArray[np.int64]:
    """Return the numbers of the shapes that were hit, -1 for none."""
    handles = np.array(dr.reinterpret_array(mi.UInt32, hit.shape))
    groups = np.full(handles.shape, -1, np.int64)
    for number, shape in enumerate(scene.shapes()):
        own = np.array(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(shape)))[0]
        groups[handles == own] = number
    return np.where(np.array(hit.is_valid()), groups, -1)


def shape_names(scene: Any) -> list[str]:
    """Return the names of the scene's groups, in the order of their numbers."""
    return [str(shape.id()) for shape in scene.shapes()]
