"""Writes worlds: board.toml, pictures, masks and truth.jsonl, one folder for each seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tools.pictures.raster import labels
from tools.pictures.raster.boardfile import describe_board
from tools.pictures.raster.camera import board_corners
from tools.pictures.raster.mesh import Part
from tools.pictures.raster.renderer import Renderer
from tools.pictures.raster.scene import Drawn, Scene
from tools.pictures.raster.sensor import expose
from tools.pictures.raster.shots import Director, Shot, place_man, print_man
from tools.pictures.raster.strange import strange_shots
from tools.pictures.raster.world import World, board_parts, random_world


def write_world(renderer: Renderer, seed: int, folder: Path, *, strange: bool = False) -> None:
    """Write the world of a seed; the labels come last, so that they mark a complete folder.

    ``strange``: with hands that are hard to tell, whose kinds are the labels' sets.
    """
    world = random_world(seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.toml").write_text(describe_board(world), encoding="utf-8")
    renderer.load(world.surfaces)
    fixed = board_parts(world)
    lines = []
    shots = strange_shots(world) if strange else ((shot, "") for shot in Director(world).shots())
    for number, (shot, kind) in enumerate(shots):
        line = _write_shot(renderer, world, shot, fixed, folder / f"{number:04}.jpg")
        lines.append(json.dumps({**line, "set": kind} if kind else line))
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_shot(
    renderer: Renderer, world: World, shot: Shot, fixed: list[Part], path: Path
) -> dict[str, Any]:
    numbered = list(enumerate(shot.men, start=1))
    men = [place_man(world, man, number) for number, man in numbered]
    prints = [part for number, man in numbered for part in print_man(world, man, number)]
    scene = Scene(
        (*fixed, *men, *prints, *shot.foreign),
        shot.camera,
        shot.light,
        _table_map(world),
        shot.weave,
        shot.grain,
        _waist(world),
        shot.seed,
    )
    drawn = renderer.draw(scene)
    rng = np.random.default_rng([world.seed, shot.seed])
    picture = expose(rng, world.sensor, drawn.light, shot.light.level)
    quality = [cv2.IMWRITE_JPEG_QUALITY, world.sensor.quality]
    cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), quality)
    cv2.imwrite(str(path.with_suffix(".mask.png")), (drawn.seen & 7).astype(np.uint8))
    return describe_shot(world, shot, men, drawn, path.name)


def _waist(world: World) -> float:
    """Return the height above which pieces throw shadows onto each other; 0 for flat ones."""
    tallest = max(model.height_mm for model in world.pieces.models)
    return 0.55 * tallest if tallest > 6 else 0.0


def _table_map(world: World) -> np.ndarray:
    """Return where a board position lies on the table's texture: one tile every 1.1 m."""
    rng = np.random.default_rng([world.seed, 3])
    angle, tile = rng.uniform(0, 6.28), rng.uniform(500, 1300)
    c, s = np.cos(angle) / tile, np.sin(angle) / tile
    return np.array([[c, -s, rng.random()], [s, c, rng.random()], [0, 0, 1.0]])


def describe_shot(
    world: World, shot: Shot, men: list[Part], drawn: Drawn, file: str
) -> dict[str, Any]:
    """Return the line of labels of one picture."""
    camera, names = shot.camera, world.names
    corners = camera.project(board_corners(world.size_mm))
    hand = labels.hand_pixels(drawn, camera, world.size_mm)
    least = 25 * (camera.width / 960) ** 2
    pieces, jitter, sunk = {}, {}, []
    for man in shot.men:
        if man.place is not None:
            name = names[man.place]
            pieces[name] = "hidden" if man.stand.turned_over else man.colour
            off = np.array(man.stand.at_mm) - world.at_mm[man.place]
            jitter[name] = [round(float(v), 2) for v in off]
            if man.stand.sink_mm > 0:
                sunk.append(name)
    return {
        "file": file,
        "corners": [[round(float(v), 2) for v in corner] for corner in corners],
        "pieces": pieces,
        "hand": hand > least,
        "card": None,
        "role": shot.role,
        "light": shot.light.name,
        "fixed": shot.fixed,
        "nudged": shot.nudged,
        "shadow_only": shot.shadow_only and hand <= least,
        "hand_pixels": hand,
        "camera": camera.describe(),
        "jitter_mm": jitter,
        "sunk": sunk,
        "fallen": _fallen(shot),
        **_visibility(world, shot, men, drawn),
    }


def _fallen(shot: Shot) -> list[dict[str, Any]]:
    return [
        {"x_mm": round(m.stand.at_mm[0], 1), "y_mm": round(m.stand.at_mm[1], 1), "colour": m.colour}
        for m in shot.men
        if m.stand.fallen and m.stand.sink_mm == 0
    ]


def _visibility(world: World, shot: Shot, men: list[Part], drawn: Drawn) -> dict[str, Any]:
    """Return what is hidden of each place's piece, or of the place itself where it is empty."""
    by_place = {
        m.place: (i, p) for i, (m, p) in enumerate(zip(shot.men, men, strict=True), start=1)
    }
    shown, behind, inside, occluded = {}, {}, {}, []
    for place, name in enumerate(world.names):
        index, part = by_place.get(place, (0, None))
        x, y = world.at_mm[place]
        rings = part.rings if part is not None else labels.disc_rings(x, y, world.radius_mm)
        assert rings is not None
        free, alone, both, within = labels.hidden_shares(drawn, shot.camera, rings, index)
        shown[name], behind[name] = round(free, 3), round(alone, 3)
        if within < 0.999:
            inside[name] = round(within, 3)
        if both < 0.5:
            occluded.append(name)
    return {"occluded": occluded, "shown": shown, "behind": behind, "inside": inside}
