"""The game is over: who has won, and how it went, in a few numbers and one chart."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import Piece, Seat
from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    layout,
    parts,
    stages,
    storyline,
)
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Fill,
    Group,
    Item,
    Line,
    Page,
    Part,
    Role,
    join_parts,
)
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenHistory, SaveGame
from tablet_companion.screen.words.wording import capitalise

HISTORY_SLOT: Final = (2, 1)
"""The place of the key to the history on every page that has it."""
_SAVE_SLOT: Final = (1, 1)
_SIDE_MM: Final = 70.0
_CHART_MM: Final = 24.0
_AIR_PX: Final = 2
_MIN_BOARD_MM: Final = 32.0
"""A smaller board is useless: its room is given to the text."""


def page(panel: EndPanel, look: Look) -> Page:
    """Return the last page of a game: the winners' colours, the final board, the story."""
    winners = panel.view.outcome.winners if panel.view.outcome else ()
    head = look.words.say(panel.say)
    told = tuple(
        parts.Sentence(
            look.words.say(one),
            look.theme.body,
            look.colours.main if dict(one.details).get("seat") in winners else look.colours.soft,
        )
        for one in panel.facts
    )
    story = panel.story if panel.story is not None and panel.story.turns else None
    if story is not None:
        return _with_story(panel, story, told, look)
    stage = stages.with_room(look, panel.buttons, lambda one: parts.has_room(told, one.told, look))
    body, room = stage.body, stage.told
    if body.h < look.theme.px(_MIN_BOARD_MM):
        body, room = replace(body, h=0), stage.room
    return parts.page(
        look,
        _head(head, winners, stage.head, look),
        _board(panel, body, look),
        parts.column(told, room, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _with_story(panel: EndPanel, story: Story, told: Sequence[parts.Sentence], look: Look) -> Page:
    """Return the page with the story of the game beside and below the final board."""
    rooms = _rooms(panel, story, told, look)
    stage = rooms.stage
    winners = panel.view.outcome.winners if panel.view.outcome else ()
    own = {HISTORY_SLOT: controls.Key("History", OpenHistory())}
    if look.saves:
        own[_SAVE_SLOT] = controls.Key("Save", SaveGame())
    return parts.page(
        look,
        _head(look.words.say(panel.say), winners, stage.head, look),
        _board(panel, rooms.board, look),
        draw_chart(story, rooms.chart, look) if rooms.chart is not None else Part(),
        parts.column(told, rooms.facts, look),
        _figures(story, rooms.figures, look),
        controls.buttons(panel.buttons, stage.foot, look),
        controls.order_keys(own, stage.foot, look),
    )


@dataclass(frozen=True, slots=True)
class _Rooms:
    """Where the last page of a game has its things; a game without a track has no chart."""

    stage: stages.Regions
    board: Box
    facts: Box
    figures: Box
    chart: Box | None = None


def _rooms(panel: EndPanel, story: Story, told: Sequence[parts.Sentence], look: Look) -> _Rooms:
    """Return the rooms: figures have theirs first, then the facts, then the board.

    The last figures give way to facts that would be cut, as on a telephone.
    """
    gap, upright = look.theme.gap, look.theme.portrait
    count = len(storyline.list_figures(story, look.board))
    high = count * (layout.line_height(look.theme.body) + _AIR_PX)
    charted = bool(storyline.draw_lines(story, look.board))
    if upright:
        below = high + gap + _column_height(told, look.theme.size[0] - 2 * gap, look)
        below += (look.theme.px(_CHART_MM) + gap) if charted else 0
        stage = stages.with_room(look, panel.buttons, lambda one: one.side.h >= below)
        stage = _with_side(stage, below, look)
        while high > 0 and not _has_room(told, stage.side, high + gap, look):
            high -= high // count
            count -= 1
        left, figures = layout.rows(stage.side, (0, max(1, high)), gap)
    else:
        stage = stages.stage(look, panel.buttons, _SIDE_MM)
        left, figures = stage.body, stage.told
    if upright and charted:
        chart, facts = layout.rows(left, (look.theme.px(_CHART_MM), 0), gap)
        return _Rooms(stage, stage.body, facts, figures, chart)
    if upright:
        return _Rooms(stage, stage.body, left, figures)
    if charted:
        board, chart = layout.rows(left, (left.h * 2 // 3, 0), gap)
        facts, figures = layout.rows(figures, (max(0, figures.h - high), 0), 0)
        return _Rooms(stage, board, facts, figures, chart)
    wanted = _column_height(told, left.w, look)
    if left.h - wanted < look.theme.px(_MIN_BOARD_MM):
        return _Rooms(stage, replace(left, h=0), left, figures)
    board, facts = layout.rows(left, (0, max(1, wanted)), gap)
    return _Rooms(stage, board, facts, figures)


def _has_room(told: Sequence[parts.Sentence], side: Box, less: int, look: Look) -> bool:
    """Whether facts have room below each other in what is left of the room below the board."""
    return parts.has_room(told, replace(side, h=side.h - less), look, look.theme.small)


def _column_height(told: Sequence[parts.Sentence], width: int, look: Look) -> int:
    """Return the height of facts below each other; the whole page if there is too little room."""
    whole = look.theme.size[1] if told else 0
    rooms = (Box(0, 0, width, high) for high in range(0, whole, look.theme.gap))
    return next((room.h for room in rooms if parts.has_room(told, room, look)), whole)


def _with_side(stage: stages.Regions, high: int, look: Look) -> stages.Regions:
    """Return a stage with this much room below the board, which has the rest, or nothing."""
    more = max(0, high - stage.side.h)
    if more and stage.body.h - more < look.theme.px(_MIN_BOARD_MM):
        more = stage.body.h
    body = replace(stage.body, h=stage.body.h - more)
    side = replace(stage.side, y=stage.side.y - more, h=stage.side.h + more)
    return replace(stage, body=body, side=side)


def _board(panel: EndPanel, box: Box, look: Look) -> Part:
    """Return the final board, unless the text leaves it no room."""
    if box.h <= 0:
        return Part()
    return parts.table(panel.view, box, look, panel.marks)


def _head(text: str, winners: Sequence[Seat], box: Box, look: Look) -> Part:
    """Return the winners, after a block of each one's colour with its sign."""
    if len(winners) <= 1:
        return bands.asking_band(text, winners[0] if winners else None, box, look)
    ask, box = bands.help_key(box, look)
    side = min(box.h, box.w // 3 // len(winners))
    blocks, rest = layout.columns(box, (side * len(winners), 0), 0)
    cells = layout.columns(blocks, [0] * len(winners), 0)
    colours = (boardview.piece_rgb(look.board, Piece(seat)) for seat in winners)
    fills = (Fill(cell, colour) for cell, colour in zip(cells, colours, strict=True))
    signs = (
        parts.seat_sign(seat, cell.inset(look.theme.gap // 2), look)
        for seat, cell in zip(winners, cells, strict=True)
    )
    inks = look.colours.raised, look.colours.text
    return join_parts(bands.plain_band(text, rest, look, inks), Part(tuple(fills)), *signs, ask)


# --- the story ------------------------------------------------------------------------------------


def _figures(story: Story, box: Box, look: Look) -> Part:
    """Return as many of the figures as have room, each number after what it counts."""
    least = layout.line_height(look.theme.body) + _AIR_PX
    figures = storyline.list_figures(story, look.board)[: box.h // least]
    count = len(figures)
    rows = layout.rows(box, [min(box.h // max(1, count), 2 * least)] * count, 0)
    return join_parts(*(_figure(*one, row, look) for one, row in zip(figures, rows, strict=True)))


def _figure(text: str, count: int, box: Box, look: Look) -> Part:
    """Return a label with its number at the end of the line, which avoids plurals."""
    size, wide = (look.theme.body,), look.measure("0000", Role.BOLD, look.theme.body)
    left, right = layout.columns(box, (0, wide), look.theme.gap)
    label = capitalise(look.words.text(text))
    return join_parts(
        parts.paragraph(
            str(count), right, look, sizes=size, colour=look.colours.main, role=Role.BOLD,
            align="right", middle=True,
        ),
        parts.paragraph(label, left, look, sizes=size, middle=True),
    )  # fmt: skip


def draw_chart(story: Story, box: Box, look: Look) -> Part:
    """Return everybody's progress from turn to turn: a line each, ended by its sign."""
    lines, colours = storyline.draw_lines(story, look.board), look.colours
    sign = min(box.h // max(1, len(lines)), look.theme.px(5))
    room = Box(box.x, box.y + sign // 2, box.w - sign - look.theme.gap, box.h - sign)
    items: list[Item] = [
        Line((room.x, room.bottom), (room.right, room.bottom), colours.line, 1.5),
        Line((room.x, room.y), (room.x, room.bottom), colours.line, 1.5),
    ]
    for line in lines:
        items += _run(line.seat, storyline.thin(line.shares), room, look)
    ends = sorted(lines, key=lambda line: -line.shares[-1])
    signs = (
        parts.seat_sign(line.seat, Box(box.right - sign, y, sign, sign), look)
        for line, y in zip(ends, _spread(ends, box, sign), strict=True)
    )
    return join_parts(Part((Group(box, tuple(items)),)), *signs)


def _spread(ends: Sequence[storyline.Line], box: Box, sign: int) -> Iterator[int]:
    """Yield the positions of the signs at the lines' ends, the farthest first, without overlap."""
    lowest = box.y
    for number, line in enumerate(ends):
        wanted = round(box.bottom - sign - line.shares[-1] * (box.h - sign))
        left = (len(ends) - number) * sign
        y = max(lowest, min(wanted, box.bottom - left))
        lowest = y + sign
        yield y


def _run(seat: Seat, shares: Sequence[float], room: Box, look: Look) -> Iterator[Item]:
    ink, width = (
        bands.ground(boardview.piece_rgb(look.board, Piece(seat)), look),
        look.theme.px(0.6),
    )
    step = room.w / max(1, len(shares) - 1)
    points = [(room.x + n * step, room.bottom - share * room.h) for n, share in enumerate(shares)]
    for start, end in itertools.pairwise(points):
        yield Line(start, end, ink, width)
