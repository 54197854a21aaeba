"""Loose cards for the printer: faces and backs for the table, twins for hands, and extra cards.

All cards of a deck have one size, that of the board file's ``[cards]``. Players' colours and
symbols are passed in by name; no rule is known here.
"""

from __future__ import annotations

from typing import Final

from hardware import fonts
from hardware.board import Marker, Rgb
from hardware.loose_cards import LooseCards
from hardware.printing import svg
from hardware.printing.artwork import pieces
from hardware.printing.aruco import aruco_svg
from hardware.printing.outlines import Lettering, text_path, text_width

BACK: Final = ".back"
"""The name of the picture of a card's back: the card's name and this."""

_FIGURE_MM: Final = (30.0, 42.0)
"""Width and height of the box that each figure of the artwork fills."""

_BACK: Final = "#3d3a66"
_PALE: Final = "#8d89bd"
_RIM_MM: Final = 2.4
_PLATE_MM: Final = 3.0
"""The white paper round a back's markers, by which a camera judges the light."""
_PALEST: Final = 200
"""A colour whose every channel is brighter than this is invisible as a line on white paper."""
_GILT: Final = "#c9a227"

Size = tuple[float, float]


def face_svg(cards: LooseCards, name: str) -> str:
    """Return the face of a table card: two markers, the number, a figure, the stage for a pawn.

    The middle is plain, so that a camera can tell which pawn stands there; white paper round it
    shows the light.
    """
    half_width, half_height = cards.size_mm[0] / 2, cards.size_mm[1] / 2
    strip = half_width - cards.stage_mm - 1.0
    figure = min((strip - 1.0) / _FIGURE_MM[0], 0.8)
    low = half_height - 1.5 - figure * _FIGURE_MM[1] / 2
    side = half_width - 1.0 - strip / 2
    content = [
        _stage(cards),
        svg.group([_figure(name)], transform=svg.write_transform(-side, low, scale=figure)),
        _number(name, (side, -half_height + 5.0), 15.0, strip - 3.0),
        *_both_markers(cards, cards.face_id(name)),
    ]
    return svg.card_document(cards.size_mm, content, title=name)


def back_svg(cards: LooseCards, name: str) -> str:
    """Return the back of a table card, with a stage like the face's: a pawn may stand on it.

    Its small number tells which face belongs to it when the two are glued together.
    """
    note = Lettering(fonts.TEXT, 1.8)
    half_width, half_height = cards.size_mm[0] / 2, cards.size_mm[1] / 2
    side, low = (half_width + cards.stage_mm) / 2, half_height * 0.4
    plate = cards.marker_mm + 2 * _PLATE_MM
    corner = inset(cards.size_mm[0], cards), inset(cards.size_mm[1], cards)
    plates = [
        svg.rectangle(turn * x - plate / 2, turn * y - plate / 2, plate, plate, fill=svg.WHITE)
        for x, y in [corner]
        for turn in (1, -1)
    ]
    eyes = [
        svg.group([_eye(_PALE)], transform=svg.write_transform(turn * side, -turn * low, scale=1.1))
        for turn in (1, -1)
    ]
    content = [
        _pattern(cards.size_mm),
        *plates,
        *eyes,
        _stage(cards),
        *_both_markers(cards, cards.back_id(name)),
        svg.path(text_path(name, note, (0, half_height - 4.0)), fill=_PALE),
    ]
    return svg.card_document(cards.size_mm, content, title=f"back of {name}")


def twin_svg(size_mm: Size, name: str) -> str:
    """Return the hands' twin of a card, upright: the same figure, large, and the number twice."""
    width, height = size_mm[1], size_mm[0]
    figure = min((width - 8) / _FIGURE_MM[0], (height - 26) / _FIGURE_MM[1])
    x, y = -width / 2 + 10.5, -height / 2 + 6
    plate = svg.rectangle(x - 6.5, y - 1.5, 13, 14, rx=2, fill=svg.WHITE)
    index = [plate, _number(name, (x, y), 9.0, 11.0)]
    content = [
        svg.group([_figure(name)], transform=svg.write_transform(0, 0, scale=figure)),
        *(svg.group(index, transform=svg.write_transform(0, 0, degrees=turn)) for turn in (0, 180)),
    ]
    return svg.card_document(
        (width, height), [_frame((width, height), svg.INK), *content], title=name
    )


def twin_back_svg(size_mm: Size) -> str:
    """Return the back of every twin: nothing tells one from another."""
    size = size_mm[1], size_mm[0]
    eye = svg.group([_eye(_PALE)], transform=svg.write_transform(0, 0, scale=1.7))
    return svg.card_document(
        size, [_pattern(size), svg.circle(0, 0, 16, fill=_BACK), eye], title="back"
    )


def plain_back_svg(size_mm: Size) -> str:
    """Return the back of cards that are dealt: dark all over, the same from both ends."""
    return svg.card_document(size_mm, [_pattern(size_mm)], title="back")


def accusation_svg(cards: LooseCards, name: str, rgb: Rgb) -> str:
    """Return an accusation card of a player's colour: an eye that has seen it all."""
    ink = svg.hex_colour(rgb) if min(rgb) < _PALEST else svg.INK
    content = [
        _frame(cards.size_mm, ink),
        svg.circle(0, 0, 19, fill="none", stroke=ink, stroke_width=1.2),
        svg.group([_eye(ink)], transform=svg.write_transform(0, -1, scale=1.9)),
        _sign(name, rgb, (cards.size_mm[0] / 2 - 11, -cards.size_mm[1] / 2 + 11), 11),
        _sign(name, rgb, (-cards.size_mm[0] / 2 + 11, cards.size_mm[1] / 2 - 11), 11),
        *_both_markers(cards, cards.others[name]),
    ]
    return svg.card_document(cards.size_mm, content, title=f"accusation of {name}")


def player_svg(size_mm: Size, name: str, rgb: Rgb) -> str:
    """Return a player's card: the colour and its symbol, large."""
    content = [
        svg.rectangle(
            -size_mm[0] / 2 + 4,
            -size_mm[1] / 2 + 4,
            size_mm[0] - 8,
            size_mm[1] - 8,
            rx=4,
            fill=svg.hex_colour(rgb),
            stroke=svg.INK,
            stroke_width=0.6,
        ),
        svg.circle(0, 0, 22, fill=svg.WHITE, stroke=svg.INK, stroke_width=0.6),
        _sign(name, rgb, (0, 0), 27),
    ]
    return svg.card_document(size_mm, content, title=name)


# --- what they are made of ----------------------------------------------------------------------


def _both_markers(cards: LooseCards, number: int) -> list[str]:
    """Return the marker in its corner at the top left, and once more half a turn on."""
    x, y = (inset(side, cards) for side in cards.size_mm)
    drawn = aruco_svg(Marker(cards.dictionary, number, x, y, cards.marker_mm))
    return [drawn, svg.group([drawn], transform=svg.write_transform(0, 0, degrees=180))]


def inset(side_mm: float, cards: LooseCards) -> float:
    """Return the coordinate of the first marker's centre along a side of the card."""
    return -side_mm / 2 + cards.inset_mm + cards.marker_mm / 2


def _figure(name: str) -> str:
    return pieces("figures")[str(int(name))]


def _stage(cards: LooseCards) -> str:
    """Return the plain disc with a string of lamps round it."""
    radius = cards.stage_mm
    lamps = [
        svg.circle(
            *svg.around(0, 0, radius - 0.7, 15.0 * k), 0.45, fill=svg.WHITE, fill_opacity=0.8
        )
        for k in range(24)
    ]
    return svg.circle(0, 0, radius, fill=cards.stage) + "".join(lamps)


def _number(name: str, top: tuple[float, float], height_mm: float, room_mm: float) -> str:
    """Return the number, its top in the middle at ``top``, underlined: a 6 is no overturned 9."""
    fits = room_mm / text_width(name, Lettering(fonts.TITLE_BOLD, 1))
    letters = Lettering(fonts.TITLE_BOLD, min(height_mm, fits))
    x, y = top[0], top[1] + letters.height_mm
    width = text_width(name, letters)
    bar = svg.rectangle(x - width / 2, y + 1.2, width, 1.0, fill=svg.INK)
    return svg.path(text_path(name, letters, (x, y)), fill=svg.INK) + bar


def _frame(size_mm: Size, colour: str) -> str:
    x, y = (-side / 2 + _RIM_MM for side in size_mm)
    size = size_mm[0] - 2 * _RIM_MM, size_mm[1] - 2 * _RIM_MM
    return svg.rectangle(x, y, *size, rx=3, fill="none", stroke=colour, stroke_width=0.7)


def _pattern(size_mm: Size) -> str:
    """Return a back of diamonds up to a white rim."""
    width, height = size_mm[0] - 2 * _RIM_MM, size_mm[1] - 2 * _RIM_MM
    ground = svg.rectangle(-width / 2, -height / 2, width, height, rx=2.5, fill=_BACK)
    step = 7.0
    rows, columns = int(height / step), int(width / step)
    diamonds = "".join(
        f"M{x:.2f} {y - 2.4:.2f}L{x + 2.4:.2f} {y:.2f}L{x:.2f} {y + 2.4:.2f}L{x - 2.4:.2f} {y:.2f}Z"
        for x in (step * (k - (columns - 1) / 2) for k in range(columns))
        for y in (step * (k - (rows - 1) / 2) for k in range(rows))
    )
    return ground + svg.path(diamonds, fill=_PALE, fill_opacity=0.35)


def _eye(colour: str) -> str:
    """Return a winking eye, 16 wide: a lid, lashes and a glint."""
    lid = "M-8 -1C-4 5 4 5 8 -1"
    lashes = "M-6 2L-7.4 4.2M-2.4 3.4L-3 6M2.4 3.4L3 6M6 2L7.4 4.2"
    drawn = svg.path(
        lid + lashes, fill="none", stroke=colour, stroke_width=1.3, stroke_linecap="round"
    )
    glint = svg.path(
        "M6.5 -7L7.3 -4.8L9.5 -4L7.3 -3.2L6.5 -1L5.7 -3.2L3.5 -4L5.7 -4.8Z", fill=_GILT
    )
    return drawn + glint


def _sign(name: str, rgb: Rgb, at: tuple[float, float], size_mm: float) -> str:
    """Return a colour's symbol, outlined so that a white one is seen on white paper."""
    ink = svg.hex_colour(rgb)
    return svg.symbol(name, *at, size_mm, fill=ink, stroke=svg.INK, stroke_width=0.4 / size_mm)
