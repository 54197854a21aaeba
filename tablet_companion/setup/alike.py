"""What a picture of the set-up must not show: a hand, or a card that was shown before."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import FACE_PX_PER_MM, Shown, cut_face
from calibration.lens import Pose
from calibration.sampling import rectify
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.vision.cards.pile import Pile, window_mm
from tablet_companion.vision.objects.hands import SceneNetwork, hand_log_odds
from tablet_companion.vision.objects.survey import compare_all, lay_square, look_at
from tablet_companion.vision.places.network import weights

_TWIN: Final = 0.9
"""Probability from which a card is one that was shown; held by tests/setup/test_alike.py."""
_HAND: Final = 0.0
"""Log odds from which a hand is seen: with nothing known of the board, three drawn boards have at
most −1.9 without a hand and at least 2.0 with one."""


def find_twin(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], faces: Mapping[Card, Picture]
) -> tuple[Picture | None, Card | None]:
    """Return the face on the pile, if one is made out, and which of ``faces`` it looks like.

    ``pictures`` are of the empty board and of the card.
    """
    assert board.discard is not None, "only a board with cards has a pile"
    empty, flat = (_flatten(board, pose, picture) for picture in pictures)
    cut = cut_face(Shown(flat, (empty,)), board.discard, FACE_PX_PER_MM)
    face = None if cut is None else cut.face
    if not faces:
        return face, None
    left, top, side = (round(value * FACE_PX_PER_MM) for value in window_mm(board.discard))
    bare, window = (
        np.ascontiguousarray(each[top : top + side, left : left + side]) for each in (empty, flat)
    )
    small = cv2.resize(bare, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    read = Pile(board.discard, faces, small).read(window)
    twins = [card for card, share in read.posterior if card is not None and share > _TWIN]
    return face, next(iter(twins), None)


def _flatten(board: Board, pose: Pose, picture: Picture) -> NDArray[np.uint8]:
    flat = rectify(picture, pose, board.size_mm, FACE_PX_PER_MM)
    return flat.clip(0, 255).astype(np.uint8)


def sees_hand(board: Board, pose: Pose, picture: Picture) -> bool:
    """Whether the network of hands sees one over a board of which nothing is known yet."""
    square = lay_square(board, pose)
    sampler = look_at(square, pose)
    shown = compare_all(square, sampler.sample(picture)[0], sampler.inside[0], ())
    return hand_log_odds(_load().infer(shown), square) >= _HAND


@functools.cache
def _load() -> SceneNetwork:
    return SceneNetwork(weights("hands.onnx"))
