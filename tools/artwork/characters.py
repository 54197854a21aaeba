"""Thirty-six people at a carnival, put together from parts of a face and a few costumes.

A figure fills a box 30 wide and 42 high whose origin is its middle; the caller scales it.
The parts are in ``features``; which of them a figure has follows from its number alone.
"""

from __future__ import annotations

from typing import Final

from hardware.printing.svg import circle, element, group, write_transform
from tools.artwork import features

COUNT: Final = 36
HEIGHT: Final = 42.0

_SKINS: Final = ("#f6d3b3", "#8d5a3b", "#e9b98f", "#c68a5c", "#fbe3d0", "#6b4028", "#d9a074")
_HAIRS: Final = ("#3a2a22", "#c9682d", "#e5be5a", "#24222b", "#b9b4b0", "#7a4326", "#a03a5e")
_CLOTHS: Final = (
    "#b23a48",
    "#2f6690",
    "#3f7d4e",
    "#d9a521",
    "#6d4a8c",
    "#d9742b",
    "#2a8c8c",
    "#555b66",
)
_WIDTHS: Final = (1.0, 0.9, 1.08)


def parts(number: int) -> dict[str, int]:
    """Return which part of each kind a figure has, by the kind's name."""
    at = number - 1
    steps = {
        "hats": at + at // 9,
        "locks": at + at // 8,
        "fringes": at // 2,
        "eyes": at + at // 4,
        "noses": at + at // 6,
        "mouths": 2 * at + at // 5,
        "beards": 3 * at + at // 7,
        "glasses": 4 * at + at // 12,
        "collars": at + at // 10,
    }
    return {kind: step % len(features.PARTS[kind]) for kind, step in steps.items()}


def character(number: int) -> str:
    """Return the figure of a card, 1 to 36, as SVG elements."""
    at = number - 1
    skin, hair = _SKINS[at % len(_SKINS)], _HAIRS[(at + at // 7) % len(_HAIRS)]
    cloth, trim = _CLOTHS[at % len(_CLOTHS)], _CLOTHS[(at + 3 + at // 8) % len(_CLOTHS)]
    colours = {"hats": trim, "locks": hair, "fringes": hair, "beards": hair, "collars": trim}
    drawn = {
        kind: features.PARTS[kind][which](colours.get(kind, features.INK))
        for kind, which in parts(number).items()
    }
    face = [drawn[kind] for kind in ("fringes", "noses", "mouths", "beards", "eyes", "glasses")]
    head = [drawn["locks"], _head(skin), *face, drawn["hats"]]
    wide = _WIDTHS[(at + at // 9) % len(_WIDTHS)]
    body = [features.shoulders(cloth), features.neck(skin), drawn["collars"]]
    return group(body) + group(head, transform=f"{write_transform(0, -1.5)} scale({wide} 1)")


def _head(skin: str) -> str:
    """Return ears, face and rosy cheeks."""
    ears = "".join(circle(side * 8.6, 0.8, 2.0, fill=skin) for side in (-1, 1))
    cheeks = "".join(
        circle(side * 5.4, 4.2, 1.8, fill="#e8767a", fill_opacity=0.35) for side in (-1, 1)
    )
    return ears + element("ellipse", cx=0, cy=0, rx=8.8, ry=10.2, fill=skin) + cheeks
