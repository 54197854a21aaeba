"""Finds faults in pictures of the set-up: a hand, a repeated card, a piece out of place."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Set
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Pose
from calibration.camera.sampling import flatten
from calibration.errors import RegistrationError
from calibration.finding.patches import Patches
from calibration.surfaces.exposures import Shot, expose
from calibration.surfaces.faces import FACE_PX_PER_MM, Shown, cut_face
from calibration.taught.model import choose_scale
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.setup.geometry.arranging import arrange, find_open
from tablet_companion.vision.objects.hands import SceneNetwork, hand_log_odds
from tablet_companion.vision.objects.survey import compare_all, lay_square, make_camera_sampler
from tablet_companion.vision.places.network import PlaceNetwork, weights
from tablet_companion.vision.places.network_scores import BARE, COVERED, TURNED, UPRIGHT
from tablet_companion.vision.taught_views import TaughtPicture, TaughtViews, lay_taught_views

_TWIN: Final = 0.94
"""Correlation from which two faces are one card's. On a drawn make, in three lights and with cards
turned any way, 140 pairs of one card's had 0.966 at least, and 1183 of two cards' 0.901 at most
(a 5 and an 8). Held by tests/setup/test_picture_faults.py."""
_SLACK_PX: Final = 8
"""Two faces are cut so differently at most; what is nearer to the edge is not compared."""
_HAND: Final = 0.0
"""Log odds from which a hand is seen: with nothing known of the board, three drawn boards have at
most −1.9 without a hand and at least 2.0 with one."""
_STANDS: Final = 0.0
"""Log odds from which a piece stands on a place: one that is empty in two pictures had at most −2.4
on twelve drawn boards, some of whose places all look different, and −2.9 on photographs of the
boxed one; a piece that is in one of the two had at least 1.6. Held by
tests/setup/test_picture_faults.py."""


def find_twin(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], faces: Mapping[Card, Picture]
) -> tuple[Picture | None, Card | None]:
    """Return the face on the pile, if one is found, and which of ``faces`` it resembles.

    ``pictures`` are of the empty board and of the card.
    """
    assert board.discard is not None, "only a board with cards has a pile"
    empty, flat = (flatten(picture, pose, board.size_mm, FACE_PX_PER_MM) for picture in pictures)
    cut = cut_face(Shown(flat, (empty,)), board.discard)
    if cut is None:
        return None, None
    alike = {card: _correlate(cut.face, face) for card, face in faces.items()}
    best = max(alike, key=alike.__getitem__, default=None)
    return cut.face, best if best is not None and alike[best] > _TWIN else None


def _correlate(one: Picture, other: Picture) -> float:
    """Return the correlation of two faces, whichever way round they were cut.

    They are compared directly: sought on the pile among known faces, a 5 was aligned as the 8 that
    it resembles, and then looked like neither.
    """
    inner, whole = (cv2.GaussianBlur(face, (0, 0), 1.0) for face in (one, other))
    inner = inner[_SLACK_PX:-_SLACK_PX, _SLACK_PX:-_SLACK_PX]
    sides = inner, np.ascontiguousarray(inner[::-1, ::-1])
    return max(float(cv2.matchTemplate(whole, each, cv2.TM_CCOEFF_NORMED).max()) for each in sides)


def find_strangers(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> tuple[Set[str], Set[str]]:
    """Return the places of unwanted pieces: in a picture of the empty board, and in one of pieces.

    Each place is compared with itself in the other picture, so that it does not matter how a board
    is printed. What stands in both is not seen; what stood in the first may be in both answers.
    """
    shots = _lay_beside(board, pose, pictures, pieces)
    if shots is None:
        return set(), set()
    bare, laid = shots
    before, now = score_pieces(board, bare, laid), score_pieces(board, laid, bare)
    free = before.keys() - pieces.keys()
    # Where a piece was taken away, the place has changed as well, though less.
    return (
        {name for name in free if before[name] > max(_STANDS, now[name])},
        {name for name in free if now[name] > _STANDS},
    )


def find_standing(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> tuple[Mapping[str, str], Set[str]]:
    """Return at which places of their areas pieces stand, and where there seems to be none.

    Asked are only areas with places to spare. ``pictures`` are of the empty board and of pieces.
    """
    wanted = find_open(board, pieces)
    shots = _lay_beside(board, pose, pictures, pieces) if wanted else None
    if shots is None:
        return pieces, set()
    scores = score_pieces(board, shots[1], shots[0], wanted)
    laid = arrange(board, pieces, scores)
    return laid, {name for name in laid if name in wanted and scores.get(name, 0.0) < _STANDS}


def _lay_beside(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> tuple[Shot, Shot] | None:
    """Return the pictures of the empty board and of pieces; None if they do not fit together."""
    empty, start = pictures
    scale = choose_scale(board.size_mm)
    flat = flatten(empty, pose, board.size_mm, scale)
    try:  # setting pieces out may push the board a little
        moved = Patches(flat, scale).follow(start, pose).pose
    except RegistrationError:  # places that are not known to be the same are not compared
        return None
    return Shot(empty, pose, {}, card=False), Shot(start, moved, pieces, card=False)


def score_pieces(
    board: Board, shot: Shot, other: Shot, wanted: Collection[str] | None = None
) -> Mapping[str, float]:
    """Return the log odds of pieces in a picture, compared with the bare places of another."""
    taught = expose(board, other, px_per_mm=choose_scale(board.size_mm))
    views = lay_taught_views(board, (TaughtPicture(taught),), shot.pose)
    return score_windows(board, views, shot.picture, wanted)


def score_windows(
    board: Board, views: TaughtViews, picture: Picture, wanted: Collection[str] | None = None
) -> Mapping[str, float]:
    """Return the log odds of pieces in a picture, by place, compared with taught views.

    Only those of the ``wanted`` places, if given.
    """
    windows = views.windows.rows
    rows = [
        number
        for number, row in enumerate(windows)
        if wanted is None or board.places[row.place].name in wanted
    ]
    if not rows:
        return {}
    shown = views.place_input(picture, np.array(rows, np.intp))
    nats = _load_places().infer(shown).nats
    piece = np.logaddexp(nats[:, UPRIGHT], nats[:, TURNED])
    log_odds = piece - np.logaddexp(nats[:, BARE], nats[:, COVERED])
    scores: dict[str, float] = {}
    for number, score in zip(rows, log_odds.tolist(), strict=True):
        name = board.places[windows[number].place].name
        scores[name] = max(score, scores.get(name, score))
    return scores


def sees_hand(board: Board, pose: Pose, picture: Picture) -> bool:
    """Whether the hand network sees a hand over a board that is not taught yet."""
    square = lay_square(board, pose)
    sampler = make_camera_sampler(square, pose)
    shown = compare_all(square, sampler.sample(picture)[0], sampler.inside[0], ())
    return hand_log_odds(_load().infer(shown), square) >= _HAND


def hand_in(views: TaughtViews, picture: Picture) -> float:
    """Return the log odds of a hand over a board, beside taught views of it."""
    shown = views.square_input(views.sample_square(picture))
    return hand_log_odds(_load().infer(shown), views.square)


@functools.cache
def _load_places() -> PlaceNetwork:
    return PlaceNetwork(weights("places.onnx"))


@functools.cache
def _load() -> SceneNetwork:
    return SceneNetwork(weights("hands.onnx"))
