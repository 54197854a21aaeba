"""Read one picture of a still or busy table: light, places, foreign things, card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learn import light_of
from calibration.light import Map
from calibration.sampling import look_up
from calibration.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.games.core import Place
from tablet_companion.vision import foreign
from tablet_companion.vision.belief import sights
from tablet_companion.vision.likelihood import normalise
from tablet_companion.vision.places import Found, read_places
from tablet_companion.vision.reading import CardSight, Reading, Stray
from tablet_companion.vision.scene import FLAT_PX_PER_MM, Model, Scene
from tablet_companion.vision.strays import find_strays

_COVERED: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What one picture shows. ``hand`` says whether a hand or an arm is over the board."""

    found: tuple[Found, ...]
    hand: bool
    covered: frozenset[Place]
    strays: tuple[Stray, ...]
    window: Picture | None


def scan(model: Model, scene: Scene, picture: Picture) -> Scan:
    """Read a picture, all but the card."""
    flat = _rectified(picture, scene.flat)
    light = light_of(flat, model.maps.coarse, model.board.size_mm, FLAT_PX_PER_MM)
    raw = look_up(picture, scene.points_px)
    seen = normalise(raw, scene.known, scene.texture, light, scene.sites.points)
    clear: Mask = raw[:, 0] >= 0  # what lies beside the picture is as good as covered
    found = read_places(scene.sites, seen, model.appearance, clear)
    small = cv2.resize(flat, model.foreign_reference.shape[1::-1], interpolation=cv2.INTER_AREA)
    view = foreign.look_over(model, np.asarray(small, dtype=np.float32), light)
    strays = find_strays(model, scene.sites, view, found)
    things = foreign.blobs(view, scene.sites, found)
    hands = foreign.hand_mask(things, strays)
    if hands is not None:
        clear = clear & ~_at(hands, scene.sites.points)
        found = read_places(scene.sites, seen, model.appearance, clear)
    covered = _covered(scene, clear) if hands is not None else frozenset()
    window = None
    if scene.pile is not None:
        window = np.asarray(
            cv2.remap(picture, *scene.pile, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            dtype=np.uint8,
        )
    return Scan(found, hands is not None, covered, strays, window)


def reading(model: Model, looked: Scan, card: CardSight | None) -> Reading:
    """Return the Reading of a scan whose card was read (or could not be)."""
    seen = sights(looked.found, model.supply, len(looked.strays), looked.covered)
    order = {place.name: index for index, place in enumerate(model.board.places)}
    ordered = tuple(sorted(seen, key=lambda sight: order[sight.place]))
    return Reading(ordered, card, looked.strays)


def _rectified(picture: Picture, maps: tuple[NDArray[Any], NDArray[Any]]) -> Map:
    """Return the board from straight above, as floats; −1 outside of the picture."""
    flat = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = flat.astype(np.float32)
    whole = maps[0]
    height, width = picture.shape[:2]
    outside = (whole[..., 0] < 0) | (whole[..., 1] < 0)
    outside |= (whole[..., 0] >= width) | (whole[..., 1] >= height)
    seen[outside] = -1
    return np.asarray(seen, dtype=np.float32)


def _at(mask: Mask, points: NDArray[np.float64]) -> Mask:
    """Look a mask (at the foreign things' resolution) up at board points."""
    cells = (points * foreign.PX_PER_MM).astype(np.int32)
    inside = ((cells >= 0) & (cells < np.array(mask.shape[::-1]))).all(axis=1)
    answer = np.zeros(len(points), dtype=np.bool_)
    answer[inside] = mask[cells[inside, 1], cells[inside, 0]]
    return answer


def _covered(scene: Scene, clear: Mask) -> frozenset[Place]:
    """Return the places of which a hand hides more than half."""
    names = []
    for site in scene.sites.sites:
        within = site.within
        if clear[site.first : site.last][within].mean() < _COVERED:
            names.append(Place(site.place.name))
    return frozenset(names)
