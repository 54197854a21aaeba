"""``tablet-companion print GAME``: the game's board and cards as files for a printer.

``charuco`` in a game's place is the sheet to measure a lens by.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hardware.board import Board
from hardware.errors import CompanionError
from hardware.files import write_durably
from hardware.printing import pdf, raster
from hardware.printing.board import board_svg
from hardware.printing.charuco import SIZE_MM, charuco_svg
from tablet_companion.commands import printbase, printcards, printstakes
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed

_PX_PER_MM: Final = 8.0
"""Of PNG files: about 200 dots an inch, enough for a screen and for a photo service."""

_CHARUCO: Final = "charuco"

File = tuple[str, bytes]
"""The name and the content of a file to be written."""


class PrintError(CompanionError):
    """A folder or file that cannot be written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the folder and the kinds of files."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="the game, such as agent_dog; charuco: the sheet to measure a lens by",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="the folder to write to (default: .)",
    )
    parser.add_argument("--png", action="store_true", help="also write pictures")
    parser.add_argument("--svg", action="store_true", help="also write vector drawings")
    parser.add_argument(
        "--paper",
        choices=("a3", "a4"),
        help="the board for this paper only: a3 on one sheet, a4 in tiles (default: both)",
    )
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default="en",
        help="the language of names on pieces and of stake sheets, if any (default: en)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the files and print one line for each."""
    files = _sheet(arguments) if arguments.game == _CHARUCO else _game(arguments)
    _make_folder(arguments.out)
    for name, content in files:
        path = arguments.out / name
        _write(path, content)
        sys.stdout.write(f"{path}\n")
    return 0


def _game(arguments: argparse.Namespace) -> Iterator[File]:
    """Return a game's files; raises at once where there is no such game."""
    board, deck = printed.board(arguments.game), printed.deck(arguments.game)
    papers = (arguments.paper,) if arguments.paper else ("a3", "a4")
    return _files(arguments.game, board, deck, arguments, papers)


def _sheet(arguments: argparse.Namespace) -> Iterator[File]:
    """Yield the sheet to measure a lens by; it fits on A4."""
    drawing = charuco_svg()
    sheet = {"a3": pdf.A3, "a4": pdf.A4}[arguments.paper or "a4"]
    yield f"{_CHARUCO}.pdf", pdf.whole_pdf(drawing, SIZE_MM, sheet)
    if arguments.svg:
        yield f"{_CHARUCO}.svg", drawing.encode()
    if arguments.png:
        yield f"{_CHARUCO}.png", raster.png(drawing, _PX_PER_MM)


def _files(
    game: str,
    board: Board,
    deck: list[dict[str, Any]],
    arguments: argparse.Namespace,
    papers: tuple[str, ...],
) -> Iterator[File]:
    if board.cards is not None:
        pixels = _PX_PER_MM if arguments.png else None
        yield from printcards.files(
            game, board, board.cards, svg=arguments.svg, png_px_per_mm=pixels
        )
        return
    drawing = board_svg(board)
    faces = {entry["face"]: printed.card(entry) for entry in deck}
    for paper in papers:
        yield f"{game}-board-{paper}.pdf", _board_pdf(drawing, board, paper)
    if deck:
        counts = [(faces[entry["face"]], entry["count"]) for entry in deck]
        yield f"{game}-cards.pdf", pdf.cards_pdf(counts)
    if game == printstakes.GAME:
        yield from printstakes.files(board, arguments.language)
    drawings = {f"{game}-board": drawing}
    if printbase.SPECIALIST in board.pieces:
        yield from printbase.files(game, board, arguments.language)
        beside = printbase.drawings(board, arguments.language)
        drawings |= {f"{game}-{name}": svg for name, svg in beside.items()}
    drawings |= {f"{game}-card-{_plain(face)}": svg for face, svg in faces.items()}
    for name, svg in drawings.items():
        if arguments.svg:
            yield f"{name}.svg", svg.encode()
        if arguments.png:
            yield f"{name}.png", raster.png(svg, _PX_PER_MM)


def _board_pdf(drawing: str, board: Board, paper: str) -> bytes:
    """Return the board on A4 sheets; for A3, on one sheet if it fits and on several if not."""
    sheet = {"a3": pdf.A3, "a4": pdf.A4}[paper]
    fitting = pdf.fits(board.size_mm, sheet)
    return (pdf.whole_pdf if fitting else pdf.tiled_pdf)(drawing, board.size_mm, sheet)


def _plain(face: str) -> str:
    """Return a face as part of a file's name."""
    return face.replace("/", "-")


def _make_folder(folder: Path) -> None:
    """Make the folder before any drawing is begun: a wrong name is said at once."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _write(path: Path, content: bytes) -> None:
    try:
        write_durably(path, content)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> PrintError:
    return PrintError(
        f"{path} cannot be written: {error.strerror}; name another folder with --out."
    )
