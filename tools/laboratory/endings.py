"""Write the solved rounds of Pocket Ops for the table's players.

``python -m tools.laboratory.endings`` writes ``solved.bin`` in the game's folder.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from pathlib import Path

import numpy as np

from tablet_companion.games.pocket_ops import solved
from tools.laboratory.equilibrium import find_equilibrium
from tools.laboratory.solving import ROOM_COUNT, Floats, Tree, Values, begin


def pack() -> bytes:
    """Solve a round without specialists, and return the file."""
    values = Values(Tree([begin((None, None))]))
    plan = find_equilibrium(values)
    places = np.zeros((len(values.tree.nodes), ROOM_COUNT))
    node, _, room, _ = values.tree.ways.T
    places[node, room] = plan.ways
    rows = [
        one.base + bytes([one.placer]) + _weigh(guesses) + _weigh(placed)
        for one, guesses, placed in zip(values.tree.nodes, plan.guesses, places, strict=True)
        if one is not None
    ]
    return zlib.compress(b"".join(sorted(rows)), 9)


def _weigh(shares: Floats) -> bytes:
    return bytes(np.rint(255 * shares / shares.max()).astype(np.uint8))


def main() -> None:
    """Write it where the game looks for it."""
    argparse.ArgumentParser(description="Write the solved rounds of Pocket Ops.").parse_args()
    path = Path(str(solved.__file__)).with_name(solved.FILE)
    path.write_bytes(pack())
    sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
