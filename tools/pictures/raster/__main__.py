"""Write worlds: python -m tools.pictures.raster --out DIR --seeds A B."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.pictures.raster.renderer import Renderer
from tools.pictures.raster.write import write_world


def main() -> None:
    """Write the worlds of the seeds from A up to B, B left out; complete ones are skipped."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pictures.raster", description=main.__doc__
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the worlds' folders")
    parser.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("A", "B"))
    parser.add_argument("--strange", action="store_true", help="with hands that are hard to tell")
    arguments = parser.parse_args()
    renderer = Renderer()
    for seed in range(*arguments.seeds):
        folder = arguments.out / str(seed)
        if not (folder / "truth.jsonl").exists():
            write_world(renderer, seed, folder, strange=arguments.strange)
            sys.stdout.write(f"{folder}\n")


if __name__ == "__main__":
    main()
