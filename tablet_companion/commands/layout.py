"""``tablet-companion layout BOARD.toml``: the file of a board that no game knows."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from hardware.boardfile import write_board
from hardware.errors import CompanionError
from tablet_companion.commands._measures import count, counts, length, pair, piece, sides
from tablet_companion.commands._outputs import BOARD, DRAWING, name_png, require_output
from tablet_companion.setup.geometry import layouts
from tablet_companion.setup.geometry.layout_overlay import draw_layout

_MAN = "man:25x25:white=#f0f0f0,black=#202020"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("board", type=Path, metavar="BOARD.toml", help="the board file to write")
    add("--size", type=sides, required=True, metavar="400x400", help="the board's size, in mm")
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--grid", type=counts, metavar="8x8", help="columns and rows")
    kind.add_argument("--hexagons", type=counts, metavar="6x5", help="columns and rows")
    kind.add_argument(
        "--track", type=count, metavar="40", help="the number of places on a closed track"
    )
    kind.add_argument("--points", type=pair, nargs="+", metavar="X,Y", help="centres, in mm")
    shapes = ("circle", *layouts.OUTLINES)
    add("--shape", choices=shapes, help="the track's shape (default: circle)")
    add("--first", type=pair, metavar="X,Y", help="centre of the top left place, in mm")
    add("--last", type=pair, metavar="X,Y", help="centre of the bottom right place, in mm")
    add("--mirror", choices=("x", "y", "xy"), default="", help="also add mirrored places")
    turned = "also add rotated places: the board looks the same after each of this many turns"
    add("--turns", type=count, default=1, metavar="4", help=turned)
    add("--radius", type=length, metavar="MM", help="of a place (default: by distance)")
    printed = ("disc", "ring", "square", "cross", "none")
    add("--printed", choices=printed, help="what an empty place looks like")
    kinds = "a kind of piece: name, height and diameter in mm, colours; may be repeated"
    add("--piece", type=piece, action="append", metavar=_MAN, help=kinds)
    add("--picture", type=Path, metavar="PHOTO", help="a photograph for checking the places")
    add("--corners", type=Path, metavar="TRUTH.jsonl", help="labels with its corners")
    add(
        "--draw",
        type=name_png,
        metavar="OUT.png",
        help="where to draw the places on the photograph",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the board file, and draw its places over the photograph."""
    _require_use(arguments)
    out: Path = arguments.board
    sources = [arguments.picture, arguments.corners]
    require_output(out, BOARD, sources)
    if arguments.draw is not None:
        if arguments.draw == out:
            raise CompanionError(f"{out} would hold the board and its drawing; change --draw.")
        require_output(arguments.draw, DRAWING, sources)
    given = {field: getattr(arguments, field) for field in layouts.Wanted._fields}
    given["shape"] = arguments.shape or "circle"
    wanted = layouts.Wanted(**given)
    first, last = wanted.find_ends(arguments.size)
    if first[0] > last[0] or first[1] > last[1]:
        raise CompanionError("--first must lie above and to the left of --last; give both.")
    spots = layouts.lay_out(arguments.size, wanted)
    kinds = arguments.piece or [piece(_MAN)]
    pieces = dict(kinds)
    if len(pieces) < len(kinds):
        name = Counter(name for name, _ in kinds).most_common(1)[0][0]
        raise CompanionError(f"The kind of piece {name!r} is given twice; change one --piece.")
    prints = arguments.printed, arguments.radius
    name = out.stem.encode(errors="replace").decode()  # a file's name need not be text
    board = layouts.make_board(name, arguments.size, spots, pieces, ("space", *prints))
    if arguments.draw is not None:  # first: a picture that fails leaves the board as it was
        draw_layout(board, arguments.picture, arguments.corners, arguments.draw)
    write_board(board, out)
    print(f"{out}: {len(board.places)} places")
    if arguments.draw is not None:
        print(arguments.draw)
    return 0


def _require_use(arguments: argparse.Namespace) -> None:
    """Refuse options that would change nothing; raises CompanionError."""
    for option, other in (("draw", "picture"), ("picture", "draw"), ("corners", "picture")):
        if getattr(arguments, option) is not None and getattr(arguments, other) is None:
            raise CompanionError(f"--{option} needs --{other}, too; give both, or leave it out.")
    if arguments.shape is not None and arguments.track is None:
        raise CompanionError("--shape is for tracks; leave it out, or give --track.")
    for option in ("first", "last"):
        if arguments.points is not None and getattr(arguments, option) is not None:
            raise CompanionError(f"--{option} is for rows and tracks; leave it out with --points.")
    first, last = arguments.first, arguments.last
    width, height = arguments.size
    for x, y in filter(None, (*(arguments.points or ()), first, last)):
        if not (0 <= x <= width and 0 <= y <= height):
            beside = f"The point {x:g},{y:g} lies beside a board of {width:g}x{height:g} mm"
            raise CompanionError(f"{beside}; give it in mm from the board's top left corner.")
