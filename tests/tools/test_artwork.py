"""The artwork that is shipped is what its generator draws, and a board without any prints, too."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import pytest

from hardware import fonts
from hardware.board import Board
from hardware.boardfile import read_board
from hardware.printing import artwork, pdf
from hardware.printing.board import board_svg
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.raster import render_board
from tablet_companion.games.core import Place
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.words.wording import words
from tools.artwork.drawings import draw_artwork
from tools.artwork.worldmap import name_rects

ROOT: Final = Path(__file__).parents[2]
SHIPPED: Final = ROOT / "hardware" / "printing" / "artwork"
BOARDS: Final = tuple(
    read_board(path) for path in sorted(ROOT.glob("tablet_companion/games/*/board.toml"))
)


def _board(game: str) -> Board:
    return next(board for board in BOARDS if board.game == game)


def test_what_is_shipped_is_what_is_drawn() -> None:
    """Byte for byte and nothing besides: artwork is changed where it is drawn."""
    drawn = {name: text.encode() for name, text in draw_artwork(BOARDS).items()}
    shipped = {path.stem: path.read_bytes() for path in SHIPPED.glob("*.svg")}
    assert shipped.keys() == drawn.keys()
    assert not [name for name in drawn if drawn[name] != shipped[name]], "run make artwork"


def test_a_board_that_was_changed_is_not_shown_as_it_was() -> None:
    """Somebody's own edition of a board gets its own places, not the sheet of ours."""
    board = _board("agent_dog")
    first, *others = board.places
    moved = msgspec.structs.replace(first, x_mm=first.x_mm + 3.0)
    changed = msgspec.structs.replace(board, places=(moved, *others))
    assert artwork.find_sheet(board) is not None
    assert artwork.find_sheet(changed) is None
    assert board_svg(changed) != board_svg(board)


def test_markers_are_no_part_of_a_sheet() -> None:
    """A board printed without its markers has the same art, which a camera finds it by."""
    board = _board("agent_dog")
    bare = msgspec.structs.replace(board, markers=())
    assert artwork.find_sheet(bare) == artwork.find_sheet(board)
    assert board_svg(bare) != board_svg(board)


def test_a_map_names_its_cities_in_the_language_of_the_print() -> None:
    """Nothing differs but the names; English ones stand for a language that was not drawn."""
    board = _board("agent")
    english, french, german = (board_svg(board, language) for language in LANGUAGES)
    assert len({english, french, german}) == 3
    assert board_svg(board, "eo") == english
    for area in ("Moscow", "Vienna", "Lisbon"):
        assert _writes(french, board, area, "fr")
        assert _writes(german, board, area, "de")
        assert not _writes(english, board, area, "de")
    differing = render_board(board, 2.0, "de") != render_board(board, 2.0)
    strips = np.zeros_like(differing)
    for rect in name_rects(board).values():
        left, top, right, bottom = (round(2.0 * side) for side in rect)
        strips[top : bottom + 1, left : right + 1] = True
    assert differing.any()
    assert not (differing & ~strips).any()


def _writes(svg: str, board: Board, area: str, language: str) -> bool:
    """Whether the name of an area in a language is somewhere on the board."""
    name = words(language, board).place(Place(area)).upper()
    left, top, right, bottom = name_rects(board)[area]
    lettering = Lettering(fonts.TITLE_BOLD, 3.3, 0.25)
    return text_path(name, lettering, ((left + right) / 2, (top + bottom) / 2 + 3.3 / 2)) in svg


@pytest.mark.parametrize("size_mm", [(120.0, 90.0), (280.0, 400.0), (900.0, 700.0)])
def test_a_board_that_nobody_drew_has_a_town_to_its_edges(size_mm: tuple[float, float]) -> None:
    """A camera finds a board without markers by fine detail, in every corner."""
    board = msgspec.structs.replace(
        _board("agent_dog"), game="other", size_mm=size_mm, places=(), discard=None, markers=()
    )
    picture = render_board(board, 2.0)
    height, width = picture.shape[:2]
    for top in (0, height - 80):
        for left in (0, width - 80):
            corner = picture[top : top + 80, left : left + 80]
            assert corner.std() > 4.0, (left, top)


def test_a_board_whose_places_lie_far_apart_goes_into_a_file() -> None:
    """No two of its places are near enough for a road between them."""
    board = _board("agent_dog")
    apart = msgspec.structs.replace(board, game="other", places=board.places[::20], markers=())
    assert pdf.whole_pdf(board_svg(apart), board.size_mm).startswith(b"%PDF")
