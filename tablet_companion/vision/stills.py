"""What reads single pictures of any table: a board with places, or cards that lie loose."""

from __future__ import annotations

from calibration.taught.model import Calibration
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.scene import Model

Prepared = Model | CardTable
StillReader = BoardReader | LooseCardReader


def prepare(calibration: Calibration) -> Prepared:
    """Return what pictures are read with; of loose cards the calibration's board says it all."""
    board = calibration.board
    return Model(calibration) if board.cards is None else CardTable(board)


def open_still_reader(prepared: Prepared) -> StillReader:
    """Return a reader that takes every picture for a still one."""
    if isinstance(prepared, CardTable):
        return LooseCardReader(prepared, still_frames=1)
    return BoardReader(prepared, still_frames=1)
