"""Pictures of a story: the board turn by turn as an animation, and parts of a printed page."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import cv2
from PIL import Image

from hardware.board import Board
from hardware.ports import Picture
from hardware.printing.raster import render_board
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.screen.pages import end, history
from tablet_companion.screen.toolkit import framing, layout, paint, parts
from tablet_companion.screen.toolkit.drawing import Box, Page
from tablet_companion.screen.toolkit.look import Art, Look
from tablet_companion.screen.toolkit.theme import Palette, Theme
from tablet_companion.screen.words.wording import words

_WIDE_PX: Final = 480
_HEAD_PX: Final = 44
_DPI: Final = 90
_ART_PX_PER_MM: Final = 2.0
_STEP_MS: Final = 100
_REST_MS: Final = 900
_SLIDE: Final = (0.3, 0.7)
"""The progress of pieces in the frames of a move before the last."""
_MAX_FRAMES: Final = 900
"""Longer games have fewer frames a move: people watch a minute to its end, but not ten."""
_LAST_MS: Final = 4000
_QUALITY: Final = 60

Draw = Callable[[], Picture]
"""Draws a frame."""
Report = Callable[[float], None]
"""Is told which share of the frames is drawn, 0 to 1."""

PAPER: Final = Palette(
    ground=(255, 255, 255), raised=(240, 240, 240), line=(120, 120, 120), text=(20, 20, 20),
    soft=(60, 60, 60),
)  # fmt: skip


def make_look(board: Board, language: str, theme: Theme) -> Look:
    """Return the style of a story's pictures, with the board as it is printed."""
    art = Art.of(render_board(board, _ART_PX_PER_MM, language)) if board.cards is None else None
    return Look(theme, words(language, board), board, paint.measure, art=art)


def say_nothing(_share: float) -> None:
    """Report to nobody."""


def moving_picture(
    story: Story, board: Board, language: str, report: Report = say_nothing
) -> bytes:
    """Return the game as an animated WebP, each turn with its words above the board."""
    shape = framing.field(board).aspect()
    theme = Theme((_WIDE_PX, _HEAD_PX + round(_WIDE_PX / shape)), _DPI)
    look = make_look(board, language, theme)
    draws, shown_ms = zip(*_frames(story, look), strict=True)
    found = io.BytesIO()
    _Film(draws, report).save(
        found, "WEBP", save_all=True, duration=[*shown_ms[:-1], _LAST_MS], loop=0,
        quality=_QUALITY, method=2,
    )  # fmt: skip
    return found.getvalue()


class _Film(Image.Image):
    """Frames that are drawn when Pillow comes to them: a long game's would fill the memory."""

    def __init__(self, draws: Sequence[Draw], report: Report) -> None:
        super().__init__()
        self._draws, self.n_frames, self._report = draws, len(draws), report
        self._at = -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Draw a frame in place of the present one."""
        if frame == self._at:
            return
        drawn = Image.fromarray(cv2.cvtColor(self._draws[frame](), cv2.COLOR_BGR2RGB))
        if frame > self._at:  # in the end Pillow goes back to the first
            self._report((frame + 1) / self.n_frames)
        self._at, self._mode, self._size, self.im = frame, drawn.mode, drawn.size, drawn.im

    def tell(self) -> int:
        """Return the number of the present frame."""
        return self._at


def _frames(story: Story, look: Look) -> Iterator[tuple[Draw, int]]:
    """Yield how to draw every frame, and its duration in ms; at least the empty board's."""
    room = _MAX_FRAMES // max(1, len(story.turns))
    slide = _SLIDE if room > len(_SLIDE) else _SLIDE[1:2] if room > 1 else ()
    for turn in story.turns:
        for done in slide:
            yield partial(_frame, turn, done, look), _STEP_MS
        yield partial(_frame, turn, 1.0, look), _REST_MS if room > 1 else 3 * _STEP_MS
    if not story.turns:
        empty = Page(look.theme.size, ())
        yield partial(paint.render, empty, look.colours.ground), _LAST_MS


def _frame(turn: Turn, done: float, look: Look) -> Picture:
    head, body = layout.rows(Box(0, 0, *look.theme.size), (_HEAD_PX, 0), 0)
    page = parts.page(
        look, history.head_turn(turn, head, look), history.draw_turn(turn, done, body, look)
    )
    return paint.render(page, look.colours.ground)


# --- the parts of a printed page ------------------------------------------------------------------


def draw_final(story: Story, look: Look) -> Picture:
    """Return the board after the last turn, filling the look's size."""
    box = Box(0, 0, *look.theme.size)
    drawn = history.draw_turn(story.turns[-1], 1.0, box, look, marked=False)
    return paint.render(parts.page(look, drawn), look.colours.ground)


def draw_chart(story: Story, look: Look) -> Picture:
    """Return the chart, filling the look's size."""
    chart = end.draw_chart(story, Box(0, 0, *look.theme.size), look)
    return paint.render(parts.page(look, chart), look.colours.ground)
