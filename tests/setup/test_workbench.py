"""A person labels pictures by touch: what was proposed, what is put right, what is written."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from calibration.learning.learn import trust_board
from calibration.learning.truth import check_labels, read_labels
from hardware.ports import Picture
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.setup.labels import label_page
from tablet_companion.setup.labels.acts import Act, Tool
from tablet_companion.setup.labels.draft import Draft
from tablet_companion.simulator.house import Print
from tablet_companion.vision.scene import Model
from tests.amounts import sampled
from tests.setup.desk import Fingers, bench_with, missing, shot, table
from tools.truth import tell_truth


@pytest.fixture(scope="module")
def model(kit: Print) -> Model:
    """Return what was calibrated."""
    assert isinstance(kit.model, Model)
    return kit.model


@pytest.fixture(scope="module")
def picture(kit: Print) -> Picture:
    """Return a picture of three pawns and a seven."""
    return shot(kit, table(kit))


@pytest.fixture
def fingers(model: Model, picture: Picture, tmp_path: Path) -> Fingers:
    """Return fingers at a bench with three such pictures, the second of them damaged."""
    load = {"1.png": lambda: picture, "2.png": lambda: missing("2.png"), "3.png": lambda: picture}
    return bench_with(model, load, tmp_path / "truth.jsonl")


def _lines(tmp_path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]


def test_a_right_proposal_is_saved_with_one_touch(
    fingers: Fingers, kit: Print, tmp_path: Path
) -> None:
    """What the reader saw is written as it is, in the words of labels, and the next one comes."""
    fingers.key(Act("save"))
    assert fingers.bench.view.number == 1
    (line,) = _lines(tmp_path)
    truth = tell_truth(table(kit), "1.png", "calibrate")
    corners = line.pop("corners")
    assert line == {
        key: truth[key] for key in ("file", "pieces", "hand", "occluded", "card", "role")
    }
    assert isinstance(corners, list)
    for seen, true in zip(corners, truth["corners"], strict=True):
        assert seen == pytest.approx(true, abs=1.5)
    labels = read_labels(tmp_path / "truth.jsonl")
    check_labels(labels, kit.board, tmp_path)


@sampled(3)
@pytest.mark.parametrize("screen", ["7 inches", "10 inches", "upright"])
def test_every_part_of_a_label_can_be_put_right(
    model: Model, picture: Picture, tmp_path: Path, screen: str
) -> None:
    """A piece, an empty place, a hidden pawn, cover, hand, card and role, by touch alone."""
    fingers = bench_with(model, {"1.png": lambda: picture}, tmp_path / "truth.jsonl", screen)
    for place, piece in (("T5", "blue"), ("T20", ""), ("T58", "red"), ("T0", "green")):
        fingers.place(place)
        fingers.key(Act("stand", piece))
    fingers.place("T7")
    fingers.key(Act("cover", "T7"))
    fingers.key(Act("take", Tool.COVER))
    fingers.place("T8")
    fingers.key(Act("near"))
    fingers.key(Act("take", Tool.COVER))
    fingers.key(Act("hand"))
    fingers.key(Act("take", Tool.CARD))
    fingers.key(Act("card", "13"))
    fingers.key(Act("role"))
    assert list(fingers.bench.unsaved) == ["1.png"]
    fingers.key(Act("save"))
    assert list(fingers.bench.unsaved) == []
    (line,) = _lines(tmp_path)
    assert line["pieces"] == {"T0": "green", "T5": "blue", "T58": "red"}
    assert line["occluded"] == ["T7", "T8"]
    assert (line["hand"], line["card"], line["role"]) == (True, "13", "test")


def test_what_is_covered_can_be_uncovered(fingers: Fingers) -> None:
    """The same touch takes it back."""
    for covered in (True, False):
        fingers.place("T7")
        fingers.key(Act("cover", "T7"))
        assert ("T7" in fingers.bench.view.draft.occluded) == covered


def test_a_board_that_is_not_found_is_asked_for_by_its_corners(
    kit: Print, picture: Picture, tmp_path: Path
) -> None:
    """From the board's file alone: four corners are touched, then everything is proposed."""
    board = msgspec.structs.replace(kit.board, markers=())
    model = Model(trust_board(board))
    load = {"1.png": lambda: picture, "2.png": lambda: picture}
    fingers = bench_with(model, load, tmp_path / "truth.jsonl")
    assert fingers.bench.view.tool.value == "corners"
    assert not fingers.bench.view.spots
    for x, y in tell_truth(table(kit), "1.png")["corners"]:
        fingers.corner((x, y))
    assert fingers.bench.view.tool is Tool.PIECES
    assert fingers.bench.view.draft.pieces == {"T5": "red", "T20": "green", "T58": "hidden"}
    fingers.key(Act("save"))
    assert fingers.bench.view.spots, "a camera that has not moved sees the board where it was"


def test_corners_can_be_touched_anew_without_losing_what_was_said(
    fingers: Fingers, kit: Print
) -> None:
    """Other corners place the board; the pieces stay as the person has them."""
    fingers.place("T5")
    fingers.key(Act("stand", "blue"))
    fingers.key(Act("take", Tool.CORNERS))
    for x, y in tell_truth(table(kit), "1.png")["corners"]:
        fingers.corner((x + 1, y))
    view = fingers.bench.view
    assert view.draft.pieces["T5"] == "blue"
    assert view.draft.corners[0][0] == pytest.approx(
        tell_truth(table(kit), "1.png")["corners"][0][0] + 1, abs=0.6
    )


@pytest.mark.parametrize(("off_px", "told"), [(1, False), (18, True)])
def test_a_corner_beside_the_print_is_told(
    fingers: Fingers, kit: Print, off_px: int, told: bool
) -> None:
    """In the language of the page, where it can be touched again; the places lie on the print."""
    fingers.key(Act("take", Tool.CORNERS))
    corners = tell_truth(table(kit), "1.png")["corners"]
    for number, (x, y) in enumerate(corners):
        fingers.corner((x + (off_px if number == 1 else 0), y))
    page = label_page.sheet(fingers.bench.view, fingers.look).page
    said = " ".join(text.text for text in texts(page.items))
    assert ("beside where the print has them" in said) == told, said


def test_corners_put_away_halfway_stay_as_they_were(fingers: Fingers) -> None:
    """Half an outline is no outline."""
    before = fingers.bench.view.draft.corners
    fingers.key(Act("take", Tool.CORNERS))
    fingers.corner((300.0, 200.0))
    fingers.key(Act("take", Tool.CORNERS))
    assert fingers.bench.view.draft.corners == before
    assert fingers.bench.view.tool is Tool.PIECES


def test_a_damaged_picture_is_told_of_and_left_out(fingers: Fingers) -> None:
    """Its sentence is shown; one can only go on."""
    fingers.key(Act("go", number=1))
    view = fingers.bench.view
    assert view.picture is None
    assert "cut short" in view.trouble
    fingers.key(Act("go", number=1))
    assert fingers.bench.view.number == 2
    fingers.key(Act("go", number=1))
    assert fingers.bench.view.number == 2, "there is nothing after the last"


def test_work_goes_on_where_it_stopped(
    model: Model, picture: Picture, tmp_path: Path, fingers: Fingers
) -> None:
    """A new bench begins with the first picture without a label, and shows saved ones as saved."""
    fingers.place("T5")
    fingers.key(Act("stand", "blue"))
    fingers.key(Act("save"))
    load = {"1.png": lambda: picture, "3.png": lambda: picture}
    again = bench_with(model, load, tmp_path / "truth.jsonl")
    assert again.bench.view.draft.file == "3.png"
    assert again.bench.view.draft.role == "calibrate"
    again.key(Act("go", number=-1))
    assert again.bench.view.saved
    assert again.bench.view.draft.pieces["T5"] == "blue"
    again.key(Act("save"))
    assert len(_lines(tmp_path)) == 1, "a label is changed in its place"


def test_going_away_keeps_what_was_changed(fingers: Fingers) -> None:
    """Coming back, you find your corrections, marked as not saved, also of a label that was."""
    for hand in (True, False):
        fingers.key(Act("hand"))
        fingers.key(Act("go", number=1))
        fingers.key(Act("go", number=-1))
        assert fingers.bench.view.draft.hand == hand
        assert not fingers.bench.view.saved
        assert fingers.bench.unsaved == ("1.png",)
        fingers.key(Act("save"))
        fingers.key(Act("go", number=-1))


def test_a_draft_without_corners_says_none() -> None:
    """A label has four corners, or none at all."""
    assert "corners" not in Draft("1.png").line()


def test_corrections_are_not_lost_with_one_touch(fingers: Fingers) -> None:
    """The end asks first; anything else goes on with the work, and asks again later."""
    fingers.key(Act("hand"))
    for _ in range(2):
        fingers.key(Act("leave"))
        assert not fingers.bench.left
        shown = label_page.sheet(fingers.bench.view, fingers.look).page
        assert "Touch “End” again" in " ".join(text.text for text in texts(shown.items))
        fingers.key(Act("role"))
    fingers.key(Act("leave"))
    fingers.key(Act("leave"))
    assert fingers.bench.left


def test_what_cannot_be_written_is_said_and_can_be_saved_again(
    fingers: Fingers, tmp_path: Path
) -> None:
    """A full disk ends nothing: the page says it until the next touch, and nothing is lost."""
    fingers.key(Act("hand"))
    (tmp_path / "truth.jsonl").mkdir()
    fingers.key(Act("save"))
    shown = label_page.sheet(fingers.bench.view, fingers.look).page
    said = "".join(text.text for text in texts(shown.items)).replace(" ", "")
    assert "truth.jsonl" in said  # lines break at the folder, however long its name is
    assert list(fingers.bench.unsaved) == ["1.png"]
    (tmp_path / "truth.jsonl").rmdir()
    fingers.key(Act("save"))
    assert not fingers.bench.unsaved
    assert not fingers.bench.view.unwritten
