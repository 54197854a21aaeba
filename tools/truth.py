"""The truth about the simulated table, as the label of its picture (a line of ``truth.jsonl``)."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from hardware.board import Board, BoardPlace
from hardware.simulated.fallen import draw_fallen
from hardware.simulated.hands import draw_hand
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Light, Pawn, Scene, Thing
from hardware.simulated.sprites import Sprite, disc
from hardware.simulated.table import SimulatedTable
from hardware.simulated.things import draw_thing
from hardware.simulated.truth import places_of


def tell_truth(
    table: SimulatedTable, file: str, role: Literal["calibrate", "test"] = "test"
) -> dict[str, Any]:
    """Return a line of ``truth.jsonl`` for a picture of the present table.

    It has corners, pieces, hand, things, covered places and the top card. ``hidden`` are the places
    of pawns turned over; ``off`` are the pawns that stand on no place, that share a place with
    another one, or that have fallen over. A pawn in a hand is neither.
    """
    view = table.view
    on_places, off = places_of(table.board, view.scene.pawns)
    width, height = table.board.size_mm
    outline = view.pose.project(np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    return {
        "corners": np.round(outline, 2).tolist(),
        "pieces": {
            place: "hidden" if pawn.turned else pawn.colour for place, pawn in on_places.items()
        },
        "hidden": [place for place, pawn in on_places.items() if pawn.turned],
        "off": [_off(pawn) for pawn in off],
        "hand": bool(view.scene.hands),
        "things": [_thing(thing) for thing in view.scene.things],
        "occluded": find_occluded(table.board, view.scene, view.pose),
        "card": view.scene.cards[-1].face if view.scene.cards else None,
        "file": file,
        "role": role,
    }


def find_occluded(board: Board, scene: Scene, pose: Pose) -> list[str]:
    """Return the places of which a hand, a thing or a fallen pawn covers more than half."""
    plain, even = Light(), (1.0, 1.0, 1.0)
    sprites = [draw_hand(hand, pose, plain, even) for hand in scene.hands]
    sprites += [draw_thing(thing, pose, plain, even) for thing in scene.things]
    for pawn in scene.pawns:
        kind = board.kind_of(pawn.colour)
        if kind is not None and pawn.lying_deg is not None:
            sprites.append(draw_fallen(pawn, kind, pose, plain, even))
    return [
        place.name
        for place in board.places
        if any(_covered_share(sprite, pose, place) > 0.5 for sprite in sprites)
    ]


def _covered_share(sprite: Sprite, pose: Pose, place: BoardPlace) -> float:
    """Return how much of a place, 0 to 1, is hidden beneath a sprite."""
    rings = [
        disc(place.x_mm, place.y_mm, place.radius_mm * share, 16) for share in (0.4, 0.7, 0.95)
    ]
    pixels = np.round(pose.project(np.vstack(rings))).astype(int) - (sprite.left, sprite.top)
    rows, columns = sprite.clear.shape[:2]
    inside = ((pixels >= 0) & (pixels < (columns, rows))).all(axis=1)
    clear = np.ones(len(pixels))
    clear[inside] = sprite.clear[pixels[inside, 1], pixels[inside, 0], 0]
    return float((clear < 0.5).mean())


def _off(pawn: Pawn) -> dict[str, Any]:
    told = {"colour": pawn.colour, "x_mm": round(pawn.x_mm, 1), "y_mm": round(pawn.y_mm, 1)}
    return told if pawn.lying_deg is None else told | {"fallen": True}


def _thing(thing: Thing) -> dict[str, Any]:
    return {
        "is": thing.shape.name,
        "x_mm": round(thing.x_mm, 1),
        "y_mm": round(thing.y_mm, 1),
        "size_mm": thing.size_mm,
    }
