"""Every move of a game as a strip: one is shown on the board, a touch goes to any other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import Message, Place, Placement
from tablet_companion.games.text import N_
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.referee.model.panels import Mark, MarkKind, Weight
from tablet_companion.screen.pages.rules import Showing, board
from tablet_companion.screen.toolkit import bands, controls, layout, parts, slots, stages
from tablet_companion.screen.toolkit.controls import Key, dim_if
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Fill,
    Page,
    Part,
    Role,
    Scrub,
    Touch,
    join_parts,
)
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import LeaveHistory, Replay, ShowTurn
from tablet_companion.screen.toolkit.slots import Slot
from tablet_companion.screen.words.wording import capitalise

_NOTHING: Final = N_("Nothing has been played yet.")
_SECRET: Final = N_("Earlier moves can be seen once nothing lies face down, or the game is over.")
_ROWS: Final = 2
"""Rows of keys below a turn."""
_CELL_MM: Final = (10.5, 13.0)
"""The least width and the height of a turn in the strip."""


@dataclass(frozen=True, slots=True)
class HistoryPanel:
    """A game looked back at: the turn that is shown, counted from 0, and its progress.

    ``done`` goes from 0 (before the move) to 1; ``playing``: turns follow one another.
    """

    story: Story
    at: int = 0
    done: float = 1.0
    playing: bool = False


def page(panel: HistoryPanel, look: Look) -> Page:
    """Return the page of one turn, with the strip of all turns beside it."""
    least = look.theme.px(_CELL_MM[1]) + look.theme.gap + look.theme.finger
    stage = stages.with_room(look, (), lambda one: one.side.h >= least, rows=_ROWS)
    narrow = slots.count_across(look.theme) == slots.NARROW_ACROSS
    keys = controls.order_keys(_keys(panel, narrow=narrow), stage.foot, look)
    turns = panel.story.turns
    if not turns:
        text = look.words.text(_SECRET if panel.story.left_out else _NOTHING)
        inks = look.colours.raised, look.colours.text
        return parts.page(look, bands.plain_band(text, stage.above_foot, look, inks), keys)
    turn = turns[panel.at]
    strip, bar = layout.rows(stage.side, (0, look.theme.finger), look.theme.gap)
    return parts.page(
        look,
        head_turn(turn, stage.head, look),
        draw_turn(turn, panel.done, stage.body, look),
        _strip(panel, strip, look),
        _bar(panel, bar, look),
        keys,
    )


def _keys(panel: HistoryPanel, *, narrow: bool) -> dict[Slot, Key]:
    """Return back and replay below, one turn earlier and later above; on a telephone beside back.

    Wherever they are, earlier is left of later.
    """
    last = len(panel.story.turns) - 1
    back = Key("Back", LeaveHistory())
    if last < 0:
        return {(0, 1): back}
    replay = "Stop" if panel.playing else "Replay"
    earlier, later, run = ((1, 1), (0, 0), (1, 0)) if narrow else ((1, 0), (1, 1), (0, 0))
    return {
        run: Key(replay, Replay(), Weight.MAIN),
        (0, 1): back,
        earlier: Key("Earlier", ShowTurn(panel.at - 1), dim_if(panel.at == 0)),
        later: Key("Later", ShowTurn(panel.at + 1), dim_if(panel.at == last)),
    }


def say_turn(turn: Turn, look: Look) -> str:
    """Return a turn in words: its number, its card, what was done."""
    card = () if turn.card is None else (look.words.card(turn.card),)
    return f"{turn.number}.  {capitalise(', '.join((*card, *look.words.tell(turn.says))))}"


def head_turn(turn: Turn, box: Box, look: Look) -> Part:
    """Return a turn in words on the band of its player; of very many steps the first ones."""
    room, size, say = bands.room_of_turn(box, look), look.theme.body, look.words.say
    text = say_turn(turn, look)
    for count in range(len(turn.says), 0, -1):
        text, left = say_turn(replace(turn, says=turn.says[:count]), look), len(turn.says) - count
        if left:
            text = f"{text.rstrip('.')}. {say(Message(stages.AND_MORE, (('count', left),)))}"
        if layout.set_paragraph(text, room.w, Role.BOLD, size, look.measure).height <= room.h:
            break
    return bands.turn_band(text, turn.seat, box, look)


def draw_turn(turn: Turn, done: float, box: Box, look: Look, *, marked: bool = True) -> Part:
    """Return the board of a turn, its pieces partly moved, with the changes marked."""
    marks = find_marks(turn) if marked else ()
    return board(Showing(turn.before, turn.after, done, turn.card, marks=marks), box, look)


def find_marks(turn: Turn) -> tuple[Mark, ...]:
    """Return marks for the places that pieces left and those where they came to stand."""
    left = _changed(turn.before, turn.after)
    came = _changed(turn.after, turn.before)
    gone = (Mark(place, MarkKind.FROM) for place in left if place not in came)
    return (*gone, *(Mark(place, MarkKind.TO) for place in came))


def _changed(one: Placement, other: Placement) -> dict[Place, None]:
    return dict.fromkeys(place for place, piece in one.pieces if (place, piece) not in other.pieces)


# --- the strip ------------------------------------------------------------------------------------


def _strip(panel: HistoryPanel, box: Box, look: Look) -> Part:
    """Return a cell for each turn near the one that is shown; no sheet is empty beside full ones.

    The last sheet begins early enough to be full: it held a single turn of a game of hundreds.
    """
    gap = look.theme.gap // 2
    wide, high = (look.theme.px(side) for side in _CELL_MM)
    digits = "0" * len(str(panel.story.turns[-1].number))
    wide = max(wide, look.measure(digits, Role.BOLD, look.theme.body) + 2 * look.theme.px(0.8))
    across = max(1, (box.w + gap) // (wide + gap))
    down = max(1, (box.h + gap) // (high + gap))
    held = across * down
    first = max(0, min(panel.at // held * held, len(panel.story.turns) - held))
    cells = layout.grid(box, across, down, gap)
    turns = panel.story.turns[first : first + held]
    drawn = (
        _cell(turn, first + n, cell, look, shown=first + n == panel.at)
        for n, (turn, cell) in enumerate(zip(turns, cells, strict=False))
    )
    return join_parts(*drawn)


def _cell(turn: Turn, number: int, box: Box, look: Look, *, shown: bool) -> Part:
    """Return a turn's key: its seat and its number, as in its headline; cards have numbers, too."""
    colours = look.colours
    rim = colours.main if shown else colours.raised
    body = Fill(box, colours.raised, look.theme.px(1), rim, max(2, look.theme.px(0.6)))
    above, below = layout.rows(box.inset(look.theme.px(0.8)), (box.h * 9 // 20, 0), 0)
    text = parts.paragraph(
        str(turn.number), below, look, sizes=(look.theme.body,), align="centre", middle=True
    )
    touch = Part((body,), (Touch(box, ShowTurn(number)),))
    return join_parts(touch, parts.seat_sign(turn.seat, above, look), text)


def _bar(panel: HistoryPanel, box: Box, look: Look) -> Part:
    """Return the bar along which a finger goes through the game, filled up to the present turn."""
    colours, radius = look.colours, look.theme.px(1)
    count = len(panel.story.turns)
    line = layout.centre(box, box.w, look.theme.px(4))
    done = Box(line.x, line.y, max(2 * radius, line.w * (panel.at + 1) // count), line.h)
    fills = Fill(line, colours.raised, radius, colours.line, 2), Fill(done, colours.main, radius)
    return Part(fills, (Touch(box, Scrub(count)),))
