"""The camera's mount from the side and from above, and where lamps may stand."""

from __future__ import annotations

from typing import Final

from hardware.board import Board
from hardware.printing.svg import WHITE, Point, circle, path, polyline, rectangle
from tools.building.sheet import FAINT, GREY, INK, OUTLINE, PALE, THICK, Sheet
from tools.building.view import LENSES, RIM_MM, glare_mm, least_height_cm, needed_mm, tallest_mm

_LENS: Final = LENSES[0]
_BOARD_MM: Final = 10.0


def side(board: Board) -> Sheet:
    """Return the mount seen from the board's narrow end, where height is decided."""
    sheet = Sheet("How high the camera hangs", 180, 172)
    scale, middle, table = 0.22, 70.0, 148.0
    top = table - _BOARD_MM * scale
    lens: Point = (middle, top - 10 * least_height_cm(board, _LENS) * scale)
    half_seen = _LENS.seen_mm(top - lens[1])[1] / 2
    half_board, half_needed = board.size_mm[1] * scale / 2, needed_mm(board)[1] * scale / 2
    cone = polyline(((middle - half_seen, top), lens, (middle + half_seen, top)), closed=True)
    sheet.draw(path(cone, fill=FAINT))
    sheet.line((middle - half_seen, top), lens, (middle + half_seen, top), colour=GREY, dash="2 1")
    sheet.draw(rectangle(8, table, 124, 3, fill=PALE, **OUTLINE))
    sheet.draw(rectangle(middle - half_board, top, 2 * half_board, table - top, fill=INK))
    for share in (-0.95, -0.3, 0.4, 0.95):
        _pawn(sheet, middle + share * half_board, top, tallest_mm(board) * scale)
    sheet.line((16, table), (16, lens[1] - 5), (middle, lens[1] - 5), width=1.6)
    sheet.draw(rectangle(10, table - 2.5, 12, 2.5, fill=INK))
    sheet.draw(rectangle(middle - 4, lens[1] - 6, 8, 4, fill=INK))
    sheet.draw(rectangle(middle - 1.6, lens[1] - 2, 3.2, 2, fill=INK))
    sheet.pointer((middle + 12, lens[1] - 3), (middle + 4, lens[1] - 4), _LENS.name)
    sheet.say(19, lens[1] + 3, "arm")
    sheet.pointer((24, table - 58), (17.5, table - 2.5), "foot, clamped\nto the table")
    _below(sheet, (middle, table), board, (half_board, half_needed, half_seen))
    _scale(sheet, board, top, scale)
    return sheet


def _below(sheet: Sheet, foot: Point, board: Board, halves: tuple[float, float, float]) -> None:
    """Draw the measures under the table: board, with its rim, and what is seen there."""
    middle, table = foot
    rim = f"{needed_mm(board)[1]:g} mm with a rim of {RIM_MM:g}"
    seen = f"{_LENS.seen_mm(10 * least_height_cm(board, _LENS))[1]:.0f} mm in the picture"
    texts = (f"{board.name}: {board.size_mm[1]:g} mm", rim, seen)
    for row, (half, text) in enumerate(zip(halves, texts, strict=True)):
        y = table + 7.5 + 5.5 * row
        sheet.arrow((middle - half, y), (middle + half, y), both=True)
        sheet.say(middle + halves[2] + 3, y + 1.2, text)


def _scale(sheet: Sheet, board: Board, top: float, scale: float) -> None:
    """Draw a rule at the right with every camera at its least height."""
    x = 130.0
    highest = max(least_height_cm(board, lens) for lens in LENSES)
    sheet.line((x, top), (x, top - 10 * highest * scale), width=THICK)
    sheet.say(x + 1, top - 1, "0 cm: the board")
    y = top
    for lens in sorted(LENSES, key=lambda each: least_height_cm(board, each)):
        high = least_height_cm(board, lens)
        at = top - 10 * high * scale
        y = min(at + 1.2, y - 5.5)
        sheet.line((x - 1.5, at), (x + 1.5, at), width=THICK)
        sheet.line((x + 1.5, at), (x + 4, y - 1.2))
        sheet.say(x + 5, y, f"{high} cm")
        sheet.say(x + 18, y, _short(lens.name))


def _short(name: str) -> str:
    return name.replace("Camera Module 3", "Module 3").partition(",")[0]


def _pawn(sheet: Sheet, x: float, foot: float, height: float) -> None:
    """Draw a pawn from the side, in grey."""
    wide = height * 0.46
    body = (
        (x - wide / 2, foot),
        (x - wide / 5, foot - height * 0.7),
        (x + wide / 5, foot - height * 0.7),
        (x + wide / 2, foot),
    )
    sheet.draw(path(polyline(body, closed=True), fill=GREY))
    sheet.draw(circle(x, foot - height * 0.78, height * 0.22, fill=GREY))


def above(board: Board) -> Sheet:
    """Return the table from above, with the board's places and the camera's field of view."""
    sheet = Sheet("The table from above", 180, 150)
    scale, x, y = 0.2, 90.0, 78.0
    high = 10 * least_height_cm(board, _LENS)
    sheet.draw(rectangle(10, 20, 160, 116, fill=FAINT, **OUTLINE, rx=2))
    width, height = (side * scale for side in _LENS.seen_mm(high))
    sheet.draw(
        rectangle(
            x - width / 2,
            y - height / 2,
            width,
            height,
            fill=WHITE,
            stroke=GREY,
            stroke_width=THICK,
            stroke_dasharray="2 1",
        )
    )
    _board(sheet, board, (x, y), scale)
    _arm(sheet, (x, y))
    seen = " × ".join(f"{side / 10:.0f}" for side in _LENS.seen_mm(high))
    sheet.say(x - width / 2 + 2, y + height / 2 - 2, f"in the picture: {seen} cm")
    sheet.draw(rectangle(136, 115, 31, 18, fill=WHITE, **OUTLINE, rx=1))
    sheet.draw(rectangle(138, 117, 27, 14, fill=PALE))
    sheet.say(151.5, 125.2, "touchscreen", anchor=0.5)
    for y_player in (16.5, 146.0):
        sheet.say(x, y_player, "a player", anchor=0.5)
    sheet.say(14, 128, "the board’s long side along the picture’s")
    return sheet


def _board(sheet: Sheet, board: Board, middle: Point, scale: float) -> None:
    """Draw a board with its places, holes dark."""
    wide, deep = (side * scale for side in board.size_mm)
    left, top = middle[0] - wide / 2, middle[1] - deep / 2
    sheet.draw(rectangle(left, top, wide, deep, fill=PALE, **OUTLINE))
    for place in board.places:
        fill = INK if place.kind == "hole" else WHITE
        at = left + place.x_mm * scale, top + place.y_mm * scale
        radius = place.radius_mm * scale
        sheet.draw(circle(*at, radius, fill=fill, stroke=INK, stroke_width=0.2))


def _arm(sheet: Sheet, camera: Point) -> None:
    """Draw arm and camera, with the foot out of everybody's reach."""
    x, y = camera
    sheet.line((x + 48, 22), (x + 48, 30), camera, width=1.8)
    sheet.draw(rectangle(x + 43, 18, 10, 6, fill=INK))
    sheet.draw(circle(x, y, 4, fill=INK), circle(x, y, 1.6, fill=WHITE))
    sheet.say(x + 40, 28, "foot, where nobody reaches", anchor=1.0)
    sheet.pointer((x - 9, y + 2), (x - 4, y + 0.8), "camera", anchor=1.0)


def light(board: Board) -> Sheet:
    """Return where a lamp would be mirrored in the board, seen from its long side."""
    sheet = Sheet("Where lamps may stand", 180, 142)
    scale, middle, ground = 0.095, 90.0, 124.0
    half, camera = board.size_mm[0] / 2, 10.0 * least_height_cm(board, _LENS)
    ceiling = 1000.0

    def at(x_mm: float, up_mm: float) -> Point:
        return middle + x_mm * scale, ground - up_mm * scale

    reach = glare_mm(half, camera, ceiling)
    zone = (at(-half, 0), at(-reach, ceiling), at(reach, ceiling), at(half, 0))
    sheet.draw(path(polyline(zone, closed=True), fill=PALE))
    for sign in (-1, 1):
        sheet.line(at(sign * half, 0), at(sign * reach, ceiling), width=THICK)
        sheet.line(at(0, camera), at(sign * half, 0), colour=GREY, dash="2 1")
    sheet.draw(rectangle(8, ground + 1, 164, 2.4, fill=PALE, **OUTLINE))
    sheet.draw(rectangle(middle - half * scale, ground - 0.6, 2 * half * scale, 1.6, fill=INK))
    sheet.draw(rectangle(middle - 3, at(0, camera)[1] - 4, 6, 4, fill=INK))
    sheet.pointer((middle + 8, at(0, camera)[1] - 6), at(35, camera + 20), "camera")
    sheet.say(middle, at(0, 880)[1], "no lamp, no window in here:", anchor=0.5)
    sheet.say(middle, at(0, 820)[1], "the board would mirror it", anchor=0.5)
    _lamp(sheet, at(-750, 760), "good")
    _lamp(sheet, at(750, 760), "good")
    _lamp(sheet, at(240, 700), "glares")
    for up in (camera, ceiling):
        glare = glare_mm(half, camera, up)
        start, end = at(0, up), at(glare, up)
        text = f"{up / 10:.0f} cm up: {glare / 10:.0f} cm from the middle"
        if up == ceiling:
            sheet.measure((start[0], start[1] - 4), (end[0], end[1] - 4), text)
        else:
            sheet.pointer((end[0] + 6, end[1] + 1.2), end, text.replace(": ", ":\n"))
    sheet.say(
        middle, ground + 12, "Two lamps at opposite sides soften each other’s shadows.", anchor=0.5
    )
    return sheet


def _lamp(sheet: Sheet, at: Point, word: str) -> None:
    x, y = at
    shade = polyline(
        ((x - 2, y - 4), (x + 2, y - 4), (x + 4.5, y + 1), (x - 4.5, y + 1)), closed=True
    )
    fill = WHITE if word == "good" else INK
    sheet.draw(path(shade, fill=fill, **OUTLINE))
    sheet.draw(circle(x, y + 2, 1.6, fill=fill, **OUTLINE))
    sheet.say(x, y + 9, word, anchor=0.5)
