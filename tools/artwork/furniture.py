"""The furniture in the rooms of a base, as a floor plan shows it from above.

Pure data: SVG path data in the square −11 ≤ x, y ≤ 11 (millimetres), to be drawn as lines. None of
it is a letter or a word, so that it reads the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tools.artwork.pathdata import box


def _ring(x: float, y: float, radius: float) -> str:
    turn = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{turn} {2 * radius:g} 0{turn} {-2 * radius:g} 0"


def _shelves() -> str:
    """An archive: three double rows of shelves, full of files."""
    rows = "".join(box(-10, y, 20, 4.4) + f"M-10 {y + 2.2:g}h20" for y in (-10, -2.2, 5.6))
    files = "".join(f"M{x:g} {y:g}v4.4" for x in range(-8, 10, 2) for y in (-10, -2.2, 5.6))
    return rows + files


def _radar() -> str:
    """A control room: the radar's screen with its sweep, a curved desk before it."""
    screen = _ring(0, -3, 7.5) + _ring(0, -3, 4.8) + _ring(0, -3, 2.1)
    sweep = "M0 -3L5.3 -8.3M-7.5 -3h15M0 -10.5v15"
    desk = "M-10 3.5A11.6 11.6 0 0 0 10 3.5L8.2 1.9M-10 3.5L-8.2 1.9M-10 3.5" + _ring(0, 10, 1)
    return screen + sweep + desk


def _aerial() -> str:
    """A wireless room: a mast with its stays, and what it sends."""
    mast = box(-1.5, -1.5, 3, 3) + "M-1.5 -1.5L1.5 1.5M1.5 -1.5L-1.5 1.5"
    stays = "".join(
        f"M{sx * 1.5:g} {sy * 1.5:g}L{sx * 8:g} {sy * 8:g}" for sx in (-1, 1) for sy in (-1, 1)
    )
    feet = "".join(
        box(sx * 8.8 - 0.8, sy * 8.8 - 0.8, 1.6, 1.6) for sx in (-1, 1) for sy in (-1, 1)
    )
    waves = "".join(
        f"M{-r / 2:g} {-s * r:g}A{1.12 * r:g} {1.12 * r:g} 0 0 {int(s > 0)} {r / 2:g} {-s * r:g}"
        for r in (4.5, 7, 9.5)
        for s in (1, -1)
    )
    return mast + stays + feet + waves


def _bench() -> str:
    """A laboratory: a bench round the corner, flasks, a basin, a stool."""
    bench = "M-10.5 -10.5h21v6.5h-14.5v14.5h-6.5Z"
    flasks = (
        _ring(-7.3, 6.5, 2) + _ring(-7.3, 6.5, 0.9) + _ring(-7.3, 0.8, 1.5) + _ring(1, -7.3, 1.8)
    )
    basin = box(4.5, -9.3, 4.6, 4.1) + _ring(6.8, -7.2, 0.5)
    return bench + flasks + basin + _ring(2.5, 3.5, 3) + _ring(2.5, 3.5, 2)


def _vault() -> str:
    """A strong room: its round door with wheel and bolts."""
    bolts = "".join(
        f"M{8.2 * x:g} {8.2 * y:g}L{10.8 * x:g} {10.8 * y:g}"
        for x, y in (
            (1, 0),
            (0.71, 0.71),
            (0, 1),
            (-0.71, 0.71),
            (-1, 0),
            (-0.71, -0.71),
            (0, -1),
            (0.71, -0.71),
        )
    )
    spokes = "M-5 0h10M-2.5 -4.33L2.5 4.33M2.5 -4.33L-2.5 4.33"
    return (
        _ring(0, 0, 8.2) + _ring(0, 0, 6.9) + _ring(0, 0, 3.6) + _ring(0, 0, 1.3) + bolts + spokes
    )


def _racks() -> str:
    """A machine room: two rows of cabinets, with their cables."""
    racks = "".join(
        box(x, y, 6, 4.6) + f"M{x + 1:g} {y + 1.5:g}h2.6M{x + 1:g} {y + 3.1:g}h2.6"
        for x in (-10, -3, 4)
        for y in (-10, 5.4)
    )
    lamps = "".join(_ring(x + 4.8, y + 2.3, 0.5) for x in (-10, -3, 4) for y in (-10, 5.4))
    cables = "M-7 -5.4v5.4h14v-5.4M0 -5.4v10.8M-7 0v5.4M7 0v5.4"
    return racks + lamps + cables


def _car() -> str:
    """A garage: a fast car."""
    body = "M-3.6 -10.5C-4.9 -9.6 -5 -6 -5 -2V6.6C-5 9.4 -4 10.5 0 10.5S5 9.4 5 6.6V-2"
    body += "C5 -6 4.9 -9.6 3.6 -10.5C2 -11.1 -2 -11.1 -3.6 -10.5Z"
    panes = "M-4 -2.6C-2 -4 2 -4 4 -2.6L3.2 0.4H-3.2ZM-3.2 6.4H3.2L3.8 8.4C2 9.2 -2 9.2 -3.8 8.4Z"
    lines = "M-3.2 0.4V6.4M3.2 0.4V6.4M-1.6 -10V-4M1.6 -10V-4M-5 -1.4L-6.6 -0.8M5 -1.4L6.6 -0.8"
    return body + panes + lines + "M-9 -10.5V10.5M9 -10.5V10.5"


def _table() -> str:
    """A conference room: a long table with chairs."""
    chairs = "".join(box(x, y, 3, 2.6) for x in (-6.2, -1.5, 3.2) for y in (-8.6, 6))
    ends = box(-10.6, -1.5, 2.4, 3) + box(8.2, -1.5, 2.4, 3)
    top = "M-4.6 -5H4.6A3 5 0 0 1 4.6 5H-4.6A3 5 0 0 1 -4.6 -5Z"
    papers = box(-4.6, -3.6, 2, 2.6) + box(1.6, 1, 2, 2.6) + _ring(0, 0, 1)
    return chairs + ends + top + papers


def _beds() -> str:
    """A dormitory: two beds and a locker between them."""
    beds = "".join(
        box(x, -10, 7, 18) + box(x + 1.2, -9, 4.6, 3.4) + f"M{x:g} -3.6h7M{x:g} -1.8L{x + 7:g} -3.6"
        for x in (-10.4, 3.4)
    )
    return beds + box(-2, -10, 4, 4) + _ring(0, -8, 1.1) + box(-4, 9, 8, 1.8)


FURNITURE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "A": _shelves(),
        "B": _radar(),
        "C": _aerial(),
        "D": _bench(),
        "E": _vault(),
        "F": _racks(),
        "G": _car(),
        "H": _table(),
        "I": _beds(),
    }
)
"""Archive, control room, wireless, laboratory, vault, machines, garage, conference, dormitory."""
