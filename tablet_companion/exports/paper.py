"""A story on A4: who won, the final board, six numbers, the chart, and every move."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from fpdf import FPDF
from fpdf.fonts import TTFFont

from hardware import fonts
from hardware.board import Board
from hardware.formats import encode_png
from hardware.ports import Picture
from hardware.printing.pdf import A4, new_file
from tablet_companion import games
from tablet_companion.exports.pictures import PAPER, draw_chart, draw_final, make_look
from tablet_companion.exports.text import join_facts
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.screen.pages.history import say_turn
from tablet_companion.screen.toolkit import framing
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.storyline import draw_lines, list_figures
from tablet_companion.screen.toolkit.theme import Theme

_MARGIN_MM: Final = 12.0
_WIDE_MM: Final = A4[0] - 2 * _MARGIN_MM
_BOARD_MM: Final = 124.0
_CHART_MM: Final = 34.0
_PX_PER_MM: Final = 8
_DPI: Final = 200
_COLUMNS: Final = 3
_GAP_MM: Final = 4.0
_LINE_MM: Final = 3.2
_MOVE_PT: Final = 7.0
_NOT_OVER: Final = N_("The game is not over yet.")
WON: Final = N_("Won: {text}")
NOBODY_WON: Final = N_("Nobody has won.")

_TEXT: Final = "text"
_BOLD: Final = "bold"


def page_pdf(story: Story, board: Board, language: str) -> bytes:
    """Return the pages, the first with everything but the moves that have no room there."""
    pdf = new_file()
    pdf.add_font(_TEXT, fname=fonts.TEXT)
    pdf.add_font(_BOLD, fname=fonts.TEXT_BOLD)
    pdf.add_page(format=A4)
    look = make_look(board, language, _theme(_BOARD_MM, _BOARD_MM / framing.field(board).aspect()))
    y = _write_head(pdf, story, look)
    if story.turns:
        y = _write_story(pdf, story, look, y)
        _write_moves(pdf, [_say_turn(turn, look) for turn in story.turns], y)
    return bytes(pdf.output())


def _theme(wide_mm: float, high_mm: float) -> Theme:
    return Theme((round(wide_mm * _PX_PER_MM), round(high_mm * _PX_PER_MM)), _DPI, PAPER)


def _write_head(pdf: FPDF, story: Story, look: Look) -> float:
    """Write the game's name, who has won, and by what; return where the next thing goes."""
    won = ", ".join(map(look.words.seat, story.winners or ()))
    nobody = NOBODY_WON if story.winners == () else _NOT_OVER
    text = look.words.say(Message(WON, (("text", won),)) if won else Message(nobody))
    pdf.set_font(_BOLD, size=20)
    pdf.text(_MARGIN_MM, _MARGIN_MM + 6, _spell(pdf, games.load(story.game).title))
    pdf.set_font(_TEXT, size=11)
    pdf.text(_MARGIN_MM, _MARGIN_MM + 13, text)
    if not story.facts:
        return _MARGIN_MM + 18
    pdf.set_font(_TEXT, size=9)
    pdf.set_xy(_MARGIN_MM, _MARGIN_MM + 16)
    pdf.multi_cell(_WIDE_MM, 4.5, _spell(pdf, join_facts(story, look.words)), align="L")
    return pdf.get_y() + 6


def _write_story(pdf: FPDF, story: Story, look: Look, y: float) -> float:
    """Write the final board, the numbers beside it and the chart below, if the game has one."""
    board = draw_final(story, look)
    _place(pdf, board, (_MARGIN_MM, y), _BOARD_MM)
    left, figures = _MARGIN_MM + _BOARD_MM + _GAP_MM, list_figures(story, look.board)
    pdf.set_font(_BOLD, size=16)
    wide = max((pdf.get_string_width(f"{count} ") for _, count in figures), default=0)
    for number, (text, count) in enumerate(figures):
        line = y + 8 + 11 * number
        pdf.set_font(_BOLD, size=16)
        pdf.text(left, line, str(count))
        pdf.set_font(_TEXT, size=9)
        pdf.text(left + wide, line, look.words.text(text))
    y += max(_BOARD_MM * board.shape[0] / board.shape[1], 70) + _GAP_MM
    if not draw_lines(story, look.board):
        return y + _GAP_MM
    chart = Look(_theme(_WIDE_MM, _CHART_MM), look.words, look.board, look.measure)
    _place(pdf, draw_chart(story, chart), (_MARGIN_MM, y), _WIDE_MM)
    return y + _CHART_MM + 2 * _GAP_MM


def _say_turn(turn: Turn, look: Look) -> str:
    """Return a turn in words with its player, whom the screen shows as a sign."""
    text, seat = say_turn(turn, look), look.words.seat(turn.seat)
    number, said = text.split("  ", 1)
    named = any(("seat", turn.seat) in one.details for one in turn.says) or said.startswith(seat)
    return text if named else f"{number}  {seat} – {said}"


def _place(pdf: FPDF, picture: Picture, at: tuple[float, float], wide_mm: float) -> None:
    pdf.image(io.BytesIO(encode_png(picture)), *at, w=wide_mm)


def _spell(pdf: FPDF, text: str) -> str:
    """Return a text with a question mark for every character that the present typeface lacks.

    A game that is read back, and one from outside the package, can have any.
    """
    font = pdf.current_font
    assert isinstance(font, TTFFont), "a typeface is set"
    return "".join(one if ord(one) in font.cmap else "?" for one in text)


def _write_moves(pdf: FPDF, moves: Sequence[str], top: float) -> None:
    """Write every move in columns, from the top of the first page's rest on."""
    wide = (_WIDE_MM - (_COLUMNS - 1) * _GAP_MM) / _COLUMNS
    pdf.set_font(_TEXT, size=_MOVE_PT)
    column, y = 0, top
    for move in (_spell(pdf, each) for each in moves):
        high = pdf.multi_cell(wide, _LINE_MM, move, dry_run=True, output="HEIGHT")
        assert isinstance(high, float)
        if y + high > A4[1] - _MARGIN_MM:
            column, y = column + 1, top
        if column == _COLUMNS:
            pdf.add_page(format=A4)
            column, y, top = 0, _MARGIN_MM, _MARGIN_MM
        pdf.set_xy(_MARGIN_MM + column * (wide + _GAP_MM), y)
        pdf.multi_cell(wide, _LINE_MM, move, align="L")
        y += high + 0.6
