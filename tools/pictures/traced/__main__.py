"""Make the pictures: ``python -m tools.pictures.traced --out DIR [--board NAME ...] [--part I/N]``.

Pictures that exist are skipped, so that several processes, or several evenings, can share them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from tools.pictures.traced import boards, eight, litter, plan
from tools.pictures.traced.boards import BoardSpec
from tools.pictures.traced.lights import HARD
from tools.pictures.traced.shots import Shot


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures.traced", description=__doc__)
    names = [board.name for board in eight.EIGHT]
    parser.add_argument("--out", type=Path, required=True, help="where the boards' folders go")
    parser.add_argument("--board", nargs="*", choices=names, default=names, metavar="NAME")
    parser.add_argument("--litter", action="store_true", help="things on the board instead")
    parser.add_argument("--part", default="1/1", help="the I-th of N shares, I from 1")
    parser.add_argument("--limit", type=int, help="stop after this many pictures")
    return parser.parse_args(words)


def order_shots(planned: dict[str, list[Shot]]) -> list[Shot]:
    """Put setups first and then all boards in turn, so that every kind of picture grows evenly."""
    ranked = []
    for number, shots in enumerate(planned.values()):
        kinds = [_kind_of(shot) for shot in shots]
        for k, (kind, shot) in enumerate(zip(kinds, shots, strict=True)):
            index, count = kinds[:k].count(kind), kinds.count(kind)
            ranked.append((_rank(shot, kind, number, index / count), k, number, shot))
    return [entry[3] for entry in sorted(ranked, key=lambda entry: entry[:3])]


def _rank(shot: Shot, kind: str, board: int, share: float) -> float:
    """Return when a picture's turn comes, 0 to 1; ``share`` is how far down its list it stands.

    A game grows in order. Of the rest every board begins elsewhere, so that few pictures of all
    boards together already show all kinds of light, things and hands.
    """
    if kind == "card" or shot.file in _FIRST:
        return 0.2 if kind == "card" else 0.0
    return share if kind in ("setup", "game") else (7 * share + 0.3 * board) % 1.0


_FIRST = ("empty_1.jpg", "empty_3.jpg", "start_1.jpg")


def _kind_of(shot: Shot) -> str:
    if shot.file.startswith("card_"):
        return "card"
    return "hard" if shot.group == "stills" and shot.light_name in HARD else shot.group


def truth_part(out: Path, shot: Shot) -> Path:
    """Return where a finished picture's truth waits to be joined to the others."""
    return out / shot.board.name / shot.group / ".truth" / f"{shot.file}.json"


def join_truth(out: Path, shots: list[Shot], group: str) -> None:
    """Write truth.jsonl of one folder from what is finished, in the plan's order."""
    parts = [truth_part(out, shot) for shot in shots if shot.group == group]
    lines = [part.read_text(encoding="utf-8") for part in parts if part.exists()]
    target = out / shots[0].board.name / group / "truth.jsonl"
    draft = target.with_suffix(".part")
    draft.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    draft.replace(target)


def make_picture(shot: Shot, out: Path) -> None:
    """Trace one picture and write it with its truth, the truth last."""
    from tools.pictures.traced import labels, scene, sensor  # noqa: PLC0415  # they load Mitsuba

    part = truth_part(out, shot)
    part.parent.mkdir(parents=True, exist_ok=True)
    traced = scene.trace(shot)
    rng = np.random.default_rng([shot.seed, 5])
    quality = int(rng.integers(72, 93))
    picture = sensor.develop(traced.linear, traced.albedo, shot.light, rng)
    (part.parent.parent / shot.file).write_bytes(sensor.encode_jpeg(picture, quality))
    part.write_text(json.dumps(labels.write_truth(traced, shot)), encoding="utf-8")


def write_boards(out: Path, chosen: list[BoardSpec]) -> None:
    """Write the board files, which need no picture."""
    for board in chosen:
        folder = out / board.name
        folder.mkdir(parents=True, exist_ok=True)
        boards.write_toml(board, folder / "board.toml")


def main(words: list[str] | None = None) -> int:
    """Make all pictures that are asked for and do not exist."""
    arguments = read_arguments(words)
    chosen = [board for board in eight.EIGHT if board.name in arguments.board]
    write_boards(arguments.out, chosen)
    make_plan = litter.plan_litter if arguments.litter else plan.plan_board
    planned = {board.name: make_plan(board) for board in chosen}
    part, parts = map(int, arguments.part.split("/"))
    mine = order_shots(planned)[part - 1 :: parts]
    waiting = [shot for shot in mine if not truth_part(arguments.out, shot).exists()]
    for shot in waiting[: arguments.limit]:
        begun = time.process_time()
        make_picture(shot, arguments.out)
        join_truth(arguments.out, planned[shot.board.name], shot.group)
        spent = time.process_time() - begun
        sys.stdout.write(f"{shot.board.name}/{shot.group}/{shot.file} {spent:.1f} s\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
