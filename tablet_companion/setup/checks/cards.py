"""Questions about the cards that labels name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from calibration.learning.placing import Lesson
from hardware import formats
from hardware.board import Board
from tablet_companion import games
from tablet_companion.kit import printed


def ask_of_cards(board: Board, lessons: Iterable[Lesson]) -> Iterator[str]:
    """Yield a question for each card that the board's game does not have.

    A misspelt name would be learnt, and the card never recognised in a game. Boards without a game
    may have any cards.
    """
    if board.game is None or board.game not in games.names():
        return
    known = printed.drawings(board.game)
    for label in (lesson.label for lesson in lessons):
        if known and label.card is not None and label.card not in known:
            yield (
                f"{label.file}: {board.game} has no card {formats.shorten(label.card)!r}, so its "
                f"face is learnt in vain. Is it misspelt? There are: {', '.join(known)}."
            )
