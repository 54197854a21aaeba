"""A photographed print is calibrated from its pictures, with the faces of its drawn cards."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from calibration.taught.model import read_calibration
from tablet_companion.cli import main
from tablet_companion.simulator.house import House, Print
from tools.truth import tell_truth


def _photographed(kit: Print, folder: Path) -> Path:
    """Photograph the print twice, empty and with pawns, and label the pictures."""
    house, lines = House(kit, 4), []
    for name, pieces in {"empty.png": {}, "pawns.png": {"T5": "red", "T20": "blue"}}.items():
        house.sim.set_up({place: (colour, False) for place, colour in pieces.items()})
        house.watch(1)
        assert house.picture is not None
        cv2.imwrite(str(folder / name), house.picture)
        lines.append(json.dumps(tell_truth(house.sim, name, "calibrate")))
    (folder / "truth.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder / "truth.jsonl"


def test_pictures_of_the_print_are_learnt_from(kit: Print, tmp_path: Path) -> None:
    """With labelled pictures the print's looks are theirs, and every card is known all the same."""
    labels, out = _photographed(kit, tmp_path), tmp_path / "calibration.json"
    drawn = tmp_path / "drawn.json"
    assert main(["calibrate", "--printed", "agent_dog", "--out", str(drawn)]) == 0
    words = ["calibrate", "--printed", "agent_dog", "--labelled", str(labels), "--out", str(out)]
    assert main(words) == 0
    learnt = read_calibration(out)
    assert learnt.pictures == 2
    assert learnt.reference_png != read_calibration(drawn).reference_png
    assert set(learnt.faces_png) == set(kit.game.cards)
