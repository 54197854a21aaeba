"""Read one picture of a still or busy table: light, places, foreign objects, pile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Fit
from calibration.camera.silhouettes import Mask
from calibration.learning.learn import fit_flat_light
from calibration.surfaces.light import Light, Map
from hardware.ports import Picture
from tablet_companion.games.core import Piece
from tablet_companion.vision.frame import covering
from tablet_companion.vision.frame.clarity import Clarity, find_glare, judge_clarity
from tablet_companion.vision.frame.scoring import add_network_scores, infer_places, network_scores
from tablet_companion.vision.objects import board_view, foreground
from tablet_companion.vision.objects.bodies import BoardSearch
from tablet_companion.vision.objects.hands import TUNING as HANDS
from tablet_companion.vision.objects.hands import Hand, judge_hand, object_log_odds
from tablet_companion.vision.objects.overlaid import cover_overlaid, leave_to_points
from tablet_companion.vision.objects.partial import doubt_partial
from tablet_companion.vision.objects.strays import find_strays
from tablet_companion.vision.objects.surroundings import ends_beside
from tablet_companion.vision.objects.things import cover_beside, find_things, take_compared
from tablet_companion.vision.places.belief import doubt_together, read_places
from tablet_companion.vision.places.board_scores import BoardScores, score_places, score_visible
from tablet_companion.vision.places.joint import WEIGHTS, Contributions, contributions
from tablet_companion.vision.places.likelihood import normalise
from tablet_companion.vision.places.network import NetworkOutput
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.windows import Bytes
from tablet_companion.vision.reading import CardReading, Reading, Stray, Thing
from tablet_companion.vision.scene import Model, Sampled, Scene
from tablet_companion.vision.taught_views import TaughtViews, views_of_guess
from tablet_companion.vision.uncalibrated.alternating import guess_by_turns
from tablet_companion.vision.uncalibrated.caution import choose_weights

_HAND_ROUNDS: Final = 2
"""A hand is found in this many rounds: first by what is foreign, then by what is so after fitting
the light without it."""

_MOSTLY: Final = 0.5
"""Share of the board over which something large may lie, whatever the light seems to be then."""


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What one picture shows. ``hands`` are the points where a hand or an arm is, if any.

    ``doubtful``: they may be something else, such as a shadow, gloss, or the table. ``laid``: they
    are likely to be, as nothing new goes on from there to the picture's border. ``things`` are
    never searched for beside a hand. ``window`` is the picture of the pile. ``background``,
    ``board_scores`` and ``view`` are the data behind the result.
    """

    places: tuple[PlaceScores, ...]
    hands: Mask | None
    strays: tuple[Stray, ...]
    window: Picture | None
    view: board_view.BoardView
    background: Background
    board_scores: BoardScores
    network: NetworkOutput
    things: tuple[Thing, ...] = ()
    doubtful: bool = False
    laid: bool = False
    blobs: tuple[foreground.Blob, ...] = ()

    @property
    def clarity(self) -> Clarity:
        """Whether the picture can be trusted as a whole."""
        return judge_clarity(self.view, self.hands)

    @property
    def hand(self) -> bool:
        """Whether a hand or an arm is certainly over the board."""
        return self.hands is not None and not self.doubtful

    @property
    def hand_seen(self) -> bool | None:
        """Whether a hand or an arm is over the board; None if doubtful."""
        return None if self.doubtful else self.hand


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """A picture that was read: where the board is, what was seen, and what it means.

    ``picture`` is the camera's own; ``restored`` is what was read.
    """

    picture: Picture
    fit: Fit
    scene: Scene
    scan: Scan
    reading: Reading

    @property
    def restored(self) -> Picture:
        """Return the picture in the tone of the taught ones."""
        return self.scene.restore(self.picture)


def scan(model: Model, scene: Scene, sampled: Sampled) -> Scan:
    """Read a picture except the card. Under a hand the places are meaningless."""
    return _scan(model, scene, sampled, None)


def scan_beside(model: Model, scene: Scene, sampled: Sampled, scanned: Scan) -> Scan:
    """Read a picture again, leaving out the hands that were found in it.

    A hand that fills the view distorts the estimate of the light; without it the light is known
    better, and more of the hand is found in that light.
    """
    for _ in range(_HAND_ROUNDS):
        if scanned.hands is None:
            break
        hands = foreground.grow_hands(scanned.hands, scanned.view)
        again = _scan(model, scene, sampled, hands, scanned)
        doubtful = scanned.doubtful and not again.hand
        hands = hands if again.hands is None else hands | again.hands
        scanned = replace(again, hands=hands, doubtful=doubtful)
    if scanned.hands is None:
        return scanned
    return replace(scanned, places=tuple(covering.cover_in_shade(scanned.places, scanned.hands)))


def find_unclear(
    model: Model, scene: Scene, sampled: Sampled, scanned: Scan, *, told: bool
) -> tuple[Clarity, Scan]:
    """Return whether a picture can be trusted as a whole, whatever large is over the board.

    That spoils the light in which all else is seen, so it is left out before a picture is refused.
    Also return the scan to go on with: the one without it, if people ``told`` that it is no hand.
    """
    clear = model.guessing or scanned.clarity is Clarity.CLEAR
    beside = scan_beside(model, scene, sampled, scanned) if told or not clear else scanned
    mostly = beside.hands is not None and beside.hands.mean() > _MOSTLY
    clarity = Clarity.CLEAR if clear or mostly else beside.clarity
    return clarity, beside if told else scanned


def _find_bodies(model: Model, scanned: Scan) -> Mask | None:
    """Return what large things over the board hide, hands or not; None if there are none.

    Nothing is foreign to a board whose empty look is only guessed.
    """
    if model.guessing:
        return None
    masks = [scanned.hands, scanned.background.lying, *(blob.mask for blob in scanned.blobs)]
    parts = [mask for mask in masks if mask is not None]
    if not parts:
        return None
    bodies = foreground.fill_bodies(np.any(parts, axis=0), scanned.view)
    return bodies if scanned.background.lying is None else bodies | scanned.background.lying


def _score_by_likelihood(
    model: Model, scene: Scene, picture: Picture, hands: Mask | None
) -> tuple[BoardScores, Background, Map]:
    """Read places point by point; also return the bare board, and the board from above."""
    flat = scene.flat.floats(picture)
    raw = scene.points.sample(picture)
    background = (
        _guessed_background(model, scene, flat, raw, hands)
        if model.guessing
        else _make_background(model, scene, flat, hands)
    )
    points = scene.sites.points
    seen = normalise(raw, background.known, background.texture, background.light, points)
    seen = replace(seen, guessed=model.guessing)
    clear: Mask = raw[0] >= 0  # points outside the picture count as covered
    if hands is not None:
        clear &= ~covering.mask_at(hands, points)
    return (
        score_places(scene.sites, seen, model.appearance, clear, model.max_counts),
        background,
        flat,
    )


def _scan(
    model: Model,
    scene: Scene,
    sampled: Sampled,
    hands: Mask | None,
    before: Scan | None = None,
) -> Scan:
    """Read a picture except the points under the hands known already.

    ``before`` is the reading of the same picture without that knowledge: the taught views and the
    network's output for places stay the same.
    """
    picture = sampled.picture
    board_scores, background, flat = _score_by_likelihood(model, scene, picture, hands)
    lessons = background.lessons or scene.lessons
    if before is not None and background.lessons is None:
        network = before.network
    else:
        network = infer_places(model, lessons, picture)
    board_scores = add_network_scores(model, board_scores, lessons, network)
    small, window = shrink_to_map(model, flat), pile_window(scene, picture)
    scanned = search_board(model, background, board_scores, network, small, window)
    if (hand := find_hand(model, lessons, sampled.square, scanned)) is not None:
        whole = hand.mask if hands is None else hand.mask | hands
        seen = picture, scene.pose, model.board.size_mm, whole
        sure = hand.sure and not ends_beside(*seen) and _reaches(model, hand)
        laid = sure and lessons.around is not None and ends_beside(*seen, lessons.around)
        scanned = replace(scanned, hands=hand.mask, doubtful=not sure, laid=laid)
    return scanned if hands is not None else add_things(model, lessons, scanned, flat)


def _reaches(model: Model, hand: Hand) -> bool:
    """Whether a hand comes near any place, or the board looks foreign there.

    Print and things beside the board may look like skin, and seem to come over the rim.
    """
    away_mm = foreground.measure_away_mm(model.board, hand.mask)
    return hand.foreign or min(away_mm.values(), default=0.0) < covering.TUNING.shade_mm


def explain_scores(
    model: Model, scene: Scene, scanned: Scan
) -> dict[str, dict[Piece, Contributions]]:
    """Return each reader's evidence for and against each piece, by place."""
    lessons = scanned.background.lessons or scene.lessons
    named = network_scores(model, lessons, scanned.network, scanned.places)
    weights = choose_weights(scanned.places, named) if model.guessing else WEIGHTS
    return {
        here.site.place.name: contributions(here, named[here.site.place.name], weights)
        for here in scanned.places
    }


def find_hand(model: Model, lessons: TaughtViews, now: Bytes, scanned: Scan) -> Hand | None:
    """Return where a hand is over the board, None if there is none; ``now`` is the square.

    A blob within a doubtful piece is that piece, unless the network sees something there. A hand
    moves: whatever looks as it did when the board was last read is none.
    """
    square, shape = lessons.square, model.ignored.shape
    shares = model.scene_network.infer(lessons.square_input(now))
    if (moved := lessons.moved_cells(now)) is not None:
        shares = shares.only(moved)
    sites, places = scanned.board_scores.sites, scanned.places
    doubted = foreground.doubted_mask(sites, places, shape)
    blobs = tuple(
        blob
        for blob in scanned.blobs
        if doubted[blob.mask].mean() < foreground.TUNING.doubted_share
        or object_log_odds(shares, square, blob.mask) >= HANDS.loose_log_odds
    )
    edge, loose = (
        foreground.find_over_edge(blobs, scanned.strays),
        foreground.find_lying_loose(blobs),
    )
    return judge_hand(shares, square, shape, edge, loose)


def search_board(  # noqa: PLR0913, PLR0917 - what was read, and the pictures of what is left
    model: Model,
    background: Background,
    board_scores: BoardScores,
    network: NetworkOutput,
    small: Map,
    window: Picture | None,
) -> Scan:
    """Search a board whose places are read for pieces that stand beside them."""
    view = board_view.compare_with_bare(
        background.bare, background.ignored, small, background.light
    )
    if not model.guessing:
        view = board_view.foreign_in_every_light(
            view, small, model.taught_lights, model.board.size_mm
        )
    strays = find_strays(model.appearance, board_scores.sites, view, board_scores.places)
    places = board_scores.places
    blobs = foreground.find_blobs(view, board_scores.sites, places)
    scanned = Scan(places, None, strays, window, view, background, board_scores, network)
    return replace(scanned, blobs=blobs)


def add_things(model: Model, lessons: TaughtViews, scanned: Scan, flat: Map) -> Scan:
    """Search for objects on a board, and mark the places that they hide.

    Skipped if a hand is over the board, or if its empty look is only guessed.
    """
    if scanned.hands is not None or model.guessing:
        return scanned
    board_scores, light = scanned.board_scores, scanned.background.light.without_gloss()
    sites = board_scores.sites
    search = BoardSearch(model.appearance, sites, scanned.view, flat, light)
    compared = take_compared(board_scores.before_interiors, scanned.places)
    lying = find_things(search, compared, scanned.strays, model.guessed)
    if lying.mask is None:
        places = cover_overlaid(search, scanned.places)
        return replace(scanned, places=doubt_partial(search, places, None))
    clear = board_scores.visible & ~covering.mask_at(lying.mask, sites.points)
    board_scores = score_visible(board_scores, clear, model.max_counts)
    board_scores = add_network_scores(model, board_scores, lessons, scanned.network)
    places = cover_overlaid(search, cover_beside(search, board_scores.places, lying.mask))
    places = leave_to_points(places, sites, lying.mask, lying.unnamed)
    places = doubt_partial(search, places, lying.mask)
    return replace(
        scanned, places=places, board_scores=board_scores, strays=lying.strays, things=lying.things
    )


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The empty board in this picture's light: at the sample points, and as a whole.

    ``lying`` is the scene's: objects there are ignored.
    """

    light: Light
    known: Map
    texture: NDArray[np.float32]
    bare: board_view.BareMap
    ignored: Mask
    lessons: TaughtViews | None = None
    lying: Mask | None = None


def _make_background(model: Model, scene: Scene, flat: Map, hands: Mask | None) -> Background:
    """Return the calibrated empty board."""
    quiet = model.quiet if scene.lying is None else model.quiet | scene.lying
    parts = [part for part in (hands, scene.lying) if part is not None]
    light = _light(model, flat, np.any(parts, axis=0) if parts else None)
    return Background(light, scene.known, scene.texture, model.bare_map, quiet, lying=scene.lying)


def _guessed_background(
    model: Model, scene: Scene, flat: Map, raw: Map, hands: Mask | None
) -> Background:
    """Return a guess of the empty board, for one that was never shown empty."""
    made = guess_by_turns(model, scene.sites, flat, raw, hands)
    bare = board_view.BareMap(*made.overview(model.ignored.shape))
    blank = model.ignored | (bare.reference[..., 0] < 0)
    known, busy = made.at(scene.sites.points)
    taught = views_of_guess(scene.lessons, lambda points: made.at(points)[0])
    return Background(made.light, np.ascontiguousarray(known.T), busy, bare, blank, taught)


def _light(model: Model, flat: Map, hands: Mask | None) -> Light:
    if hands is not None:
        flat = np.where(foreground.enlarge(hands, flat)[..., None], np.float32(-1), flat)
    return fit_flat_light(flat, model.coarse, model.board.size_mm, model.piece_ground)


def pile_window(scene: Scene, picture: Picture) -> Picture | None:
    """Cut out where the pile lies, on a board that has one."""
    return None if scene.pile is None else scene.pile.sample(picture)


def make_reading(model: Model, scanned: Scan, card: CardReading | None) -> Reading:
    """Return the Reading of a scan; ``card`` is None if it could not be read."""
    fallen = [thing.piece for thing in scanned.things if thing.piece is not None]
    places = covering.cover_beneath(scanned.places, scanned.background.lying)
    places = covering.cover_seemingly_empty(places, find_glare(scanned.view))
    seen = read_places(
        covering.cover_seemingly_empty(places, _find_bodies(model, scanned), middle=True),
        model.supply,
        [*(stray.piece for stray in scanned.strays), *fallen],
    )
    if model.guessing:
        seen = doubt_together(seen)
    order = {place.name: index for index, place in enumerate(model.board.places)}
    ordered = tuple(sorted(seen, key=lambda sight: order[sight.place]))
    return Reading(ordered, card, scanned.strays, things=scanned.things)


def shrink_to_map(model: Model, flat: Map) -> Map:
    """Return the board from above at the resolution of the foreground search."""
    size = model.ignored.shape[::-1]
    return np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
