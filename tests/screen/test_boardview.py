"""Where marks stand on the drawn board."""

from __future__ import annotations

import math

from tablet_companion.games.core import Piece, Place
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import Mark, MarkKind
from tablet_companion.screen.toolkit import boardview, framing, marks, paint
from tablet_companion.screen.toolkit.drawing import Box, Circle, Group
from tablet_companion.screen.toolkit.look import Look
from tests.screen.looks import SCREENS, English


def test_a_piece_that_may_move_is_marked_where_it_stands() -> None:
    """In a city with room for several, the ring is around the agent, not over half of it."""
    board = printed.board("agent")
    look = Look(SCREENS["7 inches"], English(), board, paint.measure)
    frame = framing.frame_whole(board, Box(0, 0, 600, 400), 0)
    spot = board.areas["Washington"][1]
    drawn = boardview.board_part(
        frame, {Place(spot.name): Piece("green")}, [Mark(Place("Washington"), MarkKind.MAY)], look
    )
    things = [one for group in drawn.items if isinstance(group, Group) for one in group.items]
    sun = marks.COLOURS[MarkKind.MAY]
    rings = [one for one in things if isinstance(one, Circle) and one.edge == sun]
    assert [math.dist(one.centre, frame.at(spot.x_mm, spot.y_mm)) < 1 for one in rings] == [True]
