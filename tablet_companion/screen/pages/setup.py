"""Before a game: language, dealer, options, camera; one line each, every value a key."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

from tablet_companion.games.core import Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import SetUpPanel, Weight
from tablet_companion.screen.pages import options
from tablet_companion.screen.pages.setup_rows import (
    GAMES,
    LEVELS,
    NAMES,
    NOBODY,
    Row,
    Value,
    list_levels,
    list_names,
    list_rows,
)
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Circle, Page, Part, Role, joined
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import PlayGame


def page(panel: SetUpPanel, look: Look, local: Local) -> Page:
    """Return the page of the set-up; lines that have no room are on further sheets."""
    if local.option == GAMES:
        return _games(look)
    if local.option == LEVELS:
        return _by_seat(N_("How much should I say to whom?"), list_levels(panel, look), look)
    if local.option == NAMES:
        ask = N_("Who sits where? Nobody is told again what they know.")
        return _by_seat(ask, list_names(panel, look), look)
    pieced = next((one for one in panel.options if one.option.name == local.option), None)
    if pieced is not None:
        return options.page(pieced, panel.trouble, look)
    stage = stages.stage(look, panel.buttons)
    title, body = _title(panel, look, stage.head), stage.room
    rows = tuple(part for row in list_rows(panel, look) for part in _lines(row, body, look))
    gap, least = look.theme.gap, _least_height(rows, body, look)
    shown, turn = controls.sheets(len(rows), max(2, (body.h + gap) // (least + gap)), local.sheet)
    count = len(shown) + (turn is not None)
    high = min(look.theme.px(17), (body.h - gap * (count - 1)) // count)
    lines = layout.rows(body, [high] * count, gap)
    wide = [_widened(line, stage) for line in lines]
    drawn = [
        _row(rows[n], line, look, _label_width(body)) for n, line in zip(shown, wide, strict=False)
    ]
    if turn is not None:
        drawn.append(controls.key(look.words.text(N_("More")), lines[-1], look, turn))
    return parts.page(look, title, *drawn, controls.buttons(panel.buttons, stage.foot, look))


def _widened(line: Box, stage: stages.Stage) -> Box:
    """Return a line as long as the page where no keys stand beside it."""
    return replace(line, w=stage.head.w) if line.bottom <= stage.foot.y else line


def _by_seat(ask: str, rows: Sequence[Row], look: Look) -> Page:
    """Return a page with a line for each seat."""
    stage, gap = stages.sheet(look, 1), look.theme.gap
    count = len(rows)
    high = min(look.theme.px(17), (stage.body.h - gap * (count - 1)) // count)
    lines = layout.rows(stage.body, [high] * count, gap)
    return parts.page(
        look,
        bands.headline(look.words.text(ask), stage.head, look),
        *(
            _row(row, line, look, _label_width(line))
            for row, line in zip(rows, lines, strict=False)
        ),
        controls.key(look.words.text(N_("Back")), stage.foot, look, NOTHING),
    )


def _games(look: Look) -> Page:
    """Return the page on which a game is chosen."""
    stage = stages.sheet(look, 1)
    across, down = layout.shape(len(look.games), stage.body, look.theme.px(38), look.theme.gap)
    cells = layout.grid(stage.body, across, down, look.theme.gap)
    return parts.page(
        look,
        bands.headline(look.words.text(N_("Which game?")), stage.head, look),
        *(
            controls.key(title, cell, look, PlayGame(name))
            for (name, title), cell in zip(look.games, cells, strict=False)
        ),
        controls.key(look.words.text(N_("Back")), stage.foot, look, NOTHING),
    )


def _title(panel: SetUpPanel, look: Look, box: Box) -> Part:
    """Return the game's name with its teams beside it."""
    name, teams = layout.columns(box, (box.w // 2, 0), look.theme.gap)
    text = parts.paragraph(
        panel.title,
        name,
        look,
        sizes=layout.sizes_between(look.theme.main * 5 // 4, look.theme.small),
        colour=look.colours.main,
        role=Role.TITLE_BOLD,
        middle=True,
    )
    return joined(text, _teams(panel.teams, teams, look))


def _teams(teams: Sequence[Sequence[Seat]], box: Box, look: Look) -> Part:
    """Return the seats by side, a dash between the sides."""
    between = min(look.theme.px(8), box.w // (2 * len(teams)))
    cells = layout.columns(box, [0] * len(teams), between)
    found = joined(*(_signs(team, cell, look) for team, cell in zip(teams, cells, strict=True)))
    for left, right in itertools.pairwise(cells):
        room = Box(left.right, box.y, right.x - left.right, box.h)
        dash = parts.paragraph("–", room, look, align="centre", middle=True)
        found = joined(found, dash)
    return found


def _signs(seats: Sequence[Seat], box: Box, look: Look) -> Part:
    """Return seats' signs close to each other in the middle of a box."""
    gap = look.theme.px(0.8)
    side = min(box.h, (box.w - gap * (len(seats) - 1)) // len(seats), look.theme.px(11))
    whole = layout.centred(box, side * len(seats) + gap * (len(seats) - 1), side)
    cells = layout.columns(whole, [side] * len(seats), gap)
    return joined(
        *(parts.seat_sign(seat, cell, look) for seat, cell in zip(seats, cells, strict=True))
    )


def _round(seats: Sequence[Seat], box: Box, look: Look) -> Part:
    """Return seats' signs as they sit round a table: the first below, clockwise."""
    side = box.h * 2 // 5
    high = (box.h - side) / 2
    wide = min((box.w - side) / 2, high * 4 / 3)
    middle = Box(box.x + (box.w - side) // 2, box.y + (box.h - side) // 2, side, side)
    turns = (2 * math.pi * number / len(seats) for number in range(len(seats)))
    spots = (
        replace(
            middle,
            x=middle.x - round(wide * math.sin(turn)),
            y=middle.y + round(high * math.cos(turn)),
        )
        for turn in turns
    )
    return joined(
        *(
            _free(spot, look) if seat == NOBODY else parts.seat_sign(seat, spot, look)
            for seat, spot in zip(seats, spots, strict=True)
        )
    )


def _free(box: Box, look: Look) -> Part:
    """Return a small dot where nobody sits."""
    return Part((Circle(box.centre, min(box.w, box.h) / 8, look.colours.soft),))


def _lines(row: Row, box: Box, look: Look) -> tuple[Row, ...]:
    """Return a row as one line or more, so that every value is wide enough."""
    gap, count = look.theme.gap, len(row.values)
    room = box.w - _label_width(box) - gap
    labels = ("" if value.seats else value.label for value in row.values)
    least = max((controls.least_width(label, look) for label in labels), default=1)
    most = max(1, (room + gap) // (least + gap))
    each = -(-count // -(-count // most))
    return tuple(
        Row(row.label if first == 0 else "", row.values[first : first + each])
        for first in range(0, count, each)
    )


def _label_width(box: Box) -> int:
    return box.w * 2 // 5


def _least_height(rows: Sequence[Row], box: Box, look: Look) -> int:
    """Return how high lines must be for a finger, and for every label to be whole."""
    size, width = look.theme.small, _label_width(box)
    labels = [layout.set_paragraph(row.label, width, Role.TEXT, size, look.measure) for row in rows]
    least = max(look.theme.finger, 2 * layout.line_height(size))
    return max((least, *(label.height for label in labels)))


def _row(row: Row, box: Box, look: Look, label_px: int) -> Part:
    label, keys = layout.columns(box, (label_px, 0), look.theme.gap)
    text = parts.paragraph(row.label, label, look, middle=True)
    cells = layout.columns(keys, [0] * len(row.values), look.theme.gap)
    return joined(
        text, *(_value(value, cell, look) for value, cell in zip(row.values, cells, strict=True))
    )


def _value(value: Value, box: Box, look: Look) -> Part:
    weight = Weight.MAIN if value.chosen else Weight.PLAIN
    label = "" if value.seats else value.label
    body = controls.key(label, box, look, value.meaning, weight=weight)
    if not value.seats:
        return body
    drawn = _round if value.circle else _signs
    return joined(body, drawn(value.seats, box.inset(look.theme.px(1)), look))
