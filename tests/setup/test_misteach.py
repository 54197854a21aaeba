"""What people get wrong while they teach: said or refused, never learnt in silence.

``python -m tools.measure.misteach`` makes the same mistakes with photographs.
"""

from __future__ import annotations

import functools
from typing import Final

import cv2
import msgspec
import numpy as np
import pytest

from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from hardware.board import Board, BoardPlace, PieceKind
from hardware.ports import Picture
from tests.amounts import sampled
from tools.measure.mistakes import MISTAKES
from tools.measure.misteach import teach

_SIDE, _SQUARE_PX = 6, 72
_SMALL_MM, _LARGE_MM = 30.0, 45.0
"""How wide squares are: the smaller, the less there is to learn from the same picture."""
_ROWS: Final = {"white": (0, 1), "black": (4, 5)}
_BGR: Final = {"white": (170, 205, 225), "black": (45, 40, 40)}
_EDGE_PX: Final = 110


def _place(column: int, row: int) -> str:
    return f"{'abcdef'[column]}{row + 1}"


@functools.cache
def _board(square_mm: float = _SMALL_MM) -> Board:
    """Return draughts of six by six; men have no numbers."""
    at = [(step + 0.5) * square_mm for step in range(_SIDE)]
    places = [
        BoardPlace(_place(x, y), "space", at[x], at[y], 0.4 * square_mm)
        for y in range(_SIDE)
        for x in range(_SIDE)
    ]
    man = PieceKind(
        {"white": "#e1cdaa", "black": "#28282d"},
        height_mm=0.2 * square_mm,
        diameter_mm=0.62 * square_mm,
    )
    side = _SIDE * square_mm
    return Board("Draughts", (side, side), places=tuple(places), pieces={"man": man})


def _start() -> dict[str, str]:
    return {
        _place(x, y): colour for colour, rows in _ROWS.items() for y in rows for x in range(_SIDE)
    }


def _draw(pieces: dict[str, str], seed: int) -> Picture:
    """Draw the board from above, with grain, on a table."""
    rng, half = np.random.default_rng(5), _SQUARE_PX // 2
    size = _SIDE * _SQUARE_PX + 2 * _EDGE_PX
    grain = cv2.GaussianBlur(rng.normal(0, 14, (size, size, 3)).astype(np.float32), (0, 0), 1.5)
    seen = np.full((size, size, 3), (95, 110, 120), np.float32)
    middles = {
        _place(x, y): [_EDGE_PX + step * _SQUARE_PX + half for step in (x, y)]
        for y in range(_SIDE)
        for x in range(_SIDE)
    }
    for name, at in middles.items():
        odd = ("abcdef".index(name[0]) + int(name[1])) % 2
        low, high = ([v + s * half for v in at] for s in (-1, 1))
        cv2.rectangle(seen, low, high, (70, 105, 140) if odd else (130, 175, 200), -1)
    seen += 4 * grain
    for name, colour in pieces.items():
        at = middles[name]
        cv2.circle(seen, [at[0] + 3, at[1] + 4], 23, (35, 40, 45), -1, cv2.LINE_AA)
        cv2.circle(seen, at, 22, _BGR[colour], -1, cv2.LINE_AA)
        cv2.circle(seen, at, 13, [0.85 * c for c in _BGR[colour]], 2, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 3, seen.shape)
    return np.asarray((cv2.GaussianBlur(seen, (0, 0), 0.8) + noise).clip(0, 255), np.uint8)


@functools.cache
def _draw_lessons() -> tuple[Lesson, ...]:
    low, high = float(_EDGE_PX), _EDGE_PX + _SIDE * _SQUARE_PX * 1.0
    corners = ((low, low), (high, low), (high, high), (low, high))
    lessons = tuple(
        Lesson(Label(f"{name}.png", corners=corners, pieces=pieces), _draw(pieces, seed))
        for seed, (name, pieces) in enumerate({"bare": {}, "start": _start()}.items())
    )
    for lesson in lessons:
        lesson.picture.setflags(write=False)  # all tests have the same ones
    return lessons


def _lessons() -> list[Lesson]:
    """Return the bare board and a start, each with its label."""
    return list(_draw_lessons())


@sampled(3)
@pytest.mark.parametrize("shown", [("bare", "start"), ("bare",), ("start",)], ids=" and ".join)
def test_honest_teaching_is_believed(shown: tuple[str, ...]) -> None:
    """The bare board and a start, or either alone, are learnt, and nothing is said."""
    lessons = [one for one in _lessons() if one.label.file.removesuffix(".png") in shown]
    learnt, outcome = teach(_board(), lessons)
    assert learnt is not None, outcome.refused
    assert not outcome.said


def test_the_file_of_another_board_is_told() -> None:
    """Read back, its bare board contradicts nothing; what is printed lies across the places."""
    places = [BoardPlace(f"P{n}", "space", x, y, 9.0) for n, (x, y) in enumerate(_STRANGE)]
    other = msgspec.structs.replace(_board(), name="Ring", places=tuple(places))
    _, outcome = teach(other, _lessons()[:1])
    assert "Is it this board's file" in " ".join(outcome.said), outcome


_STRANGE: Final = [
    (90 + 77 * np.cos(angle), 90 + 77 * np.sin(angle))
    for angle in np.linspace(0.1, 6.38, 24, endpoint=False)
]
"""Places on a circle, across the squares."""


def test_pieces_without_a_place_are_told() -> None:
    """A file with every second column lies on print and names all it knows; the others have men."""
    places = tuple(one for one in _board().places if one.name[0] in "ace")
    fewer = msgspec.structs.replace(_board(), name="Half", places=places)
    lessons = [
        Lesson(
            msgspec.structs.replace(
                one.label,
                pieces={at: man for at, man in one.label.pieces.items() if at in fewer.by_name},
            ),
            one.picture,
        )
        for one in _lessons()
    ]
    learnt, outcome = teach(fewer, lessons)
    assert learnt is not None, outcome.refused
    assert "where the board file has no place" in " ".join(outcome.said), outcome


def test_spots_without_a_piece_are_not_asked_about() -> None:
    """A file that leaves out squares on which nothing is set out, as that of draughts, is right."""
    rows = tuple(one for one in _board().places if one.name[1] in "1256")
    fewer = msgspec.structs.replace(_board(), places=rows)
    _, outcome = teach(fewer, _lessons())
    assert not outcome.said


_TOLD: Final = {
    "labels a quarter round": "contradicts other pictures",
    "two colours exchanged": "each other's colours",
    "two pieces on the bare board": "looks empty, labelled white",
    "a start labelled empty": "as if a piece stood there",
    "a piece not labelled": "unlike all other places labelled so: d1",
    "a piece left standing in both": "unlike all other places labelled so: d1",
    "half the pieces set out": "looks as bare as there",
    "two pictures swapped": "look bare, beside the picture's other places",
    "the start twice": "looks as bare as there",
    "the bare board twice": "looks as bare as there",
    "a hand in the last": "A hand seems to be over the board",
    "a hand in the only one": "A hand seems to be over the board",
    "corners 5 % in": "beside where the print puts them",
    "corners 5 % out": "beside where the print puts them",
    "corners 3 % to the right": "beside where the print puts them",
    "the last's a quarter round": "print lies a quarter round",
    "the last made half as large": "lies beside the picture",
    "a third of the last cut off": "lies beside the picture",
    "the last from elsewhere": "beside where the print puts them",
}


@sampled(4)
@pytest.mark.parametrize("mistake", _TOLD)
def test_a_mistake_is_told(mistake: str) -> None:
    """What contradicts itself is said by its name, or refused."""
    wrong = MISTAKES[mistake](_board(), _lessons())
    assert wrong is not None
    _, outcome = teach(_board(), wrong)
    assert _TOLD[mistake] in " ".join([*outcome.said, outcome.refused]), outcome


def test_a_start_alone_that_is_labelled_empty_is_told() -> None:
    """Its pieces would be the board's print, and read back it would contradict nothing.

    It is not refused: a board with some spaces filled and others not looks the same.
    """
    few = {at: colour for at, colour in _start().items() if at[1] in "16"}
    (bare, _) = _lessons()
    learnt, outcome = teach(_board(_LARGE_MM), [Lesson(bare.label, _draw(few, 2))])
    assert learnt is not None, outcome.refused
    assert "unlike all other places labelled so: a6, b1" in " ".join(outcome.said), outcome


def test_a_start_alone_that_is_labelled_turned_is_refused() -> None:
    """Its own pieces become the bare board; turned round, it would contradict nothing."""
    wrong = MISTAKES["labels a quarter round"](_board(), _lessons()[1:])
    assert wrong is not None
    learnt, outcome = teach(_board(), wrong)
    assert learnt is None, outcome
    assert "quarter round" in outcome.refused, outcome


def test_a_picture_that_shows_a_part_of_the_board_teaches_that_part() -> None:
    """What lies beside it was compared as if it were bare: refused on photographs, else silent."""
    cut = MISTAKES["a third of the last cut off"](_board(), _lessons())
    assert cut is not None
    learnt, outcome = teach(_board(), cut)
    assert learnt is not None, outcome.refused
    assert len(outcome.said) == 1, outcome
