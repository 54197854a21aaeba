"""The parts of a game, alternatives to them, and how its prints are assembled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hardware import fonts
from hardware.board import Board, PieceKind
from hardware.printing import tokens
from hardware.printing.drilling import SHAFT_MM
from hardware.printing.pdf import A4, new_file
from tablet_companion import games
from tablet_companion.games.core import Message, Piece
from tablet_companion.games.text import N_
from tablet_companion.kit import base_prints, stake_sheets
from tablet_companion.kit.card_prints import ACCUSATIONS_EACH
from tablet_companion.kit.printed import DeckCard
from tablet_companion.screen.words.wording import Words, words

PARTS_LIST: Final = "parts"
_MARGIN_MM: Final = 14.0
_TITLE_PT: Final = 20
_TEXT_PT: Final = 10
_WIDTHS: Final = (52, 18, 112)
_TEXT: Final = "text"

_COLUMNS: Final = (N_("Part"), N_("How many"), N_("Or else"))
_PAWNS: Final = N_(
    "Pawns of any game as wide as this or a little narrower, or discs of wood or cork, with a "
    "sticker of the sign on top. Another diameter goes into the board's file."
)
_TURNED: Final = N_(
    "Turned over they all look alike: paint the other end black, or glue on black paper."
)
_FLAT: Final = N_("Discs of cardboard with a sticker, or coins in capsules.")
_CARDS: Final = N_(
    "Sleeves with a playing card behind each print. On plain paper print the backs on the other "
    "side: faces show through."
)
_LOOSE: Final = N_("Thick paper of 200 g or more, or prints glued on cardboard.")
_BOARD: Final = N_(
    "A print on matt paper or cloth. On sheets of A4: cut along the corner marks, glue the strips "
    "beside hatches under the next sheet; its number stands at the edge, the plan shows where a "
    "sheet goes."
)
_SCALE: Final = N_(
    "Print at actual size, not “fitted to the page”. Measure before you cut: the bar on a sheet is "
    "100 mm long, and the board as large as it says above."
)
_LOOSE_SCALE: Final = N_(
    "Print at actual size, not “fitted to the page”. Measure before you cut: the bar on a sheet is "
    "100 mm long."
)
_DRILL: Final = N_(
    "For pawns that sink in, or for lights: lay the drilling sheet on plywood of 10 mm, prick "
    "every cross, drill full circles as wide as it says and dashed ones with {count} mm, from the "
    "print's side, with a board beneath."
)
_ENOUGH: Final = N_("Without the option that asks for more, {count} of each will do.")
_SEATS: Final = N_("Glue two prints back to back, one for every seat, or say who is which colour.")
_STAKES: Final = N_("One for every player in every game, and a pencil; or the screen keeps them.")

Row = tuple[str, str, str]


def parts_pdf(game: str, board: Board, deck: Sequence[DeckCard], language: str) -> bytes:
    """Return the list as pages of A4; raises WordsError."""
    said = words(language, board)
    title = games.load(game).title
    pdf = new_file()
    pdf.add_font(_TEXT, fname=fonts.TEXT)
    pdf.add_font(_TEXT, style="B", fname=fonts.TEXT_BOLD)
    pdf.set_margin(_MARGIN_MM)
    pdf.set_auto_page_break(auto=True, margin=_MARGIN_MM)
    pdf.add_page(format=A4)
    pdf.set_font(_TEXT, style="B", size=_TITLE_PT)
    heading = said.say(Message(N_("{text}: what you need"), (("text", title),)))
    pdf.cell(w=0, h=12, text=heading, new_x="LMARGIN", new_y="NEXT")
    pdf.set_font(_TEXT, size=_TEXT_PT)
    with pdf.table(col_widths=_WIDTHS, width=sum(_WIDTHS), align="LEFT", line_height=5,
                   padding=1.2, text_align=("LEFT", "RIGHT", "LEFT")) as table:  # fmt: skip
        table.row([said.text(name) for name in _COLUMNS])
        for row in _list_rows(game, board, deck, said):
            table.row(row)
    pdf.ln(4)
    for note in _list_notes(board, said):
        pdf.multi_cell(w=sum(_WIDTHS), h=5, text=note, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)
    return bytes(pdf.output())


def _list_rows(game: str, board: Board, deck: Sequence[DeckCard], said: Words) -> Iterator[Row]:
    """Yield a row for everything that a table needs."""
    if board.cards is None:
        size = (("count", round(board.size_mm[0])), ("count_two", round(board.size_mm[1])))
        name = said.say(Message(N_("Board, {count} by {count_two} mm"), size))
        yield name, "1", said.text(_BOARD)
    else:
        yield said.text(N_("Cards on the table")), str(len(board.cards.faces)), said.text(_LOOSE)
        yield said.text(N_("Cards in the hands")), str(len(board.cards.faces)), said.text(_LOOSE)
    for kind in board.pieces.values():
        if not (board.cards is not None and kind.flat):
            yield from _list_pieces(board, kind, said)
    if deck:
        count = sum(entry.count for entry in deck)
        yield said.text(N_("Cards of the deck")), str(count), said.text(_CARDS)
    seats = str(len(games.load(game).seats))
    if board.cards is not None:
        each = len(board.cards.others)
        yield said.text(N_("Player cards")), str(each), said.text(_LOOSE)
        yield said.text(N_("Accusation cards")), str(ACCUSATIONS_EACH * each), said.text(_LOOSE)
    else:
        yield said.text(N_("Seat signs")), seats, said.text(_SEATS)
    if base_prints.SPECIALIST in board.pieces:
        rooms = len(base_prints.cards_of(board))
        yield said.text(N_("Room cards, and the access code")), str(rooms), said.text(_CARDS)
    if game == stake_sheets.GAME:
        yield said.text(N_("Stake sheets")), seats, said.text(_STAKES)


def _list_pieces(board: Board, kind: PieceKind, said: Words) -> Iterator[Row]:
    """Yield a row for the pieces of every colour, the first with the alternatives."""
    size = f"Ø {kind.diameter_mm:g} mm, ↕ {kind.height_mm:g} mm."
    other = f"{size} {said.text(_FLAT if kind.flat else _PAWNS)}"
    if kind.hidden is not None and not kind.flat:
        other += f" {said.text(_TURNED)}"
    if kind.most:
        other += f" {said.say(Message(_ENOUGH, (('count', kind.each or 0),)))}"
    for colour in kind.colours:
        yield _name(colour, kind, said), str(_count(board, kind, colour)), other
        other = "″"


def _name(colour: str, kind: PieceKind, said: Words) -> str:
    """Return the name of pieces of a colour, with a capital letter."""
    if kind.flat or not colour.isalpha():
        name = said.piece(Piece(colour))
        return name[:1].upper() + name[1:]
    return said.say(Message(N_("Pawns: {seat}"), (("seat", colour),)))


def _count(board: Board, kind: PieceKind, colour: str) -> int:
    """Return the number of pieces of a colour: by default the size of its nest."""
    if kind is board.pieces.get(base_prints.SPECIALIST):
        return len(tokens.EMBLEMS)
    nests = (place for place in board.places if place.kind == "nest" and place.colour == colour)
    there = sum(kind in board.kinds_at(place).values() for place in nests)
    return kind.most or kind.each or there or 1


def _list_notes(board: Board, said: Words) -> Iterator[str]:
    yield said.text(_SCALE if board.cards is None else _LOOSE_SCALE)
    if board.cards is None:
        yield said.say(Message(_DRILL, (("count", round(SHAFT_MM)),)))
