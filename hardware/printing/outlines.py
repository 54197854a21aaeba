"""Text as outlines, so that a print looks the same where its typeface is not installed."""

from __future__ import annotations

import functools
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from hardware.printing.svg import number


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


def text_width(text: str, font: Path, height_mm: float, *, spacing_mm: float = 0.0) -> float:
    """Return the width in mm of a line whose capitals are ``height_mm`` tall."""
    advances = _advances(text, font, height_mm / _capital_height(font), spacing_mm)
    return sum(advances) - (spacing_mm if text else 0.0)


def text_path(
    text: str,
    font: Path,
    height_mm: float,
    *,
    x: float = 0.0,
    y: float = 0.0,
    anchor: float = 0.5,
    spacing_mm: float = 0.0,
) -> str:
    """Return SVG path data of one line on the baseline ``y``; capitals are ``height_mm`` tall.

    ``anchor`` says which part of the line's width stands at ``x``: 0 its beginning, 0.5 its
    middle, 1 its end. No kerning; a character that the font lacks is drawn as its empty box.
    """
    scale = height_mm / _capital_height(font)
    glyphs, names = _font(font).getGlyphSet(), _font(font).getBestCmap()
    x -= anchor * text_width(text, font, height_mm, spacing_mm=spacing_mm)
    pen = SVGPathPen(glyphs, ntos=number)
    for character, advance in zip(text, _advances(text, font, scale, spacing_mm), strict=True):
        glyph = glyphs[names.get(ord(character), ".notdef")]
        glyph.draw(TransformPen(pen, Transform(scale, 0, 0, -scale, x, y)))
        x += advance
    data: str = pen.getCommands()
    return data


def _advances(text: str, font: Path, scale: float, spacing_mm: float) -> list[float]:
    glyphs, names = _font(font).getGlyphSet(), _font(font).getBestCmap()
    return [
        glyphs[names.get(ord(character), ".notdef")].width * scale + spacing_mm
        for character in text
    ]
