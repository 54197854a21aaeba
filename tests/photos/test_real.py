"""Real photographs of other people's boards: the reader is measured, and never fitted to them."""

from __future__ import annotations

import functools
import re
import shutil
from pathlib import Path

import pytest

from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.scene import Model
from tests.amounts import some
from tools.measure.cases import Case, Subject
from tools.measure.counting import Figures, count
from tools.measure.folders import read_folder
from tools.measure.looking import Looker, Way
from tools.measure.shots import Shot
from tools.measure.teaching import FEW_SHOT, ONE_EMPTY, Teaching, fits

REAL = Path(__file__).parents[3] / "shared" / "photos" / "real"
BY_CORNERS = Way(corners=True, sequence=False)
GAME = ("0005.jpg", "0110.jpg", "0180.jpg", "0316.jpg")
"""Some pictures of the recorded game of chess, some of them with a hand."""


@functools.cache
def _subject(name: str, variant: str) -> Subject:
    if not (REAL / name).is_dir():
        pytest.skip(f"the real photographs are not at {REAL}")
    return next(found for found in read_folder(REAL / name, 1) if found.variant == variant)


@functools.cache
def _taught(name: str, variant: str) -> Model | CardTable:
    """Return an eye that was shown all there is."""
    subject = _subject(name, variant)
    taught = Teaching(subject, FEW_SHOT if fits(FEW_SHOT, subject) else ONE_EMPTY).taught
    assert taught.reader is not None, taught.notes
    return taught.reader


@functools.cache
def _look(name: str, variant: str, file: str) -> Shot:
    """Return what is made of one picture, corners given."""
    looker = Looker(_taught(name, variant), BY_CORNERS, choosy=False)
    return looker.look(_cases(_subject(name, variant))[file])


def _figures(name: str, variant: str, files: tuple[str, ...]) -> Figures:
    """Return the figures of some pictures, or of all."""
    files = files or tuple(_cases(_subject(name, variant)))
    return count([_look(name, variant, file) for file in files])


def _cases(subject: Subject) -> dict[str, Case]:
    return {case.label.file: case for pictures in subject.sets for case in pictures.cases}


def _wrong(figures: Figures) -> float:
    """Return the percentage of wrong places; all of them where none was read."""
    share = figures["wrong_pct"]
    return 100.0 if share is None else share


@pytest.mark.parametrize("variant", some(["", "(low)"], 2))
def test_chess_from_above_is_read(variant: str) -> None:
    """Of a game under one webcam 99 % of the places are right, whatever height is stated."""
    assert _wrong(_figures("chess_webcam_game", variant, GAME)) <= 1


def test_hands_over_the_game_are_seen() -> None:
    """No hand over the game of chess is missed."""
    assert _figures("chess_webcam_game", "", GAME)["hands_missed"] == 0


def test_no_hand_is_invented_over_the_game() -> None:
    """Nobody's hand is over the board where the label says so: the referee would wait for ever."""
    assert _figures("chess_webcam_game", "", GAME)["hands_invented"] == 0


def test_no_man_of_the_game_is_said_to_lie() -> None:
    """Men of another shape than the file's stand, so none of their squares is covered."""
    assert _figures("chess_webcam_game", "", GAME)["not_seen"] in (0, 1)


def test_a_worn_board_in_other_light_is_read() -> None:
    """After one labelled picture, 96 % of the places are right in pictures of other lights."""
    assert _wrong(_figures("chess_folding_board", "", ("3.jpg", "cc8.jpg"))) <= 4


def test_tables_beside_a_worn_board_silence_nothing() -> None:
    """Wood and men beside the rim may look like a hand; nobody waits for one beyond doubt."""
    files = ("9.jpg", "cc8.jpg")
    assert _figures("chess_folding_board", "", files)["hands_invented"] == 0


def test_men_on_lines_are_read() -> None:
    """The board looks the same turned round, its light is another: it is read where corners are.

    One man stands half beside his place and may be covered.
    """
    figures = _figures("nine_mens_morris", "", ())
    assert (figures["not_registered"], _wrong(figures)) == (0, 0)
    assert figures["not_seen"] in {0, 1}


def test_men_beside_their_points_are_no_hand(tmp_path: Path) -> None:
    """A layout that is 1.4 mm off leaves men over the rims of their points: all are read."""
    if not (REAL / "nine_mens_morris").is_dir():
        pytest.skip(f"the real photographs are not at {REAL}")
    folder = tmp_path / "mill"
    shutil.copytree(REAL / "nine_mens_morris", folder)
    text = (folder / "board.toml").read_text("utf-8")
    moved = re.sub(r"x_mm = ([\d.]+)", lambda found: f"x_mm = {float(found[1]) + 1.4:.1f}", text)
    (folder / "board.toml").write_text(moved, "utf-8")
    (subject,) = read_folder(folder, 1)
    reader = Teaching(subject, ONE_EMPTY).taught.reader
    assert reader is not None
    looker = Looker(reader, BY_CORNERS, choosy=False)
    (case,) = _cases(subject).values()
    figures = count([looker.look(case)])
    assert [figures[name] for name in ("hands_invented", "hands_doubted", "wrong")] == [0, 0, 0]
    assert figures["not_seen"] in (0, 1)


def test_corners_are_given_for_one_picture() -> None:
    """Later nobody knows whether such a board still lies as it was said to: corners are asked."""
    model = _taught("nine_mens_morris", "")
    assert isinstance(model, Model)
    (case,) = _cases(_subject("nine_mens_morris", "")).values()
    picture, reader = case.show(), BoardReader(model, still_frames=1)
    assert case.label.corners is not None
    reader.aim(fit_corners(picture, case.label.corners, model.board, model.lenses))
    reader.locate_places(picture)
    with pytest.raises(RegistrationError, match="give its corners"):
        reader.locate_places(picture)
