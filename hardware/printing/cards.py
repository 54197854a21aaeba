"""Card faces. A card looks the same from both ends, and unlike every other card from either."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hardware import fonts
from hardware.printing.outlines import text_path, text_width
from hardware.printing.places import muted
from hardware.printing.svg import (
    INK,
    PAPER,
    around,
    circle,
    document,
    group,
    lines,
    path,
    placed,
    polyline,
    rectangle,
)

CARD_MM: Final = (59.0, 91.0)
"""Width and height of a card."""

_GROUND: Final = "#fbf7ec"
_SHADES: Final[Mapping[str, str]] = {
    "red": muted((0xB4, 0x2A, 0x2A)),
    "blue": muted((0x24, 0x4E, 0x9C)),
    "green": muted((0x2A, 0x7D, 0x42)),
    "yellow": muted((0xC9, 0x9A, 0x1A)),
}


def card_svg(face: str, *, colour: str | None = None) -> str:
    """Return a card's face as an SVG of true size.

    ``face`` is a number ("7"), several ("1/11", any of ``/ - ·`` between them), or a word; the
    words copy, exchange and partner have their own drawings. ``colour`` is the card's colour (red,
    blue, green or yellow), ink where it is none of these.
    """
    shade = _SHADES.get(colour or "", INK)
    width, height = CARD_MM
    half = _half(face, shade)
    halves = [
        group(half, transform=placed(width / 2, height / 2, degrees=turn)) for turn in (0, 180)
    ]
    return document(width, height, [_ground(shade), *halves, _belt(face, shade)], title=face)


def numbers(face: str) -> tuple[int, ...]:
    """Return the numbers that a face shows, in its order; none for a word."""
    parts = face.replace("-", "/").replace("·", "/").split("/")
    return tuple(int(part) for part in parts) if all(p.isdecimal() for p in parts) else ()


def _ground(shade: str) -> str:
    """Return the card's paper, its frame and a fine rose of lines in the middle."""
    width, height = CARD_MM
    frame = rectangle(
        2.6, 2.6, width - 5.2, height - 5.2, rx=2.6, fill="none", stroke=shade, stroke_width=1.1
    ) + rectangle(
        3.9, 3.9, width - 7.8, height - 7.8, rx=1.7, fill="none", stroke=shade, stroke_width=0.16
    )
    rays = lines(
        (around(width / 2, height / 2, 13, b), around(width / 2, height / 2, 25.2, b))
        for b in (3.0 * k for k in range(120))
    )
    rings = [circle(width / 2, height / 2, 13 + 1.53 * k) for k in range(9)]
    rose = group([path(rays), *rings], fill="none", stroke=shade, stroke_width=0.1)
    paper = rectangle(0, 0, width, height, fill=_GROUND)
    return paper + group([rose], opacity=0.3) + frame


def _half(face: str, shade: str) -> list[str]:
    """Return the upper half about the card's centre: an index in the left corner, the face."""
    width, height = CARD_MM
    drawing = _DRAWINGS.get(face)
    large = drawing(shade) if drawing else _large(face, shade)
    label = face.upper() if drawing is None else drawing(shade)
    corner = placed(6.5 - width / 2, 6.5 - height / 2)
    if drawing:
        small = group([str(label)], transform=placed(11.6 - width / 2, 11.2 - height / 2, scale=0.36))
        return [small, group([large], transform=placed(1.5, -22.5))]
    capitals = 6.4
    index = path(text_path(label, fonts.TITLE_BOLD, capitals, y=capitals, anchor=0), fill=shade)
    return [group([index], transform=corner), large]


def _large(face: str, shade: str) -> str:
    """Return the face in large letters, underlined so that 6 is not an overturned 9."""
    text = face.upper()
    widest, capitals = 38.0, 22.0
    capitals *= min(1.0, widest / text_width(text, fonts.TITLE_BOLD, capitals))
    baseline = -11.0
    data = text_path(text, fonts.TITLE_BOLD, capitals, x=2.5, y=baseline)
    bar = rectangle(2.5 - 8, baseline + 1.8, 16, 1.1, fill=shade)
    return path(data, fill=shade) + (bar if numbers(face) else "")


def _belt(face: str, shade: str) -> str:
    """Return the band across the middle: a step of the route for every point of the number."""
    width, height = CARD_MM
    counts = numbers(face) or (1,)
    return group([_steps(counts[-1], shade)], transform=placed(width / 2, height / 2))


def _steps(count: int, shade: str) -> str:
    pitch = min(4.4, 44.0 / count)
    spots = [(k - (count - 1) / 2) * pitch for k in range(count)]
    rail = path(polyline([(-23.5, 0), (23.5, 0)]), stroke=shade, stroke_width=0.5)
    discs = [
        circle(x, 0, pitch * 0.36, fill=PAPER, stroke=shade, stroke_width=0.5) for x in spots
    ]
    return rail + "".join(discs)


def _copy(shade: str) -> str:
    """Two cards, one upon the other."""
    return "".join(
        rectangle(x, y, 15, 21, rx=1.8, fill=fill, stroke=shade, stroke_width=1.3)
        for x, y, fill in ((-3, -13, _GROUND), (-11, -8.5, shade))
    ) + rectangle(-8, -5.5, 9, 15, rx=0.8, fill="none", stroke=_GROUND, stroke_width=0.8)


def _exchange(shade: str) -> str:
    """Two arrows that pass each other."""
    arrow = "M-13 -3.2H4V-8L14 -1L4 6V1.2H-13Z"
    return path(arrow, fill=shade, transform=placed(0, -6)) + path(
        arrow, fill=_GROUND, stroke=shade, stroke_width=1.2, transform=placed(0, 6, degrees=180)
    )


def _partner(shade: str) -> str:
    """Two pawns side by side."""
    pawn = "M-6.5 12C-6.5 5 -3 3 -2.4 -2H2.4C3 3 6.5 5 6.5 12Z"
    return "".join(
        group(
            [
                path(pawn, fill=fill, stroke=shade, stroke_width=1.2, stroke_linejoin="round"),
                circle(0, -6, 4.8, fill=fill, stroke=shade, stroke_width=1.2),
            ],
            transform=placed(x, 0),
        )
        for x, fill in ((6.2, _GROUND), (-6.2, shade))
    )


_DRAWINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "copy": _copy,
    "exchange": _exchange,
    "partner": _partner,
}
