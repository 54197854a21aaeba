"""The ground truth of a scene, as a labelled picture (a line of ``truth.jsonl``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from hardware.board import Board
from hardware.simulated.fallen import draw_fallen
from hardware.simulated.hands import covered_share, draw_hand
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Light, Pawn, Scene, Thing
from hardware.simulated.things import draw_thing


def truth_of(board: Board, scene: Scene, pose: Pose) -> dict[str, Any]:
    """Return the corners, pieces, hand, things, covered places and top card of a scene, as data.

    ``hidden`` are the places of pawns turned over; ``off`` are the pawns that stand on no place,
    that share a place with another one, or that have fallen over. A pawn in a hand is neither.
    """
    on_places, off = places_of(board, scene.pawns)
    width, height = board.size_mm
    outline = pose.project(np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    return {
        "corners": np.round(outline, 2).tolist(),
        "pieces": {
            place: "hidden" if pawn.turned else pawn.colour for place, pawn in on_places.items()
        },
        "hidden": [place for place, pawn in on_places.items() if pawn.turned],
        "off": [_off(pawn) for pawn in off],
        "hand": bool(scene.hands),
        "things": [_thing(thing) for thing in scene.things],
        "occluded": find_occluded(board, scene, pose),
        "card": scene.cards[-1].face if scene.cards else None,
    }


def places_of(board: Board, pawns: Iterable[Pawn]) -> tuple[dict[str, Pawn], list[Pawn]]:
    """Return the pawn on each occupied place, in the board's order, and the pawns on none.

    A pawn stands on the nearest place that can hold it if it stands within it; of two, the nearer
    one counts, or the upper one. A piece beneath another, without a place of its own, is on no
    place, but not amiss. A pawn that has fallen over is on no place.
    """
    nearest: dict[str, Pawn] = {}
    pawns = tuple(pawns)
    standing = (pawn for pawn in pawns if pawn.lying_deg is None)
    off = [pawn for pawn in pawns if pawn.lying_deg is not None]
    for distance, name, pawn in sorted((_nearest(board, pawn) for pawn in standing), key=_order):
        top = nearest.get(name)
        if top is not None and top.sunk_mm < 0 <= pawn.sunk_mm:
            continue
        if top is not None or distance > board.by_name[name].radius_mm:
            off.append(pawn)
        else:
            nearest[name] = pawn
    return {place: nearest[place] for place in board.by_name if place in nearest}, off


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
        if any(covered_share(sprite, pose, place) > 0.5 for sprite in sprites)
    ]


def _nearest(board: Board, pawn: Pawn) -> tuple[float, str, Pawn]:
    return (*board.nearest(pawn.colour, pawn.x_mm, pawn.y_mm), pawn)


def _order(found: tuple[float, str, Pawn]) -> tuple[bool, float]:
    return found[2].sunk_mm >= 0, found[0]


def _off(pawn: Pawn) -> dict[str, Any]:
    told = {"colour": pawn.colour, "x_mm": round(pawn.x_mm, 1), "y_mm": round(pawn.y_mm, 1)}
    return told if pawn.lying_deg is None else told | {"fallen": True}


def _thing(thing: Thing) -> dict[str, Any]:
    return {
        "is": thing.shape.value,
        "x_mm": round(thing.x_mm, 1),
        "y_mm": round(thing.y_mm, 1),
        "size_mm": thing.size_mm,
    }
