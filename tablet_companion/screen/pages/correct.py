"""The table and the record disagree, or somebody corrects the board.

A touch on the board zooms in on a place, a second one chooses it, a third selects its piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hardware.board import Board, BoardPlace
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import Put
from tablet_companion.referee.model.panels import BoardPanel, Weight
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    cardview,
    controls,
    differing,
    framing,
    grids,
    icons,
    layout,
    parts,
    picking,
    stages,
)
from tablet_companion.screen.toolkit.drawing import Box, Circle, Item, Page, Part, join_parts
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look

_LINE_MM: Final = 40
_UPRIGHT_MM: Final = 56.0
TOUCH_WHERE: Final = N_("Touch the board where something else stands.")


def page(panel: BoardPanel, look: Look, local: Local) -> Page:
    """Return the page on which the board is corrected."""
    place = local.place if local.place in look.board.by_name else None
    near = local.near if local.near in look.board.by_name else place
    spots = dict(panel.seen)
    stage = _find_stage(panel, near is not None, look)
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), None, stage.head, look),
        _board(panel, near, place, stage.body, look),
        _pieces(panel, place, spots, stage, look)
        if place
        else _differences(panel, near, local, stage, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _find_stage(panel: BoardPanel, chosen: bool, look: Look) -> stages.Regions:
    """Return the rooms: a large board where it alone is touched, or one beside the answers."""
    if chosen or panel.differences:
        side_mm = _UPRIGHT_MM if look.theme.portrait else stages.WIDE_MM
        return stages.stage(look, panel.buttons, side_mm)
    hint = look.words.text(TOUCH_WHERE)
    return stages.with_room(look, panel.buttons, lambda one: bands.has_room(hint, one.side, look))


def _board(
    panel: BoardPanel, near: Place | None, place: Place | None, box: Box, look: Look
) -> Part:
    """Return the board as seen, whole or close, with its touch, and a ring at the chosen place."""
    board = look.board
    frame = framing.frame_near(board, box, near, look.theme.finger, look.turns)
    marks = differing.marks(panel.differences)
    drawn = boardview.board_part(frame, dict(panel.seen), marks, look, arrows=panel.arrows)
    touch = Part(touches=(picking.pick_place(frame, board, near),))
    return join_parts(drawn, touch, _ring(frame, place, look))


def _ring(frame: framing.Frame, place: Place | None, look: Look) -> Part:
    """Return a double ring around the chosen place, if it is in sight."""
    if place is None:
        return Part()
    spot = look.board.by_name[place]
    centre, radius = frame.at(spot.x_mm, spot.y_mm), spot.radius_mm * frame.px_per_mm
    if not frame.box.inset(round(radius * 1.4)).holds(*centre):
        return Part()
    width = max(2.0, radius * 0.16)
    outer = Circle(centre, radius * 1.2, None, look.colours.ink, width)
    return Part((outer, Circle(centre, radius * 1.2 - width, None, look.colours.main, width)))


def _differences(
    panel: BoardPanel, near: Place | None, local: Local, stage: stages.Regions, look: Look
) -> Part:
    """Return a key for every difference, which chooses its place; or what to do next."""
    box = stage.side
    if near:
        text, key = _above_back(stage, look)
        hint = look.words.text(N_("Touch the place."))
        return join_parts(bands.headline(hint, text, look), _back(key, look))
    if not panel.differences:
        return bands.headline(look.words.text(TOUCH_WHERE), box, look)
    keys = [
        controls.Key(
            look.words.say(differing.say(one, look.board)), Local(place=one.place, near=one.place)
        )
        for one in panel.differences
    ]
    return grids.key_grid(keys, box, look, local, (_LINE_MM, 14))


def _above_back(stage: stages.Regions, look: Look) -> tuple[Box, Box]:
    """Return the rooms of the text and of the key that leads back to the whole board."""
    corner = stage.key_beside_foot(look.theme.finger)
    if corner is not None:
        return stage.side, corner
    told, key = layout.rows(stage.side, (0, look.theme.finger), look.theme.gap)
    return told, key


def _back(box: Box, look: Look) -> Part:
    """Return the key, an icon alone, that shows the whole board again."""
    sign = icons.icon("board", box.inset(look.theme.gap), look.colours.text)
    return join_parts(controls.key("", box, look, NOTHING), Part(sign))


def _pieces(
    panel: BoardPanel, place: Place, spots: Mapping[Place, Piece], stage: stages.Regions, look: Look
) -> Part:
    """Return a key for everything that can stand at the chosen place, and the way back."""
    theme, puts = look.theme, _puts(panel, place, spots, look.board)
    box, back = _above_back(stage, look)
    title, keys = layout.rows(box, (theme.px(6), 0), theme.gap // 2)
    area = look.board.by_name[place].area
    name = parts.paragraph(look.words.place(Place(area)), title, look, middle=True)
    most = max(1, (keys.w + theme.gap) // (theme.finger + theme.gap))
    rows = max(1, (keys.h + theme.gap) // (theme.finger + theme.gap))
    across = min(most, max(3, -(-len(puts) // rows)))
    cells = layout.grid(keys, across, -(-len(puts) // across), theme.gap)
    drawn = (
        _piece(put, cell, look, stands=spots.get(put.place, EMPTY) == put.piece)
        for put, cell in zip(puts, cells, strict=False)
    )
    return join_parts(name, *drawn, _back(back, look))


def _puts(
    panel: BoardPanel, place: Place, spots: Mapping[Place, Piece], board: Board
) -> tuple[Put, ...]:
    """Return the pieces that can be put at a place, each on the lowest spot there that holds it.

    Only the uppermost piece can be taken away: an agent on the case goes before the case does.
    """
    here = boardview.find_stacked(board, place)
    full = [one for one in here if spots.get(Place(one.name), EMPTY) != EMPTY]
    top = (full or here)[-1]
    own = (Piece(here[0].area),) if here[0].area in board.colours else ()
    fitting = (
        Put(Place(one.name), piece)
        for piece in (*own, *panel.pieces)
        if (one := next((spot for spot in here if _fits(board, piece, spot)), None)) is not None
    )
    return (Put(Place(top.name), EMPTY), *dict.fromkeys(fitting))


def _fits(board: Board, piece: Piece, spot: BoardPlace) -> bool:
    """Whether a piece can be put at a place; a piece named like an area lies only there."""
    if piece == HIDDEN:
        return True
    if piece in board.areas and piece != spot.area:
        return False
    return board.kind_of(piece) in board.kinds_at(spot).values()


def _piece(put: Put, box: Box, look: Look, *, stands: bool) -> Part:
    """Return a key with a piece on it, or a cross for none; what stands there is held out."""
    piece = put.piece
    weight = Weight.MAIN if stands else Weight.PLAIN
    body = controls.key("", box, look, put, weight=weight)
    if piece == EMPTY:
        ink = controls.inks(weight, look)[1]
        return join_parts(body, Part(icons.icon("no", box.inset(box.w // 4), ink)))
    return join_parts(body, Part(_sign(piece, box, look)))


def _sign(piece: Piece, box: Box, look: Look) -> tuple[Item, ...]:
    """Return a piece in the middle of its key: a card as it lies, or a pawn from above."""
    cards = look.board.cards
    if cards is not None and piece in cards.faces:
        scale = min(box.w / cards.size_mm[0], box.h / cards.size_mm[1]) * 0.8
        return cardview.lying(
            piece, cardview.outline(cards.size_mm, box.centre, scale), look.colours
        )
    return boardview.pawn(look.board, piece, box.centre, min(box.w, box.h) * 0.36)
