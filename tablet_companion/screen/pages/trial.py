"""The self-test on the screen: lamps, sounds, buttons, the board beneath, the camera, the touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from tablet_companion.games.core import EMPTY, Message, Place
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Mark, MarkKind, Weight
from tablet_companion.screen.pages.cameras import picture, picture_box
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    framing,
    layout,
    orders,
    parts,
    stages,
)
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Circle,
    Fill,
    Item,
    Line,
    Page,
    Part,
    Point,
    Rgb,
    Touch,
    join_parts,
)
from tablet_companion.screen.toolkit.look import Art, Look
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.reading import SURE, PlaceReading

SELF_TEST: Final = N_("Self-test")
_SIDE_MM: Final = 14.0
"""The side of the touch targets in the corners."""
_ROW_MM: Final = 9, 16
"""The least and the greatest height of a line for one lamp, sound or button."""
_BOARD_SHARES: Final = 11, 9
_PICTURE_SHARES: Final = 7, 3
"""The drawing beside its counts in words."""


class Trying(StrEnum):
    """The progress of a check."""

    WAITING = "waiting"
    NOW = "now"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Tried:
    """One lamp, sound or button, and the progress of its check."""

    name: Message
    state: Trying


@dataclass(frozen=True, slots=True)
class RowsBody:
    """Things that are checked one by one, each with its name."""

    rows: tuple[Tried, ...]


@dataclass(frozen=True, slots=True)
class BoardBody:
    """The places that are lit now; the holes that are closed, and those that opened again.

    ``switches`` are all places that have one.
    """

    lit: tuple[Place, ...]
    switches: tuple[Place, ...]
    closed: frozenset[Place]
    well: frozenset[Place]


@dataclass(frozen=True, slots=True)
class CameraBody:
    """The camera's picture, the places found in it, and its fault, if any."""

    shot: Art | None = None
    found: tuple[PlaceInPicture, ...] = ()
    trouble: Message | None = None


@dataclass(frozen=True, slots=True)
class TouchBody:
    """The corners in which a finger was felt."""

    touched: frozenset[orders.Corner]


Body = RowsBody | BoardBody | CameraBody | TouchBody


@dataclass(frozen=True, slots=True)
class TrialPanel:
    """The present check, in words; ``body`` is None if the table has no such device."""

    section: orders.Section
    ask: str
    body: Body | None


def page(panel: TrialPanel, look: Look) -> Page:
    """Return the page of what is tried now."""
    if isinstance(panel.body, TouchBody):
        return _corners(panel, panel.body, look)
    keys = tuple(_keys(panel))
    stage = stages.sheet(look, len(keys))
    said = (panel.ask,) if panel.body is not None else (N_("Not connected."), panel.ask)
    return parts.page(
        look,
        bands.headline(look.words.text(said[0]), stage.head, look),
        _body(panel.body, said[-1], stage.body, look),
        controls.key_row(keys, stage.foot, look),
    )


def _keys(panel: TrialPanel) -> Iterator[controls.Key]:
    sections = list(orders.Section)
    at = sections.index(panel.section)
    yield controls.Key(N_("Back"), orders.LeaveTrial())
    if panel.body is not None and panel.section is not orders.Section.CAMERA:
        yield controls.Key(N_("Again"), orders.TrySection(panel.section))
    if at + 1 < len(sections):
        yield controls.Key(N_("Continue"), orders.TrySection(sections[at + 1]), Weight.MAIN)


def _body(body: RowsBody | BoardBody | CameraBody | None, ask: str, box: Box, look: Look) -> Part:
    match body:
        case None:
            soft = look.colours.soft
            text = look.words.text(ask)
            return parts.paragraph(text, box, look, colour=soft, align="centre", middle=True)
        case RowsBody(rows=rows):
            return _rows(rows, box, look)
        case BoardBody():
            return _board(body, box, look)
        case CameraBody():
            return _camera(body, box, look)
    assert_never(body)


# --- one by one -----------------------------------------------------------------------------------


def _rows(rows: Sequence[Tried], box: Box, look: Look) -> Part:
    """Return a line for each thing, in as many columns as it takes."""
    theme = look.theme
    most = max(1, (box.h + theme.gap) // (theme.px(_ROW_MM[0]) + theme.gap))
    across = -(-len(rows) // most)
    down = -(-len(rows) // across)
    high = min(theme.px(_ROW_MM[1]), (box.h - theme.gap * (down - 1)) // down)
    room = Box(box.x, box.y, box.w, high * down + theme.gap * (down - 1))
    cells = layout.grid(room, across, down, theme.gap)
    return join_parts(*(_row(row, cell, look) for row, cell in zip(rows, cells, strict=False)))


def _row(row: Tried, box: Box, look: Look) -> Part:
    colours = look.colours
    rim = colours.main if row.state is Trying.NOW else colours.raised
    ground = Fill(box, colours.raised, look.theme.px(1.5), rim, max(2, look.theme.px(0.5)))
    sign, name = layout.columns(box.inset(look.theme.px(1)), (box.h, 0), look.theme.gap)
    radius = min(sign.w, sign.h) / 3
    text = parts.paragraph(look.words.say(row.name), name, look, middle=True)
    return join_parts(Part((ground, *_sign(row.state, sign.centre, radius, look))), text)


def _sign(state: Trying, centre: Point, radius: float, look: Look) -> tuple[Item, ...]:
    """Return a ring for a waiting check, a disc for a running one, a tick for a finished one."""
    colours = look.colours
    match state:
        case Trying.WAITING:
            return (Circle(centre, radius, None, colours.line, max(2.0, radius / 5)),)
        case Trying.NOW:
            return (Circle(centre, radius, colours.main),)
        case Trying.DONE:
            return tick(centre, radius, colours.good)
    assert_never(state)


def tick(centre: Point, radius: float, colour: Rgb) -> tuple[Item, ...]:
    """Return a tick of this size about its middle."""
    x, y = centre
    left, foot = (x - radius, y), (x - radius / 4, y + radius * 0.75)
    width = max(2.0, radius / 3)
    end = (x + radius, y - radius * 0.8)
    return Line(left, foot, colour, width), Line(foot, end, colour, width)


# --- the board ------------------------------------------------------------------------------------


def _board(body: BoardBody, box: Box, look: Look) -> Part:
    """Return the board with its lights and closed switches, and beside it the counts."""
    drawn, side = stages.split(box, look, _BOARD_SHARES)
    frame = framing.frame_whole(look.board, drawn, look.turns)
    waiting = (p for p in body.switches if p not in body.closed | body.well)
    marks = [
        *(Mark(place, MarkKind.FROM) for place in waiting),
        *(Mark(place, MarkKind.TO) for place in body.switches if place in body.closed),
    ]
    board = boardview.board_part(frame, {}, marks, look)
    lights = (item for place in body.lit for item in _light(place, frame, look))
    ticks = (item for place in sorted(body.well) for item in _well(place, frame, look))
    return join_parts(board, Part((*lights, *ticks)), _counts(body, side, look))


def _light(place: Place, frame: framing.Frame, look: Look) -> tuple[Item, ...]:
    spot = look.board.by_name[place]
    radius = spot.radius_mm * frame.px_per_mm
    edge = max(2.0, radius * 0.3)
    return (Circle(frame.at(spot.x_mm, spot.y_mm), radius, look.colours.main, (0, 0, 0), edge),)


def _well(place: Place, frame: framing.Frame, look: Look) -> tuple[Item, ...]:
    spot = look.board.by_name[place]
    radius = spot.radius_mm * frame.px_per_mm
    return tick(frame.at(spot.x_mm, spot.y_mm), radius * 1.2, look.colours.on_main)


def _counts(body: BoardBody, box: Box, look: Look) -> Part:
    ink, size = look.colours.soft, look.theme.body
    said = (parts.Sentence(look.words.say(one), size, ink) for one in _say(body))
    return parts.column(tuple(said), box, look)


def _say(body: BoardBody) -> Iterator[Message]:
    if len(body.lit) == 1:
        yield Message(N_("Lit now: {place}."), (("place", body.lit[0]),))
    elif body.lit:
        yield Message(N_("All {count} lights are on."), (("count", len(body.lit)),))
    if body.switches:
        counts = (("count_well", len(body.well)), ("count_all", len(body.switches)))
        yield Message(N_("{count_well} of {count_all} switches have closed and opened."), counts)


# --- the camera -----------------------------------------------------------------------------------


def _camera(body: CameraBody, box: Box, look: Look) -> Part:
    """Return the picture with a ring round every place found, and the counts in words."""
    drawn, side = stages.split(box, look, _PICTURE_SHARES)
    say = body.trouble or count_places([one.sight for one in body.found])
    text = parts.paragraph(look.words.say(say), side, look, colour=look.colours.soft)
    rings: tuple[Item, ...] = ()
    if body.shot is not None:
        room = picture_box(body.shot, drawn)
        rings = tuple(ring for one in body.found for ring in _ring(one, room, look))
    return join_parts(picture(body.shot, drawn, look), Part(rings), text)


def count_places(sights: Sequence[PlaceReading]) -> Message:
    """Return in words how many places are visible, how many are occupied, how many are unsure."""
    clear = [sight for sight in sights if not sight.covered]
    counts = (
        ("count_seen", len(clear)),
        ("count_all", len(sights)),
        ("count_filled", sum(sight.best != EMPTY for sight in clear)),
        ("count_doubt", sum(sight.probability < SURE for sight in clear)),
    )
    text = N_(
        "{count_seen} of {count_all} places seen, {count_filled} of them filled, {count_doubt} "
        "in doubt."
    )
    return Message(text, counts) if sights else Message(N_("Looking for the board."))


def _ring(one: PlaceInPicture, room: Box, look: Look) -> Iterator[Item]:
    """Yield a thin ring for an empty place, a wide one for a piece, a cross for a covered one.

    What is read with doubt has a dot in its ring; places out of the picture have nothing.
    """
    x, y, radius = room.x + one.x * room.w, room.y + one.y * room.w, one.radius * room.w
    sight, colours = one.sight, look.colours
    if not room.inset(round(radius)).holds(x, y):
        return
    if sight.covered:
        reach = radius * 0.7
        yield Line((x - reach, y - reach), (x + reach, y + reach), colours.alarm, 2)
        yield Line((x - reach, y + reach), (x + reach, y - reach), colours.alarm, 2)
        return
    if sight.best == EMPTY:
        yield Circle((x, y), radius, None, colours.main, 1.5)
    else:
        yield Circle((x, y), radius * 1.3, None, (255, 255, 255), 5)
        piece = boardview.piece_rgb(look.board, sight.best)
        yield Circle((x, y), radius * 1.3, None, piece, 3)
    if sight.probability < SURE:
        yield Circle((x, y), radius * 0.5, colours.alarm)


# --- the touchscreen ------------------------------------------------------------------------------


def _corners(panel: TrialPanel, body: TouchBody, look: Look) -> Page:
    width, height = look.theme.size
    side, gap = look.theme.px(_SIDE_MM), look.theme.gap
    room = Box(side + gap, gap, width - 2 * (side + gap), height - 2 * gap)
    head = Box(room.x, room.y, room.w, (height - side) // 2 - 2 * gap)
    foot = Box(room.x, room.bottom - look.theme.key, room.w, look.theme.key)
    keys = tuple(_keys(panel))
    boxes = _corner_boxes(look)
    return parts.page(
        look,
        bands.headline(look.words.text(panel.ask), head, look),
        *(
            _corner(corner, box, look, touched=corner in body.touched)
            for corner, box in boxes.items()
        ),
        controls.key_row(keys, foot, look),
    )


def _corner_boxes(look: Look) -> dict[orders.Corner, Box]:
    width, height = look.theme.size
    side = look.theme.px(_SIDE_MM)
    right, bottom = width - side, height - side
    at = {
        orders.Corner.TOP_LEFT: (0, 0),
        orders.Corner.TOP_RIGHT: (right, 0),
        orders.Corner.MIDDLE: (right // 2, bottom // 2),
        orders.Corner.BOTTOM_LEFT: (0, bottom),
        orders.Corner.BOTTOM_RIGHT: (right, bottom),
    }
    return {corner: Box(x, y, side, side) for corner, (x, y) in at.items()}


def _corner(corner: orders.Corner, box: Box, look: Look, *, touched: bool) -> Part:
    colours = look.colours
    rim = colours.good if touched else colours.main
    ground = Fill(box, colours.raised, 0, rim, max(2, look.theme.px(0.5)))
    state = Trying.DONE if touched else Trying.WAITING
    sign = _sign(state, box.centre, box.w / 4, look)
    return Part((ground, *sign), (Touch(box, orders.TouchCorner(corner)),))
