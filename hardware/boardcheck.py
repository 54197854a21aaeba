"""Checks a board whose data have the right shape; every problem is one sentence.

The limits are far beyond any real table. Within them everything derived from a board (prints,
maps, a camera's precomputed scene) takes bounded time and memory.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import Any, Final

import cv2
import msgspec

from hardware.board import EDGES, Board, BoardPlace, DiscardPile, Flaw, Marker, PieceKind

LEAST_SIDE_MM: Final = 40.0
MOST_SIDE_MM: Final = 4000.0
MOST_AREA_MM2: Final = 2e6
"""Calibrating such a board takes a gigabyte."""
MOST_PIECE_MM: Final = 500.0
MOST_PLACES: Final = 1000
MOST_ENTRIES: Final = 5000
"""Of markers, lines and all the chains of lands."""


class Problem(str):
    """A problem, as a sentence about the file; ``flaw`` is set if a page has its own sentence."""

    flaw: Flaw

    def __new__(cls, sentence: str, flaw: Flaw) -> Problem:
        """``flaw`` is kept beside the sentence."""
        made = super().__new__(cls, sentence)
        made.flaw = flaw
        return made


def find_problems(board: Board) -> Iterator[str]:
    """Yield the problems, the worst first."""
    yield from _endless_numbers(msgspec.to_builtins(board), "")
    yield from _size_problems(board.size_mm)
    yield from _count_problems(board)
    yield from _place_problems(board)
    yield from _piece_problems(board)
    yield from _marker_problems(board)
    yield from _line_problems(board)
    yield from _discard_problems(board)
    yield from _card_problems(board)


def name_entry(path: str) -> str:
    """Return a path such as ``places[2].x_mm`` in the words of a board file."""
    entry = re.match(r"(\w+)\[(\d+)\](.*)", path)
    if not entry:
        return path
    return f"entry {int(entry[2]) + 1} of [[{entry[1]}]]" + entry[3].replace(".", ", key ", 1)


def find_marker_problem(dictionary: str, number: int) -> str | None:
    """Return why there is no such marker; None if OpenCV has it."""
    known = getattr(cv2.aruco, dictionary, None)
    if not isinstance(known, int) or not dictionary.startswith("DICT_"):
        return f"the dictionary {dictionary[:80]!r} is not one of OpenCV's; try DICT_4X4_50."
    last = len(cv2.aruco.getPredefinedDictionary(known).bytesList) - 1
    if not 0 <= number <= last:
        return f"{dictionary} has no marker {number}; its last one is {last}."
    return None


def _endless_numbers(value: Any, path: str) -> Iterator[str]:
    """Yield a sentence for every value that is not finite or too large for a length on a table."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from _endless_numbers(held, f"{path}.{key}".strip("."))
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            yield from _endless_numbers(held, f"{path}[{number}]")
    elif isinstance(value, float) and not abs(value) <= _MOST_NUMBER:
        yield f"{name_entry(path)}: it is {value:g}; a length is a number of millimetres."


_MOST_NUMBER: Final = 1e6


def _size_problems(size_mm: tuple[float, float]) -> Iterator[str]:
    width, height = size_mm
    if width <= 0 or height <= 0:
        yield Problem(f"size_mm is {width} × {height}; both must be positive.", Flaw.SIZE)
    if min(size_mm) < LEAST_SIDE_MM or max(size_mm) > MOST_SIDE_MM:
        yield Problem(
            f"size_mm is {width:g} × {height:g}; a board's sides measure from {LEAST_SIDE_MM:g} to "
            f"{MOST_SIDE_MM:g} mm.",
            Flaw.SIZE,
        )
    if width * height > MOST_AREA_MM2:
        yield (
            f"size_mm is {width:g} × {height:g}, which is {width * height / 1e6:.1f} m²; a board "
            f"has {MOST_AREA_MM2 / 1e6:g} m² at most."
        )


def _count_problems(board: Board) -> Iterator[str]:
    counts = {
        "[[places]]": (len(board.places), MOST_PLACES),
        "[pieces.NAME]": (len(board.pieces), MOST_PLACES),
        "[[markers]]": (len(board.markers), MOST_ENTRIES),
        "[[lines]]": (len(board.lines), MOST_ENTRIES),
        "chains of [[lands]]": (sum(map(len, _chains(board))), MOST_ENTRIES),
        "faces of [cards]": (len(board.cards.faces) if board.cards else 0, MOST_PLACES),
    }
    for what, (count, most) in counts.items():
        if count > most:
            yield f"{what}: there are {count} entries; {most} are the most."


def _chains(board: Board) -> Iterator[tuple[str, ...]]:
    return itertools.chain.from_iterable(land.chains for land in board.lands)


def _place_problems(board: Board) -> Iterator[str]:
    if not board.places:
        yield "there is no [[places]] entry; a board needs at least one."
    seen: dict[str, int] = {}
    for number, place in enumerate(board.places, start=1):
        label = f"entry {number} of [[places]] ({place.name[:80]})"
        if place.name in seen:
            yield f"{label}: the name stands already in entry {seen[place.name]}."
        seen[place.name] = number
        yield from _outside(label, place, board.size_mm)
        if place.radius_mm <= 0:
            text = f"{label}: radius_mm is {place.radius_mm}; it must be positive."
            yield Problem(text, Flaw.CROWDED)
        if place.radius_mm > max(board.size_mm) / 2:
            yield f"{label}: radius_mm is {place.radius_mm:g}; that is wider than the board."
        if place.kind == "nest" and not place.colour:
            yield f"{label}: a nest needs the key colour."
        for kind in place.holds:
            if kind not in board.pieces:
                yield f"{label}: it holds {kind!r}, and there is no [pieces.{kind}] table."


def _piece_problems(board: Board) -> Iterator[str]:
    if not board.pieces:
        yield "there is no [pieces.NAME] table; a board needs one."
    owners: dict[str, str] = {}
    for name, kind in board.pieces.items():
        label = f"[pieces.{name[:80]}]"
        for colour in kind.colours:
            if colour in owners:
                yield (
                    f"{label}: the colour {colour} stands already in [pieces.{owners[colour]}]; "
                    "give it another name."
                )
        owners |= dict.fromkeys(kind.colours, name)
        yield from (f"{label}: {problem}" for problem in _kind_problems(kind))


def _kind_problems(kind: PieceKind) -> Iterator[str]:
    extra = {"hidden": kind.hidden, "face": kind.face}
    colours = {**kind.colours, **{key: text for key, text in extra.items() if text}}
    for colour, text in colours.items():
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
            yield f"the colour {colour} is {text!r}; write it as '#rrggbb'."
    if not kind.colours or kind.height_mm < 0 or kind.diameter_mm <= 0:
        yield "it needs at least one colour, a height that is not negative and a positive diameter."
    lengths = {
        name: value
        for name, value in msgspec.structs.asdict(kind).items()
        if name.endswith("_mm") and value is not None
    }
    for name, value in lengths.items():
        if not 0 <= value <= MOST_PIECE_MM:
            yield f"{name} is {value:g}; a piece's lengths go from 0 to {MOST_PIECE_MM:g} mm."
    if not 0 <= kind.face_diameter_mm < kind.diameter_mm or bool(kind.face) != bool(
        kind.face_diameter_mm
    ):
        yield (
            "a printed face needs both its colour (face) and face_diameter_mm, "
            f"smaller than the piece ({kind.diameter_mm} mm)."
        )


def _marker_problems(board: Board) -> Iterator[str]:
    seen: set[tuple[str, int]] = set()
    for number, marker in enumerate(board.markers, start=1):
        label = f"entry {number} of [[markers]] (id {marker.id})"
        if (marker.dictionary, marker.id) in seen:
            yield f"{label}: this id stands already further up."
        seen.add((marker.dictionary, marker.id))
        yield from _outside(label, marker, board.size_mm)
        if not 0 < marker.size_mm <= min(board.size_mm):
            yield f"{label}: size_mm is {marker.size_mm:g}; it must be positive and fit the board."
        if problem := find_marker_problem(marker.dictionary, marker.id):
            yield f"{label}: {problem}"


def _line_problems(board: Board) -> Iterator[str]:
    for number, line in enumerate(board.lines, start=1):
        for end in (line.start, line.end):
            if end not in board.areas:
                yield f"entry {number} of [[lines]]: no place is, or is part of, {end!r}."
    for number, land in enumerate(board.lands, start=1):
        for area in itertools.chain(*land.chains):
            if area not in board.areas and area not in EDGES:
                yield (
                    f"entry {number} of [[lands]]: no place is, or is part of, {area!r}, and no "
                    "edge is."
                )


def _discard_problems(board: Board) -> Iterator[str]:
    pile = board.discard
    if pile is None:
        return
    yield from _outside("[discard]", pile, board.size_mm)
    if not 0 < min(pile.card_mm) <= max(pile.card_mm) <= math.hypot(*board.size_mm):
        width, height = pile.card_mm
        yield (
            f"[discard]: card_mm is {width:g} × {height:g}; both must be positive and fit the "
            "board."
        )


def _card_problems(board: Board) -> Iterator[str]:
    cards = board.cards
    if cards is None:
        return
    if problem := cards.problem():
        yield f"[cards]: {problem}"
    if max(cards.size_mm) > MOST_PIECE_MM:
        yield f"[cards]: size_mm goes up to {MOST_PIECE_MM:g} mm."
    for number in [*cards.sides, *cards.others.values()]:
        if problem := find_marker_problem(cards.dictionary, number):
            yield f"[cards]: {problem}"


def _outside(
    label: str, thing: BoardPlace | Marker | DiscardPile, size_mm: tuple[float, float]
) -> Iterator[str]:
    if not (0 <= thing.x_mm <= size_mm[0] and 0 <= thing.y_mm <= size_mm[1]):
        where = f"({thing.x_mm}, {thing.y_mm}) mm"
        text = f"{label}: {where} lies outside the board of {size_mm[0]} × {size_mm[1]} mm."
        yield Problem(text, Flaw.OUTSIDE)
