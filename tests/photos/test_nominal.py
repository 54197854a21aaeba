"""A board that nobody has shown yet is read from its file and four tapped corners alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners
from calibration.learning.learn import trust_board
from calibration.learning.truth import read_labels
from hardware.boardfile import read_board
from hardware.cameras.folder import read_picture
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model
from tests.amounts import count


@pytest.fixture(scope="module")
def unseen(box: Path) -> BoardReader:
    """Return an eye for the boxed board that knows its file only."""
    return BoardReader(Model(trust_board(read_board(box / "board.toml"))), still_frames=1)


def test_most_places_are_read_without_any_picture(box: Path, unseen: BoardReader) -> None:
    """Nominal colours and corners suffice for 96 of 100 places, in any light."""
    board = read_board(box / "board.toml")
    right = places = 0
    for label in read_labels(box / "stills" / "truth.jsonl")[:: count(10, 5)]:
        if label.hand or label.corners is None:
            continue
        picture = read_picture(box / "stills" / label.file)
        unseen.forget()
        unseen.aim(fit_corners(picture, label.corners, board))
        _, _, reading = unseen.examine(picture)
        for sight in reading.places:
            places += 1
            right += sight.best == label.pieces.get(sight.place, "")
    assert right >= 0.96 * places, (right, places)


def test_without_corners_it_says_what_it_needs(box: Path, unseen: BoardReader) -> None:
    """A board of unknown looks cannot be found; the sentence asks for its corners."""
    unseen.forget()
    with pytest.raises(RegistrationError, match="give its corners"):
        unseen.examine(read_picture(box / "stills" / "0001.jpg"))
