"""Before a game: language, dealer, options, camera; one line each, every value a key."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import SetUpPanel, Weight
from tablet_companion.screen.pages import offers, options, setup_rows
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Circle, Line, Page, Part, Role, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenRules

CHOOSE: Final = N_("Choose, then “Begin”.")


def page(panel: SetUpPanel, look: Look, local: Local) -> Page:
    """Return the page of the set-up; lines that have no room are on further sheets."""
    stage = stages.stage(look, panel.buttons)
    body, more = _rooms(stage, look)
    groups = [_lines(row, body, look) for row in setup_rows.list_rows(panel, look)]
    sheets = _deal_out(groups, body, look)
    back = _find_opening(sheets, local.option)
    if back is not None:
        return _behind(panel, look, local, back)
    title = _title(panel, look, _inset(stage.head, look))
    number = local.sheet % len(sheets)
    shown = [row for row in sheets[number] if row.shown]
    least = [_least_height(row, body, look) for row in shown]
    lines = layout.rows(body, _stretched(least, body, look), look.theme.gap)
    drawn = [
        _row(row, line, look, _label_width(body)) for row, line in zip(shown, lines, strict=True)
    ]
    if sheets[1:]:
        turn = Local(sheet=(number + 1) % len(sheets))
        drawn.append(controls.key(look.words.text(N_("More")), more, look, turn))
    return parts.page(look, title, *drawn, controls.buttons(panel.buttons, stage.foot, look))


def _find_opening(sheets: Sequence[Sequence[setup_rows.Row]], option: str) -> Local | None:
    """Return the sheet with the key to this page: what was chosen there may have moved its line.

    None if no key opens it.
    """
    opens = Local(option=option)
    for number, rows in enumerate(sheets):
        if option and any(value.meaning == opens for row in rows for value in row.values):
            return Local(sheet=number)
    return None


def _behind(panel: SetUpPanel, look: Look, local: Local, back: Local) -> Page:
    """Return the page behind a key of the set-up; left, it leads ``back``."""
    match local.option:
        case setup_rows.GAMES:
            return offers.page(look, back)
        case setup_rows.LEVELS:
            ask = N_("How much should I say to whom?")
            return _by_seat(ask, setup_rows.list_levels(panel, look), look, local, back)
        case setup_rows.NAMES:
            ask = N_("Who sits where? Nobody is told again what they know.")
            return _by_seat(ask, setup_rows.list_names(panel, look), look, local, back)
    pieced = next(one for one in panel.options if one.option.name == local.option)
    return options.page(pieced, panel.trouble, look, back)


def _inset(box: Box, look: Look) -> Box:
    left = look.theme.gap // 2
    return replace(box, x=left, w=box.w - left)


def _rooms(stage: stages.Regions, look: Look) -> tuple[Box, Box]:
    """Return the rooms of the lines, and of the key that turns them, beside the page's own keys.

    No line ends in one of those, which would look like another choice. Upright the key is above.
    """
    gap, top, head = look.theme.gap, look.theme.gap // 3, _inset(stage.head, look)
    y = stage.body.y + top
    body = Box(head.x, y, head.w, stage.foot.y - gap - y)
    if look.theme.portrait:
        lines, more = layout.rows(body, (0, look.theme.finger), gap)
        return lines, more
    high, wide = look.theme.key, stage.foot.x - gap - head.x
    return body, Box(head.x, stage.foot.bottom - high, wide, high)


def _deal_out(
    groups: Sequence[Sequence[setup_rows.Row]], box: Box, look: Look
) -> list[list[setup_rows.Row]]:
    """Return the lines sheet by sheet; none of a choice's lines are split between sheets.

    Each sheet has as many as have room, but a nearly empty last one. Were all about as full, a line
    would leave its sheet as it is touched, as others come below it, and seem to have been lost.
    """
    gap = look.theme.gap
    highs = [sum(_least_height(row, box, look) + gap for row in group) for group in groups]
    sheets: list[list[int]] = [[]]
    room = box.h + gap
    for one, high in enumerate(highs):
        if sheets[-1] and sum(highs[n] for n in sheets[-1]) + high > room:
            sheets.append([])
        sheets[-1].append(one)
    *_, before, last = [[], *sheets]
    while len(before) > 1 and sum(highs[n] for n in (before[-1], *last)) <= room // 2:
        last.insert(0, before.pop())
    return [[row for one in sheet for row in groups[one]] for sheet in sheets]


def _stretched(least: Sequence[int], box: Box, look: Look) -> list[int]:
    """Return the heights of lines that share the rest of a box."""
    more = (box.h - sum(least) - look.theme.gap * (len(least) - 1)) // len(least)
    most = look.theme.px(17)
    return [max(high, min(most, high + max(0, more))) for high in least]


def _by_seat(
    ask: str, rows: Sequence[setup_rows.Row], look: Look, local: Local, back: Local
) -> Page:
    """Return a page with a line for each seat; those that have no room are on a further sheet."""
    stage, gap = stages.sheet(look, 1), look.theme.gap
    room = (stage.body.h + gap) // (look.theme.finger + gap)
    shown, turn = controls.sheets(len(rows), room, local.sheet)
    count = len(rows) if turn is None else room
    high = min(look.theme.px(17), (stage.body.h - gap * (count - 1)) // count)
    lines = layout.rows(stage.body, [high] * count, gap)
    label_px = _label_width(stage.body)
    if any(sum(_widths(row, stage.body.w - label_px - gap, look)) > 0 for row in rows):
        label_px = stage.body.w // 4  # of the few words in a line all must be whole
    drawn = [_row(rows[n], line, look, label_px) for n, line in zip(shown, lines, strict=False)]
    if turn is not None:
        more = replace(local, sheet=turn.sheet)
        drawn.append(controls.key(look.words.text(N_("More")), lines[-1], look, more))
    return parts.page(
        look,
        bands.asking_headline(look.words.text(ask), stage.head, look),
        *drawn,
        controls.key(look.words.text(N_("Back")), stage.foot, look, back),
    )


def _title(panel: SetUpPanel, look: Look, box: Box) -> Part:
    """Return the game's name above the next step, and its teams beside them."""
    ask, head = bands.help_key(box, look, OpenRules())
    left, teams = layout.columns(head, (head.w * 5 // 9, 0), look.theme.gap)
    told, size = look.words.text(CHOOSE), look.theme.body
    high = layout.set_paragraph(told, left.w, Role.TEXT, size, look.measure).height
    name_px = layout.line_height(look.theme.small)
    name, say = layout.rows(left, (0, min(high, left.h - name_px)), 0)
    text = parts.paragraph(
        panel.title,
        name,
        look,
        sizes=layout.sizes_between(look.theme.main * 5 // 4, look.theme.small),
        colour=look.colours.main,
        role=Role.TITLE_BOLD,
        middle=True,
    )
    return join_parts(
        text, parts.paragraph(told, say, look, middle=True), _teams(panel.teams, teams, look), ask
    )


def _teams(teams: Sequence[Sequence[Seat]], box: Box, look: Look) -> Part:
    """Return the seats by side, a dash between the sides."""
    between = min(look.theme.px(8), box.w // (2 * len(teams)))
    cells = layout.columns(box, [0] * len(teams), between)
    found = join_parts(*(_signs(team, cell, look) for team, cell in zip(teams, cells, strict=True)))
    for left, right in itertools.pairwise(cells):
        middle, reach = (left.right + right.x) / 2, (right.x - left.right) / 4
        ends = ((middle - reach, box.centre[1]), (middle + reach, box.centre[1]))
        found = join_parts(found, Part((Line(*ends, look.colours.text, look.theme.px(0.4)),)))
    return found


def _signs(seats: Sequence[Seat], box: Box, look: Look) -> Part:
    gap = look.theme.px(0.8)
    side = min(box.h, (box.w - gap * (len(seats) - 1)) // len(seats), look.theme.px(11))
    whole = layout.centre(box, side * len(seats) + gap * (len(seats) - 1), side)
    cells = layout.columns(whole, [side] * len(seats), gap)
    return join_parts(
        *(parts.seat_sign(seat, cell, look) for seat, cell in zip(seats, cells, strict=True))
    )


def _round(seats: Sequence[Seat], box: Box, look: Look) -> Part:
    """Return seats' signs as they sit round a table: the first at the bottom, clockwise."""
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
    return join_parts(
        *(
            _free(spot, look) if seat == setup_rows.NOBODY else parts.seat_sign(seat, spot, look)
            for seat, spot in zip(seats, spots, strict=True)
        )
    )


def _free(box: Box, look: Look) -> Part:
    """Return a small dot for an empty seat."""
    return Part((Circle(box.centre, min(box.w, box.h) / 8, look.colours.soft),))


def _lines(row: setup_rows.Row, box: Box, look: Look) -> tuple[setup_rows.Row, ...]:
    """Return a row as one line or more, so that every value is wide enough, and its note."""
    note = (setup_rows.Row(row.note, ()),) if row.note else ()
    return (*_divide(row, box, look), *note)


def _divide(row: setup_rows.Row, box: Box, look: Look) -> tuple[setup_rows.Row, ...]:
    gap, count = look.theme.gap, len(row.values)
    room = box.w - _label_width(box) - gap
    widths = _least_widths(row, look)
    if sum(widths) + gap * (count - 1) <= room:
        return (row,)
    most = max(1, (room + gap) // (max(widths) + gap))
    each = -(-count // -(-count // most))
    return tuple(
        replace(row, label=row.label if first == 0 else "", values=row.values[first : first + each])
        for first in range(0, count, each)
    )


def _least_widths(row: setup_rows.Row, look: Look) -> list[int]:
    """Return the width of every value's key for its label in one line; a finger at least."""
    labels = ("" if value.seats else value.label for value in row.values)
    return [
        max(
            controls.least_width(one, look),
            look.measure(one, Role.BOLD, look.theme.small) + 2 * controls.find_margin(look),
        )
        for one in labels
    ]


def _label_width(box: Box) -> int:
    return box.w * 2 // 5


def _least_height(row: setup_rows.Row, box: Box, look: Look) -> int:
    """Return the height that a line needs for a finger, for its whole label, and a long value."""
    size, width = look.theme.small, _label_width(box) if row.values else box.w
    high = layout.set_paragraph(row.label, width, Role.TEXT, size, look.measure).height
    if len(row.values) == 1:
        room = replace(box, w=box.w - width - look.theme.gap)
        high = max(high, controls.least_height([row.values[0].label], room, look, size) or 0)
    return max(look.theme.finger if row.values else 0, high)


def _row(row: setup_rows.Row, box: Box, look: Look, label_px: int) -> Part:
    if not row.values:
        return parts.paragraph(row.label, box, look, middle=True)
    label, keys = layout.columns(box, (label_px, 0), look.theme.gap)
    text = parts.paragraph(row.label, label, look, middle=True)
    cells = layout.columns(keys, _widths(row, keys.w, look), look.theme.gap)
    labels = ["" if value.seats else value.label for value in row.values]
    size = controls.common_size(labels, cells, look)
    return join_parts(
        text,
        *(_value(value, cell, look, size) for value, cell in zip(row.values, cells, strict=True)),
    )


def _widths(row: setup_rows.Row, room: int, look: Look) -> list[int]:
    """Return the widths of the keys of a line: equal if every label has room then.

    A single one has all the room; its label, such as the names of everybody, takes several lines.
    """
    count, gap, least = len(row.values), look.theme.gap, _least_widths(row, look)
    alike = (room - gap * (count - 1)) // count
    if max(least) <= alike or count == 1:
        return [0] * count
    spare = max(0, room - gap * (count - 1) - sum(least)) // count
    return [width + spare for width in least]


def _value(value: setup_rows.Value, box: Box, look: Look, size: int) -> Part:
    weight = Weight.MAIN if value.chosen else Weight.PLAIN
    label = "" if value.seats else value.label
    body = controls.key(label, box, look, value.meaning, weight=weight, largest=size)
    if not value.seats:
        return body
    drawn = _round if value.circle else _signs
    return join_parts(body, drawn(value.seats, box.inset(look.theme.px(1)), look))
