"""The sheet by which a camera's lens is measured: a chessboard with a marker in every white square.

Its size on paper does not matter, but it must be flat: a lens is measured by straight lines.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from hardware.board import Marker
from hardware.printing.aruco import aruco_svg, draw_box
from hardware.printing.svg import WHITE, document, path, rectangle

DICTIONARY: Final = "DICT_5X5_100"
"""Not the dictionary of our boards, so that the sheet may lie on one."""

SQUARES: Final = (9, 6)
SQUARE_MM: Final = 28.0
MARKER_MM: Final = 20.0
SIZE_MM: Final = (SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM)


def charuco_board() -> cv2.aruco.CharucoBoard:
    """Return the sheet as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def charuco_svg() -> str:
    """Return the sheet as a drawing."""
    board = charuco_board()
    middles = [np.mean(points, axis=0)[:2] for points in board.getObjPoints()]
    white = {(int(x // SQUARE_MM), int(y // SQUARE_MM)) for x, y in middles}
    squares = "".join(
        draw_box(column * SQUARE_MM, row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
        for row in range(SQUARES[1])
        for column in range(SQUARES[0])
        if (column, row) not in white
    )
    markers = [
        aruco_svg(Marker(DICTIONARY, int(id_), float(x), float(y), MARKER_MM))
        for id_, (x, y) in zip(np.ravel(board.getIds()), middles, strict=True)
    ]
    sheet = rectangle(0, 0, *SIZE_MM, fill=WHITE)
    black = path(squares, fill="#000000", shape_rendering="crispEdges")
    return document(*SIZE_MM, [sheet, black, *markers], title="Sheet to measure a lens by")
