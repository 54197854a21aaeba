"""The board as the camera sees it while it is taught: where it lies, and what was put on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from calibration.camera.lens import Pose
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.setup.checks.change_detection import TUNING, BareBoard
from tablet_companion.setup.checks.picture_faults import sees_hand
from tablet_companion.setup.geometry.arranging import arrange, discount_leaning, find_open
from tablet_companion.setup.geometry.registration import ReferencePrint, align, measure_shift
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.teaching.teaching import Teaching

_MOVED_PX: Final = 2.0
"""A board whose corners are this far from where they were was moved; the search errs less."""

_Corners = tuple[tuple[Point, ...], tuple[Point, ...]]
"""Where a board's corners are, and where they were."""
_COVERED: Final = 0.25
"""Share of the places that a thing hides at most; more differ if the board is a little askew."""


class BoardTracker:
    """Compares pictures of a board with those taken before, and follows the board if it is pushed.

    ``bare`` is the empty board, ``before`` the board in the picture taken last, both None before
    the first; ``corners`` are where its corners are now, in pixels. Pictures may be searched on
    another thread, one at a time; everything else belongs to the loop.
    """

    def __init__(self, teaching: Teaching) -> None:
        self._teaching = teaching
        self.bare: BareBoard | None = None
        self.before: BareBoard | None = None
        self.corners: Sequence[Point] = teaching.corners
        self._print: ReferencePrint | None = None
        self._aligned: tuple[Picture, _Corners, Picture] | None = None

    def forget(self) -> None:
        """Forget the empty board, and where the board was followed to."""
        self.bare = self.before = self._print = None
        self.corners = self._teaching.corners

    def resume(self, name: str) -> None:
        """Continue after a picture that was taken earlier; the empty board is among those."""
        self.bare, self.before = self._look_at("empty"), self._look_at(name)
        self.corners = self._teaching.corners_in(name)

    def take(self, name: str, corners: Sequence[Point]) -> None:
        """Continue after a picture that was just taken, with the board's corners in it."""
        self.corners, self.before = corners, self._look_at(name)
        if name == "empty" or self.bare is None:
            self.bare, self._print = self.before, None

    def _look_at(self, name: str) -> BareBoard:
        return BareBoard.of(*self.outline(), self._teaching.align_shown(name))

    def outline(self, corners: Sequence[Point] | None = None) -> tuple[Board, Pose]:
        """Return the board, and how the camera sees it with these corners, or with those set."""
        return self._teaching.board(), self._teaching.pose(corners)

    def align(self, picture: Picture) -> Picture:
        """Return a picture as if the board had not been moved; asked again, the same one."""
        last, between = self._aligned, (tuple(self.corners), tuple(self._teaching.corners))
        if last is None or last[0] is not picture or last[1] != between:
            last = self._aligned = picture, between, align(picture, *between)
        return last[2]

    def is_lit_otherwise(self, picture: Picture) -> bool:
        """Whether the light has changed since the last picture."""
        last = self.before or self.bare
        assert last is not None, "the empty board comes first"
        return last.lit_otherwise(self.align(picture))

    def has_card(self, picture: Picture) -> bool:
        """Whether another card lies on the pile than before, and on the empty board."""
        picture = self.align(picture)
        # A pile that was taken away looks otherwise, too.
        return all(one is not None and one.has_card(picture) for one in (self.before, self.bare))

    def arrange(
        self, picture: Picture, pieces: Mapping[str, str]
    ) -> tuple[dict[str, str], frozenset[str]]:
        """Return at which places of their areas the pieces stand, and which of these are empty.

        Empty are those with nothing on them that the empty board had not.
        """
        assert self.bare is not None, "the empty board comes first"
        board, least = self.bare.board, TUNING.filled_share
        wanted = pieces.keys() | find_open(board, pieces)
        shares = self.bare.measure(self.align(picture), wanted)
        full = discount_leaning(board, pieces, shares)
        full = {name: share if share > least else 0.0 for name, share in full.items()}
        laid = arrange(board, pieces, full)
        return laid, frozenset(name for name in laid if not full[name])

    def find_hidden(self, picture: Picture, places: Iterable[str]) -> frozenset[str]:
        """Return which of these places have something over them that has only just come."""
        if self.bare is None or self.before is None:
            return frozenset()
        picture, share, places = self.align(picture), TUNING.hidden_share, frozenset(places)
        new = self.before.find_filled(picture, places, share)
        found = self.bare.find_filled(picture, new, share)  # else it was only taken away
        return found if len(found) <= _COVERED * len(places) else frozenset()

    def seek(
        self, bare: BareBoard, before: Sequence[Point], picture: Picture
    ) -> Sequence[Point] | None:
        """Return where the corners are now; None if the board is not seen, or not all of it.

        ``bare`` and ``before`` are the empty board and the corners when the search began.
        """
        found = self.find(picture)
        if found is None or not bare.has_hand(align(picture, found, self._teaching.corners)):
            return found
        moved = measure_shift(found, before) > _MOVED_PX  # the table beside it has not moved along
        return found if moved and not sees_hand(*self.outline(found), picture) else None

    def face(self, picture: Picture) -> None:
        """Follow a board that was turned by a quarter or more.

        Most boards look nearly the same then, so that their print alone is found unturned.
        """
        last = self.before or self.bare
        assert last is not None, "the empty board comes first"
        turns = last.count_quarters(self.align(picture))
        self.corners = [*self.corners[turns:], *self.corners[:turns]]

    def seek_turned(self, picture: Picture, *, hands: bool) -> Sequence[Point] | None:
        """Return where the corners of a board are that was turned, however far; None if unseen.

        With ``hands``, it may be covered in part.
        """
        assert self.bare is not None, "the empty board comes first"
        found = self.find(picture) if hands else self.seek(self.bare, self.corners, picture)
        if found is None:
            return None
        self.corners = found
        self.face(picture)
        return self.corners

    def find(self, picture: Picture) -> Sequence[Point] | None:
        """Return the board's corners in a picture, found by its print; None if it is not seen."""
        if self._print is None:
            teaching = self._teaching
            taken = "empty" in teaching.shown
            seen = teaching.align_shown("empty") if taken else teaching.still
            assert seen is not None, "corners were set on a picture"
            self._print = ReferencePrint(seen, teaching.pose(), teaching.board())
        return self._print.find(picture)
