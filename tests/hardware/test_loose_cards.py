"""Loose cards come out of the printer as the board file has them, and each is its own."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from hardware.board import BoardError
from hardware.boardfile import check_board
from hardware.loose_cards import LooseCards, aruco_corners
from hardware.ports import Picture
from hardware.printing import loose_cards, pdf
from hardware.printing.raster import render
from tablet_companion import cli
from tablet_companion.kit import printed
from tablet_companion.screen.words.troubles import said
from tablet_companion.screen.words.wording import words
from tablet_companion.vision.loose_cards.spots import make_spots
from tools.artwork.characters import COUNT, character, parts

BOARD: Final = printed.board("wink")
_PX_PER_MM: Final = 4.0
_POINTS_PER_MM: Final = 72 / 25.4


def _cards() -> LooseCards:
    assert BOARD.cards is not None
    return BOARD.cards


def _markers(picture: Picture) -> list[tuple[int, NDArray[np.float64]]]:
    """Return the markers of a picture: number and corners."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, _cards().dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    numbers = [] if ids is None else ids.ravel()
    return [(int(n), np.asarray(c[0], np.float64)) for n, c in zip(numbers, corners, strict=True)]


def _seen_corners(picture: Picture) -> list[tuple[int, NDArray[np.float64]]]:
    """Return the same with the corners in the card's own frame."""
    half = np.array(_cards().size_mm) / 2
    return [(n, (c + 0.5) / _PX_PER_MM - half) for n, c in _markers(picture)]


@pytest.mark.parametrize("name", ["1", "8", "17", "25", "36"])
def test_the_markers_of_a_card_are_read_where_its_geometry_has_them(name: str) -> None:
    """Face and back show their own marker twice, each turning the same corner outwards."""
    cards = _cards()
    sides = (
        (loose_cards.face_svg(cards, name), cards.face_id(name)),
        (loose_cards.back_svg(cards, name), cards.back_id(name)),
    )
    for drawing, number in sides:
        seen = _seen_corners(render(drawing, _PX_PER_MM))
        assert [n for n, _ in seen] == [number, number]
        for wanted in aruco_corners(cards):
            assert min(float(np.abs(c - wanted).max()) for _, c in seen) < 0.5


def test_no_two_sides_have_the_same_marker() -> None:
    """Faces, backs and accusation cards make eighty sides, and the dictionary has enough."""
    cards = _cards()
    ids = [*cards.sides, *cards.others.values()]
    assert len(set(ids)) == 2 * 36 + 8
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, cards.dictionary))
    assert max(ids) < len(dictionary.bytesList)


@pytest.mark.parametrize(
    ("key", "value", "english", "french"),
    [
        ("first_back", 35, "same marker", "même marqueur"),
        ("marker_mm", 30.0, "must be positive", "doivent être positifs"),
        ("others", {"red": 3}, "same marker", "même marqueur"),
        ("stage", "pink", "the colour stage is 'pink'", "la couleur stage est 'pink'"),
    ],
)
def test_cards_that_cannot_be_told_apart_are_refused(
    key: str, value: object, english: str, french: str
) -> None:
    """A board file with two equal markers, or markers too large, is refused in the language."""
    data = msgspec.to_builtins(BOARD)
    data["cards"][key] = value
    with pytest.raises(BoardError, match=english) as refused:
        check_board(data, source="wink")
    assert french in words("fr", BOARD).say(said(refused.value))


def test_the_middle_is_plain_and_paper_white_where_the_camera_looks_for_it() -> None:
    """On every face and back a pawn stands on one colour, and white spots are white."""
    cards, half = _cards(), np.array(_cards().size_mm) / 2
    spots = make_spots(cards)
    inside = spots.patch[np.linalg.norm(spots.patch, axis=1) < cards.stage_mm - 1.4]
    for name in ("1", "14", "36"):
        for drawing in (loose_cards.face_svg(cards, name), loose_cards.back_svg(cards, name)):
            picture = render(drawing, _PX_PER_MM).astype(int)
            stage, white = (
                picture[tuple(((points + half) * _PX_PER_MM).astype(int).T[::-1])]
                for points in (inside, spots.white)
            )
            assert np.ptp(stage, axis=0).max() <= 2
            assert white.min() >= 250


def test_no_two_people_look_alike() -> None:
    """Any two of the thirty-six differ in four features at least; colours are beside that."""
    assert len({character(number) for number in range(1, COUNT + 1)}) == COUNT
    for one, other in itertools.combinations(range(1, COUNT + 1), 2):
        first, second = parts(one), parts(other)
        assert sum(first[kind] != second[kind] for kind in first) >= 4, (one, other)


def test_twins_have_no_markers_and_one_back() -> None:
    """A hand's card tells the camera nothing, and from behind it tells nobody anything."""
    assert _markers(render(loose_cards.twin_svg(_cards().size_mm, "25"), _PX_PER_MM)) == []
    assert _markers(render(loose_cards.twin_back_svg(_cards().size_mm), _PX_PER_MM)) == []


def test_backs_are_printed_behind_their_faces_at_true_scale() -> None:
    """On a sheet turned over its long edge every back lies behind its own face."""
    cards = _cards()
    pairs = [
        (loose_cards.face_svg(cards, n), loose_cards.back_svg(cards, n)) for n in ("1", "2", "3")
    ]
    sheets = pypdfium2.PdfDocument(pdf.cards_pdf(pairs, cards.size_mm))
    assert len(sheets) == 2
    fronts, backs = (_on_sheet(sheets[k]) for k in (0, 1))
    for number in range(3):
        front, back = fronts[number], backs[cards.first_back + number]
        mirrored = np.array([210.0 - back[0], back[1]])
        assert np.abs(front - mirrored).max() < 0.4
    across = fronts[1] - fronts[0]
    assert across == pytest.approx(np.array([cards.size_mm[0], 0.0]), abs=0.3)


def _on_sheet(page: pypdfium2.PdfPage) -> dict[int, NDArray[np.float64]]:
    """Return the middle of each card on a page, in mm."""
    picture = page.render(scale=_PX_PER_MM / _POINTS_PER_MM).to_numpy()[..., :3]
    seen: dict[int, list[NDArray[np.float64]]] = {}
    for number, corners in _markers(np.ascontiguousarray(picture)):
        seen.setdefault(number, []).append((corners.mean(axis=0) + 0.5) / _PX_PER_MM)
    return {number: np.mean(both, axis=0) for number, both in seen.items()}


def test_the_command_prints_cards_and_no_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``print wink`` writes sheets for the table, for hands, for players, and the list of parts."""
    assert cli.main(["print", "wink", "--out", str(tmp_path)]) == 0
    written = {Path(line).name for line in capsys.readouterr().out.split()}
    pages = {name: len(pypdfium2.PdfDocument(tmp_path / name)) for name in written}
    assert pages == {
        "wink-parts.pdf": 1,
        "wink-table-cards.pdf": 10,
        "wink-hand-cards.pdf": 8,
        "wink-player-cards.pdf": 10,
    }
