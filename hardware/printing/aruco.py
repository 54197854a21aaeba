"""Fiducial markers as vector shapes."""

from __future__ import annotations

import re

import cv2

from hardware.board import BoardError, Marker
from hardware.boardcheck import find_marker_problem
from hardware.printing.svg import WHITE, group, number, path, rectangle


def aruco_svg(marker: Marker) -> str:
    """Return the marker on a white square that keeps one module of quiet zone on every side.

    Raises BoardError if OpenCV has no such dictionary or the dictionary no such marker.
    """
    cells = _cells(marker)
    module = marker.size_mm / len(cells)
    left, top = marker.x_mm - marker.size_mm / 2, marker.y_mm - marker.size_mm / 2
    data = "".join(
        draw_box(left + run.start() * module, top + row * module, len(run[0]) * module, module)
        for row, line in enumerate(cells)
        for run in re.finditer("1+", line)
    )
    quiet = rectangle(
        left - module,
        top - module,
        marker.size_mm + 2 * module,
        marker.size_mm + 2 * module,
        fill=WHITE,
    )
    return group([quiet, path(data, fill="#000000", shape_rendering="crispEdges")])


def _cells(marker: Marker) -> list[str]:
    """Return the modules row by row, ``1`` for black, the black border included."""
    if problem := find_marker_problem(marker.dictionary, marker.id):
        raise BoardError(f"The marker {marker.id} cannot be drawn: {problem}")
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, marker.dictionary))
    side = dictionary.markerSize + 2
    picture = cv2.aruco.generateImageMarker(dictionary, marker.id, side)
    return ["".join("0" if value else "1" for value in row) for row in picture]


def draw_box(x: float, y: float, width: float, height: float) -> str:
    """Return path data of a rectangle; runs of modules have fewer seams than squares."""
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"
