"""Card faces. A card looks the same from both ends, and unlike every other card from either."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final

from hardware import fonts
from hardware.printing import svg
from hardware.printing.outlines import Lettering, text_path, text_width
from hardware.printing.places import mute_colour

CARD_MM: Final = (59.0, 91.0)
"""Width and height of a card."""

_GROUND: Final = "#fbf7ec"
_INDEX: Final = Lettering(fonts.TITLE_BOLD, 6.4)
_SHADES: Final[Mapping[str, str]] = {
    "red": mute_colour((0xB4, 0x2A, 0x2A)),
    "blue": mute_colour((0x24, 0x4E, 0x9C)),
    "green": mute_colour((0x2A, 0x7D, 0x42)),
    "yellow": mute_colour((0xC9, 0x9A, 0x1A)),
}


@functools.lru_cache(maxsize=64)  # drawn in 8 ms, and asked for by all that show or print it
def card_svg(face: str, *, colour: str | None, steps: int | None, start: bool) -> str:
    """Return a card's face as an SVG of true size.

    ``face`` is a number ("7"), several with one of ``/ - ·`` between them ("1/11"), or a word; the
    words copy, exchange and partner have their own drawings. ``colour`` is the card's colour (red,
    blue, green or yellow), ink where it is none of these. The route across the middle has
    ``steps`` stops, by default as many as the largest number says. ``start`` adds the sign that
    the card lets a pawn start.
    """
    shade = _SHADES.get(colour or "", svg.INK)
    width, height = CARD_MM
    half = _half(face, shade) + ([_start(shade)] if start else [])
    halves = [
        svg.group(half, transform=svg.write_transform(width / 2, height / 2, degrees=turn))
        for turn in (0, 180)
    ]
    counts = numbers(face)
    stops = steps if steps is not None else max(counts, default=0)
    belt = svg.group(
        [_belt(stops, counts, shade)], transform=svg.write_transform(width / 2, height / 2)
    )
    return svg.document(width, height, [_ground(shade), *halves, belt], title=face)


def numbers(face: str) -> tuple[int, ...]:
    """Return the numbers that a face shows, in its order; none for a word."""
    parts = face.replace("-", "/").replace("·", "/").split("/")
    return tuple(int(part) for part in parts) if all(p.isdecimal() for p in parts) else ()


def _ground(shade: str) -> str:
    """Return the card's paper, its frame and a fine rose of lines in the middle."""
    width, height = CARD_MM
    frame = svg.rectangle(
        2.6, 2.6, width - 5.2, height - 5.2, rx=2.6, fill="none", stroke=shade, stroke_width=1.1
    ) + svg.rectangle(
        3.9, 3.9, width - 7.8, height - 7.8, rx=1.7, fill="none", stroke=shade, stroke_width=0.16
    )
    rays = svg.lines(
        (svg.around(width / 2, height / 2, 13, b), svg.around(width / 2, height / 2, 25.2, b))
        for b in (3.0 * k for k in range(120))
    )
    rings = [svg.circle(width / 2, height / 2, 13 + 1.53 * k) for k in range(9)]
    rose = svg.group(
        [svg.path(rays), *rings], fill="none", stroke=shade, stroke_width=0.1, stroke_opacity=0.3
    )
    paper = svg.rectangle(0, 0, width, height, fill=_GROUND)
    return paper + rose + frame


def _half(face: str, shade: str) -> list[str]:
    """Return the upper half about the card's centre: an index in the left corner, the face."""
    left, top = -CARD_MM[0] / 2, -CARD_MM[1] / 2
    if drawing := _DRAWINGS.get(face):
        drawn = drawing(shade)
        return [
            svg.group([drawn], transform=svg.write_transform(left + 11.6, top + 11.2, scale=0.36)),
            svg.group([drawn], transform=svg.write_transform(2.5, -20.5)),
        ]
    index = text_path(face.upper(), _INDEX, (left + 6.5, top + 12.9), anchor=0)
    return [svg.path(index, fill=shade), _large(face, shade)]


def _large(face: str, shade: str) -> str:
    """Return the face in large letters, underlined so that a 6 does not look like a 9."""
    text = face.upper()
    middle, baseline = 1.5, -9.8
    capitals = min(21.0, 38.0 / text_width(text, Lettering(fonts.TITLE_BOLD, 1)))
    data = text_path(text, Lettering(fonts.TITLE_BOLD, capitals), (middle, baseline))
    bar = svg.rectangle(middle - 8, baseline + 2.4, 16, 1.1, fill=shade)
    return svg.path(data, fill=shade) + (bar if len(numbers(face)) == 1 else "")


def _start(shade: str) -> str:
    """Return the sign of starting for the right corner: an arrow that leaves a ring."""
    ring = "M-1.6 -2.2A2.9 2.9 0 1 0 1.6 -2.2"
    arrow = "M0 0.4V-6M-2 -4L0 -6.2L2 -4"
    return svg.path(
        ring + arrow,
        fill="none",
        stroke=shade,
        stroke_width=0.9,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=svg.write_transform(CARD_MM[0] / 2 - 10.2, 13.1 - CARD_MM[1] / 2),
    )


def _belt(stops: int, counts: tuple[int, ...], shade: str) -> str:
    """Return the route across the middle; a smaller number's stop is filled, from both ends."""
    pitch = min(4.4, 44.0 / max(stops, 1))
    filled = {place for n in counts for place in (n, stops + 1 - n) if n < stops}
    discs = [
        svg.circle(
            (k - (stops + 1) / 2) * pitch,
            0,
            pitch * 0.36,
            fill=shade if k in filled else svg.PAPER,
            stroke=shade,
            stroke_width=0.5,
        )
        for k in range(1, stops + 1)
    ]
    return svg.path(
        svg.polyline([(-23.5, 0), (23.5, 0)]), stroke=shade, stroke_width=0.5
    ) + "".join(discs)


def _copy(shade: str) -> str:
    """Two cards, one upon the other."""
    return "".join(
        svg.rectangle(x, y, 15, 21, rx=1.8, fill=fill, stroke=shade, stroke_width=1.3)
        for x, y, fill in ((-3, -13, _GROUND), (-11, -8.5, shade))
    ) + svg.rectangle(-8, -5.5, 9, 15, rx=0.8, fill="none", stroke=_GROUND, stroke_width=0.8)


def _exchange(shade: str) -> str:
    """Two arrows that pass each other."""
    arrow = "M-13 -3.2H4V-8L14 -1L4 6V1.2H-13Z"
    return svg.path(arrow, fill=shade, transform=svg.write_transform(0, -6)) + svg.path(
        arrow,
        fill=_GROUND,
        stroke=shade,
        stroke_width=1.2,
        transform=svg.write_transform(0, 6, degrees=180),
    )


def _partner(shade: str) -> str:
    """Two pawns side by side."""
    pawn = "M-6.5 12C-6.5 5 -3 3 -2.4 -2H2.4C3 3 6.5 5 6.5 12Z"
    return "".join(
        svg.group(
            [
                svg.path(pawn, fill=fill, stroke=shade, stroke_width=1.2, stroke_linejoin="round"),
                svg.circle(0, -6, 4.8, fill=fill, stroke=shade, stroke_width=1.2),
            ],
            transform=svg.write_transform(x, 0),
        )
        for x, fill in ((6.2, _GROUND), (-6.2, shade))
    )


_DRAWINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "copy": _copy,
    "exchange": _exchange,
    "partner": _partner,
}
