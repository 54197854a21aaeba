"""Text as outlines, so that a print looks the same where its typeface is not installed."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from hardware.printing.svg import Point, number

_MM_AN_INCH: Final = 25.4
_POINTS_AN_INCH: Final = 72.0


@functools.cache
def _font(file: Path) -> TTFont:
    return TTFont(file, lazy=True)


@functools.cache
def _capital_height(file: Path) -> float:
    """Return the height of a capital letter, in the font's own units."""
    glyphs = _font(file).getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs["H"].draw(pen)
    height: float = pen.bounds[3]
    return height


@dataclass(frozen=True, slots=True)
class Lettering:
    """The lettering of a line: typeface, cap height, extra letter spacing."""

    font: Path
    height_mm: float
    spacing_mm: float = 0.0

    @property
    def scale(self) -> float:
        """Return millimetres for each of the font's own units."""
        return self.height_mm / _capital_height(self.font)

    @property
    def size_pt(self) -> float:
        """Return the size of the typeface in points, as a PDF has it."""
        units: int = _font(self.font)["head"].unitsPerEm
        return self.scale * units * _POINTS_AN_INCH / _MM_AN_INCH


def text_width(text: str, lettering: Lettering) -> float:
    """Return the width of a line in mm."""
    return sum(advance for _, advance in _glyphs(text, lettering)) - lettering.spacing_mm


def text_path(
    text: str, lettering: Lettering, at: Point = (0.0, 0.0), *, anchor: float = 0.5
) -> str:
    """Return SVG path data of one line whose baseline runs through ``at``.

    ``anchor`` says which part of the line's width stands there: 0 its beginning, 0.5 its middle,
    1 its end. No kerning; a character that the font lacks is drawn as its empty box.
    """
    x, y = at[0] - anchor * text_width(text, lettering), at[1]
    scale = lettering.scale
    pen = SVGPathPen(_font(lettering.font).getGlyphSet(), ntos=number)
    for glyph, advance in _glyphs(text, lettering):
        glyph.draw(TransformPen(pen, Transform(scale, 0, 0, -scale, x, y)))
        x += advance
    data: str = pen.getCommands()
    return data


def _glyphs(text: str, lettering: Lettering) -> Iterator[tuple[Any, float]]:
    """Yield every character's glyph and how far the next one stands from it, in mm."""
    font = _font(lettering.font)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    for character in text:
        glyph = glyphs[names.get(ord(character), ".notdef")]
        yield glyph, glyph.width * lettering.scale + lettering.spacing_mm
