"""The ornaments of a map: a frame, meridians, a compass rose, a title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hardware import fonts
from hardware.board import DiscardPile
from hardware.printing.outlines import Lettering, text_path, text_width
from hardware.printing.svg import (
    INK,
    PAPER,
    Point,
    around,
    circle,
    group,
    lines,
    path,
    polyline,
    rectangle,
    write_transform,
)

_FINE: Final = 0.14
_PILE_MM: Final = 3.0
"""How far the pile's frame stands off the card."""
_TITLE_MM: Final = 13.0
_SPACING: Final = 0.16
"""The air between the title's letters, as a part of the capitals' height."""
_ACCENT: Final = "#8c3b2e"


def frame(width: float, height: float, band: float) -> str:
    """Return the map's frame: a pale band along the edges, a scale on it, neat lines."""
    edge, step = 1.2, 5.0
    around_edge = _outline(edge, width, height)
    scale = [
        path(around_edge, stroke=INK, stroke_width=1.4),
        path(around_edge, stroke=PAPER, stroke_width=1.1),
        path(lines(_graduations(width, height, edge, step)), stroke=INK, stroke_width=1.1),
    ]
    neat = [
        path(_outline(band - away, width, height), stroke=INK, stroke_width=line)
        for away, line in ((0.0, 0.35), (0.9, _FINE))
    ]
    paper = path(
        _outline(0, width, height) + _outline(band, width, height),
        fill=PAPER,
        fill_rule="evenodd",
        fill_opacity=0.7,
    )
    return paper + group([*scale, *neat], fill="none")


def _outline(inset: float, width: float, height: float) -> str:
    far, low = width - inset, height - inset
    return polyline([(inset, inset), (far, inset), (far, low), (inset, low)], closed=True)


def _graduations(
    width: float, height: float, edge: float, step: float
) -> Iterator[tuple[Point, Point]]:
    """Yield every other segment of the scale along the four edges, from their middles outwards."""
    for along, across, upright in ((width, height, False), (height, width, True)):
        count = int((along / 2 - edge) / step)
        for k in range(-count, count, 2):
            begin, end = along / 2 + k * step, along / 2 + (k + 1) * step
            for at in (edge, across - edge):
                yield ((at, begin), (at, end)) if upright else ((begin, at), (end, at))


def meridians(x: float, y: float, reach: float) -> str:
    """Return fine rays and circles about a point, as of a survey."""
    rays = lines(
        (around(x, y, reach * 0.2, bearing), around(x, y, reach, bearing))
        for bearing in (7.5 * k for k in range(48))
    )
    rings = [circle(x, y, reach * part / 10) for part in range(3, 11)]
    return group(
        [path(rays), *rings], fill="none", stroke=INK, stroke_width=0.18, stroke_opacity=0.3
    )


def compass(x: float, y: float, radius: float) -> str:
    """Return a compass rose of sixteen points on a disc of paper."""
    points = [
        _needle(22.5 * k, radius * (0.86 if k % 4 == 0 else 0.66 if k % 2 == 0 else 0.46))
        for k in (*range(1, 16, 2), *range(2, 16, 4), *range(0, 16, 4))
    ]
    rings = [
        circle(0, 0, radius, fill=PAPER, fill_opacity=0.88),
        circle(0, 0, radius, fill="none", stroke=INK, stroke_width=0.35),
        circle(0, 0, radius * 0.95, fill="none", stroke=INK, stroke_width=_FINE),
        circle(0, 0, radius * 0.56, fill="none", stroke=INK, stroke_width=_FINE),
        path(_ticks(radius), stroke=INK, stroke_width=_FINE),
    ]
    heart = circle(0, 0, radius * 0.07, fill=PAPER, stroke=INK, stroke_width=0.25)
    return group([*rings, *points, heart], transform=write_transform(x, y))


def _needle(bearing: float, length: float) -> str:
    """Return one point of the rose, half dark and half light as if lit from the side."""
    tip, foot = around(0, 0, length, bearing), 0.19 * length
    left, right = around(0, 0, foot, bearing - 45), around(0, 0, foot, bearing + 45)
    dark = _ACCENT if bearing == 0 else INK
    style: dict[str, Any] = {"stroke": INK, "stroke_width": _FINE, "stroke_linejoin": "round"}
    return path(polyline([(0, 0), left, tip], closed=True), fill=dark, **style) + path(
        polyline([(0, 0), tip, right], closed=True), fill=PAPER, **style
    )


def _ticks(radius: float) -> str:
    return lines(
        (
            around(0, 0, radius * 0.95, bearing),
            around(0, 0, radius * (0.88 if bearing % 15 == 0 else 0.92), bearing),
        )
        for bearing in range(0, 360, 5)
    )


def lens(x: float, y: float, radius: float) -> str:
    """Return a reading glass whose rings and keyhole stand for things not yet known."""
    rim = [
        circle(0, 0, radius, fill=PAPER, fill_opacity=0.88),
        circle(0, 0, radius, fill="none", stroke=INK, stroke_width=0.35),
        circle(0, 0, radius * 0.95, fill="none", stroke=INK, stroke_width=_FINE),
        path(_ticks(radius), stroke=INK, stroke_width=_FINE),
    ]
    rings = [
        circle(0, 0, radius * part / 100, fill="none", stroke=INK, stroke_width=_FINE)
        for part in range(36, 86, 5)
    ]
    wards = "M-0.13 0.3L-0.06 -0.02A0.13 0.13 0 1 1 0.06 -0.02L0.13 0.3Z"
    keyhole = path(wards, fill=_ACCENT, transform=write_transform(0, -radius * 0.04, scale=radius))
    return group([*rim, *rings, keyhole], transform=write_transform(x, y))


def pile(discard: DiscardPile) -> str:
    """Return the frame into which played cards are laid."""
    width, height = discard.card_mm
    left, top = discard.x_mm - width / 2, discard.y_mm - height / 2
    outlines = [
        rectangle(
            left - out, top - out, width + 2 * out, height + 2 * out, rx=3 + out, stroke_width=line
        )
        for out, line in ((3.0, 0.3), (2.2, _FINE), (0.0, _FINE))
    ]
    ground = rectangle(
        left - 3, top - 3, width + 6, height + 6, rx=6, fill=PAPER, fill_opacity=0.92
    )
    weave = path(_lattice(left + 5, top + 5, width - 10, height - 10, 4.9), stroke_width=_FINE)
    faint = group([weave], fill="none", stroke=INK, stroke_opacity=0.35)
    return ground + faint + group(outlines, fill="none", stroke=INK)


def _lattice(left: float, top: float, width: float, height: float, step: float) -> str:
    """Return slanting lines both ways, cut off at a rectangle."""
    across, down = round(width / step), round(height / step)
    dx, dy = width / across, height / down
    ends = []
    for k in range(1 - down, across):
        a, b = max(0, k), min(across, k + down)
        for mirror in (False, True):
            xs = [(across - n if mirror else n) * dx + left for n in (a, b)]
            ys = [(n - k) * dy + top for n in (a, b)]
            ends.append(((xs[0], ys[0]), (xs[1], ys[1])))
    return lines(ends)


def title(text: str, discard: DiscardPile) -> str:
    """Return the name above and below the pile, each to be read from its own side."""
    half = discard.card_mm[0] / 2 + _PILE_MM
    natural = text_width(text.upper(), Lettering(fonts.TITLE_BOLD, 1, _SPACING))
    capitals = min(6.5, (2 * half - 10) / natural)
    data = text_path(text.upper(), Lettering(fonts.TITLE_BOLD, capitals, _SPACING * capitals))
    top = discard.card_mm[1] / 2 + _PILE_MM + 3
    drawn = [
        rectangle(-half, top, 2 * half, _TITLE_MM, rx=2, fill=PAPER, stroke=INK, stroke_width=0.3),
        rectangle(
            0.9 - half,
            top + 0.9,
            2 * half - 1.8,
            _TITLE_MM - 1.8,
            rx=1.2,
            fill="none",
            stroke=INK,
            stroke_width=_FINE,
        ),
        path(data, fill=INK, transform=write_transform(0, top + (_TITLE_MM + capitals) / 2)),
    ]
    return "".join(
        group(drawn, transform=write_transform(discard.x_mm, discard.y_mm, degrees=turn))
        for turn in (0, 180)
    )


def pile_with_titles_mm(discard: DiscardPile) -> tuple[float, float]:
    """Return the width and height of all that is drawn about the pile's centre."""
    width, height = discard.card_mm
    return width + 2 * _PILE_MM, height + 2 * (_PILE_MM + 3 + _TITLE_MM)
