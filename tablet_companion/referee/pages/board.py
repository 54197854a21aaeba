"""The page that compares table and record, and on which either is corrected."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tablet_companion.games.core import EMPTY, HIDDEN, Message, Piece, Placement
from tablet_companion.games.text import N_
from tablet_companion.referee.model.dialogues import FixingBoard
from tablet_companion.referee.model.differences import find_differences, read_placement, read_spots
from tablet_companion.referee.model.events import GoOn, RecordIsRight, TableIsRight
from tablet_companion.referee.model.history import can_take_back
from tablet_companion.referee.model.panels import BoardPanel, Button, Weight
from tablet_companion.referee.model.steps_in_words import draw_arrows
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Disagreeing
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.referee.pages.buttons import TAKE_BACK

_DISAGREE: Final = Message(
    N_("The table is not as I know it. Is it right like this, or will you put it back?")
)
_TURNED: Final = Message(
    N_("Nearly everything stands elsewhere. Was the board turned round or moved? Then put it back.")
)
_STILL_TURNED: Final = Message(
    N_("This cannot be right. Was the board turned round or moved? Then put it back.")
)
_AGREE: Final = Message(N_("What stands where?"))


def build_board_page(table: Table, fixing: FixingBoard) -> BoardPanel:
    """Return the page that lists where table and record differ, and lets people correct either.

    Its keys answer the question which of the two is right, so it is asked wherever they differ.
    """
    differences = find_differences(table, table.placement, fixing.puts)
    asks = differences or isinstance(table.verdict, Disagreeing)
    shown = read_placement(table, fixing.puts)
    question, note = _DISAGREE, fixing.note
    if _is_turned(shown, table.placement):
        question, note = _TURNED, note and _STILL_TURNED
    return BoardPanel(
        view=table.view(),
        say=note or (question if asks else _AGREE),
        seen=tuple(sorted(read_spots(table, fixing.puts).items())),
        differences=differences,
        pieces=_list_pieces(table),
        buttons=(
            Button(Message(N_("Right like this")), TableIsRight(), Weight.MAIN),
            Button(Message(N_("Put it back")), RecordIsRight()),
            *((TAKE_BACK,) if can_take_back(table) else ()),
            Button(Message(N_("Cancel")), GoOn(), Weight.QUIET),
        ),
        arrows=draw_arrows(find_way_back(shown, table.placement, (), table.position.count_spaces)),
    )


def _is_turned(shown: Placement, recorded: Placement) -> bool:
    """Whether more than half the pieces stand where none of theirs does on record."""
    gone = Counter(recorded.pieces) - Counter(shown.pieces)
    came = Counter(shown.pieces) - Counter(recorded.pieces)
    return 2 * min(gone.total(), came.total()) > len(recorded.pieces)


def _list_pieces(table: Table) -> tuple[Piece, ...]:
    """Return what can be put on a place: nothing, each kind of piece, a face-down piece."""
    if table.game.pile:
        seats = tuple(Piece(entry.seat) for entry in table.view().seats)
        return (EMPTY, *seats, HIDDEN)
    # A card can only be put back where it lies.
    pieces = table.placement.pieces
    movable = (piece for place, piece in pieces if piece not in (place, HIDDEN))
    return (EMPTY, *dict.fromkeys(sorted(movable)))
