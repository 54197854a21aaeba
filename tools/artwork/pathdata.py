"""SVG path data of plain shapes, shared by emblems and furniture."""

from __future__ import annotations


def box(x: float, y: float, width: float, height: float) -> str:
    """Return the path data of an upright rectangle; (x, y) is its top left corner."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"
