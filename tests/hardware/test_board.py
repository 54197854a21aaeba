"""Board files: what they say, and how they are refused."""

from __future__ import annotations

import pytest

from hardware.board import Board, BoardError
from hardware.boardfile import parse_board

CITY = (
    """
name = "a map"
size_mm = [100.0, 100.0]
pieces.figure = {colours = {red = "#c0202a"}, height_mm = 28.0, diameter_mm = 13.0}
pieces.case = {colours = {case = "#202020"}, height_mm = 5.0, diameter_mm = 12.0}
places = [
    {name = "Lisbon.1", kind = "point", part_of = "Lisbon", x_mm = 40, y_mm = 50, radius_mm = 9},
    {name = "Lisbon.2", kind = "point", part_of = "Lisbon", x_mm = 60, y_mm = 50, radius_mm = 9,
     holds = ["case"]},
    {name = "Rome", kind = "point", x_mm = 80, y_mm = 50, radius_mm = 9},
]
""".replace("\n    {", " {")
    .replace(",\n     ", ", ")
    .replace("},\n]", "}]")
)


def a_map() -> Board:
    """Return a board whose places share areas and hold several kinds of pieces."""
    return parse_board(CITY)


def test_spots_of_one_area_are_interchangeable() -> None:
    """Places that are part of an area are known to a game by that area's name."""
    board = a_map()
    assert {area: len(spots) for area, spots in board.areas.items()} == {"Lisbon": 2, "Rome": 1}


def test_a_place_may_hold_some_kinds_of_pieces_only() -> None:
    """Without ``holds`` every kind can stand at a place; with it, those named."""
    board = a_map()
    assert list(board.kinds_at(board.by_name["Lisbon.1"])) == ["figure", "case"]
    assert list(board.kinds_at(board.by_name["Lisbon.2"])) == ["case"]


def test_a_piece_is_of_the_kind_that_has_its_colour() -> None:
    """The kind of a piece is found by what is seen of it; nothing for what no kind shows."""
    board = a_map()
    assert board.kind_of("case") == board.pieces["case"]
    assert board.kind_of("mauve") is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ('holds = ["case"]', "it holds boat; there is no [pieces.boat] table"),
        ('name = "Rome"', "entry 1 has this name already"),
        ("x_mm = 80", "lies outside the board"),
        ("80, y_mm", "entry 3 of [[places]] (Rome): it lies where entry 1 lies"),
        ('"#c0202a"', "write it as '#rrggbb'"),
        ("{case =", "[pieces.figure] has a colour red already"),
        ("diameter_mm = 12.0", "a printed face needs both its colour (face) and face_diameter_mm"),
        ("height_mm = 5.0", "the colour hidden is ''; write it as '#rrggbb'"),
        ("red =", "a colour cannot be called hidden"),
        ("part_of", "entry 1 of [[places]]: there is no key partof; did you mean part_of?"),
        ("size_mm", "the top of the file: there is no key size; did you mean size_mm?"),
        ("height_mm = 28", "pieces.figure: there is no key hieght_mm; did you mean height_mm?"),
        ('"Rome"', "entry 3 of [[places]] (''): its name is empty or has characters"),
        ('name = "Lisbon.2"', "('Li\\u202esbon.2'): its name is empty or has"),
    ],
)
def test_a_wrong_board_file_is_refused_with_the_entry(wrong: str, words: str) -> None:
    """The sentence names the entry and what is wrong with it."""
    broken = {
        'holds = ["case"]': 'holds = ["boat"]',
        'name = "Rome"': 'name = "Lisbon.1"',
        "x_mm = 80": "x_mm = 180",
        "80, y_mm": "40, y_mm",
        '"#c0202a"': '"red"',
        "{case =": "{red =",
        "diameter_mm = 12.0": 'diameter_mm = 12.0, face = "#ffffff"',
        "height_mm = 5.0": 'height_mm = 5.0, hidden = ""',
        "red =": "hidden =",
        "part_of": "partof",
        "size_mm": "size",
        "height_mm = 28": "hieght_mm = 28",
        '"Rome"': '""',
        'name = "Lisbon.2"': 'name = "Li\u202esbon.2"',
    }
    with pytest.raises(BoardError) as refused:
        parse_board(CITY.replace(wrong, broken[wrong]), source="map.toml")
    assert words in str(refused.value)
    assert str(refused.value).startswith("map.toml: ")


def test_names_that_look_alike_are_one() -> None:
    """A letter and its accent in one sign or in two make the same name; notes are no keys."""
    names = CITY.replace('"Rome"', '"Orl\xe9ans"').replace('"Lisbon.2"', '"Orle\u0301ans"')
    with pytest.raises(BoardError, match="entry 2 has this name already"):
        parse_board(names)
    assert parse_board(f'from_whom = "Ann"\n{CITY}') == a_map()
