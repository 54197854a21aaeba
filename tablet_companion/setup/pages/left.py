"""Learns a board aside, and asks about pieces that seem to stand in all pictures of it empty."""

from __future__ import annotations

from pathlib import Path

from calibration.taught.model import Calibration, write_calibration
from hardware.errors import CompanionError, explain_os_error
from hardware.files import replace_folder
from hardware.log import log
from tablet_companion.config import TAUGHT
from tablet_companion.screen.toolkit.drawing import Page, Part
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.pages.placing import ring_places
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.work import TeachStep
from tablet_companion.setup.parts.pageparts import BACK, Does
from tablet_companion.setup.parts.picture_frame import frame_points, size_of
from tablet_companion.setup.teaching.doubts import Doubt, doubt_pieces
from tablet_companion.setup.teaching.teaching import learn, make_aside


class LeftStep(TeachStep):
    """A page that learns a board, and asks whether it was empty where a piece seems to stand."""

    left: frozenset[str] = frozenset()
    """Places on which something seems to stand in every picture that was to show them empty."""

    def learn_aside(self, boards: Path) -> tuple[Path, Calibration, frozenset[str]]:
        """Learn the board in a folder beside taught ones; return it, and what seems to be left.

        Raises CompanionError.
        """
        left: set[str] = set()
        with make_aside(boards) as aside:
            found = learn(self.teaching, aside, log, left.update)
            write_calibration(found, aside / TAUGHT)
        return aside, found, frozenset(left)

    def put(self, aside: Path, folder: Path) -> bool:
        """Put what was learnt where it belongs; if it cannot be, the page says why."""
        try:
            with explain_os_error(f"{folder} cannot be written"):
                replace_folder(aside, folder)
        except CompanionError as error:
            self.trouble = said(error)
        return self.trouble is None

    @property
    def doubt(self) -> Doubt | None:
        """Return the question whether the board was empty; None if there is no reason to ask."""
        if self.work is not None or self.trouble is not None or not self.left:
            return None
        if "empty" not in self.teaching.shown:  # its file was harmed while the plug was out
            return None
        picture = self.teaching.align_shown("empty")
        return next(doubt_pieces(self.left, (), (), (picture, picture)))

    def lay_doubt(self, doubt: Doubt) -> Page:
        """Return the page of the question, with a ring round each of the places."""
        assert doubt.picture is not None, "it is about a picture that was taken"
        frame = frame_points(size_of(doubt.picture), self.body, self.teaching.corners)
        rings = ring_places(self.teaching, doubt.places, frame, self.look)
        return self.lay(doubt.say, (BACK, *doubt.keys), Part((frame.shown(doubt.picture), *rings)))

    def obey(self, does: Does) -> None:
        """Take the board as it is, or go back to show it empty, and its pieces, once more."""
        super().obey(does)
        if does.what == "keep":
            self.left = frozenset()
        elif does.what == "bare":
            for name in ("empty", "start"):
                self.teaching.shown.pop(name, None)
            self.done, self.to = True, ShowStep
