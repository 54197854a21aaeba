"""A game's board and cards as files for a printer, and the sheet to measure a lens by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.board import Board
from hardware.errors import CompanionError, explain_os_error
from hardware.files import open_file, write_durably
from hardware.loose_cards import LooseCards
from hardware.printing import loose_cards, pdf, raster
from hardware.printing.board import board_svg
from hardware.printing.cards import CARD_MM
from hardware.printing.charuco import SIZE_MM, charuco_svg
from hardware.printing.drilling import drilling_svg
from tablet_companion import games
from tablet_companion.kit import (
    File,
    base_prints,
    card_prints,
    printed,
    rulebook_prints,
    stake_sheets,
)
from tablet_companion.kit.parts_list import PARTS_LIST, parts_pdf
from tablet_companion.screen.toolkit import boardview

_PX_PER_MM: Final = 8.0
"""PNG files have about 200 dots an inch: enough for a screen and for a photo service."""
_BEGINNING: Final = 4
"""As many bytes as tell one kind of file from another."""
_SHEETS: Final = {"a3": pdf.A3, "a4": pdf.A4}

CHARUCO: Final = "charuco"
"""The name of the lens sheet, in place of a game's."""

KIT: Final = "kit"
"""The part of a game that is played with: its board, its cards, its sheets."""
DRILLING: Final = "drilling"
"""The drilling plan; the kit contains it only for a board with holes."""
PARTS: Final = (KIT, DRILLING, rulebook_prints.RULEBOOK, rulebook_prints.REFERENCE)

_BACKS: Final = 9
"""The number of cards on a sheet of their faces; this card is printed on its other side."""


class PrintError(CompanionError):
    """A folder or file that cannot be written, or an unknown part."""


@dataclass(frozen=True, slots=True)
class Formats:
    """The wanted file formats, and the language of the names on prints.

    ``paper`` is ``a3``, ``a4``, or None for the board on both and the lens's sheet on A4. With
    ``fold`` a rulebook is also laid out for folding.
    """

    paper: str | None = None
    png: bool = False
    svg: bool = False
    language: str = "en"
    fold: bool = False

    def convert(self, name: str, svg: str) -> Iterator[File]:
        """Yield a drawing in the formats that are wanted besides PDF."""
        if self.svg:
            yield f"{name}.svg", svg.encode()
        if self.png:
            yield f"{name}.png", raster.render_png(svg, _PX_PER_MM)


def print_files(name: str, formats: Formats, part: str = KIT) -> Iterator[File]:
    """Return the files of a part of a game, or of the lens sheet; raises PrintError at once.

    ``part`` is one of PARTS; the sheet has none.
    """
    if name == CHARUCO and part != KIT:
        raise PrintError(f"{CHARUCO} is a single sheet: it has no {part}.")
    _require_use(formats, part)
    if name == CHARUCO:
        return _print_charuco(formats)
    if part == rulebook_prints.RULEBOOK:
        board, language = printed.board(name), formats.language
        return rulebook_prints.book_files(name, board, language, fold=formats.fold)
    if part == rulebook_prints.REFERENCE:
        return rulebook_prints.reference_files(name, printed.board(name), formats.language)
    board, deck = printed.board(name), printed.deck(name)
    if part == DRILLING:
        if board.cards is not None:
            raise PrintError(f"{name} is played with cards alone: there is no board to drill.")
        return _drilling(name, board, formats)
    if board.cards is not None:
        if formats.paper is not None:
            raise PrintError("--paper changes nothing where only cards are printed; leave it out.")
        return _print_cards(name, board, board.cards, deck, formats)
    return _print_game(name, board, deck, formats)


def _require_use(formats: Formats, part: str) -> None:
    """Refuse formats that a part does not come in; raises PrintError."""
    is_book = part in {rulebook_prints.RULEBOOK, rulebook_prints.REFERENCE}
    useless = {
        "--fold": formats.fold and part != rulebook_prints.RULEBOOK,
        "--paper": formats.paper is not None and is_book,
        "--png": formats.png and is_book,
        "--svg": formats.svg and is_book,
    }
    for option in (option for option, given in useless.items() if given):
        raise PrintError(f"{option} changes nothing in the {part}; leave it out.")


def _print_charuco(formats: Formats) -> Iterator[File]:
    """Yield the sheet to measure a lens by; it fits on A4."""
    drawing = charuco_svg()
    yield f"{CHARUCO}.pdf", pdf.whole_pdf(drawing, SIZE_MM, _SHEETS[formats.paper or "a4"])
    yield from formats.convert(CHARUCO, drawing)


def _print_cards(
    game: str, board: Board, cards: LooseCards, deck: Sequence[printed.DeckCard], formats: Formats
) -> Iterator[File]:
    yield f"{game}-{PARTS_LIST}.pdf", parts_pdf(game, board, deck, formats.language)
    drawn = card_prints.drawings(board, cards)
    yield from card_prints.files(game, cards, drawn)
    for name, svg in drawn.items():
        yield from formats.convert(f"{game}-{name}", svg)


def _print_game(
    game: str, board: Board, deck: Sequence[printed.DeckCard], formats: Formats
) -> Iterator[File]:
    drawing = board_svg(board, formats.language)
    faces = {entry.face: printed.card(entry) for entry in deck}
    for paper in (formats.paper,) if formats.paper else tuple(_SHEETS):
        yield f"{game}-board-{paper}.pdf", _board_pdf(drawing, board, paper)
    if deck:
        whole = [(faces[entry.face],) for entry in deck for _ in range(entry.count)]
        yield f"{game}-cards.pdf", pdf.cards_pdf(whole)
        backs = [(loose_cards.plain_back_svg(CARD_MM),)] * _BACKS
        yield f"{game}-card-backs.pdf", pdf.cards_pdf(backs)
    if any(place.kind == "hole" for place in board.places):
        yield from _drilling(game, board, formats)
    yield f"{game}-{PARTS_LIST}.pdf", parts_pdf(game, board, deck, formats.language)
    yield f"{game}-seats.pdf", pdf.cards_pdf([*_draw_seats(game, board)])
    if game == stake_sheets.GAME:
        yield from stake_sheets.files(board, formats.language)
    drawings = {f"{game}-board": drawing}
    if base_prints.SPECIALIST in board.pieces:
        yield from base_prints.files(game, board, formats.language)
        beside = base_prints.drawings(board, formats.language)
        drawings |= {f"{game}-{name}": svg for name, svg in beside.items()}
    drawings |= {f"{game}-card-{face.replace('/', '-')}": svg for face, svg in faces.items()}
    for name, svg in drawings.items():
        yield from formats.convert(name, svg)


def _board_pdf(drawing: str, board: Board, paper: str) -> bytes:
    """Return the board on A4 sheets; for A3, on one sheet if it fits and on several if not."""
    sheet = _SHEETS[paper]
    fitting = pdf.fits(board.size_mm, sheet)
    return (pdf.whole_pdf if fitting else pdf.tiled_pdf)(drawing, board.size_mm, sheet)


def _drilling(game: str, board: Board, formats: Formats) -> Iterator[File]:
    drawing = drilling_svg(board)
    for paper in (formats.paper,) if formats.paper else tuple(_SHEETS):
        yield f"{game}-drilling-{paper}.pdf", _board_pdf(drawing, board, paper)
    yield from formats.convert(f"{game}-drilling", drawing)


def _draw_seats(game: str, board: Board) -> Iterator[tuple[str]]:
    """Yield the sign of every seat, twice: glued back to back, it can lie or stand.

    Seats may have colours of their own: in Agent no player owns a piece.
    """
    for seat in games.load(game).seats:
        sign = loose_cards.player_svg(CARD_MM, seat, boardview.piece_rgb(board, seat))
        yield from [(sign,)] * 2


def write_files(folder: Path, files: Iterable[File]) -> Iterator[Path]:
    """Write files into a folder, which is made first, and yield the path of each once it is there.

    Raises PrintError.
    """
    # Before any drawing is begun, so that a wrong name is reported at once.
    mend = "name another folder with --out"
    with explain_os_error(f"{folder} cannot be written", PrintError, mend):
        folder.mkdir(parents=True, exist_ok=True)
    for name, content in files:
        path = folder / name
        with explain_os_error(f"{path} cannot be written", PrintError, mend):
            _require_kind(path, content)
            write_durably(path, content)
        yield path


def _require_kind(path: Path, content: bytes) -> None:
    """Refuse to write over what is of another kind than ours. Raises OSError or PrintError."""
    if path.is_file() and path.stat().st_size:
        with open_file(path) as file:
            if file.read(_BEGINNING) != content[:_BEGINNING]:
                raise PrintError(
                    f"{path} contains something else, which would be lost; name another folder "
                    "with --out."
                )
