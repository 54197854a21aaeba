"""``tablet-companion layout BOARD.toml``: the file of a board that no game knows."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Final

from hardware.board import PieceKind
from tablet_companion.commands._outputs import require_output
from tablet_companion.setup import layouts
from tablet_companion.setup.checking import draw_layout
from tablet_companion.setup.layouts import Spots
from tablet_companion.setup.teaching import write_board

Pair = tuple[float, float]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add("board", type=Path, metavar="BOARD.toml", help="the board file to write")
    add("--size", type=_sides, required=True, metavar="400x400", help="of the board, in mm")
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--grid", type=_counts, metavar="8x8", help="columns and rows")
    kind.add_argument("--hexagons", type=_counts, metavar="6x5", help="columns and rows")
    kind.add_argument("--track", type=_count, metavar="40", help="a closed track of so many places")
    kind.add_argument("--points", type=_pair, nargs="+", metavar="X,Y", help="middles, in mm")
    shapes = ("circle", *layouts.OUTLINES)
    add("--shape", choices=shapes, default="circle", help="of the track (default: circle)")
    add("--first", type=_pair, metavar="X,Y", help="middle of the place at the top left, in mm")
    add("--last", type=_pair, metavar="X,Y", help="middle of the place at the bottom right")
    add("--mirror", choices=("x", "y", "xy"), default="", help="add left-right images, or others")
    turned = "add images, so that the board looks alike after each of so many turns"
    add("--turns", type=_count, default=1, metavar="4", help=turned)
    add("--radius", type=float, metavar="MM", help="of a place (default: from their distance)")
    printed = ("disc", "ring", "square", "cross", "none")
    add("--printed", choices=printed, help="what an empty place looks like")
    add("--piece", type=_piece, action="append", metavar="man:25x25:white=#f0f0f0,black=#202020",
        help="a kind of piece: height and diameter in mm, colours; may be repeated")  # fmt: skip
    add("--picture", type=Path, metavar="PHOTO", help="a photograph to check the places on")
    add("--corners", type=Path, metavar="TRUTH.jsonl", help="its labels, with the corners")
    add("--draw", type=Path, metavar="OUT.png", help="where the photograph with the places goes")


def run(arguments: argparse.Namespace) -> int:
    """Write the board file, and draw its places over the photograph."""
    require_output(arguments.board, b"name", [arguments.picture, arguments.corners])
    spots = layouts.repeat(_lay(arguments), arguments.size, arguments.mirror, arguments.turns)
    pieces = dict(arguments.piece or [_piece("man:25x25:white=#f0f0f0,black=#202020")])
    name, size, printed = arguments.board.stem, arguments.size, arguments.printed
    board = layouts.make_board(name, size, spots, pieces, ("space", printed, arguments.radius))
    write_board(board, arguments.board)
    sys.stdout.write(f"{arguments.board}: {len(board.places)} places\n")
    if arguments.draw is not None and arguments.picture is not None:
        require_output(arguments.draw, b"\x89PNG", [arguments.picture])
        draw_layout(board, arguments.picture, arguments.corners, arguments.draw)
        sys.stdout.write(f"{arguments.draw}\n")
    return 0


def _lay(arguments: argparse.Namespace) -> Spots:
    """Return the places that were asked for, before their images."""
    if arguments.points:
        return layouts.lay_points(arguments.points)
    width, height = arguments.size
    columns, rows = arguments.grid or arguments.hexagons or (10, 10)
    edge = width / columns / 2, height / rows / 2
    first = arguments.first or edge
    last = arguments.last or (width - first[0], height - first[1])
    if arguments.track:
        return layouts.lay_track(arguments.track, arguments.shape, first, last)
    lay = layouts.lay_grid if arguments.grid else layouts.lay_hexagons
    return lay(columns, rows, first, last)


def _pair(text: str) -> Pair:
    """Read two lengths such as 20,30.5."""
    return _numbers(text, ",")


def _sides(text: str) -> Pair:
    """Read a size such as 400x300."""
    return _numbers(text.replace("×", "x"), "x")


def _numbers(text: str, between: str) -> Pair:
    found = re.fullmatch(rf"({_LENGTH}){between}({_LENGTH})", text)
    if found is None:
        example = f"400{between}300"
        raise argparse.ArgumentTypeError(f"{text!r} is not two lengths in mm, such as {example}")
    return float(found[1]), float(found[2])


_LENGTH: Final = r"[0-9]{1,4}(?:\.[0-9]{1,3})?"


def _count(text: str) -> int:
    """Read how many places or turns there are."""
    value = int(text)
    if not 1 <= value <= 1000:
        raise argparse.ArgumentTypeError(f"{text} is none; it goes from 1 to 1000")
    return value


def _counts(text: str) -> tuple[int, int]:
    """Read columns and rows such as 8x8."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})[x×]([1-9][0-9]{0,2})", text)
    if found is None or int(found[1]) * int(found[2]) > 1000:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of columns and rows, such as 8x8; 1000 places are the most"
        )
    return int(found[1]), int(found[2])


def _piece(text: str) -> tuple[str, PieceKind]:
    """Read a kind of piece such as man:25x25:white=#f0f0f0,black=#202020."""
    found = re.fullmatch(r"(\w+):([0-9.]+)[x×]([0-9.]+):((?:\w+=#[0-9a-fA-F]{6},?)+)", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no kind of piece; write NAME:HEIGHTxDIAMETER:COLOUR=#rrggbb,…"
        )
    colours = dict(part.split("=", 1) for part in found[4].strip(",").split(","))
    return found[1], PieceKind(colours, float(found[2]), float(found[3]))
