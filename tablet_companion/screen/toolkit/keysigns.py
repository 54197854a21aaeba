"""Signs of players and colours on the keys that name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import Message, Piece, seen_as
from tablet_companion.screen.toolkit import boardview
from tablet_companion.screen.toolkit.drawing import Box, Part, Text
from tablet_companion.screen.toolkit.look import Look

_SIGNED: Final = ("seat", "colour")
"""Details of a key's label that name whom or what it is about."""
_SIGN_MM: Final = (2.6, 5.0)
"""Least and greatest radius of a sign on a key."""
_FREE_MM: Final = 0.8
"""The room around a sign."""


def names_any(labels: Iterable[Message], look: Look) -> bool:
    """Whether a label names a player or a colour."""
    return any(_find_piece(one, look) for one in labels)


def add_signs(grid: Part, labels: Mapping[Any, Message], look: Look) -> Part:
    """Return keys with the sign of whom or what each names, if all have room for it.

    ``labels`` are the labels by the keys' meanings. A key is found by its colour sooner than by its
    words. The sign is above them, or else before them.
    """
    pieces = {meant: _find_piece(label, look) for meant, label in labels.items()}
    named = [(one.box, piece) for one in grid.touches if (piece := pieces.get(one.meaning))]
    least, most = map(look.theme.px, _SIGN_MM)
    for above in (True, False):
        radius = min([most, *(_find_radius(grid, box, look, above=above) for box, _ in named)])
        if radius >= least:
            for key in named:
                grid = _add_sign(grid, key, radius, look, above=above)
            break
    return grid


def _find_radius(grid: Part, box: Box, look: Look, *, above: bool) -> int:
    """Return the radius of a sign for which the words of a key leave room."""
    lines, free = _list_lines(grid, box), look.theme.px(_FREE_MM)
    if above:
        return (box.h - sum(one.box.h for one in lines) - 3 * free) // 2
    wide = max(look.measure(one.text, one.role, one.size) for one in lines)
    return min(box.w - wide - 3 * free, box.h - 2 * free) // 2


def _add_sign(grid: Part, key: tuple[Box, Piece], radius: int, look: Look, *, above: bool) -> Part:
    """Return keys of which one has a sign, its words in the middle of what that leaves."""
    (box, piece), free = key, look.theme.px(_FREE_MM)
    lines, down = _list_lines(grid, box), radius + free // 2
    left = box.x + 2 * (radius + free)
    moved = {
        one: replace(one.box, y=one.box.y + down)
        if above
        else replace(one.box, x=left, w=box.right - free - left)
        for one in lines
    }
    items = (
        replace(one, box=moved[one]) if isinstance(one, Text) and one in moved else one
        for one in grid.items
    )
    top = box.centre[0], lines[0].box.y + down - free - radius
    middle = top if above else (box.x + free + radius, box.centre[1])
    return Part((*items, *boardview.pawn(look.board, piece, middle, radius)), grid.touches)


def _list_lines(grid: Part, box: Box) -> list[Text]:
    return [one for one in grid.items if isinstance(one, Text) and box.holds(*one.box.centre)]


def _find_piece(label: Message, look: Look) -> Piece | None:
    """Return the player or the colour that a label names, None if it names none, or several."""
    named = {seen_as(Piece(str(value))) for name, value in label.details if name in _SIGNED}
    known = {one for kind in look.board.pieces.values() for one in kind.colours}
    known |= boardview.SEAT_RGB.keys()
    return next(iter(named)) if len(named) == 1 and named <= known else None
