"""Read one picture of a still or busy table: light, places, foreign things, card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learn import light_of
from calibration.light import Light, Map
from calibration.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.games.core import Piece
from tablet_companion.vision.frame.clarity import Clarity, clarity
from tablet_companion.vision.lessons import Lessons
from tablet_companion.vision.lessons import guessed as guessed_lessons
from tablet_companion.vision.objects import foreign
from tablet_companion.vision.objects.hands import (
    ALONE,
    BESIDE,
    FINGERTIPS_MM2,
    hand_mask,
    hand_odds,
    something_odds,
)
from tablet_companion.vision.objects.strays import find_strays
from tablet_companion.vision.objects.things import beside, find_things
from tablet_companion.vision.places.belief import sights
from tablet_companion.vision.places.joint import GUESSED, WEIGHTS, Said, joined, sayings
from tablet_companion.vision.places.likelihood import normalise
from tablet_companion.vision.places.network import Told
from tablet_companion.vision.places.opinion import Opinion, opinions
from tablet_companion.vision.places.places import Placed, read_places
from tablet_companion.vision.places.scores import Found
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.reading import CardReading, Reading, Stray, Thing
from tablet_companion.vision.scene import Model, Scene
from tablet_companion.vision.uncalibrated.guessing import guessed

_ROUNDS: Final = 2
"""A hand is found in two steps: what is odd at first, then what is odd without it."""
_SHADE_MM: Final = 10.0
_SHADED: Final = 5.0
"""What leads by less than this (nats) that close to a hand may be its shade."""
_CROSS: Final = np.array([[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]])


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What one picture shows. ``hands`` are the points over which a hand or an arm is, if any.

    ``things`` are never looked for beside a hand. ``window`` is cut out where the pile lies.
    ``bare``, ``placed`` and ``view`` are what all this was told from.
    """

    found: tuple[Found, ...]
    hands: Mask | None
    strays: tuple[Stray, ...]
    window: Picture | None
    view: foreign.Overview
    bare: Bare
    placed: Placed
    told: Told
    things: tuple[Thing, ...] = ()

    @property
    def clarity(self) -> Clarity:
        """Say whether the picture can be trusted as a whole."""
        return clarity(self.view)

    @property
    def hand(self) -> bool:
        """Say whether a hand or an arm is over the board."""
        return self.hands is not None


def scan(model: Model, scene: Scene, picture: Picture) -> Scan:
    """Read a picture, all but the card. Under a hand the places found mean nothing."""
    return _scan(model, scene, picture, None)


def scan_beside(model: Model, scene: Scene, picture: Picture, looked: Scan) -> Scan:
    """Read a picture again for what the hands that were found in it leave to be seen.

    A hand passes for strange light where it fills the view; without it the light is known better,
    and in that light more of the hand is found.
    """
    for _ in range(_ROUNDS):
        if looked.hands is None:
            break
        hands = foreign.grown(looked.hands, looked.view)
        again = _scan(model, scene, picture, hands, looked)
        looked = replace(again, hands=hands if again.hands is None else hands | again.hands)
    if looked.hands is None:
        return looked
    return replace(looked, found=tuple(_in_its_shade(looked.found, looked.hands)))


def _in_its_shade(found: Sequence[Found], hands: Mask) -> Iterator[Found]:
    """Yield the places; a doubtful one close to a hand, in its shade, is as good as covered."""
    cells = 2 * int(_SHADE_MM * MAP_PX_PER_MM) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (cells, cells))
    close = cv2.dilate(hands.astype(np.uint8), disc) > 0
    for here in found:
        place = here.site.place
        near = _at(close, [place.x_mm, place.y_mm] + place.radius_mm * _CROSS).any()
        yield replace(here, visible=0.0) if near and here.lead < _SHADED else here


def likelihoods(model: Model, scene: Scene, picture: Picture) -> Placed:
    """Read the places of a picture by their likelihoods alone."""
    return _by_points(model, scene, picture, None)[0]


def _by_points(
    model: Model, scene: Scene, picture: Picture, hands: Mask | None
) -> tuple[Placed, Bare, Map]:
    """Read places point by point; also return the bare board, and the board from above."""
    flat = scene.flat.floats(picture)
    raw = scene.points.of(picture)
    bare = (
        _guessed(model, scene, flat, raw, hands)
        if model.guessing
        else _known(model, scene, flat, hands)
    )
    points = scene.sites.points
    seen = normalise(raw, bare.known, bare.texture, bare.light, points)
    seen = replace(seen, guessed=model.guessing)
    clear: Mask = raw[0] >= 0  # what lies beside the picture is as good as covered
    if hands is not None:
        clear &= ~_at(hands, points)
    return read_places(scene.sites, seen, model.appearance, clear, model.most), bare, flat


def _scan(
    model: Model, scene: Scene, picture: Picture, hands: Mask | None, before: Scan | None = None
) -> Scan:
    """Read a picture but for the points under the hands that are known already.

    ``before`` is what the same picture was read as without knowing of them: beside what was taught
    the network of the places tells nothing new.
    """
    placed, bare, flat = _by_points(model, scene, picture, hands)
    lessons = bare.lessons or scene.lessons
    if before is not None and bare.lessons is None:
        told = before.told
    else:
        told = model.places_network.tell(lessons.shown(picture))
    placed = weighed(model, placed, lessons, told)
    small, window = overview(model, flat), pile_window(scene, picture)
    looked = surveyed(model, bare, placed, told, small, window)
    looked = replace(looked, hands=reaching(model, lessons, picture, looked))
    return looked if hands is not None else with_things(model, lessons, looked, flat)


def opinions_of(model: Model, lessons: Lessons, told: Told) -> dict[str, Opinion]:
    """Return what the network makes of every place, by its name."""
    formed = opinions(model.board, lessons.windows.rows, told, model.hues)
    return {model.board.places[number].name: opinion for number, opinion in formed.items()}


def say_why(model: Model, scene: Scene, looked: Scan) -> dict[str, dict[Piece, Said]]:
    """Return what each reader said for and against each piece, place by place."""
    lessons = looked.bare.lessons or scene.lessons
    named = opinions_of(model, lessons, looked.told)
    weights = GUESSED if model.guessing else WEIGHTS
    return {
        here.site.place.name: sayings(here, named[here.site.place.name], weights)
        for here in looked.found
    }


def weighed(model: Model, placed: Placed, lessons: Lessons, told: Told) -> Placed:
    """Return the places with the network's word beside that of the likelihoods."""
    named = opinions_of(model, lessons, told)
    if not model.guessing:
        return replace(placed, found=joined(placed.found, named))
    # Little is known of what is beside the places, so it differs in any light.
    found = [replace(place, strange=0.0) for place in placed.found]
    return replace(placed, found=joined(found, named, GUESSED))


def reaching(model: Model, lessons: Lessons, picture: Picture, looked: Scan) -> Mask | None:
    """Return where a hand is over the board, None where there is none.

    What neither board nor pieces explain is one where it looks like one in area and place. Shadows,
    gloss and what leans over the edge look so, too: where it is large, the network has to see some
    chance that a hand or a thing lies there. The network overlooks fingertips, so it rules out
    nothing small. Where nothing looks odd, it has to be sure.
    """
    lying = model.scene_network.tell(lessons.surveyed(picture))
    odd = foreign.blobs(looked.view, looked.placed.sites, looked.found)
    seen = foreign.hand_mask(odd, looked.strays)
    square, shape = lessons.square, model.never_judged.shape
    if seen is not None and (
        _mm2(seen) < FINGERTIPS_MM2 or something_odds(lying, square, seen) >= BESIDE
    ):
        return seen
    return hand_mask(lying, square, shape) if hand_odds(lying, square) >= ALONE else None


def _mm2(mask: Mask) -> float:
    return float(np.count_nonzero(mask)) / MAP_PX_PER_MM**2


def surveyed(  # noqa: PLR0913, PLR0917 - what was read, and the pictures of what is left
    model: Model, bare: Bare, placed: Placed, told: Told, small: Map, window: Picture | None
) -> Scan:
    """Look all over a board whose places are read for pieces beside the places."""
    view = foreign.look_over(bare, small, bare.light)
    if not model.guessing:
        view = foreign.in_any_light(view, small, model.taught_lights, model.board.size_mm)
    strays = find_strays(model, placed.sites, view, placed.found)
    return Scan(placed.found, None, strays, window, view, bare, placed, told)


def with_things(model: Model, lessons: Lessons, looked: Scan, flat: Map) -> Scan:
    """Look for what lies on a board, and for what it hides.

    Nothing is looked for where a hand is over it, or where its looks are guessed.
    """
    if looked.hands is not None or model.guessing:
        return looked
    placed, light = looked.placed, looked.bare.light
    lying = find_things(
        model.board,
        model.appearance,
        placed.sites,
        looked.view,
        placed.first,  # the network takes a coin for a piece rather than for nothing
        looked.strays,
        flat,
        light,
    )
    if lying.mask is None:
        return looked
    clear = placed.alive & ~_at(lying.mask, placed.sites.points)
    placed = read_places(placed.sites, placed.seen, model.appearance, clear, model.most)
    placed = weighed(model, placed, lessons, looked.told)
    found = beside(placed.found, placed.sites, lying.mask)
    return replace(looked, found=found, placed=placed, strays=lying.strays, things=lying.things)


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The empty board in this picture's light: at the sample points, and as a whole."""

    light: Light
    known: Map
    texture: NDArray[np.float32]
    foreign_reference: Map
    foreign_texture: Map
    never_judged: Mask
    lessons: Lessons | None = None


def _known(model: Model, scene: Scene, flat: Map, hands: Mask | None) -> Bare:
    """Return what the calibration knows of the empty board."""
    whole = model.foreign_reference, model.foreign_texture, model.never_judged
    return Bare(_light(model, flat, hands), scene.known, scene.texture, *whole)


def _guessed(model: Model, scene: Scene, flat: Map, raw: Map, hands: Mask | None) -> Bare:
    """Return what can be guessed of a board that was never shown empty."""
    made = guessed(model, scene.sites, flat, raw, hands)
    reference, texture = made.overview(model.never_judged.shape)
    blank = model.never_judged | (reference[..., 0] < 0)
    known, busy = made.at(scene.sites.points)
    taught = guessed_lessons(scene.lessons, lambda points: made.at(points)[0])
    return Bare(made.light, np.ascontiguousarray(known.T), busy, reference, texture, blank, taught)


def _light(model: Model, flat: Map, hands: Mask | None) -> Light:
    """Fit the light to what no hand covers."""
    if hands is not None:
        flat = np.where(foreign.enlarged(hands, flat)[..., None], np.float32(-1), flat)
    return light_of(flat, model.maps.coarse, model.board.size_mm, model.piece_ground)


def pile_window(scene: Scene, picture: Picture) -> Picture | None:
    """Cut out where the pile lies, on a board that has one."""
    return None if scene.pile is None else scene.pile.of(picture)


def reading(model: Model, looked: Scan, card: CardReading | None) -> Reading:
    """Return the Reading of a scan whose card was read (or could not be)."""
    fallen = [thing.piece for thing in looked.things if thing.piece is not None]
    seen = sights(looked.found, model.supply, [*(stray.piece for stray in looked.strays), *fallen])
    order = {place.name: index for index, place in enumerate(model.board.places)}
    ordered = tuple(sorted(seen, key=lambda sight: order[sight.place]))
    return Reading(ordered, card, looked.strays, things=looked.things)


def overview(model: Model, flat: Map) -> Map:
    """Return the board from straight above as coarsely as foreign things are sought."""
    size = model.never_judged.shape[::-1]
    return np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _at(mask: Mask, points: NDArray[np.float64]) -> Mask:
    """Look a mask (at the foreign things' resolution) up at board points."""
    cells = (points * MAP_PX_PER_MM).astype(np.int32)
    inside = ((cells >= 0) & (cells < np.array(mask.shape[::-1]))).all(axis=1)
    answer = np.zeros(len(points), dtype=np.bool_)
    answer[inside] = mask[cells[inside, 1], cells[inside, 0]]
    return answer
