"""How a picture was read can be drawn."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tablet_companion.cli import main
from tablet_companion.simulator.house import House, Print


@pytest.fixture
def picture(kit: Print, tmp_path: Path) -> Path:
    """Return a picture of a table with a pawn, a pawn beside its place, a card and a hand."""
    house = House(kit, 3)
    house.sim.set_up({"T5": ("red", False), "T50": ("blue", True)})
    house.sim.put_at("green", 120.0, 200.0)
    house.sim.lay("7")
    house.sim.hand_in("T20")
    house.watch(1)
    assert house.picture is not None
    cv2.imwrite(str(tmp_path / "table.png"), house.picture)
    assert main(["calibrate", "--printed", "agent_dog", "--out", str(tmp_path / "cal.json")]) == 0
    return tmp_path / "table.png"


def test_a_picture_is_explained(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four panels are drawn, and the answer says what speaks for each piece, and what against.

    A drawing that cannot be written is one clear sentence.
    """
    out = picture.parent / "steps.png"
    words = ["read", "--calibration", str(picture.parent / "cal.json"), "--explain"]
    capsys.readouterr()
    assert main([*words, str(out), str(picture)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["pieces"]["T5"]["is"] == "red"
    red, blue = (answer["why"]["T5"][piece] for piece in ("red", "blue"))
    assert sum(red.values()) > 3
    assert red["hues"] > blue["hues"] + 3
    bare = answer["why"]["T7"]
    assert bare["red"]["network"] < 0
    assert all(sum(parts.values()) < 0 for parts in bare.values())
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape[0] > 800
    assert drawn.std() > 30
    assert main([*words, "/nowhere/steps.png", str(picture)]) == 1
    said = capsys.readouterr()
    assert "cannot be written" in said.out + said.err
