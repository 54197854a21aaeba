"""The annotations of an architect's plan: title block, name and seal."""

from __future__ import annotations

import itertools
from typing import Final

from hardware import fonts
from hardware.printing.outlines import Lettering, text_path, text_width
from hardware.printing.roomcards import WALL
from hardware.printing.svg import around, circle, group, lines, path, rectangle, write_transform
from tools.artwork.emblems import SPY

FLOOR: Final = "#f3f6f6"
LINE: Final = "#7f99ae"


def name_line(name: str, width: float) -> str:
    """Return the board's name in one line, ruled above and below, at the foot of a title block."""
    text, foot = name.upper(), 21.0
    capitals = min(6.0, width / text_width(text, Lettering(fonts.TITLE_BOLD, 1, 0.12)))
    letters = Lettering(fonts.TITLE_BOLD, capitals, 0.12 * capitals)
    rules = [((-width / 2, y), (width / 2, y)) for y in (foot - capitals - 6, foot)]
    drawn = path(text_path(text, letters, (0, foot - 3)), fill=WALL)
    return drawn + path(lines(rules), stroke=WALL, stroke_width=0.35)


def title_block(name: str, width: float, height: float) -> str:
    """Return the title block about its middle: the name in lines, a little plan, empty fields."""
    left, top = -width / 2, -height / 2
    words = name.upper().split()
    natural = max(text_width(word, Lettering(fonts.TITLE_BOLD, 1, 0.12)) for word in words)
    capitals = min(8.5, (width - 8) / natural)
    letters = Lettering(fonts.TITLE_BOLD, capitals, 0.12 * capitals)
    pitch = capitals + 3.4
    first = top + 4.2 + capitals
    rule = first + (len(words) - 1) * pitch + 4.2
    text = [
        path(text_path(word, letters, (0, first + k * pitch)), fill=WALL)
        for k, word in enumerate(words)
    ]
    low = top + height
    fields = [
        ((left, rule), (-left, rule)),
        ((left + width * 0.6, rule), (left + width * 0.6, low)),
    ]
    fields += [((left, (rule + low) / 2), (left + width * 0.6, (rule + low) / 2))]
    plan = group([_small_plan()], transform=write_transform(left + width * 0.8, (rule + low) / 2))
    bar = group([_scale_bar()], transform=write_transform(left + 3.5, (rule + 3 * low) / 4 + 0.4))
    sign = path(
        "M0 0C2 -4 4 -4 3 -1S6 -3 8 -2S10 -4 12 -1.6S15 -3 17 -2.4C20 -2 22 -3 26 -3.6",
        transform=write_transform(left + 3.5, (3 * rule + low) / 4 + 2),
        fill="none",
        stroke=WALL,
        stroke_width=0.45,
    )
    outline = rectangle(left, top, width, height, fill=FLOOR, stroke=WALL, stroke_width=0.8)
    inner = rectangle(left + 1, top + 1, width - 2, height - 2, fill="none", stroke=LINE)
    lined = path(lines(fields), stroke=WALL, stroke_width=0.35)
    inner = group([inner], stroke_width=0.15)
    return "".join([outline, inner, lined, *text, plan, bar, sign])


def _small_plan() -> str:
    return "".join(
        rectangle(x, y, 3.4, 3.4, fill="none", stroke=WALL, stroke_width=0.4)
        for x, y in itertools.product((-6.1, -1.7, 2.7), repeat=2)
    )


def _scale_bar() -> str:
    """Return a bar of 25 mm in five parts, every other one filled."""
    parts = (rectangle(5 * k, -1, 5, 2, fill=WALL) for k in (0, 2, 4))
    return "".join(parts) + rectangle(0, -1, 25, 2, fill="none", stroke=WALL, stroke_width=0.25)


def seal() -> str:
    """Return a seal: somebody in a hat, collar up, within a graduated ring."""
    ticks = lines(
        (around(0, 0, 20.6, b), around(0, 0, 19.0 if b % 30 else 17.8, b)) for b in range(0, 360, 6)
    )
    return "".join(
        [
            circle(0, 0, 21, fill=FLOOR, stroke=WALL, stroke_width=0.8),
            path(ticks, stroke=LINE, stroke_width=0.25),
            circle(0, 0, 17.6, fill="none", stroke=LINE, stroke_width=0.2),
            path(SPY, fill=WALL),
        ]
    )
