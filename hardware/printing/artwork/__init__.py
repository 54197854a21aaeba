"""Drawings made ahead of time, as SVG files: ``make artwork`` draws them from ``tools/artwork``.

A set of pieces is a file with one ``<g id="name">`` a line; the sheet of a board is a file with all
of the board but its markers and names, and says for which board it was drawn. The names on a board
are a set of pieces, one for each language.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

import msgspec

from hardware.board import Board
from hardware.printing.places import inks

_PIECE = re.compile(r'<g id="([^"]+)"[^>]*>(.*)</g>')


@functools.cache
def pieces(name: str) -> Mapping[str, str]:
    """Return the pieces of a set by their names, as SVG elements."""
    found = (_PIECE.fullmatch(line) for line in _read(name).splitlines())
    return MappingProxyType({piece[1]: piece[2] for piece in found if piece})


def find_sheet(board: Board, language: str = "en") -> str | None:
    """Return a board's drawing without its markers; None for a board that was not drawn ahead.

    Its names are in the language, or in English if they were not drawn in that language.
    """
    if board.game is None or not _file(f"board-{board.game}").is_file():
        return None
    _head, drawn_for, content = _read(f"board-{board.game}").split("\n", 2)
    if drawn_for != mark_for(board):
        return None
    names = pieces(named) if _file(named := f"names-{board.game}").is_file() else {"en": ""}
    return content.removesuffix("\n</svg>\n") + names.get(language, names["en"])


def mark_for(board: Board) -> str:
    """Return the line in a sheet that identifies the board it was drawn for.

    It covers everything drawn of a board except the markers, which are drawn on every sheet.
    """
    places = [(p.kind, p.area, p.x_mm, p.y_mm, p.radius_mm, p.colour) for p in board.places]
    drawn = (board.name, board.size_mm, places, board.discard, board.lines, board.lands)
    text = msgspec.json.encode((*drawn, dict(inks(board))))
    return f"<metadata>{hashlib.sha256(text).hexdigest()[:16]}</metadata>"


def _read(name: str) -> str:
    return _file(name).read_text(encoding="utf-8")


def _file(name: str) -> resources.abc.Traversable:
    return resources.files(__name__).joinpath(f"{name}.svg")
