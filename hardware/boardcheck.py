"""Checks a board whose data have the right shape; every problem is one sentence.

The limits are far beyond any real table. Within them everything derived from a board (prints,
maps, a camera's precomputed scene) takes bounded time and memory.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, Final

import cv2
import msgspec

from hardware.board import EDGES, Board, BoardPlace, DiscardPile, Marker, PieceKind
from hardware.problems import N_, Flaw, Problem

MIN_SIDE_MM: Final = 40.0
MAX_SIDE_MM: Final = 4000.0
MAX_AREA_MM2: Final = 2e6
"""Calibrating such a board takes a gigabyte."""
MAX_PIECE_MM: Final = 500.0
MAX_PLACES: Final = 1000
MAX_ENTRIES: Final = 5000
"""Most markers, most lines, and most links of all the chains of lands together."""


def find_problems(board: Board) -> Iterator[Problem]:
    """Yield the problems, the worst first."""
    yield from _absurd_numbers(msgspec.to_builtins(board), "")
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


def find_marker_problem(dictionary: str, number: int) -> Problem | None:
    """Return why there is no such marker; None if OpenCV has it."""
    known = getattr(cv2.aruco, dictionary, None)
    if not isinstance(known, int) or not dictionary.startswith("DICT_"):
        text = N_("the dictionary {text_name} is not one of OpenCV's; try DICT_4X4_50.")
        return Problem(text, name=repr(dictionary[:80]))
    last = len(cv2.aruco.getPredefinedDictionary(known).bytesList) - 1
    if not 0 <= number <= last:
        text = N_("{text_name} has no marker {text_number}; its last one is {text_last}.")
        return Problem(text, name=dictionary, number=str(number), last=str(last))
    return None


def _absurd_numbers(value: Any, path: str) -> Iterator[Problem]:
    """Yield a sentence for every value that is not finite or too large for a length on a table."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from _absurd_numbers(held, f"{path}.{key}".strip("."))
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            yield from _absurd_numbers(held, f"{path}[{number}]")
    elif isinstance(value, float) and not abs(value) <= _MAX_NUMBER:
        text = N_("{text_where}: it is {text_value}; a length is a number of millimetres.")
        yield Problem(text, where=name_entry(path), value=f"{value:g}")


_MAX_NUMBER: Final = 1e6


def _size_problems(size_mm: tuple[float, float]) -> Iterator[Problem]:
    width, height = size_mm
    size = f"{width:g} × {height:g}"
    if width <= 0 or height <= 0:
        text = N_("size_mm is {text_size}; both must be positive.")
        yield Problem(text, Flaw.SIZE, size=size)
    if min(size_mm) < MIN_SIDE_MM or max(size_mm) > MAX_SIDE_MM:
        text = N_(
            "size_mm is {text_size}; a board's sides measure from {text_least} to {text_most} mm."
        )
        least, most = f"{MIN_SIDE_MM:g}", f"{MAX_SIDE_MM:g}"
        yield Problem(text, Flaw.SIZE, size=size, least=least, most=most)
    if width * height > MAX_AREA_MM2:
        text = N_(
            "size_mm is {text_size}, which is {text_area} m²; a board has {text_most} m² at most."
        )
        area, most = f"{width * height / 1e6:.1f}", f"{MAX_AREA_MM2 / 1e6:g}"
        yield Problem(text, size=size, area=area, most=most)


def _count_problems(board: Board) -> Iterator[Problem]:
    counts = {
        "[[places]]": (len(board.places), MAX_PLACES),
        "[pieces.NAME]": (len(board.pieces), MAX_PLACES),
        "[[markers]]": (len(board.markers), MAX_ENTRIES),
        "[[lines]]": (len(board.lines), MAX_ENTRIES),
        "chains of [[lands]]": (sum(map(len, _chains(board))), MAX_ENTRIES),
        "faces of [cards]": (len(board.cards.faces) if board.cards else 0, MAX_PLACES),
    }
    for what, (count, most) in counts.items():
        if count > most:
            text = N_("{text_what}: there are {text_count} entries; {text_most} are the most.")
            yield Problem(text, what=what, count=str(count), most=str(most))


def _chains(board: Board) -> Iterator[tuple[str, ...]]:
    return itertools.chain.from_iterable(land.chains for land in board.lands)


def _entry(number: int, table: str, name: str) -> Problem:
    """Return how a sentence names an entry of a table."""
    text = N_("entry {text_number} of {text_table} ({text_name})")
    return Problem(text, number=str(number), table=table, name=name)


def _place_problems(board: Board) -> Iterator[Problem]:
    if not board.places:
        yield Problem(N_("there is no [[places]] entry; a board needs at least one."))
    seen: dict[str, int] = {}
    spots: dict[tuple[object, ...], int] = {}
    for number, place in enumerate(board.places, start=1):
        label = _entry(number, "[[places]]", place.name[:80])
        # Of two places above each other, each holds kinds of its own.
        spot = (round(place.x_mm), round(place.y_mm), place.holds)
        if spots.setdefault(spot, number) < number:
            text = N_("{text_where}: it lies where entry {text_other} lies.")
            yield Problem(text, Flaw.CROWDED, where=label, other=str(spots[spot]))
        if not (place.name.strip() and place.name.isprintable()):
            text = N_(
                "{text_where}: its name is empty or has characters that nobody sees; change it."
            )
            yield Problem(text, where=_entry(number, "[[places]]", ascii(place.name[:20])))
        # Letters with an accent can be written in two ways that look alike.
        name = unicodedata.normalize("NFC", place.name)
        if name in seen:
            text = N_("{text_where}: entry {text_other} has this name already.")
            yield Problem(text, where=label, other=str(seen[name]))
        seen[name] = number
        yield from _outside(label, place, board.size_mm)
        radius = f"{place.radius_mm:g}"
        if place.radius_mm <= 0:
            text = N_("{text_where}: radius_mm is {text_value}; it must be positive.")
            yield Problem(text, Flaw.CROWDED, where=label, value=radius)
        if place.radius_mm > max(board.size_mm) / 2:
            text = N_("{text_where}: radius_mm is {text_value}; that is wider than the board.")
            yield Problem(text, where=label, value=radius)
        if place.kind == "nest" and not place.colour:
            yield Problem(N_("{text_where}: a nest needs the key colour."), where=label)
        for kind in place.holds:
            if kind not in board.pieces:
                text = N_(
                    "{text_where}: it holds {text_kind}; there is no [pieces.{text_kind}] table."
                )
                yield Problem(text, where=label, kind=kind)


def _piece_problems(board: Board) -> Iterator[Problem]:
    if not board.pieces:
        yield Problem(N_("there is no [pieces.NAME] table; a board needs one."))
    owners: dict[str, str] = {}
    for name, kind in board.pieces.items():
        label = f"[pieces.{name[:80]}]"
        for colour in kind.colours:
            if colour in owners:
                text = N_(
                    "{text_where}: [pieces.{text_other}] has a colour {text_name} already; "
                    "give it another name."
                )
                yield Problem(text, where=label, name=colour, other=owners[colour])
        owners |= dict.fromkeys(kind.colours, name)
        yield from (_about(label, problem) for problem in _kind_problems(kind))


def _about(label: str, problem: str) -> Problem:
    """Return a problem with its entry named first."""
    return Problem("{text_where}: {text_problem}", where=label, problem=problem)


_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")


def _colour_problem(name: str, value: str) -> Problem:
    said = N_("the colour {text_name} is {text_value}; write it as '#rrggbb'.")
    return Problem(said, name=name, value=repr(value))


_NOT_A_PIECE: Final = ("empty", "covered")
"""What readings and labels call a place with no piece that is seen."""


def _kind_problems(kind: PieceKind) -> Iterator[Problem]:
    extra = {"hidden": kind.hidden, "face": kind.face}
    colours = {**kind.colours, **{key: text for key, text in extra.items() if text is not None}}
    for colour in {*extra, *_NOT_A_PIECE} & kind.colours.keys():
        yield Problem(N_("a colour cannot be called {text_name}."), name=colour)
    for colour, text in colours.items():
        if not _COLOUR.fullmatch(text):
            yield _colour_problem(colour, text)
    if not kind.colours or kind.height_mm < 0 or kind.diameter_mm <= 0:
        yield Problem(
            N_("it needs at least one colour, a height of 0 or more and a positive diameter.")
        )
    lengths = {
        name: value
        for name, value in msgspec.structs.asdict(kind).items()
        if name.endswith("_mm") and value is not None
    }
    for name, value in lengths.items():
        if not 0 <= value <= MAX_PIECE_MM:
            said = N_("{text_name} is {text_value}; a piece's lengths go from 0 to {text_most} mm.")
            yield Problem(said, name=name, value=f"{value:g}", most=f"{MAX_PIECE_MM:g}")
    if not 0 <= kind.face_diameter_mm < kind.diameter_mm or bool(kind.face) != bool(
        kind.face_diameter_mm
    ):
        said = N_(
            "a printed face needs both its colour (face) and face_diameter_mm, "
            "smaller than the piece ({text_value} mm)."
        )
        yield Problem(said, value=f"{kind.diameter_mm:g}")


def _marker_problems(board: Board) -> Iterator[Problem]:
    seen: set[tuple[str, int]] = set()
    for number, marker in enumerate(board.markers, start=1):
        label = _entry(number, "[[markers]]", f"id {marker.id}")
        if (marker.dictionary, marker.id) in seen:
            yield Problem(N_("{text_where}: an entry further up has this id already."), where=label)
        seen.add((marker.dictionary, marker.id))
        yield from _outside(label, marker, board.size_mm)
        if not 0 < marker.size_mm <= min(board.size_mm):
            text = N_(
                "{text_where}: size_mm is {text_value}; it must be positive and fit the board."
            )
            yield Problem(text, where=label, value=f"{marker.size_mm:g}")
        if problem := find_marker_problem(marker.dictionary, marker.id):
            yield _about(label, problem)


def _line_problems(board: Board) -> Iterator[Problem]:
    for number, line in enumerate(board.lines, start=1):
        for end in (line.start, line.end):
            if end not in board.areas:
                text = N_(
                    "entry {text_number} of [[lines]]: there is no place or area {text_name}."
                )
                yield Problem(text, number=str(number), name=repr(end))
    for number, land in enumerate(board.lands, start=1):
        for area in itertools.chain(*land.chains):
            if area not in board.areas and area not in EDGES:
                text = N_(
                    "entry {text_number} of [[lands]]: there is no place, area or edge {text_name}."
                )
                yield Problem(text, number=str(number), name=repr(area))


def _discard_problems(board: Board) -> Iterator[Problem]:
    pile = board.discard
    if pile is None:
        return
    yield from _outside("[discard]", pile, board.size_mm)
    if not 0 < min(pile.card_mm) <= max(pile.card_mm) <= math.hypot(*board.size_mm):
        width, height = pile.card_mm
        text = N_("[discard]: card_mm is {text_size}; both must be positive and fit the board.")
        yield Problem(text, size=f"{width:g} × {height:g}")


def _card_problems(board: Board) -> Iterator[Problem]:
    cards = board.cards
    if cards is None:
        return
    if len({*cards.sides, *cards.others.values()}) < 2 * len(cards.faces) + len(cards.others):
        yield Problem(
            N_(
                "[cards]: two sides of cards have the same marker; change first_face, first_back "
                "or others."
            )
        )
    room = min(cards.size_mm) / 2 - cards.inset_mm - cards.marker_mm
    if min(cards.marker_mm, cards.inset_mm, cards.stage_mm, room) <= 0:
        yield Problem(
            N_("[cards]: marker_mm, inset_mm and stage_mm must be positive and fit on size_mm.")
        )
    if not _COLOUR.fullmatch(cards.stage):
        yield _about("[cards]", _colour_problem("stage", cards.stage[:80]))
    if max(cards.size_mm) > MAX_PIECE_MM:
        yield Problem(N_("[cards]: size_mm goes up to {text_most} mm."), most=f"{MAX_PIECE_MM:g}")
    for number in [*cards.sides, *cards.others.values()]:
        if problem := find_marker_problem(cards.dictionary, number):
            yield _about("[cards]", problem)


def _outside(
    label: str, thing: BoardPlace | Marker | DiscardPile, size_mm: tuple[float, float]
) -> Iterator[Problem]:
    if not (0 <= thing.x_mm <= size_mm[0] and 0 <= thing.y_mm <= size_mm[1]):
        text = N_("{text_where}: {text_at} mm lies outside the board of {text_size} mm.")
        at, size = f"({thing.x_mm}, {thing.y_mm})", f"{size_mm[0]:g} × {size_mm[1]:g}"
        yield Problem(text, Flaw.OUTSIDE, where=label, at=at, size=size)
