"""The workbench's page: the picture with its label, and keys beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hardware.board import BoardPlace, find_spacing
from tablet_companion.games.core import EMPTY, HIDDEN, Message, Piece, Place
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import MarkKind, Weight
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    drawing,
    layout,
    parts,
    stages,
)
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.marks import mark
from tablet_companion.setup.labels.acts import Act, Tool
from tablet_companion.setup.labels.draft import CORNERS, Point
from tablet_companion.setup.labels.workbench import WorkbenchView
from tablet_companion.setup.parts import picture_frame
from tablet_companion.setup.parts.pageparts import say_missed

_CORNER_SCALE: Final = 5.0
"""Corners are set closely: this many times larger than the whole picture shows them."""

_WHICH: Final = (
    N_("Touch the board’s top left corner."),
    N_("Now the top right corner."),
    N_("Now the bottom right corner."),
    N_("Now the bottom left corner."),
)


@dataclass(frozen=True)
class Sheet:
    """A page with its keys, the frame of its picture, and what touches on the picture mean."""

    page: drawing.Page
    frame: picture_frame.PictureFrame | None
    on_picture: Callable[[Point], Act | None]

    def find_action(self, x: float, y: float) -> Act | None:
        """Return what a touch means, or None if it means nothing."""
        touch = self.page.touch_at(x, y)
        if touch is not None:
            assert isinstance(touch.meaning, Act), "all keys here are for labels"
            return touch.meaning
        if self.frame is not None and self.frame.box.holds(x, y):
            return self.on_picture(self.frame.pixel(x, y))
        return None


_CLOSE_MM: Final = 1.5
"""Height of an x on a key here: nobody lays out a board from a metre away."""


def sheet(view: WorkbenchView, look: Look) -> Sheet:
    """Return what the screen shows of the bench."""
    look = replace(look, theme=replace(look.theme, key_x_mm=_CLOSE_MM))
    page = drawing.Box(0, 0, *look.theme.size).inset(look.theme.gap)
    room, side = stages.split(page, look, (2, 1) if not look.theme.portrait else (1, 1))
    frame = None if view.picture is None else _frame(view, room, look)
    shown = parts.page(look, drawing.Part(_picture(view, frame, look)), *_side(view, side, look))
    return Sheet(shown, frame, lambda point: _on_picture(view, point, frame, look))


# --- the picture ----------------------------------------------------------------------------------


def _frame(view: WorkbenchView, room: drawing.Box, look: Look) -> picture_frame.PictureFrame:
    assert view.picture is not None, "only a picture has a frame"
    size = picture_frame.size_of(view.picture)
    all_of_it = picture_frame.frame_whole(size, room)
    if view.near is None:
        return all_of_it
    scale = _CORNER_SCALE * all_of_it.scale
    if view.spots and view.tool is not Tool.CORNERS:
        scale = max(look.theme.finger / _find_spacing(view), 2 * all_of_it.scale)
    return picture_frame.close_up(size, room, view.near, scale)


def _on_picture(
    view: WorkbenchView, point: Point, frame: picture_frame.PictureFrame | None, look: Look
) -> Act | None:
    if frame is None or view.tool is Tool.CARD:
        return None
    if view.near is None and not _tells_apart(view, frame, look):
        return Act("near", point=point)
    if view.tool is Tool.CORNERS:
        return Act("corner", point=point)
    found = picture_frame.find_nearest(view.spots, point)
    if found is None or found[1] * frame.scale > look.theme.finger:
        return None
    return Act("cover", found[0]) if view.tool is Tool.COVER else Act("choose", found[0])


def _tells_apart(view: WorkbenchView, frame: picture_frame.PictureFrame, look: Look) -> bool:
    """Whether a finger can tell every place from its neighbours."""
    if view.tool is Tool.CORNERS:
        return False
    return bool(view.spots) and _find_spacing(view) * frame.scale >= look.theme.finger


def _find_spacing(view: WorkbenchView) -> float:
    return find_spacing(view.spots.values(), 100.0, beyond=1.0)


def _picture(
    view: WorkbenchView, frame: picture_frame.PictureFrame | None, look: Look
) -> tuple[drawing.Item, ...]:
    """Return the picture with the board's outline and what is said of every place."""
    if frame is None or view.picture is None:
        return ()
    drawn: list[drawing.Item] = [*_outline(view, frame, look)]
    if view.tool is not Tool.CORNERS:
        for place in look.board.places:
            if place.name in view.spots:
                drawn += _spot(view, place, frame, look)
    return frame.shown(view.picture), drawing.Group(frame.box, tuple(drawn))


def _outline(
    view: WorkbenchView, frame: picture_frame.PictureFrame, look: Look
) -> Iterator[drawing.Item]:
    width, main = max(2.0, look.theme.px(0.4)), look.colours.main
    corners = [frame.at(point) for point in view.corners or view.draft.corners]
    if view.tool is not Tool.CORNERS:
        if len(corners) == CORNERS:
            yield drawing.Polygon(tuple(corners), None, main, width)
        return
    reach = look.theme.px(2)
    for x, y in [frame.at(point) for point in view.corners]:
        yield drawing.Line((x - reach, y), (x + reach, y), main, width)
        yield drawing.Line((x, y - reach), (x, y + reach), main, width)


def _spot(
    view: WorkbenchView, place: BoardPlace, frame: picture_frame.PictureFrame, look: Look
) -> Iterator[drawing.Item]:
    """Yield a place's ring, in its piece's colour on black, and the marks of doubt and cover."""
    draft, name = view.draft, place.name
    centre, radius = frame.at(view.spots[name]), _radius(view, place, frame, look)
    if not frame.box.inset(-round(2 * radius)).holds(*centre):
        return
    piece, thin = draft.pieces.get(name, EMPTY), max(1.5, radius * 0.14)
    if piece == EMPTY:
        yield drawing.Circle(centre, radius, None, (255, 255, 255), 1.0)
    else:
        yield drawing.Circle(centre, radius, None, (0, 0, 0), 2 * thin)
        yield drawing.Circle(centre, radius - thin / 2, None, _rgb(look, piece), thin)
        at = centre[0] + radius * 0.8, centre[1] + radius * 0.8
        yield from boardview.pawn(look.board, Piece(piece), at, max(5.0, radius * 0.55))
    if name in draft.occluded:
        reach = radius * 0.8
        for sign in (1, -1):
            start = centre[0] - reach, centre[1] - sign * reach
            end = centre[0] + reach, centre[1] + sign * reach
            yield drawing.Line(start, end, look.colours.alarm, thin * 1.5)
    elif name in draft.doubtful:
        yield from mark(MarkKind.DOUBT, centre, radius)
    if name == view.place:
        yield drawing.Circle(centre, radius * 1.25, None, look.colours.main, 2 * thin)


def _radius(
    view: WorkbenchView, place: BoardPlace, frame: picture_frame.PictureFrame, look: Look
) -> float:
    """Return a place's radius on the screen, taking the board for evenly large in the picture."""
    (ax, ay), (bx, by), *_ = view.draft.corners
    across = abs(complex(ax - bx, ay - by)) / look.board.size_mm[0]
    return place.radius_mm * across * frame.scale


def _rgb(look: Look, piece: str) -> tuple[int, int, int]:
    kind = look.board.kind_of(piece)
    if piece == HIDDEN or kind is None:
        return (128, 128, 128)
    return kind.rgb(piece)


# --- the keys -------------------------------------------------------------------------------------

_Key = tuple[str, Act, Weight]
"""A key: its label, a translation's key; what it means; how it looks."""


def _side(view: WorkbenchView, box: drawing.Box, look: Look) -> Iterator[drawing.Part]:
    """Yield the picture's name, what to do next, and the keys for it."""
    theme = look.theme
    title, rest = layout.rows(box, (theme.small * 2, 0), theme.gap)
    name = f"{view.number + 1}/{view.count}  {view.draft.file}"
    sizes = (theme.small * 5 // 4, theme.small)
    yield parts.paragraph(name, title, look, sizes=sizes, colour=look.colours.soft, middle=True)
    if view.place is not None:
        yield from _pieces(view, view.place, rest, look)
    elif view.tool is Tool.CARD:
        yield from _cards(view, rest, look)
    else:
        yield from _tools(view, rest, look)


def _tools(view: WorkbenchView, box: drawing.Box, look: Look) -> Iterator[drawing.Part]:
    lines = [*_lines(view, look), _GO]
    rooms = layout.rows(box, (0, *[look.theme.finger] * len(lines)), look.theme.gap)
    yield bands.headline(_say(view, look), rooms[0], look)
    for line, room in zip(lines, rooms[1:], strict=True):
        yield controls.key_row(line, room, look)


_GO: Final[Sequence[_Key]] = (
    (N_("Back"), Act("go", number=-1), Weight.PLAIN),
    (N_("Next"), Act("go", number=1), Weight.PLAIN),
    (N_("End"), Act("leave"), Weight.QUIET),
)


def _lines(view: WorkbenchView, look: Look) -> Sequence[Sequence[_Key]]:
    draft = view.draft
    if view.picture is None:
        return []
    if view.near is not None:
        return [[_whole(Act("near"))]]
    corners = _tool(N_("Corners"), Tool.CORNERS, view)
    if not view.spots:
        return [[corners]] if view.corners else []
    card = look.words.text(N_("Card: {card}")).format(card=draft.card)
    role = N_("to calibrate") if draft.role == "calibrate" else N_("to test")
    return [
        [(N_("Hand"), Act("hand"), _lit(draft.hand)), _tool(N_("Covered"), Tool.COVER, view)],
        [
            (N_("no card") if draft.card is None else card, Act("take", Tool.CARD), Weight.PLAIN),
            (role, Act("role"), Weight.PLAIN),
        ],
        [corners, (N_("Save"), Act("save"), _lit(not view.saved))],
    ]


def _tool(label: str, tool: Tool, view: WorkbenchView) -> _Key:
    return label, Act("take", tool), _lit(view.tool is tool)


def _whole(act: Act) -> _Key:
    return N_("Whole picture"), act, Weight.PLAIN


def _lit(on: bool) -> Weight:
    return Weight.MAIN if on else Weight.PLAIN


def _say(view: WorkbenchView, look: Look) -> str:
    text = look.words.text
    if view.unwritten:
        return view.unwritten
    if view.lost:
        ask = N_("Pictures with unsaved corrections: {count}. Touch “End” again to lose them.")
        return look.words.say(Message(ask, (("count", view.lost),)))
    if view.picture is None:
        return view.trouble
    if view.tool is Tool.CORNERS:
        return text(_WHICH[min(len(view.corners), CORNERS - 1)])
    if view.tool is Tool.COVER:
        return text(N_("Touch what is covered."))
    if view.near is not None:
        return text(N_("Touch the place."))
    if view.missed_mm:
        return look.words.say(say_missed(view.missed_mm))
    if view.saved:
        return text(N_("This is saved."))
    return text(N_("Touch anything that is wrong, then save."))


def _pieces(
    view: WorkbenchView, place: str, box: drawing.Box, look: Look
) -> Iterator[drawing.Part]:
    """Yield a key for everything that can stand at a place, one for cover, and the way back."""
    theme, gap = look.theme, look.theme.gap
    title, room, cover, back = layout.rows(box, (theme.px(6), 0, theme.finger, theme.finger), gap)
    spot = look.board.by_name[place]
    yield parts.paragraph(look.words.place(Place(spot.area)), title, look, middle=True)
    pieces, present = _standing(spot, look), view.draft.pieces.get(place, EMPTY)
    shown, turn = controls.sheets(len(pieces), _room(room, 2, look), view.sheet)
    count = len(shown) + (turn is not None)
    across = 2 if count > 3 else 1
    cells = layout.grid(room, across, -(-count // across), gap)
    for number, cell in zip(shown, cells, strict=False):
        piece = pieces[number]
        yield from _piece(piece, cell, look, stands=piece == present)
    if turn is not None:
        yield _more(turn.sheet, cells[count - 1], look)
    covered: _Key = (N_("Covered"), Act("cover", place), _lit(place in view.draft.occluded))
    yield controls.key_row([covered], cover, look)
    yield controls.key_row([_whole(Act("near"))], back, look)


def _room(box: drawing.Box, across: int, look: Look) -> int:
    return across * max(1, (box.h + look.theme.gap) // (look.theme.finger + look.theme.gap))


def _more(sheet: int, box: drawing.Box, look: Look) -> drawing.Part:
    return controls.key_row([(N_("More"), Act("turn", number=sheet), Weight.PLAIN)], box, look)


def _standing(spot: BoardPlace, look: Look) -> tuple[str, ...]:
    kinds = look.board.kinds_at(spot).values()
    hides = spot.kind == "hole" and any(kind.hidden for kind in kinds)
    colours = dict.fromkeys(colour for kind in kinds for colour in kind.colours)
    return (str(EMPTY), *colours, *([str(HIDDEN)] if hides else []))


def _piece(piece: str, box: drawing.Box, look: Look, *, stands: bool) -> Iterator[drawing.Part]:
    label = N_("nothing") if piece == EMPTY else ""
    yield controls.key_row([(label, Act("stand", piece), _lit(stands))], box, look)
    if piece == EMPTY:
        return
    if boardview.piece_rgb(look.board, piece) == boardview.OTHER_RGB:
        room = box.inset(look.theme.px(1))
        yield parts.paragraph(piece, room, look, align="centre", middle=True)
    else:
        size = min(box.w, box.h) * 0.36
        yield drawing.Part(boardview.pawn(look.board, Piece(piece), box.centre, size))


def _cards(view: WorkbenchView, box: drawing.Box, look: Look) -> Iterator[drawing.Part]:
    """Yield a key for every card, one for none, and the way back."""
    room, back = layout.rows(box, (0, look.theme.finger), look.theme.gap)
    names: Sequence[str | None] = (None, *view.cards)
    shown, turn = controls.sheets(len(names), _room(room, 3, look), view.sheet)
    count = len(shown) + (turn is not None)
    cells = layout.grid(room, 3, -(-count // 3), look.theme.gap)
    for number, cell in zip(shown, cells, strict=False):
        card = names[number]
        label = look.words.text(N_("no card")) if card is None else card
        weight = _lit(card == view.draft.card)
        yield controls.key(label, cell, look, Act("card", card), weight=weight)
    if turn is not None:
        yield _more(turn.sheet, cells[count - 1], look)
    yield controls.key_row([_whole(Act("take", Tool.CARD))], back, look)
