"""Round tokens for the printer: a ring in the piece's colour, with an emblem on light paper.

A camera recognises a token by its ring; people by the emblem and the small name under it. Each is
drawn in a square cell, slightly larger than the token, so that an inexact cut shows no white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hardware import fonts
from hardware.board import PieceKind
from hardware.printing.artwork import pieces
from hardware.printing.outlines import Lettering, text_path, text_width
from hardware.printing.roomcards import SHEET, WALL
from hardware.printing.svg import INK, around, circle, document, group, path, write_transform

EMBLEMS: Final = ("assassin", "burglar", "commando", "courier", "hacker", "mole", "ninja", "sniper")
"""The emblems by which people know the specialists."""

CELL_AIR_MM: Final = 4.0
"""How much wider than the token its cell is."""
_BLEED_MM: Final = 0.8
_NAME_MM: Final = 2.1
"""The cap height of a name, unless it is too long."""
_NAME_AIR_MM: Final = 0.5
"""The margin that a line leaves at the ends of its chord."""
_BROKEN_MM: Final = 1.92
_BROKEN: Final[Mapping[str, tuple[str, str]]] = {
    "Cambrioleur": ("Cambrio-", "leur"),
    "Scharfschütze": ("Scharf-", "schütze"),
}
"""Names too long for one readable line, and the cap height of their two lines."""


def cell_mm(kind: PieceKind) -> tuple[float, float]:
    """Return the size of the cell in which a token of a kind is drawn."""
    return (kind.diameter_mm + CELL_AIR_MM,) * 2


def token_svg(kind: PieceKind, colour: str, emblem: str, name: str) -> str:
    """Return a token's face. ``emblem`` is one of ``EMBLEMS``; ``name`` is printed as given."""
    middle = kind.face_diameter_mm / 2
    content = [
        circle(0, 0, middle, fill=kind.face or SHEET),
        group(
            [pieces("emblems")[emblem]],
            fill=INK,
            fill_rule="evenodd",
            transform=write_transform(0, -middle * 0.37, scale=middle * 0.05),
        ),
        *(path(line, fill=INK) for line in _fit_name(name[:1].upper() + name[1:], middle)),
    ]
    return _token(kind, kind.colours[colour], content, title=name)


def token_back_svg(kind: PieceKind, colour: str) -> str:
    """Return the back of a colour's tokens; all are alike."""
    middle = kind.face_diameter_mm / 2
    dots = "".join(
        circle(*around(0, 0, (middle + kind.diameter_mm / 2) / 2, 15.0 * k), 0.5, fill="#ffffff")
        for k in range(24)
    )
    content = [
        dots,
        circle(0, 0, middle, fill=WALL),
        group(
            [pieces("emblems")["spy"]],
            fill=SHEET,
            transform=write_transform(0, 0, scale=middle / 21),
        ),
    ]
    return _token(kind, kind.colours[colour], content, title=f"back of {colour}")


def _token(kind: PieceKind, fill: str, content: list[str], *, title: str) -> str:
    """Return a whole cell: the coloured disc with its bleed, its content, the line to cut."""
    size, radius = cell_mm(kind), kind.diameter_mm / 2
    drawn = [
        circle(0, 0, radius + _BLEED_MM, fill=fill),
        *content,
        circle(0, 0, radius, fill="none", stroke=INK, stroke_width=0.1),
    ]
    return document(
        *size, [group(drawn, transform=write_transform(size[0] / 2, size[1] / 2))], title=title
    )


def _fit_name(name: str, middle: float) -> Iterator[str]:
    """Yield the lines of a name under the emblem, as large as the chords there allow."""
    parts = _BROKEN.get(name, (name,))
    bases = (middle * 0.4, middle * 0.71) if parts[1:] else (middle * 0.41,)
    chords = (2 * (middle**2 - base**2) ** 0.5 - _NAME_AIR_MM for base in bases)
    fitting = (
        chord / text_width(part, Lettering(fonts.TEXT_BOLD, 1))
        for part, chord in zip(parts, chords, strict=True)
    )
    lettering = Lettering(fonts.TEXT_BOLD, min(_BROKEN_MM if parts[1:] else _NAME_MM, *fitting))
    for part, base in zip(parts, bases, strict=True):
        yield text_path(part, lettering, (0, base))
