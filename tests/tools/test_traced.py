"""The traced pictures say what they show, and their boards are boards of the project."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import pytest

from hardware.boardfile import read_board
from tools.pictures.traced import __main__ as command
from tools.pictures.traced import boards, eight, litter, plan
from tools.pictures.traced.boards import BoardSpec


@pytest.mark.parametrize("spec", eight.EIGHT, ids=lambda spec: spec.name)
def test_board_file_can_be_read(spec: BoardSpec, tmp_path: Path) -> None:
    """What is written as board.toml is read back by the project, place by place."""
    boards.write_toml(spec, tmp_path / "board.toml")
    board = read_board(tmp_path / "board.toml")
    assert [place.name for place in board.places] == [place.name for place in spec.places]
    assert board.colours == tuple(colour for kind in spec.kinds for colour in kind.colours)


def test_plan_keeps_pieces_apart_and_sets_complete() -> None:
    """A board's pictures are as many as promised, and no two pieces stand in one another."""
    shots = plan.plan_board(eight.CONES)
    groups = [shot.group for shot in shots]
    assert [groups.count(name) for name in ("setup", "stills", "hands", "game")] == [6, 26, 10, 10]
    for shot in shots:
        spots = [(piece.x, piece.y) for piece in shot.pieces if piece.place]
        gaps = [math.dist(a, b) for k, a in enumerate(spots) for b in spots[:k]]
        assert min(gaps, default=99) >= 12, shot.file


def test_everything_has_its_twin_without_it() -> None:
    """Each thing lies at each spot, on the board, under no piece; the table is otherwise alike."""
    shots = {shot.file: shot for shot in litter.plan_litter(eight.CONES)}
    littered = [shot for shot in shots.values() if shot.things or shot.hands]
    assert len({shot.file for shot in littered}) == len(plan.REACH_MM) * len(litter.SPOTS) + 12
    for shot in littered:
        twin = shots[f"bare_{shot.file[:-4].split('_')[2]}.jpg"]
        assert (shot.camera, shot.light_name, shot.light_seed) == (
            twin.camera,
            twin.light_name,
            twin.light_seed,
        )
        assert set(shot.pieces) <= set(twin.pieces)
        assert not any(plan.is_under(shot.board, piece, shot.things) for piece in shot.pieces)
        for thing in shot.things:
            assert abs(thing.x) < shot.board.size[0] / 2 + 9, shot.file
            assert abs(thing.y) < shot.board.size[1] / 2 + 9, shot.file


def test_picture_is_traced_with_its_truth(tmp_path: Path) -> None:
    """A tiny picture with a hand over the board is written, and labelled as such."""
    for module in ("mitsuba", "mitsuba_oidn", "skimage", "mapbox_earcut"):
        pytest.importorskip(module, reason=f"tracing pictures needs {module}")
    planned = plan.plan_board(eight.CONES)
    shot = next(s for s in planned if s.group == "hands" and len(s.hands) == 2)
    small = dataclasses.replace(shot.camera, width=160, height=120, offset=(0.0, 0.0))
    shot = dataclasses.replace(shot, camera=small)
    command.make_picture(shot, tmp_path)
    command.join_truth(tmp_path, [shot], "hands")
    folder = tmp_path / shot.board.name / "hands"
    truth = json.loads((folder / "truth.jsonl").read_text(encoding="utf-8"))
    assert (folder / shot.file).stat().st_size > 1000
    assert truth["hand"]
    assert truth["role"] == "test"
    assert set(truth["pieces"]) == {piece.place for piece in shot.pieces if piece.place}
    assert min(truth["seen"].values()) < 0.5 < max(truth["seen"].values())
    assert truth["occluded"]
