"""Objects that have lain still for too long to be hands, and the places beneath them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.silhouettes import Mask
from hardware.board import Board
from tablet_companion.games.core import Place
from tablet_companion.vision.frame.scan import Scan, scan
from tablet_companion.vision.frame.vigil import Vigil
from tablet_companion.vision.objects import foreground
from tablet_companion.vision.objects.hands import on_map
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.places.windows import Bytes
from tablet_companion.vision.reading import CardReading
from tablet_companion.vision.scene import Model, Sampled, Scene


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a motionless object counts as no hand.

    Chosen by hand; held by tests/vision/test_lying.py.
    """

    doubtful_frames: int = 30
    """Frames. After this long, a motionless object that may or may not be a hand is none: two
    seconds at fifteen frames a second. Hands come and go; shadows, gloss and tables stay."""
    lying_frames: int = 150
    """Frames. After this long, a motionless object is no hand if it is doubtful, if no new arm
    seems to belong to it, or if the network agrees: ten seconds at fifteen frames a second. Hands
    tremble sooner; gloss and shadows do not."""
    rigid_frames: int = 600
    """Frames. After this long, a motionless object is no hand, whatever the network says; sooner if
    it certainly did not stir at all (vigil.py)."""
    lying_share_max: float = 0.3
    """Share of the board that objects may cover permanently; beyond it, the table keeps waiting
    until somebody says that it is no hand."""
    lying_margin_px: int = 2
    """Points of the map added round an object, against noise."""
    hand_margin_px: int = 5
    """Points of the map added round an object that did not stir: were it a hand, its outline is not
    exact."""
    pieces_share: float = 0.5
    """Share of something beneath which pieces are read, from which it is nothing but pieces."""
    changed_share: float = 0.5
    """Share of a point's surroundings that must look different for the point to do so."""


TUNING: Final = Tuning()


def is_due(still_frames: int) -> bool:
    """Whether to check now if a motionless hand is one."""
    return still_frames in {TUNING.doubtful_frames, TUNING.lying_frames, TUNING.rigid_frames}


def pass_over(  # noqa: PLR0913 - what is seen, since when, and what people say
    model: Model,
    scene: Scene,
    sampled: Sampled,
    scanned: Scan,
    still: tuple[int, Vigil],
    *,
    told: bool,
) -> tuple[Scene, Scan]:
    """Return scene and scan without a long-lying object, if that is no hand.

    ``still`` is for how many frames the table has seemed still, and what was seen of it meanwhile;
    ``told``: people said that it is no hand, however large it is.

    Places beneath it count as covered. The object is forgotten when it goes, and when the board or
    the camera moves.
    """
    if scanned.hands is None:
        return scene, scanned
    foreign, (still_frames, vigil) = _find_foreign(scene, sampled.square, scanned), still
    foreign = foreground.fill_hulls(foreign) if told else foreign
    brief = scanned.doubtful or scanned.laid
    lifeless = told or vigil.is_lifeless(scene.pose, foreign, brief=brief)
    patience = TUNING.doubtful_frames if scanned.doubtful else TUNING.lying_frames
    if still_frames < patience and not lifeless:
        return scene, scanned
    margin_px = TUNING.hand_margin_px if lifeless else TUNING.lying_margin_px
    beside = _with_lying(scene, foreign, margin_px, 1.0 if told else TUNING.lying_share_max)
    if beside is scene:
        return scene, scanned
    rigid = TUNING.lying_frames if brief else TUNING.rigid_frames
    if lifeless or still_frames >= rigid:
        beside = replace(beside, lessons=scene.lessons.remember(sampled.square, sampled.picture))
    again = scan(model, beside, sampled)
    return (beside, again) if again.hands is None else (scene, scanned)


def list_beneath(board: Board, hands: Mask) -> tuple[Place, ...]:
    """Return the places beneath an apparent hand, or else the one nearest to it."""
    away_mm = foreground.measure_away_mm(board, hands)
    beneath = tuple(Place(name) for name, mm in away_mm.items() if mm <= 0)
    return beneath or tuple(Place(name) for name in sorted(away_mm, key=away_mm.__getitem__)[:1])


def read_beside(board: Board, hands: Mask, card: CardReading | None) -> CardReading | None:
    """Return what is read on the pile beside an apparent hand, None if the hand may hide a card.

    A card half under an arm looks like none, and the first one of a turn would be forgotten.
    """
    pile = board.discard
    if card is None or pile is None or card.best is not None or card.pose is not None:
        return card
    reach_mm = float(np.hypot(*pile.card_mm)) / 2
    columns, rows = (
        slice(max(0, int((at - reach_mm) * MAP_PX_PER_MM)), int((at + reach_mm) * MAP_PX_PER_MM))
        for at in (pile.x_mm, pile.y_mm)
    )
    return None if hands[rows, columns].any() else card


def _find_foreign(scene: Scene, now: Bytes, scanned: Scan) -> Mask:
    """Return where something lies: the apparent hand, and what is left of earlier objects.

    What looks as it did when the board was last read, such as a piece beside it, is no part of it.
    """
    assert scanned.hands is not None
    changed = _find_changed(scene, now, scanned.hands)
    if changed is None:
        return foreground.grow_hands(scanned.hands, scanned.view)
    left = _find_left(scene, scanned, changed)
    grown = foreground.grow_hands(scanned.hands | left, scanned.view)
    return grown & (foreground.close_gaps(changed) | left)


def _find_left(scene: Scene, scanned: Scan, changed: Mask) -> Mask:
    """Return where objects lie as they lay when the board was last read."""
    if scene.lying is None:
        return np.zeros_like(changed)
    view = scanned.view
    odd = (view.z_score > foreground.TUNING.foreign_z) | view.art_missing
    same = (scene.lying & odd & ~changed).astype(np.uint8)
    lies = cv2.morphologyEx(same, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    sites, halo_mm = scanned.board_scores.sites, foreground.TUNING.explained_halo_mm
    pieces = foreground.pieces_mask(sites, scanned.places, lies.shape, halo_mm)
    count, labels = cv2.connectedComponents(lies)
    size, known = (np.bincount(part, minlength=count) for part in (labels.ravel(), labels[pieces]))
    # Under an object pieces are seen that are none; but what is mostly pieces is no object.
    return foreground.close_gaps((lies > 0) & (known < TUNING.pieces_share * size)[labels])


def _with_lying(
    scene: Scene, foreign: Mask, margin_px: int, share_max: float = TUNING.lying_share_max
) -> Scene:
    """Return the scene with long-lying foreign points marked, which are then ignored.

    It is returned unchanged if they are too much of the board.
    """
    lying = _dilate(foreign, margin_px)
    return scene if lying.mean() > share_max else replace(scene, lying=lying)


def is_changed(scene: Scene, now: Bytes) -> bool:
    """Whether a square looks different where objects lay when the board was last read."""
    if scene.lying is None:
        return False
    changed = _find_changed(scene, now, scene.lying)
    return changed is not None and bool((changed & scene.lying).any())


def scan_all(model: Model, scene: Scene, sampled: Sampled) -> tuple[Scene, Scan]:
    """Return scene and scan of a picture in which objects may be changed.

    Only what still lies as it lay is marked from now on: the rest was pushed, taken away, or is a
    hand over it. If it is no hand, it is the same object still.
    """
    lying = scene.lying
    changed = None if lying is None else _find_changed(scene, sampled.square, lying)
    if lying is None or changed is None or not (changed & lying).any():
        return scene, scan(model, scene, sampled)
    bare = replace(scene, lying=None)
    scanned = scan(model, bare, sampled)
    left = _find_left(scene, scanned, changed)
    if not left.any():
        return bare, scanned
    grown = foreground.grow_hands(left, scanned.view) & (foreground.close_gaps(changed) | left)
    scene = replace(scene, lying=lying & _dilate(left, TUNING.hand_margin_px))
    scanned = scan(model, scene, sampled)
    if scanned.hands is None:
        scene = _with_lying(scene, grown, TUNING.hand_margin_px)
        scanned = scan(model, scene, sampled)
    return scene, scanned


def _find_changed(scene: Scene, now: Bytes, like: Mask) -> Mask | None:
    """Return where the board looks different than when it was last read; None if it never was.

    On the map of the board, of the same size as another mask.
    """
    lessons = scene.lessons
    moved = lessons.moved_cells(now, reach_cells=0)
    if moved is None:
        return None
    # Single cells are noise.
    spots = cv2.morphologyEx(moved.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    found = on_map(spots.astype(np.float32), lessons.square, (like.shape[0], like.shape[1]))
    return np.asarray(found > TUNING.changed_share)


def _dilate(mask: Mask, margin_px: int) -> Mask:
    side = 2 * margin_px + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)) > 0)
