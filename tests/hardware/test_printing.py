"""What comes out of the printer is the board file at true scale, and every card is its own."""

from __future__ import annotations

import functools
import itertools
import math
import re
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from hardware import fonts
from hardware.board import Board, BoardError, Marker
from hardware.boardfile import read_board
from hardware.ports import Picture
from hardware.printing import drilling, loose_cards, pdf, raster
from hardware.printing.aruco import aruco_svg
from hardware.printing.board import board_svg
from hardware.printing.cards import CARD_MM, card_svg, numbers
from hardware.printing.outlines import Lettering, text_width
from hardware.printing.places import inks
from hardware.printing.raster import render, render_board
from hardware.printing.svg import circle, document, rectangle
from hardware.printing.symbols import SYMBOLS, symbol
from tablet_companion import cli, games
from tablet_companion.kit import printed

_GAME = Path(games.__file__).parent / "agent_dog"
_PX_PER_MM = 2.0
_POINTS_PER_MM = 72 / 25.4


@functools.cache
def _board() -> Board:
    return read_board(_GAME / "board.toml")


@functools.cache
def _picture() -> Picture:
    return render_board(_board(), _PX_PER_MM)


# --- the board file -----------------------------------------------------------------------------


def test_no_two_places_are_nearer_than_a_pawn_needs() -> None:
    """Pawns of 13 mm stand 17 mm apart at least, and none stands on the pile or a marker."""
    board = _board()
    for one, other in itertools.combinations(board.places, 2):
        assert math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) >= 17.0, (one, other)
    pile = board.discard
    assert pile is not None
    boxes = [(m.x_mm, m.y_mm, m.size_mm * 4 / 3, m.size_mm * 4 / 3) for m in board.markers]
    for x, y, width, height in [*boxes, (pile.x_mm, pile.y_mm, *pile.card_mm)]:
        for place in board.places:
            dx = max(abs(place.x_mm - x) - width / 2, 0)
            dy = max(abs(place.y_mm - y) - height / 2, 0)
            assert math.hypot(dx, dy) >= place.radius_mm, place


def test_the_track_runs_clockwise_from_red_at_the_bottom() -> None:
    """Seen from the middle the 64 spaces go round once, left from the bottom."""
    board = _board()
    angles = [
        math.atan2(board.by_name[f"T{n}"].y_mm - 140, board.by_name[f"T{n}"].x_mm - 200)
        for n in range(64)
    ]
    turns = [(b - a) % math.tau for a, b in itertools.pairwise([*angles, angles[0]])]
    assert sum(turns) == pytest.approx(math.tau)  # y is down: growing angles are clockwise
    starts = [p for p in board.places if p.kind == "start"]
    assert [p.colour for p in starts] == ["red", "blue", "green", "yellow"]
    assert max(starts, key=lambda p: p.y_mm).colour == "red"
    assert min(starts, key=lambda p: p.x_mm).colour == "blue"


# --- the board's print --------------------------------------------------------------------------


def test_every_marker_is_read_where_the_board_file_has_it() -> None:
    """At 2 px/mm OpenCV decodes all markers, each with its centre within half a pixel."""
    board, picture = _board(), _picture()
    assert picture.shape == (560, 800, 3)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    centres = dict(zip(ids.ravel().tolist(), (c[0].mean(axis=0) for c in corners), strict=True))
    assert set(centres) == {marker.id for marker in board.markers}
    for marker in board.markers:
        wanted = np.array([marker.x_mm, marker.y_mm]) * _PX_PER_MM - 0.5
        assert np.abs(centres[marker.id] - wanted).max() < 0.5, marker


def test_markers_stand_on_all_four_edges() -> None:
    """Each edge has four markers or more, so that hands may cover several."""
    markers, (width, height) = _board().markers, _board().size_mm
    distances = [(m.x_mm, m.y_mm, width - m.x_mm, height - m.y_mm) for m in markers]
    for edge in zip(*distances, strict=True):
        assert sum(distance < 20 for distance in edge) >= 4


def test_every_place_is_drawn_at_its_place() -> None:
    """Holes are dark, other places light, and coloured ones ringed in their own colour."""
    ink = inks(_board())
    for place in _board().places:
        inside = _along_ring(place.x_mm, place.y_mm, place.radius_mm * 0.6)
        assert (np.median(inside) < 80) == (place.kind == "hole"), place
        assert place.kind == "hole" or np.median(inside) > 230, place
        if place.colour and place.kind != "nest":
            ring = np.median(_along_ring(place.x_mm, place.y_mm, place.radius_mm * 0.92), axis=0)
            nearest = min(ink, key=lambda colour: math.dist(_bgr(ink[colour]), ring))
            assert nearest == place.colour, place


def _along_ring(x_mm: float, y_mm: float, radius_mm: float) -> Picture:
    """Return the pixels along a circle."""
    angles = np.linspace(0, math.tau, 48, endpoint=False)
    columns = np.round((x_mm + radius_mm * np.cos(angles)) * _PX_PER_MM - 0.5).astype(int)
    rows = np.round((y_mm + radius_mm * np.sin(angles)) * _PX_PER_MM - 0.5).astype(int)
    pixels: Picture = _picture()[rows, columns]
    return pixels


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def test_a_board_drawing_is_the_same_each_time_and_needs_no_typeface() -> None:
    """Files that are compared or kept must not change by themselves."""
    drawing = board_svg(_board())
    assert drawing == board_svg(_board())
    assert "<text" not in drawing


def test_a_marker_that_opencv_lacks_is_refused_in_a_sentence() -> None:
    """The sentence names the marker and what there is."""
    with pytest.raises(BoardError, match=r"no marker 50; its last one is 49\."):
        aruco_svg(Marker("DICT_4X4_50", 50, 10, 10, 13))
    with pytest.raises(BoardError, match="'DICT_3X3' is not one of OpenCV's"):
        aruco_svg(Marker("DICT_3X3", 0, 10, 10, 13))


# --- cards and lettering ------------------------------------------------------------------------


def test_no_card_looks_like_another_from_either_end() -> None:
    """Each face reads the same upside down, and differs clearly from every other face."""
    faces = {
        entry["face"]: render(
            card_svg(
                entry["face"],
                colour="blue",  # one colour for all: the drawing alone must tell them apart
                steps=entry.get("steps"),
                start=entry.get("start", False),
            ),
            _PX_PER_MM,
        ).astype(float)
        for entry in tomllib.loads((_GAME / "deck.toml").read_text())["cards"]
    }
    assert faces["6"].shape == (182, 118, 3)
    for name, face in faces.items():
        assert np.abs(face - face[::-1, ::-1]).mean() < 1.0, name
    for (name, one), (_, other) in itertools.combinations(faces.items(), 2):
        for turned in (other, other[::-1, ::-1]):
            assert np.abs(one - turned).mean() > 4.0, name


def test_the_numbers_of_a_face_are_read_from_its_text() -> None:
    """Combined faces hold several numbers; words hold none."""
    assert numbers("1/11") == numbers("1-11") == (1, 11)
    assert numbers("13") == (13,)
    assert numbers("copy") == numbers("") == ()


def test_letters_are_as_wide_as_the_typeface_says() -> None:
    """A line's width is its letters' advances, with air between and none after them."""
    font = TTFont(fonts.TITLE)
    advance = font["hmtx"]["A"][0] / font["OS/2"].sCapHeight
    assert text_width("A", Lettering(fonts.TITLE, 10, 3)) == pytest.approx(10 * advance, rel=0.01)
    assert text_width("AA", Lettering(fonts.TITLE, 10, 3)) == pytest.approx(
        20 * advance + 3, rel=0.01
    )


def test_symbols_are_told_apart_by_shape_alone_and_keep_to_their_square() -> None:
    """For every pair of colours, a tenth of the square or more is drawn differently."""
    shapes = {}
    for colour in (*SYMBOLS, "violet"):
        assert re.fullmatch(r"([MLC][0-9. ,]*|[0-9. ]+L?|Z)+", symbol(colour))
        content = f'<path d="{symbol(colour)}" transform="translate(1 1) scale(20)"/>'
        shape = render(document(22, 22, [content], title=colour), 2)[..., 0] < 128
        shapes[colour] = shape[2:-2, 2:-2]
        assert shape.sum() == shapes[colour].sum()
    for (name, one), (_, other) in itertools.combinations(shapes.items(), 2):
        assert (one != other).mean() > 0.1, name


# --- paper --------------------------------------------------------------------------------------


def _plate(width: float, height: float) -> str:
    """Return a print with a black disc of 10 mm in its lower right corner, beside its own edge."""
    content = [
        rectangle(-50, -50, width + 100, height + 100, fill="#00ff00"),
        circle(width - 20, height - 20, 5, fill="#000000"),
    ]
    return document(width, height, content, title="plate")


def _pages(data: bytes, px_per_mm: float = 1.0) -> list[Picture]:
    pages = pypdfium2.PdfDocument(data)
    return [page.render(scale=px_per_mm / _POINTS_PER_MM).to_numpy()[..., :3] for page in pages]


def test_an_a3_page_is_a3_and_the_print_on_it_of_true_size() -> None:
    """The print stands in the middle, unscaled, and nothing is drawn beyond its edge."""
    data = pdf.whole_pdf(_plate(400, 280), (400, 280))
    assert b"/CreationDate (D:20000101" in data  # the same print is the same file on any day
    size = pypdfium2.PdfDocument(data)[0].get_size()
    assert size == pytest.approx((420 * _POINTS_PER_MM, 297 * _POINTS_PER_MM), abs=0.1)
    (page,) = _pages(data, 2)
    green = np.all(page == (0, 255, 0), axis=2)
    rows, columns = np.nonzero(green)
    assert (columns.min(), columns.max() + 1) == pytest.approx((20, 820), abs=1)
    assert (rows.min(), rows.max() + 1) == pytest.approx((17, 577), abs=1)
    inside = page[17:577, 20:820]
    y, x = np.nonzero(np.all(inside == 0, axis=2))
    assert (x.mean() + 0.5, y.mean() + 0.5) == pytest.approx((760, 520), abs=1)
    assert len(x) == pytest.approx(math.pi * 10**2, rel=0.15)


def test_a_print_that_fills_its_sheet_can_be_measured_too() -> None:
    """Inside its lower edge stands a bar of 50 mm, as far as a home printer prints."""
    size = (420.0, 297.0)
    blank = document(*size, [rectangle(0, 0, *size, fill="#ffffff")], title="blank")
    (page,) = _pages(pdf.whole_pdf(blank, size), 4)
    rows, columns = np.nonzero(page.min(axis=2) < 210)
    level = np.bincount(rows).argmax()
    along = columns[rows == level]
    along = along[np.cumsum(np.diff(along, prepend=along[0]) > 2) == 0]  # but for the figure
    assert (along.max() - along.min()) / 4 == pytest.approx(50, abs=0.5)
    assert rows.max() / 4 <= 297 - 8


@pytest.mark.parametrize("size", [(400.0, 280.0), (280.0, 400.0), (400.0, 400.0), (100.0, 100.0)])
def test_tiles_cover_the_whole_print_and_overlap(size: pdf.Sheet) -> None:
    """Every millimetre is on a tile, tiles stay on their sheet, neighbours share a centimetre."""
    width, height = pdf.A4
    parts = pdf.tiles(size, pdf.A4)
    covered = np.zeros((round(size[1]), round(size[0])), int)
    for part in parts:
        assert part.width_mm <= width - 20
        assert part.height_mm <= height - 20
        right, bottom = part.x_mm + part.width_mm, part.y_mm + part.height_mm
        covered[round(part.y_mm) : round(bottom), round(part.x_mm) : round(right)] += 1
    assert covered.min() == 1
    seams = [part.x_mm for part in parts if part.x_mm > 0]
    for seam in seams:
        strip = covered[:, round(seam) + 1 : round(seam) + 9]
        assert strip.min() >= 2


def test_tiled_pages_laid_at_their_places_make_up_the_print() -> None:
    """The sheets' contents, put together by their offsets, show the disc once and no gap."""
    size = (400.0, 280.0)
    pages = _pages(pdf.tiled_pdf(_plate(*size), size))
    sheet = (float(pages[0].shape[1]), float(pages[0].shape[0]))
    whole = np.zeros((280, 400), bool)
    parts = pdf.tiles(size, (297.0, 210.0))
    assert sheet == pytest.approx((297, 210), abs=1)
    for part, page in zip(parts, pages, strict=True):
        rows, columns = round(part.height_mm), round(part.width_mm)
        content = page[13 : 13 + rows, 13 : 13 + columns]
        top, left = round(part.y_mm), round(part.x_mm)
        whole[top : top + rows, left : left + columns] |= content[..., 1] > content[..., 0]
    y, x = np.nonzero(~whole[2:-2, 2:-2])
    assert len(x) == pytest.approx(math.pi * 5**2, rel=0.3)
    assert (x.mean() + 2.5, y.mean() + 2.5) == pytest.approx((380, 260), abs=1)


def test_cards_stand_nine_on_a_sheet() -> None:
    """Ten cards take two sheets; each stands in its own cell at true size."""
    card = document(*CARD_MM, [rectangle(0, 0, *CARD_MM, fill="#00ff00")], title="card")
    first, second = _pages(pdf.cards_pdf([(card,)] * 10), 2)
    area = CARD_MM[0] * CARD_MM[1] * 2**2
    assert np.all(first == (0, 255, 0), axis=2).sum() == pytest.approx(9 * area, rel=0.03)
    assert np.all(second == (0, 255, 0), axis=2).sum() == pytest.approx(area, rel=0.03)


@pytest.mark.parametrize("size", [CARD_MM, (87.0, 62.0), (62.0, 87.0), (44.0, 68.0), (28.0, 28.0)])
def test_a_sheet_of_cards_can_be_measured(size: pdf.Sheet) -> None:
    """A bar of 100 mm stands beside the cards, clear of their cut marks, 6 mm within the sheet."""
    grid = pdf._Grid(size)
    marks, notes = grid.draw_marks(16)
    assert "100" in notes[0][0]
    (bar,) = [ends for ends in marks if math.dist(*ends) == pytest.approx(100)]
    cards = (*grid.corner(0, 0), *grid.corner(grid.down if size[0] > 28 else 3, grid.across))
    across = bar[0][1] == bar[1][1]
    gap = bar[0][1] - cards[3] if across else cards[0] - bar[0][0]
    room = pdf.A4[1] - bar[0][1] if across else bar[0][0]
    assert gap > 5
    assert room >= 5.0


# --- the command --------------------------------------------------------------------------------


def test_the_command_names_each_file_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line a file, and each file is there; only the paper asked for."""
    assert cli.main(["print", "agent_dog", "--out", str(tmp_path / "new"), "--paper", "a3"]) == 0
    written = capsys.readouterr().out.splitlines()
    assert sorted(written) == [str(p) for p in sorted((tmp_path / "new").iterdir())]
    assert [Path(p).name for p in written] == [
        "agent_dog-board-a3.pdf",
        "agent_dog-cards.pdf",
        "agent_dog-card-backs.pdf",
        "agent_dog-drilling-a3.pdf",
        "agent_dog-parts.pdf",
        "agent_dog-seats.pdf",
    ]
    cards = pypdfium2.PdfDocument(written[1])
    assert len(cards) == math.ceil(110 / 9)


def test_a_card_back_is_dark_and_the_same_from_both_ends() -> None:
    """Four fifths of its area are printed dark, so that no face shows through, whichever way up."""
    back = raster.render(loose_cards.plain_back_svg((59.0, 91.0)), 4.0)
    assert (back.mean(axis=2) < 128).mean() > 0.8
    assert np.abs(back.astype(int) - back[::-1, ::-1]).mean() < 3


def test_what_cannot_be_printed_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown game, or a folder's name that is a file's: status 1, no traceback."""
    assert cli.main(["print", "ludo", "--out", str(tmp_path)]) == 1
    assert "no game 'ludo'" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert cli.main(["print", "agent_dog", "--out", str(tmp_path / "file"), "--paper", "a3"]) == 1
    assert "name another folder with --out" in capsys.readouterr().err


def test_a_sheet_says_which_it_is_and_who_its_neighbours_are() -> None:
    """Of four sheets the first joins the second and the third; the bar's length stands at it."""
    notes = [*pdf._name_neighbours(pdf.Spot(0, 2, 2), (13, 13, 200, 150))]
    assert [text for text, _, _ in notes] == ["2 ›", "3 ↓"]
    notes = [*pdf._name_neighbours(pdf.Spot(3, 2, 2), (13, 13, 200, 150))]
    assert [text for text, _, _ in notes] == ["‹ 3", "2 ↑"]
    assert pdf._bar_figure(0, 0)[0] == "100 mm"


def test_a_board_without_holes_is_drilled_for_lights_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its drilling sheet comes when it is asked for; a game of cards alone has none."""
    command = ["print", "dog", "drilling", "--out", str(tmp_path), "--paper", "a3"]
    assert cli.main(command) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["dog-drilling-a3.pdf"]
    assert cli.main(["print", "wink", "drilling", "--out", str(tmp_path)]) == 1
    assert "there is no board to drill" in capsys.readouterr().err


def test_holes_are_drilled_as_wide_as_the_pawns_need() -> None:
    """The board's own figure for a hole; a light's shaft anywhere else."""
    board = printed.board("agent_dog")
    wide = {place.name: drilling.bore_mm(board, place) for place in board.places}
    holes = [wide[place.name] for place in board.places if place.kind == "hole"]
    assert set(holes) == {15.0}
    assert wide["T0"] == drilling.SHAFT_MM
