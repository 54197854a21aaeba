"""A calibrated board as one camera sees it: everything that depends on the pose, precomputed."""

from __future__ import annotations

import copy
import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera import sampling
from calibration.camera.lens import Fit, Pose
from calibration.camera.silhouettes import Mask
from calibration.errors import CalibrationError, RegistrationError
from calibration.finding.features import Art
from calibration.finding.fiducials import FewMarkersError, find_fiducials
from calibration.finding.patches import Patches
from calibration.surfaces.exposures import Exposed, Exposure, expose_whole
from calibration.surfaces.faces import FACE_PX_PER_MM
from calibration.surfaces.light import STEP_PX_PER_MM, Map, split_planes
from calibration.taught.lookalikes import Complete, complete, find_shown
from calibration.taught.maps import (
    FineMaps,
    make_fine_maps,
    make_reference_maps,
    reduce_maps,
    resize_like,
)
from calibration.taught.model import REFERENCE_PX_PER_MM, Calibration, choose_scale
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.vision import taught_views
from tablet_companion.vision.cards.pile import Pile, window_mm
from tablet_companion.vision.objects.board_view import BareMap, TaughtLight
from tablet_companion.vision.objects.foreground import find_ignored, ground_of_pieces
from tablet_companion.vision.objects.hands import SceneNetwork
from tablet_companion.vision.places.belief import stocks
from tablet_companion.vision.places.examples import decode_examples
from tablet_companion.vision.places.hues import taught_hues
from tablet_companion.vision.places.network import PlaceNetwork, weights
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites, make_sites
from tablet_companion.vision.places.windows import Bytes
from tablet_companion.vision.tone import Print, Tone, are_alike, lay_print, measure_tone
from tablet_companion.vision.warp import Warp, lay_warp

FLAT_PX_PER_MM: Final = 1.0
"""Resolution of the board from above; coarser where the reference is."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When data computed for one pose remains valid, and how much is compared.

    Chosen by hand on the simulated table's faults and on labelled photographs, against the time a
    frame may take.
    """

    same_view_mm: float = 6.0
    """Millimetres. While the camera moves less than this over the board, silhouettes are not
    recomputed."""
    same_height_share: float = 0.01
    """Share of the camera's height; the same for vertical movement."""
    lights_max: int = 4
    """Number of taught lights compared with a picture to find hands; each costs a few
    milliseconds."""
    bare_share_min: float = 0.95
    """Share. A point of the map is bare if this much of its area is."""


TUNING: Final = Tuning()


class Model:
    """A calibration prepared for reading; built once, never changed."""

    def __init__(self, calibration: Calibration) -> None:
        """Compute the reference's maps and features (about one second).

        Raises CalibrationError if its cards lie loose: a ``CardTable`` is what reads those.
        """
        if calibration.board.cards is not None:
            raise CalibrationError(
                f"{calibration.board.name} is played with loose cards, and has no board with "
                "places; name the calibration of a board."
            )
        self.board = calibration.board
        self.appearance = calibration.appearance
        self.lenses = calibration.lenses
        self._count(more=False)
        self.ignored = find_ignored(self.board)
        self.guessing = calibration.pictures == 0 and not self.board.markers
        """Whether the board's looks are unknown: no picture taught them, and it is no print."""
        self.calibration = calibration
        exposures = calibration.exposures or (expose_whole(calibration.reference),)
        self.shown = tuple(taught_views.TaughtPicture(each) for each in exposures)
        """The board as pictures showed it, with nothing guessed; of a print the reference."""
        self._take_board(complete(calibration))
        self.patches = Patches(calibration.reference, choose_scale(self.board.size_mm))
        self.pile = _make_pile(calibration, self.fine)
        self.hues = taught_hues(self.board, calibration.hues, self.appearance)
        self.examples = decode_examples(calibration)
        self.lights: tuple[taught_views.TaughtPicture, ...] = ()
        """Lights learnt during play: used to find hands and things. What stands on places is read
        with the taught lights alone."""

    def _count(self, *, more: bool) -> None:
        self.more = more
        """Whether the pieces that an option of the game adds are among those that may stand."""
        self.supply = stocks(self.board, more=more)
        self.max_counts = {
            piece: count for stock in self.supply for piece, count in stock.each.items()
        }

    def counted(self, *, more: bool) -> Model:
        """Return the model for a table with the pieces that an option adds, or without them."""
        if more is self.more:
            return self
        counted = copy.copy(self)
        counted._count(more=more)  # noqa: SLF001 - a copy that nobody has seen yet
        return counted

    def _take_board(self, bare: Complete) -> None:
        """Use this as the bare board, in each light."""
        known = {id(each.exposure): each for each in self.shown}
        complete_ones = (
            known.get(id(each)) or taught_views.TaughtPicture(each) for each in bare.exposures
        )
        self.exposures = tuple(complete_ones) or self.shown
        maps = make_reference_maps(bare.reference, self.board.size_mm)
        self.fine, self.coarse = make_fine_maps(maps), maps.coarse
        soft, texture = (resize_like(each, self.ignored) for each in (maps.soft, maps.texture))
        self.bare_map = BareMap(split_planes(soft), texture)
        self.guessed = _find_guessed(self.calibration, bare, self.ignored)
        """Where the bare board is guessed, or unknown (from above at MAP_PX_PER_MM)."""
        self.doubted = bare.doubted
        """Where tops of pieces may seem to be the bare board (as large as the reference)."""
        tops = resize_like(bare.doubted.astype(np.float32), self.ignored) > 0
        self.quiet = self.ignored | tops
        """Where nothing is foreign: also where the bare board is ``doubted``."""
        self.piece_ground = _piece_ground(self.board, self.coarse)
        """Where pieces and cards may lie, at the light's resolution."""
        several = self.exposures if len(self.exposures) > 1 else ()
        self._first_lights = [self._taught_light(one) for one in several[: TUNING.lights_max]]

    def _forget_lights(self) -> None:
        for made in ("taught_lights", "prints"):
            self.__dict__.pop(made, None)

    def with_bare(self, shown: Exposure) -> Model:
        """Return the model with what was seen bare only during play."""
        model = copy.copy(self)
        model._forget_lights()  # noqa: SLF001 - its own copy
        model._take_board(complete(self.calibration, shown))  # noqa: SLF001 - its own copy
        seen = resize_like((shown.bare > 0).astype(np.float32), self.ignored)
        model.guessed &= seen <= TUNING.bare_share_min
        return model

    def with_lights(self, lights: Sequence[Exposure]) -> Model:
        """Return the model with other lights learnt during play."""
        model = copy.copy(self)
        model._forget_lights()  # noqa: SLF001 - its own copy
        model.lights = tuple(taught_views.TaughtPicture(each) for each in lights)
        return model

    @functools.cached_property
    def taught_lights(self) -> tuple[TaughtLight, ...]:
        """The board in the first taught lights, and in those learnt since.

        If only one was taught, it is the reference itself.
        """
        return (*self._first_lights, *(self._taught_light(one) for one in self.lights))

    @functools.cached_property
    def prints(self) -> tuple[Print, ...]:
        """The bare board in each light, to compare a camera's tone with; none if none was shown."""
        if not self.calibration.pictures:
            return ()
        lights = self.taught_lights or (TaughtLight(self.bare_map, ~self.quiet),)
        return tuple(lay_print(one.bare.reference, one.known & ~self.quiet) for one in lights)

    def _taught_light(self, exposure: Exposed) -> TaughtLight:
        like = self.ignored
        bare = resize_like((exposure.bare > 0).astype(np.float32), like) > TUNING.bare_share_min
        return TaughtLight(BareMap(*reduce_maps(exposure.flat, like)), bare)

    @functools.cached_property
    def places_network(self) -> PlaceNetwork:
        """The network of the places; loaded once."""
        return PlaceNetwork(weights("places.onnx"))

    @functools.cached_property
    def scene_network(self) -> SceneNetwork:
        """The network of hands and things; loaded once."""
        return SceneNetwork(weights("hands.onnx"))

    @functools.cached_property
    def _art(self) -> Art:
        """The features of the board's art; a board with markers is found without."""
        reference = expose_whole(self.calibration.reference)
        known: list[Exposed] = [*self.calibration.exposures, reference]
        return Art(known, choose_scale(self.board.size_mm))

    def find(self, picture: Picture, *, either_way: bool = False) -> Fit:
        """Find the board anywhere in a picture; raises RegistrationError.

        ``either_way``: one that looks the same turned round is found lying in any of these ways.
        """
        if self.guessing:
            raise RegistrationError(
                "This board has not been calibrated, so it cannot be found; give its corners."
            )
        if not self.board.markers:
            return self._art.find(picture, self.lenses, either_way=either_way)
        try:
            return find_fiducials(picture, self.board, self.lenses)
        except FewMarkersError as error:
            try:  # people cut off the border that has them
                return self._art.find(picture, self.lenses)
            except RegistrationError:
                raise error from None

    def is_turned(self, picture: Picture, pose: Pose) -> bool:
        """Whether the board's art is clearly seen turned; a print is found by its markers."""
        return not self.board.markers and self._art.is_turned(picture, pose)

    def find_way(self, picture: Picture, pose: Pose) -> int | None:
        """Return the quarter turns by which the board lies otherwise; None if several may."""
        return self._art.find_way(picture, pose)

    def is_shown(self, picture: Picture, pose: Pose, *, way_known: bool = False) -> bool:
        """Whether a picture shows the board where it is said to lie, and the way it does.

        ``way_known``: which way was told (``find_way``), and is not asked again of a board of which
        pieces hid a part in every picture: they and their shade, taken for print, mislead.
        """
        told = way_known and not find_shown(self.calibration).all()
        return self._art.is_shown(picture, pose, way_known=told)


def _find_guessed(calibration: Calibration, bare: Complete, like: Mask) -> Mask:
    """Return where no picture shows the board, or it was taken for a piece's top or shadow."""
    told = (bare.reference != calibration.reference).any(axis=2) | ~find_shown(calibration)
    return resize_like(told.astype(np.float32), like) > 0.5


def _piece_ground(board: Board, coarse: Map) -> Mask:
    """Return which points of the coarse reference may be hidden by a piece or by the pile."""
    grid = sampling.make_grid(board.size_mm, STEP_PX_PER_MM)
    known = ground_of_pieces(board, board.places, 1, grid).astype(np.float32)
    return resize_like(known, coarse) > 0.5


def _make_pile(calibration: Calibration, fine: FineMaps) -> Pile | None:
    """Return the pile to read, if the board has one and its cards were taught, else None.

    ``fine`` is the empty board.
    """
    faces = {Card(card): face for card, face in calibration.faces.items()}
    pile = calibration.board.discard
    if pile is None or not faces:
        return None
    left, top, side = window_mm(pile)
    grid = (sampling.make_grid((side, side), 1.0) + np.array([left, top])).reshape(-1, 2)
    scale = choose_scale(calibration.board.size_mm)
    empty, _ = fine.at((grid * scale - 0.5).astype(np.float32))
    return Pile(pile, faces, empty.reshape(side, side, 3))


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """A picture, and the colours of the square over the board and its surroundings in it.

    Sampled once a look, as the square is compared with taught pictures and with earlier ones; and
    first, as this brings the picture into the processor's cache in its own order.
    """

    picture: Picture
    square: Bytes


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Where to look in pictures with one pose.

    ``points`` samples the sites' points, ``known`` (3 × n) and ``texture`` (n) are the reference at
    them; ``flat``, ``coarse`` and ``pile`` rectify the board (finely, and as coarsely as for
    foreign objects) and the pile. ``lessons`` is the networks' input from taught pictures.
    ``lying`` marks foreign points that have not moved for too long to be a hand (MAP_PX_PER_MM).
    ``tone`` is what the camera's pictures differ by from the taught ones, but for their light.
    """

    pose: Pose
    sites: Sites
    points: sampling.Lookup
    known: Map
    texture: NDArray[np.float32]
    flat: Warp
    coarse: Warp
    pile: Warp | None
    lessons: taught_views.TaughtViews
    lying: Mask | None = None
    tone: Tone | None = None

    def restore(self, picture: Picture) -> Picture:
        """Return a picture of the camera in the tone of the taught ones."""
        return picture if self.tone is None else self.tone.undo(picture)

    def sample(self, picture: Picture) -> Sampled:
        """Return a picture in the tone of the taught ones, with its square."""
        picture = self.restore(picture)
        return Sampled(picture, self.lessons.sample_square(picture))


def make_scene(model: Model, pose: Pose) -> Scene:
    """Compute a scene from scratch."""
    sites = make_sites(model.board, pose)
    known, texture = _look_up_board(model, sites)
    return _aim(model, sites, known, texture, pose, _lay_views(model, pose))


def _lay_views(model: Model, pose: Pose) -> taught_views.TaughtViews:
    return taught_views.lay_taught_views(
        model.board, model.exposures, pose, model.lights, model.examples, model.shown, model.doubted
    )


def _look_up_board(model: Model, sites: Sites) -> tuple[Map, NDArray[np.float32]]:
    """Return the bare board at the sites' points, and how busy its art is there."""
    at = (sites.points * choose_scale(model.board.size_mm) - 0.5).astype(np.float32)
    known, texture = model.fine.at(at)
    return np.ascontiguousarray(known.T), texture


def move_scene(model: Model, scene: Scene, pose: Pose) -> Scene:
    """Return the scene for a nearby pose, reusing what did not change."""
    nadir = np.linalg.norm(pose.nadir_mm - scene.sites.nadir)
    higher = abs(pose.height_mm / scene.sites.camera_mm - 1)
    if nadir > TUNING.same_view_mm or higher > TUNING.same_height_share:
        return make_scene(model, pose)
    lessons = taught_views.aim(scene.lessons, pose)
    moved = _aim(model, scene.sites, scene.known, scene.texture, pose, lessons)
    return replace(moved, tone=scene.tone)


def tune_scene(model: Model, scene: Scene, picture: Picture) -> Scene:
    """Return the scene for the tone in which a picture shows the board; the same if it is alike.

    Pictures in another tone are not compared with earlier ones.
    """
    if not model.prints:
        return scene
    tone = measure_tone(lay_print(scene.coarse.floats(picture)), model.prints)
    if are_alike(tone, scene.tone):
        return scene
    return replace(scene, tone=tone, lessons=replace(scene.lessons, before=None, around=None))


def relay_scene(model: Model, scene: Scene) -> Scene:
    """Return the scene for another model of the same board, seen in other lights or barer."""
    known, texture = _look_up_board(model, scene.sites)
    lessons = replace(_lay_views(model, scene.pose), before=scene.lessons.before)
    return replace(scene, known=known, texture=texture, lessons=lessons)


def _aim(  # noqa: PLR0913, PLR0917 - what does not change with the pose, each named
    model: Model,
    sites: Sites,
    known: Map,
    texture: NDArray[np.float32],
    pose: Pose,
    lessons: taught_views.TaughtViews,
) -> Scene:
    """Return the scene with the pixels of the sites' points for this pose."""
    size_mm = model.board.size_mm
    fine = FLAT_PX_PER_MM * choose_scale(size_mm) / REFERENCE_PX_PER_MM
    flat, coarse = (
        lay_warp(pose, *sampling.make_axes(size_mm, scale)) for scale in (fine, MAP_PX_PER_MM)
    )
    pile = None
    if model.pile is not None:
        left, top, side = model.pile.window_mm
        across, down = sampling.make_axes((side, side), FACE_PX_PER_MM)
        pile = lay_warp(pose, across + left, down + top)
    points = sampling.make_lookup(pose.project(sites.points).astype(np.float32), pose.size_px)
    return Scene(pose, sites, points, known, texture, flat, coarse, pile, lessons)
