"""Pocket Ops comes out of the printer at true scale: the base, all tokens, all cards."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import cv2
import numpy as np
import pypdfium2
import pytest

from hardware.ports import Picture
from hardware.printing import roomcards, tokens
from hardware.printing.board import board_svg
from hardware.printing.pdf import A3, fits
from hardware.printing.places import inks
from hardware.printing.raster import render, render_board
from hardware.printing.svg import document, path, write_transform
from tablet_companion import cli
from tablet_companion.games.pocket_ops.board import ROOMS
from tablet_companion.games.pocket_ops.state import SEATS, SPECIALISTS
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import base_prints, printed
from tools.artwork.emblems import EMBLEMS
from tools.artwork.floorplan import SPOT, rooms
from tools.artwork.furniture import FURNITURE

BOARD: Final = printed.board("pocket_ops")
SPECIALIST: Final = BOARD.pieces[base_prints.SPECIALIST]
ABROAD: Final = ("burglar", "courier", "mole")
"""The specialists that French calls otherwise."""
_PX_PER_MM: Final = 4.0
_POINTS_PER_MM: Final = 72 / 25.4


def _pages(data: bytes) -> list[Picture]:
    """Return the pages of a file, red-green-blue."""
    scale = _PX_PER_MM / _POINTS_PER_MM
    return [page.render(scale=scale).to_numpy()[..., 2::-1] for page in pypdfium2.PdfDocument(data)]


def _files() -> dict[str, bytes]:
    return dict(base_prints.files("pocket_ops", BOARD, "en"))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _discs(page: Picture, colour: str) -> list[tuple[float, float]]:
    """Return width and height in mm of everything on a page that has a colour and is not tiny."""
    alike = np.abs(page.astype(int) - _rgb(colour)).max(axis=2) < 12
    closed = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
    sizes = [(w / _PX_PER_MM, h / _PX_PER_MM) for _, _, w, h, _ in stats[1:].tolist()]
    return [size for size in sizes if max(size) > 10]


# --- the base -------------------------------------------------------------------------------------


def test_the_base_goes_on_one_sheet_and_is_the_same_each_time() -> None:
    """It fits A3, needs no typeface, and the same board gives the same text."""
    drawing = board_svg(BOARD)
    assert fits(BOARD.size_mm, A3)
    assert 'width="400mm" height="280mm"' in drawing
    assert "<text" not in drawing
    assert drawing == board_svg(BOARD)


def test_the_rooms_drawn_are_the_games() -> None:
    """Nine rooms, row by row, each with its own furniture."""
    assert tuple(rooms(BOARD)) == tuple(ROOMS)
    assert set(FURNITURE) == set(ROOMS)
    assert len(set(FURNITURE.values())) == len(ROOMS)


def test_every_place_is_drawn_where_it_is() -> None:
    """Plain paper, with a darker ring about it."""
    picture = render_board(BOARD, _PX_PER_MM).astype(float)
    for place in BOARD.places:
        inside = _along(picture, place.x_mm, place.y_mm, place.radius_mm * 0.8)
        ring = _along(picture, place.x_mm, place.y_mm, place.radius_mm - 0.35)
        assert np.abs(inside - np.mean(_rgb(SPOT))).max() < 3, place
        assert np.mean(ring < inside.mean() - 60) > 0.5, place


def test_the_spot_for_a_guess_card_is_drawn_clear_of_everything() -> None:
    """Its corners are marked at a card's size; no place and no marker lies under the card."""
    spot = BOARD.discard
    assert spot is not None
    assert spot.card_mm == roomcards.ROOM_CARD_MM
    picture = render_board(BOARD, _PX_PER_MM).astype(float).mean(axis=2)
    half = [side / 2 for side in spot.card_mm]
    for x, y in itertools.product((-1, 1), repeat=2):
        column, row = spot.x_mm + x * (half[0] - 4), spot.y_mm + y * half[1]
        around = picture[round(row * _PX_PER_MM) - 2 :][:4, round(column * _PX_PER_MM)]
        assert around.min() < 150, (x, y)
    things = [(p.x_mm, p.y_mm, p.radius_mm) for p in BOARD.places]
    things += [(m.x_mm, m.y_mm, m.size_mm / 2) for m in BOARD.markers]
    for x_mm, y_mm, reach in things:
        clear = max(abs(x_mm - spot.x_mm) - half[0], abs(y_mm - spot.y_mm) - half[1]) - reach
        assert clear > 5, (x_mm, y_mm)


def _along(picture: Picture, x_mm: float, y_mm: float, radius_mm: float) -> Picture:
    """Return the brightness along a circle."""
    angles = np.linspace(0, math.tau, 90, endpoint=False)
    columns = np.round((x_mm + radius_mm * np.cos(angles)) * _PX_PER_MM - 0.5).astype(int)
    rows = np.round((y_mm + radius_mm * np.sin(angles)) * _PX_PER_MM - 0.5).astype(int)
    found: Picture = picture[rows, columns].mean(axis=1)
    return found


# --- tokens ---------------------------------------------------------------------------------------


def test_every_specialist_has_a_token_in_either_colour() -> None:
    """Eight of each colour, no two alike; the emblems are the game's specialists."""
    assert set(EMBLEMS) == set(SPECIALISTS)
    made = base_prints.tokens_of(BOARD, "en")
    assert len(made) == len({face for _, (face, _) in made}) == 16
    assert len({back for _, (_, back) in made}) == 2, "backs tell whose they are and no more"


def test_tokens_are_printed_at_true_scale() -> None:
    """On faces and backs eight discs of each colour, the bleed of 0.8 mm round them included."""
    faces, backs = _pages(_files()["pocket_ops-tokens.pdf"])
    for page, colour in itertools.product((faces, backs), SPECIALIST.colours.values()):
        found = _discs(page, colour)
        assert len(found) == 8
        assert np.abs(np.array(found) - (SPECIALIST.diameter_mm + 1.6)).max() < 0.6


@pytest.mark.parametrize("colour", sorted(SPECIALIST.colours))
def test_the_ring_is_the_pieces_colour_and_the_middle_paper(colour: str) -> None:
    """From the face's edge to the token's the ring is plain, within it there is mostly paper."""
    for emblem in EMBLEMS:
        drawing = tokens.token_svg(SPECIALIST, colour, emblem, "cambrioleur")
        picture = render(drawing, 8.0)[..., ::-1].astype(int)
        y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
        away = np.hypot(*((axis + 0.5) / 8 - 14.0 for axis in (x, y)))
        ring = picture[(away > 7.7) & (away < 11.8)]
        assert np.abs(ring - SPECIALIST.rgb(colour)).max() < 8, emblem
        face = picture[away < 7.2]
        paper = np.abs(face - SPECIALIST.rgb("face")).max(axis=1) < 8
        assert 0.6 < paper.mean() < 0.95, emblem


def test_emblems_are_told_apart_by_shape_alone() -> None:
    """Of any two a twentieth of the square or more is drawn differently."""
    shapes = {
        name: render(
            document(
                22,
                22,
                [path(data, fill_rule="evenodd", transform=write_transform(11, 11))],
                title=name,
            ),
            3,
        )[..., 0]
        < 128
        for name, data in EMBLEMS.items()
    }
    for (one, shape), (other, another) in itertools.combinations(shapes.items(), 2):
        assert (shape != another).mean() > 0.05, (one, other)


def test_names_are_those_of_the_language() -> None:
    """The same emblem, another name under it."""
    english, french = (base_prints.tokens_of(BOARD, language) for language in ("en", "fr"))
    assert [name for name, _ in english] == [name for name, _ in french]
    differing = {
        name
        for (name, (one, _)), (_, (other, _)) in zip(english, french, strict=True)
        if (render(one, 8.0) != render(other, 8.0)).any()
    }
    assert differing == {f"token-{seat}-{name}" for seat in SEATS for name in ABROAD}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_can_be_read(language: str, sizes_pt: Callable[[ModuleType], list[float]]) -> None:
    """No name on a token is set smaller than seven points."""
    sizes = sizes_pt(tokens)
    base_prints.tokens_of(BOARD, language)
    assert min(sizes) >= 7.0


# --- cards ----------------------------------------------------------------------------------------


def test_each_player_has_a_card_for_every_room_and_there_is_one_code() -> None:
    """Nineteen faces that differ; each player's backs are one."""
    made = dict(base_prints.cards_of(BOARD))
    assert len(made) == len({face for face, _ in made.values()}) == 19
    for player in ("red", "blue"):
        own = [back for name, (_, back) in made.items() if name.startswith(f"room-{player}")]
        assert len(own) == 9
        assert len(set(own)) == 1
    assert len({back for _, back in made.values()}) == 3
    assert made["code-face"][0] == made["code-face"][1]


def test_faces_read_the_same_from_both_ends() -> None:
    """But for the furniture in the middle a card looks the same upside down."""
    for name, (face, _) in base_prints.cards_of(BOARD):
        if name.startswith("room"):
            picture = render(face, 3).astype(int)
            turned = picture[::-1, ::-1]
            end = 17 * 3
            assert np.abs(picture[:end] - turned[:end]).mean() < 2.0, name


def test_cards_are_printed_at_true_scale() -> None:
    """Backs fill their cells but for the rim of 2.4 mm, sixteen to the sheet."""
    pages = _pages(_files()["pocket_ops-cards.pdf"])
    assert len(pages) == 4
    width, height = (side - 4.8 for side in roomcards.ROOM_CARD_MM)
    for player, count in (("red", 9), ("blue", 7)):
        back = render(roomcards.room_back_svg(player, inks(BOARD)[player]), 4)
        ground = "#" + "".join(f"{value:02x}" for value in back[20, 30, ::-1].tolist())
        found = _discs(pages[1], ground)
        assert len(found) == count
        assert np.abs(np.array(found) - (width, height)).max() < 0.6


def test_the_command_prints_board_tokens_and_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Five files for one paper, in the language asked for; an unknown one is refused."""
    command = ["print", "pocket_ops", "--out", str(tmp_path), "--paper", "a3"]
    assert cli.main([*command, "--language", "de"]) == 0
    names = [Path(line).name for line in capsys.readouterr().out.splitlines()]
    written = ("board-a3", "parts", "seats", "tokens", "cards")
    assert names == [f"pocket_ops-{what}.pdf" for what in written]
    with pytest.raises(SystemExit):
        cli.main([*command, "--language", "xx"])
