"""Asks the reader what a picture shows, and where the board lies in it."""

from __future__ import annotations

from calibration.camera.lens import Pose
from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners, measure_missed_mm, project_corners
from hardware.ports import Picture
from tablet_companion.setup.labels.draft import CORNERS, Draft, apply_proposal
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model


class Proposer:
    """Proposes labels for the pictures of one board."""

    def __init__(self, model: Model) -> None:
        """Take a calibration; one made from the board's file alone requires the corners."""
        self._eye = BoardReader(model, still_frames=1)
        self.board = model.board
        self._lenses = model.lenses

    def propose(self, draft: Draft, picture: Picture) -> tuple[Draft, Pose | None, float]:
        """Return the draft with all that can be read, and the camera's place.

        And how far beside the print its corners are (mm), 0 if nobody need be told. Without the
        board, the draft comes back as it is, and None. Corners that the draft has are
        taken as given; else the board is looked for where it lay in the picture before, and then
        everywhere.
        """
        given, missed_mm = len(draft.corners) == CORNERS, 0.0
        try:
            if given:
                self._eye.forget()
                by_hand = fit_corners(picture, draft.corners, self.board, self._lenses)
                missed_mm = measure_missed_mm(by_hand, draft.corners, self.board)
                self._eye.aim(by_hand)
            fit, looked, reading = self._eye.examine(picture)
        except RegistrationError:
            return draft, None, 0.0
        seen = tuple(project_corners(fit.pose, self.board.size_mm))
        corners = draft.corners if given else seen
        return apply_proposal(draft, reading, corners, hand=looked.hand), fit.pose, missed_mm
