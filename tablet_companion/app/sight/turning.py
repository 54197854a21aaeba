"""Turns the reader's board round if the record tells that it lies so.

A board of some makes looks the same from several sides. If its camera is turned, or is started
again, its art cannot tell which way it lies, but the pieces can: each stands at the place opposite.
"""

from __future__ import annotations

from hardware.board import Board
from tablet_companion.kit.boards import find_turns
from tablet_companion.referee.model.board_turned import find_turn
from tablet_companion.referee.model.events import Saw
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.reading import Reading


class Turning:
    """Which way one table's board lies.

    ``hear`` is for the loop, ``follow`` for the camera's thread; one reading passes between them.
    """

    def __init__(self, board: Board) -> None:
        """Take the board, which may be laid out the same from no other side."""
        self._turns = find_turns(board)
        self._found: tuple[Reading, int] | None = None

    def hear(self, event: Saw, table: Table) -> None:
        """Note a reading that the record explains only with the board turned."""
        quarters = find_turn(table, self._turns) if self._turns else 0
        self._found = (event.reading, quarters) if quarters else None

    def follow(self, reader: BoardReader, still: Still) -> None:
        """Turn the board if its present reading was found to be turned."""
        found = self._found
        if found is not None and found[0] is still.reading:
            self._found = None
            reader.turn(found[1])
