"""Drawing a layout over a photograph, to see by eye whether its places are where they should be."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.camera.lens import Pose
from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners
from calibration.learning.truth import read_labels
from hardware.board import Board
from hardware.cameras.folder import read_picture
from hardware.formats import write_png
from hardware.ports import Picture
from tablet_companion.setup.geometry.board_outline import find_outline
from tablet_companion.setup.geometry.layouts import trace_places


def draw_layout(board: Board, photo: Path, labels: Path | None, out: Path) -> None:
    """Write a photograph with every place drawn on it; raises CompanionError.

    The board's corners are taken from the labels if possible; otherwise it is searched for.
    """
    picture = read_picture(photo)
    pose = _find_pose(picture, photo, labels, board)
    shown = picture.copy()
    thick = max(1, round(picture.shape[1] / 640))
    for name, ring in trace_places(board, pose):
        circle = ring.round().astype(np.int32)
        cv2.polylines(shown, [circle], isClosed=True, color=(0, 0, 0), thickness=3 * thick)
        cv2.polylines(shown, [circle], isClosed=True, color=(0, 220, 255), thickness=thick)
        at = ring.mean(axis=0).round().astype(int).tolist()
        for ink, width in (((0, 0, 0), 3 * thick), ((255, 255, 255), thick)):
            cv2.putText(shown, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * thick, ink, width)
    write_png(out, shown)


def _find_pose(picture: Picture, photo: Path, labels: Path | None, board: Board) -> Pose:
    known = {label.file: label.corners for label in read_labels(labels)} if labels else {}
    if given := known.get(photo.name):
        return fit_corners(picture, given, board).pose
    width, height = board.size_mm
    missing = RegistrationError(
        f"No board of {width:g} by {height:g} mm stands out in {photo.name}; give its corners "
        "with --corners, as 'label' writes them."
    )
    found = find_outline(picture)
    if found is None:
        raise missing
    try:
        return fit_corners(picture, found, board).pose
    except RegistrationError as error:  # it is about corners, and nobody gave any
        raise missing from error
