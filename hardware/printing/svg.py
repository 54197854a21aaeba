"""The few SVG elements that the prints are made of, as text. One unit is one millimetre."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import quoteattr

from hardware.printing import symbols

Point = tuple[float, float]

INK: Final = "#2d2c33"
PAPER: Final = "#f4ecd8"
WHITE: Final = "#ffffff"


def number(value: float) -> str:
    """Write a coordinate to a hundredth of a millimetre, without idle zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def hex_colour(rgb: Iterable[float]) -> str:
    """Return an sRGB colour, 0 to 255 each, as ``#rrggbb``."""
    return "#" + "".join(f"{round(value):02x}" for value in rgb)


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """Return one element; ``stroke_width=1`` becomes ``stroke-width="1"``."""
    words = "".join(
        f" {name.replace('_', '-')}="
        + quoteattr(value if isinstance(value, str) else number(value))
        for name, value in attributes.items()
    )
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def circle(x: float, y: float, radius: float, **style: str | float) -> str:
    """Return a circle about (x, y)."""
    return element("circle", cx=x, cy=y, r=radius, **style)


def rectangle(x: float, y: float, width: float, height: float, **style: str | float) -> str:
    """Return a rectangle by its top-left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **style)


def path(data: str, **style: str | float) -> str:
    """Return a path."""
    return element("path", d=data, **style)


def symbol(colour: str, x: float, y: float, size: float, **style: str | float) -> str:
    """Return a colour's symbol about (x, y)."""
    corner = write_transform(x - size / 2, y - size / 2, scale=size)
    return path(symbols.symbol(colour), transform=corner, **style)


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return path data through the points."""
    text = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{text}Z" if closed else f"M{text}"


def lines(ends: Iterable[tuple[Point, Point]]) -> str:
    """Return path data of separate straight lines."""
    return "".join(polyline(pair) for pair in ends)


def group(content: Iterable[str], **style: str | float) -> str:
    """Return elements that share a style or a transform."""
    return element("g", "".join(content), **style)


def write_transform(x: float, y: float, *, scale: float = 1.0, degrees: float = 0.0) -> str:
    """Return the transform that scales, turns clockwise, then moves to (x, y)."""
    parts = [f"translate({number(x)} {number(y)})"]
    if degrees:
        parts.append(f"rotate({number(degrees)})")
    if scale != 1.0:
        parts.append(f"scale({scale:.5g})")
    return " ".join(parts)


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point at a compass bearing (0 is up, clockwise) and distance from (x, y)."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def document(width_mm: float, height_mm: float, content: Iterable[str], *, title: str) -> str:
    """Return a whole SVG file of true size."""
    width, height = number(width_mm), number(height_mm)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
    head += f'viewBox="0 0 {width} {height}" role="img" aria-label={quoteattr(title)}>'
    return "\n".join([head, *content, "</svg>", ""])


def card_document(size_mm: Point, content: Iterable[str], *, title: str) -> str:
    """Return a card on white paper; its content is drawn about the card's middle."""
    paper = rectangle(0, 0, *size_mm, fill=WHITE)
    middle = write_transform(size_mm[0] / 2, size_mm[1] / 2)
    return document(*size_mm, [paper, group(content, transform=middle)], title=title)
